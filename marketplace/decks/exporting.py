"""A deck as a file, a link, a list in words; and the list of what is missing."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from engine import DeckCard, DeckFormat, write_deck
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.contents import engine_deck, identified
from marketplace.decks.deck_view import DeckView
from marketplace.decks.models import Deck

FILES = {"ydk": DeckFormat.YDK, "txt": DeckFormat.TEXT}
"""Endings of the files offered, and their formats."""

_UNSAFE = re.compile(r"[\x00-\x1f\x7f<>:\"/\\|?*]+")
_RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Exported:
    """The deck in every way it can be taken away."""

    ydke: str
    text: str
    left_out: tuple[DeckCard, ...]
    """Copies a ydke link has no way to write: cards known by name only."""


def written(deck: Deck, form: DeckFormat, source: CatalogueCards, language: str) -> str:
    """The deck in one format; ``language`` is that of the names in words."""
    if form is DeckFormat.TEXT:
        # Asked for together: writing makes sure of each name that no other card has it.
        cards = [found.card for entry in deck.cards if (found := identified(entry, source)).card is not None]
        source.load_names({card.names.get(language) or card.name for card in cards if card is not None})
    return write_deck(engine_deck(deck), form, source, language).text


def exported(deck: Deck, source: CatalogueCards, language: str) -> Exported:
    """The deck as a link and in words."""
    link = write_deck(engine_deck(deck), DeckFormat.YDKE, source)
    return Exported(link.text, written(deck, DeckFormat.TEXT, source, language), link.left_out)


def file_name(name: str, ending: str) -> str:
    """A name every system takes: the deck's own as far as that goes."""
    plain = " ".join(_UNSAFE.sub(" ", unicodedata.normalize("NFC", name)).split()).strip(". ")[:_LONGEST].strip(". ")
    if not plain or _RESERVED.match(plain):
        plain = f"deck {plain}".strip()
    return f"{plain}.{ending}"


def missing_list(view: DeckView) -> str:
    """The copies to find, one line a card, with names as the reader sees them."""
    return "\n".join(f"{count} {row.name}" for count, row in view.missing)
