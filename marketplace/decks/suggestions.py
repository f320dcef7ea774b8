"""Cards that can be played in duels, for the places of cards that can't be yet: of the same kind and Level."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, false, func, or_, select
from sqlalchemy.orm import Session

from engine import CardFacts, home_pile, not_playable
from marketplace.catalogue import lookup
from marketplace.catalogue.models import Card
from marketplace.decks.card_source import facts_from
from marketplace.decks.deck_view import DeckView
from marketplace.i18n import current_locale

SHOWN = 4


def suggestions(session: Session, view: DeckView) -> dict[int, list[tuple[Card, str]]]:
    """Entry id -> up to four cards that can be played, with their names: two statements for the whole deck.

    Cards in the deck already come last; of the others those of the same Attribute and Type, and with an ATK close by, first.
    """
    wanted = {row.entry.id: row.facts for row in view.unplayable if row.facts is not None}
    if not wanted:
        return {}
    rows = session.scalars(select(Card).where(Card.added_by_id.is_(None), _alike(wanted.values()))).all()
    candidates = [(row, facts_from(row, {}, "", ())) for row in rows]
    unplayable = set(not_playable([facts for _row, facts in candidates]))
    playable = [(row, facts) for row, facts in candidates if facts.name not in unplayable]
    present = {row.facts.name for row in view.rows if row.facts is not None}
    chosen: dict[int, list[Card]] = {}
    for entry_id, facts in wanted.items():
        alike = [(row, other) for row, other in playable if _kind(other) == _kind(facts)]
        alike.sort(key=lambda pair: (pair[1].name in present, *_distance(pair[1], facts), pair[1].name))
        chosen[entry_id] = [row for row, _facts in alike[:SHOWN]]
    names = lookup.names(session, {card.id for cards in chosen.values() for card in cards}, current_locale())
    return {entry_id: [(card, names[card.id]) for card in cards] for entry_id, cards in chosen.items()}


def _kind(facts: CardFacts) -> tuple[object, ...]:
    stars = facts.level or facts.rank or facts.link or 0
    return facts.kind, facts.icon, stars, home_pile(facts)


def _alike(cards: Iterable[CardFacts]) -> ColumnElement[bool]:
    stars = func.coalesce(Card.level, Card.rank, Card.link, 0)
    conditions = {
        (facts.kind.value, facts.icon.value if facts.icon else None, facts.level or facts.rank or facts.link or 0)
        for facts in cards
    }
    return or_(
        false(),
        *(
            and_(Card.kind == kind, stars == level) if icon is None else and_(Card.kind == kind, Card.icon == icon)
            for kind, icon, level in conditions
        ),
    )


def _distance(other: CardFacts, facts: CardFacts) -> tuple[object, ...]:
    return (
        other.frame != facts.frame,
        other.attribute != facts.attribute,
        other.type != facts.type,
        abs((other.atk or 0) - (facts.atk or 0)),
    )
