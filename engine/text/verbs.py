"""What is done: the phrases that become steps."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.effects.filters import THIS, Filter, Select, What
from engine.effects.tree import Action, Joint
from engine.effects.values import Amount, Count, Who
from engine.effects.verbs import (
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
from engine.text.nouns import PRONOUN, Mods
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
    _moving(g)
    _players(g)
    _negating(g)
    _steps(g)


def _amounts(g: Grammar) -> None:
    @g.rule("amount", "<number>")
    def number(number: int) -> Amount:
        return number

    @g.rule("per", "for each <filter>")
    def each(filter: Filter) -> Filter | None:
        return filter if filter.zones else None


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
