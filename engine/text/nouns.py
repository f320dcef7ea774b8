"""Which cards: the phrases that become filters, selections and references."""

from __future__ import annotations

from typing import Any

from engine.cards.shorthand import BY_SPECIAL_SUMMON as _SPECIAL  # noqa: F401  (kinds of Special Summons)
from engine.effects.filters import (
    ATTACKED,
    ATTACKER,
    EQUIPPED,
    THIS,
    Extreme,
    Filter,
    Ref,
    RefKind,
    Select,
    Standing,
    What,
)
from engine.effects.values import Who
from engine.text.grammar import Grammar
from engine.text.tokens import OWN_NAME
from engine.text.words import Mods, joined
from engine.vocab import Ability, CardKind, SpellTrapIcon, Zone

FIELD = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD)
SPELL_TRAP_ZONES = (Zone.SPELL_TRAP, Zone.FIELD)
PRONOUN = Ref(RefKind.IT)
"""Stands for "it" and "that card" until the whole effect is known: the target, or what was worked on last."""
THAT_TARGET = Ref(RefKind.TARGET)


def make_filter(mods: Mods | None) -> Filter | None:
    """Make a filter of what words say; None for what no card can be."""
    if mods is None:
        return None
    fields = dict(mods)
    if "frames" in fields and fields.get("kinds") not in (None, (CardKind.MONSTER,)):
        return None  # "Ritual Spell" is no Ritual Monster.
    place = fields.pop("place", None)
    if place is not None:
        zones, who = place
        if zones == ("field",):
            zones = _field_zones(fields)
        elif zones == ("hand", "field"):
            monster = fields.get("kinds") == (CardKind.MONSTER,)
            zones = (Zone.HAND, *(_field_zones(dict(fields)) or ()))
            if monster and "names" not in fields:
                fields.setdefault("kinds", (CardKind.MONSTER,))
        if zones is None:
            return None
        fields["zones"] = zones
        if who is not None:
            fields["who"] = who
    fields.pop("noun", None)
    return Filter(**fields)


def _field_zones(fields: dict[str, Any]) -> tuple[Zone, ...] | None:
    """Where on the field such cards lie. A monster lies in a Monster Zone: the kind need not be asked for again there."""
    kinds = fields.get("kinds")
    if kinds == (CardKind.MONSTER,):
        fields.pop("kinds")
        return (Zone.MONSTER,)
    if kinds and CardKind.MONSTER not in kinds:
        if set(kinds) == {CardKind.SPELL, CardKind.TRAP} and "icons" not in fields:
            fields.pop("kinds")
        if fields.get("icons") == (SpellTrapIcon.FIELD,):
            return (Zone.FIELD,)
        return SPELL_TRAP_ZONES
    return FIELD


def grammar_of_nouns(g: Grammar) -> None:
    """Add the phrases of this module."""
    _nouns(g)
    _places(g)
    _phrases(g)
    _references(g)


def _nouns(g: Grammar) -> None:
    spell, trap = (CardKind.SPELL,), (CardKind.TRAP,)
    g.words(
        "noun",
        {
            "monster": (("kinds", (CardKind.MONSTER,)),),
            "card": (),
            "spell": (("kinds", spell),),
            "trap": (("kinds", trap),),
            "spell/trap": (("kinds", (CardKind.SPELL, CardKind.TRAP)),),
            "tuner": (("kinds", (CardKind.MONSTER,)), ("abilities", (Ability.TUNER,))),
            "token": (("kinds", (CardKind.TOKEN,)),),
            **{
                f"{word} {kind}": (("kinds", (of,)), ("icons", (icon,)))
                for word, icon in (
                    ("normal", SpellTrapIcon.NORMAL),
                    ("continuous", SpellTrapIcon.CONTINUOUS),
                    ("quick-play", SpellTrapIcon.QUICK_PLAY),
                    ("field", SpellTrapIcon.FIELD),
                    ("equip", SpellTrapIcon.EQUIP),
                    ("ritual", SpellTrapIcon.RITUAL),
                    ("counter", SpellTrapIcon.COUNTER),
                )
                for kind, of in (("spell", CardKind.SPELL), ("trap", CardKind.TRAP))
            },
            "continuous spell/trap": (("kinds", (CardKind.SPELL, CardKind.TRAP)), ("icons", (SpellTrapIcon.CONTINUOUS,))),
        },
    )

    @g.rule("nominal", "<noun>")
    def plain(noun: Mods) -> Mods:
        return noun

    @g.rule("nominal", "<adjectives> <noun>")
    def described(adjectives: Mods, noun: Mods) -> Mods | None:
        return joined(adjectives, noun)

    @g.rule("nominal", "<name>")
    def named(name: str) -> Mods:
        return (("names", (name,)),)

    @g.rule("nominal", "<adjectives> <name>")
    def described_name(adjectives: Mods, name: str) -> Mods | None:
        return joined(adjectives, (("names", (name,)),))

    @g.rule("nominal", "<name:a> or <name:b>")
    def either_name(a: str, b: str) -> Mods:
        return (("names", (a, b)),)

    @g.rule("nominal", "<own>")
    def own_name(own: bool) -> Mods:
        return (("names", (OWN_NAME,)),)


def _places(g: Grammar) -> None:
    hand, deck, gy, extra, banished = (Zone.HAND,), (Zone.DECK,), (Zone.GY,), (Zone.EXTRA,), (Zone.BANISHED,)
    g.words(
        "pile",
        {
            "hand": hand,
            "deck": deck,
            "gy": gy,
            "extra deck": extra,
            "hand or deck": hand + deck,
            "deck or hand": deck + hand,
            "hand or gy": hand + gy,
            "gy or hand": gy + hand,
            "deck or gy": deck + gy,
            "gy or deck": gy + deck,
            "hand and/or gy": hand + gy,
            "hand and/or deck": hand + deck,
            "deck and/or gy": deck + gy,
            "hand , deck , or gy": hand + deck + gy,
            "hand , deck or gy": hand + deck + gy,
            "deck , hand , or gy": deck + hand + gy,
            "hand , deck , and/or gy": hand + deck + gy,
            "gy or banishment": gy + banished,
            "banishment": banished,
            "hand or extra deck": hand + extra,
            "deck or extra deck": deck + extra,
            "main deck": deck,
        },
    )
    g.words(
        "place",
        {
            "you control": (("place", (("field",), Who.YOU)),),
            "your opponent controls": (("place", (("field",), Who.OPPONENT)),),
            "on the field": (("place", (("field",), None)),),
            "on your field": (("place", (("field",), Who.YOU)),),
            "on your side of the field": (("place", (("field",), Who.YOU)),),
            "on your opponent's side of the field": (("place", (("field",), Who.OPPONENT)),),
            "on your opponent's field": (("place", (("field",), Who.OPPONENT)),),
            "in (a|any|either) gy": (("place", (gy, None)),),
            "from (a|any|either) gy": (("place", (gy, None)),),
            "in either player's gy": (("place", (gy, None)),),
            "from either player's gy": (("place", (gy, None)),),
            "in your opponent's gy": (("place", (gy, Who.OPPONENT)),),
            "from your opponent's gy": (("place", (gy, Who.OPPONENT)),),
            "in your opponent's hand": (("place", (hand, Who.OPPONENT)),),
            "from your opponent's hand": (("place", (hand, Who.OPPONENT)),),
            "that is banished": (("place", (banished, None)),),
            "from your side of the field": (("place", (("field",), Who.YOU)),),
            "from your field": (("place", (("field",), Who.YOU)),),
            "from the field": (("place", (("field",), None)),),
        },
    )

    @g.rule("place", "(from|in) your <pile>", "(from|in) the <pile>")
    def in_pile(pile: tuple[Zone, ...]) -> Mods:
        return (("place", (pile, Who.YOU)),)

    @g.rule(
        "place",
        "from your hand or field",
        "from your (field or hand|hand or your field)",
        "from your hand or your side of the field",
    )
    def hand_or_field() -> Mods:
        return (("place", (("hand", "field"), Who.YOU)),)


def _phrases(g: Grammar) -> None:
    @g.rule("with", "with <number> or less atk")
    def atk_most(number: int) -> Mods:
        return (("atk_max", number),)

    @g.rule("with", "with <number> or more atk")
    def atk_least(number: int) -> Mods:
        return (("atk_min", number),)

    @g.rule("with", "with <number> atk")
    def atk(number: int) -> Mods:
        return (("atk_min", number), ("atk_max", number))

    @g.rule("with", "with <number> or less def")
    def def_most(number: int) -> Mods:
        return (("def_max", number),)

    @g.rule("with", "with an atk of <number> or less", "whose atk is <number> or less", "with atk <number> or less")
    def atk_most_long(number: int) -> Mods:
        return (("atk_max", number),)

    @g.rule("with", "with an atk of <number> or more", "whose atk is <number> or more")
    def atk_least_long(number: int) -> Mods:
        return (("atk_min", number),)

    @g.rule("with", "pointed to by this card", "this card points to")
    def pointed() -> Mods:
        return (("standing", Standing(pointed_by=THIS)),)

    @g.rule("except", ", except <own>")
    def except_own(own: bool) -> Mods:
        return (("none_of", (Filter(names=(OWN_NAME,)),)),)

    @g.rule("except", ", except <name>", "except <name>")
    def except_name(name: str) -> Mods:
        return (("none_of", (Filter(names=(name,)),)),)

    @g.rule("except", ", except this card", "except this card", "other than this card", ", other than this card")
    def except_this() -> Mods:
        return (("but", (THIS,)),)

    @g.rule("except", "other than <own>")
    def other_than_own(own: bool) -> Mods:
        return (("none_of", (Filter(names=(OWN_NAME,)),)),)

    @g.rule("except", "other than <name>")
    def other_than_name(name: str) -> Mods:
        return (("none_of", (Filter(names=(name,)),)),)

    @g.rule("except", ", except (a token|tokens)", "{ except tokens }")
    def except_tokens() -> Mods:
        return (("none_of", (Filter(kinds=(CardKind.TOKEN,)),)),)

    @g.rule("owned", "your <nominal>")
    def yours(nominal: Mods) -> Mods | None:
        return joined(nominal, (("place", (("field",), Who.YOU)),))

    @g.rule("mods", "<nominal> [<with:w1>] [<place>] [<with:w2>] [<except:ex>]")
    def mods(nominal: Mods, w1: Mods = (), place: Mods = (), w2: Mods = (), ex: Mods = ()) -> Mods | None:
        return joined(nominal, w1, place, w2, ex)

    @g.rule("filter", "<mods>")
    def of_mods(mods: Mods) -> Filter | None:
        return make_filter(mods)

    @g.rule("other", "other <mods>")
    def other(mods: Mods) -> Filter | None:
        return make_filter(joined(mods, (("but", (THIS,)),)))

    @g.rule("filter", "<other>")
    def of_other(other: Filter) -> Filter:
        return other

    @g.rule("select", "<number> <filter>")
    def exactly(number: int, filter: Filter) -> Select:
        return Select(filter, number)

    @g.rule("select", "<number> of your banished <nominal> [<except:ex>]")
    def banished(number: int, nominal: Mods, ex: Mods = ()) -> Select | None:
        found = make_filter(joined(nominal, (("place", ((Zone.BANISHED,), Who.YOU)),), ex))
        return None if found is None else Select(found, number)

    @g.rule("select", "<number> of your opponent's banished <nominal>")
    def their_banished(number: int, nominal: Mods) -> Select | None:
        found = make_filter(joined(nominal, (("place", ((Zone.BANISHED,), Who.OPPONENT)),)))
        return None if found is None else Select(found, number)

    @g.rule("select", "<number> banished <nominal>")
    def any_banished(number: int, nominal: Mods) -> Select | None:
        found = make_filter(joined(nominal, (("place", ((Zone.BANISHED,), None)),)))
        return None if found is None else Select(found, number)

    @g.rule("select", "(a|an) <filter>", "another <filter>")
    def single(filter: Filter) -> Select:
        return Select(filter)

    @g.rule("select", "up to <number> <filter>")
    def at_most(number: int, filter: Filter) -> Select:
        return Select(filter, number, up_to=True)

    @g.rule("select", "(all|all the|every|each) <filter>")
    def all_of(filter: Filter) -> Select:
        return Select(filter, every=True)

    @g.rule("select", "<number> random <filter>", "<number> <filter> at random")
    def at_random(number: int, filter: Filter) -> Select:
        return Select(filter, number, random=True)

    @g.rule("extreme", "with the highest atk")
    def highest() -> Extreme:
        return Extreme.HIGHEST_ATK

    @g.rule("extreme", "with the lowest atk")
    def lowest() -> Extreme:
        return Extreme.LOWEST_ATK

    @g.rule("extreme", "with the highest def")
    def toughest() -> Extreme:
        return Extreme.HIGHEST_DEF

    @g.rule("select", "the <nominal> <place> <extreme>", "the <number> <nominal> <place> <extreme>")
    def the_most(nominal: Mods, place: Mods, extreme: Extreme, number: int = 1) -> Select | None:
        found = make_filter(joined(nominal, place))
        return None if found is None or number != 1 else Select(found, extreme=extreme)


def _references(g: Grammar) -> None:
    g.words(
        "ref",
        {
            "this card": THIS,
            "it": PRONOUN,
            "them": PRONOUN,
            "they": PRONOUN,
            "that monster": PRONOUN,
            "that card": PRONOUN,
            "those monster": PRONOUN,
            "those card": PRONOUN,
            "that target": THAT_TARGET,
            "those targets": THAT_TARGET,
            "the target": THAT_TARGET,
            "that face-up monster": PRONOUN,
            "the equipped monster": EQUIPPED,
            "the attacking monster": ATTACKER,
            "that attacking monster": ATTACKER,
            "the attack target": ATTACKED,
        },
    )

    @g.rule("what", "<select>")
    def selected(select: Select) -> What:
        return select

    @g.rule("what", "<ref>")
    def referred(ref: Ref) -> What:
        return ref

    @g.rule("subject", "<filter>", "(a|an|1) <filter>", "<number> or more <filter>")
    def subject(filter: Filter, number: int = 1) -> Filter | None:
        return filter if number == 1 else None

    @g.rule("subject", "<ref>")
    def subject_ref(ref: Ref) -> Ref | None:
        return ref if ref in (THIS, EQUIPPED) else None


__all__ = ["FIELD", "PRONOUN", "SPELL_TRAP_ZONES", "THAT_TARGET", "Mods", "grammar_of_nouns", "joined", "make_filter"]
