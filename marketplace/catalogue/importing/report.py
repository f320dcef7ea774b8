"""What an import did, or would do: numbers, and the things a person should look at."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

LISTED = 300
"""Problems and collisions listed one by one; beyond that only their number is kept."""


@dataclass(slots=True)
class Counts:
    """How many entries of the file were what."""

    total: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    retired: int = 0
    """No longer in the file although this source had them before; kept, not offered any more."""
    held: int = 0
    """Held back: their set number is known for another card, and the owner has to agree first."""


@dataclass(frozen=True, slots=True)
class Collision:
    """One number that stands for two cards."""

    kind: str
    """number (a set number), passcode (two cards claim it), alias (an artwork's passcode of two cards)."""
    value: str
    cards: tuple[str, ...]
    """English names, those the catalogue knew first."""
    known: bool = False
    """The catalogue knew all of it before this file."""
    held: bool = False
    """The new printing waits for the owner's decision."""


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """Something wrong with one entry of the file."""

    row: int
    """Position in the file from 1; 0 when the message itself names what it is about."""
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Resolved:
    """A printing somebody had entered as "not in catalogue" that the catalogue has now."""

    code: str
    name: str
    card: str
    """English name of the catalogue's card; empty when several fit and nothing was changed."""
    candidates: int


@dataclass(slots=True)
class Report:
    """The outcome of one import."""

    source: str
    format: str
    sha256: str = ""
    cards: Counts = field(default_factory=Counts)
    printings: Counts = field(default_factory=Counts)
    collisions: list[Collision] = field(default_factory=list)
    problems: list[ProblemLine] = field(default_factory=list)
    resolved: list[Resolved] = field(default_factory=list)
    dry_run: bool = False
    nothing_new: bool = False
    """The file is the one imported last: nothing was compared."""
    import_id: int | None = None
    origin: dict[str, str] = field(default_factory=dict)
    """Where the file came from, for doing it again: kind (address, file, folder), language, file name."""
    validators: dict[str, str] = field(default_factory=dict)
    """What the server said of the file, to ask for news with."""
    seconds: float = 0.0

    @property
    def new_collisions(self) -> list[Collision]:
        return [collision for collision in self.collisions if not collision.known]

    def to_json(self) -> dict[str, Any]:
        """Plain data. ``cards`` and ``printings`` count the file's entries; ``new``, ``changed`` and ``unchanged`` both."""
        both = (self.cards, self.printings)
        return {
            "source": self.source,
            "format": self.format,
            "sha256": self.sha256,
            "cards": self.cards.total,
            "printings": self.printings.total,
            "new": sum(counts.new for counts in both),
            "changed": sum(counts.changed for counts in both),
            "unchanged": sum(counts.unchanged for counts in both),
            "retired": self.printings.retired,
            "held": self.printings.held,
            "colliding": len(self.collisions),
            "problems": len(self.problems),
            "detail": {"cards": asdict(self.cards), "printings": asdict(self.printings)},
            "collisions": [asdict(collision) for collision in self.collisions[:LISTED]],
            "problem_list": [asdict(problem) for problem in self.problems[:LISTED]],
            "resolved": [asdict(resolved) for resolved in self.resolved[:LISTED]],
            "dry_run": self.dry_run,
            "nothing_new": self.nothing_new,
            "import_id": self.import_id,
            "origin": self.origin,
            "validators": self.validators,
            "seconds": round(self.seconds, 2),
        }
