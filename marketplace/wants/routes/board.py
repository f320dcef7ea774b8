"""The board: everybody's copies for trade and wants in one search."""

from __future__ import annotations

from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import login_required

from marketplace.collection.routes.acting import own_id
from marketplace.collection.stack_filters import StackFilters, chips
from marketplace.db import get_session
from marketplace.i18n import current_locale
from marketplace.wants import board as wanted
from marketplace.wants import bp, offered
from marketplace.wants.board_filters import choices, read

TABS = ("offered", "wanted")


def page_number() -> int:
    typed = request.args.get("page", "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 7 else 1


def chosen_sort(sorts: dict[str, Any], default: str = "recent") -> str:
    sort = request.args.get("sort", default)
    return sort if sort in sorts else default


@bp.get("/board")
@login_required
def board() -> ResponseReturnValue:
    """One tab of the board; everything about the view is in the address."""
    session, viewer_id, locale = get_session(), own_id(), current_locale()
    tab = request.args.get("tab", "offered")
    tab = tab if tab in TABS else "offered"
    filters, problems = read(request.args)
    sorts: dict[str, Any] = offered.SORTS if tab == "offered" else wanted.SORTS
    sort = chosen_sort(sorts)
    view: dict[str, Any] = ({"tab": tab} if tab != "offered" else {}) | ({"sort": sort} if sort != "recent" else {})

    def address(other: StackFilters = filters, **changes: Any) -> str:
        arguments = {**other.arguments(), **view, **changes}
        return url_for("wants.board", **{name: value for name, value in arguments.items() if value not in (None, "")})

    found: Any
    if tab == "offered":
        found = offered.page_of_offers(session, viewer_id, filters, locale=locale, sort=sort, page=page_number())
    else:
        found = wanted.page_of_wants(session, viewer_id, filters, locale=locale, sort=sort, page=page_number())
    return render_template(
        "wants/board.html",
        tab=tab,
        found=found,
        filters=filters,
        problems=problems,
        chips=chips(session, viewer_id, filters, locale, address),
        choices=choices(locale, copies=tab == "offered"),
        sorts=sorts,
        sort=sort,
        address=address,
        tab_address=lambda name: url_for("wants.board", tab=None if name == "offered" else name, **filters.arguments()),
    )
