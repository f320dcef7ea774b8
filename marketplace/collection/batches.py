"""Files on their way into the collection: read and shown first, written on request, undone in one act.

``start`` keeps the file and reads it (a large one in the background), ``change_options`` reads or compares it anew,
``choose`` settles a row by hand, ``apply`` writes everything in one transaction or nothing. Every function takes the
collector's id: another's batch does not exist for them (NotFound).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from marketplace.collection import stock
from marketplace.collection.batch_plan import plan_batch, prepare_places
from marketplace.collection.batch_reading import CONTENT_OPTIONS, LARGE, open_batch, read_batch
from marketplace.collection.models import Batch, BatchRow, Operation
from marketplace.collection.stock_act import lock_collection
from marketplace.db import now
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.jobs import Job, enqueue

KINDS = ("new", "changed", "unchanged", "guessed", "open", "refused", "ignored")
"""States of rows in a preview, in the order the page shows them."""

KEPT_IMPORTS = 5
"""Imports of a collector whose rows are kept after they were written."""

KEPT_PREVIEWS = 20
"""Files of a collector that are shown but not imported; older ones are put aside."""

MODES = ("add", "set", "subtract")
PLACES = ("folders", "one", "none")
OPTIONS: dict[str, Any] = {"mapping": {}, "language": "", "list_language": "", "places": "folders", "place_id": None}
"""What a collector may choose for a whole file, with its defaults; format and mode are fields of the batch."""


def get(session: Session, user_id: int, batch_id: int) -> Batch:
    """A file of this collector; NotFound otherwise."""
    batch = session.get(Batch, batch_id)
    if batch is None or batch.user_id != user_id or batch.source != "file":
        raise NotFound(_("That file is not one of yours."))
    return batch


def _locked(session: Session, user_id: int, batch_id: int) -> Batch:
    """The batch with its row locked, so that two requests cannot work on it at once."""
    lock_collection(session, user_id)
    query = select(Batch).where(Batch.id == batch_id).with_for_update().execution_options(populate_existing=True)
    batch = session.scalar(query)
    if batch is None or batch.user_id != user_id or batch.source != "file":
        raise NotFound(_("That file is not one of yours."))
    return batch


def start(
    session: Session,
    user_id: int,
    data: bytes,
    file_name: str,
    *,
    as_format: str = "",
    mode: str = "add",
    options: Mapping[str, Any] | None = None,
    background: bool = True,
) -> Batch:
    """Keep an upload and read it into a preview; with ``background`` a large one is left to a job.

    Raises Refused for files that cannot be read, with the reason; nothing is kept then.
    """
    batch = open_batch(user_id, data, file_name, as_format, {**OPTIONS, **(options or {})})
    _forget_old_previews(session, user_id)
    batch.mode = _one_of(mode, MODES)
    session.add(batch)
    session.flush()
    _read_or_enqueue(session, batch, background)
    return batch


def _forget_old_previews(session: Session, user_id: int) -> None:
    """Put aside what a collector uploaded long before and never imported, so that forgotten previews do not pile up."""
    query = select(Batch.id).where(
        Batch.user_id == user_id, Batch.source == "file", Batch.state.in_(("preview", "failed", "undone"))
    )
    old = session.scalars(query.order_by(Batch.id.desc()).offset(KEPT_PREVIEWS)).all()
    if old:
        session.execute(delete(BatchRow).where(BatchRow.batch_id.in_(old)))
        session.execute(update(Batch).where(Batch.id.in_(old)).values(state="discarded", raw=""))


def _one_of(value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise Refused(_("Choose one of the offered values."), rule="import.option")
    return value


def _read_or_enqueue(session: Session, batch: Batch, background: bool) -> None:
    if background and batch.raw.count("\n") > LARGE:
        batch.state = "reading"
        batch.job_id = enqueue(session, "collection.import.read", {"batch_id": batch.id}, batch.user_id).id
        session.flush()
        return
    read_batch(session, batch)


def change_options(
    session: Session,
    user_id: int,
    batch_id: int,
    *,
    as_format: str = "",
    mode: str = "",
    options: Mapping[str, Any] | None = None,
) -> Batch:
    """Choose format, mode or options of a preview. Rows settled by hand are read anew only when the content is."""
    batch = _locked(session, user_id, batch_id)
    _in_preview(batch)
    at_rest(session, batch)
    before = (batch.format, {name: batch.options.get(name) for name in CONTENT_OPTIONS})
    wanted = {name: value for name, value in (options or {}).items() if name in OPTIONS}
    if "places" in wanted:
        _one_of(wanted["places"], PLACES)
    batch.options = batch.options | wanted
    if mode:
        batch.mode = _one_of(mode, MODES)
    if as_format and as_format != batch.format:
        fresh = open_batch(user_id, batch.raw.encode("utf-8"), batch.file_name, as_format, batch.options | {"mapping": {}})
        batch.format, batch.options = fresh.format, fresh.options
    if (batch.format, {name: batch.options.get(name) for name in CONTENT_OPTIONS}) != before:
        _read_or_enqueue(session, batch, background=True)
    else:
        plan_batch(session, batch)
    session.flush()
    return batch


def _in_preview(batch: Batch) -> None:
    if batch.state != "preview":
        words = {
            "applied": _("This file is imported already."),
            "undone": _("This import was undone. Open its preview again first."),
            "discarded": _("This file was put aside."),
            "reading": _("This file is still being read. Wait a moment."),
        }
        raise Conflict(words.get(batch.state, _("This file cannot be changed any more.")), rule=f"import.{batch.state}")


def at_rest(session: Session, batch: Batch) -> None:
    """Refuse to touch a file that a job is reading or writing."""
    job = session.get(Job, batch.job_id) if batch.job_id is not None else None
    if job is not None and not job.is_finished:
        raise Conflict(_("This file is being worked on. Wait until it is done, or cancel that first."), rule="import.busy")


def seen_before(session: Session, user_id: int, sha256: str, *, other_than: int = 0) -> Batch | None:
    """The last import of a file with this content that is still in force."""
    return session.scalar(
        select(Batch)
        .where(Batch.user_id == user_id, Batch.sha256 == sha256, Batch.state == "applied", Batch.id != other_than)
        .order_by(Batch.id.desc())
        .limit(1)
    )


def recent(session: Session, user_id: int, limit: int = 10) -> list[Batch]:
    """The collector's last files, newest first, those put aside left out."""
    query = select(Batch).where(Batch.user_id == user_id, Batch.source == "file", Batch.state != "discarded")
    return list(session.scalars(query.order_by(Batch.id.desc()).limit(limit)))


def rows(session: Session, batch: Batch, state: str = "", *, page: int = 1, per_page: int = 50) -> tuple[list[BatchRow], int]:
    """One page of a batch's rows in file order, those in ``state`` only, and how many there are."""
    wanted = [BatchRow.batch_id == batch.id, *([BatchRow.state == state] if state else [])]
    total = session.scalar(select(func.count()).select_from(BatchRow).where(*wanted)) or 0
    query = select(BatchRow).where(*wanted).order_by(BatchRow.number, BatchRow.part)
    return list(session.scalars(query.offset((page - 1) * per_page).limit(per_page))), total


def refusals(session: Session, batch: Batch) -> list[BatchRow]:
    """Every row that will not be written, in file order."""
    query = select(BatchRow).where(BatchRow.batch_id == batch.id, BatchRow.state.in_(("refused", "open")))
    return list(session.scalars(query.order_by(BatchRow.number, BatchRow.part)))


def apply(session: Session, user_id: int, batch_id: int, *, only_good: bool = False) -> Operation:
    """Write the whole file in one act of the journal, or nothing.

    Rows that are open (no printing settled) go to the queue. A refused row stops the import, unless ``only_good``:
    then it goes to the queue as well. Sending the request twice finds the first operation.
    """
    batch = _locked(session, user_id, batch_id)
    if batch.state == "applied" and batch.operation_id is not None:
        operation = session.get(Operation, batch.operation_id)
        assert operation is not None
        session.info.setdefault("repeated_operations", set()).add(operation.id)
        return operation
    _in_preview(batch)
    prepare_places(session, batch)
    plan = plan_batch(session, batch)
    refused = batch.counts.get("refused", 0)
    if refused and not only_good:
        raise Refused(_blocked(session, batch, refused), rule="import.refused_rows", refused=refused)
    if not plan.states and not batch.counts.get("open"):
        raise Refused(_("No row of this file can be imported as it is."), rule="import.nothing")
    summary = {"file_name": batch.file_name, "batch_id": batch.id, "rows": len(plan.states)}
    key = f"batch-{batch.id}-{batch.options.get('attempt', 1)}"
    operation = stock.apply_batch(session, user_id, plan.changes, kind="import", summary=summary, request_key=key)
    here = BatchRow.batch_id == batch.id
    for before, after in ((("new", "changed", "unchanged", "guessed"), "done"), (("open", "refused"), "waiting")):
        session.execute(update(BatchRow).where(here, BatchRow.state.in_(before)).values(state=after))
    batch.state, batch.applied_at, batch.operation_id, batch.job_id = "applied", now(), operation.id, None
    _sweep(session, user_id)
    session.flush()
    return operation


def _sweep(session: Session, user_id: int) -> None:
    """Drop text and written rows of imports long past: their act, its undo and what waits in the queue stay."""
    query = select(Batch.id).where(Batch.user_id == user_id, Batch.source == "file", Batch.state == "applied")
    old = session.scalars(query.order_by(Batch.id.desc()).offset(KEPT_IMPORTS)).all()
    if old:
        session.execute(delete(BatchRow).where(BatchRow.batch_id.in_(old), BatchRow.state == "done"))
        session.execute(update(Batch).where(Batch.id.in_(old), Batch.raw != "").values(raw=""))


def _blocked(session: Session, batch: Batch, refused: int) -> str:
    """Why nothing was written: the first refused row, with its column, and how many there are."""
    query = (
        select(BatchRow).where(BatchRow.batch_id == batch.id, BatchRow.state == "refused").order_by(BatchRow.number).limit(1)
    )
    row = session.scalars(query).one()
    column, reason = row.reading.get("column", ""), row.reading.get("reason", "")
    values = {"row": row.number, "line": row.reading.get("line", 0), "column": column, "reason": reason, "num": refused}
    if column:
        first = _("Row %(row)d (line %(line)d), column “%(column)s”: %(reason)s.", **values)
    else:
        first = _("Row %(row)d (line %(line)d): %(reason)s.", **values)
    more = _("%(num)d rows are refused in all.", num=refused) if refused > 1 else ""
    return " ".join(filter(None, (first, more, _("Nothing was written. Correct the file, or import the good rows only."))))


def apply_later(session: Session, user_id: int, batch_id: int, *, only_good: bool = False) -> Batch:
    """Leave the writing of a large file to a job."""
    batch = _locked(session, user_id, batch_id)
    _in_preview(batch)
    at_rest(session, batch)
    if batch.counts.get("refused", 0) and not only_good:
        raise Refused(_blocked(session, batch, batch.counts["refused"]), rule="import.refused_rows")
    payload = {"batch_id": batch.id, "only_good": only_good}
    batch.job_id = enqueue(session, "collection.import.apply", payload, user_id).id
    session.flush()
    return batch


def is_large(batch: Batch) -> bool:
    """Whether reading and writing are left to the background."""
    return int(batch.counts.get("rows", 0)) > LARGE


def discard(session: Session, user_id: int, batch_id: int) -> None:
    """Put a file aside that was not imported; its text and rows are dropped."""
    batch = _locked(session, user_id, batch_id)
    at_rest(session, batch)
    if batch.state == "applied":
        raise Conflict(_("This file is imported already. Undo the import instead."), rule="import.applied")
    session.execute(delete(BatchRow).where(BatchRow.batch_id == batch.id))
    batch.state, batch.raw, batch.job_id = "discarded", "", None
    session.flush()


def can_reopen(session: Session, batch: Batch) -> bool:
    """Whether a preview can be made anew: of an undone import, or of a file whose reading failed or was cancelled."""
    if not batch.raw:
        return False
    if batch.state == "reading":
        job = session.get(Job, batch.job_id) if batch.job_id is not None else None
        return job is None or job.is_finished
    return batch.state in ("undone", "failed")


def reopen(session: Session, user_id: int, batch_id: int) -> Batch:
    """Show the preview of an undone import again, compared with the collection as it is now."""
    batch = _locked(session, user_id, batch_id)
    if not can_reopen(session, batch):
        raise Conflict(_("Only an import that was undone can be opened again."), rule="import.not_undone")
    batch.state = "preview"
    batch.options = batch.options | {"attempt": int(batch.options.get("attempt", 1)) + 1}
    read_batch(session, batch)
    session.flush()
    return batch
