"""What a reader hands back: the cards of a file, and what was wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.facts.card import CardFacts


class FactsFormat(StrEnum):
    """The kinds of card file that can be read."""

    STARTER = "starter"
    YAML_YUGI = "yaml_yugi"
    YGOPRODECK = "ygoprodeck"
    EDOPRO = "edopro"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with one entry. Unless the message says otherwise the card was left out."""

    row: int
    """Position of the entry in the file, from 1; in a .cdb the id of the card."""
    field: str
    """Name of the field in the file's own words; "" when the whole entry is meant."""
    message: str
    """English sentence that says what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class FactsFile:
    """The content of one card file."""

    format: FactsFormat
    cards: Sequence[CardFacts]
    """In the order of the file."""
    problems: Sequence[Problem]
    """In the order of the file; complete as soon as the file is returned."""


class UnreadableFacts(Exception):
    """The file as a whole cannot be used; ``str()`` is a sentence that says why."""
