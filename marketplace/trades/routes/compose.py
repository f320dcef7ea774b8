"""The composer: an offer to somebody, an answer to an offer, and what is added to one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import login_required
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue import lookup
from marketplace.catalogue.vocabulary import LANGUAGES, RARITIES, language_label, rarity_label
from marketplace.collection.routes.acting import own_id, sent_once
from marketplace.collection.vocabulary import CONDITIONS, condition_label
from marketplace.db import get_session, reads_first
from marketplace.errors import Conflict, DomainError, NotFound, Refused
from marketplace.extensions import limiter
from marketplace.i18n import current_locale
from marketplace.trades import bp, compose_view, composing, offers, private_values, seen_lists, views
from marketplace.trades.cancelling import promised_stacks
from marketplace.trades.compose_view import ComposeView, Frame
from marketplace.trades.composing import SIDES, Draft, DraftLine
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Trade
from marketplace.trades.own_trade import get_trade, other_of, side_of, version_of
from marketplace.wants.visible_people import person_for

_MODES = ("counter", "top-up")


@dataclass(frozen=True, slots=True)
class Page:
    """One use of the composer: its words and addresses."""

    mode: str
    """offer, counter, change (of the own offer), top-up, amend (what is agreed)."""
    title: str
    lead: LazyString
    send: LazyString
    url: str
    step_url: str
    values_url: str
    back: str
    sides: tuple[str, ...] = SIDES


@dataclass(slots=True)
class Writing:
    """A request of the composer: between whom, on which page, with what in its form."""

    frame: Frame
    page: Page
    draft: Draft
    revision: int | None = None
    """Of the trade as the form showed it."""


# Pages


@bp.get("/compose/<int:partner_id>")
@login_required
def compose(partner_id: int) -> ResponseReturnValue:
    """A new offer to somebody; the address may say what to begin with."""
    session = get_session()
    draft = composing.read_address(request.args)
    writing = _new(session, partner_id, draft)
    if request.args.get("from_seen"):
        seen_lists.put_into(session, own_id(), partner_id, draft)
    like = composing.number_in(request.args.get("like", ""))
    if like is not None:
        writing.draft = _like(session, like, partner_id)
    return show(writing)


def _like(session: Session, trade_id: int, partner_id: int) -> Draft:
    """The newest version of an earlier trade between the two, as a new offer."""
    earlier = get_trade(session, own_id(), trade_id)
    if other_of(earlier, own_id()) != partner_id:
        raise NotFound
    draft = draft_of(session, earlier, own_id())
    for line in draft.lines:
        line.key = ""
    return draft


@bp.post("/compose/<int:partner_id>")
@login_required
@limiter.limit("40 per minute")
def send_offer(partner_id: int) -> ResponseReturnValue:
    """Make the offer."""
    session = get_session()
    writing = _new(session, partner_id, composing.read_form(request.form))

    def send(lines: Sequence[LineInput]) -> Trade:
        return offers.propose(
            session, own_id(), partner_id, lines, writing.draft.note, request_key=sent_once(), expires_days=_days(writing.draft)
        )

    return send_version(writing, send, _("Your offer is sent."))


@bp.post("/compose/<int:partner_id>/step")
@login_required
@reads_first
def compose_step(partner_id: int) -> ResponseReturnValue:
    """One step of composing: search, add, take out."""
    return take_step(_new(get_session(), partner_id, composing.read_form(request.form)))


@bp.post("/compose/<int:partner_id>/values")
@login_required
def compose_values(partner_id: int) -> ResponseReturnValue:
    """Keep the private values typed in the form."""
    return keep_values(_new(get_session(), partner_id, composing.read_form(request.form)))


@bp.get("/<int:trade_id>/<any('counter', 'top-up'):mode>")
@login_required
def answer(trade_id: int, mode: str) -> ResponseReturnValue:
    """Another version of an open offer."""
    session = get_session()
    trade = get_trade(session, own_id(), trade_id)
    if trade.state != "open":
        return redirect(url_for("trades.trade", trade_id=trade_id))
    draft = draft_of(session, trade, own_id()) if mode == "counter" else Draft()
    return show(change_of(session, trade, mode, draft))


@bp.post("/<int:trade_id>/<any('counter', 'top-up'):mode>")
@login_required
@limiter.limit("40 per minute")
def send_answer(trade_id: int, mode: str) -> ResponseReturnValue:
    """Write the version."""
    session = get_session()
    writing = change_of(session, get_trade(session, own_id(), trade_id), mode, composing.read_form(request.form))

    def send(lines: Sequence[LineInput]) -> Trade:
        note, key = writing.draft.note, sent_once()
        if mode == "top-up":
            return offers.top_up(session, own_id(), trade_id, writing.revision, lines, note, request_key=key)
        days = _days(writing.draft)
        return offers.counter(session, own_id(), trade_id, writing.revision, lines, note, request_key=key, expires_days=days)

    return send_version(writing, send, _("Your version is sent."))


@bp.post("/<int:trade_id>/<any('counter', 'top-up'):mode>/step")
@login_required
@reads_first
def answer_step(trade_id: int, mode: str) -> ResponseReturnValue:
    """One step of composing a version."""
    session = get_session()
    return take_step(change_of(session, get_trade(session, own_id(), trade_id), mode, composing.read_form(request.form)))


@bp.post("/<int:trade_id>/<any('counter', 'top-up'):mode>/values")
@login_required
def answer_values(trade_id: int, mode: str) -> ResponseReturnValue:
    """Keep the private values typed in the form."""
    session = get_session()
    return keep_values(change_of(session, get_trade(session, own_id(), trade_id), mode, composing.read_form(request.form)))


# What the pages share


def _new(session: Session, partner_id: int, draft: Draft) -> Writing:
    """A new offer. Raises NotFound for oneself and for people hidden from the reader."""
    if partner_id == own_id():
        raise NotFound
    partner = person_for(session, own_id(), partner_id)
    page = Page(
        "offer",
        _("Offer to %(name)s", name=partner.name),
        _l("Choose what you would like and what you give for it. Nothing is sent before you press the button at the end."),
        _l("Send the offer"),
        url_for("trades.compose", partner_id=partner_id),
        url_for("trades.compose_step", partner_id=partner_id),
        url_for("trades.compose_values", partner_id=partner_id),
        url_for("trades.index"),
    )
    return Writing(Frame(own_id(), partner), page, draft)


def change_of(session: Session, trade: Trade, mode: str, draft: Draft) -> Writing:
    """A version of an open trade, or a change of an agreed one."""
    me = own_id()
    partner = session.get(User, other_of(trade, me) or 0)
    if partner is None or trade.state == "recorded":
        raise NotFound
    mine = trade.awaiting_id != me
    title, lead, send = {
        "top-up": (
            _("Add something to the trade with %(name)s", name=partner.name),
            _l("Everything of the newest version stays. Choose what you give on top of it."),
            _l("Send the addition"),
        ),
        "counter": (
            _("Change your offer to %(name)s", name=partner.name)
            if mine
            else _("Counter-offer to %(name)s", name=partner.name),
            _l("The newest version is filled in. Change what you like; the other side is shown the differences."),
            _l("Send the changed offer") if mine else _l("Send the counter-offer"),
        ),
        "amend": (
            _("Change the agreement with %(name)s", name=partner.name),
            _l(
                "What you agreed on is filled in. It holds, and its copies stay locked, until both of you have signed the change."
            ),
            _l("Propose the change"),
        ),
    }[mode]
    amends = mode == "amend"
    names: dict[str, Any] = {"trade_id": trade.id} | ({} if amends else {"mode": mode})
    pages = (
        ("compose_amendment", "amendment_step", "amendment_values") if amends else ("answer", "answer_step", "answer_values")
    )
    page = Page(
        mode,
        title,
        lead,
        send,
        url_for(f"trades.{pages[0]}", **names),
        url_for(f"trades.{pages[1]}", **names),
        url_for(f"trades.{pages[2]}", **names),
        url_for("trades.trade", trade_id=trade.id),
        sides=("me",) if mode == "top-up" else SIDES,
    )
    before = frozenset(line.key for line in version_of(session, trade, trade.agreed if amends else None).lines)
    held = compose_view.held_by(session, trade.id) if amends else {}
    frame = Frame(me, partner, trade, before, compose_view.offered_before(session, trade.id) | held, held)
    revision = composing.number_in(request.form.get("revision", "")) if request.method == "POST" else trade.revision
    return Writing(frame, page, draft, revision if revision is not None else -1)


def draft_of(session: Session, trade: Trade, reader_id: int) -> Draft:
    """The agreed or else the newest version as a draft, from the reader's side."""
    side = side_of(trade, reader_id)
    draft = Draft()
    # Copies of an agreement are where their promise is: equal stacks may have been put together since.
    stacks = promised_stacks(session, trade) if trade.agreed else {}
    lines = version_of(session, trade, trade.agreed).lines
    names = lookup.names(session, [line.card_id for line in lines if line.card_id], current_locale())
    for line in lines:
        stack_id = stacks.get(line.id, line.stack_id)
        if line.kind == "copies" and stack_id is None:
            continue  # The copies are gone with their stack: the difference shows that.
        draft.add_line(
            DraftLine(
                draft.new_row(), "me" if line.giver == side else "them", line.kind, stack_id, str(line.quantity), line.text,
                list(line.options), line.key, names.get(line.card_id or 0, "") if line.kind == "copies" else "",
            )
        )  # fmt: skip
    return draft


def _days(draft: Draft) -> int:
    """How long the offer stands; what is no number is refused where the range is."""
    return (composing.number_in(draft.days) or 0) if draft.days else offers.DEFAULT_DAYS


def _inputs(draft: Draft) -> list[LineInput]:
    return [
        LineInput(
            "me" if line.giver == "me" else "them", line.kind, line.stack_id, line.number or 0, line.text, tuple(line.options),
            line.key or None,
        )
        for line in draft.lines
    ]  # fmt: skip


def take_step(writing: Writing) -> ResponseReturnValue:
    step = request.form.get("step", "")
    verb, _colon, side = step.partition(":")
    session = get_session()
    if verb == "suggested" and side in SIDES:
        view = compose_view.build(session, writing.frame, writing.draft, locale=current_locale())
        for stack_id, quantity in view.sides[side].suggested.items():
            writing.draft.add_copies(side, stack_id, quantity, at_least=True)
        return show(writing, focus=f"side-{side}")
    if verb == "seen" and side in SIDES:
        seen_lists.put_into(session, own_id(), writing.frame.partner.id, writing.draft, only=side)
        return show(writing, focus=f"side-{side}")
    return show(writing, focus=composing.apply_step(writing.draft, step))


def keep_values(writing: Writing) -> ResponseReturnValue:
    session = get_session()
    trouble = ""
    values = {}
    for printing_id, typed in writing.draft.values.items():
        try:
            values[printing_id] = private_values.read_value(typed)
        except Refused as refused:
            trouble = str(refused.message)
    private_values.set_values(session, own_id(), values)
    return show(writing, trouble=trouble)


def send_version(writing: Writing, send: Callable[[Sequence[LineInput]], Trade], done: str) -> ResponseReturnValue:
    """Send what the form holds, or show it again with what is in the way."""
    session = get_session()
    view = compose_view.build(session, writing.frame, writing.draft, locale=current_locale())
    trade = writing.frame.trade
    # An old page is told what changed, not what is in the way since.
    is_old = trade is not None and writing.revision != trade.revision
    if view.problems and not is_old:
        return show(writing, trouble=_("Look at the marked lines first."), view=view), 422
    if view.missing_ticks and not is_old:
        return show(writing, trouble=_("Read the warnings and tick what you agree to."), focus="check", view=view), 422
    try:
        sent = send(_inputs(writing.draft))
    except Conflict as conflict:
        session.rollback()
        session.expire_all()
        return _changed_meanwhile(writing, conflict)
    except Refused as refused:
        session.rollback()
        session.expire_all()
        return show(writing, trouble=str(refused.message), wrong=refused), 422
    flash(done, "success")
    return redirect(url_for("trades.trade", trade_id=sent.id), code=303)


def _changed_meanwhile(writing: Writing, conflict: DomainError) -> ResponseReturnValue:
    """The trade went on while the form was open: what is new stands above what was typed."""
    assert writing.frame.trade is not None
    session = get_session()
    trade = get_trade(session, own_id(), writing.frame.trade.id)
    present = views.view_of(session, own_id(), trade.id, locale=current_locale())
    again = change_of(session, trade, writing.page.mode, writing.draft)
    again.revision = trade.revision
    return show(again, trouble=str(conflict.message), present=present), 409


def show(
    writing: Writing,
    *,
    focus: str = "",
    trouble: str = "",
    wrong: Refused | None = None,
    present: views.TradeView | None = None,
    view: ComposeView | None = None,
) -> str:
    session = get_session()
    view = view or compose_view.build(session, writing.frame, writing.draft, locale=current_locale())
    place = wrong.facts.get("line") if wrong is not None else None
    if isinstance(place, int) and place < len(writing.draft.lines) and wrong is not None:
        row = writing.draft.lines[place].row
        for side in view.sides.values():
            for one in side.rows:
                if one.line.row == row:
                    one.problem = str(wrong.message)
    template = "trades/_composer.html" if request.headers.get("HX-Request") == "true" else "trades/compose.html"
    return render_template(
        template,
        frame=writing.frame,
        partner=writing.frame.partner,
        page=writing.page,
        draft=writing.draft,
        view=view,
        revision=writing.revision,
        focus=focus,
        trouble=trouble,
        present=present,
        seen=seen_lists.counts(session, own_id(), writing.frame.partner.id) if writing.frame.trade is None else {},
        days=offers.DEFAULT_DAYS,
        most_days=offers.MOST_DAYS,
        form_key=request.form.get("form_key", ""),
        choices=_choices(),
    )


def _choices() -> dict[str, list[tuple[str, str]]]:
    """What the filters of a binder offer."""
    locale = current_locale()
    return {
        "language": [(code, str(language_label(code))) for code in LANGUAGES],
        "rarity": [(name, rarity_label(name, locale)) for name in RARITIES],
        "condition": [(code, f"{code} · {condition_label(code)}") for code in CONDITIONS],
    }
