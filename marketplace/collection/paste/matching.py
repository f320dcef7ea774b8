"""How well a typed name fits a card: equal, equal but for accents or punctuation, part of it, misspelt, or not at all. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from marketplace.catalogue.folding import fold, initials

_QUOTES = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u02bc": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
)
_LIKENESS = 82.0
_SHORTEST_PART = 3


_folded = lru_cache(maxsize=20_000)(fold)


class Fit(IntEnum):
    """From equal to nothing in common; smaller is better."""

    EQUAL = 0
    ACCENTS = 1
    PUNCTUATION = 2
    PART = 3
    INITIALS = 4
    TYPO = 5
    NONE = 9


def fit(typed: str, names: Mapping[str, str], language: str | None = None) -> Fit:
    """The best fit of ``typed`` to a card's names (language to name); signs are compared with the name in ``language``."""
    key = _folded(typed)
    if not key:
        return Fit.NONE
    printed = names.get(language or "")
    if printed is not None and _folded(printed) == key:
        return _signs(typed, printed)
    folded = {name: _folded(name) for name in names.values()}
    equal = [name for name, other in folded.items() if other == key]
    if equal:
        return _signs(typed, equal[0])
    words = key.split()
    if any(_part(words, other.split()) for other in folded.values()):
        return Fit.PART
    if (
        len(words) == 1
        and key.isalpha()
        and len(key) >= _SHORTEST_PART
        and any(initials(other) == key for other in folded.values())
    ):
        return Fit.INITIALS
    if any(fuzz.ratio(key, other, score_cutoff=_LIKENESS) or _near(words, other.split()) for other in folded.values()):
        return Fit.TYPO
    return Fit.NONE


def _part(words: list[str], name: list[str]) -> bool:
    """Whether every typed word begins a word of the name, and together they are enough to mean something."""
    if sum(len(word) for word in words) < _SHORTEST_PART:
        return False
    return all(any(other.startswith(word) for other in name) for word in words)


def _near(words: list[str], name: list[str]) -> bool:
    """Whether every typed word is at most a slip or two away from a word of the name."""

    def close(word: str, other: str) -> bool:
        slips = 0 if len(word) < 4 else 1 if len(word) < 7 else 2
        return OSA.distance(word, other, score_cutoff=slips) <= slips

    return sum(len(word) for word in words) >= 5 and all(any(close(word, other) for other in name) for word in words)


def _signs(typed: str, name: str) -> Fit:
    """How two names differ that are equal when folded. Case, and accents left out on a capital, are no difference."""
    a, b = _composed(typed), _composed(name)
    if len(a) == len(b) and all(_same_letter(one, other) for one, other in zip(a, b, strict=True)):
        return Fit.EQUAL
    if _bare(typed) == _bare(name):
        return Fit.ACCENTS
    return Fit.PUNCTUATION


def _composed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text.translate(_QUOTES)).split())


def _same_letter(a: str, b: str) -> bool:
    return a.casefold() == b.casefold() or ((a.isupper() or b.isupper()) and _bare(a) == _bare(b))


def _bare(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", " ".join(text.translate(_QUOTES).split()).casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def overlap(typed: str, names: Mapping[str, str]) -> float:
    """How much of the typed letters stands in words that a card's name has too (0 to 1), in its best language."""
    words = fold(typed).split()
    letters = sum(len(word) for word in words)
    if not letters:
        return 0.0
    return (
        max(
            (sum(len(word) for word in words if len(word) > 3 and word in fold(name).split()) for name in names.values()),
            default=0,
        )
        / letters
    )


def likeness(typed: str, folded: str) -> float:
    """Likeness of a typed name to a folded one, 0 to 100."""
    return fuzz.ratio(fold(typed), folded)


def best(cuts: Iterable[str], names: Mapping[str, str], language: str | None = None) -> tuple[int, Fit]:
    """Which way to cut a line fits a card best, the least cut one of equals: (place, fit)."""
    chosen = (Fit.NONE, -1)
    for place, cut in enumerate(cuts):
        found = (fit(cut, names, language), place)
        if chosen[1] < 0 or found < chosen:
            chosen = found
        if found[0] is Fit.EQUAL:
            break
    return chosen[1], chosen[0]
