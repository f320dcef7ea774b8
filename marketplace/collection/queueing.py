"""The queue: lines of pasted lists and rows of imported files that wait for an answer.

Answering one adds its copies at once, as an act of its own that can be undone (the line then waits again). Every
function takes the collector's id; another's line does not exist for them (NotFound).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session, contains_eager

from marketplace.catalogue import lookup
from marketplace.collection import batch_choices, stock
from marketplace.collection.models import Batch, BatchRow, Operation
from marketplace.collection.paste import DatabaseCatalogue, Options, read_list
from marketplace.collection.pasting_answers import check_answers, put_answers
from marketplace.collection.pasting_rows import copies_of, reading_of, values_of
from marketplace.collection.stock import Change
from marketplace.collection.stock_act import lock_collection
from marketplace.errors import Conflict, NotFound, Refused

LONGEST_LINE = 600

_RECENTLY_UNDONE = 100


def _returned(session: Session, user_id: int) -> list[int]:
    """Lines that were answered, and whose act was undone since: they wait again."""
    query = (
        select(Operation.summary)
        .where(Operation.user_id == user_id, Operation.kind.in_(("paste", "import")), Operation.undone_at.is_not(None))
        .order_by(Operation.id.desc())
        .limit(_RECENTLY_UNDONE)
    )
    summaries = session.scalars(query).all()
    single = [number for summary in summaries if isinstance(number := summary.get("queue_row"), int)]
    return single + [number for summary in summaries for number in summary.get("queue_rows", ())]


def _waits(session: Session, user_id: int) -> ColumnElement[bool]:
    returned = _returned(session, user_id)
    waiting = BatchRow.state == "waiting"
    if returned:
        waiting = or_(waiting, and_(BatchRow.state == "done", BatchRow.id.in_(returned)))
    return and_(BatchRow.user_id == user_id, Batch.state == "applied", waiting)


def waiting(session: Session, user_id: int, *, page: int = 1, per_page: int = 30) -> tuple[list[BatchRow], int]:
    """One page of what waits, the newest list first and in its order, and how many there are."""
    here = _waits(session, user_id)
    total = session.scalar(select(func.count()).select_from(BatchRow).join(Batch).where(here)) or 0
    query = (
        select(BatchRow)
        .join(BatchRow.batch)
        .where(here)
        .options(contains_eager(BatchRow.batch))
        .order_by(Batch.id.desc(), BatchRow.number, BatchRow.part)
    )
    return list(session.scalars(query.offset((page - 1) * per_page).limit(per_page))), total


def get(session: Session, user_id: int, row_id: int) -> BatchRow:
    """A waiting line of this collector, locked; NotFound otherwise, Conflict when it was answered already."""
    lock_collection(session, user_id)
    row = session.get(BatchRow, row_id, populate_existing=True)
    if row is None or row.user_id != user_id:
        raise NotFound(_("That line is not one of yours."))
    known = select(BatchRow.id).join(Batch).where(BatchRow.id == row_id, _waits(session, user_id))
    if session.scalar(known) is None:
        raise Conflict(_("This line is answered already."), rule="queue.answered")
    return row


def is_paste(row: BatchRow) -> bool:
    return row.batch.source == "paste"


def answer(session: Session, user_id: int, row_id: int, answers: Mapping[str, Any]) -> Operation:
    """Answer a waiting line: its copies are added to the collection at once."""
    row = get(session, user_id, row_id)
    if not is_paste(row):
        operation = batch_choices.settle(session, user_id, row_id, "printing", printing_id=answers.get("printing_id"))
        assert operation is not None
        return operation
    put_answers(row, check_answers(session, user_id, answers))
    return _add(session, user_id, row)


def _add(session: Session, user_id: int, row: BatchRow) -> Operation:
    options = row.batch.options
    chosen = row.reading.get("answers", {}).get("printing_id")
    found = lookup.by_ids(session, {number for number in (chosen, *row.reading.get("printings", ())[:1]) if number})
    values = values_of(row.reading, options, found)
    if values.printing_id is None:
        raise Refused(_("Choose which printing it is."), rule="queue.printing", field="printing_id")
    if not values.quantity:
        raise Refused(_("Say how many copies these are."), rule="queue.quantity", field="quantity")
    attempt = int(row.reading.get("attempt", 0)) + 1
    operation = stock.apply_batch(
        session,
        user_id,
        [Change(copies_of(row.reading, values), add=values.quantity, row=row.number)],
        kind="paste",
        summary={"batch_id": row.batch_id, "row": row.number, "queue_row": row.id},
        request_key=f"queue-{row.id}-{attempt}",
    )
    row.reading = {**row.reading, "attempt": attempt}
    row.state, row.printing_id, row.quantity = "done", values.printing_id, values.quantity
    session.flush()
    return operation


def enter(session: Session, user_id: int, row_id: int, printing: Mapping[str, str], answers: Mapping[str, Any]) -> Operation:
    """Enter a waiting line as a printing the catalogue does not have (code, name, language, rarity), and add its copies."""
    row = get(session, user_id, row_id)
    if not is_paste(row):
        operation = batch_choices.settle(session, user_id, row_id, "custom")
        assert operation is not None
        return operation
    found = lookup.custom_printing(
        session,
        user_id,
        code=printing.get("code", ""),
        card_id=row.reading.get("card_id") if printing.get("name", "") == row.reading.get("card") else None,
        name=printing.get("name", ""),
        language=printing.get("language", ""),
        rarity=printing.get("rarity", ""),
    )
    put_answers(row, check_answers(session, user_id, {**answers, "printing_id": found.printing_id}))
    return _add(session, user_id, row)


def reread(session: Session, user_id: int, row_id: int, text: str) -> BatchRow:
    """Read a waiting line of a list anew from an edited text. The first typing is kept beside it."""
    row = get(session, user_id, row_id)
    if not is_paste(row):
        raise Refused(
            _("A row of a file cannot be typed anew. Choose what it is, or enter the card by its number."), rule="queue.file"
        )
    text = " ".join(text.replace("\x00", "").split())
    if not text:
        raise Refused(_("Type the line, or leave it out."), rule="queue.empty", field="text")
    if len(text) > LONGEST_LINE:
        raise Refused(_("A line has at most %(most)d characters.", most=LONGEST_LINE), rule="queue.too_long", field="text")
    options = row.batch.options
    language = options.get("language") or options.get("told_language") or None
    reading = read_list(text, DatabaseCatalogue(session, user_id), Options(language=language, scale=options.get("scale") or ""))
    first = reading.lines[0]
    first.kind = "card"
    if first.quantity is None:
        first.put("quantity", 1, "assumed")
    answers = {name: value for name, value in row.reading.get("answers", {}).items() if name != "printing_id"}
    kept: dict[str, Any] = {name: row.reading[name] for name in ("attempt", "heading", "purpose") if name in row.reading}
    row.reading = {**reading_of(first), **kept, "answers": answers, "typed": row.reading.get("typed") or row.text}
    row.text, row.state = text, "waiting"
    session.flush()
    return row


def discard(session: Session, user_id: int, row_id: int) -> BatchRow:
    """Take a line out of the queue without adding anything; ``restore`` brings it back."""
    row = get(session, user_id, row_id)
    row.state = "ignored"
    row.reading = {**row.reading, "left_queue": True}
    session.flush()
    return row


def restore(session: Session, user_id: int, row_id: int) -> BatchRow:
    """Put a line that was taken out of the queue back into it."""
    lock_collection(session, user_id)
    row = session.get(BatchRow, row_id, populate_existing=True)
    if row is None or row.user_id != user_id:
        raise NotFound(_("That line is not one of yours."))
    if row.state == "ignored" and row.reading.get("left_queue"):
        row.state = "waiting"
        row.reading = {name: value for name, value in row.reading.items() if name != "left_queue"}
        session.flush()
    return row


def offers(session: Session, user_id: int, rows: Sequence[BatchRow]) -> dict[int, list[Any]]:
    """The printings to choose from for each line: those the reading left, for rows of files what the import offers."""
    from marketplace.collection import pasting_answers

    lines = [row for row in rows if is_paste(row)]
    files = [row for row in rows if not is_paste(row)]
    return {**pasting_answers.offers(session, lines), **(batch_choices.offers(session, user_id, files) if files else {})}
