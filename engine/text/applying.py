"""What applies for a time: values, abilities, negated effects, what players cannot do."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.effects.filters import Filter, What
from engine.effects.statics import Property, Static, Until
from engine.effects.tree import Action
from engine.effects.values import Amount, Count, Who
from engine.effects.verbs import (
    Apply,
)
from engine.text.grammar import Grammar
from engine.text.nouns import PRONOUN, Mods, make_filter
from engine.text.verbs import on_field
from engine.vocab import CardKind, Zone

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


def _shut_out(g: Grammar) -> None:
    """ "You cannot Special Summon monsters, except ...": of some cards only."""

    def all_but(kept: Mods, origin: tuple[Zone, ...] = ()) -> Static | None:
        found = make_filter(kept)
        if found is None or found.zones:
            return None
        if found.kinds == (CardKind.MONSTER,):
            found = replace(found, kinds=())  # A Token of such a Type or Attribute is excepted as well.
        return Static(Property.CANNOT_SPECIAL, player=Who.YOU, by=Filter(zones=origin, none_of=(found,)))

    @g.rule(
        "doing",
        "you cannot special summon [monster] from the extra deck for the rest of this turn , except <mods>",
        "for the rest of this turn , you cannot special summon [monster] from the extra deck , except <mods>",
        "you cannot special summon [monster] from the extra deck this turn , except <mods>",
    )
    def from_extra(mods: Mods) -> tuple[Action, ...] | None:
        static = all_but(mods, (Zone.EXTRA,))
        return None if static is None else (Apply(static),)

    @g.rule("doing", "you cannot special summon [monster] from the extra deck for the rest of this turn")
    def nothing_from_extra() -> tuple[Action, ...]:
        return (Apply(Static(Property.CANNOT_SPECIAL, player=Who.YOU, by=Filter(zones=(Zone.EXTRA,)))),)

    @g.rule(
        "doing",
        "you cannot special summon [monster] for the rest of this turn , except <mods>",
        "for the rest of this turn , you cannot special summon [monster] , except <mods>",
        "you cannot special summon [monster] this turn , except <mods>",
    )
    def for_this_turn(mods: Mods) -> tuple[Action, ...] | None:
        static = all_but(mods)
        return None if static is None else (Apply(static),)

    @g.rule("static", "neither player can special summon monster")
    def nobody() -> tuple[Static, ...]:
        return (Static(Property.CANNOT_SPECIAL, player=Who.EITHER),)

    @g.rule("static", "neither player can special summon monster , except <mods>")
    def nobody_but(mods: Mods) -> tuple[Static, ...] | None:
        static = all_but(mods)
        return None if static is None else (replace(static, player=Who.EITHER),)

    @g.rule("static", "you cannot special summon monster , except <mods>")
    def not_you(mods: Mods) -> tuple[Static, ...] | None:
        static = all_but(mods)
        return None if static is None else (static,)


def grammar_of_applying(g: Grammar) -> None:
    """Add the phrases of this module."""
    _applying(g)
    _locks(g)
    _shut_out(g)
