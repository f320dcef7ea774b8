"""A card's facts as rows of the catalogue, and what differs from the rows that are there."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import CardFacts
from marketplace.catalogue.folding import fold
from marketplace.catalogue.importing.card_matching import Matched
from marketplace.catalogue.importing.sources import Source, strength_of_format

LONGEST_CARD_NAME = 200
LONGEST_NAME = 250
_VERSION = "2"
"""Part of every hash: raise it when more of a card is stored, so that the next import compares everything."""
_FILLED = ("page_id", "konami_id", "placeholder_passcode")
"""Columns a weaker source fills where they are empty (and the passcode, which is settled before)."""


@dataclass(slots=True)
class CardChange:
    """What a known card gets. Empty when nothing a reader could see changes."""

    values: dict[str, Any] = field(default_factory=dict)
    names: dict[str, tuple[str, bool]] = field(default_factory=dict)
    """New or changed, by language: name, whether it is official."""
    known_names: frozenset[str] = frozenset()
    """Those of them that replace a name."""
    dropped_names: tuple[str, ...] = ()
    texts: dict[str, tuple[str, str]] = field(default_factory=dict)
    known_texts: frozenset[str] = frozenset()
    dropped_texts: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.values or self.names or self.dropped_names or self.texts or self.dropped_texts)


def facts_hash(facts: CardFacts) -> str:
    return _VERSION + facts.fingerprint()


def printings_hash(facts: CardFacts) -> str:
    """Equal when the same printings are listed, in whatever order."""
    lines = sorted("\x1f".join((p.product, p.number, p.language, p.rarity or "", p.artwork)) for p in facts.printings)
    return _VERSION + hashlib.blake2b("\x1e".join(lines).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def card_values(match: Matched) -> dict[str, Any]:
    """The columns of the card."""
    facts = match.facts
    return {
        "page_id": facts.page_id,
        "passcode": match.passcode,
        "konami_id": facts.konami_id,
        "placeholder_passcode": facts.placeholder_passcode,
        "name": facts.name,
        "kind": facts.kind.value,
        "frame": facts.frame.value,
        "pendulum": facts.pendulum,
        "attribute": facts.attribute.value if facts.attribute else None,
        "type": facts.type.value if facts.type else None,
        "abilities": _words(tuple(ability.value for ability in facts.abilities)),
        "icon": facts.icon.value if facts.icon else None,
        "level": facts.level,
        "rank": facts.rank,
        "link": facts.link,
        "scale": facts.scale,
        "arrows": _words(tuple(arrow.value for arrow in facts.arrows)),
        "atk": facts.atk,
        "defense": facts.defense,
    }


def _words(words: tuple[str, ...]) -> str:
    return f" {' '.join(words)} " if words else ""


def names(facts: CardFacts) -> dict[str, tuple[str, bool]]:
    """Names by language, with whether they are official; what is too long for any card is left out."""
    return {
        language: (name, language not in facts.unofficial_names)
        for language, name in facts.names.items()
        if len(name) <= LONGEST_NAME
    }


def texts(facts: CardFacts) -> dict[str, tuple[str, str]]:
    """Texts by language: the card's and its Pendulum Effect."""
    languages = dict.fromkeys((*facts.texts, *facts.pendulum_texts))
    return {language: (facts.texts.get(language, ""), facts.pendulum_texts.get(language, "")) for language in languages}


def folded_name(name: str) -> str:
    return fold(name)[:LONGEST_NAME]


def compare(
    match: Matched,
    source: Source,
    known_names: Mapping[str, tuple[str, bool]],
    known_texts: Mapping[str, tuple[str, str]],
    *,
    shared: bool,
) -> CardChange:
    """What a card that is in the catalogue gets from the file.

    A source at least as strong as the one the card comes from corrects everything it states, and takes back names
    and texts it dropped if no other source spoke of the card (``shared``). A weaker one only fills what is missing.
    """
    card = match.card
    assert card is not None
    wanted = card_values(match)
    new_names, new_texts = names(match.facts), texts(match.facts)
    change = CardChange()
    if strength_of_format(card.source) > source.strength:
        change.values = {name: wanted[name] for name in _FILLED if card.values[name] is None and wanted[name] is not None}
        if match.passcode != card.passcode:
            change.values["passcode"] = match.passcode
        change.names = {language: name for language, name in new_names.items() if language not in known_names}
        change.texts = {language: text for language, text in new_texts.items() if language not in known_texts}
        return change
    kept = set(_FILLED)  # A source that gives none takes none away.
    change.values = {
        name: value for name, value in wanted.items() if value != card.values[name] and not (name in kept and value is None)
    }
    if "en" not in match.facts.names and "en" in known_names:
        change.values.pop("name", None)  # A file in another language renames no card.
    change.names = {language: name for language, name in new_names.items() if known_names.get(language) != name}
    change.known_names = frozenset(change.names) & frozenset(known_names)
    change.texts = {language: text for language, text in new_texts.items() if known_texts.get(language) != text}
    change.known_texts = frozenset(change.texts) & frozenset(known_texts)
    if not shared and card.source == source.format and source.names_every_language:
        change.dropped_names = tuple(language for language in known_names if language not in match.facts.names)
        change.dropped_texts = tuple(language for language in known_texts if language not in new_texts)
    return change
