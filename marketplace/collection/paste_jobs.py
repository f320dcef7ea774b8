"""Reading long pasted lists in the background; safe to run again."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l

from marketplace.collection import pasting
from marketplace.collection.models import Batch
from marketplace.jobs import JobContext, job_kind

_STEPS = {"reading": _l("Reading the lines"), "keeping": _l("Preparing the preview")}


@job_kind("collection.paste.read", title=_l("Reading the list"), steps=_STEPS)
def read_list(context: JobContext, *, batch_id: int) -> dict[str, Any]:
    """Read a kept text into its preview. Cards are looked up without the write lock; only keeping the lines takes it."""
    context.progress(0, 0, "reading")
    with context.database.read() as session:
        batch = session.get(Batch, batch_id)
        if batch is None or batch.state != "reading":
            return {"batch_id": batch_id}
        reading = pasting.understand(session, batch)
    context.progress(0, 0, "keeping")
    with context.database.write() as session:
        batch = session.get(Batch, batch_id)
        if batch is not None and batch.state == "reading":
            pasting.keep(session, batch, reading)
    return {"batch_id": batch_id}
