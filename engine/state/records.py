"""Small records of a duel: events, chain links, what was applied, battles, prompts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.effects.tree import Happening, Static, Until
from engine.vocab import Cause, Phase, SummonKind, Zone

Mark = tuple[int, int]
"""A card and its stamp: the card as it was then."""


@dataclass(frozen=True, slots=True)
class Snap:
    """A card at the time of an event."""

    uid: int
    stamp: int
    """The stamp after the event."""
    controller: int
    zone: Zone
    """Where it was before the event."""
    face_up: bool
    attack: bool
    atk: int
    index: int = -1
    """Its place in the row before the event."""


@dataclass(frozen=True, slots=True)
class GameEvent:
    """Something that happened at one moment, to one card or to several together."""

    what: Happening
    moment: int
    """Things of one moment happened together; a greater number is later."""
    subjects: tuple[Snap, ...] = ()
    others: tuple[Snap, ...] = ()
    player: int | None = None
    by: int | None = None
    """The player whose effect or monster caused it."""
    source: int | None = None
    """The card whose effect caused it."""
    cause: Cause = Cause.RULE
    summon: SummonKind | None = None
    phase: Phase | None = None
    amount: int = 0
    direct: bool = False
    link: int | None = None
    """The number of the Chain Link that was made, from 0."""


@dataclass(slots=True)
class Waiting:
    """A trigger whose event has happened and that has not been placed on a Chain yet."""

    uid: int
    effect: int
    player: int
    stamp: int
    event: GameEvent

    def copy(self) -> Waiting:
        """Return an independent copy."""
        return Waiting(self.uid, self.effect, self.player, self.stamp, self.event)


class Link:
    """An activation: a Chain Link from its costs to its end. ``bound`` holds what references name."""

    __slots__ = ("bound", "effect", "event", "name", "negated", "numbers", "place", "player", "stamp", "targets", "uid")

    def __init__(self, uid: int, effect: int, player: int, stamp: int, event: GameEvent | None) -> None:
        self.uid = uid
        self.effect = effect
        self.player = player
        self.stamp = stamp
        self.event = event
        self.targets: list[Mark] = []
        self.bound: dict[str, list[Mark]] = {}
        self.numbers: dict[str, int] = {}
        self.name = ""
        """The card name declared for it."""
        self.negated = ""
        """"activation" or "effect"; "" if neither."""
        self.place = 0
        """Its number in the Chain, from 0."""

    def copy(self) -> Link:
        """Return an independent copy."""
        new = Link(self.uid, self.effect, self.player, self.stamp, self.event)
        new.targets = self.targets.copy()
        new.bound = {key: marks.copy() for key, marks in self.bound.items()}
        new.numbers = self.numbers.copy()
        new.name = self.name
        new.negated = self.negated
        new.place = self.place
        return new


@dataclass(frozen=True, slots=True)
class Lingering:
    """Something applied by an effect that has resolved (or by an oath)."""

    static: Static
    player: int
    source: int
    cards: tuple[Mark, ...] | None
    """The cards it was applied to; None if it goes by the filter or the player."""
    value: int
    until: Until
    turn: int
    """The turn it was applied in."""
    since: int
    spared: tuple[Mark, ...] = ()
    """Cards it does not touch although they match."""
    source_stamp: int = 0
    """The stamp of the source then."""


class Battle:
    """The attack that is going on."""

    __slots__ = (
        "attacker",
        "calculated",
        "destroyed",
        "from_down",
        "in_step",
        "negated",
        "opposing",
        "redirected",
        "step",
        "target",
        "was_attack",
    )

    def __init__(self, attacker: Mark, target: Mark | None) -> None:
        self.attacker = attacker
        self.target = target
        """None for a direct attack."""
        self.negated = False
        self.step = ""
        """The part of the Damage Step, "" before it."""
        self.in_step = False
        self.calculated = False
        self.from_down = False
        """The target was face-down at the start of the Damage Step."""
        self.was_attack = False
        """The target was in Attack Position then."""
        self.destroyed: list[Mark] = []
        self.opposing: list[Mark] = []
        """The monsters of the opponent at the declaration; a change brings a replay."""
        self.redirected = False

    def copy(self) -> Battle:
        """Return an independent copy."""
        new = Battle(self.attacker, self.target)
        new.negated = self.negated
        new.step = self.step
        new.in_step = self.in_step
        new.calculated = self.calculated
        new.from_down = self.from_down
        new.was_attack = self.was_attack
        new.destroyed = self.destroyed.copy()
        new.opposing = self.opposing.copy()
        new.redirected = self.redirected
        return new


@dataclass(slots=True)
class Prompt:
    """The question the duel waits on; ``kind`` says which fields count.

    "open" and "battle": an open state in a Main Phase or the Battle Step. "respond": a response window. "trigger": which
    waiting trigger goes on the Chain next. "cards": pick from ``cards``, one by one, between ``least`` and ``most``.
    "yes_no", "position", "option" (``words``), "replay", "first" (who starts), "name" (a card name; ``naming.declarable``).
    """

    kind: str
    player: int
    reason: str = ""
    """What it is for: "cost", "target", "tribute", "material", "discard", a verb's name, the kind of window."""
    source: int | None = None
    cards: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    picked: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    extra: Any = None
    """What the frame keeps beside the question: a constraint on the picks, or the triggers of a group."""

    def copy(self) -> Prompt:
        """Return an independent copy."""
        return Prompt(
            self.kind,
            self.player,
            self.reason,
            self.source,
            self.cards,
            self.least,
            self.most,
            self.picked,
            self.words,
            self.extra,
        )
