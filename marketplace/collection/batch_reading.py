"""Reading a kept file into its preview: rows, the printings they mean, and what each would change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, insert
from sqlalchemy.orm import Session

from marketplace.collection.batch_plan import plan_batch
from marketplace.collection.batch_rows import first_state, joined, reading_of
from marketplace.collection.formats.files import OpenFile, check_mapping, open_file, open_text
from marketplace.collection.formats.reading import Text
from marketplace.collection.formats.rows import Row
from marketplace.collection.matching import Match, Matcher, match_all
from marketplace.collection.models import Batch, BatchRow

LARGE = 3_000
"""Rows from which a file is read and written in the background."""

CONTENT_OPTIONS = ("mapping", "language", "list_language")
"""Options that change what the rows mean, so that the file is read anew; the others only change the comparison."""

Progress = Callable[[int, int, str], None]


def open_batch(user_id: int, data: bytes, file_name: str, as_format: str, options: Mapping[str, Any]) -> Batch:
    """A batch for an upload that can be read; raises Refused with the reason for others."""
    opened = open_file(data, file_name, as_format=as_format, mapping=options.get("mapping") or None)
    batch = Batch(
        user_id=user_id,
        source="file",
        file_name=file_name[-200:],
        sha256=opened.sha256,
        format=opened.format,
        raw=opened.text.text.replace("\x00", ""),
        options=dict(options),
        counts={},
    )
    batch.options = batch.options | {
        "variant": opened.variant,
        "encoding": opened.text.encoding,
        "cut_off": opened.text.cut_off,
        "mapping": opened.mapping,
        "header": list(opened.header),
        "attempt": int(options.get("attempt", 1)),
    }
    return batch


def reopened(batch: Batch) -> OpenFile:
    """The kept text of a batch as its file, in the format and with the columns chosen."""
    text = Text(batch.raw, batch.options.get("encoding", "utf-8"), bool(batch.options.get("cut_off")))
    return open_text(text, batch.sha256, batch.file_name, as_format=batch.format, mapping=batch.options.get("mapping") or None)


def read_batch(session: Session, batch: Batch, progress: Progress | None = None) -> None:
    """Read, match and compare a batch anew; the rows it had are replaced."""
    opened, matches = match_file(session, batch, progress)
    keep_rows(session, batch, opened, matches, progress)


def match_file(session: Session, batch: Batch, progress: Progress | None = None) -> tuple[OpenFile, list[Match]]:
    """The file's rows and what each means. Only reads, so that a long file need not hold the write lock meanwhile."""
    opened = reopened(batch)
    if opened.format == "columns" and not {"code", "name", "passcode"} & opened.mapping.keys():
        return opened, []
    check_mapping(opened)
    rows: list[Row] = list(opened.rows(batch.options.get("list_language", "")))
    matcher = Matcher(session, batch.user_id, opened.format, language=batch.options.get("language", ""))

    def told(done: int) -> None:
        if progress is not None:
            progress(done, len(rows), "matching")

    told(0)
    return opened, match_all(matcher, rows, told)


def keep_rows(
    session: Session, batch: Batch, opened: OpenFile, matches: Sequence[Match], progress: Progress | None = None
) -> None:
    """Write the rows of a preview and compare them with the collection."""
    session.execute(delete(BatchRow).where(BatchRow.batch_id == batch.id))
    shared: dict[str, Any] = {"batch_id": batch.id, "user_id": batch.user_id}
    kept: list[dict[str, Any]] = [
        shared
        | {
            "number": match.row.number,
            "part": match.row.part,
            "text": joined(match.row.cells),
            "reading": reading_of(match),
            "state": first_state(match),
            "printing_id": match.found.printing_id if match.found else None,
            "quantity": match.row.quantity or 0,
        }
        for match in matches
    ]
    for values in kept:
        if values["reading"].get("bad"):  # Keeping the row may have found what matching did not.
            values["state"] = "refused"
    if kept:
        session.execute(insert(BatchRow), kept)
    if progress is not None:
        progress(len(kept), len(kept), "comparing")
    batch.options = batch.options | {
        "mapping": opened.mapping,
        "header": list(opened.header),
        "holds": sorted(opened.holds),
        "states_trade": opened.states_trade,
        "skipped": len(opened.skipped),
        "remarks": [str(remark) for remark in opened.remarks],
        "has_places": any("place" in values["reading"].get("copies", {}) for values in kept),
    }
    batch.state, batch.job_id = "preview", None
    session.flush()
    plan_batch(session, batch)
