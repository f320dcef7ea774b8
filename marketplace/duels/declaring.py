"""A card name that is declared: the card that is meant by what was typed."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine import Action, Verb
from engine.card_names import loose_key, name_key
from marketplace.catalogue.models import Card, CardName
from marketplace.duels.table import Table


def declared(session: Session, table: Table, typed: str) -> Action:
    """The answer that names the card, typed in any language of the catalogue; as typed if there is no such card.

    Accents and signs such as ★ may be left out where only one card can be meant.
    """
    prompt = table.duel.view(table.seat).get("prompt", {})
    names: list[str] = prompt.get("names", [])
    exact = name_key(typed)
    for name in names:
        if name_key(name) == exact:
            return Action(Verb.CHOOSE, value=name)
    rows = session.execute(
        select(Card.name, CardName.name)
        .join(CardName, CardName.card_id == Card.id)
        .where(Card.name.in_(names))
        .order_by(Card.id)
    )
    spellings = [(english, other) for english, other in rows]
    for english, other in spellings:
        if name_key(other) == exact:
            return Action(Verb.CHOOSE, value=english)
    return Action(Verb.CHOOSE, value=_loosely(typed, [*((name, name) for name in names), *spellings]) or typed)


def _loosely(typed: str, spellings: Sequence[tuple[str, str]]) -> str:
    """The English name of the only card whose letters and digits are these; "" if there is none or several."""
    wanted = loose_key(typed)
    found = {english for english, other in spellings if wanted and loose_key(other) == wanted}
    return found.pop() if len(found) == 1 else ""
