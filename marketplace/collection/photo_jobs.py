"""The daily sweep of photos: rows and files are brought to agree in the background."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import current_app
from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection import photos
from marketplace.db import now
from marketplace.jobs import Job, JobContext, enqueue, job_kind

KIND = "collection.photos.sweep"
_EVERY = timedelta(days=1)


@job_kind(KIND, title=_l("Tidying the photos"))
def sweep_photos(context: JobContext) -> dict[str, Any]:
    """Forget photos deleted long ago and files nobody refers to; safe to run at any time and again."""
    swept = photos.sweep(context.database, current_app.config["SETTINGS"].photos_folder)
    return {"files": swept.files, "missing": swept.missing}


def plan_sweep(session: Session) -> None:
    """See to it that a sweep runs once a day as long as photos come and go."""
    recent = session.scalar(select(Job.id).where(Job.kind == KIND, Job.created_at > now() - _EVERY).limit(1))
    if recent is None:
        enqueue(session, KIND, {})
