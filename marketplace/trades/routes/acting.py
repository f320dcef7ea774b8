"""Answers to an offer: accept, settle what is open, decline, withdraw, ask for an answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.collection.routes.acting import own_id, sent_once
from marketplace.db import get_session, now
from marketplace.errors import Conflict, DomainError, Refused
from marketplace.extensions import limiter
from marketplace.i18n import current_locale
from marketplace.trades import agreement, bp, closing, composing, describing, offers, views
from marketplace.trades.offers import Choice
from marketplace.trades.own_trade import get_trade, version_of
from marketplace.trades.routes.trades import page_of
from marketplace.trades.views import TradeView

_JUST_NOW = timedelta(minutes=1)


def seen_revision() -> int:
    """The revision of the trade the form's page showed; -1, which no trade has, when it names none."""
    number = composing.number_in(request.form.get("revision", ""))
    return number if number is not None else -1


def to_trade(trade_id: int) -> ResponseReturnValue:
    """Go to the trade's page."""
    return redirect(url_for("trades.trade", trade_id=trade_id), code=303)


def act(trade_id: int, do: Callable[[], str], *, failed: Callable[[DomainError], str] | None = None) -> ResponseReturnValue:
    """Do an act and go to the trade; refused, show the trade as it is now with the reason and what was typed.

    ``do`` gives the words to flash. ``failed`` draws another page for a refusal.
    """
    session = get_session()
    try:
        words = do()
    except (Refused, Conflict) as error:
        session.rollback()
        session.expire_all()
        page = failed(error) if failed is not None else page_of(trade_id, trouble=error, typed=request.form)
        return page, error.status
    if words:
        flash(words, "success")
    return to_trade(trade_id)


@bp.get("/<int:trade_id>/accept")
@login_required
def accept(trade_id: int) -> ResponseReturnValue:
    """Both sides in full, before the yes."""
    view = _view(trade_id)
    if not view.my_turn or view.open_choices:
        return to_trade(trade_id)
    return _accept_page(view)


@bp.post("/<int:trade_id>/accept")
@login_required
@limiter.limit("40 per minute")
def accept_now(trade_id: int) -> ResponseReturnValue:
    """Agree to the version that was shown."""
    view = _view(trade_id)
    ticks = set(request.form.getlist("tick"))
    if view.my_turn and any(one.tick and one.tick not in ticks for one in view.warnings):
        return _accept_page(view, trouble=_("Read the warnings and tick what you agree to.")), 422

    def do() -> str:
        number = composing.number_in(request.form.get("version", "")) or 0
        described = request.form.get("described") or None
        accepted = agreement.accept(get_session(), own_id(), trade_id, number, described=described, request_key=sent_once())
        return "" if accepted.already else _("Agreed. The copies are locked for this trade.")

    def failed(error: DomainError) -> str:
        present = _view(trade_id)
        if present.my_turn and not present.open_choices and isinstance(error, Conflict):
            return _accept_page(present, trouble=str(error.message), changed=True)
        return page_of(trade_id, trouble=error)

    return act(trade_id, do, failed=failed)


def _view(trade_id: int) -> TradeView:
    return views.view_of(get_session(), own_id(), trade_id, locale=current_locale())


def _accept_page(view: TradeView, *, trouble: str = "", changed: bool = False) -> str:
    session = get_session()
    assert view.trade is not None
    return render_template(
        "trades/accept.html",
        view=view,
        described=describing.mark(session, version_of(session, view.trade)),
        ticked=set() if changed else set(request.form.getlist("tick")),
        trouble=trouble,
        changed=changed,
    )


@bp.get("/<int:trade_id>/settle")
@login_required
def settle(trade_id: int) -> ResponseReturnValue:
    """The choices that are still open."""
    view = _view(trade_id)
    if not view.is_open or not view.open_choices:
        return to_trade(trade_id)
    return render_template("trades/settle.html", view=view, chosen={}, note="")


@bp.post("/<int:trade_id>/settle")
@login_required
@limiter.limit("40 per minute")
def settle_now(trade_id: int) -> ResponseReturnValue:
    """Say which copies it shall be."""
    session = get_session()
    trade = get_trade(session, own_id(), trade_id)
    chosen = {
        line.key: stack_id
        for line in version_of(session, trade).lines
        if line.kind == "open" and (stack_id := composing.number_in(request.form.get(f"choice-{line.key}", ""))) is not None
    }
    note = request.form.get("note", "")

    def do() -> str:
        choices = [Choice(key, stack_id) for key, stack_id in chosen.items()]
        offers.settle(session, own_id(), trade_id, seen_revision(), choices, note, request_key=sent_once())
        return _("Settled. The other side is shown what you chose.")

    def failed(error: DomainError) -> str:
        view = _view(trade_id)
        if not view.is_open or not view.open_choices:
            return page_of(trade_id, trouble=error)
        return render_template("trades/settle.html", view=view, chosen=chosen, note=note, trouble=str(error.message))

    return act(trade_id, do, failed=failed)


@bp.post("/<int:trade_id>/decline")
@login_required
@limiter.limit("40 per minute")
def decline(trade_id: int) -> ResponseReturnValue:
    """Say no, with a reason if one likes."""

    def do() -> str:
        reason, note = request.form.get("reason", ""), request.form.get("note", "")
        again = bool(request.form.get("again"))
        closing.decline(get_session(), own_id(), trade_id, seen_revision(), reason, note, again=again)
        return _("Declined. The other side is told.")

    return act(trade_id, do)


@bp.post("/<int:trade_id>/withdraw")
@login_required
@limiter.limit("40 per minute")
def withdraw(trade_id: int) -> ResponseReturnValue:
    """Take the own offer back."""

    def do() -> str:
        closing.withdraw(get_session(), own_id(), trade_id, seen_revision(), request.form.get("note", ""))
        return _("Withdrawn. The other side is told.")

    return act(trade_id, do)


@bp.post("/<int:trade_id>/nudge")
@login_required
@limiter.limit("20 per minute")
def nudge(trade_id: int) -> ResponseReturnValue:
    """Ask for an answer."""

    def do() -> str:
        trade = get_trade(get_session(), own_id(), trade_id)
        if trade.nudged_at is not None and now() - trade.nudged_at < _JUST_NOW:
            return ""  # The second click of a double one.
        closing.nudge(get_session(), own_id(), trade_id)
        return _("Asked for an answer.")

    return act(trade_id, do)
