"""Plays at random."""

from __future__ import annotations

from collections.abc import Sequence

from engine.action import Action, Verb
from engine.duel import Duel
from engine.state.rng import Rng

_STAYS = 10
"""An active player ends a phase early only once in so many choices."""


class RandomAgent:
    """Chooses uniformly; if active, it seldom ends a phase while something else can be done."""

    def __init__(self, rng: Rng, *, active: bool = False) -> None:
        self.rng = rng
        self.active = active

    def choose(self, duel: Duel, player: int, actions: Sequence[Action]) -> Action:
        """Return a random action."""
        if self.active:
            staying = [action for action in actions if action.verb is not Verb.PHASE]
            if staying and len(staying) < len(actions) and self.rng.below(_STAYS):
                actions = staying
        return actions[self.rng.below(len(actions))]
