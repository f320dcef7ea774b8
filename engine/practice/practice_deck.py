"""The practice Decks as records, read once from ``decks.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.decks import CardSource, Deck, DeckCard
from engine.duel import DuelDeck
from engine.facts import CardFacts

_FILE = Path(__file__).with_name("decks.json")


class UnknownPracticeDeck(LookupError):
    """No practice Deck has that id; ``str()`` names those there are."""


@dataclass(frozen=True, slots=True)
class PracticeDeck:
    """A Deck to duel with at once, legal under its ruleset with the list that goes with it."""

    id: str
    """Stable: saved duels name the Deck by it."""
    name: Mapping[str, str]
    """By language (en, fr, pt); so is ``how_to_play``."""
    ruleset: str
    power: int
    """1 is relaxed, 2 strong: it wins about three duels in four against the relaxed one of its ruleset."""
    how_to_play: Mapping[str, str]
    """The plan of the Deck and its key cards, in a few sentences."""
    key_cards: tuple[str, ...]
    """English names of the cards the plan turns on, each once; ``how_to_play`` names them."""
    main: tuple[str, ...]
    """English names, one per copy."""
    extra: tuple[str, ...]

    def deck(self) -> Deck:
        """Return the Deck as a list, its cards by name."""
        main, extra = (tuple(DeckCard(None, name) for name in pile) for pile in (self.main, self.extra))
        return Deck(main, extra, name=self.name["en"])

    def duel_deck(self, source: CardSource) -> DuelDeck:
        """Return the Deck as a duel takes it; raises ``LookupError`` for a card the source does not know."""
        return DuelDeck([_card(source, name) for name in self.main], [_card(source, name) for name in self.extra])


def _card(source: CardSource, name: str) -> CardFacts:
    for card in source.named(name):
        if card.name == name:
            return card
    raise LookupError(f"The card list has no {name!r}.")


@cache
def practice_decks() -> tuple[PracticeDeck, ...]:
    """Return all practice Decks, by ruleset, the relaxed one of each first."""
    return tuple(map(_record, json.loads(_FILE.read_text(encoding="utf-8"))["decks"]))


def practice_deck(id: str) -> PracticeDeck:
    """Return the practice Deck of that id; raises ``UnknownPracticeDeck``."""
    for deck in practice_decks():
        if deck.id == id:
            return deck
    raise UnknownPracticeDeck(f"There is no practice Deck {id!r}; there are {', '.join(deck.id for deck in practice_decks())}.")


def _record(data: dict[str, Any]) -> PracticeDeck:
    return PracticeDeck(
        id=data["id"],
        name=MappingProxyType(data["name"]),
        ruleset=data["ruleset"],
        power=data["power"],
        how_to_play=MappingProxyType(data["how_to_play"]),
        key_cards=tuple(data["key_cards"]),
        main=_copies(data["main"]),
        extra=_copies(data.get("extra", {})),
    )


def _copies(counts: dict[str, int]) -> tuple[str, ...]:
    return tuple(name for name, count in counts.items() for _ in range(count))
