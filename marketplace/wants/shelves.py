"""The copies a pasted line may mean: one person's, looked up by the very line they are printed as and by name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rapidfuzz import fuzz, process
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import Found, chunks, found_rows, to_found
from marketplace.catalogue.models import Card, CardName, Printing
from marketplace.catalogue.name_search import Kind, NameHit
from marketplace.catalogue.vocabulary import rank, rarity_label
from marketplace.collection.models import Stack
from marketplace.collection.paste import DatabaseCatalogue
from marketplace.wants import seen_writing
from marketplace.wants.seen_writing import COUNT, LOCALES, NO_LANGUAGE
from marketplace.wants.shown_copies import Copy, describe

_BULLETS = re.compile(r"^[\s¤•·–—>*-]+(?=\w|\"|«|“|')")
_NEAR = 82
_LEAST = 3


class Printed(NamedTuple):
    """A way a copy may stand in a list."""

    stack_id: int
    rarity: str
    remarked: bool
    """The line states the language of the copy."""
    alike: tuple[str, str]
    """Equal for copies that share a line: rarity and the line as written in English."""


@dataclass(frozen=True, slots=True)
class TradeCopies:
    """A member's copies for trade, how many of each, and the printings whose number says too little."""

    copies: Mapping[int, Copy]
    at_hand: Mapping[int, int]
    shared: set[int]


@dataclass
class Shelf:
    """Somebody's copies and how many of each may be asked for."""

    copies: Mapping[int, Copy]
    at_hand: Mapping[int, int]
    shared: set[int] = field(default_factory=set)
    exact: dict[str, list[Printed]] = field(default_factory=dict)
    loose: dict[str, list[Printed]] = field(default_factory=dict)
    text: str | None = None
    """What will be read: only copies it names are printed beforehand. None: all of them."""

    def __post_init__(self) -> None:
        exact: dict[str, dict[tuple[int, bool], Printed]] = defaultdict(dict)
        for stack_id, copy in self._named():
            shared = copy.printing_id in self.shared
            alike = self.alike(stack_id)
            for words in LOCALES:
                for usual in (copy.language, NO_LANGUAGE):
                    line = seen_writing.bare(copy, words, usual, shared).replace(COUNT, "")
                    entry = Printed(stack_id, copy.rarity, usual != copy.language, alike)
                    exact[tidy(line)][stack_id, entry.remarked] = entry
        self.exact = {line: list(entries.values()) for line, entries in exact.items()}
        loose: dict[str, dict[tuple[int, bool], Printed]] = defaultdict(dict)
        for line, entries in exact.items():
            loose[loosened(line)].update(entries)
        self.loose = {line: list(entries.values()) for line, entries in loose.items()}

    def _named(self) -> Iterable[tuple[int, Copy]]:
        """Copies that may stand in the text as printed: their line begins with their name. Printing 12,000 takes seconds."""
        if self.text is None:
            return self.copies.items()
        said = "\n".join(loosened(tidy(line)) for line in self.text.split("\n"))
        names = {copy.local_name for copy in self.copies.values()}
        named = {name for name in names if not any(map(str.isalnum, name)) or loosened(tidy(name)) in said}
        return [(stack_id, copy) for stack_id, copy in self.copies.items() if copy.local_name in named]

    def alike(self, stack_id: int) -> tuple[str, str]:
        """Equal for copies that share a line, see ``Printed``."""
        copy = self.copies[stack_id]
        return copy.rarity, seen_writing.bare(copy, "en", NO_LANGUAGE, copy.printing_id in self.shared)


def tidy(line: str) -> str:
    """A line without bullets and needless spaces."""
    return " ".join(_BULLETS.sub("", line.replace("\u00a0", " ").replace("\u2019", "'")).split())


def loosened(line: str) -> str:
    """A line for comparing: accents, case and marks aside."""
    return fold(line)


def headings(rarities: Iterable[str]) -> dict[str, set[str]]:
    """Rarities by how a heading writes them in the languages of lists (folded)."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in rarities:
        for words in LOCALES:
            found[fold(rarity_label(name, words))].add(name)
    return found


def trade_copies(session: Session, owner_id: int, locale: str) -> TradeCopies:
    """The copies a member has for trade, to print."""
    query = select(Stack.id, Stack.for_trade).where(Stack.user_id == owner_id, Stack.for_trade > 0, Stack.proxy.is_(False))
    at_hand = dict(session.execute(query).all())
    copies = describe(session, at_hand, locale)
    return TradeCopies(copies, at_hand, seen_writing.shared_numbers(session, copies.values()))


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """One page of a member's printed list."""

    copies: TradeCopies
    page: int
    pages: int


def printed_part(session: Session, owner_id: int, locale: str, page: int, per_page: int = 600) -> PrintedPart:
    """So many copies of a member's list, rare ones first; a card in one rarity is never split, since equal copies share a line.

    Only those of this page are described: with thousands of copies that is what takes the time.
    """
    query = (
        select(Stack.id, Stack.for_trade, Printing.rarity, Card.name)
        .join(Printing, Printing.id == Stack.printing_id)
        .join(Card, Card.id == Printing.card_id)
        .where(Stack.user_id == owner_id, Stack.for_trade > 0, Stack.proxy.is_(False))
    )
    alike: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for stack_id, for_trade, rarity, name in session.execute(query):
        alike[rarity, name][stack_id] = for_trade
    parts: list[dict[int, int]] = [{}]
    for rarity, name in sorted(alike, key=lambda one: (bool(one[0]), -rank(one[0]), one[0], one[1].casefold())):
        if parts[-1] and len(parts[-1]) + len(alike[rarity, name]) > per_page:
            parts.append({})
        parts[-1] |= alike[rarity, name]
    page = max(1, min(page, len(parts)))
    at_hand = parts[page - 1]
    copies = describe(session, at_hand, locale)
    return PrintedPart(
        TradeCopies(copies, at_hand, seen_writing.shared_numbers(session, copies.values())), page=page, pages=len(parts)
    )


def trade_shelf(session: Session, owner_id: int, locale: str, text: str | None = None) -> Shelf:
    """The copies a member has for trade, to read ``text`` (or any list) against."""
    found = trade_copies(session, owner_id, locale)
    return Shelf(found.copies, found.at_hand, found.shared, text=text)


def own_shelf(session: Session, user_id: int, locale: str, text: str | None = None) -> Shelf:
    """Everything of the reader's own that is at hand, for trade or not."""
    free = Stack.quantity - Stack.lent - Stack.promised
    query = select(Stack.id, free).where(Stack.user_id == user_id, free > 0, Stack.proxy.is_(False))
    at_hand = dict(session.execute(query).all())
    copies = describe(session, at_hand, locale)
    return Shelf(copies, at_hand, seen_writing.shared_numbers(session, copies.values()), text=text)


class ShelfCatalogue(DatabaseCatalogue):
    """The catalogue, asked about the copies of the shelves first: what is on them is what a line means."""

    def __init__(self, session: Session, viewer_id: int, shelves: Iterable[Shelf]) -> None:
        super().__init__(session, viewer_id)
        copies = [copy for shelf in shelves for copy in shelf.copies.values()]
        self._cards = {copy.card_id for copy in copies}
        self._by_card: dict[int, list[Found]] = defaultdict(list)
        self._by_code: dict[str, list[Found]] = defaultdict(list)
        for part in chunks(sorted({copy.printing_id for copy in copies})):
            for row in session.execute(found_rows().where(Printing.id.in_(part))):
                found = to_found(row)
                self._by_card[found.card_id].append(found)
                self._by_code[row[12]].append(found)
        self._names: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for group in chunks(sorted(self._cards)):
            query = select(CardName.folded, CardName.card_id, CardName.language).where(CardName.card_id.in_(group))
            for name, card_id, language in session.execute(query):
                self._names[name].append((card_id, language))
        for copy in copies:
            # A card its owner typed in has no name in the index.
            if not any(card_id == copy.card_id for card_id, _l in self._names.get(fold(copy.english), ())):
                self._names[fold(copy.english)].append((copy.card_id, "en"))

    def by_codes(self, codes_: Iterable[str]) -> dict[str, list[Found]]:
        wanted = {codes.folded(code) for code in codes_}
        found = {key: self._by_code[key] for key in wanted if key in self._by_code}
        left = wanted - set(found)
        return found | (super().by_codes(left) if left else {})

    def exact(self, folded: Iterable[str]) -> dict[str, list[tuple[int, str]]]:
        wanted = {name for name in folded if name}
        found = {name: self._names[name] for name in wanted if name in self._names}
        return {**super().exact(wanted - set(found)), **found}

    def similar(self, text: str, locale: str) -> list[NameHit]:
        words = fold(text).split()
        here = self._holding(words)
        if here:
            return here
        known = super().similar(text, locale)
        on_shelf = [hit for hit in known if hit.card_id in self._cards]
        if on_shelf:
            return on_shelf
        near = self._misspelt(" ".join(words)) if not known or known[0].kind is Kind.TYPO else []
        return near or known

    def _holding(self, words: list[str]) -> list[NameHit]:
        """Cards of the shelves whose name has all these words."""
        if not words or sum(map(len, words)) < _LEAST:
            return []
        found: dict[int, NameHit] = {}
        for name, cards in self._names.items():
            spaced = f" {name}"
            if all(f" {word}" in spaced for word in words):
                kind = Kind.PREFIX if name.startswith(" ".join(words)) else Kind.WORDS
                for card_id, language in cards:
                    if card_id not in found or len(name) < len(found[card_id].name):
                        found[card_id] = NameHit(card_id, name, language, 100 * len(words) / len(name.split()), kind)
        return sorted(found.values(), key=lambda hit: (hit.kind, -hit.score, hit.card_id))

    def _misspelt(self, query: str) -> list[NameHit]:
        hits = process.extract(query, self._names.keys(), scorer=fuzz.ratio, score_cutoff=_NEAR, limit=4)
        return [
            NameHit(card_id, name, language, score, Kind.TYPO)
            for name, score, _place in hits
            for card_id, language in self._names[name]
        ]

    def of_cards(self, card_ids: Iterable[int]) -> dict[int, list[Found]]:
        wanted = set(card_ids)
        here = {card_id: self._by_card[card_id] for card_id in wanted if card_id in self._by_card}
        left = wanted - set(here)
        return here | (super().of_cards(left) if left else {})
