"""What the two do with an agreed trade: manner, addresses, parcels, meeting, changes, cancelling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.collection.routes.acting import own_id, sent_once
from marketplace.db import get_session
from marketplace.errors import DomainError, NotFound
from marketplace.extensions import limiter
from marketplace.i18n import current_locale
from marketplace.trades import amendments, bp, cancelling, deal_forms, deal_view, dispatch, meeting, sending, sharing_addresses
from marketplace.trades.deal_view import DealView, ItemView, ParcelView
from marketplace.trades.models import Trade, TradeLine
from marketplace.trades.own_trade import get_trade, side_of
from marketplace.trades.routes.acting import act, seen_revision, to_trade
from marketplace.wants.shown_copies import from_json

_PACE = "60 per minute"


def _common() -> dict[str, Any]:
    return {"revision": seen_revision(), "request_key": sent_once()}


def _do(trade_id: int, do: Callable[[], object], words: str = "") -> ResponseReturnValue:
    """An act of one button: done, go back to the trade with ``words``."""

    def run() -> str:
        do()
        return words

    return act(trade_id, run)


def agreed_trade(trade_id: int) -> Trade:
    """The trade, if the reader is one of its two people and it was agreed; NotFound otherwise."""
    trade = get_trade(get_session(), own_id(), trade_id)
    if trade.agreed is None or trade.state not in deal_view.SHOWN_STATES:
        raise NotFound
    return trade


def deal(trade_id: int) -> DealView:
    return deal_view.deal_of(get_session(), own_id(), agreed_trade(trade_id))


# Manner


@bp.post("/<int:trade_id>/manner")
@login_required
@limiter.limit(_PACE)
def manner(trade_id: int) -> ResponseReturnValue:
    """By post or in person."""
    wanted = request.form.get("manner", "")
    return _do(trade_id, lambda: dispatch.choose_manner(get_session(), own_id(), trade_id, wanted, **_common()))


# Plan


@bp.get("/<int:trade_id>/plan")
@login_required
def plan(trade_id: int) -> ResponseReturnValue:
    """Propose another plan of parcels: in which order, and what is in each."""
    session, trade = get_session(), agreed_trade(trade_id)
    if trade.state != "agreed" or trade.manner != "post":
        return to_trade(trade_id)
    things = dispatch.things_of(dispatch.agreed_version(session, trade))
    return _plan_page(trade, deal_forms.plan_for(request.args.get("order", "me_parts"), things, side_of(trade, own_id())))


@bp.post("/<int:trade_id>/plan")
@login_required
@limiter.limit(_PACE)
def propose_plan(trade_id: int) -> ResponseReturnValue:
    """Send the plan to the other side."""
    session, trade = get_session(), agreed_trade(trade_id)
    things = dispatch.things_of(dispatch.agreed_version(session, trade))
    form = deal_forms.read_plan(request.form, things, side_of(trade, own_id()))

    def do() -> str:
        dispatch.propose_plan(session, own_id(), trade_id, deal_forms.planned(form), **_common())
        return _("Your plan is proposed. Until it is agreed to, the present one holds.")

    def failed(error: DomainError) -> str:
        return _plan_page(agreed_trade(trade_id), form, str(error.message))

    return act(trade_id, do, failed=failed)


def _plan_page(trade: Trade, form: deal_forms.PlanForm, trouble: str = "") -> str:
    session, side = get_session(), side_of(trade, own_id())
    version = dispatch.agreed_version(session, trade)
    return render_template(
        "trades/plan.html",
        deal=deal_view.deal_of(session, own_id(), trade),
        form=form,
        lines=[_named(line) for line in version.lines if line.kind in dispatch.TRAVELS],
        side=side,
        orders=list(deal_forms.ORDERS),
        trouble=trouble,
    )


def _named(line: TradeLine) -> dict[str, Any]:
    copy = from_json(line.description or {}, current_locale()) if line.kind == "copies" else None
    return {
        "id": line.id,
        "giver": line.giver,
        "quantity": line.quantity,
        "copy": copy,
        "name": copy.name if copy else line.text,
    }


@bp.post("/<int:trade_id>/plan/<int:event_id>/<any('agree', 'drop'):answer>")
@login_required
@limiter.limit(_PACE)
def answer_plan(trade_id: int, event_id: int, answer: str) -> ResponseReturnValue:
    """Agree to a plan, or drop it."""
    agree = answer == "agree"
    words = _("The plan is agreed.") if agree else _("The plan is dropped: the present one holds.")
    return _do(trade_id, lambda: dispatch.answer_plan(get_session(), own_id(), trade_id, event_id, agree, **_common()), words)


# Addresses


@bp.post("/<int:trade_id>/address")
@login_required
@limiter.limit(_PACE)
def address(trade_id: int) -> ResponseReturnValue:
    """Show the other side where parcels go."""
    wanted = request.form.get("address_id", type=int) or 0
    return _do(
        trade_id,
        lambda: sharing_addresses.show_address(get_session(), own_id(), trade_id, wanted, **_common()),
        _("Only the other side of this trade sees the address."),
    )


@bp.post("/<int:trade_id>/address/hide")
@login_required
@limiter.limit(_PACE)
def hide_address(trade_id: int) -> ResponseReturnValue:
    """Stop showing it."""
    return _do(
        trade_id,
        lambda: sharing_addresses.hide_address(get_session(), own_id(), trade_id, **_common()),
        _("Your address is no longer shown."),
    )


# Parcels


@bp.get("/<int:trade_id>/parcels/<int:parcel_id>")
@login_required
def parcel(trade_id: int, parcel_id: int) -> ResponseReturnValue:
    """One parcel: for its sender the form to say that it was sent, for its receiver what has come."""
    return _parcel_page(trade_id, parcel_id)


def _parcel_page(trade_id: int, parcel_id: int, trouble: str = "") -> str:
    shown = deal(trade_id)
    return render_template("trades/parcel.html", deal=shown, parcel=_of(shown, parcel_id), trouble=trouble, typed=request.form)


def _of(shown: DealView, parcel_id: int) -> ParcelView:
    found = next((one for one in shown.parcels if one.id == parcel_id), None)
    if found is None:
        raise NotFound
    return found


@bp.post("/<int:trade_id>/parcels/<int:parcel_id>/sent")
@login_required
@limiter.limit(_PACE)
def sent(trade_id: int, parcel_id: int) -> ResponseReturnValue:
    """It is on its way."""
    _of(deal(trade_id), parcel_id)

    def do() -> str:
        day = deal_forms.read_day(request.form.get("sent_on", ""), "sent_on")
        tracking, note = request.form.get("tracking", ""), request.form.get("note", "")
        sending.mark_sent(get_session(), own_id(), trade_id, parcel_id, sent_on=day, tracking=tracking, note=note, **_common())
        return _("Noted. The other side is told that it is on its way.")

    return act(trade_id, do, failed=lambda error: _parcel_page(trade_id, parcel_id, str(error.message)))


@bp.post("/<int:trade_id>/parcels/<int:parcel_id>/received")
@login_required
@limiter.limit(_PACE)
def received(trade_id: int, parcel_id: int) -> ResponseReturnValue:
    """It has arrived: its cards move into the collection."""
    lines = [item.parcel_line_id for item in _of(deal(trade_id), parcel_id).items]

    def do() -> str:
        said = deal_forms.read_said(request.form, lines)
        sending.mark_received(get_session(), own_id(), trade_id, parcel_id, said, **_common())
        return _("The cards are in your collection.")

    return act(trade_id, do, failed=lambda error: _parcel_page(trade_id, parcel_id, str(error.message)))


_PARCEL_ACTS: dict[str, Callable[..., object]] = {
    "unsent": sending.unmark_sent,
    "missing": sending.mark_missing,
    "found": sending.unmark_missing,
}


@bp.post("/<int:trade_id>/parcels/<int:parcel_id>/<any('unsent', 'missing', 'found'):what>")
@login_required
@limiter.limit(_PACE)
def parcel_act(trade_id: int, parcel_id: int, what: str) -> ResponseReturnValue:
    """Not sent after all; missing; on its way after all."""
    words = {
        "unsent": _("Taken back: it has not been sent yet."),
        "missing": _("Marked as missing. The other side is told."),
        "found": _("Noted: it is on its way after all."),
    }[what]
    return _do(trade_id, lambda: _PARCEL_ACTS[what](get_session(), own_id(), trade_id, parcel_id, **_common()), words)


# In person


@bp.post("/<int:trade_id>/met")
@login_required
@limiter.limit(_PACE)
def met(trade_id: int) -> ResponseReturnValue:
    """The cards changed hands; with the second yes everything moves."""

    def do() -> str:
        trade = meeting.confirm(get_session(), own_id(), trade_id, **_common())
        return (
            _("The cards of both sides have moved.") if trade.state == "done" else _("Noted. The other side confirms it, too.")
        )

    return act(trade_id, do)


@bp.post("/<int:trade_id>/met/undo")
@login_required
@limiter.limit(_PACE)
def unmet(trade_id: int) -> ResponseReturnValue:
    """Take the own confirmation back."""
    return _do(trade_id, lambda: meeting.take_back(get_session(), own_id(), trade_id, **_common()), _("Taken back."))


# Changes of the agreement


@bp.post("/<int:trade_id>/amendments/<int:number>/<any('sign', 'drop'):answer>")
@login_required
@limiter.limit(_PACE)
def amendment(trade_id: int, number: int, answer: str) -> ResponseReturnValue:
    """Sign a change of the agreement, or drop it."""
    if answer == "sign":
        return _do(
            trade_id,
            lambda: amendments.sign(get_session(), own_id(), trade_id, number, **_common()),
            _("The agreement is changed."),
        )
    return _do(
        trade_id,
        lambda: amendments.drop(get_session(), own_id(), trade_id, number, **_common()),
        _("The agreement stays as it is."),
    )


# Cancelling


@bp.post("/<int:trade_id>/cancel")
@login_required
@limiter.limit(_PACE)
def cancel(trade_id: int) -> ResponseReturnValue:
    """Say yes to cancelling."""

    def do() -> str:
        note = request.form.get("note", "")
        before = get_trade(get_session(), own_id(), trade_id).state
        trade = cancelling.cancel(get_session(), own_id(), trade_id, note, **_common())
        if trade.state == "cancelled" and before != "cancelled":
            return _("Cancelled. All copies are free again.")
        return ""

    return act(trade_id, do)


@bp.post("/<int:trade_id>/cancel/undo")
@login_required
@limiter.limit(_PACE)
def keep(trade_id: int) -> ResponseReturnValue:
    """Do not cancel after all, or not at all."""
    return _do(trade_id, lambda: cancelling.keep(get_session(), own_id(), trade_id, **_common()))


@bp.app_template_global()
def items_words(items: list[ItemView]) -> str:
    """What is in a parcel, in one line."""
    return ", ".join(f"{one.quantity}× {one.name}" for one in items)


@bp.app_template_global()
def put_away_url(items: list[ItemView]) -> str:
    """Where received cards are given a place: the stack when there is one, else the list, newest first."""
    stacks = {one.stack_id for one in items if one.stack_id}
    if len(stacks) == 1:
        return url_for("collection.stack", stack_id=stacks.pop()) + "#move"
    return url_for("collection.stacks", sort="recent")
