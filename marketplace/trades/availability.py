"""Whether the copies of open offers are still there to give, and who is told when that changes.

An offer may name copies that other offers name, too; the first agreement takes them. The others then need a change
until their copies come back. ``Trade.needs_change`` remembers what both people were told; what counts for pages and for
acceptance is always the stock of the moment (``shortages``), because owners edit their collections at any time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session, selectinload

from marketplace.catalogue.found import chunks
from marketplace.collection.models import Stack
from marketplace.trades import events
from marketplace.trades.events import Happening
from marketplace.trades.line_stock import Stock, stock_of
from marketplace.trades.models import Trade, TradeLine, TradeVersion
from marketplace.trades.whereabouts import follow, moved_to

_AT_A_TIME = 200


@dataclass(frozen=True, slots=True)
class Shortage:
    """A line whose copies are not (all) there to give."""

    key: str
    position: int
    """Place of the line in its version, from 0."""
    giver: str
    card_id: int | None
    stack_id: int | None
    wanted: int
    have: int
    """Copies at hand, at most ``wanted``: what else the giver owns is nobody's business."""


def shortages(session: Session, versions: Iterable[TradeVersion]) -> dict[int, list[Shortage]]:
    """Lines that cannot be given now, by version id; versions without any are missing. For open offers only: an agreed
    trade holds its copies itself. Copies their owner has put into another stack are there (``whereabouts``). One statement
    per 400 stacks when nothing is short; versions need their lines loaded.
    """
    every = list(versions)
    stock = stock_of(session, {stack for version in every for line in version.lines for stack in _stacks(line)})
    found = {version.id: _short(version.lines, stock) for version in every}
    short = {version_id: lines for version_id, lines in found.items() if lines}
    if not short:
        return {}
    moved = moved_to(session, _most_wanted(line for lines in short.values() for line in lines))
    left = {version_id: [line for line in lines if line.stack_id not in moved] for version_id, lines in short.items()}
    return {version_id: lines for version_id, lines in left.items() if lines}


def _most_wanted(short: Iterable[Shortage]) -> dict[int, int]:
    wanted: dict[int, int] = {}
    for line in short:
        if line.stack_id is not None:
            wanted[line.stack_id] = max(line.wanted, wanted.get(line.stack_id, 0))
    return wanted


def _stacks(line: TradeLine) -> Sequence[int]:
    if line.kind == "copies":
        return () if line.stack_id is None else (line.stack_id,)
    return line.options if line.kind == "open" else ()


def _short(lines: Iterable[TradeLine], stock: dict[int, Stock]) -> list[Shortage]:
    short = []
    asked: dict[int, int] = defaultdict(int)
    for line in lines:
        if line.kind == "copies":
            at_hand = stock[line.stack_id].at_hand if line.stack_id in stock else 0
            have = max(0, at_hand - asked[line.stack_id or 0])
            asked[line.stack_id or 0] += line.quantity
        elif line.kind == "open":
            have = sum(stock[option].at_hand for option in line.options if option in stock)
        else:
            continue
        if have < line.quantity:
            short.append(Shortage(line.key, line.position, line.giver, line.card_id, line.stack_id, line.quantity, have))
    return short


def refresh(session: Session, stack_ids: Iterable[int], *, but: int | None = None) -> list[int]:
    """Look at every open offer that names one of these stacks; tell both people where the answer has changed.

    Called by whoever promises, frees or moves copies, after that is flushed and with the owners' collections locked
    (``own_trade``). ``but``: the trade that does it. Returns the ids of the offers whose ``needs_change`` changed.
    """
    happenings = changes(session, stack_ids, but=but)
    events.record_all(session, happenings)
    return [one.trade.id for one in happenings]


def changes(session: Session, stack_ids: Iterable[int], *, but: int | None = None) -> list[Happening]:
    """As ``refresh``, without saying it: for who has more to say in the same transaction."""
    ids = {trade_id for part in chunks(sorted(set(stack_ids))) for trade_id in _naming(session, part)} - {but}
    return review(session, ids)


def _naming(session: Session, stack_ids: Sequence[int]) -> Iterable[int]:
    """Open offers whose newest version names one of the stacks, or leaves a choice open among copies of their owners."""
    owners = select(Stack.user_id).where(Stack.id.in_(stack_ids))
    giver_owns = or_(
        and_(TradeLine.giver == "proposer", Trade.proposer_id.in_(owners)),
        and_(TradeLine.giver == "partner", Trade.partner_id.in_(owners)),
    )
    query = (
        select(Trade.id)
        .join(TradeVersion, and_(TradeVersion.trade_id == Trade.id, TradeVersion.number == Trade.latest))
        .join(TradeLine, TradeLine.version_id == TradeVersion.id)
        .where(Trade.state == "open", or_(TradeLine.stack_id.in_(stack_ids), and_(TradeLine.kind == "open", giver_owns)))
        .distinct()
    )
    return session.scalars(query).all()


def review(session: Session, trade_ids: Iterable[int]) -> list[Happening]:
    """Bring ``needs_change`` of these open offers up to date, and say for which it changed. Locks them by id."""
    session.flush()
    happenings: list[Happening] = []
    for part in chunks(sorted(set(trade_ids)), _AT_A_TIME):
        query = select(Trade).where(Trade.id.in_(part), Trade.state == "open").order_by(Trade.id).with_for_update()
        trades = list(session.scalars(query.execution_options(populate_existing=True)))
        newest = newest_versions(session, trades)
        follow(session, [line for version in newest.values() for line in version.lines])
        short = shortages(session, newest.values())
        for trade in trades:
            missing = short.get(newest[trade.id].id, []) if trade.id in newest else []
            if bool(missing) != trade.needs_change:
                events.set_quietly(session, trade, needs_change=bool(missing))
                facts = {"lines": [line.key for line in missing]}
                happenings.append(Happening(trade, "needs_change" if missing else "there_again", facts))
    return happenings


def newest_versions(session: Session, trades: Sequence[Trade]) -> dict[int, TradeVersion]:
    """The newest version of each trade by the trade's id, with its lines: two statements."""
    query = (
        select(TradeVersion)
        .join(Trade, and_(Trade.id == TradeVersion.trade_id, Trade.latest == TradeVersion.number))
        .where(Trade.id.in_([trade.id for trade in trades]))
        .options(selectinload(TradeVersion.lines))
    )
    return {version.trade_id: version for version in session.scalars(query)}
