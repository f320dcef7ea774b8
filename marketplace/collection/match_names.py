"""Names and passcodes of cards in bulk, for matching rows: what a card is called in any language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rapidfuzz import fuzz
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import Found, chunks
from marketplace.catalogue.models import Card, CardAlias, CardName
from marketplace.collection.formats.tcgplayer import split_variant

NEAR = 72
"""Similarity (0 to 100) from which a name is another spelling of a card's name, not another card's."""


def alike(name: str, other: str) -> bool:
    """Whether two names are one, case, accents and punctuation aside."""
    return name == other or fold(name) == fold(other)


class NameBook:
    """What cards are called; filled in bulk, then asked row by row."""

    def __init__(self, session: Session, viewer_id: int) -> None:
        self.session = session
        self._seen = or_(Card.added_by_id.is_(None), Card.added_by_id == viewer_id)
        self._names: dict[int, set[str]] = defaultdict(set)
        self._cards: dict[str, list[int]] = defaultdict(list)
        self._passcodes: dict[int, int] = {}
        self._pages: dict[int, int] = {}

    def learn(self, card_ids: Iterable[int]) -> None:
        """Read the names of these cards in every language."""
        for part in chunks(sorted(set(card_ids))):
            query = select(CardName.card_id, CardName.folded).where(CardName.card_id.in_(part))
            for card_id, folded in self.session.execute(query):
                self._names[card_id].add(folded)

    def learn_keys(self, card_ids: Iterable[int]) -> None:
        """Read the catalogue's keys of these cards: where two share a name and a number, the earlier is the main one."""
        for part in chunks(sorted(set(card_ids))):
            query = select(Card.id, Card.page_id).where(Card.id.in_(part), Card.page_id.is_not(None))
            self._pages.update((card_id, page) for card_id, page in self.session.execute(query) if page is not None)

    def key(self, card_id: int) -> int:
        """The catalogue's key of a card; a large number when it has none."""
        return self._pages.get(card_id, 2**62)

    def find_cards(self, passcodes: Iterable[int], names: Iterable[str]) -> None:
        """Read which cards have these passcodes or names."""
        for part in chunks(sorted(set(passcodes))):
            aliases = select(CardAlias.passcode, CardAlias.card_id).where(CardAlias.passcode.in_(part))
            self._passcodes.update((passcode, card_id) for passcode, card_id in self.session.execute(aliases))
            cards = select(Card.passcode, Card.id).where(Card.passcode.in_(part), self._seen)
            self._passcodes.update((passcode, card_id) for passcode, card_id in self.session.execute(cards) if passcode)
        for names_part in chunks(sorted({fold(name) for name in names})):
            query = (
                select(CardName.folded, CardName.card_id)
                .join(Card, Card.id == CardName.card_id)
                .where(CardName.folded.in_(names_part), self._seen)
                .distinct()
                .order_by(CardName.card_id)
            )
            for folded, card_id in self.session.execute(query):
                self._cards[folded].append(card_id)

    def by_passcode(self, passcode: int) -> int | None:
        return self._passcodes.get(passcode)

    def by_name(self, name: str) -> list[int]:
        return self._cards.get(fold(name), [])

    def is_called(self, found: Found, name: str) -> bool:
        """Whether the card has this name in any language."""
        return alike(name, found.name) or fold(name) in self._names.get(found.card_id, ())

    def is_near(self, found: Found, name: str) -> bool:
        """Whether the name is another spelling, a part, or the name with a variant in brackets."""
        spellings = self._names.get(found.card_id) or {fold(found.name)}
        for text in {fold(name), fold(split_variant(name)[0])}:
            if any(fuzz.token_set_ratio(text, known) >= NEAR for known in spellings):
                return True
        return False
