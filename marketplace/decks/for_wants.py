"""Decks and the want list: what a deck lacks as wants, whose deck it is, and copies built decks need."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Card
from marketplace.decks.deck_view import DeckView
from marketplace.decks.models import Deck, DeckEntry
from marketplace.wants import wants
from marketplace.wants.keeping import needs_copies
from marketplace.wants.models import Want, WantAct
from marketplace.wants.want_view import names_decks
from marketplace.wants.wishes import MOST_QUANTITY, Wish


def want_missing(session: Session, user_id: int, view: DeckView, *, request_key: str | None = None) -> WantAct:
    """Put what a deck lacks on the player's want list, in any printing. Asked again it raises no number twice."""
    wishes = [
        Wish("card", card_id=row.card.id, quantity=min(number, MOST_QUANTITY), deck_id=view.deck.id)
        for number, row in view.missing
        if row.card is not None
    ]
    return wants.add(session, user_id, wishes, at_least=True, request_key=request_key)


def wanted_of(session: Session, user_id: int, view: DeckView) -> dict[str, int]:
    """Copies of the missing cards that are on the want list in any printing, by English name: one statement."""
    names = [row.facts.name for _number, row in view.missing if row.facts is not None]
    query = (
        select(Card.name, func.sum(Want.quantity))
        .join(Want, Want.card_id == Card.id)
        .where(Want.user_id == user_id, Card.name.in_(names))
        .group_by(Card.name)
    )
    return {row[0]: int(row[1]) for row in session.execute(query)}


@wants.owns_deck
def is_own(session: Session, user_id: int, deck_id: int) -> bool:
    """Whether the deck is this player's and not deleted."""
    query = select(Deck.id).where(Deck.id == deck_id, Deck.user_id == user_id, Deck.deleted_at.is_(None))
    return session.scalar(query) is not None


@names_decks
def names_of(session: Session, user_id: int) -> dict[int, str]:
    """The player's decks by id."""
    query = select(Deck.id, Deck.name).where(Deck.user_id == user_id, Deck.deleted_at.is_(None)).order_by(Deck.name)
    return {row[0]: row[1] for row in session.execute(query)}


@needs_copies
def in_built_decks(session: Session, user_id: int, names: Iterable[str]) -> dict[str, int]:
    """Copies of each card in the player's built decks."""
    found: dict[str, int] = {}
    for part in chunks(sorted(set(names))):
        query = (
            select(Card.name, func.sum(DeckEntry.copies))
            .join(DeckEntry, DeckEntry.card_id == Card.id)
            .join(Deck, Deck.id == DeckEntry.deck_id)
            .where(Card.name.in_(part), Deck.user_id == user_id, Deck.state == "built", Deck.deleted_at.is_(None))
            .group_by(Card.name)
        )
        found |= {row[0]: int(row[1]) for row in session.execute(query)}
    return found
