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
    Span,
    Standing,
    What,
)
from engine.effects.values import Who
from engine.text.grammar import Grammar
from engine.text.tokens import OWN_NAME, Token
from engine.vocab import Ability, Attribute, CardKind, Frame, MonsterType, SpellTrapIcon, Zone

Mods = tuple[tuple[str, Any], ...]
"""What a word says of a card: fields of a filter with their values."""

FIELD = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD)
SPELL_TRAP_ZONES = (Zone.SPELL_TRAP, Zone.FIELD)
_LISTS = frozenset({"none_of", "any_of", "but", "among"})

PRONOUN = Ref(RefKind.IT)
"""Stands for "it" and "that card" until the whole effect is known: the target, or what was worked on last."""
THAT_TARGET = Ref(RefKind.TARGET)


def joined(*mods: Mods | None) -> Mods | None:
    """Put what several words say together; None when they contradict each other."""
    found: dict[str, Any] = {}
    for group in mods:
        for key, value in group or ():
            if key in _LISTS:
                found[key] = (*found.get(key, ()), *value)
            elif key in found and found[key] != value:
                return None
            else:
                found[key] = value
    return tuple(found.items())


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
    _terminals(g)
    _adjectives(g)
    _nouns(g)
    _places(g)
    _phrases(g)
    _references(g)


def _terminals(g: Grammar) -> None:
    @g.terminal("number")
    def number(token: Token) -> int | None:
        if token.word.isascii() and token.word.isdigit():
            return int(token.word)
        return {"one": 1, "two": 2, "three": 3}.get(token.word)

    @g.terminal("name")
    def name(token: Token) -> str | None:
        return token.name

    @g.terminal("own")
    def own(token: Token) -> bool | None:
        return True if token.text == OWN_NAME else None

    @g.terminal("rating")
    def rating(token: Token) -> int | None:
        return int(token.word[5:]) if token.word.startswith("link-") and token.word[5:].isdigit() else None

    g.words("attribute", {one.value: one for one in Attribute})
    g.words("type", {one.value.replace("_", " "): one for one in MonsterType if "_" in one.value and one not in _HYPHEN})
    g.words("type", {one.value.replace("_", "-"): one for one in _HYPHEN})
    g.words("type", {one.value: one for one in MonsterType if "_" not in one.value})


_HYPHEN = (MonsterType.BEAST_WARRIOR, MonsterType.DIVINE_BEAST)


def _adjectives(g: Grammar) -> None:
    g.words(
        "adjective",
        {
            "face-up": (("face_up", True),),
            "face-down": (("face_up", False),),
            "set": (("face_up", False),),
            "attack position": (("attack_position", True),),
            "defense position": (("attack_position", False),),
            "face-up attack position": (("face_up", True), ("attack_position", True)),
            "face-up defense position": (("face_up", True), ("attack_position", False)),
            "face-down defense position": (("face_up", False), ("attack_position", False)),
            "effect": (("effect_monster", True),),
            "non-effect": (("effect_monster", False),),
            "tuner": (("abilities", (Ability.TUNER,)),),
            "non-tuner": (("none_of", (Filter(abilities=(Ability.TUNER,)),)),),
            "normal": (("frames", (Frame.NORMAL,)),),
            "ritual": (("frames", (Frame.RITUAL,)),),
            "fusion": (("frames", (Frame.FUSION,)),),
            "synchro": (("frames", (Frame.SYNCHRO,)),),
            "xyz": (("frames", (Frame.XYZ,)),),
            "link": (("frames", (Frame.LINK,)),),
            "fusion or synchro": (("frames", (Frame.FUSION, Frame.SYNCHRO)),),
            "toon": (("abilities", (Ability.TOON,)),),
            "spirit": (("abilities", (Ability.SPIRIT,)),),
            "union": (("abilities", (Ability.UNION,)),),
            "gemini": (("abilities", (Ability.GEMINI,)),),
            "flip": (("abilities", (Ability.FLIP,)),),
            "linked": (("standing", Standing(linked=True)),),
        },
    )

    @g.rule("adjective", "<attribute>")
    def of_attribute(attribute: Attribute) -> Mods:
        return (("attributes", (attribute,)),)

    @g.rule("adjective", "<attribute:a> or <attribute:b>", "<attribute:a> and <attribute:b>")
    def of_attributes(a: Attribute, b: Attribute) -> Mods:
        return (("attributes", (a, b)),)

    @g.rule("adjective", "<type>")
    def of_type(type: MonsterType) -> Mods:
        return (("types", (type,)),)

    @g.rule("adjective", "<type:a> or <type:b>", "<type:a> and <type:b>")
    def of_types(a: MonsterType, b: MonsterType) -> Mods:
        return (("types", (a, b)),)

    @g.rule("adjective", "<type:a> , <type:b> , or <type:c>")
    def of_three(a: MonsterType, b: MonsterType, c: MonsterType) -> Mods:
        return (("types", (a, b, c)),)

    @g.rule("adjective", "level <number>")
    def level(number: int) -> Mods:
        return (("level_min", number), ("level_max", number))

    @g.rule("adjective", "level <number> or lower")
    def level_at_most(number: int) -> Mods:
        return (("level_max", number),)

    @g.rule("adjective", "level <number> or higher")
    def level_at_least(number: int) -> Mods:
        return (("level_min", number),)

    @g.rule("adjective", "level <number:a> or <number:b>")
    def two_levels(a: int, b: int) -> Mods | None:
        return (("level_min", a), ("level_max", b)) if b == a + 1 else None

    @g.rule("adjective", "rank <number>")
    def rank(number: int) -> Mods:
        return (("rank", Span(number, number)),)

    @g.rule("adjective", "rank <number> or lower")
    def rank_at_most(number: int) -> Mods:
        return (("rank", Span(None, number)),)

    @g.rule("adjective", "rank <number> or higher")
    def rank_at_least(number: int) -> Mods:
        return (("rank", Span(number, None)),)

    @g.rule("adjective", "<rating>")
    def link_rating(rating: int) -> Mods:
        return (("rating", Span(rating, rating)),)

    @g.rule("adjective", "<rating> or lower")
    def link_at_most(rating: int) -> Mods:
        return (("rating", Span(None, rating)),)

    @g.rule("adjective", "<rating> or higher")
    def link_at_least(rating: int) -> Mods:
        return (("rating", Span(rating, None)),)

    @g.rule("adjective", "<name>")
    def of_series(name: str) -> Mods:
        return (("series", name),)

    @g.rule("adjective", "<name:a> or <name:b>")
    def of_either_series(a: str, b: str) -> Mods:
        return (("any_of", (Filter(series=a), Filter(series=b))),)

    @g.rule("adjectives", "<adjective>")
    def one(adjective: Mods) -> Mods:
        return adjective

    @g.rule("adjectives", "<adjective> [,] <adjectives>")
    def more(adjective: Mods, adjectives: Mods) -> Mods | None:
        return joined(adjective, adjectives)


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
