"""A state to JSON and back, exactly: every value that decides how the duel goes on."""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from engine import vocab
from engine.effects import filters, tree, verbs
from engine.rulesets import Ruleset, ruleset
from engine.state import card as card_module
from engine.state import printed, records
from engine.state.duel_state import Frame, PlayerState, State, TeamState, _slots
from engine.state.index import make_index
from engine.state.rng import Rng

SCHEMA = 5
_SKIP = ("index", "log", "by_token", "rng", "rules")


def _subclasses(kind: type) -> Iterator[type]:
    sub: type
    for sub in kind.__subclasses__():
        yield sub
        yield from _subclasses(sub)


@cache
def _classes() -> dict[str, type]:
    """Return every class a state may hold, by name."""
    import engine.procedures.rulings  # noqa: F401  the frames are declared by the procedures

    found: dict[str, type] = {"PlayerState": PlayerState, "TeamState": TeamState}
    for module in (vocab, filters, tree, verbs, printed, records, card_module):
        for name, value in vars(module).items():
            if isinstance(value, type) and (is_dataclass(value) or issubclass(value, Enum) or _slots(value)):
                found[value.__name__ if name == value.__name__ else name] = value
    for frame in _subclasses(Frame):
        assert frame.__name__ not in found, f"two classes are named {frame.__name__}"
        found[frame.__name__] = frame
    return found


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """Return the fields that are written of a class."""
    return tuple(field.name for field in fields(kind) if field.init) if is_dataclass(kind) else _slots(kind)


@cache
def _default(kind: type[Any]) -> dict[str, Any]:
    """Return the fields of a node that may be left out because they hold what they hold by default."""
    if not is_dataclass(kind):
        return {}
    return {field.name: field.default for field in fields(kind) if field.init and field.default is not MISSING}


_MOST_KEPT = 4096
_records: dict[int, tuple[printed.Printed, bytes, Any]] = {}
"""What is written of printed cards, and a key of it, by identity: they never change, and all copies of a duel share them."""
_read: dict[bytes, printed.Printed] = {}
"""The printed cards that were read, by that key."""


def _key(record: Any) -> bytes:
    return marshal.dumps(record, 2)


def _record_of(item: printed.Printed) -> tuple[printed.Printed, bytes, Any]:
    found = _records.get(id(item))
    if found is None or found[0] is not item:
        if len(_records) >= _MOST_KEPT:
            _records.clear()
        record = Writer().record(item)
        found = _records[id(item)] = (item, _key(record), record)
    return found


class Writer:
    """Turns values into JSON; printed cards that several cards share are written once."""

    def __init__(self) -> None:
        self.printed: list[Any] = []
        """The records of the printed cards met so far."""
        self._known: dict[bytes, int] = {}

    def write(self, value: Any) -> Any:
        """Return what JSON can say of a value."""
        if isinstance(value, Enum):
            return {"$": type(value).__name__, "v": value.value}
        if value is None or isinstance(value, bool | int | str):
            return value
        if isinstance(value, list):
            return [self.write(item) for item in value]
        if isinstance(value, tuple):
            return {"$t": [self.write(item) for item in value]}
        if isinstance(value, dict):
            return {"$d": [[self.write(key), self.write(item)] for key, item in value.items()]}
        if isinstance(value, printed.Printed):
            _, key, record = _record_of(value)
            if key not in self._known:
                self._known[key] = len(self.printed)
                self.printed.append(record)
            return {"$p": self._known[key]}
        return self.record(value)

    def record(self, value: Any) -> Any:
        """Return a record with its class and fields."""

        kind: Any = type(value)
        names = _names(kind)
        usual = _default(kind)
        found: dict[str, Any] = {"$": type(value).__name__}
        for name in names:
            item = getattr(value, name)
            if name not in usual or usual[name] != item:
                found[name] = self.write(item)
        return found


class Reader:
    """Turns JSON back into values."""

    def __init__(self, cards: list[Any]) -> None:
        self.printed: list[printed.Printed] = []
        for item in cards:
            key = _key(item)
            found = _read.get(key)
            if found is None:
                if len(_read) >= _MOST_KEPT:
                    _read.clear()
                found = _read[key] = self.read(item)
            self.printed.append(found)

    def read(self, value: Any) -> Any:
        """Return the value that was written."""
        if isinstance(value, list):
            return [self.read(item) for item in value]
        if not isinstance(value, dict):
            return value
        if "$t" in value:
            return tuple(self.read(item) for item in value["$t"])
        if "$d" in value:
            return {self.read(key): self.read(item) for key, item in value["$d"]}
        if "$p" in value:
            return self.printed[value["$p"]]
        kind = _classes()[value["$"]]
        if issubclass(kind, Enum):
            return kind(value["v"])
        rest = {name: self.read(item) for name, item in value.items() if name != "$"}
        if is_dataclass(kind):
            return kind(**rest)
        made = kind.__new__(kind)
        for name, item in rest.items():
            setattr(made, name, item)
        return made


def state_to_json(s: State) -> dict[str, Any]:
    """Return the state as JSON values."""
    writer = Writer()
    body = {name: writer.write(getattr(s, name)) for name in _slots(State) if name not in _SKIP}
    return {
        "schema": SCHEMA,
        "ruleset": s.rules.name,
        "switches": s.rules.switches(),
        "rng": s.rng.state,
        "printed": writer.printed,
        "state": body,
    }


class UnreadableDuel(ValueError):
    """The saved duel is of another version or damaged; ``str()`` says so."""


def state_from_json(data: dict[str, Any]) -> State:
    """Return the state that ``state_to_json`` wrote; raises ``UnreadableDuel``."""
    if data.get("schema") != SCHEMA:
        raise UnreadableDuel(f"This duel was saved with version {data.get('schema')}; only version {SCHEMA} can be read.")
    values: dict[str, Any] = {name.replace(".", "_"): value for name, value in data["switches"].items()}
    rules: Ruleset = ruleset.Ruleset(name=data["ruleset"], **values)
    s = State(rules, data["rng"])
    s.rng = Rng(0)
    s.rng.state = data["rng"]
    reader = Reader(data["printed"])
    for name, value in data["state"].items():
        setattr(s, name, reader.read(value))
    s.by_token = {card.token: card.uid for card in s.cards if card.token}
    s.index = make_index(s.cards)
    s.share_links()
    return s
