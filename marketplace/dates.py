"""Days and times in the reader's language; English ones are British, like the site's sentences: 3 May 2026, 15:04."""

from __future__ import annotations

import datetime as dt

from babel import Locale, dates
from flask_babel import get_locale, to_user_timezone

_SPELT = {"en": "en_GB"}
"""Languages whose plain name means another country's way to write dates."""


def _locale() -> Locale:
    locale = get_locale() or Locale.parse("en")
    return Locale.parse(_SPELT.get(str(locale), locale))


def format_date(day: dt.date, width: str = "medium") -> str:
    """A day, or the day of a moment where the reader is; ``width`` is short, medium, long or full."""
    if isinstance(day, dt.datetime):
        day = to_user_timezone(day)
    return dates.format_date(day, width, locale=_locale())


def format_time(moment: dt.datetime, width: str = "medium") -> str:
    """The time of day of a moment where the reader is."""
    return dates.format_time(to_user_timezone(moment), width, locale=_locale())


def format_datetime(moment: dt.datetime, width: str = "medium") -> str:
    """Day and time of a moment where the reader is."""
    return dates.format_datetime(to_user_timezone(moment), width, locale=_locale())
