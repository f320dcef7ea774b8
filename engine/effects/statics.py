"""Nodes of events, limits, durations and continuous effects."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.effects.filters import Filter, Ref
from engine.effects.values import Amount, Condition, Who
from engine.vocab import Cause, Phase, SummonKind, Zone

# ----- events, limits, durations ---------------------------------------------------------------------------------


class Happening(StrEnum):
    """What an event is; ``Event`` says which ones an effect waits for."""

    WOULD_SUMMON = "would_summon"
    """A Summon is attempted outside a Chain and can still be negated (summon.negation.window)."""
    SUMMONED = "summoned"
    FLIPPED = "flipped"
    DESTROYED = "destroyed"
    SENT = "sent"
    """To the Graveyard, in whatever way."""
    DISCARDED = "discarded"
    """Discarded from the hand to the Graveyard, as a cost, by an effect or by the rules."""
    LEFT = "left"
    """Left the field, wherever to."""
    ATTACK = "attack"
    """An attack was declared: subject is the attacker, other the target."""
    ACTIVATED = "activated"
    """A Chain Link was made."""
    RESOLVED = "resolved"
    """A Chain Link has resolved: its activation was not negated."""
    PHASE = "phase"
    BATTLE_DAMAGE = "battle_damage"
    """Subject is the monster that inflicted it, amount the damage, player who took it."""
    EFFECT_DAMAGE = "effect_damage"
    DRAWN = "drawn"
    """A player drew: amount is how many cards."""
    BATTLE_DESTROYED = "battle_destroyed"
    """Subject was destroyed by battle and sent to the Graveyard, other is the monster that did it."""
    BEATEN = "beaten"
    """Subject was destroyed by battle, wherever it went from there; other is the monster that did it."""
    STEP_START = "step_start"
    """The start of the Damage Step: a monster attacked face-down still lies so."""
    BEFORE_CALCULATION = "before_calculation"
    AFTER_CALCULATION = "after_calculation"
    CONTROL = "control"
    """The control of subject went over to player; ``by`` is whose effect took it, nobody's if it only went back."""
    POSITION = "position"
    """Subject, face-up before and after, went from one battle position to the other."""
    STEP_END = "step_end"
    """The end of the Damage Step."""


@dataclass(frozen=True, slots=True)
class Event:
    """The events an effect waits for; what is not stated may be anything."""

    what: Happening
    subject: Filter | Ref | None = None
    other: Filter | Ref | None = None
    """The second card of the event: what was attacked, what destroyed."""
    player: Who | None = None
    """Who took the damage, whose phase it is, who activated."""
    summoned: tuple[SummonKind, ...] = ()
    causes: tuple[Cause, ...] = ()
    by: Who | None = None
    """Whose effect or monster caused it."""
    source: Filter | None = None
    """The card whose effect caused it."""
    origin: tuple[Zone, ...] = ()
    phase: Phase | None = None
    direct: bool | None = None
    """For attacks and battle damage: whether the attack was direct; for activations: whether a card was activated."""


class Scope(StrEnum):
    """What a limit counts."""

    COPY = "copy"
    """"Once per turn": this copy of the card, while it stays where it is."""
    USE = "use"
    """"You can only use this effect of [name] once per turn": spent even if negated."""
    ACTIVATE = "activate"
    """"You can only activate 1 [name] per turn": given back if the activation is negated."""
    CHAIN = "chain"
    """"Once per Chain": this copy of the card."""
    DUEL = "duel"
    """"You can only use this effect of [name] once per Duel"."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``times`` per turn, or per duel if the scope says so."""

    scope: Scope
    times: int = 1
    while_face_up: bool = False
    """And only once as long as this copy stays face-up where it is."""
    word: str = ""
    """Effects with the same word share the uses: of a copy, also when the card becomes an Equip Card or a monster again; of a
    name, "you can only use 1 [name] effect per turn"."""


class Until(StrEnum):
    """When something that was applied ends."""

    END_OF_TURN = "end_of_turn"
    END_PHASE = "end_phase"
    """When the End Phase of the turn begins."""
    END_OF_YOUR_NEXT_TURN = "end_of_your_next_turn"
    """At the end of the next turn of the effect's player, which the present turn is not."""
    YOUR_STANDBY = "your_standby"
    """When the next Standby Phase of the effect's player begins."""
    END_OF_DAMAGE_STEP = "end_of_damage_step"
    ON_FIELD = "on_field"
    """As long as the card it was applied to stays face-up on the field."""
    WITH_SOURCE = "with_source"
    """As long as the card whose effect applied it stays face-up on the field."""
    REST_OF_DUEL = "rest_of_duel"


# ----- continuous effects ----------------------------------------------------------------------------------------


class Property(StrEnum):
    """What a continuous or applied effect does to a card or a player."""

    ATK = "atk"
    DEF = "def"
    SET_ATK = "set_atk"
    SET_DEF = "set_def"
    SCALE = "scale"
    """The Pendulum Scale becomes the value."""
    RANK = "rank"
    """The Rank of an Xyz Monster becomes the value; what has no Rank gets none (link.no_rank)."""
    BASE_ATK = "base_atk"
    """The original ATK becomes the value."""
    BASE_DEF = "base_def"
    HALVE_ATK = "halve_atk"
    """After all other changes the ATK is halved, rounded up."""
    NAME = "name"
    ALSO_ATTRIBUTE = "also_attribute"
    """It has the Attribute ``word`` beside its own."""
    CONTROL = "control"
    """The player of the effect controls the monster; the latest of several wins."""
    CANNOT_ATTACK = "cannot_attack"
    """With the word "declare" only declarations are forbidden: a replay goes on (battle.replay.is_no_new_declaration).
    With "direct" only direct attacks are."""
    DIRECT_ATTACK = "direct_attack"
    PIERCING = "piercing"
    ATTACK_IN_DEFENSE = "attack_in_defense"
    """It can attack directly from Defense Position; its ATK counts."""
    ATTACK_EACH = "attack_each"
    """It can attack every monster of the opponent, each once."""
    ATTACK_TIMES = "attack_times"
    """It can attack monsters up to ``value`` times each Battle Phase."""
    ATTACK_COST = "attack_cost"
    """Its player pays ``value`` LP to declare an attack with it."""
    NOT_ATTACKABLE = "not_attackable"
    """``by`` monsters cannot choose the card as an attack target."""
    BATTLE_PROOF = "battle_proof"
    EFFECT_PROOF = "effect_proof"
    """Not destroyed by the effects of cards that match ``by``."""
    SUBSTITUTE = "substitute"
    """When it would be destroyed, the cards that match ``by`` are destroyed instead; ``word`` "battle" or "effect" limits it."""
    UNAFFECTED = "unaffected"
    STRONGEST_UNAFFECTED = "strongest_unaffected"
    """The face-up monsters with the highest ATK on the field are unaffected by the effects of cards that match ``by``."""
    NEGATED = "negated"
    """Its effects on the field are negated."""
    NO_BATTLE_DAMAGE = "no_battle_damage"
    """The controller takes no battle damage from battles of the card; with the word "opponent" the other player, with "both" neither."""
    DOUBLE_DAMAGE = "double_damage"
    """Battle damage it inflicts on the opponent is doubled; with the word "battle" only when it battles a monster."""
    CANNOT_ACTIVATE = "cannot_activate"
    """The player cannot activate cards or effects that match ``by``; with the word "cards" only cards."""
    NO_DISCARD_COST = "no_discard_cost"
    """The player cannot activate what is paid for by discarding."""
    CANNOT_SUMMON = "cannot_summon"
    """The player cannot Summon monsters in any way, but may Set them; Tokens the same card makes are no matter."""
    CANNOT_SPECIAL = "cannot_special"
    """The player cannot Special Summon, or with ``by`` not the cards that match."""
    CANNOT_NORMAL = "cannot_normal"
    KEPT_IN_DEFENSE = "kept_in_defense"
    """Face-up, it is changed to Defense Position and stays so; Link Monsters have none."""
    DEFENDERS_NEGATED = "defenders_negated"
    """The effect of a monster that was in face-up Defense Position when it activated it is negated when it resolves."""
    CANNOT_CHANGE_POSITION = "cannot_change_position"
    """Its player cannot change its battle position nor Flip Summon it."""
    PROHIBITED = "prohibited"
    """Cards of the name ``word`` cannot be Summoned, Set or activated, and neither can their effects."""
    CANNOT_BANISH_FROM_GY = "cannot_banish_from_gy"
    """The player cannot banish cards from either Graveyard."""
    NO_BATTLE_PHASE = "no_battle_phase"
    NOT_MATERIAL = "not_material"
    """Not usable as Synchro Material."""
    NOT_TRIBUTABLE = "not_tributable"
    """Not usable for a Tribute Summon."""
    UNTARGETABLE = "untargetable"
    """Card effects cannot target it; with ``by`` only those of cards that match."""
    DIES_WHEN_TARGETED = "dies_when_targeted"
    """Destroyed after an effect that targets it has resolved."""
    TO_DEFENSE_AFTER_ATTACK = "to_defense_after_attack"
    SUMMON_SAFE = "summon_safe"
    """Its Summon cannot be negated; ``word`` names one kind of Summon, "" is all."""
    SUMMON_SILENT = "summon_silent"
    """Nothing can be activated when it is Summoned in the way ``word`` names."""
    FROM_HAND = "from_hand"
    """A Trap that may be activated from the hand."""
    HAND_TOLL = "hand_toll"
    """Players pay ``value`` LP to Summon, Set or activate a card from the hand."""
    EXTRA_NORMAL = "extra_normal"
    """One more Normal Summon of a monster that matches ``by``; one more of any kind, Set included, if None."""
    FEWER_TRIBUTES = "fewer_tributes"
    """The player needs ``value`` Tributes less for the Normal Summon or Set of a monster that matches ``by``."""
    DAMAGE_SHIELD = "damage_shield"
    """The next battle damage the player would take becomes 0."""
    COUNTER_SHIELD = "counter_shield"
    """Effect damage places a counter of the name ``word`` instead."""
    COUNTER_SAVES = "counter_saves"
    """When it would be destroyed, a counter of the name ``word`` on it is removed instead."""
    DIE_SHIELD = "die_shield"
    """An opponent's effect that targets it is negated when it resolves, and its card destroyed, if a die shows one of ``word``."""
    ONLY_PLACED = "only_placed"
    """A Spell that comes to the field only by the effect of the card ``word`` names."""
    MARK = "mark"
    """Nothing but a mark that other effects of the card ask for."""
    LEAVES_BANISHED = "leaves_banished"
    """Banished when it leaves the field."""
    RETURNS = "returns"
    """It comes back to the field when this ends (``verbs.BanishForAWhile``)."""
    DIES_WITH = "dies_with"
    """Destroyed when the card it is tied to leaves the field (``verbs.Hold``)."""
    GY_BANISHES = "gy_banishes"
    """Banished instead of sent to the Graveyard, from wherever it is."""
    END_DESTROYS = "end_destroys"
    """Destroyed during the End Phase."""
    UPKEEP = "upkeep"
    """Its controller pays ``value`` LP in each of their Standby Phases or it is destroyed; with the word "must" nobody is asked,
    with "each" neither and it is every Standby Phase."""
    PERISHES = "perishes"
    """Destroyed by this very effect as soon and as often as it applies."""
    MUST_ATTACK = "must_attack"
    """Its player cannot leave the Battle Phase while it could attack; nothing makes them enter one."""
    SHARED_DAMAGE = "shared_damage"
    """Both players take the battle damage of its battles."""
    DAMAGE_TO_OPPONENT = "damage_to_opponent"
    """Battle damage its controller would take from its battles is taken by the opponent instead."""
    HALVE_DAMAGE = "halve_damage"
    """Damage the player takes is halved, rounded up; of battles only that of monsters that match ``by``. With the word
    "effect" only effect damage is."""
    DAMAGE_HEALS = "damage_heals"
    """The player gains as many LP instead of taking damage."""
    NO_DECK_RETURN = "no_deck_return"
    """It cannot be returned to the Deck."""
    SWAPPED = "swapped"
    """Its ATK and DEF change places, with the values they have when this begins to apply."""
    NEXT_ATTACK_NEGATED = "next_attack_negated"
    """The next attack declared by a monster of the player is negated; the declaration is answered as any other."""
    NO_HAND_LIMIT = "no_hand_limit"
    """The player discards nothing in the End Phase (hand.limit.card_may_lift_it)."""
    COUNTDOWN = "countdown"
    """The player wins when ``value`` turns have passed, the one it was applied in counted."""


@dataclass(frozen=True, slots=True)
class Static:
    """A continuous effect: it applies by itself, starts no Chain and is read whenever asked.

    ``affects`` a reference or all cards that match; for properties of a player, ``player`` instead. A continuous effect
    of a card lasts while the card lies face-up on the field, is not negated and ``condition`` is met; an applied one
    (``verbs.apply``) lasts as the verb says and keeps the value it had when applied.
    """

    property: Property
    affects: Filter | Ref | None = None
    player: Who | None = None
    value: Amount = 0
    by: Filter | None = None
    condition: Condition | None = None
    zones: tuple[Zone, ...] = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD)
    times: int = 0
    """It works only the first so many times each turn; 0 is always."""
    word: str = ""
