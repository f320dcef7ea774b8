"""What the composer shows of a draft: both sides with their copies, what may be added, what they are worth to the writer,
and what to know before sending."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.collection.models import Promise
from marketplace.trades import candidates, private_values, warnings
from marketplace.trades.candidates import Candidate, Found
from marketplace.trades.comparing import Line
from marketplace.trades.composing import SIDES, Draft, DraftLine, SideInput
from marketplace.trades.models import Trade, TradeLine, TradeVersion
from marketplace.trades.private_values import Sum
from marketplace.trades.warnings import Given, Warning
from marketplace.wants.matching import Match, both_ways
from marketplace.wants.visible_people import shows_lists

_MOST_SUGGESTED = 60


@dataclass(slots=True)
class Row:
    """One line of the draft with what is known of its copies."""

    line: DraftLine
    options: list[Candidate]
    """Of copies: one; of an open choice: each; empty for things and money, or when the copies may not be seen (any more)."""
    problem: str = ""
    """Why it cannot be sent so."""
    value: str = ""
    """The writer's private value of one copy, as typed or kept."""
    added: bool = True
    """Not part of the version it started from."""

    @property
    def only(self) -> Candidate | None:
        return self.options[0] if self.line.kind == "copies" and self.options else None


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of the draft."""

    giver: str
    rows: Sequence[Row]
    copies: int
    """Cards of this side, open choices included."""
    worth: Sum
    found: Found
    typed: SideInput
    suggested: Mapping[int, int]
    """Stack -> copies that are not in the draft yet and wanted by who would get them."""
    is_closed: bool = False
    """The other's binder is not open to the writer."""


@dataclass(frozen=True, slots=True)
class ComposeView:
    """Everything the composer shows."""

    sides: Mapping[str, SideView]
    warnings: Sequence[Warning]
    problems: Sequence[str] = ()
    """What keeps the draft from being sent."""
    missing_ticks: Sequence[Warning] = ()

    @property
    def can_send(self) -> bool:
        return not self.problems and not self.missing_ticks


@dataclass(frozen=True, slots=True)
class Frame:
    """Between whom an offer is written, and what it changes."""

    me: int
    partner: User
    trade: Trade | None = None
    before: frozenset[str] = frozenset()
    """Keys of the lines of the version it starts from."""
    offered: Mapping[int, int] = field(default_factory=dict)
    """Copies that were in this trade before: they may be named again though they are not for trade."""
    held: Mapping[int, int] = field(default_factory=dict)
    """Copies an agreed trade has locked itself: they count as at hand when it is changed."""


def build(session: Session, frame: Frame, draft: Draft, *, locale: str) -> ComposeView:
    """The composer's view of a draft; a bounded number of statements, however long the draft is."""
    people = {"me": frame.me, "them": frame.partner.id}
    is_open = session.scalar(select(User.id).where(User.id == frame.partner.id, shows_lists(frame.me))) is not None
    theirs, mine = both_ways(session, frame.me, frame.partner.id) if is_open else ([], [])
    wanted = {"them": _by_stack(theirs), "me": _by_stack(mine)}
    lines: dict[str, dict[int, Candidate]] = {}
    for side in SIDES:
        known = candidates.by_ids(
            session, people[side], draft.stacks_of(side), own=side == "me", wanted=wanted[side], locale=locale
        )
        lines[side] = known if side == "me" else _open_ones(session, known, frame, is_open)
        for stack_id in frame.held.keys() & lines[side].keys():
            one = lines[side][stack_id]
            lines[side][stack_id] = replace(one, at_hand=one.at_hand + frame.held[stack_id])
    values = _values(session, frame.me, draft, lines)
    views = {}
    for side in SIDES:
        typed = draft.sides[side]
        closed = side == "them" and not is_open
        found = (
            Found([], 0, 1, 1)
            if closed
            else candidates.find(
                session, people[side], typed.search, own=side == "me", wanted=wanted[side], locale=locale, first=typed.picks
            )
        )
        if side == "them":
            found = _without_private(found)
        rows = [_row(line, lines[side], values, frame) for line in draft.of_side(side)]
        rest = {} if closed else _not_yet(draft, side, wanted[side])
        worth = private_values.sum_of(_numbers(values), _valued(rows))
        views[side] = SideView(side, rows, _copies(rows), worth, found, typed, rest, closed)
    said = _warnings(session, frame, draft, views, lines, set(wanted["me"]))
    problems = [row.problem for side in SIDES for row in views[side].rows if row.problem]
    missing = [one for one in said if one.tick and one.tick not in draft.ticks]
    return ComposeView(views, said, problems, missing)


def offered_before(session: Session, trade_id: int) -> dict[int, int]:
    """Copies of each stack that any version of the trade names."""
    query = select(TradeLine.stack_id, TradeLine.options, TradeLine.quantity)
    query = query.join(TradeVersion, TradeVersion.id == TradeLine.version_id).where(TradeVersion.trade_id == trade_id)
    found: dict[int, int] = {}
    for stack_id, options, quantity in session.execute(query):
        for one in [stack_id] if stack_id is not None else options:
            found[one] = max(found.get(one, 0), quantity)
    return found


def held_by(session: Session, trade_id: int) -> dict[int, int]:
    """Copies of each stack that are locked for the trade."""
    query = select(Promise.stack_id, func.sum(Promise.quantity)).where(Promise.holder == "trade", Promise.holder_id == trade_id)
    return {stack_id: int(held) for stack_id, held in session.execute(query.group_by(Promise.stack_id))}


def _by_stack(matches: Iterable[Match]) -> dict[int, int]:
    found: dict[int, int] = {}
    for match in matches:
        found[match.stack_id] = max(match.quantity, found.get(match.stack_id, 0))
    return found


def _not_yet(draft: Draft, side: str, wanted: Mapping[int, int]) -> dict[int, int]:
    there = draft.stacks_of(side)
    return dict([pair for pair in wanted.items() if pair[0] not in there][:_MOST_SUGGESTED])


def _open_ones(session: Session, known: Mapping[int, Candidate], frame: Frame, is_open: bool) -> dict[int, Candidate]:
    """Of the other's copies only those the writer may know of: for trade in an open binder, or part of this trade."""
    free = candidates.free_of(session, [stack_id for stack_id in known if stack_id in frame.offered])
    found = {}
    for stack_id, one in known.items():
        most = one.for_trade if is_open else 0
        if stack_id in frame.offered:
            most = min(max(most, frame.offered[stack_id]), free.get(stack_id, 0))
        if most or stack_id in frame.offered:
            found[stack_id] = Candidate(one.copy, most, one.for_trade, one.wanted)
    return found


def _without_private(found: Found) -> Found:
    """Ticks are ids from the form: of the other's copies only those for trade are shown."""
    return Found([row for row in found.rows if row.for_trade > 0], found.total, found.page, found.pages, found.guessed)


def _values(session: Session, me: int, draft: Draft, lines: Mapping[str, Mapping[int, Candidate]]) -> dict[int, str]:
    """Private values by printing in words: what is typed, else what is kept."""
    printings = {one.copy.printing_id for side in lines.values() for one in side.values()}
    kept = private_values.values_of(session, me, printings)
    words = {printing_id: _plain(value) for printing_id, value in kept.items()}
    return words | {printing_id: typed for printing_id, typed in draft.values.items() if printing_id in printings}


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _numbers(values: Mapping[int, str]) -> dict[int, Decimal]:
    found = {}
    for printing_id, typed in values.items():
        number = private_values.number_in(typed)
        if number is not None:
            found[printing_id] = number
    return found


def _valued(rows: Iterable[Row]) -> list[tuple[int, int]]:
    return [(row.only.copy.printing_id, row.line.number or 0) for row in rows if row.only is not None]


def _copies(rows: Iterable[Row]) -> int:
    return sum(row.line.number or 0 for row in rows if row.line.kind in ("copies", "open"))


def _row(line: DraftLine, known: Mapping[int, Candidate], values: Mapping[int, str], frame: Frame) -> Row:
    options = [known[stack_id] for stack_id in line.stacks if stack_id in known]
    row = Row(line, options, added=line.key not in frame.before)
    if row.only is not None:
        row.value = values.get(row.only.copy.printing_id, "")
    row.problem = _problem(line, options)
    return row


def _problem(line: DraftLine, options: Sequence[Candidate]) -> str:
    if line.kind in ("item", "money"):
        return "" if line.text.strip() else str(_("Say in words what it is."))
    if line.number is None or line.number < 1:
        return str(_("Enter how many copies: a whole number from 1."))
    if len(options) < len(line.stacks):
        return str(_("These copies are not for trade any more. Take the line out."))
    most = min((one.at_hand for one in options), default=0)
    if line.kind == "copies" and line.number > most:
        if most == 0:
            return str(_("No copy of this is at hand any more: lent, promised or gone."))
        return str(ngettext("Only %(num)s copy can be given.", "Only %(num)s copies can be given.", most))
    return ""


def _warnings(
    session: Session,
    frame: Frame,
    draft: Draft,
    views: Mapping[str, SideView],
    lines: Mapping[str, Mapping[int, Candidate]],
    wanted: set[int],
) -> list[Warning]:
    given = {side: given_by(views[side].rows) for side in SIDES}
    trade_id = frame.trade.id if frame.trade is not None else None
    hands = {side: {stack_id: one.at_hand for stack_id, one in lines[side].items()} for side in SIDES}
    said = warnings.from_built_decks(session, frame.me, given["me"])
    said += warnings.in_other_offers(session, frame.me, given["me"], hands["me"], own=True, trade_id=trade_id)
    said += warnings.in_other_offers(session, frame.partner.id, given["them"], hands["them"], own=False, trade_id=trade_id)
    if frame.trade is None:
        mine = draft.stacks_of("me")
        said += warnings.about_partner(session, frame.me, frame.partner.id, frame.partner.name, mine, wanted)
    said += warnings.declined_before(session, frame.me, frame.partner.id, compared(draft), trade_id)
    return said


def given_by(rows: Iterable[Row]) -> list[Given]:
    """The copies of rows, for warnings."""
    return [Given(tuple(one.copy for one in row.options), row.line.number or 0) for row in rows if row.options]


def compared(draft: Draft) -> list[Line]:
    """The draft as versions are compared, its writer as the proposer."""
    sides = {"me": "proposer", "them": "partner"}
    return [
        Line(line.key, sides[line.giver], line.kind, line.stack_id, line.number or 0, line.text, tuple(line.options))
        for line in draft.lines
    ]
