"""A card name that is declared: the card that is meant by what was typed."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine import Action, Verb
from engine.card_names import name_key
from marketplace.catalogue.models import Card, CardName
from marketplace.duels.table import Table


def declared(session: Session, table: Table, typed: str) -> Action:
    """The answer that names the card, typed in any language of the catalogue; as typed if there is no such card."""
    prompt = table.duel.view(table.seat).get("prompt", {})
    names: list[str] = prompt.get("names", [])
    wanted = name_key(typed)
    for name in names:
        if name_key(name) == wanted:
            return Action(Verb.CHOOSE, value=name)
    rows = session.execute(
        select(Card.name, CardName.name)
        .join(CardName, CardName.card_id == Card.id)
        .where(Card.name.in_(names))
        .order_by(Card.id)
    )
    return Action(Verb.CHOOSE, value=next((english for english, other in rows if name_key(other) == wanted), typed))
