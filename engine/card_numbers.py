"""What the numbers in Deck lists and Forbidden & Limited Lists can mean before any card file is asked."""

import json
from functools import cache
from pathlib import Path

MAX_NUMBER = 2**32 - 1
"""The largest number that fits in a ``ydke://`` link."""

ARTWORK_REACH = 10
"""An unknown number at most this far above a known one is taken as another artwork of that card."""

_RUSH = range(160_000_000, 170_000_000)
"""Simulators number the cards of Rush Duel, another game, in this range."""
_SKILLS = range(300_000_000, 310_000_000)
"""Simulators number the Skill Cards of Speed Duel in this range."""

_TOKENS = Path(__file__).with_name("tokens.json")


def is_rush_number(number: int) -> bool:
    """Tell whether simulators use the number for a card of Rush Duel."""
    return number in _RUSH


def is_skill_number(number: int) -> bool:
    """Tell whether simulators use the number for a Skill Card."""
    return number in _SKILLS


@cache
def token_numbers() -> frozenset[int]:
    """Return the numbers that simulators use for Tokens; card files leave most of them out."""
    return frozenset(json.loads(_TOKENS.read_text(encoding="utf-8"))["numbers"])
