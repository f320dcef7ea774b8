"""What is done: the phrases that become costs and steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.effects.filters import THIS, Filter, Select, What
from engine.effects.statics import Property, Static, Until
from engine.effects.tree import Action, Cost, Joint, PayCards, PayCounters, PayLP, PayMaterials
from engine.effects.values import Amount, Count, Half, Life, Who
from engine.effects.verbs import (
    Apply,
    Banish,
    Damage,
    Destroy,
    Discard,
    Draw,
    EndBattlePhase,
    GainLP,
    Mill,
    NegateActivation,
    NegateAttack,
    NegateEffect,
    NegateSummon,
    PlaceCounter,
    Send,
    SetCard,
    SpecialSummon,
    TakeControl,
    ToDeck,
    ToHand,
    Turn,
)
from engine.text.grammar import Grammar
from engine.text.nouns import PRONOUN, Mods, joined, make_filter
from engine.vocab import CardKind, Zone

MONSTER = (Zone.MONSTER,)


def without(what: What, ex: Mods) -> What:
    """Return a selection less what "except ..." names behind the verb ("add 1 ... to your hand, except ...")."""
    if not ex or not isinstance(what, Select):
        return what
    found = dict(ex)
    kept = replace(
        what.filter, none_of=(*what.filter.none_of, *found.get("none_of", ())), but=(*what.filter.but, *found.get("but", ()))
    )
    return replace(what, filter=kept)


ON_FIELD = frozenset({Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD})


def zones_of(what: What) -> frozenset[Zone] | None:
    """Where chosen cards lie; None for a reference, whose card may lie anywhere."""
    return frozenset(what.filter.zones) if isinstance(what, Select) else None


def in_zones(what: What, allowed: frozenset[Zone]) -> bool:
    """Whether cards are named with a place, and one of these: a verb that moves cards says from where."""
    zones = zones_of(what)
    return zones is None or (bool(zones) and zones <= allowed)


def on_field(what: What) -> bool:
    """Whether the cards lie on the field."""
    return in_zones(what, ON_FIELD)


@dataclass(frozen=True, slots=True)
class From:
    """A step that says where this card is when the effect is activated."""

    do: Action
    zones: tuple[Zone, ...]


def grammar_of_verbs(g: Grammar) -> None:
    """Add the phrases of this module."""
    _amounts(g)
    _costs(g)
    _moving(g)
    _players(g)
    _applying(g)
    _locks(g)
    _negating(g)
    _steps(g)


def _amounts(g: Grammar) -> None:
    @g.rule("amount", "<number>")
    def number(number: int) -> Amount:
        return number

    @g.rule("per", "for each <filter>")
    def each(filter: Filter) -> Filter | None:
        return filter if filter.zones else None


_GERUNDS = {
    "pay": "paying",
    "discard": "discarding",
    "tribute": "tributing",
    "banish": "banishing",
    "send": "sending",
    "return": "returning",
    "detach": "detaching",
    "remove": "removing",
}


def _costs(g: Grammar) -> None:
    def cost(*patterns: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A cost as it is told ("discard 1 card") and as the way of a Summon ("by discarding 1 card")."""

        def add(make: Callable[..., Any]) -> Callable[..., Any]:
            for pattern in patterns:
                verb, _, rest = pattern.partition(" ")
                g.rule("cost", pattern)(make)
                g.rule("costing", f"{_GERUNDS[verb]} {rest}")(make)
            return make

        return add

    @cost("pay <number> lp")
    def pay(number: int) -> Cost:
        return PayLP(number)

    @cost("pay half your lp")
    def pay_half() -> Cost:
        return PayLP(Half(Life()))

    @cost("discard <number> <nominal> [<except:ex>]")
    def discard(number: int, nominal: Mods, ex: Mods = ()) -> Cost | None:
        found = make_filter(joined(nominal, (("place", ((Zone.HAND,), Who.YOU)),), ex))
        return None if found is None else PayCards("discard", Select(found, number))

    @cost("discard this card", "discard this card to the gy", "discard this card from your hand to the gy")
    def discard_this() -> Cost:
        return PayCards("discard", THIS)

    @cost("discard <number> other <nominal>")
    def discard_other(number: int, nominal: Mods) -> Cost | None:
        found = make_filter(joined(nominal, (("place", ((Zone.HAND,), Who.YOU)),)))
        return None if found is None else PayCards("discard", Select(found, number))

    @cost("tribute this card", "tribute this face-up card")
    def tribute_this() -> Cost:
        return PayCards("tribute", THIS)

    @cost("tribute <number> <nominal> [you control] [<except:ex>]")
    def tribute(number: int, nominal: Mods, ex: Mods = ()) -> Cost | None:
        found = make_filter(joined(nominal, (("place", (MONSTER, Who.YOU)),), ex))
        return None if found is None else PayCards("tribute", Select(_without_kind(found), number))

    @cost("tribute <number> other <nominal> [you control]")
    def tribute_other(number: int, nominal: Mods) -> Cost | None:
        found = make_filter(joined(nominal, (("place", (MONSTER, Who.YOU)), ("but", (THIS,)))))
        return None if found is None else PayCards("tribute", Select(_without_kind(found), number))

    @cost("banish this card from your gy", "banish this card from the gy")
    def banish_this() -> Cost:
        return PayCards("banish", THIS)

    @cost("banish <select>")
    def banish(select: Select) -> Cost | None:
        if not select.filter.zones or select.up_to or select.every or select.filter.who is not Who.YOU:
            return None
        return PayCards("banish", select)

    @cost(
        "send this card from your hand to the gy",
        "send this [face-up] card to the gy",
        "send this card you control to the gy",
        "send this card from the field to the gy",
    )
    def send_this() -> Cost:
        return PayCards("send", THIS)

    @cost("send this card from your hand or field to the gy")
    def send_this_from_either() -> Cost:
        return PayCards("send either", THIS)

    @cost("send <select> to the gy")
    def send(select: Select) -> Cost | None:
        if not select.filter.zones or select.up_to or select.every or select.filter.who is not Who.YOU:
            return None
        return PayCards("send", select)

    @cost("return <select> to the hand")
    def give_back(select: Select) -> Cost | None:
        fits = bool(select.filter.zones) and set(select.filter.zones) <= ON_FIELD and select.filter.who is Who.YOU
        return PayCards("return", select) if fits and not select.up_to and not select.every else None

    @cost("detach <number> [xyz] material from this card")
    def detach(number: int) -> Cost:
        return PayMaterials(number)

    @cost("remove <number> <counter> from this card")
    def remove_counters(number: int, counter: str) -> Cost:
        return PayCounters(THIS, counter, number)

    g.words(
        "counter",
        {
            f"{word.lower()} counter": f"{word} Counter"
            for word in ("Spell", "A-", "Predator", "Ice", "Bushido", "Wedge", "Psychic", "Fog", "Venom", "Crystal", "Cubic")
        },
    )

    @g.rule("costs", "<cost>")
    def one(cost: Cost) -> tuple[Cost, ...]:
        return (cost,)

    @g.rule("costs", "<cost:a> and <cost:b>", "<cost:a> , and <cost:b>", "<cost:a> , then <cost:b>")
    def two(a: Cost, b: Cost) -> tuple[Cost, ...]:
        return (a, b)


def _without_kind(found: Filter) -> Filter:
    return replace(found, kinds=()) if found.kinds == (CardKind.MONSTER,) else found


def _moving(g: Grammar) -> None:
    @g.rule("do", "destroy <what>")
    def destroy(what: What) -> Action | None:
        return Destroy(what) if on_field(what) else None

    @g.rule("do", "banish <what>")
    def banish(what: What) -> Action | None:
        return Banish(what) if in_zones(what, frozenset(Zone)) else None

    @g.rule("do", "banish <what> face-down")
    def banish_down(what: What) -> Action | None:
        return Banish(what, face_up=False) if in_zones(what, frozenset(Zone)) else None

    @g.rule("do", "send <what> to the gy [<except:ex>]", "send <what> to your gy")
    def send(what: What, ex: Mods = ()) -> Action | None:
        what = without(what, ex)
        return Send(what) if in_zones(what, frozenset(Zone) - {Zone.GY}) else None

    @g.rule(
        "do",
        "return <what> to the hand",
        "return <what> to (its owner's|their owner's|the owner's|their owners') hand",
        "return <what> to your hand",
        "add <what> to (its owner's|the owner's) hand",
    )
    def bounce(what: What) -> Action | None:
        return ToHand(what) if in_zones(what, ON_FIELD | {Zone.GY, Zone.BANISHED}) else None

    @g.rule("do", "add <what> to your hand [<except:ex>]")
    def add(what: What, ex: Mods = ()) -> Action | None:
        what = without(what, ex)
        return ToHand(what) if in_zones(what, frozenset({Zone.DECK, Zone.GY, Zone.BANISHED, Zone.EXTRA})) else None

    @g.rule(
        "do",
        "shuffle <what> into the deck",
        "return <what> to the deck",
        "shuffle <what> into your deck",
        "shuffle <what> into (its owner's|their owner's|the owner's) deck",
    )
    def shuffle_in(what: What) -> Action | None:
        return ToDeck(what) if in_zones(what, frozenset(Zone) - {Zone.DECK}) else None

    @g.rule(
        "do",
        "(return|place) <what> (to|on) the top of (the|your|its owner's|your opponent's) deck",
        "(return|place) <what> (to|on) top of (the|your|its owner's) deck",
    )
    def on_top(what: What) -> Action | None:
        return ToDeck(what, top=True) if in_zones(what, frozenset(Zone) - {Zone.DECK}) else None

    @g.rule("do", "(return|place) <what> (to|on) the bottom of (the|your|its owner's|your opponent's) deck")
    def below(what: What) -> Action | None:
        return ToDeck(what, bottom=True) if in_zones(what, frozenset(Zone) - {Zone.DECK}) else None

    g.words(
        "stance",
        {
            ", in attack position": "attack",
            ", in defense position": "defense",
            "in attack position": "attack",
            "in face-up attack position": "attack",
            "in defense position": "defense",
            "in face-up defense position": "defense",
        },
    )

    @g.rule(
        "do",
        "special summon <what> [<stance>] [to your (field|side of the field)] [<except:ex>]",
        "special summon <what> to your field <stance>",
    )
    def special(what: What, stance: str = "any", ex: Mods = ()) -> Action | None:
        what = without(what, ex)
        if isinstance(what, Select):
            zones = frozenset(what.filter.zones)
            anyones = what.filter.who is None and not zones <= {Zone.GY, Zone.BANISHED}
            if not zones or zones & (ON_FIELD | {Zone.EXTRA}) or anyones:
                return None
        return SpecialSummon(what, stance)

    @g.rule("do", "special summon this card from your hand [<stance>]")
    def special_from_hand(stance: str = "any") -> From:
        return From(SpecialSummon(THIS, stance), (Zone.HAND,))

    @g.rule("do", "special summon this card from your gy [<stance>]", "special summon this card from the gy [<stance>]")
    def special_from_gy(stance: str = "any") -> From:
        return From(SpecialSummon(THIS, stance), (Zone.GY,))

    @g.rule("do", "add this card from your gy to your hand")
    def add_from_gy() -> From:
        return From(ToHand(THIS), (Zone.GY,))

    @g.rule("do", "set <what>")
    def set_card(what: What) -> Action | None:
        if isinstance(what, Select):
            kinds = set(what.filter.kinds)
            if not kinds or not kinds <= {CardKind.SPELL, CardKind.TRAP} or not set(what.filter.zones) <= {Zone.HAND}:
                return None
            return SetCard(what)
        return None

    @g.rule("do", "take control of <what> until the end phase", "take control of <what> until the end of (this|the) turn")
    def control(what: What) -> Action | None:
        return TakeControl(what) if on_field(what) else None

    @g.rule("do", "change <what> to face-down defense position", "flip this card to face-down defense position")
    def face_down(what: What = THIS) -> Action | None:
        return Turn(what, "face_down") if on_field(what) else None

    @g.rule("do", "change <what> to [face-up] defense position")
    def defense(what: What) -> Action | None:
        return Turn(what, "defense") if on_field(what) else None

    @g.rule("do", "change <what> to [face-up] attack position")
    def attack(what: What) -> Action | None:
        return Turn(what, "attack") if on_field(what) else None

    @g.rule("do", "change the battle position of <what>", "change its battle position", "change that target's battle position")
    def other_position(what: What = PRONOUN) -> Action | None:
        return Turn(what, "other") if on_field(what) else None

    @g.rule("do", "place <number> <counter> on (this card|it)")
    def counters(number: int, counter: str) -> Action:
        return PlaceCounter(THIS, counter, number)


def _players(g: Grammar) -> None:
    @g.rule("do", "draw <number> card", "you draw <number> card")
    def draw(number: int) -> Action:
        return Draw(number)

    @g.rule("do", "your opponent draws <number> card")
    def they_draw(number: int) -> Action:
        return Draw(number, Who.OPPONENT)

    @g.rule("do", "each player draws <number> card", "both players draw <number> card")
    def all_draw(number: int) -> Action:
        return Draw(number, Who.EITHER)

    @g.rule("do", "inflict <number> damage to your opponent [<per>]", "your opponent takes <number> damage [<per>]")
    def damage(number: int, per: Filter | None = None) -> Action:
        return Damage(number if per is None else Count(per, number))

    @g.rule(
        "do",
        "inflict <number> damage to both players",
        "both players take <number> damage",
        "each player takes <number> damage",
    )
    def all_hurt(number: int) -> Action:
        return Damage(number, Who.OPPONENT, own=number)

    @g.rule("do", "take <number> damage", "you take <number> damage")
    def hurt(number: int) -> Action:
        return Damage(number, Who.YOU)

    @g.rule("do", "increase your lp by <number> [points]")
    def raise_lp(number: int) -> Action:
        return GainLP(number)

    @g.rule("do", "each player gains <number> lp")
    def all_gain(number: int) -> Action:
        return GainLP(number, Who.EITHER)

    @g.rule("do", "gain <number> lp [<per>]", "you gain <number> lp [<per>]")
    def gain(number: int, per: Filter | None = None) -> Action:
        return GainLP(number if per is None else Count(per, number))

    @g.rule("do", "your opponent gains <number> lp")
    def they_gain(number: int) -> Action:
        return GainLP(number, Who.OPPONENT)

    @g.rule("do", "discard <number> card", "you discard <number> card")
    def discard(number: int) -> Action:
        return Discard(Select(Filter(zones=(Zone.HAND,), who=Who.YOU), number))

    @g.rule("do", "your opponent discards <number> card")
    def they_discard(number: int) -> Action:
        return Discard(Select(Filter(zones=(Zone.HAND,), who=Who.OPPONENT), number, chooser=Who.OPPONENT))

    @g.rule(
        "do",
        "discard <number> random card from your opponent's hand",
        "your opponent discards <number> random card",
        "your opponent randomly discards <number> card",
    )
    def they_lose(number: int) -> Action:
        return Discard(Select(Filter(zones=(Zone.HAND,), who=Who.OPPONENT), number, random=True))

    @g.rule("do", "send the top <number> card of your deck to the gy", "send the top card of your deck to the gy")
    def mill(number: int = 1) -> Action:
        return Mill(number)

    @g.rule(
        "do",
        "send the top <number> card of your opponent's deck to the gy",
        "send the top card of your opponent's deck to the gy",
    )
    def mill_them(number: int = 1) -> Action:
        return Mill(number, Who.OPPONENT)


_UNTIL = {
    "until the end of (this|the) turn": Until.END_OF_TURN,
    "until the end phase [of this turn]": Until.END_PHASE,
    "this turn": Until.END_OF_TURN,
    "until the end of the damage step": Until.END_OF_DAMAGE_STEP,
    "during damage calculation only": Until.END_OF_DAMAGE_STEP,
}
_STATS = {"atk": ("atk",), "def": ("def",), "atk/def": ("atk", "def"), "atk and def": ("atk", "def")}
_CHANGE = {"atk": Property.ATK, "def": Property.DEF}


@dataclass(frozen=True, slots=True)
class Change:
    """A change of values in words: which of them, and by how much."""

    stats: tuple[str, ...]
    value: Amount


def _applying(g: Grammar) -> None:
    g.words("until", _UNTIL)
    g.words("stats", _STATS)

    @g.rule("change", "(gain|gains) <number> <stats> [<per>]")
    def more(number: int, stats: tuple[str, ...], per: Filter | None = None) -> Change:
        return Change(stats, number if per is None else Count(per, number))

    @g.rule("change", "(lose|loses) <number> <stats> [<per>]")
    def less(number: int, stats: tuple[str, ...], per: Filter | None = None) -> Change:
        return Change(stats, -number if per is None else Count(per, -number))

    def applied(what: What, change: Change, until: Until) -> tuple[Action, ...] | None:
        if not on_field(what):
            return None
        return tuple(Apply(Static(_CHANGE[stat], value=change.value), what, until) for stat in change.stats)

    @g.rule("doing", "<what> <change> <until>", "<until> , <what> <change>")
    def for_now(what: What, change: Change, until: Until) -> tuple[Action, ...] | None:
        return applied(what, change, until)

    @g.rule("doing", "<what> <change>")
    def for_good(what: What, change: Change) -> tuple[Action, ...] | None:
        return applied(what, change, Until.ON_FIELD)

    g.words(
        "ability",
        {
            "can attack directly": Static(Property.DIRECT_ATTACK),
            "can attack your opponent directly": Static(Property.DIRECT_ATTACK),
            "(cannot|can't) be destroyed by battle": Static(Property.BATTLE_PROOF),
            "(cannot|can't) be destroyed by card effect": Static(Property.EFFECT_PROOF),
            "(cannot|can't) attack": Static(Property.CANNOT_ATTACK),
            "(cannot|can't) change (its|their) battle position": Static(Property.CANNOT_CHANGE_POSITION),
            "(cannot|can't) be destroyed by your opponent's card effect": Static(
                Property.EFFECT_PROOF, by=Filter(who=Who.OPPONENT)
            ),
            "(cannot|can't) be targeted by your opponent's card effect": Static(
                Property.UNTARGETABLE, by=Filter(who=Who.OPPONENT)
            ),
        },
    )

    @g.rule(
        "doing",
        "negate (its|their|that target's|that monster's) effect <until>",
        "negate (its|their|that target's|that monster's) effect",
        "(its|their|that target's|that monster's) effect (is|are) negated <until>",
        "(its|their|that target's|that monster's) effect (is|are) negated",
        "negate the effect of <what> <until>",
        "negate the effect of <what>",
        "<until> , negate the effect of <what>",
        "<until> , (its|their) effect (is|are) negated",
    )
    def silenced(what: What = PRONOUN, until: Until = Until.ON_FIELD) -> tuple[Action, ...] | None:
        return (Apply(Static(Property.NEGATED), what, until),) if on_field(what) else None

    @g.rule(
        "doing",
        "banish it when it leaves the field",
        "banish them when they leave the field",
        "it is banished when it leaves the field",
    )
    def leaves_banished() -> tuple[Action, ...]:
        return (Apply(Static(Property.LEAVES_BANISHED), PRONOUN, Until.ON_FIELD),)

    @g.rule("doing", "destroy it during the end phase", "during the end phase , destroy it")
    def dies_later() -> tuple[Action, ...]:
        return (Apply(Static(Property.END_DESTROYS), PRONOUN, Until.ON_FIELD),)

    @g.rule("doing", "<what> <ability> <until>", "<until> , <what> <ability>")
    def able(what: What, ability: Static, until: Until) -> tuple[Action, ...] | None:
        return (Apply(ability, what, until),) if on_field(what) else None


_LOCKS = {
    "special summon": Property.CANNOT_SPECIAL,
    "special summon monster": Property.CANNOT_SPECIAL,
    "special summon any monster": Property.CANNOT_SPECIAL,
    "summon other monster": Property.CANNOT_SUMMON,
    "conduct your battle phase": Property.NO_BATTLE_PHASE,
    "normal summon/set": Property.CANNOT_NORMAL,
    "normal summon or set": Property.CANNOT_NORMAL,
}


def _locks(g: Grammar) -> None:
    g.words("forbidden", {wording: Static(name, player=Who.YOU) for wording, name in _LOCKS.items()})

    @g.rule(
        "doing",
        "you cannot <forbidden> for the rest of this turn",
        "you cannot <forbidden> this turn",
        "for the rest of this turn , you cannot <forbidden>",
        "you cannot <forbidden> for the rest of this turn after this card resolves",
    )
    def locked(forbidden: Static) -> tuple[Action, ...]:
        return (Apply(forbidden),)

    @g.rule(
        "oath",
        "you cannot <forbidden> the turn you activate (this card|this effect)",
        "you cannot <forbidden> during the turn you activate (this card|this effect)",
        "you cannot <forbidden> the turn you use this effect",
    )
    def sworn(forbidden: Static) -> Static:
        return forbidden


def _negating(g: Grammar) -> None:
    @g.rule("do", "negate the attack", "negate that attack")
    def attack() -> Action:
        return NegateAttack()

    @g.rule("do", "end the battle phase")
    def end() -> Action:
        return EndBattlePhase()

    @g.rule("do", "negate the activation", "negate that activation")
    def activation() -> Action:
        return NegateActivation()

    @g.rule(
        "do",
        "negate the activation [,] and if you do , destroy (it|that card)",
        "negate the activation and destroy (it|that card)",
    )
    def activation_destroy() -> Action:
        return NegateActivation("destroy")

    @g.rule("do", "negate the activation [,] and if you do , banish (it|that card)")
    def activation_banish() -> Action:
        return NegateActivation("banish")

    @g.rule("do", "negate (the|that) effect")
    def effect() -> Action:
        return NegateEffect()

    @g.rule(
        "do",
        "negate the summon [,] and if you do , destroy (it|that monster|them|those monster|that card)",
        "negate the summon and destroy (it|that monster)",
    )
    def summon() -> Action:
        return NegateSummon()


@dataclass(frozen=True, slots=True)
class Loose:
    """A step whose link to the one before is known, as words have it."""

    do: Action
    joint: Joint
    optional: bool = False


def _steps(g: Grammar) -> None:
    @g.rule("doing", "<do>")
    def one(do: Action) -> tuple[Action, ...]:
        return (do,)

    @g.rule("body", "<doing>", "you can <doing>")
    def first(doing: tuple[Action, ...]) -> tuple[Loose, ...]:
        return tuple(Loose(do, Joint.FIRST if number == 0 else Joint.ALSO) for number, do in enumerate(doing))

    g.words(
        "link",
        {
            ", then": Joint.THEN,
            "then": Joint.THEN,
            ", and if you do ,": Joint.IF_YOU_DO,
            "and if you do ,": Joint.IF_YOU_DO,
            "also": Joint.ALSO,
            ", also": Joint.ALSO,
            ", but": Joint.ALSO,
            ", and": Joint.ALSO,
            "and": Joint.ALSO,
        },
    )

    @g.rule("tail", "<link> <doing>")
    def linked(link: Joint, doing: tuple[Action, ...]) -> tuple[Loose, ...]:
        return tuple(Loose(do, link if number == 0 else Joint.ALSO) for number, do in enumerate(doing))

    @g.rule("tail", "<link> you can <doing>", "<link> , you can <doing>")
    def offered(link: Joint, doing: tuple[Action, ...]) -> tuple[Loose, ...] | None:
        return tuple(Loose(do, link, True) for do in doing) if len(doing) == 1 else None

    @g.rule("tails", "<tail>")
    def one_tail(tail: tuple[Loose, ...]) -> tuple[Loose, ...]:
        return tail

    @g.rule("tails", "<tail> <tails>")
    def more_tails(tail: tuple[Loose, ...], tails: tuple[Loose, ...]) -> tuple[Loose, ...]:
        return tail + tails

    @g.rule("steps", "<doing>")
    def lone(doing: tuple[Action, ...]) -> tuple[Loose, ...]:
        return tuple(Loose(do, Joint.FIRST if number == 0 else Joint.ALSO) for number, do in enumerate(doing))

    @g.rule("steps", "<doing> <tails>")
    def several(doing: tuple[Action, ...], tails: tuple[Loose, ...]) -> tuple[Loose, ...]:
        head = tuple(Loose(do, Joint.FIRST if number == 0 else Joint.ALSO) for number, do in enumerate(doing))
        return head + tails
