"""Which printing of the catalogue each printing of a file is, for one card at a time.

A line that is in the catalogue exactly as written is that printing. What is left over is compared more loosely, so
that another spelling of the product or the rarity makes no double, and so that a printing the source corrected
keeps its id: copies point to it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from marketplace.catalogue import codes
from marketplace.catalogue.importing.known import KnownPrinting
from marketplace.catalogue.importing.sources import Source, strength_of
from marketplace.catalogue.vocabulary import same_rarity


@dataclass(frozen=True, slots=True)
class Line:
    """A printing of the file: its product as an id (negative: a product that is new)."""

    product: int
    code: str
    language: str
    rarity: str
    artwork: str


@dataclass(slots=True)
class LineMatches:
    """What becomes of one card's printings."""

    new: list[Line] = field(default_factory=list)
    changed: list[tuple[KnownPrinting, Line]] = field(default_factory=list)
    """Printings that get other values, or that are back."""
    confirmed: list[KnownPrinting] = field(default_factory=list)
    """Printings this source lists for the first time, unchanged."""
    dropped: list[KnownPrinting] = field(default_factory=list)
    """Printings this source had and lists no more."""
    unchanged: int = 0
    """Lines of the file that change nothing (confirmed ones included)."""


def match_lines(lines: Iterable[Line], known: Iterable[KnownPrinting], source: Source) -> LineMatches:
    """Match the printings a file lists for a card with those the catalogue has."""
    matches = LineMatches()
    everything = list(known)
    free = {_key(printing): printing for printing in everything}
    left = []
    for line in lines:
        printing = free.pop((line.product, line.code, line.language, line.rarity, line.artwork), None)
        if printing is None:
            left.append(line)
        else:
            _accept(matches, printing, source)
    if left and everything:
        left = _said_otherwise(matches, left, everything, free, source)
    if left and free:
        left = _corrected(matches, left, free, source)
    matches.new = left
    matches.dropped = [printing for printing in free.values() if printing.sources & source.speaks_for]
    return matches


def _key(printing: KnownPrinting) -> tuple[int, str, str, str, str]:
    return (printing.product_id, printing.code, printing.language, printing.rarity, printing.artwork)


def _as_it_is(printing: KnownPrinting) -> Line:
    return Line(*_key(printing))


def _accept(matches: LineMatches, printing: KnownPrinting, source: Source) -> None:
    """The file lists the printing as the catalogue has it."""
    if printing.retired:
        matches.changed.append((printing, _as_it_is(printing)))
        return
    matches.unchanged += 1
    if not printing.sources & source.bit:
        matches.confirmed.append(printing)


def _said_otherwise(
    matches: LineMatches,
    lines: list[Line],
    everything: list[KnownPrinting],
    free: dict[tuple[int, str, str, str, str], KnownPrinting],
    source: Source,
) -> list[Line]:
    """Match printings two sources write differently; returns the lines that are left.

    The stronger source's writing stays or comes in. A weaker source may write one printing twice ("Common" and
    "Short Print"), so several of its lines may be the same printing.
    """
    left = []
    accepted: set[int] = set()
    for line in lines:
        candidates = [printing for printing in everything if _is_alike(line, printing)]
        stronger = [p for p in candidates if strength_of(p.sources & ~source.speaks_for) > source.strength]
        open_ones = [p for p in candidates if _key(p) in free and not p.sources & source.bit]
        if stronger:
            printing = min(stronger, key=lambda p: _difference(line, p, free))
            free.pop(_key(printing), None)
            if printing.id in accepted:
                matches.unchanged += 1
            else:
                accepted.add(printing.id)
                _accept(matches, printing, source)
        elif open_ones:
            printing = min(open_ones, key=lambda p: _difference(line, p, free))
            del free[_key(printing)]
            matches.changed.append((printing, line))
        else:
            left.append(line)
    return left


def _is_alike(line: Line, printing: KnownPrinting) -> bool:
    """Whether both may be one printing, written differently: same number and language, rarities that can be the same."""
    if line.language != printing.language or (line.artwork and printing.artwork and line.artwork != printing.artwork):
        return False
    if line.code or printing.code:
        if folded(line.code) != folded(printing.code):
            return False
    elif line.product != printing.product_id:
        return False
    return not line.rarity or not printing.rarity or alike_rarity(line.rarity, printing.rarity)


def _difference(
    line: Line, printing: KnownPrinting, free: dict[tuple[int, str, str, str, str], KnownPrinting]
) -> tuple[object, ...]:
    return (line.product != printing.product_id, line.rarity != printing.rarity, _key(printing) not in free, printing.id)


def _corrected(
    matches: LineMatches, lines: list[Line], free: dict[tuple[int, str, str, str, str], KnownPrinting], source: Source
) -> list[Line]:
    """Match printings the source itself writes differently now; returns the lines that are left.

    Only where one printing is left on each side: an announced card that got its number, a corrected product, a
    corrected rarity.
    """
    for key in _CORRECTIONS:
        old: dict[Hashable, list[KnownPrinting]] = {}
        for printing in free.values():
            if printing.sources & source.speaks_for:
                group = key(_as_it_is(printing), True)
                if group is not None:
                    old.setdefault(group, []).append(printing)
        new: dict[Hashable, list[Line]] = {}
        for line in lines:
            group = key(line, False)
            if group is not None:
                new.setdefault(group, []).append(line)
        for group, printings in old.items():
            if len(printings) == 1 and len(new.get(group, ())) == 1:
                line = new[group][0]
                del free[_key(printings[0])]
                lines = [other for other in lines if other is not line]
                matches.changed.append((printings[0], line))
    return lines


def _numbered(line: Line, is_old: bool) -> Hashable:
    if is_old and not is_announced(line.code):
        return None
    return (line.product, line.language, line.rarity, line.artwork)


def _other_product(line: Line, _is_old: bool) -> Hashable:
    return (line.code, line.language, line.rarity, line.artwork) if line.code else None


def _other_rarity(line: Line, _is_old: bool) -> Hashable:
    return (line.product, line.code, line.language, line.artwork)


_CORRECTIONS: tuple[Callable[[Line, bool], Hashable], ...] = (_numbered, _other_product, _other_rarity)


def is_announced(code: str) -> bool:
    """Whether a set number is no number yet: empty, or with "?" for what nobody knows so far."""
    return not code or "?" in code


folded = lru_cache(maxsize=50_000)(codes.folded)
alike_rarity = lru_cache(maxsize=5_000)(same_rarity)
