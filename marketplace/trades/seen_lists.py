"""The seen list of who writes an offer, as its raw material: copies of the other's binder, and of one's own in return."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.models import Stack
from marketplace.errors import NotFound
from marketplace.trades.composing import Draft, DraftLine
from marketplace.wants import seen
from marketplace.wants.models import SeenLine, SeenList


def put_into(session: Session, me: int, other_id: int, draft: Draft, *, only: str = "") -> None:
    """Add the lines of my seen list (``only`` one side) to a draft; what is in it already stays as it is.

    A line that may mean several copies becomes an open choice. Without a list, what both look for is added.
    """
    try:
        theirs, mine = seen.for_compose(session, me, other_id)
    except NotFound:
        return
    for side, found in (("them", theirs), ("me", mine)):
        there = draft.stacks_of(side)
        for stack_id, quantity in found if only in ("", side) else ():
            if stack_id not in there:
                draft.add_copies(side, stack_id, quantity)
    for side, line in _open_lines(session, me, other_id):
        if only in ("", side) and not draft.stacks_of(side) & set(line.options):
            text = " ".join(line.text.split())[:300]
            draft.add_line(DraftLine(draft.new_row(), side, "open", None, str(line.quantity), text, list(line.options)[:20]))


def counts(session: Session, me: int, other_id: int) -> dict[str, int]:
    """Lines of my seen list by the side of the offer they would fill; empty without a list."""
    query = (
        select(Stack.user_id)
        .join(SeenLine, SeenLine.stack_id == Stack.id)
        .join(SeenList, SeenList.id == SeenLine.seen_list_id)
        .where(SeenList.viewer_id == me, SeenList.owner_id == other_id, Stack.for_trade > 0)
    )
    sides = ["me" if owner == me else "them" for owner in session.scalars(query)]
    sides += [side for side, _line in _open_lines(session, me, other_id)]
    return {side: sides.count(side) for side in ("them", "me") if side in sides}


def _open_lines(session: Session, me: int, other_id: int) -> list[tuple[str, SeenLine]]:
    """Lines of the list that may mean several copies, with the side of the offer they belong to."""
    query = (
        select(SeenLine)
        .join(SeenList, SeenList.id == SeenLine.seen_list_id)
        .where(SeenList.viewer_id == me, SeenList.owner_id == other_id, SeenLine.stack_id.is_(None))
        .order_by(SeenLine.position, SeenLine.id)
    )
    lines = [line for line in session.scalars(query) if line.options]
    named = {stack_id for line in lines for stack_id in line.options}
    rows = session.execute(select(Stack.id, Stack.user_id).where(Stack.id.in_(named))).all()
    owners = {stack_id: owner for stack_id, owner in rows}  # noqa: C416 (rows, not pairs)
    found = []
    for line in lines:
        side = {"me" if owners.get(one) == me else "them" for one in line.options if owners.get(one) in (me, other_id)}
        if len(side) == 1 and all(one in owners for one in line.options):
            found.append((side.pop(), line))
    return found
