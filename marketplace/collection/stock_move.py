"""Moving copies to another place, and filling the pockets of a binder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.models import Operation, Place, Stack
from marketplace.collection.stock_act import Act
from marketplace.collection.stock_check import check_position, whole_number
from marketplace.collection.stock_held import held_back
from marketplace.collection.stock_key import key_of_state
from marketplace.collection.stock_write import Draft
from marketplace.errors import NotFound, Refused

DEFAULT_POCKETS = 9
"""Pockets of a binder page whose number was not given."""


def move(
    session: Session,
    user_id: int,
    stacks: Sequence[tuple[int, int | None]],
    place_id: int | None,
    page: int | None = None,
    slot: int | None = None,
    *,
    fill: bool = False,
    request_key: str | None = None,
) -> Operation:
    """Move copies, (stack, how many or None for all) each, to a place, or to none.

    With ``fill`` each stack gets its own empty pocket of the binder, from (``page``, ``slot``) on, in the given order.
    Copies that meet equal ones at the new place join them.
    """
    act = Act(session, user_id, "move", request_key=request_key)
    if act.repeated:
        return act.repeated
    if not stacks:
        raise Refused(_("Choose what to move first."), rule="collection.move.nothing")
    drafts = act.take([stack_id for stack_id, _quantity in stacks])
    moving = [(drafts[stack_id], quantity) for stack_id, quantity in stacks if drafts[stack_id].quantity]
    positions = _positions(act, [draft for draft, _quantity in moving], place_id, page, slot, fill)
    act.take_keys(
        key_of_state(draft.state | {"place_id": place_id, "page": to_page, "slot": to_slot})
        for (draft, _quantity), (to_page, to_slot) in zip(moving, positions, strict=True)
    )
    # Whole stacks leave before any arrives, so that two may exchange their pockets.
    for (draft, quantity), (to_page, to_slot) in zip(moving, positions, strict=True):
        if quantity in (None, draft.quantity) and draft.position != (place_id, to_page, to_slot):
            act.vacate(draft)
    copies = 0
    for (draft, quantity), (to_page, to_slot) in zip(moving, positions, strict=True):
        count = draft.quantity if quantity is None else whole_number(quantity, 1, draft.quantity)
        copies += _move_one(act, draft, count, (place_id, to_page, to_slot))
    if not act.changed():
        raise Refused(_("Everything you chose is there already."), rule="collection.nothing_changed")
    place = act.places().get(place_id) if place_id is not None else None
    act.summary |= {"copies": copies, "place": place.name if place else None}
    return act.write()


def _move_one(act: Act, draft: Draft, count: int, position: tuple[int | None, int | None, int | None]) -> int:
    if draft.position == position:
        return 0
    wanted = draft.state | dict(zip(("place_id", "page", "slot"), position, strict=True))
    spots: dict[str, Any] = {"from": act.spot(draft.position), "to": act.spot(position)}
    places: dict[str, Any] = {"from_place": draft.state["place_id"], "to_place": position[0]}
    if count == draft.quantity:
        target = act.become(draft, wanted)
        if target is draft:
            act.say(draft, "moved", count, **places, details=spots)
            return count
    else:
        if count > draft.free:
            raise held_back(act.session, draft, count)
        target = act.find_or_make(wanted)
        act.pour(draft, target, count)
    act.say(draft, "moved", count, **places, details=spots | {"to_stack": target})
    act.say(target, "moved", count, **places, details=spots | {"from_stack": draft})
    return count


def _positions(
    act: Act, drafts: Sequence[Draft], place_id: int | None, page: int | None, slot: int | None, fill: bool
) -> list[tuple[int | None, int | None]]:
    check_position(act.places(), place_id, page, slot)
    if not fill:
        return [(page, slot)] * len(drafts)
    place = act.places().get(place_id) if place_id is not None else None
    if place is None or place.kind != "binder":
        raise Refused(_("Only binders have pockets to fill."), rule="collection.place.no_pages", field="place_id")
    taken = _taken(act.session, place, leaving={draft.id for draft in drafts if draft.id})
    free = [pocket for pocket, _index in zip(_pockets(place, page or 1, slot or 1, taken), drafts, strict=False)]
    if len(free) < len(drafts):
        raise Refused(
            ngettext(
                "“%(place)s” has only %(num)d empty pocket from there on. Choose fewer stacks or give the binder more pages.",
                "“%(place)s” has only %(num)d empty pockets from there on. Choose fewer stacks or give the binder more pages.",
                len(free),
                place=place.name,
            ),
            rule="collection.place.full",
            field="place_id",
            free=len(free),
            wanted=len(drafts),
        )
    return [(to_page, to_slot) for to_page, to_slot in free]


def _taken(session: Session, place: Place, leaving: set[int]) -> set[tuple[int, int]]:
    query = select(Stack.page, Stack.slot, Stack.id).where(
        Stack.place_id == place.id, Stack.quantity > 0, Stack.slot.is_not(None)
    )
    return {(page or 1, slot or 1) for page, slot, stack_id in session.execute(query) if stack_id not in leaving}


def _pockets(place: Place, page: int, slot: int, taken: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    per_page = place.slots_per_page or DEFAULT_POCKETS
    while place.pages is None or page <= place.pages:
        for pocket in range(slot, per_page + 1):
            if (page, pocket) not in taken:
                yield page, pocket
        page, slot = page + 1, 1


def first_pocket(session: Session, user_id: int, place_id: int) -> tuple[int, int] | None:
    """The first empty pocket of a binder as (page, pocket); None when it is full. NotFound if it is not theirs."""
    place = session.get(Place, place_id)
    if place is None or place.user_id != user_id:
        raise NotFound(_("That place is not one of yours."))
    return next(_pockets(place, 1, 1, _taken(session, place, set())), None)
