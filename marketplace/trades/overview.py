"""The list of somebody's trades, by what they have to do about them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask_babel import LazyString, lazy_pgettext
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select
from sqlalchemy.orm import Session, aliased

from marketplace.catalogue.models import CardName
from marketplace.db import now
from marketplace.messages.models import Conversation, Message, Participant
from marketplace.trades.models import Consent, Parcel, Trade, TradeLine, TradeVersion
from marketplace.trades.own_trade import Side, name_of, opposite, other_of, side_of
from marketplace.wants.shown_copies import from_json

PER_PAGE = 20
_SHOWN_LINES = 3
"""Things of a side a line of the list names."""

GROUPS: Mapping[str, LazyString] = {
    "answer": _l("Your answer"),
    "waiting": _l("Waiting for the other"),
    "agreed": _l("Agreed"),
    "done": lazy_pgettext("trades", "Done"),
    "ended": _l("Ended without a trade"),
}
"""Groups of the list in order; a trade is in one."""
_ENDED = ("declined", "withdrawn", "lapsed", "cancelled")


@dataclass(frozen=True, slots=True)
class InShort:
    """What one side gives: the first things by name, and how many cards and other things there are in all."""

    names: Sequence[str]
    cards: int
    others: int
    more: int
    """Lines beyond those named."""


@dataclass(frozen=True, slots=True)
class TradeLineView:
    """One trade in the list."""

    id: int
    state: str
    group: str
    task: str
    """What is to be done, in words; empty when nothing is."""
    other_id: int | None
    other_name: str
    give: InShort
    get: InShort
    since: datetime
    expires_at: datetime | None
    unread: int
    needs_change: bool
    versions: int


@dataclass(frozen=True, slots=True)
class Overview:
    """One page of the list, and how many trades each group has."""

    rows: Sequence[TradeLineView]
    counts: Mapping[str, int]
    total: int
    page: int
    pages: int


def overview(session: Session, user_id: int, *, group: str = "", q: str = "", page: int = 1, locale: str = "en") -> Overview:
    """The person's trades, newest first within a group; ``group`` one of ``GROUPS``, or "" for all that are not over.

    ``q`` narrows them to those with a person, card or thing called so. A fixed number of statements.
    """
    own = or_(Trade.proposer_id == user_id, Trade.partner_id == user_id)
    chosen = [own, Trade.state != "recorded", *_named(q, user_id)]
    sorted_in = _group_of(user_id)
    counts: dict[str, int] = dict.fromkeys(GROUPS, 0)
    label = sorted_in.label("sorted_in")
    counted = select(label, func.count(Trade.id)).where(*chosen).group_by(label)
    counts |= {name: number for name, number in session.execute(counted) if name in counts}
    wanted = [group] if group in GROUPS else ["answer", "agreed", "waiting"]
    total = sum(counts[name] for name in wanted)
    pages = max(1, -(-total // PER_PAGE))
    page = max(1, min(page, pages))
    order = case({name: place for place, name in enumerate(wanted)}, value=sorted_in, else_=9)
    query = select(Trade).where(*chosen, sorted_in.in_(wanted)).order_by(order, Trade.updated_at.desc(), Trade.id.desc())
    trades = list(session.scalars(query.limit(PER_PAGE).offset((page - 1) * PER_PAGE)))
    return Overview(_rows(session, user_id, trades, locale), counts, total, page, pages)


def waiting_for(session: Session, user_id: int) -> dict[str, int]:
    """How many trades of each group the person has; for the start page."""
    own = or_(Trade.proposer_id == user_id, Trade.partner_id == user_id)
    label = _group_of(user_id).label("sorted_in")
    query = select(label, func.count(Trade.id)).where(own, Trade.state.in_(("open", "agreed"))).group_by(label)
    return {str(name): int(number) for name, number in session.execute(query)}


def _group_of(user_id: int) -> ColumnElement[str]:
    """An open offer past its day counts as ended though nobody has noted it yet."""
    over = and_(Trade.state == "open", Trade.expires_at.is_not(None), Trade.expires_at <= now())
    return case(
        (or_(Trade.state.in_(_ENDED), over), "ended"),
        (Trade.state == "done", "done"),
        (Trade.state == "agreed", "agreed"),
        (Trade.awaiting_id == user_id, "answer"),
        else_="waiting",
    )


def _named(q: str, user_id: int) -> list[ColumnElement[bool]]:
    words = " ".join(q.split())[:80]
    if not words:
        return []
    other = case((Trade.proposer_id == user_id, Trade.partner_name), else_=Trade.proposer_name)
    lines = select(TradeVersion.trade_id).join(TradeLine, TradeLine.version_id == TradeVersion.id)
    named = lines.join(CardName, CardName.card_id == TradeLine.card_id).where(
        CardName.folded.contains(words.casefold(), autoescape=True)
    )
    said = lines.where(TradeLine.text.icontains(words, autoescape=True))
    return [or_(other.icontains(words, autoescape=True), Trade.id.in_(named), Trade.id.in_(said))]


def _rows(session: Session, user_id: int, trades: Sequence[Trade], locale: str) -> list[TradeLineView]:
    shorts = _in_short(session, trades, locale)
    unread = unread_of(session, user_id, [trade.conversation_id for trade in trades if trade.conversation_id])
    tasks = _tasks(session, user_id, [trade for trade in trades if trade.state == "agreed"])
    rows = []
    for trade in trades:
        mine = side_of(trade, user_id)
        over = trade.state == "open" and trade.expires_at is not None and trade.expires_at <= now()
        state = "lapsed" if over else trade.state
        rows.append(
            TradeLineView(
                id=trade.id,
                state=state,
                group=_group(state, trade.awaiting_id == user_id),
                task=tasks.get(trade.id, ""),
                other_id=other_of(trade, user_id),
                other_name=name_of(trade, opposite(mine)),
                give=shorts.get((trade.id, mine), _NOTHING),
                get=shorts.get((trade.id, opposite(mine)), _NOTHING),
                since=trade.ended_at or trade.updated_at,
                expires_at=trade.expires_at if state == "open" else None,
                unread=unread.get(trade.conversation_id or 0, 0),
                needs_change=trade.needs_change and state == "open",
                versions=trade.latest,
            )
        )
    return rows


_NOTHING = InShort((), 0, 0, 0)


def _group(state: str, is_mine: bool) -> str:
    if state == "open":
        return "answer" if is_mine else "waiting"
    return state if state in ("agreed", "done") else "ended"


def unread_of(session: Session, user_id: int, conversation_ids: Iterable[int]) -> dict[int, int]:
    """Messages the person has not read, by thread."""
    wanted = sorted(set(conversation_ids))
    if not wanted:
        return {}
    query = (
        select(Message.conversation_id, func.count(Message.id))
        .join(Participant, and_(Participant.conversation_id == Message.conversation_id, Participant.user_id == user_id))
        .join(Conversation, Conversation.id == Message.conversation_id)
        .where(
            Message.conversation_id.in_(wanted),
            Message.id > Participant.read_to_id,
            Conversation.last_message_id > Participant.read_to_id,
            or_(Message.author_id.is_(None), Message.author_id != user_id),
        )
        .group_by(Message.conversation_id)
    )
    return {conversation_id: number for conversation_id, number in session.execute(query)}  # noqa: C416 (rows, not pairs)


def _in_short(session: Session, trades: Sequence[Trade], locale: str) -> dict[tuple[int, str], InShort]:
    """What each side of each trade gives, by (trade, side), of the agreed version or the newest."""
    if not trades:
        return {}
    shown = and_(Trade.id == TradeVersion.trade_id, TradeVersion.number == func.coalesce(Trade.agreed, Trade.latest))
    base = (
        select(TradeVersion.trade_id, TradeLine.id, TradeLine.giver, TradeLine.position)
        .join(TradeVersion, TradeVersion.id == TradeLine.version_id)
        .join(Trade, shown)
        .where(Trade.id.in_([trade.id for trade in trades]))
    )
    is_card = TradeLine.kind.in_(("copies", "open"))
    sums: Select[Any] = base.with_only_columns(
        TradeVersion.trade_id,
        TradeLine.giver,
        func.count(TradeLine.id),
        func.coalesce(func.sum(case((is_card, TradeLine.quantity), else_=0)), 0),
        func.coalesce(func.sum(case((is_card, 0), else_=1)), 0),
    ).group_by(TradeVersion.trade_id, TradeLine.giver)
    ranked = base.with_only_columns(
        TradeLine.id,
        func.row_number()
        .over(partition_by=(TradeLine.version_id, TradeLine.giver), order_by=TradeLine.position)
        .label("place"),
    ).subquery()
    first = aliased(TradeLine)
    query = (
        select(TradeVersion.trade_id, first)
        .join(ranked, ranked.c.id == first.id)
        .join(TradeVersion, TradeVersion.id == first.version_id)
        .where(ranked.c.place <= _SHOWN_LINES)
        .order_by(first.version_id, first.position)
    )
    names: dict[tuple[int, str], list[str]] = defaultdict(list)
    for trade_id, line in session.execute(query):
        names[trade_id, line.giver].append(words_of(line, locale))
    found = {}
    for trade_id, giver, lines, cards, others in session.execute(sums):
        named = names[trade_id, giver]
        found[trade_id, giver] = InShort(named, int(cards), int(others), lines - len(named))
    return found


def words_of(line: TradeLine, locale: str) -> str:
    """A line in a few words: "2 × Dark Magician", "playmat", "Dark Magician or Summoned Skull"."""
    described = line.description or {}
    if line.kind == "copies":
        words = from_json(described, locale).name
    elif line.kind == "open":
        names = dict.fromkeys(from_json(one, locale).name for one in described.get("options") or ())
        words = " / ".join(names) or str(_("an open choice"))
    else:
        words = line.text
    return f"{line.quantity} × {words}" if line.quantity > 1 else words


def _tasks(session: Session, user_id: int, trades: Sequence[Trade]) -> dict[int, str]:
    """What somebody has to do about agreed trades: send, receive, meet."""
    if not trades:
        return {}
    ids = [trade.id for trade in trades]
    parcels: dict[int, list[Parcel]] = defaultdict(list)
    for parcel in session.scalars(select(Parcel).where(Parcel.trade_id.in_(ids)).order_by(Parcel.trade_id, Parcel.step)):
        parcels[parcel.trade_id].append(parcel)
    said = select(Consent.trade_id).where(
        Consent.trade_id.in_(ids), Consent.user_id == user_id, Consent.subject == "handed_over"
    )
    confirmed = set(session.scalars(said))
    return {trade.id: _task(trade, side_of(trade, user_id), parcels[trade.id], trade.id in confirmed) for trade in trades}


def _task(trade: Trade, mine: Side, parcels: Sequence[Parcel], confirmed: bool) -> str:
    if trade.manner == "hand":
        return str(_("Handed over: the other still has to confirm.") if confirmed else _("To hand over: meet and confirm."))
    if not parcels:
        return str(_("To arrange: by post or in person?"))
    arrived = True
    waits = False
    for parcel in parcels:
        if parcel.state == "sent" and parcel.sender != mine:
            return str(_("To receive: a parcel is on its way to you."))
        if parcel.state == "planned" and parcel.sender == mine:
            if arrived or not parcel.waits:
                return str(_("To send: it is your turn to send a parcel."))
            waits = True
        arrived = arrived and parcel.state == "received"
    return str(_("To receive: first the other’s parcel, then yours.") if waits else _("Waiting for the other’s parcel."))
