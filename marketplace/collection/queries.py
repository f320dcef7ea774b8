"""Questions about a collection that other pages ask: what is owned of these printings, what exists already."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from marketplace.collection.models import Stack
from marketplace.collection.stock_act import chunks


class Owned(NamedTuple):
    """What a collector has of exactly these copies."""

    stack_id: int
    quantity: int
    for_trade: int
    lent: int


def owned_by_printing(session: Session, user_id: int, printing_ids: Iterable[int]) -> dict[int, list[Stack]]:
    """The collector's stacks of these printings with copies in them, places loaded: one query per 5,000 printings."""
    found: dict[int, list[Stack]] = {}
    for part in chunks(sorted(set(printing_ids))):
        query = select(Stack).where(Stack.user_id == user_id, Stack.printing_id.in_(part), Stack.quantity > 0)
        for stack in session.scalars(query.options(joinedload(Stack.place)).order_by(Stack.id)):
            found.setdefault(stack.printing_id, []).append(stack)
    return found


def existing(session: Session, user_id: int, keys: Iterable[str]) -> dict[str, Owned]:
    """What there is of copies with these merge keys, empty stacks included: for previews of imports and lists."""
    found = {}
    for part in chunks(sorted(set(keys))):
        query = select(Stack.merge_key, Stack.id, Stack.quantity, Stack.for_trade, Stack.lent)
        for key, *values in session.execute(query.where(Stack.user_id == user_id, Stack.merge_key.in_(part))):
            found[key] = Owned(*values)
    return found
