"""Reading and writing large files in the background. Both are safe to run again: each writes in one transaction."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import update

from marketplace.collection import batches
from marketplace.collection.batch_reading import keep_rows, match_file
from marketplace.collection.models import Batch
from marketplace.errors import DomainError
from marketplace.jobs import JobContext, job_kind

_STEPS = {
    "matching": _l("Looking the cards up"),
    "comparing": _l("Comparing with your collection"),
    "writing": _l("Writing into your collection"),
}


@job_kind("collection.import.read", title=_l("Reading the file"), steps=_STEPS)
def read_file(context: JobContext, *, batch_id: int) -> dict[str, Any]:
    """Read a kept file into its preview. Cards are looked up without the write lock; only keeping the rows takes it."""
    assert context.user_id is not None
    try:
        with context.database.read() as session:
            batch = session.get(Batch, batch_id)
            if batch is None or batch.state != "reading":
                return {"batch_id": batch_id}
            opened, matches = match_file(session, batch, context.progress)
        with context.database.write() as session:
            batch = session.get(Batch, batch_id)
            if batch is None or batch.state != "reading":
                return {"batch_id": batch_id}
            keep_rows(session, batch, opened, matches, context.progress)
    except DomainError as error:
        with context.database.write() as session:
            failed = {"state": "failed", "job_id": None, "counts": {"error": str(error.message)}}
            session.execute(update(Batch).where(Batch.id == batch_id, Batch.state == "reading").values(**failed))
        raise
    return {"batch_id": batch_id}


@job_kind("collection.import.apply", title=_l("Importing the file"), steps=_STEPS)
def apply_file(context: JobContext, *, batch_id: int, only_good: bool = False) -> dict[str, Any]:
    """Write a kept file into the collection, all or nothing."""
    assert context.user_id is not None
    context.progress(0, 0, "writing")
    try:
        with context.database.write() as session:
            operation = batches.apply(session, context.user_id, batch_id, only_good=only_good)
            return {"batch_id": batch_id, "operation_id": operation.id, "summary": dict(operation.summary)}
    except DomainError:
        with context.database.write() as session:
            session.execute(update(Batch).where(Batch.id == batch_id).values(job_id=None))
        raise
