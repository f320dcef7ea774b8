"""Settling rows by hand: taking one of the offered printings, another one, none, or entering what the catalogue lacks.

In a preview this changes the preview. A row that waits in the queue after its file was imported is added to the
collection at once, as an act of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.catalogue.codes import parse
from marketplace.catalogue.found import Found
from marketplace.catalogue.search import Kind, find_names
from marketplace.catalogue.vocabulary import rarity_candidates
from marketplace.collection import places, stock
from marketplace.collection.batch_plan import folders_of, plan_batch, replan_rows
from marketplace.collection.batch_rows import copies_of_reading
from marketplace.collection.batches import at_rest, get, is_large
from marketplace.collection.models import Batch, BatchRow, Operation
from marketplace.collection.stock import Change
from marketplace.collection.stock_act import lock_collection
from marketplace.errors import Conflict, NotFound, Refused

ACTIONS = ("printing", "custom", "ignore", "reset")
MOST_AT_ONCE = 2_000
_MOST_OFFERED = 12


def _row(session: Session, user_id: int, row_id: int) -> tuple[Batch, BatchRow]:
    lock_collection(session, user_id)
    row = session.get(BatchRow, row_id)
    if row is None or row.user_id != user_id:
        raise NotFound(_("That row is not one of yours."))
    return get(session, user_id, row.batch_id), row


def settle(session: Session, user_id: int, row_id: int, action: str, *, printing_id: int | None = None) -> Operation | None:
    """Settle one row: ``printing`` takes ``printing_id``, ``custom`` enters it as not in the catalogue, ``ignore`` leaves it
    out, ``reset`` takes the choice back. Returns the operation if copies were added (a row of the queue).
    """
    batch, row = _row(session, user_id, row_id)
    if action not in ACTIONS:
        raise Refused(_("Choose one of the offered values."), rule="import.option")
    if batch.state == "preview":
        at_rest(session, batch)
        before = {row.printing_id} - {None}

        def change() -> set[int]:
            _change(session, user_id, row, action, printing_id)
            return {row.printing_id} - {None}  # type: ignore[return-value]

        if is_large(batch):
            replan_rows(session, batch, before, change)  # type: ignore[arg-type]
        else:
            change()
            session.flush()
            plan_batch(session, batch)
        return None
    if batch.state != "applied" or not _waits(session, row):
        raise Conflict(_("This row is settled already."), rule="import.row_settled")
    if action == "ignore":
        row.state = "ignored"
        session.flush()
        return None
    if row.reading.get("bad"):
        raise Refused(_("This row could not be read. Enter the card by its number instead."), rule="import.row_bad")
    _change(session, user_id, row, action, printing_id)
    return _add(session, batch, row)


def _waits(session: Session, row: BatchRow) -> bool:
    """Whether a row of an imported file waits: never answered, or answered by an act that was undone since."""
    if row.state != "done":
        return row.state == "waiting"
    if by := row.reading.get("by"):  # Taken in with others (``looking_again``).
        together = select(Operation.undone_at).where(Operation.user_id == row.user_id, Operation.id == by)
        return session.scalar(together) is not None
    key = f"row-{row.id}-{row.reading.get('attempt', 0)}"
    query = select(Operation.undone_at).where(Operation.user_id == row.user_id, Operation.request_key == key)
    return session.scalar(query) is not None


def _change(session: Session, user_id: int, row: BatchRow, action: str, printing_id: int | None) -> None:
    reading = dict(row.reading)
    if action == "ignore":
        row.state = "ignored"
        return
    if action == "reset":
        row.state = "refused" if reading.get("bad") else "new"
        if "was" in reading:
            row.printing_id = reading.pop("was")
            reading.pop("chosen", None)
        row.reading = reading
        return
    if reading.get("bad"):
        raise Refused(_("This row cannot be read, so only leaving it out is possible."), rule="import.row_bad")
    found = _custom(session, user_id, reading) if action == "custom" else _visible(session, user_id, printing_id)
    if not reading.get("chosen"):
        reading["was"] = row.printing_id
    reading["chosen"] = True
    reading.pop("reason", None)
    copies = dict(reading.get("copies", {}))
    stated = reading.get("say", {}).get("language") and copies.get("language")
    if not stated or reading.get("localised") == found.printing_id:
        copies["language"] = found.language
    reading["copies"] = copies
    row.reading, row.printing_id, row.state = reading, found.printing_id, "new"


def _visible(session: Session, user_id: int, printing_id: int | None) -> Found:
    """A printing the collector may take; NotFound otherwise."""
    from marketplace.catalogue.models import Printing

    printing = session.get(Printing, printing_id) if printing_id else None
    if printing is None or printing.added_by_id not in (None, user_id):
        raise NotFound(_("We do not know that printing. Choose one of the list."))
    return lookup.by_ids(session, [printing.id])[printing.id]


def _custom(session: Session, user_id: int, reading: dict[str, Any]) -> Found:
    """The row's printing as the collector's own, with what the row says of it."""
    said = reading.get("say", {})
    code, name = said.get("code", ""), said.get("name", "")
    hits = [hit for hit in find_names(session, name, 3) if hit.kind <= Kind.EXACT] if name else []
    number = parse(code) if code else None
    language = reading.get("copies", {}).get("language") or (number.language if number else None) or "en"
    rarities = rarity_candidates(said.get("rarity", ""))
    return lookup.custom_printing(
        session,
        user_id,
        code=code,
        card_id=hits[0].card_id if hits else None,
        name=name or code,
        language=language,
        rarity=rarities[0] if len(rarities) == 1 else "",
    )


def _add(session: Session, batch: Batch, row: BatchRow) -> Operation:
    """Add the copies of a queued row to the collection; its folder becomes a place as the file's did."""
    assert row.printing_id is not None
    folders = folders_of(session, batch)
    place_id = folders.id_for(row.reading)
    if place_id is not None and place_id < 0:
        ((name, kind),) = folders.names.values()
        made = places.create_place(session, row.user_id, name, kind if kind in places.KINDS else "other")
        place_id = made.id
    copies = copies_of_reading(row.reading, row.printing_id, place_id, pockets=folders.choice == "folders")
    if not row.quantity:
        raise Refused(_("This row states no copies, so there is nothing to add."), rule="import.row_empty")
    attempt = int(row.reading.get("attempt", 0)) + 1
    row.reading = {name: value for name, value in row.reading.items() if name != "by"} | {"attempt": attempt}
    summary = {"file_name": batch.file_name, "batch_id": batch.id, "row": row.number, "queue_row": row.id}
    operation = stock.apply_batch(
        session,
        row.user_id,
        [Change(copies, add=row.quantity, row=row.number)],
        kind="import",
        summary=summary,
        request_key=f"row-{row.id}-{attempt}",
    )
    row.state = "done"
    session.flush()
    return operation


def take_localised(session: Session, user_id: int, batch_id: int) -> int:
    """Take the number of the stated language for every row whose number is another language's; returns how many."""
    return _for_all(session, user_id, batch_id, "localised")


def enter_all(session: Session, user_id: int, batch_id: int) -> int:
    """Enter every open row that nothing in the catalogue comes near as the collector's own printing; returns how many."""
    return _for_all(session, user_id, batch_id, "custom")


def _for_all(session: Session, user_id: int, batch_id: int, what: str) -> int:
    batch = get(session, user_id, batch_id)
    lock_collection(session, user_id)
    if batch.state != "preview":
        raise Conflict(_("This file cannot be changed any more."), rule="import.not_preview")
    at_rest(session, batch)
    query = select(BatchRow).where(BatchRow.batch_id == batch.id)
    wanted = BatchRow.state == "open" if what == "custom" else BatchRow.state.not_in(("ignored", "refused"))
    done = 0
    for row in session.scalars(query.where(wanted).order_by(BatchRow.number)).all():
        reading = row.reading
        if what == "custom":
            if reading.get("candidates"):
                continue
            _change(session, user_id, row, "custom", None)
        elif reading.get("localised") and row.printing_id != reading["localised"]:
            _change(session, user_id, row, "printing", reading["localised"])
        else:
            continue
        done += 1
        if done >= MOST_AT_ONCE:
            break
    session.flush()
    plan_batch(session, batch)
    return done


def offers(session: Session, user_id: int, rows: Sequence[BatchRow]) -> dict[int, list[Found]]:
    """The printings to choose from for each open, waiting or guessed row: those found, else what comes near."""
    wanted = {number for row in rows for number in row.reading.get("candidates", ())}
    wanted |= {row.reading["localised"] for row in rows if row.reading.get("localised")}
    wanted |= {row.printing_id for row in rows if row.printing_id}
    known = lookup.by_ids(session, wanted)
    found: dict[int, list[Found]] = {}
    for row in rows:
        numbers = [*row.reading.get("candidates", ()), row.reading.get("localised"), row.printing_id]
        offered = [known[number] for number in dict.fromkeys(numbers) if number in known]
        if not offered and row.state in ("open", "waiting") and not row.reading.get("bad"):
            offered = _near(session, user_id, row.reading)
        if offered:
            found[row.id] = offered
    return found


def _near(session: Session, user_id: int, reading: dict[str, Any]) -> list[Found]:
    """What an unknown number or name may have meant."""
    said = reading.get("say", {})
    near = lookup.near_codes(session, said["code"], user_id) if said.get("code") else []
    if near or not said.get("name"):
        return near[:_MOST_OFFERED]
    cards = [hit.card_id for hit in find_names(session, said["name"], 2)]
    printings = [one for group in lookup.of_cards(session, cards, user_id).values() for one in group]
    language = reading.get("copies", {}).get("language") or "en"
    fitting = [one for one in printings if one.language == language] or printings
    return fitting[:_MOST_OFFERED]
