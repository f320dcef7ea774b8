"""Template filters for numbers, prices and moments, in the reader's way of writing them."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from flask_babel import format_decimal

from marketplace.collection import bp
from marketplace.dates import format_date, format_time


@bp.app_template_filter()
def grouped(number: int) -> str:
    """``20000`` as "20,000"."""
    return str(format_decimal(number, "#,##0"))


@bp.app_template_filter()
def money(amount: Decimal) -> str:
    """An amount with two decimals and no sign of currency: the collector's own is meant."""
    return str(format_decimal(amount, "#,##0.00"))


@bp.app_template_filter()
def day(moment: datetime | date) -> str:
    """The day, in words and figures: "30 Nov 2026"."""
    return str(format_date(moment, "medium"))


@bp.app_template_filter()
def clock(moment: datetime) -> str:
    """The time of day: "14:02"."""
    return str(format_time(moment, "short"))
