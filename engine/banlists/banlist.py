"""A Forbidden & Limited List: how many copies of which card, from which date, by whom."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.card_names import name_key

NO_LIMIT = 3
"""Copies of a card that no list restricts."""
NOT_IN_POOL = -1
"""Limit of a card that the list does not let exist: a negative number, or missing from a whitelist."""


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One line of a list."""

    passcode: int | None
    """The number the list gives; None where it goes by name only."""
    name: str
    """The name the list gives, "" when it gives none."""
    limit: int
    """Copies allowed: 0 to 3, or ``NOT_IN_POOL``."""


@dataclass(frozen=True, slots=True)
class Banlist:
    """A list with its name, date and source; also a table of points with a cap, or a collection as a card pool."""

    name: str
    """As people call it: "2026.05 TCG"."""
    entries: tuple[ListEntry, ...]
    date: str | None = None
    """First day or month it holds: "2026-05"; None when it does not say."""
    source: str = ""
    is_whitelist: bool = False
    """Whether cards that are not listed may not be played at all."""
    goes_by_name: bool = False
    """Whether names decide, not numbers: for lists full of private numbers."""
    points: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Points by English card name, for points formats."""
    cap: int | None = None
    """Most points a Deck list may have; None for lists without points."""
    _by_number: dict[int, int] = field(init=False, repr=False, compare=False)
    _by_name: dict[str, int] = field(init=False, repr=False, compare=False)
    _names: dict[int, str] = field(init=False, repr=False, compare=False)
    _points: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_number: dict[int, int] = {}
        by_name: dict[str, int] = {}
        names: dict[int, str] = {}
        for entry in self.entries:
            # A card listed twice has the lowest of its numbers.
            if entry.passcode is not None:
                by_number[entry.passcode] = min(entry.limit, by_number.get(entry.passcode, entry.limit))
                if entry.name:
                    names[entry.passcode] = entry.name
            if entry.name:
                key = name_key(entry.name)
                by_name[key] = min(entry.limit, by_name.get(key, entry.limit))
        object.__setattr__(self, "_by_number", by_number)
        object.__setattr__(self, "_by_name", by_name)
        object.__setattr__(self, "_names", names)
        object.__setattr__(self, "_points", {name_key(name): points for name, points in self.points.items()})

    def name_of(self, number: int) -> str:
        """Return the name the list gives to one of its numbers, "" when it has none."""
        return self._names.get(number, "")

    def lists_number(self, number: int) -> bool:
        """Tell whether a line of the list has that number."""
        return number in self._by_number

    def limit(self, numbers: Iterable[int], names: Iterable[str]) -> int:
        """Return how many copies of a card are allowed: ``NOT_IN_POOL``, or 0 to ``NO_LIMIT``.

        ``numbers`` are all the numbers of the card, its artworks included; ``names`` the names it is counted under.
        Where several lines bind the card, the lowest counts. By number, a name decides only for cards that none of the
        lines names by number; by name it is the other way round.
        """
        by_number = [self._by_number[number] for number in numbers if number in self._by_number]
        keys = map(name_key, names)
        by_name = [self._by_name[key] for key in keys if key in self._by_name]
        found = by_name or by_number if self.goes_by_name else by_number or by_name
        if not found:
            return NOT_IN_POOL if self.is_whitelist else NO_LIMIT
        return max(NOT_IN_POOL, min(NO_LIMIT, *found))

    def points_of(self, names: Iterable[str]) -> int:
        """Return the points of one copy of a card, 0 when the list gives it none."""
        return max((self._points.get(name_key(name), 0) for name in names), default=0)


def combined(first: Banlist, second: Banlist, name: str = "") -> Banlist:
    """Return the list that allows of each card the lower of two lists' numbers.

    "What I own, under the present list": a collection as whitelist, combined with a Forbidden & Limited List. The
    result has the later date, and is a whitelist if one of the two is; what only the other one lists stays out then.
    """
    entries: dict[ListEntry, None] = {}
    for one, other in ((first, second), (second, first)):
        for entry in one.entries:
            numbers = [] if entry.passcode is None else [entry.passcode]
            theirs = other.limit(numbers, [entry.name] if entry.name else [])
            if theirs != NOT_IN_POOL or entry.limit == NOT_IN_POOL:  # What a whitelist leaves out needs no line.
                entries[ListEntry(entry.passcode, entry.name, min(entry.limit, theirs))] = None
    return Banlist(
        name=name or f"{first.name} + {second.name}",
        entries=tuple(entries),
        date=max(filter(None, (first.date, second.date)), default=None),
        source="; ".join(filter(None, (first.source, second.source))),
        is_whitelist=first.is_whitelist or second.is_whitelist,
        goes_by_name=first.goes_by_name or second.goes_by_name,
        points={**first.points, **second.points},
        cap=min((cap for cap in (first.cap, second.cap) if cap is not None), default=None),
    )
