"""Runs one scenario under one ruleset: plays its steps, answers its prompts, compares what it expects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.action import Action, Verb
from engine.duel import Duel
from engine.notation.expecting import first_difference, zone_word
from engine.notation.looking import offered, ways_of
from engine.notation.naming import is_written
from engine.notation.position import SEATS, BadScenario, Builder, Cards, zone_number
from engine.notation.questions import asked, only_set
from engine.procedures import options as option_rules
from engine.procedures.options import CARD_VERBS
from engine.procedures.rulings import card_of
from engine.rulebook import rules as all_rules
from engine.rulesets import Ruleset
from engine.state.card import CardState
from engine.state.records import Prompt

_CARD_VERBS = {
    "set": (Verb.SET, Verb.TRIBUTE_SET),
    "normal summon": (Verb.NORMAL_SUMMON, Verb.TRIBUTE_SUMMON),
    "tribute summon": (Verb.TRIBUTE_SUMMON,),
    "tribute set": (Verb.TRIBUTE_SET,),
    "flip summon": (Verb.FLIP_SUMMON,),
    "special summon": (Verb.SPECIAL_SUMMON,),
    "pendulum summon": (Verb.PENDULUM_SUMMON,),
    "misplace": (Verb.MISPLACE,),
    "change position": (Verb.CHANGE_POSITION,),
    "activate": (Verb.ACTIVATE,),
    "chain": (Verb.ACTIVATE,),
    "attack": (Verb.ATTACK,),
}
_ANSWER_FIELDS = ("cost", "targets", "tributes", "materials", "choose", "position", "cards")
_STEP_FIELDS = {*"zones are expect card effect target zone because name phase option".split(), *SEATS, *_ANSWER_FIELDS}
_PHASE_OF = {"attack": "battle"}
_LONG = 400


class Failed(AssertionError):
    """A step or an expectation does not hold."""


class Run:
    """One scenario being played."""

    def __init__(
        self,
        scenario: Mapping[str, Any],
        rules: Ruleset,
        cards: Cards,
        watch: Callable[[Mapping[str, Any] | None], None] | None = None,
    ) -> None:
        """``watch`` is called before each step with it, and with None once all is done."""
        self.scenario = scenario
        self.watch = watch
        self.duel: Duel = Builder(rules, cards).build(scenario.get("given", {}) or {})
        self.answers: list[tuple[str, Any]] = []
        self._current: Mapping[str, Any] = {}

    def play(self) -> None:
        """Play all steps and compare the end; raises ``Failed`` or ``BadScenario``."""
        for rule in self.scenario.get("rules", []):
            self._known(rule)
        steps = self.scenario.get("steps", []) or []
        for number, step in enumerate(steps, 1):
            if self.watch is not None:
                self.watch(step)
            try:
                self._step(step)
            except Failed as fault:
                raise Failed(f"step {number} {dict(step)}: {fault}") from None
        self._settle()
        self._expect(self.scenario.get("expect", {}) or {})
        if self.watch is not None:
            self.watch(None)

    def _known(self, rule: str) -> None:
        if rule not in all_rules():
            raise BadScenario(f"{rule!r} is no rule of the rulebook.")

    # ----- steps

    def _step(self, step: Mapping[str, Any]) -> None:
        unknown = [key for key in step if key not in _STEP_FIELDS]
        if unknown:
            raise BadScenario(f"A step has no field {unknown[0]!r}.")
        seats = [seat for seat in SEATS if seat in step]
        if not seats and "expect" in step:
            return self._compare(step["expect"])
        if len(seats) != 1:
            raise BadScenario(f"A step names one seat: {', '.join(SEATS)}.")
        player, verb = SEATS[seats[0]], str(step[seats[0]])
        if verb.startswith("cannot "):
            return self._refused(player, verb.removeprefix("cannot "), step)
        if verb == "pass all":
            self._settle()
        elif verb == "pass":
            self._to_window(player)
            self._apply(player, Action(Verb.PASS))
        elif verb in ("choose", "declare"):
            self._choose(player, step)
        elif verb == "places":
            self._places(player, step)
        elif verb in ("ways", "offered"):
            self._listed(player, verb, step)
        elif verb == "phase":
            self._go(player, str(step.get("name") or step.get("phase")))
        elif verb == "end turn":
            self._go(player, "end")
            self._pass_until_turn(self.duel.state.turn + 1)
        elif verb == "surrender":
            self.duel.surrender(player)
        elif verb in _CARD_VERBS:
            self._card_step(player, verb, step)
        else:
            raise BadScenario(f"There is no verb {verb!r}.")

    def _card_step(self, player: int, verb: str, step: Mapping[str, Any]) -> None:
        self._current = step
        self._reach(player, verb)
        tries = self._actions(player, verb, step)
        legal = [action for action in tries if self.duel.legal(player, action)]
        if not legal:
            told = [str(refusal) for action in tries for refusal in self.duel.reasons(player, action)]
            raise Failed(f"not possible: {'; '.join(dict.fromkeys(told)) or 'no such card in sight'}")
        self.answers = self._fields(step)
        self._apply(player, legal[0])
        self._answer_fields(player)

    def _places(self, player: int, step: Mapping[str, Any]) -> None:
        """Compare the zones to which the card could be Summoned or Set, in any way."""
        self._settle_for(player, "places")
        found: set[int] = set()
        for card in self._find(player, str(step.get("card", ""))):
            for kind in CARD_VERBS:
                if kind is Verb.ACTIVATE:
                    continue
                for action in option_rules.card_candidates(self.duel.state, player, card, kind):
                    found.update(self.duel.places(player, action))
        words = [zone_word(index) for index in sorted(found)]
        if words != list(step.get("zones", [])):
            raise Failed(f"it could come to {words}")

    def _listed(self, player: int, verb: str, step: Mapping[str, Any]) -> None:
        """Compare all verbs with which a card could be used now, or all answers to the question that is asked."""
        if verb == "ways":
            self._settle_for(player, verb)
            found = ways_of(self.duel, player, self._find(player, str(step.get("card", ""))))
        else:
            self._to_question(player)
            found = offered(self.duel)
        if sorted(found) != sorted(step.get("are", [])):
            raise Failed(f"there are {found}")

    def _fields(self, step: Mapping[str, Any]) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        for key in _ANSWER_FIELDS:
            if key in step:
                values = step[key] if isinstance(step[key], list) else [step[key]]
                found += [(key, value) for value in values]
        if "name" in step and str(step[next(s for s in SEATS if s in step)]) not in ("phase", "cannot phase"):
            found.append(("name", step["name"]))
        if "target" in step and str(step[next(s for s in SEATS if s in step)]) not in ("attack", "cannot attack"):
            found.append(("targets", step["target"]))
        return found

    def _answer_fields(self, player: int) -> None:
        """Give the answers a step holds, in the order the questions come; all of them have to be asked for."""
        while self.answers:
            prompt = self.duel.state.prompt
            if prompt is not None and prompt.kind == "respond":
                self._apply(prompt.player, Action(Verb.PASS))  # The answer is for the resolution.
                continue
            if prompt is None or prompt.player != player or prompt.kind in ("open", "battle"):
                raise Failed(f"answer {self.answers[0]} was not asked for")
            if not self._only_answer(prompt):
                self._give(player, prompt)

    def _give(self, player: int, prompt: Prompt) -> None:
        if prompt.kind != "cards":
            keys = ("name",) if prompt.kind == "name" else ("position", "choose")
            place = next((i for i, (key, _) in enumerate(self.answers) if key in keys), None)
            if place is None:
                raise Failed(f"{asked(prompt)} needs an answer")
            _, value = self.answers.pop(place)
            self._word(player, value)
            return
        wanted = {"target": "targets", "tribute": "tributes", "material": "materials"}.get(prompt.reason, "cost")
        place = next((i for i, (key, _) in enumerate(self.answers) if key == wanted), None)
        if place is None and wanted == "tributes":
            place = next((i for i, (key, _) in enumerate(self.answers) if key == "cost"), None)
        if place is None:
            place = next((i for i, (key, _) in enumerate(self.answers) if key in ("choose", "cards")), None)
        if place is None:
            if prompt.picked and self.duel.legal(player, Action(Verb.DONE)):
                self._apply(player, Action(Verb.DONE))
                return
            raise Failed(f"{asked(prompt)} needs an answer; the step has {self.answers}")
        _, value = self.answers.pop(place)
        self._pick(player, prompt, str(value))
        self._finish_pick(player)

    def _pick(self, player: int, prompt: Prompt, name: str) -> None:
        for uid in prompt.cards:
            card = self.duel.state.cards[uid]
            action = Action(Verb.CHOOSE, card.token)
            if is_written(card, name) and self.duel.legal(player, action):
                self._apply(player, action)
                return
        names = [self.duel.state.cards[uid].printed.name for uid in prompt.cards]
        raise Failed(f"{name!r} is not among {names}")

    def _finish_pick(self, player: int) -> None:
        """End a selection when no further answer is waiting for it."""
        prompt = self.duel.state.prompt
        if prompt is None or prompt.kind != "cards" or not prompt.picked or prompt.player != player:
            return
        if not any(key != "position" for key, _ in self.answers) and self.duel.legal(player, Action(Verb.DONE)):
            self._apply(player, Action(Verb.DONE))

    def _word(self, player: int, value: Any) -> None:
        word = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        action = Action(Verb.CHOOSE, value=word)
        if not self.duel.legal(player, action):
            raise Failed(f"{word!r} is no answer to {asked(self.duel.state.prompt)}")
        self._apply(player, action)

    def _choose(self, player: int, step: Mapping[str, Any]) -> None:
        self._to_question(player)
        prompt = self.duel.state.prompt
        assert prompt is not None
        if prompt.kind == "cards" and not ("card" in step or "cards" in step) and self._only_answer(prompt):
            self._choose(player, step)  # The question meant comes after one that has but one answer.
            return
        if prompt.kind == "cards":
            values = step.get("cards", step.get("card", []))
            self.answers = [("choose", value) for value in (values if isinstance(values, list) else [values])]
            while self.answers:
                now = self.duel.state.prompt
                if now is None or now.kind != "cards":
                    raise Failed(f"answer {self.answers[0][1]!r} was not asked for")
                self._pick(player, now, str(self.answers.pop(0)[1]))
            self._finish_pick(player)
        elif prompt.kind == "trigger":
            if step.get("option") is False or step.get("option") == "no":
                self._apply(player, Action(Verb.PASS))
                return
            self._card_step(player, "activate", step)
        else:
            self._word(player, step.get("option", step.get("position", step.get("name"))))

    # ----- getting there

    def _apply(self, player: int, action: Action) -> None:
        refusal = self.duel.check(player, action)
        if refusal is not None:
            raise Failed(str(refusal))
        self.duel.apply_legal(player, action)

    def _only_answer(self, prompt: Prompt) -> bool:
        """Take the only answer there is; whether there was but one."""
        if prompt.kind == "cards" and prompt.extra is not None and not prompt.picked:
            only = only_set(self.duel.state, prompt)
            for token in only:
                self._apply(prompt.player, Action(Verb.CHOOSE, token))
            return bool(only)
        found = []
        for action in self.duel.options(prompt.player):
            found.append(action)
            if len(found) > 1:
                return False
        self._apply(prompt.player, found[0])
        return True

    def _to_window(self, player: int) -> None:
        for _ in range(_LONG):
            prompt = self.duel.state.prompt
            if prompt is None:
                break
            if prompt.kind in ("respond", "replay") and prompt.player == player:
                return
            if prompt.kind == "respond":
                self._apply(prompt.player, Action(Verb.PASS))
            elif not self._only_answer(prompt):
                break
        raise Failed("there is no response window for this player now")

    def _to_question(self, player: int) -> None:
        for _ in range(_LONG):
            prompt = self.duel.state.prompt
            if prompt is None:
                raise Failed("the duel is over")
            if prompt.kind == "respond":
                self._apply(prompt.player, Action(Verb.PASS))
            elif prompt.player == player and prompt.kind not in ("open", "battle"):
                return
            else:
                raise Failed(f"nothing is asked; waiting for {asked(prompt)}")
        raise Failed("nothing is asked")

    def _reach(self, player: int, verb: str) -> None:
        """Pass windows and enter phases until the verb can be tried."""
        s = self.duel.state
        for _ in range(_LONG):
            prompt = s.prompt
            if prompt is None:
                raise Failed("the duel is over")
            if prompt.kind == "trigger" and prompt.player == player and verb in ("activate", "chain"):
                return
            if prompt.kind == "respond":
                if prompt.player == player and verb in ("activate", "chain") and self._responds(player):
                    return
                self._apply(prompt.player, Action(Verb.PASS))
                continue
            if prompt.kind not in ("open", "battle", "replay"):
                if self._only_answer(prompt):
                    continue
                return
            if prompt.player != player or prompt.kind == "replay":
                return
            if verb == "attack" and prompt.kind == "open" and self.duel.legal(player, Action(Verb.PHASE, value="battle")):
                self._apply(player, Action(Verb.PHASE, value="battle"))
                continue
            return
        raise Failed("the duel does not come to this step")

    def _responds(self, player: int) -> bool:
        """Whether the step's card could be used in this very window."""
        step = self._current
        return any(self.duel.legal(player, action) for action in self._actions(player, "activate", step))

    def _go(self, player: int, phase: str) -> None:
        self._settle()
        self._apply(player, Action(Verb.PHASE, value=phase))

    def _settle(self) -> None:
        """Pass windows, and give answers that are the only ones, until something else is asked."""
        while (prompt := self.duel.state.prompt) is not None and prompt.kind in ("respond", "cards"):
            if prompt.kind == "respond":
                self._apply(prompt.player, Action(Verb.PASS))
            elif not self._only_answer(prompt):
                break

    def _pass_until_turn(self, turn: int) -> None:
        for _ in range(_LONG):
            s = self.duel.state
            prompt = s.prompt
            if prompt is None or (s.turn >= turn and prompt.kind == "open"):
                return
            if prompt.kind == "respond":
                self._apply(prompt.player, Action(Verb.PASS))
            elif prompt.kind in ("open", "battle") or not self._only_answer(prompt):
                return

    # ----- cards and refusals

    def _find(self, player: int, name: str) -> list[CardState]:
        s = self.duel.state
        found = [card for card in option_rules.visible(s, player) if is_written(card, name)]
        prompt = s.prompt
        if prompt is not None and prompt.kind == "trigger":
            found += [s.cards[uid] for uid, _ in prompt.extra if is_written(s.cards[uid], name)]
        return sorted(found, key=lambda card: card.controller != player)

    def _actions(self, player: int, verb: str, step: Mapping[str, Any]) -> list[Action]:
        s = self.duel.state
        zone = None
        if "zone" in step:
            zone = zone_number(str(step["zone"]), str(step["zone"])[:1])
        found: list[Action] = []
        for card in self._find(player, str(step.get("card", ""))):
            for kind in _CARD_VERBS[verb]:
                for action in option_rules.card_candidates(s, player, card, kind):
                    if "effect" in step and action.effect != int(step["effect"]) - 1:
                        continue
                    if kind is Verb.ATTACK and not self._aims(action, step):
                        continue
                    found.append(Action(action.verb, action.card, action.effect, action.target, zone))
        if "tributes" in step:
            found = [a for a in found if a.verb in (Verb.TRIBUTE_SUMMON, Verb.TRIBUTE_SET)] or found
        return found

    def _aims(self, action: Action, step: Mapping[str, Any]) -> bool:
        goal = str(step.get("target", "direct"))
        if goal == "direct":
            return action.target is None
        target = card_of(self.duel.state, action.target)
        words = goal if goal.split(" ")[0] in SEATS or goal[:1] not in "MS" or len(goal) != 2 else f"opp {goal}"
        return target is not None and is_written(target, words)

    def _refused(self, player: int, verb: str, step: Mapping[str, Any]) -> None:
        if verb not in ("choose", "declare"):
            self._settle_for(player, verb)
        if verb == "choose":
            actions = [Action(Verb.CHOOSE, card.token) for card in self._find(player, str(step.get("card", "")))]
        elif verb == "declare":
            self._to_question(player)
            actions = [Action(Verb.CHOOSE, value=str(step.get("name")))]
        elif verb == "phase":
            actions = [Action(Verb.PHASE, value=str(step.get("name") or step.get("phase")))]
        else:
            actions = self._actions(player, verb, step)
        if not actions:
            raise Failed(f"{step.get('card')!r} is not in sight")
        if any(self.duel.legal(player, action) for action in actions):
            raise Failed("it is possible")
        wanted = step.get("because")
        if wanted is not None:
            self._known(wanted)
        told = {refusal.rule for action in actions for refusal in self.duel.reasons(player, action)}
        if wanted is not None and wanted not in told:
            raise Failed(f"refused because of {sorted(told)}, not {wanted}")

    def _settle_for(self, player: int, verb: str) -> None:
        """A refusal is asked for where the player decides: in the present window or the next open state."""
        prompt = self.duel.state.prompt
        if (
            prompt is not None
            and prompt.kind == "respond"
            and prompt.player == player
            and verb in ("activate", "chain", "ways")
        ):
            return
        if prompt is not None and prompt.kind == "respond" and verb in ("activate", "chain"):
            while (now := self.duel.state.prompt) is not None and now.kind == "respond" and now.player != player:
                self._apply(now.player, Action(Verb.PASS))
            return
        self._settle()
        if verb == "attack" and self.duel.legal(player, Action(Verb.PHASE, value="battle")):
            self._go(player, "battle")
            self._settle()

    # ----- the end

    def _expect(self, expect: Mapping[str, Any]) -> None:
        prompt = self.duel.state.prompt
        if prompt is not None and prompt.kind not in ("open", "battle") and not expect.get("asked"):
            raise Failed(f"{asked(prompt)} is left without an answer")
        self._compare(expect)

    def _compare(self, expect: Mapping[str, Any]) -> None:
        if difference := first_difference(self.duel, expect):
            raise Failed(difference)
