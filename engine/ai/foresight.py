"""What would come of an action: the duel goes on in the seat's imagination, where nobody answers."""

from __future__ import annotations

from engine.action import Action, Verb
from engine.ai import look
from engine.ai.declaring import best_name
from engine.ai.evaluation import value
from engine.ai.measure import Measure
from engine.ai.picks import best_pick
from engine.belief import imagined
from engine.duel import Duel
from engine.procedures import battle, picking
from engine.procedures.options import options
from engine.state.duel_state import State
from engine.state.records import Prompt
from engine.state.seats import facing

_PASS = Action(Verb.PASS)
_DONE = Action(Verb.DONE)
_END = Action(Verb.PHASE, value="end")
_MOST = 400
"""Answers after which the imagination stops."""
_BRANCHES = 8
"""Answers to an own question that are looked into."""
_MARGIN = 60
"""What an action has to bring more than waiting, where cards have their full worth."""


class Foresight:
    """A duel as one seat knows it: the opponent's hidden cards are plain ones of the strength seen so far."""

    def __init__(self, duel: Duel, player: int, seed: int) -> None:
        self.player = player
        self.measure = Measure(duel.state, player)
        self.margin = _MARGIN * self.measure.scale
        self.duel = Duel(imagined(duel.state, player, seed, self.measure.atk, self.measure.defense))
        self.measure.find_revivers(self.duel.state)

    @property
    def now(self) -> State:
        """The state as imagined."""
        return self.duel.state

    def worth(self, state: State) -> float:
        """Return what a state is worth to the seat."""
        return value(state, self.measure)

    def after(self, action: Action, turn: int = 0) -> State:
        """Return the state at the next open one, the opponent ending phases until that turn if it is later."""
        duel = self.duel.copy()
        duel.apply_legal(self.player, action)
        self._run_on(duel)
        while (prompt := duel.state.prompt) is not None and duel.state.turn < turn:
            duel.apply_legal(prompt.player, _END)
            self._run_on(duel)
        return duel.state

    def _run_on(self, duel: Duel) -> None:
        """Go on to the next open state, answering the own questions with what looks best."""
        while (prompt := run_on(duel, stop=self.player)) is not None:
            actions = _answers(duel.state, prompt)
            best = actions[0]
            if len(actions) > 1:
                best = max(actions[:_BRANCHES], key=lambda action: self._worth_after(duel, action))
            duel.apply_legal(self.player, best)

    def _worth_after(self, duel: Duel, action: Action) -> float:
        duel = duel.copy()
        duel.apply_legal(self.player, action)
        run_on(duel)
        return self.worth(duel.state)


def run_on(duel: Duel, stop: int = -1) -> Prompt | None:
    """Answer questions as they come, without using anything, until a player has an open state.

    A question to the player ``stop`` other than whether to respond is returned instead.
    """
    for _ in range(_MOST):
        prompt = duel.state.prompt
        if prompt is None or prompt.kind in ("open", "battle"):
            return None
        if prompt.player == stop and prompt.kind != "respond":
            return prompt
        duel.apply_legal(prompt.player, _plain_answer(duel.state, prompt))
    return None


def _answers(s: State, prompt: Prompt) -> list[Action]:
    if prompt.kind in ("cards", "trigger", "position", "yes_no"):
        return list(options(s, prompt.player))
    return [_plain_answer(s, prompt)]


def _plain_answer(s: State, prompt: Prompt) -> Action:
    player = prompt.player
    if prompt.kind == "respond":
        return _PASS
    if prompt.kind == "cards":
        actions = [Action(Verb.CHOOSE, s.cards[uid].token) for uid in picking.pickable(s, prompt)]
        if picking.complete(s, prompt):
            actions.append(_DONE)
        return actions[0] if len(actions) == 1 else best_pick(s, player, prompt, actions)
    if prompt.kind == "trigger":
        uid, number = prompt.extra[0]
        return Action(Verb.ACTIVATE, s.cards[uid].token, number)
    if prompt.kind == "replay":
        card = s.cards[prompt.source or 0]
        for target in battle.attack_targets(s, player, card):
            if next(battle.attack_reasons(s, player, card, target), None) is None:
                return Action(Verb.ATTACK, card.token, target=None if target is None else target.token)
        return _PASS
    if prompt.kind == "position":
        card = s.cards[prompt.source or 0]
        mine = look.attack_of(s, player, card)
        stands = mine >= max(look.strongest(s, player, facing(s, player)), 1) or (mine > 1200 and mine >= card.printed.defense)
        return Action(Verb.CHOOSE, value="attack" if stands else "defense")
    if prompt.kind == "name":
        return best_name(s, prompt)
    return Action(Verb.CHOOSE, value=prompt.words[0])
