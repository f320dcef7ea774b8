"""Numbers that are read of cards: "equal to its ATK", "its ATK becomes half"."""

from __future__ import annotations

from engine.effects.filters import Ref, What
from engine.effects.statics import Property, Static, Until
from engine.effects.tree import Action
from engine.effects.values import Amount, Half, Stat, Who
from engine.effects.verbs import Apply, BanishForAWhile, Damage, GainLP
from engine.text.grammar import Grammar
from engine.text.nouns import PRONOUN
from engine.text.verbs import on_field

_SET = {"atk": Property.SET_ATK, "def": Property.SET_DEF}


def grammar_of_values(g: Grammar) -> None:
    """Add the phrases of this module."""
    _read(g)
    _set(g)
    _later(g)


def _read(g: Grammar) -> None:
    g.words("whose", {"its": PRONOUN, "that monster's": PRONOUN, "that target's": PRONOUN, "the destroyed monster's": PRONOUN})
    g.words("stat", {"atk": "atk", "def": "def"})

    @g.rule("equal", "equal to <whose> <stat> [on the field]")
    def current(whose: Ref, stat: str) -> Amount:
        return Stat(whose, stat)

    @g.rule("equal", "equal to <whose> original <stat>")
    def original(whose: Ref, stat: str) -> Amount:
        return Stat(whose, stat, original=True)

    @g.rule("equal", "equal to half <whose> <stat>")
    def half(whose: Ref, stat: str) -> Amount:
        return Half(Stat(whose, stat))

    @g.rule("equal", "equal to half <whose> original <stat>")
    def half_original(whose: Ref, stat: str) -> Amount:
        return Half(Stat(whose, stat, original=True))

    @g.rule("do", "inflict damage to your opponent <equal>", "your opponent takes damage <equal>")
    def damage(equal: Amount) -> Action:
        return Damage(equal)

    @g.rule("do", "gain lp <equal>", "you gain lp <equal>")
    def gain(equal: Amount) -> Action:
        return GainLP(equal)

    @g.rule("do", "take damage <equal>", "you take damage <equal>")
    def hurt(equal: Amount) -> Action:
        return Damage(equal, Who.YOU)


def _set(g: Grammar) -> None:
    def becomes(stats: tuple[str, ...], value: Amount, until: Until) -> tuple[Action, ...]:
        return tuple(Apply(Static(_SET[stat], value=value), PRONOUN, until) for stat in stats)

    @g.rule("doing", "its <stats> (becomes|become) <number> <until>", "<until> , its <stats> (becomes|become) <number>")
    def for_now(stats: tuple[str, ...], number: int, until: Until) -> tuple[Action, ...]:
        return becomes(stats, number, until)

    @g.rule("doing", "its <stats> (becomes|become) <number>", "change its <stats> to <number>")
    def for_good(stats: tuple[str, ...], number: int) -> tuple[Action, ...]:
        return becomes(stats, number, Until.ON_FIELD)

    @g.rule("doing", "its <stat> becomes half its [current] <stat:of>")
    def halved(stat: str, of: str) -> tuple[Action, ...] | None:
        return becomes((stat,), Half(Stat(PRONOUN, stat)), Until.ON_FIELD) if stat == of else None

    @g.rule("doing", "its <stat> becomes half its [current] <stat:of> <until>")
    def halved_for_now(stat: str, of: str, until: Until) -> tuple[Action, ...] | None:
        return becomes((stat,), Half(Stat(PRONOUN, stat)), until) if stat == of else None


def _later(g: Grammar) -> None:
    @g.rule("do", "banish <what> until the end phase", "banish <what> , until the end phase")
    def away(what: What) -> Action | None:
        return BanishForAWhile(what) if on_field(what) else None


__all__ = ["grammar_of_values"]
