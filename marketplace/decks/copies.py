"""What a player has of the cards of a deck: owned in any printing, and free, which is what nothing else holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import and_, func, literal, select, union_all
from sqlalchemy.orm import Session

from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Card, Printing
from marketplace.collection.models import Stack
from marketplace.decks.models import Deck, DeckEntry

_AT_A_TIME = 400


@dataclass(frozen=True, slots=True)
class Stand:
    """Copies of one card, by its English name. Proxies are no copies."""

    owned: int = 0
    lent: int = 0
    in_decks: int = 0
    """In the player's other built decks."""
    promised: int = 0
    """Locked for somebody by an agreed trade."""

    @property
    def free(self) -> int:
        """Owned copies that are at hand and in no other built deck."""
        return max(0, self.owned - self.lent - self.in_decks - self.promised)

    def missing(self, needed: int) -> int:
        """Copies to find for a deck that needs so many."""
        return max(0, needed - self.free)


NOTHING = Stand()


def stand_of(session: Session, user_id: int, names: Iterable[str], deck_id: int | None = None) -> dict[str, Stand]:
    """What the player has of cards by English name; built decks other than ``deck_id`` hold theirs.

    One statement per 400 names. Cards of one name are one card, whatever their entry in the catalogue.
    """
    wanted = sorted(set(names))
    found: dict[str, list[int]] = {}
    for part in chunks(wanted, _AT_A_TIME):
        owned = (
            select(Card.name, func.sum(Stack.quantity), func.sum(Stack.lent), func.sum(Stack.promised), literal(0))
            .join(Printing, Printing.card_id == Card.id)
            .join(Stack, and_(Stack.printing_id == Printing.id, Stack.user_id == user_id, Stack.quantity > 0))
            .where(Card.name.in_(part), Stack.proxy.is_(False))
            .group_by(Card.name)
        )
        built = (
            select(Card.name, literal(0), literal(0), literal(0), func.sum(DeckEntry.copies))
            .join(DeckEntry, DeckEntry.card_id == Card.id)
            .join(Deck, Deck.id == DeckEntry.deck_id)
            .where(
                Card.name.in_(part), Deck.user_id == user_id, Deck.state == "built", Deck.deleted_at.is_(None),
                Deck.id != (deck_id or 0),
            )
            .group_by(Card.name)
        )  # fmt: skip
        for name, *numbers in session.execute(union_all(owned, built)):
            sums = found.setdefault(name, [0, 0, 0, 0])
            for place, number in enumerate(numbers):
                sums[place] += int(number)
    stands = {}
    for name in wanted:
        owned_copies, lent, promised, in_decks = found.get(name, (0, 0, 0, 0))
        stands[name] = Stand(owned_copies, lent, in_decks, promised)
    return stands
