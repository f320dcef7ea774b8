"""Plays any Deck: foresees what each action would bring and takes the best, in the order information, removal, the rest."""

from __future__ import annotations

from collections.abc import Sequence

from engine.action import Action, Verb
from engine.ai import look
from engine.ai.declaring import best_name
from engine.ai.foresight import Foresight
from engine.ai.measure import works_on
from engine.ai.tags import tags
from engine.duel import Duel
from engine.state.duel_state import State
from engine.state.seats import facing
from engine.vocab import Phase

_MOST_USES = 4
"""Activations of one source a turn, so that no loop goes on for ever."""


class ScriptAgent:
    """Takes the action after which the position is worth most; passes and ends phases when none brings anything."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, duel: Duel, player: int, actions: Sequence[Action]) -> Action:
        """Return the best action."""
        prompt = duel.state.prompt
        assert prompt is not None
        if prompt.kind == "first":
            return actions[0]
        if prompt.kind == "name":
            return best_name(duel.state, prompt)
        seen = Foresight(duel, player, self.seed)
        if prompt.kind in ("open", "battle"):
            return self._open(duel, player, actions, seen)
        if prompt.kind == "respond":
            return self._response(duel, player, actions, seen)
        return max(actions, key=lambda action: seen.worth(seen.after(action)))

    def _open(self, duel: Duel, player: int, actions: Sequence[Action], seen: Foresight) -> Action:
        by_name = {action.value: action for action in actions if action.verb is Verb.PHASE}
        waiting = seen.worth(seen.now)
        leaving = waiting
        if "main2" in by_name:
            leaving = min(waiting, seen.worth(seen.after(by_name["main2"])))
        best, most = None, 0.0
        for action in actions:
            if action.verb is Verb.PHASE or self._worn_out(duel, player, action) or self._early(duel.state, action):
                continue
            gain = seen.worth(seen.after(action)) - (leaving if action.verb is Verb.ATTACK else waiting)
            if gain > seen.margin and gain + self._order(duel.state, action) > most:
                best, most = action, gain + self._order(duel.state, action)
        return best or self._phase(player, by_name, seen)

    def _order(self, s: State, action: Action) -> int:
        """Return how early in a turn an action comes: information, then what works on, then removal, then the rest."""
        card = look.card_of(s, action.card)
        if action.verb is not Verb.ACTIVATE or card is None or action.effect is None:
            return 0
        kinds = tags(card.printed.definition.effects[action.effect])
        if kinds & {"draw", "search"}:
            return 9000
        if not card.printed.monster and works_on(card.printed.definition):
            return 6000
        return 3000 if "remove" in kinds else 0

    def _early(self, s: State, action: Action) -> bool:
        """Whether a card that only strengthens a monster would be spent before there is anyone to fight."""
        card = look.card_of(s, action.card)
        if action.verb is not Verb.ACTIVATE or card is None or action.effect is None:
            return False
        if tags(card.printed.definition.effects[action.effect]) != {"boost"}:
            return False
        return not look.monsters(s, facing(s, s.turn_player)) and (s.turn == 1 or s.phase is Phase.MAIN2)

    def _response(self, duel: Duel, player: int, actions: Sequence[Action], seen: Foresight) -> Action:
        waiting = actions[-1]
        state = seen.after(waiting)
        best, most = waiting, seen.worth(state) + seen.margin
        for action in actions[:-1]:
            if not self._worn_out(duel, player, action):
                worth = seen.worth(seen.after(action, state.turn))
                if worth > most:
                    best, most = action, worth
        return best

    def _phase(self, player: int, by_name: dict[str | None, Action], seen: Foresight) -> Action:
        if "battle" in by_name and self._battle_pays(player, seen, by_name["battle"]):
            return by_name["battle"]
        return by_name.get("main2") or by_name["end"]

    def _battle_pays(self, player: int, seen: Foresight, battle: Action) -> bool:
        duel = Duel(seen.after(battle))
        prompt = duel.state.prompt
        if prompt is None or prompt.kind != "battle" or prompt.player != player:
            return False
        actions = list(duel.options(player))
        return self._open(duel, player, actions, Foresight(duel, player, self.seed)).verb is Verb.ATTACK

    def _worn_out(self, duel: Duel, player: int, action: Action) -> bool:
        """Whether the same effect of the same card was used so often since the turn began that it looks like a loop."""
        if action.verb is not Verb.ACTIVATE or duel.transcript is None:
            return False
        used = 0
        for who, done in reversed(duel.transcript.answers):
            if done.verb is Verb.PHASE and done.value == "end":
                break
            used += who == player and done == action
        return used >= _MOST_USES
