"""Cards of a duel in the reader's language: the engine speaks of them by their English names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from engine import token_name
from marketplace.catalogue.models import Card, CardName


@dataclass(frozen=True, slots=True)
class CardNames:
    """What the catalogue knows of the cards, by English name. Calling it gives the reader's name of one."""

    language: str
    local: dict[str, str]
    cards: dict[str, Card]

    def __call__(self, english: str) -> str:
        return self.local.get(english) or token_name(english, self.language)

    def card(self, english: str) -> Card | None:
        """The catalogue's card, None for one the catalogue does not hold (a Token)."""
        return self.cards.get(english)


def card_names(session: Session, english: Iterable[str], language: str) -> CardNames:
    """Look all cards up in one query."""
    wanted = sorted(set(english))
    rows = session.execute(
        select(Card, CardName.name)
        .outerjoin(CardName, and_(CardName.card_id == Card.id, CardName.language == language))
        .where(Card.name.in_(wanted), Card.added_by_id.is_(None))
        .order_by(Card.id.desc())
    )
    names = CardNames(language, {}, {})
    for card, name in rows:
        names.cards[card.name] = card
        if name:
            names.local[card.name] = name
    return names
