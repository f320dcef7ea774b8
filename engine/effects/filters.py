"""Which cards: filters, references and selections. Read at check, at activation and at resolution alike."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.vocab import Ability, Attribute, CardKind, Frame, MonsterType, SpellTrapIcon, Zone

if TYPE_CHECKING:
    from engine.effects.tree import Amount, Who


class RefKind(StrEnum):
    """What a reference names. A card that has moved since is no longer meant, unless said otherwise."""

    SELF = "self"
    TARGET = "target"
    """All targets of the effect, or the one of that index."""
    IT = "it"
    """The cards the step before worked on, wherever they are now."""
    EVENT = "event"
    """The subject of the event."""
    OTHER = "other"
    """The second card of the event."""
    COST = "cost"
    ATTACKER = "attacker"
    ATTACKED = "attacked"
    FIGHTER = "fighter"
    """The monster that battles and is controlled by the effect's player."""
    RIVAL = "rival"
    """The monster that battles it."""
    EQUIPPED = "equipped"
    """The monster this card is equipped to."""
    HELD = "held"
    """The monster tied to this card (``verbs.Hold``), also just after it has left."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A card named by its part in the effect."""

    kind: RefKind
    index: int | None = None


THIS = Ref(RefKind.SELF)
TARGET = Ref(RefKind.TARGET)
IT = Ref(RefKind.IT)
EVENT_CARD = Ref(RefKind.EVENT)
OTHER_CARD = Ref(RefKind.OTHER)
ATTACKER = Ref(RefKind.ATTACKER)
ATTACKED = Ref(RefKind.ATTACKED)
EQUIPPED = Ref(RefKind.EQUIPPED)
COST_CARD = Ref(RefKind.COST)
HELD = Ref(RefKind.HELD)
FIGHTER = Ref(RefKind.FIGHTER)
RIVAL = Ref(RefKind.RIVAL)


@dataclass(frozen=True, slots=True)
class Span:
    """A number from ``least`` to ``most``; what is not stated has no end. A card without the value never matches."""

    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a monster stands on the board; at an event, where it stood then. Everything that is stated must hold."""

    pointed_by: Ref | None = None
    """In a zone that card points to (link.point.definition)."""
    linked: bool | None = None
    """In a zone any Link Monster points to."""
    co_linked_with: Ref | None = None
    """It and that card point to each other."""
    extra_zone: bool | None = None
    """In an Extra Monster Zone; False is in a Main Monster Zone."""
    column_of: Ref | None = None
    """In the column of that card (zone.column.definition)."""
    has_material: bool | None = None
    """Xyz Materials lie underneath it."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A card matches if everything that is stated holds. ``any_of`` and ``none_of`` make trees."""

    zones: tuple[Zone, ...] = ()
    who: Who | None = None
    """Whose: the controller of a card on the field, else the owner."""
    personal: bool = False
    """Of that very player, not of a partner as well: where "each player" does something with their own cards."""
    face_up: bool | None = None
    kinds: tuple[CardKind, ...] = ()
    icons: tuple[SpellTrapIcon, ...] = ()
    frames: tuple[Frame, ...] = ()
    types: tuple[MonsterType, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    abilities: tuple[Ability, ...] = ()
    effect_monster: bool | None = None
    attack_position: bool | None = None
    level_min: int | None = None
    level_max: int | None = None
    rank: Span | None = None
    rating: Span | None = None
    """The Link Rating."""
    atk_max: Amount | None = None
    atk_min: Amount | None = None
    atk_below: Amount | None = None
    def_below: Amount | None = None
    def_max: Amount | None = None
    series: str = ""
    """The text a name must hold, or the series the card belongs to."""
    names: tuple[str, ...] = ()
    declared: bool = False
    """It has the name declared for the effect; before that is done, any card may turn out to."""
    like: Ref | None = None
    """It has the name of a card the reference names."""
    type_of: Filter | None = None
    """It has the Type of a card that matches this."""
    has_counter: str = ""
    equipped_to: Ref | None = None
    """It is an Equip Card on that monster."""
    carries: Filter | None = None
    """A card that matches this is equipped to it."""
    standing: Standing | None = None
    normal_summonable: bool | None = None
    """It can be Normal Summoned or Set by its own lines."""
    attacked: bool | None = None
    """It declared an attack this turn."""
    any_of: tuple[Filter, ...] = ()
    none_of: tuple[Filter, ...] = ()
    but: tuple[Ref, ...] = ()
    """Not one of these cards."""
    among: tuple[Ref, ...] = ()
    """One of these cards."""


class Extreme(StrEnum):
    """The one with the highest or lowest value; its player chooses among equals."""

    HIGHEST_ATK = "highest_atk"
    LOWEST_ATK = "lowest_atk"
    HIGHEST_DEF = "highest_def"


@dataclass(frozen=True, slots=True)
class Select:
    """Cards to work on: all that match, or a number chosen by ``chooser`` (the effect's player if None) or at random.

    With ``up_to`` fewer are allowed, but at least one. Without it the step needs the whole number.
    """

    filter: Filter
    count: Amount = 1
    every: bool = False
    up_to: bool = False
    random: bool = False
    chooser: Who | None = None
    extreme: Extreme | None = None
    may_be_this: bool = False
    """The card itself may be targeted or given up; otherwise it may not."""


What = Select | Ref
