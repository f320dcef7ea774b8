"""What reading a list asks the catalogue, and the answers from the database, in bulk.

The reader works against the protocol ``Catalogue``, so that it can be tried without a database.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from rapidfuzz import fuzz, process
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup, search
from marketplace.catalogue.custom import PRODUCT_SLUG
from marketplace.catalogue.found import Found, chunks, current
from marketplace.catalogue.models import Card, CardName, Printing, Product
from marketplace.catalogue.name_search import Kind, NameHit, seen_by

__all__ = ["Catalogue", "DatabaseCatalogue", "Found", "Kind", "NameHit", "NamedSet"]

_MOST_HITS = 12
_SET_LIKENESS = 88.0
_LONGEST_FOLDED = 250
_MOST_NUMBERS = 600


@dataclass(frozen=True, slots=True)
class NamedSet:
    """A product a heading or line names, with the prefixes of its set numbers."""

    name: str
    folded: str
    prefixes: tuple[str, ...]


class Catalogue(Protocol):
    """The questions; every answer holds only what the reader of the list may see."""

    def by_codes(self, codes: Iterable[str]) -> dict[str, list[Found]]:
        """Printings by folded set number."""

    def near(self, code: str) -> list[Found]:
        """What a number that nobody prints may stand for."""

    def exact(self, folded: Iterable[str]) -> dict[str, list[tuple[int, str]]]:
        """Cards whose name is exactly this, with the language of that name."""

    def similar(self, text: str, locale: str) -> list[NameHit]:
        """Cards whose name holds these words, has these initials, or is near."""

    def names_of(self, card_ids: Iterable[int]) -> dict[int, dict[str, str]]:
        """Every card's names by language, the English one always among them."""

    def of_cards(self, card_ids: Iterable[int]) -> dict[int, list[Found]]:
        """All printings of each card."""

    def cards_named(self, english: Iterable[str]) -> dict[str, int]:
        """Cards by their exact English name."""

    def prefixes(self, token: str) -> tuple[str, ...]:
        """The set prefixes a token stands for: itself, or with ``#`` all that go on with digits."""

    def sets_named(self, folded: str, *, near: bool = False) -> list[NamedSet]:
        """Products of this name; with ``near`` also when it is misspelt."""

    def of_prefixes(self, prefixes: Sequence[str], languages: Sequence[str]) -> list[str]:
        """Set numbers with these prefixes in these languages, in number order."""


class DatabaseCatalogue:
    """``Catalogue`` on the database, for one reader."""

    def __init__(self, session: Session, viewer_id: int | None) -> None:
        self._session = session
        self._viewer_id = viewer_id
        self._similar: dict[tuple[str, str], list[NameHit]] = {}

    def by_codes(self, codes: Iterable[str]) -> dict[str, list[Found]]:
        return lookup.by_codes(self._session, codes, self._viewer_id)

    def near(self, code: str) -> list[Found]:
        return lookup.near_codes(self._session, code, self._viewer_id)

    def exact(self, folded: Iterable[str]) -> dict[str, list[tuple[int, str]]]:
        found: dict[str, list[tuple[int, str]]] = defaultdict(list)
        wanted = sorted({name[:_LONGEST_FOLDED] for name in folded if name})
        for part in chunks(wanted):
            query = (
                select(CardName.folded, CardName.card_id, CardName.language)
                .join(Card, Card.id == CardName.card_id)
                .where(CardName.folded.in_(part), seen_by(self._viewer_id))
                .order_by(CardName.card_id)
            )
            for name, card_id, language in self._session.execute(query):
                found[name].append((card_id, language))
        return found

    def similar(self, text: str, locale: str) -> list[NameHit]:
        key = (text, locale)
        if key not in self._similar:
            self._similar[key] = search.find_names(self._session, text, _MOST_HITS, locale=locale, viewer_id=self._viewer_id)
        return self._similar[key]

    def names_of(self, card_ids: Iterable[int]) -> dict[int, dict[str, str]]:
        found: dict[int, dict[str, str]] = defaultdict(dict)
        for part in chunks(sorted(set(card_ids))):
            query = select(Card.id, Card.name, CardName.language, CardName.name).outerjoin(CardName).where(Card.id.in_(part))
            for card_id, english, language, name in self._session.execute(query):
                found[card_id].setdefault("en", english)
                if language:
                    found[card_id][language] = name
        return found

    def of_cards(self, card_ids: Iterable[int]) -> dict[int, list[Found]]:
        return lookup.of_cards(self._session, card_ids, self._viewer_id)

    def cards_named(self, english: Iterable[str]) -> dict[str, int]:
        query = (
            select(Card.name, Card.id)
            .where(Card.name.in_(sorted(set(english))), Card.added_by_id.is_(None))
            .order_by(Card.id.desc())
        )
        return {row[0]: row[1] for row in self._session.execute(query)}

    @cached_property
    def _sets(self) -> list[NamedSet]:
        query = select(Product.name, Product.folded, Product.prefixes).where(Product.slug != PRODUCT_SLUG).order_by(Product.id)
        return [NamedSet(name, folded, tuple(prefixes.split())) for name, folded, prefixes in self._session.execute(query)]

    @cached_property
    def _all_prefixes(self) -> frozenset[str]:
        return frozenset(prefix for one in self._sets for prefix in one.prefixes)

    def prefixes(self, token: str) -> tuple[str, ...]:
        upper = token.upper()
        if "#" in upper:
            shape = re.compile("^" + re.escape(upper).replace(re.escape("#"), r"\d+") + "$")
            return tuple(sorted(prefix for prefix in self._all_prefixes if shape.match(prefix)))
        return (upper,) if upper in self._all_prefixes else ()

    def sets_named(self, folded: str, *, near: bool = False) -> list[NamedSet]:
        exact = [one for one in self._sets if one.folded == folded and one.prefixes]
        if exact or not near or len(folded) < 6:
            return exact
        names = {place: one.folded for place, one in enumerate(self._sets) if one.prefixes}
        best = process.extract(folded, names, scorer=fuzz.ratio, score_cutoff=_SET_LIKENESS, limit=3)
        return [self._sets[place] for _name, _score, place in best[:1]]

    def of_prefixes(self, prefixes: Sequence[str], languages: Sequence[str]) -> list[str]:
        found: dict[str, None] = {}
        for prefix in prefixes:
            query = (
                select(Printing.code)
                .where(Printing.code_folded >= prefix, Printing.code_folded < prefix + "\uffff")
                .where(Printing.code.startswith(f"{prefix}-", autoescape=True), Printing.language.in_(languages))
                .where(current(self._viewer_id))
                .order_by(Printing.sort_key, Printing.id)
                .limit(_MOST_NUMBERS)
            )
            found.update(dict.fromkeys(self._session.scalars(query)))
        return list(found)[:_MOST_NUMBERS]
