"""Sentences that are no activated effects: how often, how Summoned, what applies as long as the card is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.effects.filters import EQUIPPED, THIS, Filter, Ref
from engine.effects.statics import Event, Happening, Limit, Property, Scope, Static
from engine.effects.tree import Cost, Effect, EffectKind, Step
from engine.effects.values import Condition, Count, Who
from engine.effects.verbs import PlaceCounter
from engine.text.applying import Change
from engine.text.grammar import Grammar
from engine.text.nouns import Mods, make_filter
from engine.vocab import CardKind, Zone


@dataclass(frozen=True, slots=True)
class LimitLine:
    """ "You can only ... once per turn": of the effect before it, of each effect, or of the activation of the card."""

    of: str
    """ "this", "each", "activation" or "own way"."""
    limit: Limit


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """ "Always treated as a ... card": what the facts of the card say already (``CardFacts.archetypes``)."""

    series: str


@dataclass(frozen=True, slots=True)
class OathLine:
    """What the player cannot do in the turn of the activation, of the effect before it."""

    oath: Static


@dataclass(frozen=True, slots=True)
class SummonLine:
    """Changes of the rules about how the card is Summoned."""

    changes: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class OwnSummon:
    """ "You can Special Summon this card ..." without a Chain."""

    condition: Condition | None = None
    cost: tuple[Cost, ...] = ()
    zones: tuple[Zone, ...] = (Zone.HAND,)


@dataclass(frozen=True, slots=True)
class StaticLine:
    """What applies continuously."""

    statics: tuple[Static, ...]


@dataclass(frozen=True, slots=True)
class EquipLine:
    """What an Equip Card may be attached to."""

    to: Filter


def grammar_of_lines(g: Grammar) -> None:
    """Add the phrases of this module."""
    _limits(g)
    _summons(g)
    _statics(g)


def _limits(g: Grammar) -> None:
    g.words("times", {"once per turn": (Scope.USE, 1), "twice per turn": (Scope.USE, 2), "once per duel": (Scope.DUEL, 1)})

    @g.rule("line", "you can only use this effect of <own> <times> .", "this effect of <own> can only be used <times> .")
    def this(own: bool, times: tuple[Scope, int]) -> LimitLine:
        return LimitLine("this", Limit(times[0], times[1]))

    @g.rule("line", "you can only use each effect of <own> <times> .", "each effect of <own> can only be used <times> .")
    def each(own: bool, times: tuple[Scope, int]) -> LimitLine:
        return LimitLine("each", Limit(times[0], times[1]))

    @g.rule("line", "you can only use each of the following effect of <own> <times> .")
    def following(own: bool, times: tuple[Scope, int]) -> LimitLine:
        return LimitLine("following", Limit(times[0], times[1]))

    @g.rule(
        "line",
        "you can only use <number> <own> effect per turn , and only once that turn .",
        "you can only use <number> effect of <own> per turn , and only once that turn .",
    )
    def shared(number: int, own: bool) -> LimitLine | None:
        return LimitLine("each", Limit(Scope.USE, word="any")) if number == 1 else None

    @g.rule("line", "you can only use <number> of the following effect of <own> per turn , and only once that turn .")
    def shared_following(number: int, own: bool) -> LimitLine | None:
        return LimitLine("following", Limit(Scope.USE, word="any")) if number == 1 else None

    @g.rule("line", "you can only use the effect of <own> <times> .")
    def the_one(own: bool, times: tuple[Scope, int]) -> LimitLine:
        return LimitLine("only", Limit(times[0], times[1]))

    @g.rule("line", "you can only activate <number> <own> per turn .")
    def activation(number: int, own: bool) -> LimitLine:
        return LimitLine("activation", Limit(Scope.ACTIVATE, number))

    @g.rule(
        "line",
        "you can only special summon <own> once per turn this way .",
        "you can only special summon <own> this way once per turn .",
    )
    def own_way(own: bool) -> LimitLine:
        return LimitLine("own way", Limit(Scope.USE))

    @g.rule(
        "line",
        "{ this card is always treated as [(a|an)] <name> card . }",
        "this card is always treated as [(a|an)] <name> card .",
    )
    def treated(name: str) -> SeriesLine:
        return SeriesLine(name)


def _summons(g: Grammar) -> None:
    @g.rule(
        "line",
        "cannot be normal summoned or set .",
        "this card cannot be normal summoned or set .",
        "cannot be normal summoned/set .",
    )
    def no_normal() -> SummonLine:
        return SummonLine((("normal", False),))

    @g.rule("line", "cannot be special summoned .", "this card cannot be special summoned .")
    def no_special() -> SummonLine:
        return SummonLine((("special", False),))

    @g.rule(
        "line", "must be fusion summoned .", "must be synchro summoned .", "must be xyz summoned .", "must be link summoned ."
    )
    def only_kind() -> SummonLine:
        return SummonLine((("normal", False), ("only_own_way", True)))

    @g.rule("line", "must first be (fusion|synchro|xyz|link) summoned .")
    def first_kind() -> SummonLine:
        return SummonLine((("own_way_first", True),))

    @g.rule(
        "line",
        "if <conditions> , you can special summon this card { from your hand } .",
        "if <conditions> , you can special summon this card from your hand .",
    )
    def if_summon(conditions: Condition) -> OwnSummon:
        return OwnSummon(conditions)

    @g.rule("line", "if <conditions> , you can normal summon this card without tributing .")
    def without_tribute(conditions: Condition) -> SummonLine:
        return SummonLine((("without_tribute", conditions),))

    @g.rule(
        "line",
        "you can special summon this card { from your hand } by <costing> .",
        "you can special summon this card from your hand by <costing> .",
    )
    def by_summon(costing: Cost) -> OwnSummon:
        return OwnSummon(None, (costing,))

    @g.rule(
        "line",
        "must be special summoned { from your hand } by <costing> .",
        "must be special summoned { from your hand } by <costing> , and cannot be special summoned by other ways .",
        "must be special summoned { from your hand } by <costing> and cannot be special summoned by other ways .",
    )
    def must_summon(costing: Cost) -> tuple[SummonLine, OwnSummon]:
        return SummonLine((("only_own_way", True),)), OwnSummon(None, (costing,))

    @g.rule("line", "must first be special summoned { from your hand } by <costing> .")
    def first_summon(costing: Cost) -> tuple[SummonLine, OwnSummon]:
        return SummonLine((("own_way_first", True),)), OwnSummon(None, (costing,))


def _statics(g: Grammar) -> None:
    @g.rule("scope", "this card")
    def this() -> Ref:
        return THIS

    @g.rule("scope", "the equipped monster", "a monster equipped with this card", "the monster equipped with this card")
    def equipped() -> Ref:
        return EQUIPPED

    @g.rule("scope", "[all] <filter>")
    def cards(filter: Filter) -> Filter | None:
        return replace(filter, face_up=True) if set(filter.zones) == {Zone.MONSTER} and filter.face_up is not False else None

    def of(scope: Ref | Filter, change: Change) -> tuple[Static, ...]:
        which = {"atk": Property.ATK, "def": Property.DEF}
        return tuple(Static(which[stat], scope, value=change.value) for stat in change.stats)

    @g.rule("static", "gains <number> <stats> for each <filter>")
    def own_gain(number: int, stats: tuple[str, ...], filter: Filter) -> tuple[Static, ...] | None:
        return of(THIS, Change(stats, Count(filter, number))) if filter.zones else None

    @g.rule(
        "static",
        "increase the <stats> of <scope> by <number> [points]",
        "increases the <stats> of <scope> by <number> [points]",
    )
    def raised(stats: tuple[str, ...], scope: Ref | Filter, number: int) -> tuple[Static, ...]:
        return of(scope, Change(stats, number))

    @g.rule("static", "decrease the <stats> of <scope> by <number> [points]")
    def lowered(stats: tuple[str, ...], scope: Ref | Filter, number: int) -> tuple[Static, ...]:
        return of(scope, Change(stats, -number))

    @g.rule("static", "it <change>")
    def equipped_gain(change: Change) -> tuple[Static, ...]:
        return of(EQUIPPED, change)

    @g.rule(
        "line",
        "this effect can only be used once while this card is face-up on the field .",
        "this effect can be used only once while this card is face-up on the field .",
    )
    def once_up() -> LimitLine:
        return LimitLine("this", Limit(Scope.COPY, while_face_up=True))

    @g.rule(
        "line",
        "each time a spell is activated , place <number> <counter> on this card when that spell resolves .",
        "each time a spell is activated , place <number> <counter> on this card when that spell resolves { max . <number:most> } .",
    )
    def gathers(number: int, counter: str, most: int = 0) -> Effect:
        event = Event(Happening.RESOLVED, subject=Filter(kinds=(CardKind.SPELL,)), direct=True)
        return Effect(EffectKind.REACTION, (Step(PlaceCounter(THIS, counter, number, most)),), event=event, optional=False)

    @g.rule("static", "if this card attacks , it is changed to defense position at the end of the damage step")
    def tires() -> tuple[Static, ...]:
        return (Static(Property.TO_DEFENSE_AFTER_ATTACK, THIS),)

    @g.rule("static", "(cannot|can't) attack directly", "this card (cannot|can't) attack directly")
    def no_direct() -> tuple[Static, ...]:
        return (Static(Property.CANNOT_ATTACK, THIS, word="direct"),)

    @g.rule("static", "<scope> <change>")
    def changed(scope: Ref | Filter, change: Change) -> tuple[Static, ...]:
        return of(scope, change)

    g.words(
        "quality",
        {
            "can attack directly": Static(Property.DIRECT_ATTACK),
            "can attack your opponent directly": Static(Property.DIRECT_ATTACK),
            "(cannot|can't) be destroyed by battle": Static(Property.BATTLE_PROOF),
            "(cannot|can't) be destroyed by card effect": Static(Property.EFFECT_PROOF),
            "(cannot|can't) be destroyed by your opponent's card effect": Static(
                Property.EFFECT_PROOF, by=Filter(who=Who.OPPONENT)
            ),
            "(cannot|can't) be targeted by card effect": Static(Property.UNTARGETABLE),
            "(cannot|can't) be targeted by your opponent's card effect": Static(
                Property.UNTARGETABLE, by=Filter(who=Who.OPPONENT)
            ),
            "(cannot|can't) attack": Static(Property.CANNOT_ATTACK),
            "can attack all monster your opponent controls , once each": Static(Property.ATTACK_EACH),
            "can attack all monster your opponent controls once each": Static(Property.ATTACK_EACH),
            "can make a second attack during each battle phase": Static(Property.ATTACK_TIMES, value=2),
            "can attack twice during each battle phase": Static(Property.ATTACK_TIMES, value=2),
        },
    )

    @g.rule("static", "<scope> <quality>")
    def able(scope: Ref | Filter, quality: Static) -> tuple[Static, ...]:
        return (replace(quality, affects=scope),)

    @g.rule("static", "<scope> cannot be destroyed by battle or card effect")
    def safe(scope: Ref | Filter) -> tuple[Static, ...]:
        return (Static(Property.BATTLE_PROOF, scope), Static(Property.EFFECT_PROOF, scope))

    @g.rule(
        "static",
        "<scope> <quality:a> , and <quality:b>",
        "<scope> <quality:a> and <quality:b>",
        "<scope> <quality:a> , also it <quality:b>",
    )
    def able_twice(scope: Ref | Filter, a: Static, b: Static) -> tuple[Static, ...]:
        return (replace(a, affects=scope), replace(b, affects=scope))

    @g.rule(
        "static", "<scope> <change> and <quality>", "<scope> <change> , and <quality>", "<scope> <change> , also it <quality>"
    )
    def changed_and_able(scope: Ref | Filter, change: Change, quality: Static) -> tuple[Static, ...]:
        return (*of(scope, change), replace(quality, affects=scope))

    @g.rule(
        "static",
        "if this card attacks a defense position monster , inflict piercing battle damage [to your opponent]",
        "during battle between this attacking card and a defense position monster whose def is lower than the atk of this card , inflict the difference as battle damage to your opponent",
    )
    def piercing() -> tuple[Static, ...]:
        return (Static(Property.PIERCING, THIS),)

    @g.rule(
        "static",
        "if the equipped monster attacks a defense position monster , inflict piercing battle damage [to your opponent]",
        "if it attacks a defense position monster , inflict piercing battle damage [to your opponent]",
    )
    def piercing_equip() -> tuple[Static, ...]:
        return (Static(Property.PIERCING, EQUIPPED),)

    @g.rule(
        "static",
        "once per turn , <scope> (cannot|can't) be destroyed by battle",
        "the first time <scope> would be destroyed by battle each turn , it is not destroyed",
        "once per turn , the first time <scope> would be destroyed by battle , it is not destroyed",
        "<scope> (cannot|can't) be destroyed by battle once per turn",
    )
    def safe_once(scope: Ref | Filter) -> tuple[Static, ...]:
        return (Static(Property.BATTLE_PROOF, scope, times=1),)

    @g.rule("static", "your opponent (cannot|can't) target <scope> with card effect")
    def untargetable(scope: Ref | Filter) -> tuple[Static, ...]:
        return (Static(Property.UNTARGETABLE, scope, by=Filter(who=Who.OPPONENT)),)

    @g.rule("static", "cannot be destroyed by battle")
    def self_safe() -> tuple[Static, ...]:
        return (Static(Property.BATTLE_PROOF, THIS),)

    @g.rule("static", "cannot be destroyed by battle or card effect")
    def self_safe_all() -> tuple[Static, ...]:
        return (Static(Property.BATTLE_PROOF, THIS), Static(Property.EFFECT_PROOF, THIS))

    @g.rule("static", "cannot be targeted by card effect")
    def self_untargetable() -> tuple[Static, ...]:
        return (Static(Property.UNTARGETABLE, THIS),)

    @g.rule(
        "static", "[this card] cannot be used as synchro material", "[this card] cannot be used as a synchro material [monster]"
    )
    def no_material() -> tuple[Static, ...]:
        return (Static(Property.NOT_MATERIAL, THIS),)

    @g.rule(
        "line",
        "this card's name becomes <name> while on the field or in the gy .",
        "this card's name is treated as <name> while it is on the field or in the gy .",
    )
    def renamed(name: str) -> StaticLine:
        return StaticLine((Static(Property.NAME, THIS, word=name, zones=(Zone.MONSTER, Zone.GY)),))

    @g.rule(
        "line",
        "this card's name becomes <name> while on the field .",
        "this card's name is treated as <name> while face-up on the field .",
    )
    def renamed_on_field(name: str) -> StaticLine:
        return StaticLine((Static(Property.NAME, THIS, word=name),))

    @g.rule("line", "<oath> .")
    def sworn(oath: Static) -> OathLine:
        return OathLine(oath)

    @g.rule(
        "line",
        "must be special summoned with <name> and cannot be special summoned by other ways .",
        "must be special summoned with <name> , and cannot be special summoned by other ways .",
        "must be special summoned by the effect of <name> .",
        "must be special summoned by <name> and cannot be special summoned by other ways .",
        "must be special summoned with <name> .",
    )
    def brought(name: str) -> SummonLine:
        return SummonLine((("only_own_way", True), ("summoned_by", (name,))))

    g.words("peril", {"by battle": "battle", "by battle or card effect": "", "by card effect": "effect"})

    @g.rule(
        "static",
        "if the equipped monster would be destroyed <peril> , destroy this card instead",
        "if a monster equipped with this card would be destroyed <peril> , destroy this card instead",
        "if the monster equipped with this card would be destroyed <peril> , destroy this card instead",
    )
    def dies_instead(peril: str) -> tuple[Static, ...]:
        instead = Filter(zones=(Zone.SPELL_TRAP,), among=(THIS,))
        return (Static(Property.SUBSTITUTE, EQUIPPED, by=instead, zones=(Zone.SPELL_TRAP,), word=peril),)

    @g.rule(
        "static",
        "your opponent cannot target <scope> for attacks",
        "monster your opponent controls cannot target <scope> for attacks",
    )
    def out_of_reach(scope: Ref | Filter) -> tuple[Static, ...] | None:
        if isinstance(scope, Filter) and scope.who is not Who.YOU:
            return None
        return (Static(Property.NOT_ATTACKABLE, scope, by=Filter(zones=(Zone.MONSTER,), who=Who.OPPONENT)),)

    @g.rule(
        "static",
        "you take no battle damage from battles involving this card",
        "you take no battle damage from attacks involving this card",
    )
    def no_damage() -> tuple[Static, ...]:
        return (Static(Property.NO_BATTLE_DAMAGE, THIS),)

    @g.rule("line", "<static> .")
    def always(static: tuple[Static, ...]) -> StaticLine:
        return StaticLine(static)

    @g.rule("line", "(while|if) <conditions> , <static> .")
    def while_(conditions: Condition, static: tuple[Static, ...]) -> StaticLine:
        return StaticLine(tuple(replace(one, condition=conditions) for one in static))

    @g.rule(
        "line",
        "equip only to <number> <mods> .",
        "equip only to (a|an) <mods> .",
        "equip only to <number> <mods> you control .",
    )
    def equips(mods: Mods, number: int = 1) -> EquipLine | None:
        found = make_filter(mods)
        if found is None or found.zones or found.who is not None:
            return None
        return EquipLine(replace(found, kinds=()))


__all__ = ["EquipLine", "LimitLine", "OathLine", "OwnSummon", "SeriesLine", "StaticLine", "SummonLine", "grammar_of_lines"]
