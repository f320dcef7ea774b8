"""Short ways of writing the usual selections, conditions and effects of cards."""

from __future__ import annotations

from dataclasses import replace

from engine.effects.filters import (
    EQUIPPED,
    TARGET,
    THIS,
    Filter,
    Select,
)
from engine.effects.tree import (
    Action,
    Both,
    Card,
    Condition,
    Cost,
    Did,
    Effect,
    EffectKind,
    Event,
    Happening,
    Have,
    Is,
    Joint,
    Limit,
    Marked,
    Materials,
    Not,
    PayCards,
    Property,
    Scope,
    Static,
    Step,
    SummonRules,
    Timing,
    Until,
    Who,
)
from engine.effects.verbs import Apply, Destroy, Equip, SpecialSummon, ToHand
from engine.vocab import (
    Ability,
    CardKind,
    Phase,
    SummonKind,
    Zone,
)

YOU, OPPONENT, EITHER = Who.YOU, Who.OPPONENT, Who.EITHER
MONSTER, GY, HAND, DECK = (Zone.MONSTER,), (Zone.GY,), (Zone.HAND,), (Zone.DECK,)
SPELL_TRAP_ZONES = (Zone.SPELL_TRAP, Zone.FIELD)
SPELL_OR_TRAP = (CardKind.SPELL, CardKind.TRAP)
BY_NORMAL_SUMMON = (SummonKind.NORMAL, SummonKind.TRIBUTE)
BY_SPECIAL_SUMMON = (
    SummonKind.SPECIAL,
    SummonKind.FUSION,
    SummonKind.RITUAL,
    SummonKind.SYNCHRO,
    SummonKind.XYZ,
    SummonKind.PENDULUM,
    SummonKind.LINK,
)
ONCE = Limit(Scope.COPY)
AS_PENDULUM_CARD = Effect(EffectKind.ACTIVATION, pendulum=True)
"""What every Pendulum Monster has: it is activated as a Spell in a Pendulum Zone."""
TUNER = Filter(abilities=(Ability.TUNER,))
NON_TUNER = Filter(none_of=(TUNER,))
ALL_MONSTERS = Filter(zones=MONSTER)
YOUR_MONSTERS = Filter(zones=MONSTER, who=YOU)
THEIR_MONSTERS = Filter(zones=MONSTER, who=OPPONENT)
THEIR_FACE_UP = Filter(zones=MONSTER, who=OPPONENT, face_up=True)
THEIR_ATTACKERS = Filter(zones=MONSTER, who=OPPONENT, attack_position=True)
ANY_SPELL_TRAP = Filter(zones=SPELL_TRAP_ZONES)
ANY_CARD = Filter(zones=(Zone.MONSTER, *SPELL_TRAP_ZONES))
ATTACK_BY_OPPONENT = Event(Happening.ATTACK, player=OPPONENT)
ONLY_OPPONENT_HAS_MONSTERS = Both((Have(THEIR_MONSTERS), Not(Have(YOUR_MONSTERS))))
IN_GY = Is(THIS, Filter(zones=GY))


def every(which: Filter) -> Select:
    """All cards that match."""
    return Select(which, every=True)


def steps(*items: Action | Step) -> tuple[Step, ...]:
    """Steps from bare verbs."""
    return tuple(item if isinstance(item, Step) else Step(item) for item in items)


def if_you_do(action: Action) -> Step:
    """ "and if you do" """
    return Step(action, Joint.IF_YOU_DO)


def then(action: Action) -> Step:
    """ "then" """
    return Step(action, Joint.THEN)


def also(action: Action) -> Step:
    """ "also" """
    return Step(action, Joint.ALSO)


def activation(
    *body: Action | Step,
    event: Event | None = None,
    condition: Condition | None = None,
    cost: tuple[Cost, ...] = (),
    targets: tuple[Select, ...] = (),
    limit: Limit | None = None,
    oaths: tuple[Static, ...] = (),
    damage_step: bool = False,
    stays: int = 0,
) -> Effect:
    """What a Spell or Trap does when the card is activated; a Continuous one may do nothing then."""
    return Effect(
        EffectKind.ACTIVATION,
        steps(*body),
        event=event,
        condition=condition,
        cost=cost,
        targets=targets,
        limit=limit,
        oaths=oaths,
        damage_step=damage_step,
        stays=stays,
    )


def ignition(
    *body: Action | Step,
    condition: Condition | None = None,
    cost: tuple[Cost, ...] = (),
    targets: tuple[Select, ...] = (),
    limit: Limit | None = None,
    zones: tuple[Zone, ...] = (),
    oaths: tuple[Static, ...] = (),
) -> Effect:
    """An Ignition Effect."""
    return Effect(
        EffectKind.IGNITION,
        steps(*body),
        zones,
        condition=condition,
        cost=cost,
        targets=targets,
        limit=limit,
        oaths=oaths,
    )


def when(
    event: Event,
    *body: Action | Step,
    condition: Condition | None = None,
    cost: tuple[Cost, ...] = (),
    targets: tuple[Select, ...] = (),
    limit: Limit | None = None,
    zones: tuple[Zone, ...] = (),
    oaths: tuple[Static, ...] = (),
    timing: Timing = Timing.WHEN,
    condition_at_resolution: bool = False,
) -> Effect:
    """An optional trigger, "When ...: You can ..." """
    return Effect(
        EffectKind.TRIGGER,
        steps(*body),
        zones,
        event=event,
        condition=condition,
        cost=cost,
        targets=targets,
        limit=limit,
        oaths=oaths,
        timing=timing,
        condition_at_resolution=condition_at_resolution,
    )


def must(
    event: Event,
    *body: Action | Step,
    condition: Condition | None = None,
    targets: tuple[Select, ...] = (),
    limit: Limit | None = None,
    zones: tuple[Zone, ...] = (),
    condition_at_resolution: bool = False,
) -> Effect:
    """A compulsory trigger."""
    return Effect(
        EffectKind.TRIGGER,
        steps(*body),
        zones,
        event=event,
        condition=condition,
        targets=targets,
        limit=limit,
        optional=False,
        condition_at_resolution=condition_at_resolution,
    )


def flip(*body: Action | Step, targets: tuple[Select, ...] = ()) -> Effect:
    """A Flip effect."""
    return Effect(EffectKind.FLIP, steps(*body), targets=targets, optional=False)


def each_time(event: Event, *body: Action | Step, condition: Condition | None = None, zones: tuple[Zone, ...] = ()) -> Effect:
    """Carried out at once when it happens, without a Chain."""
    return Effect(EffectKind.REACTION, steps(*body), zones, event=event, condition=condition, optional=False)


def quick(
    *body: Action | Step,
    event: Event | None = None,
    condition: Condition | None = None,
    cost: tuple[Cost, ...] = (),
    targets: tuple[Select, ...] = (),
    limit: Limit | None = None,
    zones: tuple[Zone, ...] = (),
    damage_step: bool = False,
    calculation: bool = False,
    users: Who = YOU,
    condition_at_resolution: bool = False,
) -> Effect:
    """A Quick Effect of a monster, or one that a face-up Continuous Trap offers."""
    return Effect(
        EffectKind.QUICK,
        steps(*body),
        zones,
        event=event,
        condition=condition,
        cost=cost,
        targets=targets,
        limit=limit,
        damage_step=damage_step,
        calculation=calculation,
        users=users,
        condition_at_resolution=condition_at_resolution,
    )


def summoned_if(condition: Condition | None = None, cost: tuple[Cost, ...] = (), limit: Limit | None = None) -> Effect:
    """ "You can Special Summon this card (from your hand)" """
    return Effect(EffectKind.SUMMON, zones=HAND, condition=condition, cost=cost, limit=limit)


def fusion_of(*names: str) -> Materials:
    """Exactly these monsters as Fusion Materials, a name twice for two copies."""
    return Materials(tuple(Filter(names=(name,)) for name in names))


def synchro_of(tuner: Filter = TUNER, others: Filter = NON_TUNER, least: int = 1) -> Materials:
    """One Tuner and so many other monsters, or more."""
    return Materials((tuner,), others, least)


ONLY_FUSION_SUMMON = SummonRules(normal=False, only_own_way=True)
"""The line "Must be Fusion Summoned", also for Synchro Monsters with theirs."""


TOON_WORLD = Filter(zones=(Zone.SPELL_TRAP,), face_up=True, names=("Toon World",))
THEIR_TOONS = Filter(zones=MONSTER, who=OPPONENT, face_up=True, abilities=(Ability.TOON,))


NO_TOON_WITHOUT_TOON_WORLD = SummonRules(normal=False, special_if=Have(replace(TOON_WORLD, who=YOU)))
"""The lines of 2005: a Toon never comes without Toon World, but may come out of the Graveyard at once."""


def toon(name: str, tributes: int, summon: SummonRules = SummonRules(normal=False, own_way_first=True, toon=True)) -> Card:  # noqa: B008
    """A Toon monster of the first generation."""
    cost = (PayCards("tribute", Select(YOUR_MONSTERS, tributes)),) if tributes else ()
    return Card(
        name,
        (
            summoned_if(Have(replace(TOON_WORLD, who=YOU)), cost),
            each_time(Event(Happening.DESTROYED, subject=TOON_WORLD), Destroy(THIS)),
        ),
        (
            Static(Property.CANNOT_ATTACK, THIS, condition=Did(THIS, "arrived")),
            Static(Property.ATTACK_COST, THIS, value=500),
            Static(Property.DIRECT_ATTACK, THIS, condition=Not(Have(THEIR_TOONS))),
            Static(
                Property.NOT_ATTACKABLE,
                Filter(zones=MONSTER, who=OPPONENT, none_of=(Filter(face_up=True, abilities=(Ability.TOON,)),)),
                by=Filter(among=(THIS,)),
                condition=Have(THEIR_TOONS),
            ),
        ),
        summon,
    )


def spirit(name: str, *effects: Effect, statics: tuple[Static, ...] = ()) -> Card:
    """A Spirit Monster: it cannot be Special Summoned and returns in the End Phase of the turn it came up in."""
    back = must(Event(Happening.PHASE, phase=Phase.END), ToHand(THIS), condition=Did(THIS, "came_up"))
    return Card(name, (back, *effects), statics, SummonRules(special=False))


UNION_ONCE = Limit(Scope.COPY, word="union")
JOINED = Marked(THIS, "union")
"""A Union Monster that was equipped by its own effect; taken by another card it gives nothing."""
WITH_UNION = Filter(carries=Filter(abilities=(Ability.UNION,)))


def union(name: str, hosts: Filter, atk: int, defense: int, *, one_only: bool = False) -> Card:
    """A Union Monster that joins monsters of yours, makes them stronger and is destroyed instead of them.

    ``one_only`` is the text of 2005: one Union Monster for each monster, destroyed in its place only in battle, separated
    in Attack Position.
    """
    where = replace(hosts, zones=MONSTER, who=YOU, face_up=True, none_of=(WITH_UNION,) if one_only else ())
    equipped = (Zone.SPELL_TRAP,)
    return Card(
        name,
        (
            ignition(
                Equip(TARGET),
                if_you_do(Apply(Static(Property.MARK, word="union"), THIS, until=Until.ON_FIELD)),
                targets=(Select(where),),
                limit=UNION_ONCE,
            ),
            ignition(SpecialSummon(THIS, "attack" if one_only else "any"), condition=JOINED, limit=UNION_ONCE, zones=equipped),
        ),
        (
            Static(Property.ATK, EQUIPPED, value=atk, condition=JOINED, zones=equipped),
            Static(Property.DEF, EQUIPPED, value=defense, condition=JOINED, zones=equipped),
            Static(
                Property.SUBSTITUTE,
                EQUIPPED,
                by=Filter(zones=equipped, among=(THIS,)),
                word="battle" if one_only else "",
                condition=JOINED,
                zones=equipped,
            ),
        ),
        equips_to=hosts,
    )


def equip_spell(name: str, wanted: Filter, *statics: Static) -> Card:
    """An Equip Spell that only changes values of a monster that matches."""
    return Card(
        name,
        (activation(Equip(TARGET), targets=(Select(replace(wanted, zones=MONSTER, face_up=True)),)),),
        statics,
        equips_to=wanted,
    )


def boost(which: Filter, atk: int = 0, defense: int = 0) -> tuple[Static, ...]:
    """Change ATK and DEF of all face-up monsters that match."""
    found = []
    if atk:
        found.append(Static(Property.ATK, which, value=atk))
    if defense:
        found.append(Static(Property.DEF, which, value=defense))
    return tuple(found)


def other_than(name: str, series: str) -> Condition:
    """You control a face-up monster of a series other than copies of one card."""
    return Have(Filter(zones=MONSTER, who=YOU, face_up=True, series=series, none_of=(Filter(names=(name,)),)))


def field_spell(name: str, *statics: Static) -> Card:
    """A Field Spell that only changes values."""
    return Card(name, (activation(),), statics)
