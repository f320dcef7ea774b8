"""What has to be tidied after somebody left: files the database does not delete by itself."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy.orm import Session

from marketplace.accounts.profile import before_deletion
from marketplace.collection import photo_jobs
from marketplace.db import now
from marketplace.jobs import enqueue

_AFTER = timedelta(hours=2)
"""The sweep leaves very young files alone, because their rows may be on the way."""


def remove_photos(session: Session, _user_id: int) -> None:
    """Plan a sweep: the files of photos whose rows go with the account are removed then."""
    enqueue(session, photo_jobs.KIND, {}).lease_until = now() + _AFTER


before_deletion.append(remove_photos)
