"""Lines of an offer: what somebody sends in, what is wrong with it, and the version it becomes.

A line says who gives what: copies of one stack, a choice that is still open among several stacks, a thing that is no
card, or a remark on money. Its key stays the same from version to version.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from flask_babel import gettext as _
from sqlalchemy import insert
from sqlalchemy.orm import Session

from marketplace.collection.stock_key import MOST_PER_ACT
from marketplace.db import now
from marketplace.errors import Refused
from marketplace.i18n import current_locale
from marketplace.trades import line_stock
from marketplace.trades.models import Trade, TradeLine, TradeVersion
from marketplace.trades.own_trade import Side, opposite, side_of
from marketplace.wants import shown_copies

MOST_LINES = 200
"""Lines of one version, both sides together."""
MOST_OPTIONS = 20
"""Stacks an open choice may name."""
LONGEST_TEXT = 300
LONGEST_NOTE = 4_000
KINDS = ("copies", "open", "item", "money")


@dataclass(frozen=True, slots=True)
class LineInput:
    """A line as its author sends it, seen from the author's side."""

    giver: Literal["me", "them"]
    kind: str
    """copies, open, item, money."""
    stack_id: int | None = None
    """Of copies."""
    quantity: int = 1
    text: str = ""
    """Of a thing or of money: what it is. Of copies: a remark on them."""
    options: tuple[int, ...] = ()
    """Of an open choice: the stacks it may become."""
    key: str | None = None
    """Of the same line in the version before; without one the line is known by its copies or words."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A checked line on its way into a version."""

    giver: Side
    kind: str
    stack_id: int | None
    quantity: int
    text: str
    options: tuple[int, ...]
    key: str = ""

    @property
    def stacks(self) -> tuple[int, ...]:
        """The stacks it names."""
        return (self.stack_id,) if self.stack_id is not None else self.options


def drafts_of(version: TradeVersion) -> list[Draft]:
    """The lines of a version as drafts of the next."""
    return [
        Draft(side_of_line(line), line.kind, line.stack_id, line.quantity, line.text, tuple(line.options), line.key)
        for line in version.lines
    ]


def side_of_line(line: TradeLine) -> Side:
    return "proposer" if line.giver == "proposer" else "partner"


def drafts_from(trade: Trade, author_id: int, inputs: Iterable[LineInput], before: Sequence[Draft] = ()) -> list[Draft]:
    """The lines sent in, cleaned, turned to the sides of the trade, equal ones added up, with the keys of ``before``.

    Raises Refused for what no stock could make right: kinds, numbers, texts, nothing at all.
    """
    mine = side_of(trade, author_id)
    drafts: list[Draft] = []
    places: dict[tuple[str, int], int] = {}
    for place, line in enumerate(inputs):
        if place >= MOST_LINES:
            raise _too_many()
        draft = _cleaned(place, line, mine)
        same = places.get((draft.giver, draft.stack_id)) if draft.kind == "copies" and draft.stack_id is not None else None
        if same is not None:
            drafts[same] = _added_up(drafts[same], draft)
            continue
        if draft.kind == "copies" and draft.stack_id is not None:
            places[draft.giver, draft.stack_id] = len(drafts)
        drafts.append(draft)
    if not drafts:
        raise Refused(_("Choose at least one card or thing."), rule="trade.lines.none", field="lines")
    return with_keys(drafts, before)


def _added_up(one: Draft, other: Draft) -> Draft:
    total = min(one.quantity + other.quantity, MOST_PER_ACT)
    return replace(one, quantity=total, text=one.text or other.text, key=one.key or other.key)


def _cleaned(place: int, line: LineInput, mine: Side) -> Draft:
    if line.kind not in KINDS or line.giver not in ("me", "them"):
        raise Refused(_("We could not read this line."), rule="trade.line.unknown", field="lines", line=place)
    giver = mine if line.giver == "me" else opposite(mine)
    if not 1 <= line.quantity <= MOST_PER_ACT:
        raise Refused(
            _("Enter a number of copies between 1 and %(most)d.", most=MOST_PER_ACT),
            rule="trade.line.quantity",
            field="lines",
            line=place,
            most=MOST_PER_ACT,
        )
    text = " ".join(line.text.replace("\0", "").split())
    if len(text) > LONGEST_TEXT:
        raise Refused(
            _("This text is too long: at most %(most)d characters.", most=LONGEST_TEXT),
            rule="trade.line.text_long",
            field="lines",
            line=place,
            most=LONGEST_TEXT,
        )
    options = tuple(dict.fromkeys(line.options)) if line.kind == "open" else ()
    stack_id = line.stack_id if line.kind == "copies" else None
    if line.kind == "copies" and stack_id is None:
        raise Refused(_("Choose the copies of this line."), rule="trade.line.copies", field="lines", line=place)
    if line.kind == "open" and not 1 <= len(options) <= MOST_OPTIONS:
        raise Refused(
            _("An open choice names between 1 and %(most)d kinds of copies.", most=MOST_OPTIONS),
            rule="trade.line.options",
            field="lines",
            line=place,
            most=MOST_OPTIONS,
        )
    if line.kind in ("item", "money") and not text:
        raise Refused(_("Say in words what it is."), rule="trade.line.text", field="lines", line=place)
    quantity = 1 if line.kind == "money" else line.quantity
    return Draft(giver, line.kind, stack_id, quantity, text, options, line.key or "")


def with_keys(drafts: Sequence[Draft], before: Sequence[Draft]) -> list[Draft]:
    """The drafts, each with the key of what is the same line in ``before``, or a new one."""
    free = {line.key: line for line in before}
    found: dict[int, str] = {}
    for place, draft in enumerate(drafts):
        earlier = free.get(draft.key)
        if earlier is not None and earlier.giver == draft.giver:
            found[place] = free.pop(draft.key).key
    for place, draft in enumerate(drafts):
        if place not in found:
            match = next((line for line in free.values() if _is_same(line, draft)), None)
            if match is not None:
                found[place] = free.pop(match.key).key
    return [replace(draft, key=found.get(place) or new_key()) for place, draft in enumerate(drafts)]


def new_key() -> str:
    """A key for a line that was in no version yet."""
    return uuid.uuid4().hex


def put(drafts: Sequence[Draft], added: Draft) -> list[Draft]:
    """The drafts with one more: more copies of a stack that is named already raise its line."""
    if added.kind == "copies":
        for place, draft in enumerate(drafts):
            if (draft.kind, draft.giver, draft.stack_id) == ("copies", added.giver, added.stack_id):
                return [*drafts[:place], _added_up(draft, added), *drafts[place + 1 :]]
    if len(drafts) >= MOST_LINES:
        raise _too_many()
    return [*drafts, added]


def _too_many() -> Refused:
    return Refused(
        _("An offer takes %(most)d lines. Make two offers of it.", most=MOST_LINES),
        rule="trade.lines.many",
        field="lines",
        most=MOST_LINES,
    )


def _is_same(line: Draft, draft: Draft) -> bool:
    if (line.giver, line.kind) != (draft.giver, draft.kind):
        return False
    if draft.kind == "copies":
        return line.stack_id == draft.stack_id
    if draft.kind == "open":
        return set(line.options) == set(draft.options)
    return line.text.casefold() == draft.text.casefold()


def content(drafts: Iterable[Draft]) -> frozenset[Draft]:
    """What the lines say, whatever their order."""
    return frozenset(drafts)


def checked_note(note: str) -> str:
    """The words that go with a version, as kept."""
    kept = note.replace("\r\n", "\n").replace("\0", "").strip()
    if len(kept) > LONGEST_NOTE:
        raise Refused(
            _("This text is too long: at most %(most)d characters.", most=LONGEST_NOTE), rule="trade.note.long", field="note"
        )
    return kept


def write_version(
    session: Session,
    trade: Trade,
    number: int,
    kind: str,
    author_id: int,
    drafts: Sequence[Draft],
    note: str = "",
    *,
    request_key: str | None = None,
) -> TradeVersion:
    """Check the drafts against the stock of their givers and write them as a version, with today's descriptions.

    Raises Refused (field ``lines``, fact ``line``: the place from 0) when copies are not there to give or to ask for.
    """
    descriptions = shown_copies.describe(session, {stack for draft in drafts for stack in draft.stacks}, current_locale())
    line_stock.check(session, trade, author_id, drafts, descriptions)
    version = TradeVersion(
        trade_id=trade.id, number=number, kind=kind, author_id=author_id, note=note, request_key=request_key, created_at=now()
    )
    session.add(version)
    session.flush()
    rows = [
        {
            "version_id": version.id,
            "position": place,
            "key": draft.key,
            "giver": draft.giver,
            "kind": draft.kind,
            "stack_id": draft.stack_id,
            "card_id": _card_of(draft, descriptions),
            "quantity": draft.quantity,
            "text": draft.text,
            "options": list(draft.options),
            "description": description_of(draft.stack_id, draft.options, descriptions),
        }
        for place, draft in enumerate(drafts)
    ]
    session.execute(insert(TradeLine), rows)  # In one go: adding objects would ask the database once per line.
    session.expire(version, ["lines"])
    return version


def description_of(
    stack_id: int | None, options: Sequence[int], descriptions: Mapping[int, shown_copies.Copy]
) -> dict[str, Any] | None:
    """What a line keeps of its copies: of an open choice the description of each option."""
    if stack_id is not None:
        return shown_copies.as_json(descriptions[stack_id]) if stack_id in descriptions else None
    if options:
        return {"options": [shown_copies.as_json(descriptions[option]) for option in options if option in descriptions]}
    return None


def _card_of(draft: Draft, descriptions: Mapping[int, shown_copies.Copy]) -> int | None:
    """The card of its copies; None for an open choice among different cards."""
    cards = {descriptions[stack].card_id for stack in draft.stacks if stack in descriptions}
    return cards.pop() if len(cards) == 1 else None
