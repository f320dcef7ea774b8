"""Single words: numbers, names, Types, Attributes and what an adjective says of a card."""

from __future__ import annotations

from typing import Any

from engine.cards.shorthand import BY_SPECIAL_SUMMON as _SPECIAL  # noqa: F401  (kinds of Special Summons)
from engine.effects.filters import (
    Filter,
    Span,
    Standing,
)
from engine.text.grammar import Grammar
from engine.text.tokens import OWN_NAME, Token
from engine.vocab import Ability, Attribute, Frame, MonsterType

Mods = tuple[tuple[str, Any], ...]
"""What a word says of a card: fields of a filter with their values."""

_LISTS = frozenset({"none_of", "any_of", "but", "among"})


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


def grammar_of_words(g: Grammar) -> None:
    """Add the phrases of this module."""
    _terminals(g)
    _adjectives(g)


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
