"""What the search beside a deck can be narrowed to beyond the catalogue's filters: owned cards, cards for duels."""

from __future__ import annotations

from functools import cache

from sqlalchemy import ColumnElement, and_, false, or_, select
from sqlalchemy.orm import Session, aliased

from engine import not_playable, written_names
from marketplace.catalogue.models import Card, CardText, Printing
from marketplace.collection.models import Stack
from marketplace.decks.card_source import facts_from

_AT_A_TIME = 400


def owned_by(user_id: int) -> ColumnElement[bool]:
    """Cards of which the player owns a copy in any printing, by name as everywhere with decks. Proxies are no copies."""
    held = aliased(Card)
    names = (
        select(held.name)
        .join(Printing, Printing.card_id == held.id)
        .join(Stack, and_(Stack.printing_id == Printing.id, Stack.user_id == user_id, Stack.quantity > 0))
        .where(Stack.proxy.is_(False))
    )
    return Card.name.in_(names)


def playable_in_duels(session: Session) -> ColumnElement[bool]:
    """Cards that can be played in duels: those somebody wrote down, and of the monsters without effects those the engine takes."""
    plain = and_(
        Card.added_by_id.is_(None),
        Card.kind == "monster",
        Card.pendulum.is_(False),
        ~Card.abilities.contains(" effect "),
    )
    texts = and_(CardText.card_id == Card.id, CardText.language == "en")
    rows = session.execute(select(Card, CardText.text).outerjoin(CardText, texts).where(plain)).all()
    candidates = [(card, facts_from(card, {}, text or "", ())) for card, text in rows]
    refused = set(not_playable([facts for _card, facts in candidates]))
    ids = [card.id for card, facts in candidates if facts.name not in refused]
    return and_(
        Card.added_by_id.is_(None),
        or_(
            Card.name.in_(_written()),
            *(Card.id.in_(ids[at : at + _AT_A_TIME]) for at in range(0, len(ids), _AT_A_TIME)),
            false(),
        ),
    )


@cache
def _written() -> tuple[str, ...]:
    return tuple(written_names())
