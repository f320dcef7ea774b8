"""Summons by an effect: Fusion and Ritual Summons, Tokens."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.filters import Filter
from engine.effects.tree import Action
from engine.effects.verbs import FusionSummon, MakeTokens, Token
from engine.text.grammar import Grammar
from engine.text.nouns import Mods, joined, make_filter
from engine.text.tokens import Token as Word
from engine.vocab import Attribute, CardKind, Frame, MonsterType, Zone


def grammar_of_summons(g: Grammar) -> None:
    """Add the phrases of this module."""
    _fusion(g)
    _ritual(g)
    _tokens(g)


def _fusion(g: Grammar) -> None:
    g.words("fusion_zones", {"hand or field": (Zone.HAND, Zone.MONSTER), "hand": (Zone.HAND,), "field": (Zone.MONSTER,)})

    @g.rule(
        "do",
        "fusion summon <number> <nominal> from your extra deck , using monster from your <fusion_zones> [as material]",
        "fusion summon <number> <nominal> from your extra deck , using monster from your <fusion_zones> as fusion material",
        "fusion summon <number> <nominal> from your extra deck using monster from your <fusion_zones> [as material]",
        "fusion summon <number> <nominal> from your extra deck , using monster you control as material",
    )
    def fusion(number: int, nominal: Mods, fusion_zones: tuple[Zone, ...] = (Zone.MONSTER,)) -> Action | None:
        found = make_filter(joined(nominal, (("frames", (Frame.FUSION,)),)))
        if number != 1 or found is None:
            return None
        plain = found == Filter(kinds=(CardKind.MONSTER,), frames=(Frame.FUSION,))
        return FusionSummon(Filter() if plain else found, fusion_zones)


def _ritual(g: Grammar) -> None:
    @g.rule(
        "line",
        "this card is used to ritual summon <name> .",
        "this card can be used to ritual summon <name> .",
    )
    def used_for(name: str) -> RitualLine:
        return RitualLine(name)

    @g.rule(
        "line",
        "you must also tribute monster from your hand or field whose total level equal <number> or more .",
        "you must also tribute monster whose total level equal <number> or more from your hand or field .",
        "you must also tribute monster , whose total level equal <number> or more , from your hand or field .",
    )
    def tributes(number: int) -> RitualLevels:
        return RitualLevels(number)

    @g.rule(
        "line",
        "you can ritual summon this card with <name> .",
        "you can ritual summon this card with any <name> ritual spell .",
    )
    def brought_by(name: str) -> RitualMonsterLine:
        return RitualMonsterLine(name)


@dataclass(frozen=True, slots=True)
class RitualLine:
    """The Ritual Monster a Ritual Spell is for."""

    name: str


@dataclass(frozen=True, slots=True)
class RitualLevels:
    """The Levels that are to be Tributed; the rules say the same of the monster's own Level."""

    levels: int


@dataclass(frozen=True, slots=True)
class RitualMonsterLine:
    """The Ritual Spell a Ritual Monster is Summoned with: the Spell says so, too."""

    name: str


def _tokens(g: Grammar) -> None:
    @g.terminal("token_name")
    def token_name(token: Word) -> str | None:
        name = token.name
        if name is None or not name.rstrip("s").endswith("Token"):
            return None
        return name[:-1] if name.endswith("Tokens") else name

    @g.rule(
        "token",
        "<token_name> { token <type> <attribute> <number:level> <number:atk> <number:defense> }",
    )
    def token(token_name: str, type: MonsterType, attribute: Attribute, level: int, atk: int, defense: int) -> Token:
        return Token(token_name, type, attribute, level, atk, defense)

    @g.rule("do", "special summon <number> <token> [<stance>]", "special summon <number> <token> to your field [<stance>]")
    def make(number: int, token: Token, stance: str = "any") -> Action:
        return MakeTokens(token, number, position=stance)


__all__ = ["RitualLevels", "RitualLine", "RitualMonsterLine", "grammar_of_summons"]
