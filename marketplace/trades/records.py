"""Records of what changed hands with somebody who has no account: trades, gifts, loans, with a name only.

A record is written after the event. Its copies move in one act of the collector's own collection, which the history
can take back; the record follows it. Only its author ever sees it.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.collection import handing_over, stock
from marketplace.collection.models import Loan, Operation, Stack
from marketplace.collection.stock_act import lock_collection
from marketplace.collection.stock_key import Copies, merge_key
from marketplace.db import now
from marketplace.errors import NotFound, Refused
from marketplace.trades.models import Trade, TradeLine, TradeVersion
from marketplace.wants.shown_copies import as_json, describe

KINDS = ("trade", "given", "received", "loan")
"""A trade, a gift of mine, a gift to me, copies lent."""

MOST_LINES = 200
MOST_ITEMS = 20
MOST_ITEM = 300
MOST_NAME = 80
MOST_NOTE = 2_000


@dataclass(frozen=True, slots=True)
class Entry:
    """What somebody noted. ``given`` are (stack, copies) of theirs, ``received`` (what they are, how many)."""

    kind: str
    name: str
    given: Sequence[tuple[int, int]] = ()
    received: Sequence[tuple[Copies, int]] = ()
    items_given: Sequence[str] = ()
    items_received: Sequence[str] = ()
    money: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """What ``record`` made: the record, or for a loan the acts of lending."""

    trade: Trade | None
    operations: tuple[Operation, ...] = ()
    repeated: bool = False


def record(session: Session, user_id: int, entry: Entry, *, request_key: str | None = None) -> Noted:
    """Note it and move the copies, all or nothing. The same form sent twice finds the first record."""
    lock_collection(session, user_id)
    earlier = _earlier(session, user_id, request_key)
    if earlier is not None:
        return Noted(earlier, repeated=True)
    entry = _checked(entry)
    if entry.kind == "loan":
        return _lend(session, user_id, entry, request_key)
    before = describe(session, dict(entry.given), "en")
    operation = None
    if entry.given or entry.received:
        operation = handing_over.exchange(
            session,
            user_id,
            list(entry.given),
            [(copies, quantity, 0) for copies, quantity in entry.received],
            entry.name,
            entry.note[:300],
            reason="given" if entry.kind in ("given", "received") else "traded",
            request_key=request_key,
        )
    trade = Trade(
        proposer_id=user_id,
        proposer_name=session.scalars(select(User.name).where(User.id == user_id)).one(),
        partner_name=entry.name,
        state="recorded",
        end_reason=entry.kind,
        agreed=1,
        manner="hand",
        request_key=request_key,
        operation_id=operation.id if operation else None,
        agreed_at=now(),
        ended_at=now(),
    )
    try:
        with session.begin_nested():
            session.add(trade)
    except IntegrityError:
        earlier = _earlier(session, user_id, request_key)
        if earlier is None:
            raise
        return Noted(earlier, repeated=True)
    version = TradeVersion(trade_id=trade.id, number=1, kind="record", author_id=user_id, note=entry.note)
    session.add(version)
    session.flush()
    _write_lines(session, user_id, version.id, entry, {key: as_json(copy) for key, copy in before.items()})
    session.flush()
    return Noted(trade, (operation,) if operation else ())


def _earlier(session: Session, user_id: int, request_key: str | None) -> Trade | None:
    if not request_key:
        return None
    return session.scalar(select(Trade).where(Trade.proposer_id == user_id, Trade.request_key == request_key))


def _checked(entry: Entry) -> Entry:
    if entry.kind not in KINDS:
        raise Refused(_("Choose what it was."), rule="trades.record.kind", field="kind")
    name = " ".join(entry.name.split())
    if not name:
        raise Refused(_("Write with whom: a name is enough."), rule="trades.record.name", field="name")
    if len(name) > MOST_NAME:
        raise _too_long(MOST_NAME, "name")
    given, received = tuple(entry.given), tuple(entry.received)
    out, into = _items(entry.items_given, "items_given"), _items(entry.items_received, "items_received")
    money, note = entry.money.strip(), entry.note.strip()
    if len(money) > MOST_ITEM:
        raise _too_long(MOST_ITEM, "money")
    if len(note) > MOST_NOTE:
        raise _too_long(MOST_NOTE, "note")
    if len(given) + len(received) > MOST_LINES:
        raise Refused(
            _("At most %(most)d lines in one record: note the rest as a second one.", most=MOST_LINES),
            rule="trades.record.too_many",
            field="given",
        )
    if entry.kind in ("given", "loan") and (received or into or money):
        raise Refused(
            _("Something comes back, so it is a trade: choose “Trade”, or take it off the list."),
            rule="trades.record.one_sided",
            field="kind",
        )
    if entry.kind == "received" and (given or out or money):
        raise Refused(
            _("You gave something, so it is a trade: choose “Trade”, or take it off the list."),
            rule="trades.record.one_sided",
            field="kind",
        )
    if entry.kind == "loan" and (out or not given):
        raise Refused(_("Choose the cards of your collection that you lend."), rule="trades.record.loan", field="given")
    if not (given or received or out or into):
        raise Refused(_("Say what changed hands: add a card or another thing."), rule="trades.record.nothing", field="given")
    return Entry(entry.kind, name, given, received, out, into, money, note)


def _items(items: Sequence[str], field: str) -> tuple[str, ...]:
    found = tuple(words for item in items if (words := " ".join(item.split())))
    if len(found) > MOST_ITEMS:
        raise Refused(
            _("At most %(most)d other things on one side.", most=MOST_ITEMS), rule="trades.record.too_many", field=field
        )
    if any(len(item) > MOST_ITEM for item in found):
        raise _too_long(MOST_ITEM, field)
    return found


def _too_long(most: int, field: str) -> Refused:
    return Refused(
        _("This text is too long: at most %(most)d characters.", most=most), rule="trades.text.too_long", field=field
    )


def _lend(session: Session, user_id: int, entry: Entry, request_key: str | None) -> Noted:
    """A loan is no trade: the copies stay owned and are listed among those lent."""
    acts = []
    for number, (stack_id, quantity) in enumerate(entry.given):
        key = f"{request_key[:56]}:{number}" if request_key else None
        acts.append(stock.lend(session, user_id, stack_id, quantity, entry.name, entry.note[:300], request_key=key))
    return Noted(None, tuple(acts), repeated=any(stock.was_repeated(session, act) for act in acts))


def _write_lines(session: Session, user_id: int, version_id: int, entry: Entry, frozen: dict[int, dict[str, Any]]) -> None:
    lines: list[TradeLine] = []

    def line(giver: str, kind: str, **values: Any) -> None:
        lines.append(
            TradeLine(version_id=version_id, position=len(lines), key=uuid.uuid4().hex, giver=giver, kind=kind, **values)
        )

    for stack_id, quantity in entry.given:
        described = frozen.get(stack_id, {})
        line(
            "proposer", "copies", stack_id=stack_id, card_id=described.get("card_id"), quantity=quantity, description=described
        )
    came = _stacks_of(session, user_id, [copies for copies, _quantity in entry.received])
    shown = describe(session, came.values(), "en")
    for copies, quantity in entry.received:
        stack_id = came[merge_key(copies)]
        line(
            "partner", "copies", stack_id=stack_id, card_id=shown[stack_id].card_id, quantity=quantity,
            description=as_json(shown[stack_id]),
        )  # fmt: skip
    for text in entry.items_given:
        line("proposer", "item", text=text)
    for text in entry.items_received:
        line("partner", "item", text=text)
    if entry.money:
        line("proposer", "money", text=entry.money)
    session.add_all(lines)


def _stacks_of(session: Session, user_id: int, copies: Sequence[Copies]) -> dict[str, int]:
    keys = {merge_key(one) for one in copies}
    query = select(Stack.merge_key, Stack.id).where(Stack.user_id == user_id, Stack.merge_key.in_(keys))
    return {row.merge_key: row.id for row in session.execute(query)}


def own_record(session: Session, user_id: int, trade_id: int) -> Trade:
    """The record, locked. NotFound for anybody else's and for trades between members."""
    trade = session.scalar(
        select(Trade)
        .where(Trade.id == trade_id, Trade.proposer_id == user_id, Trade.state == "recorded")
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    if trade is None:
        raise NotFound(_("We could not find that record."))
    return trade


def undo(session: Session, user_id: int, trade_id: int) -> Trade:
    """Take a record back: its copies return to where they were. Done twice it changes nothing.

    Raises Refused if copies of it have changed since.
    """
    lock_collection(session, user_id)
    trade = own_record(session, user_id, trade_id)
    if is_undone(session, trade):
        return trade
    if trade.operation_id is None:
        trade.end_note = _UNDONE
    else:
        stock.undo(session, user_id, trade.operation_id)
    trade.updated_at = now()
    session.flush()
    return trade


_UNDONE = "undone"


def is_undone(session: Session, trade: Trade) -> bool:
    """Whether it was taken back, here or in the history of the collection."""
    if trade.operation_id is None:
        return trade.end_note == _UNDONE
    return session.scalar(select(Operation.undone_at).where(Operation.id == trade.operation_id)) is not None


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record in a list."""

    id: int
    kind: str
    name: str
    at: datetime
    given: int
    """Copies and things that went."""
    received: int
    undone: bool


def records_of(session: Session, user_id: int, *, limit: int = 50, offset: int = 0) -> list[RecordLine]:
    """The collector's records, newest first. One statement."""
    out = func.coalesce(func.sum(TradeLine.quantity).filter(TradeLine.giver == "proposer", TradeLine.kind != "money"), 0)
    into = func.coalesce(func.sum(TradeLine.quantity).filter(TradeLine.giver == "partner", TradeLine.kind != "money"), 0)
    query = (
        select(
            Trade.id, Trade.end_reason, Trade.partner_name, Trade.created_at, Trade.operation_id, Trade.end_note,
            Operation.undone_at, out, into,
        )
        .outerjoin(Operation, Operation.id == Trade.operation_id)
        .outerjoin(TradeVersion, TradeVersion.trade_id == Trade.id)
        .outerjoin(TradeLine, TradeLine.version_id == TradeVersion.id)
        .where(Trade.proposer_id == user_id, Trade.state == "recorded")
        .group_by(Trade.id, Operation.undone_at)
        .order_by(Trade.id.desc())
        .limit(limit)
        .offset(offset)
    )  # fmt: skip
    return [
        RecordLine(
            trade_id, kind, name, at, int(given), int(received),
            undone_at is not None if operation_id is not None else end_note == _UNDONE,
        )
        for trade_id, kind, name, at, operation_id, end_note, undone_at, given, received in session.execute(query)
    ]  # fmt: skip


def count_records(session: Session, user_id: int) -> int:
    """How many records there are, those taken back included."""
    query = select(func.count()).select_from(Trade).where(Trade.proposer_id == user_id, Trade.state == "recorded")
    return session.scalar(query) or 0


def names_before(session: Session, user_id: int, limit: int = 50) -> list[str]:
    """Names the collector has typed before in records and loans, newest first: nobody else's are ever proposed."""
    noted = session.execute(
        select(Trade.partner_name, func.max(Trade.created_at))
        .where(Trade.proposer_id == user_id, Trade.state == "recorded")
        .group_by(Trade.partner_name)
    ).all()
    lent = session.execute(
        select(Loan.borrower, func.max(Loan.lent_at)).where(Loan.user_id == user_id).group_by(Loan.borrower)
    ).all()
    newest: dict[str, datetime] = {}
    for name, moment in [*noted, *lent]:
        newest[name] = max(moment, newest.get(name, moment))
    return sorted(newest, key=lambda name: (-newest[name].timestamp(), name))[:limit]


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record for its page."""

    trade: Trade
    lines: tuple[TradeLine, ...]
    note: str
    undone: bool
    has_operation: bool


def view(session: Session, user_id: int, trade_id: int) -> RecordView:
    """A record as its author reads it; NotFound for everybody else."""
    trade = session.scalar(select(Trade).where(Trade.id == trade_id, Trade.proposer_id == user_id, Trade.state == "recorded"))
    if trade is None:
        raise NotFound(_("We could not find that record."))
    version = session.scalars(select(TradeVersion).where(TradeVersion.trade_id == trade.id)).one()
    lines = session.scalars(select(TradeLine).where(TradeLine.version_id == version.id).order_by(TradeLine.position)).all()
    return RecordView(trade, tuple(lines), version.note, is_undone(session, trade), trade.operation_id is not None)


def stacks_left(session: Session, user_id: int, seen: RecordView) -> dict[int, int]:
    """How many copies the stacks of a record hold now, by stack: for links that lead somewhere."""
    wanted = {line.stack_id for line in seen.lines if line.stack_id is not None}
    query = select(Stack.id, Stack.quantity).where(Stack.user_id == user_id, Stack.id.in_(wanted))
    return {row.id: row.quantity for row in session.execute(query)}
