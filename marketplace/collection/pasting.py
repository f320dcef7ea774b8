"""Pasted lists on their way into the collection: read and shown first, written on request, undone in one act.

Whatever is typed is kept as a batch at once, so that no error and no lost session loses it. ``start`` reads a text,
``reread`` reads it anew with other choices, ``answer`` settles lines, ``apply`` writes all settled lines in one act;
lines with an open question wait in the queue. Every function takes the collector's id: another's list does not exist
for them (NotFound).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.collection import stock
from marketplace.collection.models import Batch, BatchRow, Operation, Place
from marketplace.collection.paste import MOST_BYTES, DatabaseCatalogue, ListReading, Options, read_list
from marketplace.collection.pasting_rows import copies_of, rows_of, settle, state_of, values_of
from marketplace.collection.stock import Change
from marketplace.collection.stock_act import lock_collection
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.db import now
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.jobs import enqueue

OPTIONS: dict[str, Any] = {"language": "", "edition": "", "condition": "", "place_id": None, "scale": ""}
"""What a collector may choose for a whole list. Blank: told from the text, or not stated."""

LONG = 1_500
"""Lines from which a list is read in the background."""

KEPT_PASTES = 20
"""Written lists of a collector whose text and lines are kept."""


def get(session: Session, user_id: int, batch_id: int) -> Batch:
    """A list of this collector; NotFound otherwise."""
    batch = session.get(Batch, batch_id)
    if batch is None or batch.user_id != user_id or batch.source != "paste":
        raise NotFound(_("That list is not one of yours."))
    return batch


def locked(session: Session, user_id: int, batch_id: int) -> Batch:
    """The list with its row locked, so that two requests cannot work on it at once."""
    lock_collection(session, user_id)
    query = select(Batch).where(Batch.id == batch_id).with_for_update().execution_options(populate_existing=True)
    batch = session.scalar(query)
    if batch is None or batch.user_id != user_id or batch.source != "paste":
        raise NotFound(_("That list is not one of yours."))
    return batch


def check_text(text: str) -> None:
    """Refuse an empty text and one that is too long; the message says what to do."""
    if not text.strip():
        raise Refused(_("Paste or type a list first, one card a line."), rule="paste.empty", field="text")
    size = len(text.encode("utf-8"))
    if size > MOST_BYTES:
        raise Refused(
            _(
                "This list has %(size)d KB; at most %(most)d KB are read at once. Split it and paste the parts one by one.",
                size=-(-size // 1024),
                most=MOST_BYTES // 1024,
            ),
            rule="paste.too_long",
            field="text",
        )


def check_options(session: Session, user_id: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The choices for a list, each of the known ones."""
    wanted = {**OPTIONS, **{name: value for name, value in options.items() if name in OPTIONS}}
    known = {
        "language": ("", *LANGUAGES),
        "edition": tuple(EDITIONS),
        "condition": ("", *CONDITIONS),
        "scale": ("", "european", "american"),
    }
    for name, allowed in known.items():
        if (wanted[name] or "") not in allowed:
            raise Refused(_("Choose one of the offered values."), rule="paste.option", field=name)
    if wanted["place_id"] and session.scalar(select(Place.user_id).where(Place.id == wanted["place_id"])) != user_id:
        raise Refused(_("Choose one of your places."), rule="paste.option", field="place_id")
    return wanted


def digest(text: str) -> str:
    """What tells two texts apart: their lines, whatever the spaces around them."""
    lines = [line.strip() for line in text.splitlines()]
    return hashlib.sha256("\n".join(line for line in lines if line).encode("utf-8")).hexdigest()


def start(
    session: Session, user_id: int, text: str, options: Mapping[str, Any] | None = None, *, background: bool = True
) -> Batch:
    """Keep a text and read it; with ``background`` a long one is left to a job. Raises Refused, nothing is kept then."""
    text = text.replace("\x00", "")  # PostgreSQL keeps no such sign.
    check_text(text)
    batch = Batch(user_id=user_id, source="paste", format="text", mode="add", raw=text, sha256=digest(text))
    batch.options = check_options(session, user_id, options or {})
    session.add(batch)
    session.flush()
    _read(session, batch, background=background)
    return batch


def _read(session: Session, batch: Batch, *, background: bool) -> None:
    if background and batch.raw.count("\n") > LONG:
        batch.state = "reading"
        batch.job_id = enqueue(session, "collection.paste.read", {"batch_id": batch.id}, batch.user_id).id
        session.flush()
        return
    keep(session, batch, understand(session, batch))


def understand(session: Session, batch: Batch) -> ListReading:
    """Read the text of a batch; nothing is written."""
    options = batch.options
    wanted = Options(language=options.get("language") or None, scale=options.get("scale") or "")
    return read_list(batch.raw, DatabaseCatalogue(session, batch.user_id), wanted)


def keep(session: Session, batch: Batch, reading: ListReading) -> None:
    """Put the lines as read in the place of earlier ones. Answers stay with lines that read as before."""
    earlier: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
    old = select(BatchRow).where(BatchRow.batch_id == batch.id).order_by(BatchRow.number, BatchRow.part)
    for known in session.scalars(old):
        if known.reading.get("answers"):
            earlier[known.text, known.part].append(known.reading)
    session.execute(delete(BatchRow).where(BatchRow.batch_id == batch.id))
    rows = rows_of(reading.lines)
    for row in rows:
        kept = earlier.get((row["text"], row["part"]))
        if kept:
            row["reading"]["answers"] = kept.pop(0)["answers"]
    answered = {number for row in rows if (number := row["reading"].get("answers", {}).get("printing_id"))}
    found = {one.printing_id: one for line in reading.lines for part in (line, *line.alternates) for one in part.printings}
    found |= lookup.by_ids(session, answered - found.keys())
    for row in rows:
        values = values_of(row["reading"], batch.options, found)
        row |= {"batch_id": batch.id, "user_id": batch.user_id, "state": state_of(row["reading"], values)}
        row |= {"printing_id": values.printing_id, "quantity": values.quantity or 0}
    if rows:
        session.execute(insert(BatchRow), rows)
    batch.options = batch.options | {"told_language": "" if reading.language_given else reading.language or ""}
    batch.state, batch.job_id = "preview", None
    session.expire(batch, ["rows"])
    count(session, batch)


def count(session: Session, batch: Batch) -> None:
    """Count the lines of a batch by state, and the copies that will be written."""
    session.flush()
    query = (
        select(BatchRow.state, func.count(), func.coalesce(func.sum(BatchRow.quantity), 0))
        .where(BatchRow.batch_id == batch.id)
        .group_by(BatchRow.state)
    )
    counts: dict[str, Any] = {"rows": 0, "copies": 0}
    for state, number, copies in session.execute(query):
        counts[state] = number
        counts["rows"] += number
        if state in ("new", "done"):
            counts["copies"] += int(copies)
    batch.counts = counts
    session.flush()


def in_preview(batch: Batch) -> None:
    """Refuse to change a list that is written, put aside or still being read."""
    if batch.state == "preview":
        return
    words = {
        "applied": _("This list is in your collection already."),
        "undone": _("This list was undone. Open its preview again first."),
        "discarded": _("This list was put aside. Bring it back first."),
        "reading": _("This list is still being read. Wait a moment."),
    }
    raise Conflict(words.get(batch.state, _("This list cannot be changed any more.")), rule=f"paste.{batch.state}")


def reread(
    session: Session, user_id: int, batch_id: int, *, text: str | None = None, options: Mapping[str, Any] | None = None
) -> Batch:
    """Read a list anew, with an edited text or other choices. Raises Refused and changes nothing if either is no good."""
    batch = locked(session, user_id, batch_id)
    in_preview(batch)
    if text is not None:
        text = text.replace("\x00", "")
        check_text(text)
    if options is not None:
        batch.options = batch.options | check_options(session, user_id, batch.options | dict(options))
    if text is not None:
        batch.raw, batch.sha256 = text, digest(text)
    _read(session, batch, background=True)
    return batch


def seen_before(session: Session, user_id: int, sha256: str, *, other_than: int = 0) -> Batch | None:
    """The last list with this text that is in the collection."""
    wanted = (Batch.user_id == user_id, Batch.source == "paste", Batch.sha256 == sha256, Batch.state == "applied")
    return session.scalar(select(Batch).where(*wanted, Batch.id != other_than).order_by(Batch.id.desc()).limit(1))


def recent(session: Session, user_id: int, limit: int = 12) -> list[Batch]:
    """The collector's last lists, drafts first, then newest first; those put aside left out."""
    query = select(Batch).where(Batch.user_id == user_id, Batch.source == "paste", Batch.state != "discarded")
    found = session.scalars(query.order_by(Batch.id.desc()).limit(limit)).all()
    return sorted(found, key=lambda batch: batch.state not in ("preview", "reading", "failed"))


def lines(session: Session, batch: Batch, state: str = "", *, page: int = 1, per_page: int = 50) -> tuple[list[BatchRow], int]:
    """One page of a list's lines in order, those in ``state`` only, and how many there are."""
    wanted = [BatchRow.batch_id == batch.id, *([BatchRow.state == state] if state else [])]
    total = session.scalar(select(func.count()).select_from(BatchRow).where(*wanted)) or 0
    query = select(BatchRow).where(*wanted).order_by(BatchRow.number, BatchRow.part)
    return list(session.scalars(query.offset((page - 1) * per_page).limit(per_page))), total


def by_ids(session: Session, batch: Batch, row_ids: Iterable[int]) -> list[BatchRow]:
    """Those lines of a list that have these ids, in order."""
    query = select(BatchRow).where(BatchRow.batch_id == batch.id, BatchRow.id.in_(list(row_ids)))
    return list(session.scalars(query.order_by(BatchRow.number, BatchRow.part)))


def apply(session: Session, user_id: int, batch_id: int) -> Operation | None:
    """Write every settled line in one act; lines with an open question go to the queue.

    Sending the request twice finds the first operation. None when everything went to the queue.
    """
    batch = locked(session, user_id, batch_id)
    if batch.state == "applied":
        operation = session.get(Operation, batch.operation_id) if batch.operation_id else None
        if operation is not None:
            session.info.setdefault("repeated_operations", set()).add(operation.id)
        return operation
    in_preview(batch)
    query = select(BatchRow).where(BatchRow.batch_id == batch.id, BatchRow.state.in_(("new", "open")))
    rows = session.scalars(query.order_by(BatchRow.number, BatchRow.part)).all()
    if not rows:
        raise Refused(_("There is no card left on this list to add."), rule="paste.nothing")
    found = lookup.by_ids(session, {row.printing_id for row in rows if row.printing_id})
    changes = []
    for row in rows:
        if row.state == "new":
            values = values_of(row.reading, batch.options, found)
            changes.append(Change(copies_of(row.reading, values), add=values.quantity, row=row.number))
    operation = None
    if changes:
        summary = {"batch_id": batch.id, "rows": len(changes)}
        key = f"paste-{batch.id}-{batch.options.get('attempt', 1)}"
        operation = stock.apply_batch(session, user_id, changes, kind="paste", summary=summary, request_key=key)
    here = BatchRow.batch_id == batch.id
    for before, after in (("new", "done"), ("open", "waiting")):
        session.execute(update(BatchRow).where(here, BatchRow.state == before).values(state=after))
    batch.state, batch.applied_at, batch.operation_id = "applied", now(), operation.id if operation else None
    _sweep(session, user_id)
    session.expire_all()
    count(session, locked(session, user_id, batch_id))
    return operation


def _sweep(session: Session, user_id: int) -> None:
    """Drop text and written lines of lists long past: their act, its undo and what waits in the queue stay."""
    query = select(Batch.id).where(Batch.user_id == user_id, Batch.source == "paste", Batch.state == "applied")
    old = session.scalars(query.order_by(Batch.id.desc()).offset(KEPT_PASTES)).all()
    if old:
        session.execute(delete(BatchRow).where(BatchRow.batch_id.in_(old), BatchRow.state.in_(("done", "ignored"))))
        session.execute(update(Batch).where(Batch.id.in_(old), Batch.raw != "").values(raw=""))


def discard(session: Session, user_id: int, batch_id: int) -> Batch:
    """Put a list aside that was not written; text and answers stay, so that it can be brought back."""
    batch = locked(session, user_id, batch_id)
    if batch.state == "applied":
        raise Conflict(_("This list is in your collection already. Undo it instead."), rule="paste.applied")
    batch.state, batch.job_id = "discarded", None
    session.flush()
    return batch


def reopen(session: Session, user_id: int, batch_id: int) -> Batch:
    """Show the preview of a list again that was put aside or undone."""
    batch = locked(session, user_id, batch_id)
    if batch.state not in ("discarded", "undone", "failed") or not batch.raw:
        raise Conflict(_("Only a list that was put aside or undone can be opened again."), rule="paste.not_open")
    if batch.state == "undone":
        batch.options = batch.options | {"attempt": int(batch.options.get("attempt", 1)) + 1}
        batch.operation_id, batch.applied_at = None, None
    _read(session, batch, background=True)
    return batch


def resettle(session: Session, batch: Batch, rows: Sequence[BatchRow]) -> None:
    """Bring rows in line with their answers, and count anew."""
    found = lookup.by_ids(session, _printings(rows))
    for row in rows:
        settle(row, batch.options, found)
    count(session, batch)


def _printings(rows: Iterable[BatchRow]) -> set[int]:
    wanted = set()
    for row in rows:
        wanted.update(row.reading.get("printings", ())[:1])
        wanted.add(row.reading.get("answers", {}).get("printing_id"))
    return {number for number in wanted if number}
