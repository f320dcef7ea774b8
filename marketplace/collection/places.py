"""Places of a collection: binders with pages and pockets, boxes, deck boxes, shelves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import func, select
from sqlalchemy.orm import Session, contains_eager

from marketplace.catalogue.models import Printing
from marketplace.collection.models import Operation, Place, Stack
from marketplace.collection.stock_act import Act, lock_collection
from marketplace.collection.stock_check import whole_number
from marketplace.collection.stock_key import key_of_state
from marketplace.errors import NotFound, Refused

KINDS = {
    "binder": _l("Binder"),
    "box": _l("Box"),
    "deck_box": _l("Deck box"),
    "shelf": _l("Shelf"),
    "other": _l("Other place"),
}
"""Kinds of places with their names, in the order forms offer them."""

ICONS = {"binder": "book-open", "box": "box", "deck_box": "archive", "shelf": "library", "other": "map-pin"}
MOST_PLACES = 500
MOST_PAGES = 999
POCKETS = (1, 2, 4, 6, 8, 9, 12, 16, 18)
"""Pockets per binder page that forms offer; any number up to 36 is accepted."""

MOST_POCKETS = 36
_NOWHERE: dict[str, Any] = {"place_id": None, "page": None, "slot": None}
_KEPT = ("id", "kind", "name", "name_folded", "pages", "slots_per_page", "note", "position")


class PlaceCounts(NamedTuple):
    """What a place holds."""

    stacks: int
    copies: int
    for_trade: int


@dataclass(frozen=True, slots=True)
class BinderPage:
    """One page of a binder: its pockets from 1 on, and what lies on the page outside of any pocket."""

    number: int
    last: int
    pockets: Mapping[int, Sequence[Stack]]
    loose: Sequence[Stack]
    columns: int


def list_places(session: Session, user_id: int) -> list[Place]:
    """The collector's places in their own order."""
    return list(session.scalars(select(Place).where(Place.user_id == user_id).order_by(Place.position, Place.id)))


def get_place(session: Session, user_id: int, place_id: int) -> Place:
    """A place of this collector; NotFound otherwise."""
    place = session.get(Place, place_id)
    if place is None or place.user_id != user_id:
        raise NotFound(_("That place is not one of yours."))
    return place


def counts(session: Session, user_id: int) -> dict[int | None, PlaceCounts]:
    """What each place holds; under None the copies without a place. One query."""
    query = select(Stack.place_id, func.count(), func.sum(Stack.quantity), func.sum(Stack.for_trade))
    query = query.where(Stack.user_id == user_id, Stack.quantity > 0).group_by(Stack.place_id)
    return {place_id: PlaceCounts(*map(int, numbers)) for place_id, *numbers in session.execute(query)}


def create_place(
    session: Session,
    user_id: int,
    name: str,
    kind: str = "box",
    *,
    pages: int | None = None,
    slots_per_page: int | None = None,
    note: str = "",
) -> Place:
    """Make a place at the end of the list. A binder has pockets per page, and pages unless their number is open."""
    lock_collection(session, user_id)
    values = _checked(session, user_id, None, name, kind, pages, slots_per_page, note)
    number, last = session.execute(
        select(func.count(), func.coalesce(func.max(Place.position), 0)).where(Place.user_id == user_id)
    ).one()
    if number >= MOST_PLACES:
        raise Refused(
            _("You have %(most)d places already: no more can be made.", most=MOST_PLACES), rule="collection.place.too_many"
        )
    place = Place(user_id=user_id, position=last + 1, **values)
    session.add(place)
    session.flush()
    return place


def update_place(
    session: Session,
    user_id: int,
    place_id: int,
    name: str,
    kind: str,
    *,
    pages: int | None = None,
    slots_per_page: int | None = None,
    note: str = "",
) -> Place:
    """Rename or change a place. Pages and pockets that hold cards cannot go."""
    lock_collection(session, user_id)
    place = get_place(session, user_id, place_id)
    values = _checked(session, user_id, place_id, name, kind, pages, slots_per_page, note)
    query = select(func.max(Stack.page), func.max(Stack.slot)).where(Stack.place_id == place_id, Stack.quantity > 0)
    last_page, last_slot = session.execute(query).one()
    if last_page and values["kind"] != "binder":
        raise Refused(
            _("There are cards on its pages. Take them off the pages first, then it can be something else than a binder."),
            rule="collection.place.in_use",
            field="kind",
        )
    if last_page and values["pages"] is not None and last_page > values["pages"]:
        raise Refused(_("There are cards up to page %(page)d.", page=last_page), rule="collection.place.in_use", field="pages")
    if last_slot and last_slot > values["slots_per_page"]:
        raise Refused(
            _("There are cards up to pocket %(slot)d.", slot=last_slot), rule="collection.place.in_use", field="slots_per_page"
        )
    for field, value in values.items():
        setattr(place, field, value)
    session.flush()
    return place


def _checked(
    session: Session,
    user_id: int,
    place_id: int | None,
    name: str,
    kind: str,
    pages: int | None,
    slots_per_page: int | None,
    note: str,
) -> dict[str, Any]:
    name = " ".join(name.split())
    if not name:
        raise Refused(_("Give the place a name."), rule="collection.place.name", field="name")
    if len(name) > 60:
        raise Refused(
            _("This text is too long: at most %(most)d characters.", most=60), rule="collection.place.name", field="name"
        )
    if kind not in KINDS:
        raise Refused(_("Choose what kind of place it is."), rule="collection.place.kind", field="kind")
    folded = name.casefold()[:60]
    same = select(Place.id).where(Place.user_id == user_id, Place.name_folded == folded, Place.id != (place_id or 0))
    if session.scalar(same):
        raise Refused(
            _("You have a place called “%(name)s” already.", name=name), rule="collection.place.name_taken", field="name"
        )
    if kind == "binder":
        slots_per_page = whole_number(slots_per_page or 9, 1, MOST_POCKETS, field="slots_per_page")
        pages = None if pages is None else whole_number(pages, 1, MOST_PAGES, field="pages")
    else:
        pages = slots_per_page = None
    if len(note) > 2_000:
        raise Refused(
            _("This text is too long: at most %(most)d characters.", most=2_000), rule="collection.place.note", field="note"
        )
    return {
        "name": name,
        "name_folded": folded,
        "kind": kind,
        "pages": pages,
        "slots_per_page": slots_per_page,
        "note": note.strip(),
    }


def shift_place(session: Session, user_id: int, place_id: int, steps: int) -> None:
    """Move a place up (negative) or down in the list; at the ends it stays."""
    lock_collection(session, user_id)
    place = get_place(session, user_id, place_id)
    order = list_places(session, user_id)
    here = order.index(place)
    order.insert(max(0, min(len(order) - 1, here + steps)), order.pop(here))
    for position, one in enumerate(order, start=1):
        one.position = position
    session.flush()


def delete_place(session: Session, user_id: int, place_id: int, *, request_key: str | None = None) -> Operation:
    """Delete a place. Its copies stay in the collection without a place; undo brings the place and its order back."""
    act = Act(session, user_id, "place", request_key=request_key)
    if act.repeated:
        return act.repeated
    place = get_place(session, user_id, place_id)
    here = act.take_where(Stack.place_id == place.id)
    act.take_keys(key_of_state(draft.state | _NOWHERE) for draft in here)
    copies = 0
    for draft in here:
        count, spot = draft.quantity, act.spot(draft.position)
        target = act.become(draft, draft.state | _NOWHERE)
        if count:
            copies += count
            act.say(target, "moved", count, from_place=place.id, details={"from": spot})
        # Emptied stacks that could not take their new key lose the place as well, as the database will see to.
        draft.state |= _NOWHERE
    act.summary |= {"place": place.name, "copies": copies, "deleted_place": {name: getattr(place, name) for name in _KEPT}}
    operation = act.write()
    session.delete(place)
    session.flush()
    return operation


def binder_page(session: Session, place: Place, number: int) -> BinderPage:
    """One page of a binder with its stacks, printings and cards loaded: two queries. Raises NotFound past its last page."""
    per_page = place.slots_per_page or 9
    used = session.scalar(select(func.max(Stack.page)).where(Stack.place_id == place.id, Stack.quantity > 0)) or 0
    last = place.pages if place.pages is not None else int(used) + 1
    if not 1 <= number <= max(last, 1):
        raise NotFound(_("“%(place)s” has pages 1 to %(last)s.", place=place.name, last=last))
    query = (
        select(Stack)
        .join(Stack.printing)
        .join(Printing.card)
        .options(contains_eager(Stack.printing).contains_eager(Printing.card))
        .where(Stack.place_id == place.id, Stack.quantity > 0, Stack.page == number)
        .order_by(Stack.slot, Stack.id)
    )
    pockets: dict[int, list[Stack]] = {slot: [] for slot in range(1, per_page + 1)}
    loose: list[Stack] = []
    for stack in session.scalars(query):
        pockets.get(stack.slot or 0, loose).append(stack)
    return BinderPage(number, max(last, 1), pockets, loose, pocket_columns(per_page))


def pocket_columns(slots_per_page: int) -> int:
    """Pockets side by side on a page, as binders have them: 3 of 9, 4 of 12 and 16, 6 of 18 (two facing pages)."""
    known = {1: 1, 2: 2, 4: 2, 6: 3, 8: 4, 9: 3, 12: 4, 16: 4, 18: 6}
    return known.get(slots_per_page) or min(6, max(1, round(slots_per_page**0.5)))
