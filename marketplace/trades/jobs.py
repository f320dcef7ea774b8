"""Work of the trades that comes round by itself."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask_babel import lazy_gettext as _l

from marketplace.jobs import JobContext, every, job_kind
from marketplace.trades import expiry

EXPIRE = "trades.expire"


@job_kind(EXPIRE, title=_l("Looking through the open offers"))
def expire(context: JobContext) -> dict[str, Any]:
    """Close offers nobody answered in time, and tell of offers whose copies went or came back. Safe to run again."""
    return {"lapsed": expiry.lapse_due(context.database), "changed": expiry.review_open(context.database)}


every(EXPIRE, timedelta(minutes=10))
