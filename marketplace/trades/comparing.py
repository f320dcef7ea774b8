"""What changed between two versions of a trade, line by line.

A line keeps its ``key`` from version to version. Lines typed anew with another key are taken for the same when they
give the same copies or name the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from marketplace.trades.models import TradeLine

DESCRIBED = (
    "code", "product", "rarity", "language", "edition", "condition", "condition_words", "artwork", "signed", "altered",
    "misprint", "grading", "storage",
)  # fmt: skip
"""Facts of a description whose change the other side must hear of."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a version as it is compared."""

    key: str
    giver: str
    kind: str
    stack_id: int | None = None
    quantity: int = 1
    text: str = ""
    options: tuple[int, ...] = ()
    description: Mapping[str, Any] = field(default_factory=dict, compare=False)


def line_of(line: TradeLine) -> Line:
    """The stored line as it is compared."""
    return Line(
        line.key, line.giver, line.kind, line.stack_id, line.quantity, line.text, tuple(line.options), line.description or {}
    )


@dataclass(frozen=True, slots=True)
class Change:
    """A line that is in both versions and not the same."""

    before: Line
    after: Line
    what: tuple[str, ...]
    """In this order: ``quantity``, ``settled`` (an open choice became copies), ``opened`` (copies became an open choice),
    ``copies`` (other copies), ``options``, ``text``, ``described`` (the owner describes the same copies otherwise)."""
    facts: tuple[str, ...] = ()
    """Which facts of the description changed, of ``DESCRIBED``."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What a later version adds to, takes from and changes in an earlier one."""

    added: tuple[Line, ...] = ()
    removed: tuple[Line, ...] = ()
    changed: tuple[Change, ...] = ()
    same: int = 0
    """Lines that are alike in both."""

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    def change_of(self, key: str) -> Change | None:
        """The change of the later version's line ``key``."""
        return next((one for one in self.changed if one.after.key == key), None)

    def is_new(self, key: str) -> bool:
        return any(line.key == key for line in self.added)


def difference(before: Sequence[Line], after: Sequence[Line]) -> Difference:
    """What ``after`` changes in ``before``; order alone is no change."""
    pairs, removed, added = _pairs(before, after)
    changed = []
    same = 0
    for old, new in pairs:
        what, facts = _changes(old, new)
        if what:
            changed.append(Change(old, new, what, facts))
        else:
            same += 1
    places = {line.key: place for place, line in enumerate(after)}
    changed.sort(key=lambda change: places[change.after.key])
    return Difference(tuple(added), tuple(removed), tuple(changed), same)


def _pairs(before: Sequence[Line], after: Sequence[Line]) -> tuple[list[tuple[Line, Line]], list[Line], list[Line]]:
    """Lines that belong together, those only before, and those only after."""
    pairs: list[tuple[Line, Line]] = []
    old, new = list(before), list(after)
    for names in (_by_key, _by_content):
        known: dict[object, list[Line]] = {}
        for line in old:
            known.setdefault(names(line), []).append(line)
        rest = []
        for line in new:
            found = known.get(names(line))
            if found:
                pairs.append((found.pop(0), line))
            else:
                rest.append(line)
        old = [line for lines in known.values() for line in lines]
        new = rest
    order = {id(line): place for place, line in enumerate(before)}
    return pairs, sorted(old, key=lambda line: order[id(line)]), new


def _by_key(line: Line) -> object:
    return (line.giver, line.key)


def _by_content(line: Line) -> object:
    if line.kind == "copies" and line.stack_id is not None:
        return (line.giver, line.kind, line.stack_id)
    if line.kind == "open":
        return (line.giver, line.kind, tuple(sorted(line.options)))
    return (line.giver, line.kind, _folded(line.text))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _changes(old: Line, new: Line) -> tuple[tuple[str, ...], tuple[str, ...]]:
    what = []
    if old.quantity != new.quantity:
        what.append("quantity")
    if old.kind != new.kind:
        what.append("settled" if old.kind == "open" else "opened" if new.kind == "open" else "copies")
    elif new.kind == "copies" and old.stack_id != new.stack_id and not _one_is_gone(old, new):
        what.append("copies")
    if new.kind == old.kind == "open" and set(old.options) != set(new.options):
        what.append("options")
    if old.text != new.text:
        what.append("text")
    facts = described_otherwise(old.description, new.description) if new.kind == old.kind and "copies" not in what else ()
    if facts:
        what.append("described")
    return tuple(what), facts


def _one_is_gone(old: Line, new: Line) -> bool:
    """Whether a stack was deleted since: its line lost the link, not the copies."""
    return old.stack_id is None or new.stack_id is None


def described_otherwise(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Which facts of two descriptions of the same copies differ; a missing description says nothing."""
    if not before or not after:
        return ()
    return tuple(name for name in DESCRIBED if (before.get(name) or "") != (after.get(name) or ""))


def content(lines: Iterable[Line], swapped: bool = False) -> frozenset[tuple[object, ...]]:
    """What an offer consists of, whoever wrote it and in which order: equal offers have equal content.

    ``swapped`` turns the sides, to compare with an offer that went the other way.
    """
    other = {"proposer": "partner", "partner": "proposer"}
    return frozenset(
        (
            other[line.giver] if swapped else line.giver,
            line.kind,
            line.stack_id if line.kind == "copies" else None,
            line.quantity,
            _folded(line.text) if line.kind in ("item", "money") else "",
            frozenset(line.options),
        )
        for line in lines
    )
