"""The question a scenario has come to: what it is in words, and whether it has only one answer."""

from __future__ import annotations

from itertools import combinations

from engine.notation.position import SEATS
from engine.procedures.joint import is_complete
from engine.state.duel_state import State
from engine.state.records import Prompt

_LARGEST = 6
"""Sets of more cards are not tried."""


def asked(prompt: Prompt | None) -> str:
    """Return the question in words, with the seat it is put to."""
    if prompt is None:
        return "nothing"
    seat = next(name for name, player in SEATS.items() if player == prompt.player)
    return f"the question {prompt.kind} ({prompt.reason}) for {seat}"


def only_set(s: State, prompt: Prompt) -> list[int]:
    """Return the tokens of the only set of cards that fulfils a joint constraint; empty if there are several or none."""
    name, about, zone = prompt.extra
    sets = [
        picked
        for size in range(prompt.least, min(prompt.most, _LARGEST) + 1)
        for picked in combinations(prompt.cards, size)
        if is_complete(s, name, about, zone, prompt.player, picked)
    ]
    return [s.cards[uid].token for uid in sets[0]] if len(sets) == 1 else []
