"""Template filters of the site's own pages."""

from __future__ import annotations

from flask_babel import format_decimal
from flask_babel import lazy_gettext as _l

from marketplace.site import bp

_UNITS = (_l("%(size)s B"), _l("%(size)s kB"), _l("%(size)s MB"), _l("%(size)s GB"), _l("%(size)s TB"))


@bp.app_template_filter()
def filesize(size: int) -> str:
    """``12,345,678`` bytes as "12.3 MB", in the reader's way of writing numbers."""
    amount, unit = float(size), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount /= 1000
        unit += 1
    shown = format_decimal(amount, format="#,##0.#" if unit and amount < 100 else "#,##0")
    return str(_UNITS[unit]) % {"size": shown}
