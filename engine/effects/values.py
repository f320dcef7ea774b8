"""Nodes that are read: players, amounts and conditions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.effects.filters import Filter, Ref
from engine.vocab import Phase


class Who(StrEnum):
    """Players as seen from the effect."""

    YOU = "you"
    OPPONENT = "opponent"
    EITHER = "either"


# ----- amounts: read when the step that uses them is carried out -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stat:
    """A value of one card: "atk", "def", "level", "rank" or "rating"; its last ATK or DEF on the field if it has left."""

    of: Ref
    stat: str = "atk"
    original: bool = False


@dataclass(frozen=True, slots=True)
class Own:
    """A value of each card something is applied to, its own: "atk", "def" or "level"."""

    stat: str = "atk"


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards match, times ``times``."""

    filter: Filter
    times: int = 1


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of a value over all cards that match."""

    filter: Filter
    stat: str = "atk"


@dataclass(frozen=True, slots=True)
class Distinct:
    """How many different Types ("type"), names ("name") or card types ("frame": Ritual, Fusion, Synchro ...) the cards have."""

    filter: Filter
    of: str = "type"


@dataclass(frozen=True, slots=True)
class Life:
    """The LP of a player."""

    who: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class Half:
    """Half of an amount, rounded up."""

    of: Amount


@dataclass(frozen=True, slots=True)
class Times:
    """An amount multiplied; a negative factor subtracts."""

    of: Amount
    by: int


@dataclass(frozen=True, slots=True)
class Counters:
    """How many counters of a name lie on a card."""

    on: Ref
    name: str


@dataclass(frozen=True, slots=True)
class MaterialsUsed:
    """How many monsters were used as material for the Summon of a card that is still there."""

    of: Ref


@dataclass(frozen=True, slots=True)
class Result:
    """The number an earlier step or cost of the same activation left behind, by its name.

    ``of_each``: the number of the player the amount is read for.
    """

    name: str
    of_each: bool = False


@dataclass(frozen=True, slots=True)
class EventAmount:
    """The amount of the event that triggered the effect: cards sent, damage taken."""


Amount = int | Stat | Own | Count | Total | Distinct | Life | Half | Times | Counters | MaterialsUsed | Result | EventAmount


# ----- conditions: read at activation and, for continuous effects, whenever asked --------------------------------


@dataclass(frozen=True, slots=True)
class Have:
    """Between ``least`` and ``most`` cards match."""

    filter: Filter
    least: int = 1
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Compare:
    """Two amounts compare as ``is_``: "==", "<", "<=", ">" or ">="."""

    left: Amount
    is_: str
    right: Amount


@dataclass(frozen=True, slots=True)
class During:
    """The turn and phase: any of ``phases`` (all if empty) in the turn of ``turn``."""

    phases: tuple[Phase, ...] = ()
    turn: Who = Who.EITHER


@dataclass(frozen=True, slots=True)
class DamageStep:
    """The Damage Step is going on and damage has not been calculated."""


@dataclass(frozen=True, slots=True)
class Battling:
    """The monster takes part in the battle in a role: "attacker", "target" or "either".

    ``started`` asks how a monster attacked lay at the start of the Damage Step: "attack", "defense" or "face_down".
    ``against`` filters the other monster; a direct attack has none.
    """

    who: Ref | Filter
    role: str = "either"
    started: str | None = None
    against: Filter | None = None


@dataclass(frozen=True, slots=True)
class Is:
    """The card a reference names is there and matches."""

    ref: Ref
    filter: Filter


@dataclass(frozen=True, slots=True)
class Did:
    """What happened to the card this turn: "destroyed_by_battle" (a monster), "attacked", "arrived" (on the field), "came_up" or "tribute_summoned".

    "tribute_summoned" is how it came, this turn or before. "came_up" is a Normal Summon or being turned face-up, in whatever way. "special_summoned" asks whether it came to the
    field by a Special Summon, in this turn or before.
    """

    ref: Ref
    act: str


@dataclass(frozen=True, slots=True)
class Marked:
    """The card carries the mark of that word (``Property.MARK``)."""

    ref: Ref
    word: str


@dataclass(frozen=True, slots=True)
class WouldDestroy:
    """The Chain Link answered would destroy at least so many cards on the field, of a player if stated."""

    least: int
    who: Who = Who.EITHER


@dataclass(frozen=True, slots=True)
class WouldSpecialSummon:
    """The Chain Link answered includes an effect that Special Summons."""


@dataclass(frozen=True, slots=True)
class Calculating:
    """Damage calculation is going on and the values have not been compared."""


@dataclass(frozen=True, slots=True)
class FreeZone:
    """A player has at least so many free Main Monster Zones."""

    who: Who = Who.YOU
    least: int = 1


@dataclass(frozen=True, slots=True)
class LinkTargets:
    """The Chain Link answered targets the card, or one that matches."""

    ref: Ref | Filter


@dataclass(frozen=True, slots=True)
class Not:
    """The condition is not met."""

    of: Condition


@dataclass(frozen=True, slots=True)
class Both:
    """All conditions are met."""

    of: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one condition is met."""

    of: tuple[Condition, ...]


Condition = (
    Have
    | Compare
    | During
    | DamageStep
    | Calculating
    | Battling
    | Is
    | Did
    | Marked
    | FreeZone
    | WouldDestroy
    | WouldSpecialSummon
    | LinkTargets
    | Not
    | Both
    | AnyOf
)
