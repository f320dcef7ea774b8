"""Parcels on their way: sent, received, missing. What is received moves between the collections in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.handing_over import Move, hand_over
from marketplace.collection.promises import release
from marketplace.db import now
from marketplace.errors import NotFound, Refused
from marketplace.trades import dispatch, turns
from marketplace.trades.agreement import HOLDER
from marketplace.trades.models import Parcel, ParcelLine, Trade, TradeLine
from marketplace.trades.own_trade import name_of, opposite, user_of
from marketplace.trades.turns import Turn

MISSING_AFTER = timedelta(days=14)
"""How long after it was sent a parcel may be marked as missing."""

MOST_TRACKING, MOST_NOTE, MOST_REMARK = 120, 500, 300


class Said(NamedTuple):
    """What the receiver says of one line of a parcel."""

    as_described: bool | None
    remark: str = ""


def _parcel(session: Session, trade: Trade, parcel_id: int) -> tuple[Parcel, list[Parcel]]:
    every = dispatch.parcels_of(session, trade.id)
    found = next((one for one in every if one.id == parcel_id), None)
    if found is None:
        raise NotFound(_("We could not find that parcel."))
    return found, every


def is_next(parcel: Parcel, every: list[Parcel]) -> bool:
    """Whether a planned parcel may be sent now: it waits for none, or all before it have arrived."""
    before = [one for one in every if one.step < parcel.step]
    return parcel.state == "planned" and (not parcel.waits or all(one.state == "received" for one in before))


def mark_sent(
    session: Session,
    actor_id: int,
    trade_id: int,
    parcel_id: int,
    *,
    sent_on: date | None = None,
    tracking: str = "",
    note: str = "",
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Its sender says that a parcel is on its way; said again before it arrived, date, number and note are corrected.

    What was proposed for the whole trade meanwhile (to cancel it, to change it) no longer stands.
    """
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    trade = turn.trade
    if turn.repeated:
        return trade
    parcel, every = _parcel(session, trade, parcel_id)
    if parcel.sender != turn.side:
        raise Refused(_("Only who sends a parcel can say so."), rule="trade.parcel.sender")
    if parcel.state == "received":
        raise Refused(_("This parcel has arrived already."), rule="trade.parcel.received")
    if parcel.state == "planned" and not is_next(parcel, every):
        raise Refused(_("This parcel waits until those before it have arrived."), rule="trade.parcel.waits")
    day = _day(trade, sent_on)
    tracking, note = " ".join(tracking.split()), note.strip()
    for text, most, field in ((tracking, MOST_TRACKING, "tracking"), (note, MOST_NOTE, "note")):
        if len(text) > most:
            raise Refused(
                _("This text is too long: at most %(most)d characters.", most=most), rule="trade.text.long", field=field
            )
    first = parcel.state == "planned"
    if not first and (day.date(), tracking, note) == (
        parcel.sent_at.date() if parcel.sent_at else None,
        parcel.tracking,
        parcel.note,
    ):
        return trade
    parcel.sent_at, parcel.tracking, parcel.note = day, tracking, note
    facts = {"step": parcel.step, "day": day.date().isoformat(), "tracking": tracking}
    if first:
        parcel.state = "sent"
        turn.say("sent", facts | {"lapsed": dispatch.lapse(turn)})
    else:
        turn.say("sent_corrected", facts, mail=False)
    session.flush()
    return trade


def _day(trade: Trade, sent_on: date | None) -> datetime:
    moment = now()
    if sent_on is None or sent_on == moment.date():
        return moment
    agreed = (trade.agreed_at or trade.created_at).date()
    # A day of grace either way, because the sender's calendar may differ from the server's.
    if not agreed - timedelta(days=1) <= sent_on <= moment.date() + timedelta(days=1):
        raise Refused(_("Choose a day between the agreement and today."), rule="trade.parcel.day", field="sent_on")
    return datetime.combine(sent_on, time(12), UTC)


def unmark_sent(
    session: Session,
    actor_id: int,
    trade_id: int,
    parcel_id: int,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Its sender takes "sent" back: it was a mistake. Possible until the other side has said that it arrived."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    if turn.repeated:
        return turn.trade
    parcel, _every = _parcel(session, turn.trade, parcel_id)
    if parcel.sender != turn.side:
        raise Refused(_("Only who sends a parcel can say so."), rule="trade.parcel.sender")
    if parcel.state == "planned":
        return turn.trade
    if parcel.state == "received":
        raise Refused(_("This parcel has arrived already."), rule="trade.parcel.received")
    parcel.state, parcel.sent_at, parcel.tracking, parcel.note = "planned", None, "", ""
    turn.say("sent_undone", {"step": parcel.step})
    session.flush()
    return turn.trade


def mark_received(
    session: Session,
    actor_id: int,
    trade_id: int,
    parcel_id: int,
    said: Mapping[int, Said] | None = None,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """The receiver has the parcel: its copies move to their collection, with both journals, in this transaction.

    ``said`` maps lines of the parcel to whether they are as described. A parcel marked as missing may arrive after all.
    When everything has arrived the trade is done. Said twice it changes nothing. What is in a parcel on its way cannot
    change, so an older page will do: both may press at the same moment.
    """
    turn = turns.begin(
        session, actor_id, trade_id, revision=None, request_key=request_key, moves=True, states=("agreed", "done")
    )
    trade = turn.trade
    if turn.repeated:
        return trade
    parcel, every = _parcel(session, trade, parcel_id)
    if parcel.sender == turn.side:
        raise Refused(_("Only who receives a parcel can say that it has arrived."), rule="trade.parcel.receiver")
    if parcel.state == "received":
        return trade
    if parcel.state == "planned":
        turns.check_revision(trade, revision)
        raise Refused(_("This parcel has not been sent yet."), rule="trade.parcel.not_sent")
    bad = _note_lines(parcel, said or {})
    move_parcels(session, trade, [parcel])
    finished = all(one.state == "received" for one in every)
    facts = {"step": parcel.step, "not_as_described": bad}
    turn.say("received", facts | {"done": finished})
    if finished:
        finish(turn)
    session.flush()
    return trade


def _note_lines(parcel: Parcel, said: Mapping[int, Said]) -> int:
    """Keep what was said of each line; returns how many are not as described."""
    bad = 0
    for line in parcel.lines:
        word = said.get(line.id, Said(None))
        remark = word.remark.strip()
        if len(remark) > MOST_REMARK:
            raise Refused(
                _("This text is too long: at most %(most)d characters.", most=MOST_REMARK),
                rule="trade.text.long",
                field="remark",
            )
        line.as_described, line.remark = word.as_described, remark
        bad += word.as_described is False
    return bad


def move_parcels(session: Session, trade: Trade, parcels: list[Parcel]) -> None:
    """Hand over what is in the parcels, all or nothing, and mark them as received. The collections must be locked."""
    lines = {line.line_id: line for parcel in parcels for line in parcel.lines}
    copies = set(session.scalars(select(TradeLine.id).where(TradeLine.id.in_(lines), TradeLine.kind == "copies")))
    moves = []
    for parcel in parcels:
        receiver = user_of(trade, opposite(parcel.sender))
        if receiver is None:
            raise Refused(_("The other account is gone: nobody is there to receive the copies."), rule="trade.partner.gone")
        names = name_of(trade, parcel.sender), name_of(trade, opposite(parcel.sender))
        moves += [Move(line.line_id, line.quantity, receiver, *names) for line in parcel.lines if line.line_id in copies]
    stacks = hand_over(session, HOLDER, trade.id, moves) if moves else {}
    for parcel in parcels:
        parcel.state, parcel.received_at = "received", now()
        for line in parcel.lines:
            line.new_stack_id = stacks.get(line.line_id)
    session.flush()


def finish(turn: Turn) -> None:
    """Everything has changed hands: the trade is done, and nothing of it is promised any more."""
    trade = turn.trade
    release(turn.session, HOLDER, trade.id)
    trade.state, trade.ended_at, trade.awaiting_id, trade.amendment = "done", now(), None, None
    turns.forget(turn, "cancel", "handed_over", "manner:", "amendment:")
    turn.say("done", mail=True)


def is_overdue(parcel: Parcel) -> bool:
    """Whether a parcel has been on its way for so long that it may be marked as missing."""
    return parcel.state == "sent" and parcel.sent_at is not None and parcel.sent_at + MISSING_AFTER <= now()


def mark_missing(
    session: Session,
    actor_id: int,
    trade_id: int,
    parcel_id: int,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Either side notes that a parcel has not come, two weeks after it was sent. Its copies stay promised."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    if turn.repeated:
        return turn.trade
    parcel, _every = _parcel(session, turn.trade, parcel_id)
    if parcel.state == "missing":
        return turn.trade
    if not is_overdue(parcel):
        raise Refused(
            _("A parcel can be marked as missing %(days)d days after it was sent.", days=MISSING_AFTER.days),
            rule="trade.parcel.too_soon",
            days=MISSING_AFTER.days,
        )
    parcel.state = "missing"
    turn.say("missing", {"step": parcel.step, "sender": parcel.sender})
    session.flush()
    return turn.trade


def unmark_missing(
    session: Session,
    actor_id: int,
    trade_id: int,
    parcel_id: int,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Either side notes that a parcel marked as missing is on its way after all."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    if turn.repeated:
        return turn.trade
    parcel, _every = _parcel(session, turn.trade, parcel_id)
    if parcel.state == "sent":
        return turn.trade
    if parcel.state != "missing":
        raise Refused(_("This parcel is not marked as missing."), rule="trade.parcel.not_missing")
    parcel.state = "sent"
    turn.say("missing_undone", {"step": parcel.step})
    session.flush()
    return turn.trade


def received_lines(session: Session, trade_id: int) -> list[ParcelLine]:
    """Lines that have changed hands, in the order of their parcels."""
    query = (
        select(ParcelLine)
        .join(Parcel, Parcel.id == ParcelLine.parcel_id)
        .where(Parcel.trade_id == trade_id, Parcel.state == "received")
        .order_by(Parcel.step, ParcelLine.id)
    )
    return list(session.scalars(query))
