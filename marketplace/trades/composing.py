"""An offer on its way: what the composer's form holds, and what each of its buttons does to it.

Nothing is kept on the server before an offer is sent: the form carries every line, so that each step works without
script and nothing typed is lost. ``me`` and ``them`` are meant from the side of who writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol

from marketplace.trades.candidates import Search
from marketplace.trades.lines import MOST_LINES

SIDES = ("them", "me")
"""In the order the composer shows them: what I would like, then what I give."""
_MOST_OPTIONS = 20
_LENGTHS = {"text": 300, "q": 200, "set": 60, "item": 300, "money": 300, "days": 4}
_DATABASE_NUMBER = 2**31 - 1


class Fields(Protocol):
    """What ``request.form`` and ``request.args`` offer."""

    def get(self, key: str) -> str | None: ...

    def getlist(self, key: str) -> list[str]: ...


@dataclass(slots=True)
class DraftLine:
    """A line as it stands in the form. ``row`` names its fields there, ``key`` the line of the version it came from."""

    row: str
    giver: str
    kind: str
    stack_id: int | None = None
    quantity: str = "1"
    """As typed."""
    text: str = ""
    options: list[int] = field(default_factory=list)
    key: str = ""
    was: str = ""
    """Name of the copies in the version the line came from: what they are called once they are not for trade any more."""

    @property
    def number(self) -> int | None:
        """The quantity; None when what was typed is none."""
        typed = self.quantity.strip()
        return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 5 else None

    @property
    def stacks(self) -> list[int]:
        """Stacks the line gives or may give."""
        return [self.stack_id] if self.stack_id is not None else list(self.options)


@dataclass(slots=True)
class SideInput:
    """What is typed beside the lines of one side: the search, the ticks, things that are no card."""

    search: Search = field(default_factory=Search)
    picks: list[int] = field(default_factory=list)
    item: str = ""
    money: str = ""


@dataclass(slots=True)
class Draft:
    """Everything the form holds."""

    lines: list[DraftLine] = field(default_factory=list)
    sides: dict[str, SideInput] = field(default_factory=lambda: {side: SideInput() for side in SIDES})
    note: str = ""
    days: str = ""
    """How long the offer stands, as typed."""
    ticks: set[str] = field(default_factory=set)
    """Warnings that were read and accepted."""
    values: dict[int, str] = field(default_factory=dict)
    """Private values by printing, as typed."""
    left_out: int = 0
    """Lines there was no room for in this step: the page says so."""
    most_lines: ClassVar[int] = MOST_LINES

    def of_side(self, giver: str) -> list[DraftLine]:
        return [line for line in self.lines if line.giver == giver]

    def stacks_of(self, giver: str) -> set[int]:
        """Stacks the lines of a side name."""
        return {stack_id for line in self.of_side(giver) for stack_id in line.stacks}

    def new_row(self) -> str:
        taken = {line.row for line in self.lines}
        return next(row for row in _rows() if row not in taken)

    def add_line(self, line: DraftLine) -> bool:
        """Put a line at the end; False when the form is full."""
        if len(self.lines) >= MOST_LINES:
            self.left_out += 1
            return False
        self.lines.append(line)
        return True

    def add_copies(self, giver: str, stack_id: int, quantity: int = 1, *, at_least: bool = False) -> None:
        """Put copies into a side: another line, or more of the line that gives them.

        With ``at_least`` a line that has them already is raised to ``quantity`` only, so that the same suggestion twice
        changes nothing.
        """
        for line in self.of_side(giver):
            if line.kind == "copies" and line.stack_id == stack_id:
                before = line.number or 0
                line.quantity = str(max(before, quantity) if at_least else before + quantity)
                return
        self.add_line(DraftLine(self.new_row(), giver, "copies", stack_id, str(quantity)))


def _rows() -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"r{number}"


def read_form(form: Fields) -> Draft:
    """The draft a form carries. What makes no sense is passed over: the page never sends such."""
    draft = Draft()
    for row in list(dict.fromkeys(form.getlist("row")))[:MOST_LINES]:
        line = _line(form, row)
        if line is not None:
            draft.lines.append(line)
    for side in SIDES:
        draft.sides[side] = SideInput(
            Search(
                q=" ".join(_text(form, f"q-{side}", "q").split()),
                set=" ".join(_text(form, f"set-{side}", "set").split()),
                language=_word(form, f"language-{side}"),
                rarity=_text(form, f"rarity-{side}", "set"),
                condition=_word(form, f"condition-{side}"),
                only=_word(form, f"only-{side}"),
                page=number_in(form.get(f"page-{side}") or "") or 1,
            ),
            _numbers(form.getlist(f"pick-{side}"))[:_MOST_OPTIONS],
            _text(form, f"item-{side}", "item"),
            _text(form, f"money-{side}", "money"),
        )
    draft.note = (form.get("note") or "").replace("\0", "")  # Whole: words that are too long are refused, not cut.
    draft.days = _text(form, "days", "days").strip()
    draft.ticks = set(form.getlist("tick")[:50])
    for printing_id in _numbers(form.getlist("valued"))[: 2 * MOST_LINES]:
        draft.values[printing_id] = (form.get(f"value-{printing_id}") or "")[:30]
    return draft


def _line(form: Fields, row: str) -> DraftLine | None:
    if not (row.isascii() and row.isalnum() and len(row) <= 12):
        return None
    giver, kind = form.get(f"giver-{row}") or "", form.get(f"kind-{row}") or ""
    stack_id = number_in(form.get(f"stack-{row}") or "")
    options = _numbers((form.get(f"options-{row}") or "")[:300].split(","))[:_MOST_OPTIONS]
    if giver not in SIDES or kind not in ("copies", "open", "item", "money") or (kind == "copies" and stack_id is None):
        return None
    return DraftLine(
        row,
        giver,
        kind,
        stack_id if kind == "copies" else None,
        (form.get(f"quantity-{row}") or "")[:8],
        _text(form, f"text-{row}", "text"),
        options if kind == "open" else [],
        (form.get(f"key-{row}") or "")[:32],
        _text(form, f"was-{row}", "item") if kind == "copies" else "",
    )


def read_address(arguments: Fields) -> Draft:
    """The draft an address asks for: ``want=STACK:QTY,…`` of theirs and ``give=STACK:QTY,…`` of mine."""
    draft = Draft()
    for name, giver in (("want", "them"), ("give", "me")):
        for part in (arguments.get(name) or "")[:4000].split(","):
            stack, _colon, quantity = part.partition(":")
            stack_id = number_in(stack)
            if stack_id is not None:
                draft.add_copies(giver, stack_id, min(max(number_in(quantity) or 1, 1), 999), at_least=True)
    return draft


def apply_step(draft: Draft, step: str) -> str:
    """Do what a button says; gives the id of the element to go on from, "" for the top of the page.

    Buttons: ``add:SIDE:STACK``, ``picked:SIDE`` (all ticked), ``choice:SIDE`` (one of the ticked), ``item:SIDE``,
    ``money:SIDE``, ``remove:ROW``, ``drop:ROW:STACK`` (an option), ``settle:ROW:STACK``, ``page:SIDE:N``. Anything else,
    such as a new search, changes no line.
    """
    verb, *details = step.split(":")
    one = details[0] if details else ""
    other = number_in(details[1]) if len(details) > 1 else None
    if one in SIDES:
        return _side_step(draft, verb, one, other)
    line = next((line for line in draft.lines if line.row == one), None)
    if line is None:
        return ""
    if verb == "remove":
        draft.lines.remove(line)
        return f"side-{line.giver}"
    if verb in ("drop", "settle") and other in line.options:
        left = [stack_id for stack_id in line.options if stack_id != other] if verb == "drop" else [other]
        if len(left) == 1:
            line.kind, line.stack_id, line.options = "copies", left[0], []
        else:
            line.options = left
        return f"line-{line.row}"
    return ""


def _side_step(draft: Draft, verb: str, side: str, other: int | None) -> str:
    typed = draft.sides[side]
    if verb == "add" and other is not None:
        draft.add_copies(side, other)
        typed.picks = [stack_id for stack_id in typed.picks if stack_id != other]
        return f"found-{side}"
    if verb == "picked":
        for stack_id in typed.picks:
            draft.add_copies(side, stack_id, at_least=True)
        typed.picks = []
        return f"side-{side}"
    if verb == "choice":
        if len(typed.picks) == 1:
            draft.add_copies(side, typed.picks[0], at_least=True)
        elif typed.picks:
            draft.add_line(DraftLine(draft.new_row(), side, "open", options=list(typed.picks)))
        typed.picks = []
        return f"side-{side}"
    if verb in ("item", "money"):
        words = (typed.item if verb == "item" else typed.money).strip()
        if words and draft.add_line(DraftLine(draft.new_row(), side, verb, text=words)):
            typed.item, typed.money = ("", typed.money) if verb == "item" else (typed.item, "")
        return f"side-{side}"
    if verb == "page" and other is not None:
        typed.search = replace(typed.search, page=max(1, other))
        return f"found-{side}"
    if verb == "search":
        typed.search = replace(typed.search, page=1)
        return f"found-{side}"
    return ""


def number_in(typed: str) -> int | None:
    """A whole number the database can hold, or None."""
    typed = typed.strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 10):
        return None
    return int(typed) if int(typed) <= _DATABASE_NUMBER else None


def _numbers(typed: Iterable[str]) -> list[int]:
    return list(dict.fromkeys(number for one in typed if (number := number_in(one)) is not None))


def _text(form: Fields, name: str, kind: str) -> str:
    return (form.get(name) or "")[: _LENGTHS[kind]]


def _word(form: Fields, name: str) -> str:
    return (form.get(name) or "").strip()[:12]
