"""Dates as a reader of each language writes them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from flask import Flask
from flask_babel import force_locale

from marketplace import dates
from marketplace.config import ROOT

AT = datetime(2026, 5, 3, 15, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("locale", "medium", "short", "time"),
    [
        ("en", "3 May 2026", "03/05/2026", "15:04"),
        ("fr", "3 mai 2026", "03/05/2026", "15:04"),
        ("pt", "3 de mai. de 2026", "03/05/2026", "15:04"),
    ],
)
def test_the_day_stands_before_the_month(app: Flask, locale: str, medium: str, short: str, time: str) -> None:
    with app.test_request_context(), force_locale(locale):
        assert dates.format_date(date(2026, 5, 3)) == dates.format_date(AT) == medium
        assert dates.format_date(AT, "short") == short
        assert dates.format_time(AT, "short") == time
        assert dates.format_datetime(AT, "short").startswith(short)


def test_nothing_writes_dates_another_way() -> None:
    others = [
        path.relative_to(ROOT)
        for path in (ROOT / "marketplace").rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "flask_babel import" in line
        and any(f"format_{what}" in line.replace("format_timedelta", "") for what in ("date", "time"))
    ]
    assert others == []
