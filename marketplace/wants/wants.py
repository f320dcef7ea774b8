"""The want list: adding, changing, finding and deleting wants.

Every function takes the id of whose list it is: another's want does not exist for them (NotFound). A ``request_key``
makes an act happen once. They flush and never commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from marketplace.catalogue.models import Card, Printing, Product
from marketplace.collection.stock_act import lock_collection
from marketplace.db import now
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.wants.checking import checked
from marketplace.wants.models import Want, WantAct, WantGroup
from marketplace.wants.wishes import ASKED, LISTS, MOST_QUANTITY, Wish, want_key

MOST_WANTS = 3_000
KEPT_ACTS = 60

DeckOwner = Callable[[Session, int, int], bool]
_deck_owners: list[DeckOwner] = []


def owns_deck(function: DeckOwner) -> DeckOwner:
    """Register ``function(session, user_id, deck_id)``: whether a deck is this player's."""
    _deck_owners.append(function)
    return function


_KEPT = (*(field.name for field in fields(Wish)), "group_id")


def get(session: Session, user_id: int, want_id: int, *, lock: bool = False) -> Want:
    """A want of this person; NotFound otherwise."""
    query = select(Want).where(Want.id == want_id, Want.user_id == user_id)
    want = session.scalar(query.with_for_update().execution_options(populate_existing=True) if lock else query)
    if want is None:
        raise NotFound(_("That want is not one of yours."))
    return want


def add(
    session: Session,
    user_id: int,
    wishes: Sequence[Wish],
    *,
    group: str = "",
    typed: str = "",
    at_least: bool = False,
    request_key: str | None = None,
) -> WantAct:
    """Put wishes on the list. What is wanted already gets a higher number instead of a second line.

    ``at_least`` raises a number only up to the wish's own (what a deck lacks, asked again). ``group`` names them.
    """
    act, is_new = _begin(session, user_id, "add", request_key)
    if not is_new:
        return act
    if not wishes:
        raise Refused(_("There is nothing to add."), rule="wants.nothing")
    ready = _checked(session, user_id, wishes)
    keys = [want_key(wish) for wish in ready]
    known = {want.want_key: want for want in _of_keys(session, user_id, keys)}
    total = session.scalar(select(func.count()).where(Want.user_id == user_id)) or 0
    if total + len(set(keys) - known.keys()) > MOST_WANTS:
        raise Refused(
            _("A want list holds at most %(most)d entries. Delete some that you found.", most=MOST_WANTS), rule="wants.too_many"
        )
    group_id = _group(session, user_id, group, typed).id if group.strip() else None
    before, made, copies = [_snapshot(want) for want in known.values()], [], 0
    for wish, key in zip(ready, keys, strict=True):
        want = known.get(key)
        if want is None:
            want = known[key] = _new(user_id, wish, key, group_id)
            session.add(want)
            made.append(want)
        else:
            number = max(want.quantity, wish.quantity) if at_least else want.quantity + wish.quantity
            _set_quantity(want, number)
            want.urgency = max(want.urgency, wish.urgency)
            want.note = want.note or wish.note
            want.deck_id = want.deck_id or wish.deck_id
            want.group_id = want.group_id or group_id
        copies += wish.quantity
    session.flush()
    act.summary = {
        "before": before, "made": [want.id for want in made], "number": len(ready), "new": len(made), "copies": copies,
        "first": next(iter(known.values())).id,
    }  # fmt: skip
    return act


def change(
    session: Session,
    user_id: int,
    want_id: int,
    version: int | None,
    wish: Wish,
    *,
    group: str = "",
    request_key: str | None = None,
) -> WantAct:
    """Make a want another one. If that is on the list already the two become one, with the numbers added."""
    act, is_new = _begin(session, user_id, "change", request_key)
    if not is_new:
        return act
    want = get(session, user_id, want_id, lock=True)
    if version is not None and want.version != version:
        raise Conflict(_("This want was changed meanwhile. Look at it again."), rule="wants.changed")
    (ready,) = _checked(session, user_id, [wish])
    key = want_key(ready)
    other = session.scalar(select(Want).where(Want.user_id == user_id, Want.want_key == key, Want.id != want.id))
    act.summary = {"before": [_snapshot(one) for one in (want, other) if one], "number": 1, "first": (other or want).id}
    if other is not None:
        _set_quantity(other, other.quantity + ready.quantity)
        session.delete(want)
    else:
        for name in ASKED:
            value = getattr(ready, name)
            setattr(want, name, list(value) if name in LISTS else value)
        want.quantity, want.note, want.urgency = ready.quantity, ready.note, ready.urgency
        want.visibility, want.deck_id, want.want_key = ready.visibility, ready.deck_id, key
        want.group_id = _group(session, user_id, group, "").id if group.strip() else None
        want.updated_at = now()
    session.flush()
    _tidy_groups(session, user_id)
    return act


def more(session: Session, user_id: int, want_id: int, number: int, *, request_key: str | None = None) -> WantAct:
    """Look for more or fewer copies, at least one."""
    act, is_new = _begin(session, user_id, "more", request_key)
    if is_new:
        want = get(session, user_id, want_id, lock=True)
        act.summary = {"before": [_snapshot(want)], "number": 1}
        _set_quantity(want, max(1, want.quantity + number))
        session.flush()
    return act


def found(
    session: Session, user_id: int, numbers: Mapping[int, int], *, kind: str = "found", request_key: str | None = None
) -> WantAct:
    """Copies turned up: ``numbers`` by want. What is found in full leaves the list; a set only goes as a whole."""
    act, is_new = _begin(session, user_id, kind, request_key)
    if not is_new:
        return act
    wants = [get(session, user_id, want_id, lock=True) for want_id in sorted(numbers)]
    act.summary = {"before": [_snapshot(want) for want in wants], "number": len(wants)}
    for want in wants:
        if not 1 <= numbers[want.id] <= MOST_QUANTITY:
            raise Refused(_("Write a whole number from 1 to %(most)d.", most=MOST_QUANTITY), rule="wants.quantity")
        if want.quantity > numbers[want.id]:
            _set_quantity(want, want.quantity - numbers[want.id])
        else:
            session.delete(want)
    session.flush()
    _tidy_groups(session, user_id)
    return act


def remove(session: Session, user_id: int, want_ids: Iterable[int], *, request_key: str | None = None) -> WantAct:
    """Delete wants; ``undo`` brings them back."""
    act, is_new = _begin(session, user_id, "delete", request_key)
    if not is_new:
        return act
    ids = sorted(set(want_ids))
    wants = list(session.scalars(select(Want).where(Want.user_id == user_id, Want.id.in_(ids[:MOST_WANTS])).order_by(Want.id)))
    if not ids or len(wants) != len(ids):
        raise NotFound(_("That want is not one of yours."))
    act.summary = {"before": [_snapshot(want) for want in wants], "number": len(wants)}
    for want in wants:
        session.delete(want)
    session.flush()
    return act


def undo(session: Session, user_id: int, act_id: int) -> WantAct:
    """Put the wants an act concerned back to what they were. Undoing twice does nothing more."""
    lock_collection(session, user_id)
    act = session.scalar(select(WantAct).where(WantAct.id == act_id, WantAct.user_id == user_id).with_for_update())
    if act is None:
        raise NotFound
    if act.undone_at is not None:
        return act
    made = [want_id for want_id in act.summary.get("made", ()) if isinstance(want_id, int)]
    if made:
        session.execute(delete(Want).where(Want.user_id == user_id, Want.id.in_(made)))
    groups = set(session.scalars(select(WantGroup.id).where(WantGroup.user_id == user_id)))
    for kept in act.summary.get("before", ()):
        values = {name: kept[name] for name in _KEPT} | {"want_key": kept["want_key"]}
        values["group_id"] = values["group_id"] if values["group_id"] in groups else None
        want = session.get(Want, kept["id"], populate_existing=True)
        twin = session.scalar(select(Want).where(Want.user_id == user_id, Want.want_key == kept["want_key"]))
        if want is not None and want.user_id == user_id and (twin is None or twin is want):
            for name, value in values.items():
                setattr(want, name, value)
        elif twin is not None:
            _set_quantity(twin, max(twin.quantity, kept["quantity"]))
        else:
            session.add(Want(user_id=user_id, **_still_there(session, user_id, values)))
        session.flush()
    act.undone_at = now()
    session.flush()
    _tidy_groups(session, user_id)
    return act


def was_repeated(session: Session, act: WantAct) -> bool:
    """Whether a function returned an earlier act because its form had been sent before."""
    return act.id in session.info.get("repeated_want_acts", ())


def groups_of(session: Session, user_id: int) -> list[WantGroup]:
    """The groups of a list, by name."""
    return list(session.scalars(select(WantGroup).where(WantGroup.user_id == user_id).order_by(WantGroup.name, WantGroup.id)))


def _begin(session: Session, user_id: int, kind: str, request_key: str | None) -> tuple[WantAct, bool]:
    lock_collection(session, user_id)
    if request_key:
        known = session.scalar(select(WantAct).where(WantAct.user_id == user_id, WantAct.request_key == request_key))
        if known is not None:
            session.info.setdefault("repeated_want_acts", set()).add(known.id)
            return known, False
    act = WantAct(user_id=user_id, kind=kind, request_key=request_key, summary={})
    session.add(act)
    session.flush()
    old = select(WantAct.id).where(WantAct.user_id == user_id).order_by(WantAct.id.desc()).offset(KEPT_ACTS).limit(1)
    oldest = session.scalar(old)
    if oldest:
        session.execute(
            delete(WantAct).where(WantAct.user_id == user_id, WantAct.id <= oldest, WantAct.kind.not_in(("arrived",)))
        )
    return act, True


def _new(user_id: int, wish: Wish, key: str, group_id: int | None) -> Want:
    values = {field.name: getattr(wish, field.name) for field in fields(Wish)}
    values |= {name: list(values[name]) for name in LISTS}
    return Want(user_id=user_id, want_key=key, group_id=group_id, **values)


def _set_quantity(want: Want, number: int) -> None:
    if number > MOST_QUANTITY:
        raise Refused(
            _("At most %(most)d copies can be wanted of one thing.", most=MOST_QUANTITY),
            rule="wants.quantity",
            field="quantity",
        )
    want.quantity = number
    want.updated_at = now()


def _snapshot(want: Want) -> dict[str, Any]:
    return {name: getattr(want, name) for name in _KEPT} | {"id": want.id, "want_key": want.want_key}


def _still_there(session: Session, user_id: int, values: dict[str, Any]) -> dict[str, Any]:
    for name, table in (("card_id", Card), ("printing_id", Printing), ("product_id", Product)):
        if values[name] is not None and session.get(table, values[name]) is None:
            raise Refused(_("The catalogue no longer has this card."), rule="wants.gone")
    if values["deck_id"] is not None and not any(owns(session, user_id, values["deck_id"]) for owns in _deck_owners):
        values["deck_id"] = None
    return values


def _of_keys(session: Session, user_id: int, keys: Sequence[str]) -> list[Want]:
    found: list[Want] = []
    for start in range(0, len(keys), 400):
        part = keys[start : start + 400]
        found += session.scalars(select(Want).where(Want.user_id == user_id, Want.want_key.in_(part)).with_for_update())
    return found


def _group(session: Session, user_id: int, name: str, typed: str) -> WantGroup:
    name = name.strip()[:100]
    group = session.scalar(select(WantGroup).where(WantGroup.user_id == user_id, WantGroup.name == name).limit(1))
    if group is None:
        group = WantGroup(user_id=user_id, name=name, typed=typed[:20_000])
        session.add(group)
        session.flush()
    return group


def _tidy_groups(session: Session, user_id: int) -> None:
    """A group nothing belongs to any more goes."""
    used = select(Want.group_id).where(Want.user_id == user_id, Want.group_id.is_not(None))
    session.execute(delete(WantGroup).where(WantGroup.user_id == user_id, WantGroup.id.not_in(used)))


def _checked(session: Session, user_id: int, wishes: Sequence[Wish]) -> list[Wish]:
    decks = {wish.deck_id for wish in wishes if wish.deck_id is not None}
    if any(not any(owns(session, user_id, deck_id) for owns in _deck_owners) for deck_id in decks):
        raise Refused(_("Choose one of your decks."), rule="wants.deck", field="deck_id")
    return checked(session, user_id, wishes)
