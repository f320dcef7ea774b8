"""Set numbers that name two cards: those of the file, and those it would bring into the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection

from marketplace.catalogue.importing.known import Known, cards_of_numbers
from marketplace.catalogue.importing.printing_matching import is_announced
from marketplace.catalogue.importing.report import Collision
from marketplace.catalogue.importing.sources import Source, strength_of

Given = Iterable[tuple[int, str]]
"""Card ref and set number."""


class Collisions:
    """Collects who has which number.

    Two entries of one name (a card with two pictures that counts as two) share numbers rightly and are no collision;
    nor is a number that is only announced.
    """

    def __init__(self, connection: Connection, known: Known, source: Source) -> None:
        self._connection = connection
        self._known = known
        self._source = source
        self._first: dict[str, int] = {}
        self._several: dict[str, dict[int, str]] = {}
        self._first_name: dict[int, str] = {}
        self._catalogue: dict[str, dict[int, int]] = {}

    def note(self, code: str, ref: int, name: str) -> None:
        """The file gives ``code`` to the card."""
        first = self._first.setdefault(code, ref)
        if first == ref:
            self._first_name[ref] = name
        elif not is_announced(code):
            self._several.setdefault(code, {first: self._first_name[first]})[ref] = name

    def unexpected(self, given: Given, names: Mapping[int, str]) -> set[tuple[int, str]]:
        """Which of the new numbers the catalogue knows for another card, on the word of a source as good as this one.

        Those are held back: a slip of the source must not turn somebody's card into another one.
        """
        numbers = {(ref, code) for ref, code in given if not is_announced(code)}
        self._catalogue |= cards_of_numbers(self._connection, {code for _ref, code in numbers})
        return {
            (ref, code)
            for ref, code in numbers
            if ref not in self._catalogue.get(code, ())
            and any(
                self._name(other, {}) != names[ref] and strength_of(sources) >= self._source.strength
                for other, sources in self._catalogue.get(code, {}).items()
            )
        }

    def report(self, given: Given, names: Mapping[int, str], held: set[tuple[int, str]]) -> list[Collision]:
        """Every number that names two cards: in the file, or in the file and the catalogue."""
        several = {code: dict(cards) for code, cards in self._several.items()}
        for ref, code in given:
            if is_announced(code):
                continue
            others = self._catalogue.get(code, {})
            if any(self._name(other, names) != names[ref] for other in others):
                cards = several.setdefault(code, {})
                cards |= {other: self._name(other, names) for other in others} | {ref: names[ref]}
        colliding = {code: cards for code, cards in several.items() if len(set(cards.values())) > 1}
        missing = colliding.keys() - self._catalogue.keys()
        self._catalogue |= cards_of_numbers(self._connection, missing)
        found = []
        for code, cards in sorted(colliding.items()):
            before = self._catalogue.get(code, {})
            ordered = sorted(cards, key=lambda ref: (ref not in before, ref < 0, abs(ref)))
            found.append(
                Collision(
                    "number",
                    code,
                    tuple(dict.fromkeys(cards[ref] for ref in ordered)),
                    known=all(ref in before for ref in cards),
                    held=any((ref, code) in held for ref in cards),
                )
            )
        return found

    def _name(self, ref: int, names: Mapping[int, str]) -> str:
        if ref in names:
            return names[ref]
        card = self._known.cards.get(ref)
        return card.name if card else ""
