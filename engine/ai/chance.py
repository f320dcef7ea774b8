"""Chance for agents that choose at random: the same seed in the same position gives the same numbers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.action import Action
from engine.duel import Duel
from engine.state.rng import Rng


def dice(seed: int, duel: Duel, player: int, actions: Sequence[Action]) -> Rng:
    """Return the random numbers of a decision; they hang on what both players can count, not on hidden cards."""
    s = duel.state
    prompt = s.prompt
    picked = 0 if prompt is None else len(prompt.picked)
    rng = Rng(seed)
    for count in (s.turn, s.moment, s.order, s.next_token, picked, len(actions), player):
        rng.state = rng.bits() ^ count
    return rng
