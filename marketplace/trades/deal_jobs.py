"""Work on ended trades that comes round by itself."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask_babel import lazy_gettext as _l

from marketplace.jobs import JobContext, every, job_kind
from marketplace.trades import sharing_addresses

FORGET_ADDRESSES = "trades.forget_addresses"


@job_kind(FORGET_ADDRESSES, title=_l("Removing addresses from trades that have ended"))
def forget_addresses(context: JobContext) -> dict[str, Any]:
    """Remove the addresses of trades that ended a month ago. Safe to run again."""
    with context.database.write() as session:
        return {"trades": sharing_addresses.forget_addresses(session)}


every(FORGET_ADDRESSES, timedelta(hours=12))
