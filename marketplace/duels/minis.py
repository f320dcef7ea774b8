"""Small drawn cards for the table: frame colour and letter, the emblem of the Type or icon, nothing of the official art."""

from __future__ import annotations

from dataclasses import dataclass

from marketplace.catalogue import emblems, terms
from marketplace.catalogue.faces import frame_of
from marketplace.catalogue.models import Card


@dataclass(frozen=True, slots=True)
class Mini:
    """What the template needs to draw one card."""

    frame: str
    """Suffix of the frame's class."""
    ground: str
    """Attribute, "spell", "trap" or "unknown": the colour of the picture."""
    emblem: str
    """Path data on a field of 100 by 100."""
    letter: str
    """The frame's letter in the reader's language, for those who cannot tell the colours."""


TOKEN = Mini("token", "unknown", emblems.ICONS["unknown"], "")


def mini(card: Card | None, language: str) -> Mini:
    """The small drawing of a card; a Token's for one the catalogue does not know."""
    if card is None:
        return TOKEN
    frame = frame_of(card)
    word = terms.label(terms.FRAMES if card.kind == "monster" else terms.KINDS, frame, language)
    ground = card.attribute or (card.kind if card.kind in ("spell", "trap") else "unknown")
    return Mini(frame, ground, emblems.emblem(card.kind, card.type, card.icon), word[:1].upper())
