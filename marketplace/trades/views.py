"""A trade as one of its two people sees it: plain data for the page, from the reader's side.

While a trade is open, copies are described as they are now, with a mark where their owner changed the description since
the version was written. From the agreement on, and in older versions, the kept description holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from marketplace.accounts.models import User
from marketplace.db import now
from marketplace.errors import NotFound
from marketplace.messages import words
from marketplace.trades import comparing, line_stock, reasons, warnings
from marketplace.trades.comparing import Change, Difference
from marketplace.trades.models import Trade, TradeEvent, TradeLine, TradeVersion
from marketplace.trades.own_trade import Side, get_trade, name_of, opposite, other_of, side_of
from marketplace.trades.warnings import Given, Warning
from marketplace.wants import shown_copies
from marketplace.wants.shown_copies import Copy


@dataclass(slots=True)
class LineView:
    """One line as the reader sees it."""

    key: str
    kind: str
    quantity: int
    text: str
    stack_id: int | None
    copy: Copy | None = None
    options: Sequence[Copy] = ()
    """Of an open choice."""
    mine: bool = False
    """The reader gives it."""
    mark: str = ""
    """``added``, ``changed``, ``removed`` against the version it is compared with."""
    changes: Sequence[str] = ()
    """What changed against that version, in sentences."""
    since: Sequence[str] = ()
    """What its owner says otherwise since this version was written, in sentences."""
    have: int | None = None
    """Copies still at hand, where that is less than the line needs."""


@dataclass(frozen=True, slots=True)
class SideLines:
    """What one side gives."""

    lines: Sequence[LineView]

    @property
    def cards(self) -> int:
        return sum(line.quantity for line in self.lines if line.kind in ("copies", "open"))

    @property
    def open_choices(self) -> int:
        return sum(line.kind == "open" for line in self.lines)


@dataclass(frozen=True, slots=True)
class VersionHead:
    """A version in the list of versions."""

    number: int
    kind: str
    mine: bool
    author: str
    at: datetime
    note: str
    is_agreed: bool = False


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """What the shown version changes in an earlier one, for the reader."""

    base: VersionHead
    give: Sequence[LineView]
    """Changed lines of the reader's side, removed ones included."""
    get: Sequence[LineView]
    same: int

    def __bool__(self) -> bool:
        return bool(self.give or self.get)


@dataclass(frozen=True, slots=True)
class Happened:
    """A line of the history."""

    at: datetime
    text: str
    note: str = ""


@dataclass(slots=True)
class TradeView:
    """A trade for one reader."""

    id: int
    state: str
    """As ``Trade.state``; an open offer past its day is ``lapsed`` though nobody has noted it yet."""
    revision: int
    updated_at: datetime
    me: int
    side: Side
    other_id: int | None
    other_name: str
    shown: VersionHead
    is_newest: bool
    versions: Sequence[VersionHead]
    give: SideLines
    get: SideLines
    difference: DifferenceView | None
    my_turn: bool
    needs_change: bool
    expires_at: datetime | None
    nudged_at: datetime | None
    agreed_at: datetime | None
    ended_at: datetime | None
    end_reason: str
    end_note: str
    conversation_id: int | None
    history: Sequence[Happened] = ()
    warnings: Sequence[Warning] = ()
    trade: Trade | None = field(default=None, repr=False)

    @property
    def is_open(self) -> bool:
        return self.state == "open"

    @property
    def open_choices(self) -> int:
        return self.give.open_choices + self.get.open_choices


def view_of(
    session: Session, reader_id: int, trade_id: int, *, number: int | None = None, since: int | None = None, locale: str = "en"
) -> TradeView:
    """The trade as ``reader_id`` sees it: the agreed version, else the newest, or version ``number``.

    ``since`` is the version it is compared with; without it, the last one the reader wrote before it, else the one
    before. NotFound for anybody else and for versions there are not. A fixed number of statements.
    """
    trade = get_trade(session, reader_id, trade_id)
    if trade.state == "recorded":
        raise NotFound
    side = side_of(trade, reader_id)
    heads = _versions(session, trade, reader_id)
    current = trade.agreed or trade.latest
    shown = _head(heads, current if number is None else number)
    base = _base(heads, shown, since)
    stored = _lines(session, trade, [head.number for head in (shown, base) if head is not None])
    over = trade.state == "open" and trade.expires_at is not None and trade.expires_at <= now()
    state = "lapsed" if over else trade.state
    live = state == "open" and shown.number == trade.latest
    lines = _shown(session, stored[shown.number], side, locale, live=live)
    difference = _difference(stored[base.number], stored[shown.number], base, lines, side, locale) if base else None
    view = TradeView(
        id=trade.id,
        state=state,
        revision=trade.revision,
        updated_at=trade.updated_at,
        me=reader_id,
        side=side,
        other_id=other_of(trade, reader_id),
        other_name=name_of(trade, opposite(side)),
        shown=shown,
        is_newest=shown.number == current,
        versions=heads,
        give=SideLines([line for line in lines if line.mine]),
        get=SideLines([line for line in lines if not line.mine]),
        difference=difference,
        my_turn=state == "open" and trade.awaiting_id == reader_id,
        needs_change=trade.needs_change and state == "open",
        expires_at=trade.expires_at,
        nudged_at=trade.nudged_at,
        agreed_at=trade.agreed_at,
        ended_at=trade.ended_at or (trade.expires_at if over else None),
        end_reason=str(reasons.DECLINE.get(trade.end_reason, "")),
        end_note=trade.end_note,
        conversation_id=trade.conversation_id,
        history=_history(session, trade, reader_id),
        trade=trade,
    )
    if live:
        view.warnings = _warnings(session, view)
    return view


def _versions(session: Session, trade: Trade, reader_id: int) -> list[VersionHead]:
    query = select(
        TradeVersion.number, TradeVersion.kind, TradeVersion.author_id, TradeVersion.created_at, TradeVersion.note
    ).where(TradeVersion.trade_id == trade.id)
    heads = []
    for number, kind, author_id, at, note in session.execute(query.order_by(TradeVersion.number)):
        author = trade.proposer_name if author_id == trade.proposer_id else trade.partner_name
        heads.append(VersionHead(number, kind, author_id == reader_id, author, at, note, number == trade.agreed))
    return heads


def _head(heads: Sequence[VersionHead], number: int) -> VersionHead:
    found = next((head for head in heads if head.number == number), None)
    if found is None:
        raise NotFound
    return found


def _base(heads: Sequence[VersionHead], shown: VersionHead, since: int | None) -> VersionHead | None:
    """The version the shown one is compared with; the first has none."""
    earlier = [head for head in heads if head.number < shown.number]
    if since is not None:
        return next((head for head in earlier if head.number == since), None)
    if not earlier:
        return None
    if shown.mine:
        return earlier[-1]
    return next((head for head in reversed(earlier) if head.mine), earlier[-1])


def _lines(session: Session, trade: Trade, numbers: Sequence[int]) -> dict[int, list[TradeLine]]:
    query = select(TradeVersion).where(TradeVersion.trade_id == trade.id, TradeVersion.number.in_(numbers))
    found = session.scalars(query.options(selectinload(TradeVersion.lines)))
    return {version.number: list(version.lines) for version in found}


def _shown(session: Session, stored: Sequence[TradeLine], side: Side, locale: str, *, live: bool) -> list[LineView]:
    """The lines of a version; ``live`` describes the copies as they are now."""
    stacks = {stack_id for line in stored for stack_id in _stacks(line)} if live else set()
    copies = shown_copies.describe(session, stacks, locale) if stacks else {}
    stock = line_stock.stock_of(session, stacks) if stacks else {}
    views = []
    for line in stored:
        view = _kept(line, side, locale)
        if live:
            _bring_up_to_date(view, line, copies, stock)
        views.append(view)
    return views


def _stacks(line: TradeLine) -> list[int]:
    return [line.stack_id] if line.stack_id is not None else list(line.options)


def _kept(line: TradeLine, side: Side, locale: str) -> LineView:
    """A line as it was written down."""
    view = LineView(line.key, line.kind, line.quantity, line.text, line.stack_id, mine=line.giver == side)
    kept = line.description or {}
    if line.kind == "copies":
        view.copy = shown_copies.from_json(kept, locale)
    elif line.kind == "open":
        view.options = [shown_copies.from_json(one, locale) for one in kept.get("options") or ()]
    return view


def _bring_up_to_date(
    view: LineView, line: TradeLine, copies: Mapping[int, Copy], stock: Mapping[int, line_stock.Stock]
) -> None:
    if line.kind == "copies":
        present = copies.get(line.stack_id or 0)
        have = stock[line.stack_id].at_hand if line.stack_id in stock and line.stack_id is not None else 0
        view.have = have if have < line.quantity else None
        if present is not None:
            facts = comparing.described_otherwise(line.description, shown_copies.as_json(present))
            view.since = [_fact_words(name, line.description or {}, shown_copies.as_json(present)) for name in facts]
            view.copy = present
    elif line.kind == "open":
        view.options = [copies.get(one.stack_id, one) for one in view.options]
        if not any(stock[one.stack_id].at_hand >= line.quantity for one in view.options if one.stack_id in stock):
            view.have = 0


def _difference(
    before: Sequence[TradeLine],
    after: Sequence[TradeLine],
    base: VersionHead,
    lines: Sequence[LineView],
    side: Side,
    locale: str,
) -> DifferenceView:
    """The difference for the reader; marks the lines shown as well."""
    found = comparing.difference([comparing.line_of(one) for one in before], [comparing.line_of(one) for one in after])
    old = {(line.giver, line.key): line for line in before}
    marked: list[LineView] = []
    for line, stored in zip(lines, after, strict=True):
        _mark(line, stored, found)
        if line.mark:
            marked.append(line)
    for one in found.removed:
        gone = _kept(old[one.giver, one.key], side, locale)
        gone.mark = "removed"
        marked.append(gone)
    return DifferenceView(base, [line for line in marked if line.mine], [line for line in marked if not line.mine], found.same)


def _mark(line: LineView, stored: TradeLine, found: Difference) -> None:
    if any(one.key == line.key and one.giver == stored.giver for one in found.added):
        line.mark = "added"
        return
    change = next((one for one in found.changed if one.after.key == line.key and one.after.giver == stored.giver), None)
    if change is not None:
        line.mark, line.changes = "changed", change_words(change)


def change_words(change: Change) -> list[str]:
    """What changed in a line, in sentences."""
    before, after = change.before, change.after
    say: dict[str, Callable[[], str]] = {
        "quantity": lambda: _("%(after)s instead of %(before)s", before=before.quantity, after=after.quantity),
        "settled": lambda: _("the open choice is settled"),
        "opened": lambda: _("a choice is open now"),
        "copies": lambda: _("other copies than before"),
        "options": lambda: _("other copies to choose from"),
        "text": lambda: (
            _("remark: “%(after)s” instead of “%(before)s”", before=before.text, after=after.text)
            if before.text and after.text
            else _("remark: “%(after)s”", after=after.text)
            if after.text
            else _("without the remark “%(before)s”", before=before.text)
        ),
    }
    found = [str(say[what]()) for what in change.what if what in say]
    return found + [_fact_words(name, before.description, after.description) for name in change.facts]


def _fact_words(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    labels: dict[str, str] = {
        "code": _("number"), "product": _("set"), "rarity": _("rarity"), "language": _("language"), "edition": _("edition"),
        "condition": _("condition"), "condition_words": _("condition in words"), "artwork": _("artwork"),
        "signed": _("signed"), "altered": _("altered"), "misprint": _("misprint"), "grading": _("grading"),
        "storage": _("storage"),
    }  # fmt: skip
    old, new = (_("yes") if value is True else value or _("not stated") for value in (before.get(name), after.get(name)))
    return str(_("%(fact)s: %(after)s, before: %(before)s", fact=labels[name], before=old, after=new))


def _history(session: Session, trade: Trade, reader_id: int) -> list[Happened]:
    """What happened, newest first, in the reader's words."""
    query = select(TradeEvent, User.name).outerjoin(User, User.id == TradeEvent.actor_id).where(TradeEvent.trade_id == trade.id)
    found = []
    for event, name in session.execute(query.order_by(TradeEvent.id.desc())):
        facts = {
            "trade_id": trade.id, "proposer_id": trade.proposer_id, "partner_id": trade.partner_id,
            "proposer_name": trade.proposer_name, "partner_name": trade.partner_name,
            **event.facts, "author_id": event.actor_id, "author_name": name or "",
        }  # fmt: skip
        note = event.facts.get("note")
        found.append(
            Happened(event.at, words.sentence(f"trade.{event.kind}", facts, reader_id), note if isinstance(note, str) else "")
        )
    return found


def given_of(lines: Sequence[LineView]) -> list[Given]:
    """The copies of lines, for warnings."""
    found = []
    for line in lines:
        copies = (line.copy,) if line.copy is not None else tuple(line.options)
        if copies:
            found.append(Given(copies, line.quantity))
    return found


def _warnings(session: Session, view: TradeView) -> list[Warning]:
    """What the reader should know before accepting the newest version."""
    said = warnings.from_built_decks(session, view.me, given_of(view.give.lines))
    for lines, owner, own in ((view.give.lines, view.me, True), (view.get.lines, view.other_id, False)):
        if owner is None:
            continue
        given = given_of(lines)
        stacks = {copy.stack_id for one in given for copy in one.copies}
        hands = {stack_id: one.at_hand for stack_id, one in line_stock.stock_of(session, stacks).items()}
        said += warnings.in_other_offers(session, owner, given, hands, own=own, trade_id=view.id)
    return said


def ended_words(view: TradeView) -> str:
    """Why a trade ended, in a sentence from the reader's side; empty while it has not."""
    said = {
        "declined": _("The offer was declined."),
        "withdrawn": _("The offer was withdrawn."),
        "lapsed": _("The offer has lapsed: there was no answer in time."),
        "cancelled": _("You have both cancelled this trade."),
        "done": _("Everything has changed hands. The trade is done."),
    }
    return str(said.get(view.state, ""))


def choices_words(view: TradeView) -> str:
    """How many choices are open, in words; empty for none."""
    number = view.open_choices
    words_ = ngettext("%(num)s choice is still open.", "%(num)s choices are still open.", number)
    return str(words_) if number else ""
