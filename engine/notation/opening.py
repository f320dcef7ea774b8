"""A scenario that begins with the first shuffle: ``given: {new: {first: you}, seed: 7, you: {deck: [...]}}``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.duel import Duel, DuelDeck
from engine.facts import CardFacts
from engine.rulesets import Ruleset

_FILLER = [{"card": "Mystical Elf", "times": 40}]


class BadOpening(ValueError):
    """The duel described cannot be begun: ``str()`` tells why."""


def names_in(written: Any) -> list[str]:
    """Return the cards of a list, one entry per copy: a name, or {card: name, times: 3}."""
    found: list[str] = []
    for entry in written:
        found += [entry] if isinstance(entry, str) else [entry["card"]] * int(entry.get("times", 1))
    return found


def new_duel(
    rules: Ruleset, cards: Callable[[str], CardFacts | None], given: Mapping[str, Any], seats: Mapping[str, int]
) -> Duel:
    """Begin a duel with these Decks (40 cards without effects if none is written); without ``first`` a player chooses."""
    decks = []
    for seat in seats:
        side = given.get(seat) or {}
        odd = [key for key in side if key not in ("deck", "extra")]
        if odd:
            raise BadOpening(f"{odd[0]!r} is no part of a side of a new duel; there are deck and extra.")
        piles = []
        for written in (side.get("deck", _FILLER), side.get("extra", [])):
            facts = [cards(name) for name in names_in(written)]
            if None in facts:
                raise BadOpening(f"There is no card named {names_in(written)[facts.index(None)]!r} in the card file.")
            piles.append([one for one in facts if one is not None])
        decks.append(DuelDeck(*piles))
    opening = given["new"] or {}
    first = opening.get("first")
    return Duel.start(rules, decks, int(given.get("seed", 1)), first=None if first is None else seats[first])
