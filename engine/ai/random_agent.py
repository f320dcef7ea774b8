"""Plays at random."""

from __future__ import annotations

from collections.abc import Sequence

from engine.action import Action, Verb
from engine.ai.chance import dice
from engine.duel import Duel

_STAYS = 10
"""An active player ends a phase early only once in so many choices."""


class RandomAgent:
    """Chooses uniformly; if active, it seldom ends a phase while something else can be done."""

    def __init__(self, seed: int, *, active: bool = False) -> None:
        self.seed = seed
        self.active = active

    def choose(self, duel: Duel, player: int, actions: Sequence[Action]) -> Action:
        """Return a random action."""
        rng = dice(self.seed, duel, player, actions)
        if self.active:
            staying = [action for action in actions if action.verb is not Verb.PHASE]
            if staying and len(staying) < len(actions) and rng.below(_STAYS):
                actions = staying
        return actions[rng.below(len(actions))]
