"""What the page of an agreed trade shows of it, from the reader's side: plain data, a fixed number of statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.db import now
from marketplace.i18n import current_locale
from marketplace.messages.addresses import addresses_of
from marketplace.messages.models import PostalAddress
from marketplace.trades import corrections, dispatch, sending, turns
from marketplace.trades.cancelling import what_is_left
from marketplace.trades.deal_words import correction_words, next_words
from marketplace.trades.models import Correction, Parcel, ParcelLine, Trade, TradeLine, TradeVersion
from marketplace.trades.own_trade import Side, name_of, opposite, side_of
from marketplace.trades.parcels import Planned
from marketplace.trades.parts import trade_part
from marketplace.trades.views import TradeView, view_of
from marketplace.wants.models import Want
from marketplace.wants.shown_copies import Copy, from_json

SHOWN_STATES = ("agreed", "done", "cancelled")


@dataclass(frozen=True, slots=True)
class ItemView:
    """Copies or a thing that travel in a parcel."""

    quantity: int
    name: str
    copy: Copy | None = None
    parcel_line_id: int = 0
    line_id: int = 0
    as_described: bool | None = None
    remark: str = ""
    stack_id: int | None = None
    """Where the reader's copies are now; None for what is not theirs."""
    wanted: bool = False
    """The card is on the reader's want list."""


@dataclass(frozen=True, slots=True)
class ParcelView:
    """A parcel, planned or on its way."""

    id: int
    step: int
    mine: bool
    """The reader sends it."""
    waits: bool
    state: str
    items: Sequence[ItemView]
    planned_for: date | None = None
    tracking: str = ""
    note: str = ""
    sent_at: datetime | None = None
    received_at: datetime | None = None
    can_send: bool = False
    overdue: bool = False
    """On its way for so long that it may be marked as missing."""
    days: int = 0
    """Whole days since it was sent."""


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan that waits for an answer."""

    event_id: int
    mine: bool
    parcels: Sequence[ParcelView]


@dataclass(frozen=True, slots=True)
class AddressView:
    """What the two show each other."""

    mine: str | None
    theirs: str | None
    choices: Sequence[PostalAddress]
    can_hide: bool


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A correction, in sentences."""

    id: int
    mine: bool
    state: str
    lines: Sequence[str]
    note: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DealView:
    """An agreed trade for one reader."""

    trade_id: int
    revision: int
    state: str
    other_id: int | None
    other_name: str
    manner: str
    my_manner: str
    """What the reader proposes and the other has not agreed to."""
    their_manner: str
    begun: bool
    """Something was sent or confirmed: manner, plan and agreement stand."""
    parcels: Sequence[ParcelView]
    plan: PlanView | None
    addresses: AddressView | None
    met_mine: bool
    met_theirs: bool
    cancel_mine: bool
    cancel_theirs: bool
    can_cancel: bool
    cancels_rest: bool
    """Parts are on their way: only the rest can be cancelled."""
    amendment: int | None
    amendment_mine: bool
    corrections: Sequence[CorrectionView]
    can_correct: bool
    first: str
    """me, them or "": who has fewer finished trades, and by custom sends first."""
    finished_mine: int = 0
    finished_theirs: int = 0
    missing_days: int = sending.MISSING_AFTER.days
    next_step: str = ""
    got: Sequence[ItemView] = field(default=())
    """What the reader has received so far and has in the collection."""

    @property
    def is_mine_to_do(self) -> bool:
        """Whether something waits for the reader."""
        return bool(self.their_manner or (self.plan and not self.plan.mine) or self.cancel_theirs
                    or (self.amendment and not self.amendment_mine))  # fmt: skip


@trade_part("trades/_deal.html")
def _part(session: Session, view: TradeView) -> Mapping[str, Any] | None:
    if view.trade is None or view.trade.agreed is None or view.state not in SHOWN_STATES:
        return None
    trade = view.trade
    change = None
    if trade.amendment is not None:
        locale = current_locale()
        change = view_of(session, view.me, trade.id, number=trade.amendment, since=trade.agreed, locale=locale)
    return {"deal": deal_of(session, view.me, trade), "change": change}


def deal_of(session: Session, reader_id: int, trade: Trade) -> DealView:
    """The agreed trade as one of its two people sees it. Raises NotFound for anybody else."""
    side = side_of(trade, reader_id)
    other = opposite(side)
    other_id = trade.partner_id if side == "proposer" else trade.proposer_id
    consents = turns.consents_of(session, trade.id)
    stored = dispatch.parcels_of(session, trade.id)
    lines = _lines(session, trade, stored)
    wanted = _wanted(session, reader_id, lines.values())
    parcels = [_parcel(one, stored, lines, side, wanted) for one in stored]
    agreed = trade.state == "agreed"
    begun = dispatch.has_begun(stored, consents)

    def said(subject: str) -> tuple[bool, bool]:
        given = consents.get(subject, set())
        return reader_id in given, other_id is not None and other_id in given

    manners = {manner: said(f"manner:{manner}") for manner in dispatch.MANNERS}
    pending = dispatch.pending_plan(session, trade.id) if agreed and trade.manner == "post" and not begun else None
    plan = None
    if pending is not None:
        planned = dispatch.plan_of(pending)
        shown = [_planned(one, step, lines, side, wanted) for step, one in enumerate(planned, 1)]
        plan = PlanView(pending.id, pending.actor_id == reader_id, shown)
    finished = dispatch.finished_trades(session, [reader_id, other_id])
    mine, theirs = finished.get(reader_id, 0), finished.get(other_id or 0, 0)
    met_mine, met_theirs = said("handed_over")
    cancel_mine, cancel_theirs = said("cancel")
    view = DealView(
        trade_id=trade.id,
        revision=trade.revision,
        state=trade.state,
        other_id=other_id,
        other_name=name_of(trade, other),
        manner=trade.manner,
        my_manner=next((manner for manner, (me, _they) in manners.items() if me), ""),
        their_manner=next((manner for manner, (_me, they) in manners.items() if they), ""),
        begun=begun,
        parcels=parcels,
        plan=plan,
        addresses=_addresses(session, trade, reader_id, side, stored),
        met_mine=met_mine,
        met_theirs=met_theirs,
        cancel_mine=cancel_mine,
        cancel_theirs=cancel_theirs,
        can_cancel=agreed and (not stored or bool(what_is_left(stored))),
        cancels_rest=any(one.state in ("sent", "received") for one in stored),
        amendment=trade.amendment,
        amendment_mine=bool(trade.amendment) and said(f"amendment:{trade.amendment}")[0],
        corrections=_corrections(session, trade, reader_id, lines),
        can_correct=trade.state in ("agreed", "done") and any(one.state == "received" for one in stored),
        first="" if mine == theirs else "me" if mine < theirs else "them",
        finished_mine=mine,
        finished_theirs=theirs,
        got=[item for one in parcels if one.state == "received" and not one.mine for item in one.items if item.stack_id],
    )
    return replace(view, next_step=next_words(view))


def _lines(session: Session, trade: Trade, parcels: Sequence[Parcel]) -> dict[int, TradeLine]:
    """The lines of the agreed version, and those the parcels name."""
    named = [line.line_id for parcel in parcels for line in parcel.lines]
    agreed = select(TradeVersion.id).where(TradeVersion.trade_id == trade.id, TradeVersion.number == (trade.agreed or 0))
    query = select(TradeLine).where((TradeLine.version_id.in_(agreed)) | (TradeLine.id.in_(named)))
    return {line.id: line for line in session.scalars(query)}


def _wanted(session: Session, reader_id: int, lines: Any) -> set[int]:
    """Cards of the lines that are on the reader's want list."""
    cards = {line.card_id for line in lines if line.card_id is not None}
    if not cards:
        return set()
    query = select(Want.card_id).where(Want.user_id == reader_id, Want.card_id.in_(cards), Want.kind.in_(("card", "printing")))
    return {card_id for card_id in session.scalars(query) if card_id is not None}


def _item(line: TradeLine | None, quantity: int, wanted: set[int], *, gets: bool, there: ParcelLine | None = None) -> ItemView:
    if line is None:
        return ItemView(quantity, "?")
    copy = from_json(line.description or {}, current_locale()) if line.kind == "copies" else None
    return ItemView(
        quantity=quantity,
        name=copy.name if copy else line.text,
        copy=copy,
        parcel_line_id=there.id if there else 0,
        line_id=line.id,
        as_described=there.as_described if there else None,
        remark=there.remark if there else "",
        stack_id=there.new_stack_id if there and gets else None,
        wanted=gets and line.card_id in wanted,
    )


def _parcel(parcel: Parcel, every: list[Parcel], lines: Mapping[int, TradeLine], side: Side, wanted: set[int]) -> ParcelView:
    mine = parcel.sender == side
    return ParcelView(
        id=parcel.id,
        step=parcel.step,
        mine=mine,
        waits=parcel.waits,
        state=parcel.state,
        items=[_item(lines.get(one.line_id), one.quantity, wanted, gets=not mine, there=one) for one in parcel.lines],
        planned_for=parcel.planned_for,
        tracking=parcel.tracking,
        note=parcel.note,
        sent_at=parcel.sent_at,
        received_at=parcel.received_at,
        can_send=mine and sending.is_next(parcel, every),
        overdue=sending.is_overdue(parcel),
        days=max(0, (now() - parcel.sent_at).days) if parcel.sent_at else 0,
    )


def _planned(planned: Planned, step: int, lines: Mapping[int, TradeLine], side: Side, wanted: set[int]) -> ParcelView:
    mine = planned.sender == side
    items = [_item(lines.get(line_id), quantity, wanted, gets=not mine) for line_id, quantity in planned.contents.items()]
    return ParcelView(0, step, mine, planned.waits, "planned", items, planned.planned_for)


def _addresses(session: Session, trade: Trade, reader_id: int, side: Side, parcels: Sequence[Parcel]) -> AddressView | None:
    mine, theirs = trade.proposer_address, trade.partner_address
    if side == "partner":
        mine, theirs = theirs, mine
    if trade.state == "agreed" and trade.manner == "post":
        choices = addresses_of(session, reader_id)
    elif mine or theirs:
        choices = []
    else:
        return None
    under_way = any(one.sender != side and one.state in ("sent", "missing") for one in parcels)
    return AddressView(mine, theirs, choices, can_hide=bool(mine) and not under_way)


def _corrections(session: Session, trade: Trade, reader_id: int, lines: Mapping[int, TradeLine]) -> list[CorrectionView]:
    found: list[Correction] = corrections.corrections_of(session, trade.id)
    return [
        CorrectionView(
            one.id,
            one.author_id == reader_id,
            one.state,
            [correction_words(session, trade, reader_id, change, lines) for change in one.changes],
            one.note,
            one.created_at,
        )
        for one in found
    ]
