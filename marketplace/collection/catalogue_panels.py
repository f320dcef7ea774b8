"""What one owns, on the catalogue's pages: the copies of a card, badges on tiles, marks beside printings, a set's progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session, contains_eager, joinedload

from marketplace.catalogue import panels
from marketplace.catalogue.models import Card, Printing, Product
from marketplace.catalogue.vocabulary import short_form
from marketplace.collection.models import Stack

_SHOWN = 12


def _copies(number: int) -> str:
    return str(ngettext("you own %(num)d copy", "you own %(num)d copies", number))


@panels.card_panel("collection/_card_panel.html")
def own_copies(session: Session, viewer_id: int, card: Card) -> dict[str, Any]:
    """The reader's stacks of a card: one query."""
    query = (
        select(Stack)
        .join(Stack.printing)
        .options(contains_eager(Stack.printing), joinedload(Stack.place))
        .where(Stack.user_id == viewer_id, Stack.quantity > 0, Printing.card_id == card.id)
        .order_by(Printing.sort_key, Printing.language, Stack.id)
    )
    stacks = list(session.scalars(query))
    return {
        "card": card,
        "stacks": stacks[:_SHOWN],
        "more": max(0, len(stacks) - _SHOWN),
        "copies": sum(stack.quantity for stack in stacks),
        "for_trade": sum(stack.for_trade for stack in stacks),
        "promised": sum(stack.promised for stack in stacks),
    }


@panels.tile_badges
def copies_by_card(session: Session, viewer_id: int, card_ids: Sequence[int]) -> dict[int, panels.Badge]:
    """Copies of each card in any printing: one query."""
    query = (
        select(Printing.card_id, func.sum(Stack.quantity))
        .join(Stack, and_(Stack.printing_id == Printing.id, Stack.user_id == viewer_id, Stack.quantity > 0))
        .where(Printing.card_id.in_(card_ids))
        .group_by(Printing.card_id)
    )
    return {card_id: panels.Badge(int(number), _copies(int(number))) for card_id, number in session.execute(query)}


@panels.printing_marks
def copies_by_printing(session: Session, viewer_id: int, printing_ids: Sequence[int]) -> dict[int, panels.Mark]:
    """Copies of each printing and where to add one: one query."""
    query = (
        select(Printing.id, Printing.code, Printing.rarity, func.coalesce(func.sum(Stack.quantity), 0))
        .outerjoin(Stack, and_(Stack.printing_id == Printing.id, Stack.user_id == viewer_id, Stack.quantity > 0))
        .where(Printing.id.in_(printing_ids))
        .group_by(Printing.id, Printing.code, Printing.rarity)
    )
    marks = {}
    for printing_id, code, rarity, number in session.execute(query):
        # The entry field understands a rarity behind the number, so the form opens with this very printing.
        typed = f"{code} {short_form(rarity)}".strip() if code else ""
        marks[printing_id] = panels.Mark(
            count=int(number),
            words=_copies(int(number)) if number else "",
            add_url=url_for("collection.add", code=typed) if code else "",
            add_label=_("Add %(code)s to my collection", code=code) if code else "",
        )
    return marks


@panels.set_panel("collection/_set_panel.html")
def set_progress(session: Session, viewer_id: int, product: Product, language: str) -> dict[str, Any] | None:
    """How much of a set the reader owns in one language, by set numbers: one query."""
    owned = and_(Stack.printing_id == Printing.id, Stack.user_id == viewer_id, Stack.quantity > 0)
    query = (
        select(
            func.count(func.distinct(Printing.code)),
            func.count(func.distinct(Printing.code)).filter(Stack.id.is_not(None)),
            func.coalesce(func.sum(Stack.quantity), 0),
        )
        .outerjoin(Stack, owned)
        .where(Printing.product_id == product.id, Printing.language == language, Printing.added_by_id.is_(None))
    )
    total, have, copies = session.execute(query).one()
    if not total:
        return None
    return {"product": product, "language": language, "total": int(total), "have": int(have), "copies": int(copies)}
