"""The list of trades, the page of one, its versions, its text and its photos."""

from __future__ import annotations

from typing import Any

from flask import current_app, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_login import login_required

from marketplace.collection.pictures import path_of
from marketplace.collection.routes.acting import own_id
from marketplace.db import get_db, get_session, now
from marketplace.errors import NotFound
from marketplace.i18n import current_locale
from marketplace.messages import reading
from marketplace.messages.routes.shared import note_read
from marketplace.trades import as_text, bp, closing, expiry, overview, photos_shown, reasons, views
from marketplace.trades.own_trade import get_trade
from marketplace.trades.parts import parts_of
from marketplace.trades.views import TradeView


@bp.get("")
@login_required
def index() -> ResponseReturnValue:
    """My trades, by what is to be done."""
    show = request.args.get("show", "")
    show = show if show in overview.GROUPS else ""
    q = " ".join(request.args.get("q", "").split())[:80]
    page = request.args.get("page", 1, int) or 1
    found = overview.overview(get_session(), own_id(), group=show, q=q, page=page, locale=current_locale())
    template = "trades/_list.html" if request.headers.get("HX-Target") == "trade-list" else "trades/index.html"
    return render_template(template, found=found, show=show, q=q, groups=overview.GROUPS)


@bp.get("/<int:trade_id>")
@login_required
def trade(trade_id: int) -> ResponseReturnValue:
    """One trade, from the reader's side."""
    session = get_session()
    found = get_trade(session, own_id(), trade_id)
    if expiry.is_due(found) and expiry.lapse_on_reading(get_db(), found):
        session.rollback()
        session.expire_all()
    return page_of(trade_id, template="trades/_trade.html" if request.headers.get("HX-Target") == "trade" else "")


def page_of(trade_id: int, *, template: str = "", **values: Any) -> str:
    """The page of a trade as it is now; ``values`` are what a refused form had typed and why it was refused."""
    session = get_session()
    view = views.view_of(session, own_id(), trade_id, locale=current_locale())
    shown = _shown(view)
    if shown["thread"] is not None and not template and request.method == "GET":
        note_read(shown["thread"])
    return render_template(template or "trades/trade.html", **shown, **values)


def _shown(view: TradeView) -> dict[str, Any]:
    session = get_session()
    assert view.trade is not None
    nudge_from = closing.next_nudge(session, view.trade) if view.is_open and not view.my_turn else None
    return {
        "view": view,
        "thread": reading.view_of(session, own_id(), view.conversation_id) if view.conversation_id else None,
        "parts": parts_of(session, view),
        "reasons": reasons.DECLINE,
        "nudge_from": nudge_from,
        "asked_again_by": closing.asked_again_by(session, view.id) if view.state == "declined" else None,
        "ended_words": views.ended_words(view),
        "choices_words": views.choices_words(view),
        "present": now(),
    }


@bp.get("/<int:trade_id>/versions/<int:number>")
@login_required
def version(trade_id: int, number: int) -> ResponseReturnValue:
    """One version of a trade, and what it changed in an earlier one."""
    since = request.args.get("since", None, int)
    view = views.view_of(get_session(), own_id(), trade_id, number=number, since=since, locale=current_locale())
    return render_template("trades/version.html", view=view)


@bp.get("/<int:trade_id>/text")
@login_required
def text(trade_id: int) -> ResponseReturnValue:
    """Both sides as text, to copy or print."""
    session = get_session()
    number = request.args.get("version", None, int)
    view = views.view_of(session, own_id(), trade_id, number=number, locale=current_locale())
    return render_template("trades/text.html", view=view, text=as_text.trade_text(session, view, current_locale()))


@bp.get("/<int:trade_id>/news")
@login_required
def news(trade_id: int) -> ResponseReturnValue:
    """Whether the trade has changed since the page with ``revision`` was made: a notice, or nothing.

    That its copies are gone or back is no version of it and refuses no form, but the page says so (``short``).
    """
    found = get_trade(get_session(), own_id(), trade_id)
    short = bool(request.args.get("short"))
    if str(found.revision) == request.args.get("revision", "") and (found.needs_change and found.state == "open") == short:
        return "", 204
    return render_template("trades/_news.html", trade=found, url=url_for("trades.trade", trade_id=trade_id))


@bp.get("/<int:trade_id>/photos/<digest>")
@login_required
def photo(trade_id: int, digest: str) -> ResponseReturnValue:
    """A photo of copies in the trade, for its two people; ``small`` gives a thumbnail."""
    if not (len(digest) == 64 and digest.isalnum() and digest.isascii()):
        raise NotFound
    if not photos_shown.shows_digest(get_session(), own_id(), trade_id, digest):
        raise NotFound
    path = path_of(current_app.config["SETTINGS"].photos_folder, digest, thumbnail=bool(request.args.get("small")))
    if not path.is_file():
        raise NotFound
    answer = send_file(path, mimetype="image/webp")
    answer.headers["Cache-Control"] = "private, max-age=86400"
    return answer
