"""The sources of card data, and which of them is believed when two disagree."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """One format of card file as a source of the catalogue."""

    format: str
    bit: int
    """Its place in ``Printing.sources``."""
    strength: int
    """A stronger source corrects what a weaker one said; a weaker one only fills what is missing."""
    speaks_for: int
    """Bits of the sources it supersedes: what it does not list any more, they do not list either."""
    names_every_language: bool
    """A name it does not give is one it does not have; other files hold one language at a time."""


SOURCES = {
    # The starter catalogue is an excerpt of the yaml-yugi list, so that list speaks for it.
    "starter": Source("starter", bit=1, strength=2, speaks_for=1, names_every_language=True),
    "yaml_yugi": Source("yaml_yugi", bit=2, strength=3, speaks_for=3, names_every_language=True),
    # Known for misspelt products, wrong rarities and codes; lists English numbers only.
    "ygoprodeck": Source("ygoprodeck", bit=4, strength=1, speaks_for=4, names_every_language=False),
    "edopro": Source("edopro", bit=8, strength=0, speaks_for=8, names_every_language=False),
}
"""By the name of their format (``engine.facts.FactsFormat``)."""


def strength_of(bits: int) -> int:
    """The strength of the strongest source among ``bits``; -1 when there is none."""
    return max((source.strength for source in SOURCES.values() if source.bit & bits), default=-1)


def strength_of_format(format_name: str) -> int:
    """The strength of a source by name; -1 for anything else, such as a card a collector typed."""
    source = SOURCES.get(format_name)
    return source.strength if source else -1
