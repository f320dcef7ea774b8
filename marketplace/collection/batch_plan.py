"""Comparing the kept rows of a batch with the collection, and the places its folders become."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any, cast

from sqlalchemy import Table, bindparam, func, select, update
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.catalogue.models import Card
from marketplace.collection import places
from marketplace.collection.batch_rows import Folders, copies_of_reading
from marketplace.collection.comparing import Entry, Plan, compare
from marketplace.collection.models import Batch, BatchRow
from marketplace.collection.stock_check import check_position

_ROW = cast(Table, BatchRow.__table__)


def folders_of(session: Session, batch: Batch) -> Folders:
    """The collector's places as this batch's rows see them."""
    options = batch.options
    return Folders(places.list_places(session, batch.user_id), options.get("places", "folders"), options.get("place_id"))


def plan_batch(session: Session, batch: Batch) -> Plan:
    """Compare the batch with the collection as it is now, and bring states and counts of its rows up to date."""
    plan, states, folders = _plan(session, batch, None)
    found: dict[str, Any] = dict(Counter(states.values()))
    batch.counts = found | {
        "rows": len(states),
        "added": plan.added,
        "removed": plan.removed,
        "skipped": batch.options.get("skipped", 0),
        "localised": session.scalar(_localised(batch)) or 0,
        "places": sorted((name for name, _kind in folders.names.values()), key=str.casefold),
    }
    session.flush()
    return plan


def replan_rows(session: Session, batch: Batch, printing_ids: Collection[int], change: Callable[[], set[int]]) -> None:
    """``change`` a few rows and compare only those of the same printings anew, so that one click on a long file is quick.

    ``change`` returns the printings concerned afterwards.
    """
    before, _states, _folders = _plan(session, batch, set(printing_ids))
    concerned = change() | set(printing_ids)
    session.flush()
    after, _states, _folders = _plan(session, batch, concerned)
    counted = select(BatchRow.state, func.count()).where(BatchRow.batch_id == batch.id).group_by(BatchRow.state)
    numbers: dict[str, Any] = {row.state: row[1] for row in session.execute(counted)}
    kept = {name: value for name, value in batch.counts.items() if name in ("skipped", "places")}
    batch.counts = (
        numbers
        | kept
        | {
            "rows": sum(numbers.values()),
            "added": batch.counts.get("added", 0) - before.added + after.added,
            "removed": batch.counts.get("removed", 0) - before.removed + after.removed,
            "localised": session.scalar(_localised(batch)) or 0,
        }
    )
    session.flush()


def _localised(batch: Batch) -> Any:
    """How many rows state another language than their number, with that language's number known."""
    told = BatchRow.reading["localised"].as_integer()
    undecided = BatchRow.state.not_in(("ignored", "done", "waiting"))
    return select(func.count()).select_from(BatchRow).where(BatchRow.batch_id == batch.id, undecided, told.is_not(None))


def _plan(session: Session, batch: Batch, printing_ids: set[int] | None) -> tuple[Plan, dict[int, str], Folders]:
    """Compare the batch's rows, all or those of some printings, and write their states."""
    folders = folders_of(session, batch)
    holds = frozenset(batch.options.get("holds", ()))
    if folders.choice == "none":
        holds -= {"place_id", "page", "slot"}
    elif folders.choice == "one":
        holds = (holds | {"place_id"}) - {"page", "slot"}
    query = select(BatchRow.id, BatchRow.number, BatchRow.state, BatchRow.reading, BatchRow.printing_id, BatchRow.quantity)
    query = query.where(BatchRow.batch_id == batch.id).order_by(BatchRow.number, BatchRow.part)
    if printing_ids is not None:
        query = query.where(BatchRow.printing_id.in_(printing_ids))
    kept = session.execute(query).all()
    entries: list[Entry] = []
    states: dict[int, str] = {}
    reasons: dict[int, str] = {}
    for row in kept:
        decided = _decided(row)
        if decided:
            states[row.id] = decided
            continue
        copies = copies_of_reading(
            row.reading, row.printing_id, folders.id_for(row.reading), pockets=folders.choice == "folders"
        )
        refused = folders.refuse(copies, check_position) if copies.place_id is not None else ""
        if refused:
            states[row.id], reasons[row.id] = "refused", refused
            continue
        trade = row.reading.get("for_trade", 0) if batch.options.get("states_trade") and batch.mode != "subtract" else None
        entries.append(Entry(row.id, copies, row.quantity, trade, row.number))
    plan = compare(session, batch.user_id, entries, mode=batch.mode, holds=holds)
    readings = {row.id: row.reading for row in kept}
    for row_id, state in plan.states.items():
        guessed = readings[row_id].get("guessed") and not readings[row_id].get("chosen")
        states[row_id] = "guessed" if guessed and state != "refused" else state
        if state == "refused":
            reasons[row_id] = str(plan.reasons.get(row_id, ""))
    _write_states(session, kept, states, reasons, plan.states)
    plan.states = {row_id: state for row_id, state in plan.states.items() if state != "refused"}
    return plan, states, folders


def _decided(row: Any) -> str:
    """The state of a row that is not compared: left out, unreadable, open, or a printing still to be made; else ""."""
    if row.state in ("ignored", "done", "waiting"):
        return str(row.state)
    if row.reading.get("bad"):
        return "refused"
    if row.printing_id is None:
        return "new" if row.reading.get("custom") else "open"
    return ""


def _write_states(
    session: Session, kept: Any, states: dict[int, str], reasons: dict[int, str], effects: dict[int, str]
) -> None:
    """Write only what differs: states in one statement, readings whose reason or effect changed in another."""
    moved = [{"row_id": row.id, "new_state": states[row.id]} for row in kept if states[row.id] != row.state]
    if moved:
        statement = update(_ROW).where(_ROW.c.id == bindparam("row_id")).values(state=bindparam("new_state"))
        session.connection().execute(statement, moved)
    told = []
    for row in kept:
        reading = dict(row.reading)
        if not reading.get("bad") and states[row.id] != "open":
            reading.pop("reason", None)
            if row.id in reasons:
                reading["reason"] = reasons[row.id]
        if states[row.id] == "guessed":
            reading["effect"] = effects.get(row.id, "")
        if reading != row.reading:
            told.append({"row_id": row.id, "new_reading": reading})
    if told:
        new = bindparam("new_reading", type_=_ROW.c.reading.type)
        session.connection().execute(update(_ROW).where(_ROW.c.id == bindparam("row_id")).values(reading=new), told)
    session.expire_all()


def prepare_places(session: Session, batch: Batch) -> None:
    """Make what the batch needs before it is written: places named by its folders, printings it brings along."""
    folders = folders_of(session, batch)
    query = select(BatchRow).where(
        BatchRow.batch_id == batch.id, BatchRow.state.in_(("new", "changed", "unchanged", "guessed"))
    )
    custom: list[BatchRow] = []
    for row in session.scalars(query):
        folders.id_for(row.reading)
        if row.printing_id is None and row.reading.get("custom"):
            custom.append(row)
    for key, (name, kind) in folders.names.items():
        slots = max(9, min(folders.slots.get(key, 0), places.MOST_POCKETS)) if kind == "binder" else None
        places.create_place(session, batch.user_id, name, kind if kind in places.KINDS else "other", slots_per_page=slots)
    _make_printings(session, batch.user_id, custom)


def _make_printings(session: Session, user_id: int, rows: list[BatchRow]) -> None:
    """The printings "not in catalogue" that our own file brings along."""
    keys = {row.reading["custom"].get("card_page") for row in rows} - {None}
    cards: dict[int | None, int] = {}
    for page, card_id in session.execute(select(Card.page_id, Card.id).where(Card.page_id.in_(keys))) if keys else ():
        cards[page] = card_id
    for row in rows:
        told = row.reading["custom"]
        made = lookup.custom_printing(
            session,
            user_id,
            code=told["code"],
            card_id=cards.get(told.get("card_page")),
            name=told["name"],
            language=told["language"],
            rarity=told["rarity"],
        )
        row.printing_id = made.printing_id
    session.flush()
