"""Template filters for moments of a trade."""

from __future__ import annotations

from datetime import datetime

from flask_babel import format_timedelta

from marketplace.dates import format_date, format_time
from marketplace.db import now
from marketplace.trades import bp


@bp.app_template_filter()
def moment(at: datetime) -> str:
    """Day and time: "30 Nov 2026, 14:02"."""
    return f"{format_date(at, 'medium')}, {format_time(at, 'short')}"


@bp.app_template_filter()
def ago(at: datetime) -> str:
    """How long ago: "3 days ago"."""
    return str(format_timedelta(at - now(), granularity="minute", threshold=1.2, add_direction=True))
