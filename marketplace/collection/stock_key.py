"""What tells copies apart, and the plain form of a stack's state that operations compare and keep.

Two stacks of one collector are never equal: the hash of everything below ``Copies`` is unique per collector.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

MOST_PER_ACT = 9_999
"""Copies one act may add to or take from a stack."""

MOST_PER_STACK = 99_999
"""Copies a stack may hold."""

CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Copies:
    """Everything that tells copies apart; copies that agree in all of it make one stack.

    ``edition`` is "", 1st, limited or unlimited; ``condition`` "" or a grade MT to PO; ``price_paid`` is per copy;
    ``page`` and ``slot`` count from 1 and only mean something in a binder.
    """

    printing_id: int
    language: str
    edition: str = ""
    condition: str = ""
    condition_words: str = ""
    artwork: str = ""
    signed: bool = False
    altered: bool = False
    proxy: bool = False
    misprint: str = ""
    grading: str = ""
    storage: str = ""
    note: str = ""
    price_paid: Decimal | None = None
    acquired_on: date | None = None
    place_id: int | None = None
    page: int | None = None
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One line of a batch: what becomes of the copies that agree with ``copies``.

    Exactly one of ``add`` (negative: take away) and ``set_to`` is given. ``for_trade`` is how many of the stack are
    for trade afterwards; None leaves the number alone. ``row`` is the line or row of the source, for messages.
    """

    copies: Copies
    add: int | None = None
    set_to: int | None = None
    for_trade: int | None = None
    row: int | None = None


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

State = dict[str, Any]
"""A stack's state: every field of ``Copies`` plus quantity, for_trade, lent and promised, as Python values."""

COPY_FIELDS: tuple[str, ...] = tuple(field.name for field in fields(Copies))
COUNT_FIELDS = ("quantity", "for_trade", "lent", "promised")
STATE_FIELDS = COPY_FIELDS + COUNT_FIELDS
TEXT_LIMITS = {"condition_words": 120, "artwork": 40, "misprint": 200, "grading": 80, "storage": 80, "note": 4000}
"""Longest text of each free field, in characters."""

_BLANK: State = dict.fromkeys(STATE_FIELDS) | {
    "edition": "",
    "condition": "",
    "condition_words": "",
    "artwork": "",
    "signed": False,
    "altered": False,
    "proxy": False,
    "misprint": "",
    "grading": "",
    "storage": "",
    "note": "",
    "quantity": 0,
    "for_trade": 0,
    "lent": 0,
    "promised": 0,
}


_NOT_JSON = {"price_paid", "acquired_on"}
_NOT_JSON_AT = [COPY_FIELDS.index(name) for name in sorted(_NOT_JSON)]


def _tidy(name: str, value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    if name == "price_paid" and value is not None:
        return Decimal(value).quantize(CENT, ROUND_HALF_UP)
    return value


def state_of(copies: Copies) -> State:
    """The state of no copies yet: the fields in their stored form, all counts 0."""
    state = {name: _tidy(name, getattr(copies, name)) for name in COPY_FIELDS}
    return state | dict.fromkeys(COUNT_FIELDS, 0)


def copies_of(state: Mapping[str, Any]) -> Copies:
    """What tells the copies of a state apart."""
    return Copies(**{name: state[name] for name in COPY_FIELDS})


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return str(value.quantize(CENT, ROUND_HALF_UP))
    if isinstance(value, date):
        return value.isoformat()
    return value


def key_of_state(state: Mapping[str, Any]) -> str:
    """``merge_key`` of a state."""
    values = [state[name] for name in COPY_FIELDS]
    for index in _NOT_JSON_AT:
        values[index] = _plain(values[index])
    return _digest(values)


def merge_key(copies: Copies) -> str:
    """The hash equal copies share: 64 hexadecimal digits."""
    return key_of_state(state_of(copies))


def parked_key(stack_id: int) -> str:
    """A key no copies can have, for an empty stack whose own key is needed by another."""
    return _digest(["parked", stack_id])


def _digest(values: list[Any]) -> str:
    return hashlib.sha256(_encode(values).encode()).hexdigest()


def snapshot(state: Mapping[str, Any]) -> dict[str, Any]:
    """A state as JSON, without the fields that say nothing; two states are equal when their snapshots are."""
    kept = {name: value for name, blank in _BLANK.items() if (value := state[name]) != blank}
    for name in _NOT_JSON & kept.keys():
        kept[name] = _plain(kept[name])
    return kept


def from_snapshot(kept: Mapping[str, Any]) -> State:
    """The state a snapshot was taken of."""
    state = _BLANK | dict(kept)
    if state["price_paid"] is not None:
        state["price_paid"] = Decimal(state["price_paid"])
    if state["acquired_on"] is not None:
        state["acquired_on"] = date.fromisoformat(state["acquired_on"])
    return state


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Field -> [before, after] of two snapshots, in the order of the fields."""
    changed = (name for name in STATE_FIELDS if before.get(name, _BLANK[name]) != after.get(name, _BLANK[name]))
    return {name: [before.get(name, _BLANK[name]), after.get(name, _BLANK[name])] for name in changed}
