"""The nodes effects are made of: frozen, typed, hashable data that the interpreter reads and ``explain`` prints.

A node says what a card does, never how. "You" is always the player who activated the effect, or who controls the card
of a continuous one. ``engine/effects/verbs`` adds one node per verb.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from engine.effects.filters import THIS, Filter, Ref, RefKind, Select
from engine.effects.statics import Event, Happening, Limit, Property, Scope, Static, Until
from engine.effects.values import (
    Amount,
    AnyOf,
    Battling,
    Both,
    Calculating,
    Compare,
    Condition,
    Count,
    Counters,
    DamageStep,
    Did,
    Distinct,
    During,
    EventAmount,
    FreeZone,
    Half,
    Have,
    Is,
    Life,
    LinkTargets,
    Marked,
    MaterialsUsed,
    Not,
    Own,
    Result,
    Stat,
    Times,
    Total,
    Who,
    WouldDestroy,
    WouldSpecialSummon,
)
from engine.vocab import Zone

if TYPE_CHECKING:
    from engine.effects.context import Ctx
    from engine.state.card import CardState
    from engine.state.duel_state import State


# ----- costs, steps, effects -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PayLP:
    """Pay Life Points; the amount is read when it is paid."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class PayCards:
    """Give up cards, known as the cost later: ``how`` is "tribute", "discard", "send", "banish", "return" (to the hand) or "top" (of the Deck)."""

    how: str
    what: Select | Ref


@dataclass(frozen=True, slots=True)
class PayCounters:
    """Remove counters of a name from the cards, ``number`` or (0) all of them; how many is the result "counters"."""

    what: Select | Ref
    name: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class PayMaterials:
    """Detach so many Xyz Materials from a monster, known as the cost later (xyz.detach.no_leave_field_trigger)."""

    number: int = 1
    of: Ref = THIS


@dataclass(frozen=True, slots=True)
class DeclareName:
    """Declare the name of a card when activating (card.name.declared_name_must_exist_and_be_legal), known later (``Filter.declared``)."""


Cost = PayLP | PayCards | PayCounters | PayMaterials | DeclareName


class Joint(StrEnum):
    """How a step hangs together with the one before it."""

    FIRST = "first"
    THEN = "then"
    """Afterwards, only if the one before was done: later in time, so the earlier part was not the last thing."""
    IF_YOU_DO = "if_you_do"
    """Only if the one before was done; at the same time for timing."""
    ALSO = "also"
    """Whether or not the one before was done."""


_KNOWN_LATER = (RefKind.TARGET, RefKind.IT, RefKind.COST)


def is_known_later(ref: Ref | None) -> bool:
    """Whether a reference names nothing before the activation: targets, costs, what a step before worked on."""
    return ref is not None and ref.kind in _KNOWN_LATER


class Action:
    """Base of the verbs; each stands with its code in ``engine/effects/verbs``.

    ``selection`` is what the step chooses or names, ``possible`` the check, ``perform`` the deed: both read the same
    selection, so that what is allowed and what is done cannot drift apart.
    """

    __slots__ = ()

    special_summons: ClassVar[bool] = False
    """The verb Special Summons monsters."""
    gives_up: ClassVar[bool] = False
    """The verb takes cards away from the field: out of a choice of "your" cards nobody gives up those of a partner."""
    lacks: ClassVar[str] = ""
    """The rule that says what is missing when the verb is not possible; "" if only that nothing would happen."""

    def missing(self, s: State, ctx: Ctx) -> str:
        """Return the rule that says what keeps the verb from being possible; "" if only that nothing would happen."""
        return self.lacks

    def selection(self) -> Select | Ref | None:
        """Return the cards the step works on; None if it works on players."""
        return None

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        """Whether the step could be done to that card; what it could not be done to is neither chosen nor targeted."""
        return True

    def takes(self, s: State, ctx: Ctx, what: Select | Ref, card: CardState) -> bool:
        """Whether that card may be chosen for the step, or be what it names."""
        from engine.effects import wording

        lent = self.gives_up and isinstance(what, Select) and wording.is_lent(s, ctx.player, what, card)
        return not lent and self.accepts(s, ctx, card)

    def possible(self, s: State, ctx: Ctx) -> bool:
        """Whether the step could do something now. Targets and results are not known before the activation."""
        chosen = self.selection()
        from engine.effects import matching

        if chosen is None:
            return True
        if isinstance(chosen, Ref) and chosen.kind in _KNOWN_LATER and ctx.link is None:
            return True
        if isinstance(chosen, Select) and ctx.link is None and is_known_later(chosen.filter.like):
            return True
        found = [card for card in matching.choices(s, ctx, chosen) if self.takes(s, ctx, chosen, card)]
        if isinstance(chosen, Ref):
            return bool(found)
        least, most = matching.how_many(s, ctx, chosen, len(found))
        return most > 0 and least <= len(found)

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        """Do it to the cards; whether it was done. None if it still goes on: ``numbers["did"]`` of the link then tells."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Step:
    """One item of an effect's body; ``optional`` asks its player first."""

    do: Action
    joint: Joint = Joint.FIRST
    optional: bool = False
    condition: Condition | None = None
    """Skipped when not met; read when the step's turn comes."""


class EffectKind(StrEnum):
    """The classes of effects that activate; continuous ones are ``Static``."""

    ACTIVATION = "activation"
    """What a Spell or Trap does when the card is activated."""
    IGNITION = "ignition"
    TRIGGER = "trigger"
    QUICK = "quick"
    FLIP = "flip"
    REACTION = "reaction"
    """Carried out at once when its event happens, without a Chain ("each time ...")."""
    SUMMON = "summon"
    """A Special Summon by the monster's own condition: starts no Chain. The cost is paid, then it arrives."""


class Timing(StrEnum):
    """The word before an optional trigger: "when" can miss its timing, "if" cannot."""

    WHEN = "when"
    IF = "if"


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect that activates (or, for ``SUMMON`` and ``REACTION``, is carried out)."""

    kind: EffectKind
    body: tuple[Step, ...] = ()
    zones: tuple[Zone, ...] = ()
    """Where the card must be; empty means the usual place of the kind."""
    event: Event | None = None
    or_event: Event | None = None
    """Another event that sets it off as well; one that brings both sets it off once."""
    condition: Condition | None = None
    cost: tuple[Cost, ...] = ()
    targets: tuple[Select, ...] = ()
    cost_first: bool = False
    """The cost is paid before targets are chosen ("Tribute 1 monster to select ..."): what was paid with may be one."""
    optional: bool = True
    timing: Timing = Timing.IF
    limit: Limit | None = None
    damage_step: bool = False
    """It changes ATK or DEF directly, or names the Damage Step."""
    any_part: bool = False
    """It may be activated in every part of the Damage Step."""
    calculation: bool = False
    """It names damage calculation: it activates then and at no other time (battle.damage_step.during_calculation)."""
    users: Who = Who.YOU
    """Who may activate it while it lies face-up: its controller, or with ``EITHER`` both players."""
    oaths: tuple[Static, ...] = ()
    """What its player cannot do in the turn of the activation, before it or after."""
    condition_at_resolution: bool = False
    """``condition`` must also be met to resolve."""
    stays: int = 0
    """A Spell that remains on the field until the End Phase of the opponent's turn of this number."""
    summon_to: Who = Who.YOU
    """Of ``SUMMON``: whose field the monster goes to."""
    pendulum: bool = False
    """Of ``ACTIVATION``: a Pendulum Monster becomes a Spell in a Pendulum Zone (pendulum.activation.own_main_phase_from_hand)."""


@dataclass(frozen=True, slots=True)
class Materials:
    """What a monster of the Extra Deck is made of: ``named`` one each, then ``least`` or more of ``others``."""

    named: tuple[Filter, ...]
    others: Filter | None = None
    least: int = 0
    overlay: Filter | None = None
    """Of an Xyz Monster: it may instead be put on top of one such monster, and what lies underneath that passes on."""


@dataclass(frozen=True, slots=True)
class SummonRules:
    """The lines of a monster about how it is Summoned; none of them is an effect."""

    normal: bool = True
    special: bool = True
    own_way_first: bool = False
    """Must first be Summoned by its own kind or condition."""
    only_own_way: bool = False
    """Cannot be Special Summoned in any other way, later neither."""
    summoned_by: tuple[str, ...] = ()
    """The cards whose effect is its own way."""
    special_if: Condition | None = None
    """It can be Special Summoned only while this is met."""
    normal_if: Condition | None = None
    """It can be Normal Summoned only while this is met; it may be Set."""
    without_tribute: Condition | None = None
    tributes: int = 0
    """Its Normal Summon takes so many Tributes, whatever its Level says; 0 is by the Level."""
    settable: bool = True
    """False: it cannot be Normal Set."""
    once_per_turn: bool = False
    """Its own Special Summon: once per turn for the name."""
    toon: bool = False
    """A Toon of the first group, of which rules may ask more than its text (toon.group_a)."""


@dataclass(frozen=True, slots=True)
class Card:
    """Everything the rules know of a card beside its printed values."""

    name: str
    effects: tuple[Effect, ...] = ()
    statics: tuple[Static, ...] = ()
    summon: SummonRules = SummonRules()
    materials: Materials | None = None
    wins_in_hand_with: tuple[str, ...] = ()
    """Having these cards and this one in the hand wins the duel."""
    wins_on_field_with: tuple[str, ...] = ()
    """Having these cards and this one face-up on the field wins the duel."""
    equips_to: Filter | None = None
    """The monsters an Equip Spell may be attached to."""
    gives_as_link_material: tuple[Static, ...] = ()
    """What is applied to a Link Monster that used this card as material, while it stays on the field."""


__all__ = [
    "Action",
    "Amount",
    "AnyOf",
    "Battling",
    "Both",
    "Calculating",
    "Card",
    "Compare",
    "Condition",
    "Cost",
    "Count",
    "Counters",
    "DamageStep",
    "DeclareName",
    "Did",
    "Distinct",
    "During",
    "Effect",
    "EffectKind",
    "Event",
    "EventAmount",
    "FreeZone",
    "Half",
    "Happening",
    "Have",
    "Is",
    "Joint",
    "Life",
    "Limit",
    "LinkTargets",
    "Marked",
    "Materials",
    "MaterialsUsed",
    "Not",
    "Own",
    "PayCards",
    "PayCounters",
    "PayLP",
    "PayMaterials",
    "Property",
    "Result",
    "Scope",
    "Stat",
    "Static",
    "Step",
    "SummonRules",
    "Times",
    "Timing",
    "Total",
    "Until",
    "Who",
    "WouldDestroy",
    "WouldSpecialSummon",
]
