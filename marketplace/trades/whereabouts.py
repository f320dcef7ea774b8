"""Copies of open offers that their owner has put somewhere else: sorting a binder breaks no offer.

Copies that are moved, or join an equal stack, lie in another stack afterwards; the owner's journal tells in which. The
line follows them, as long as enough are there in one stack. Copies that are lent, promised or gone are not followed:
an equal copy from another place is not what was offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue.found import chunks
from marketplace.collection.models import Movement
from marketplace.trades.line_stock import stock_of
from marketplace.trades.models import TradeLine

_MOST_MOVES = 4
"""How often copies may have been moved since their line was written."""
_MOVES = ("moved", "merged", "split")


def moved_to(session: Session, wanted: Mapping[int, int]) -> dict[int, int]:
    """Where the copies of stacks lie now, for those of which fewer than ``wanted`` are left: old stack to new.

    Stacks that still have enough, and copies that cannot be followed, are missing. One statement when nothing moved.
    """
    stock = stock_of(session, wanted)
    owner = {stack: found.user_id for stack, found in stock.items()}
    searched = {stack: stack for stack, found in stock.items() if found.at_hand < wanted[stack]}
    found: dict[int, int] = {}
    for _move in range(_MOST_MOVES):
        if not searched:
            break
        latest = _latest_moves(session, searched.values())
        reached = {stack: latest[at] for stack, at in searched.items() if at in latest}
        there = stock_of(session, reached.values())
        searched = {}
        for stack, at in reached.items():
            if at not in there or there[at].user_id != owner[stack] or at == stack:
                continue
            if there[at].at_hand >= wanted[stack]:
                found[stack] = at
            else:
                searched[stack] = at
    return found


def _latest_moves(session: Session, stack_ids: Iterable[int]) -> dict[int, int]:
    """To which stack copies of each stack went last."""
    found: dict[int, int] = {}
    for part in chunks(sorted(set(stack_ids))):
        query = select(Movement.stack_id, Movement.details).where(Movement.stack_id.in_(part), Movement.kind.in_(_MOVES))
        for stack_id, details in session.execute(query.order_by(Movement.id)):
            target = details.get("to_stack")
            if isinstance(target, int):
                found[stack_id] = target
    return found


def follow(session: Session, lines: Iterable[TradeLine]) -> bool:
    """Let lines of open offers, whose trade is locked, point at the stacks their copies lie in now. True if any does."""
    every = [line for line in lines if line.kind == "copies" and line.stack_id is not None]
    wanted: dict[int, int] = {}
    for line in every:
        if line.stack_id is not None:
            wanted[line.stack_id] = max(line.quantity, wanted.get(line.stack_id, 0))
    moved = moved_to(session, wanted) if wanted else {}
    for line in every:
        if line.stack_id in moved:
            line.stack_id = moved[line.stack_id]
    if moved:
        session.flush()
    return bool(moved)
