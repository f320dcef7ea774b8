"""Hand-written definitions, one file per card, found by the card's name when a Deck asks for it."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from engine.effects.filters import Filter
from engine.effects.tree import Card, Materials
from engine.facts import CardFacts
from engine.vocab import Ability, Frame

_PLAIN = (Frame.NORMAL, Frame.SYNCHRO, Frame.FUSION)
_NAMED_MATERIALS = re.compile(r'"[^"]+"( \+ "[^"]+")+')
LATEST = "version_latest"
"""The value of ``card.text.version`` for the present texts."""
_PLAIN_MATERIALS = ("1 tuner + 1 or more non-tuner monsters", "1 tuner + 1+ non-tuner monsters")


def slug(name: str) -> str:
    """Return the name of the file of a card: its English name in lower case, words joined by "_"."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "_", plain.lower().replace("'", "")).strip("_")
    return words if words[:1].isalpha() else f"n_{words}"


@cache
def written(name: str, version: str = LATEST) -> Card | None:
    """Return the hand-written definition of a card by its text of a time (``card.text.version``), or None.

    A card file holds ``CARD``, the definition by the present text, and, where an older text does something else,
    ``EDITIONS`` with the older definitions by the value of the switch.
    """
    module = f"engine.cards.{slug(name)[0]}.{slug(name)}"
    try:
        if find_spec(module) is None:
            return None
    except ModuleNotFoundError:
        return None
    made = import_module(module)
    card: Card = getattr(made, "EDITIONS", {}).get(version, made.CARD)
    return card if card.name == name else None


def definition(facts: CardFacts, version: str = LATEST) -> Card | None:
    """Return what the rules know of a card by its text of a time; None if it cannot be played in duels yet.

    A card without effects needs no file: a Normal Monster, a Synchro Monster made of one Tuner and any non-Tuners, or a
    Fusion Monster whose materials are named one by one.
    """
    found = written(facts.name, version)
    if found is not None:
        return found
    if facts.pendulum or facts.frame not in _PLAIN or Ability.EFFECT in facts.abilities:
        return None
    if any(word in facts.abilities for word in (Ability.GEMINI, Ability.SPIRIT, Ability.UNION, Ability.TOON, Ability.FLIP)):
        return None
    line = _material_line(facts)
    if facts.frame is Frame.SYNCHRO and line.lower() not in _PLAIN_MATERIALS:
        return None
    if facts.frame is Frame.FUSION:
        named = _NAMED_MATERIALS.fullmatch(line)
        return None if named is None else Card(facts.name, materials=_named(re.findall('"([^"]+)"', line)))
    return Card(facts.name)


def _named(names: list[str]) -> Materials:
    return Materials(tuple(Filter(names=(name,)) for name in names))


def _material_line(facts: CardFacts) -> str:
    line = facts.materials or facts.texts.get("en", "").split("\n")[0]
    return line.strip()


def written_names() -> list[str]:
    """Return the names of all cards with a hand-written definition, sorted."""
    folder = Path(__file__).parent
    names = []
    for path in sorted(folder.glob("*/*.py")):
        if path.stem != "__init__":
            names.append(import_module(f"engine.cards.{path.parent.name}.{path.stem}").CARD.name)
    return sorted(names)
