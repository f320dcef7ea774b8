"""Decks kept with a duel: the printed values of their cards, so that a changed catalogue changes no duel that is going on."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from engine import (
    Ability,
    Attribute,
    CardFacts,
    CardKind,
    DuelDeck,
    Frame,
    LinkArrow,
    MonsterType,
    SpellTrapIcon,
)

_LEFT_OUT = frozenset({"printings", "romanised", "unofficial_names"})
_ONE: Mapping[str, Any] = {
    "kind": CardKind, "frame": Frame, "attribute": Attribute, "type": MonsterType, "icon": SpellTrapIcon,
}  # fmt: skip
_MANY: Mapping[str, Any] = {"abilities": Ability, "arrows": LinkArrow, "archetypes": str, "alias_passcodes": int}
_ENGLISH_ONLY = frozenset({"names", "texts", "pendulum_texts"})


def pack_decks(decks: Sequence[DuelDeck]) -> bytes:
    """Return Decks as compressed JSON; each card stands there once."""
    cards: list[dict[str, Any]] = []
    places: dict[int, int] = {}
    kept: list[list[list[int]]] = []
    for deck in decks:
        piles = []
        for pile in (deck.main, deck.extra):
            for facts in pile:
                if id(facts) not in places:
                    places[id(facts)] = len(cards)
                    cards.append(_to_json(facts))
            piles.append([places[id(facts)] for facts in pile])
        kept.append(piles)
    text = json.dumps({"cards": cards, "decks": kept}, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode())


def unpack_decks(packed: bytes) -> list[DuelDeck]:
    """Return the Decks ``pack_decks`` packed, without printings and without other languages than English."""
    data = json.loads(zlib.decompress(packed))
    cards = [_from_json(item) for item in data["cards"]]
    return [DuelDeck(*([cards[place] for place in pile] for pile in piles)) for piles in data["decks"]]


def _to_json(facts: CardFacts) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for spec in fields(CardFacts):
        value = getattr(facts, spec.name)
        if spec.name in _LEFT_OUT or value is None or value in ((), "", {}):
            continue
        if spec.name in _ENGLISH_ONLY:
            value = {"en": value.get("en", facts.name if spec.name == "names" else "")}
        found[spec.name] = list(value) if isinstance(value, tuple) else value
    return found


def _from_json(data: Mapping[str, Any]) -> CardFacts:
    values: dict[str, Any] = {"page_id": None, "passcode": None, "konami_id": None, **data}
    for name, kind in _ONE.items():
        if name in data:
            values[name] = kind(data[name])
    for name, kind in _MANY.items():
        if name in data:
            values[name] = tuple(kind(item) for item in data[name])
    return CardFacts(**values)
