"""When the catalogue learns of a number a collector had entered by hand, the copies move over to the real printing."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from marketplace.catalogue.importing import on_custom_resolved
from marketplace.collection.models import BatchRow, Stack, StackChange
from marketplace.collection.stock_act import Act, chunks


@on_custom_resolved
def resolve_printings(session: Session, resolved: Mapping[int, int]) -> None:
    """Point every stack of the printings ``resolved`` maps to the catalogue's; stacks that become equal are put together.

    Past operations are told the new printing too, so that they can still be undone, unless stacks were put together.
    The collector's history gets one line, which is final: the catalogue decided it.
    """
    collectors: set[int] = set()
    for part in chunks(resolved):
        collectors.update(session.scalars(select(Stack.user_id).where(Stack.printing_id.in_(part)).distinct()))
        waiting = session.scalars(select(BatchRow.printing_id).where(BatchRow.printing_id.in_(part)).distinct())
        for custom in [number for number in waiting if number is not None]:
            session.execute(update(BatchRow).where(BatchRow.printing_id == custom).values(printing_id=resolved[custom]))
    for user_id in sorted(collectors):
        _resolve_for(session, user_id, resolved)


def _resolve_for(session: Session, user_id: int, resolved: Mapping[int, int]) -> None:
    act = Act(session, user_id, "resolve")
    for part in chunks(resolved):
        act.take_where(Stack.printing_id.in_(part))
    drafts = act.drafts()
    copies = 0
    moved: dict[int, int] = {}
    for draft in sorted(drafts, key=lambda one: (not one.quantity, one.id)):
        assert draft.id is not None
        real = resolved.get(draft.state["printing_id"])
        if real is None:
            continue
        count = draft.quantity
        wanted = draft.state | {"printing_id": real}
        target = act.become(draft, wanted)
        if target is draft and draft.state["printing_id"] != real:
            # An empty stack whose key is taken keeps its own; it only must not point to the old printing.
            act.park(draft)
        draft.state["printing_id"] = real
        moved[draft.id] = real
        if count:
            copies += count
            changes = {"printing_id": [draft.before["printing_id"] if draft.before else None, real]}
            act.say(target, "changed", count, details={"changes": changes})
    if not moved:
        return
    act.summary["copies"] = copies
    _tell_the_past(session, moved)
    act.write()


def _tell_the_past(session: Session, moved: Mapping[int, int]) -> None:
    for part in chunks(moved):
        for change in session.scalars(select(StackChange).where(StackChange.stack_id.in_(part))):
            for side in ("before", "after"):
                kept = getattr(change, side)
                if kept is not None:
                    setattr(change, side, kept | {"printing_id": moved[change.stack_id]})
    session.flush()
