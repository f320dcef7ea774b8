"""The line of an Extra Deck monster about what it is made of."""

from __future__ import annotations

from dataclasses import replace

from engine.effects.filters import Filter
from engine.effects.tree import Materials
from engine.text.grammar import Grammar
from engine.text.nouns import Mods, make_filter
from engine.vocab import CardKind


def grammar_of_materials(g: Grammar) -> None:
    """Add the phrases of this module."""

    def plain(found: Filter | None) -> Filter | None:
        if found is None or found.zones:
            return None
        return replace(found, kinds=()) if found.kinds == (CardKind.MONSTER,) else found

    @g.rule("others", "<number> or more <mods>")
    def at_least(number: int, mods: Mods) -> tuple[Filter, int] | None:
        found = plain(make_filter(mods))
        return None if found is None else (found, number)

    @g.rule("piece", "<number> <mods>")
    def piece(number: int, mods: Mods) -> tuple[Filter, ...] | None:
        found = plain(make_filter(mods))
        return None if found is None else (found,) * number

    @g.rule("piece", "<name>")
    def named(name: str) -> tuple[Filter, ...]:
        return (Filter(names=(name,)),)

    @g.rule("pieces", "<piece>")
    def one(piece: tuple[Filter, ...]) -> tuple[Filter, ...]:
        return piece

    @g.rule("pieces", "<piece> + <pieces>")
    def more(piece: tuple[Filter, ...], pieces: tuple[Filter, ...]) -> tuple[Filter, ...]:
        return piece + pieces

    @g.rule("materials", "<pieces>")
    def exactly(pieces: tuple[Filter, ...]) -> Materials:
        return Materials(pieces)

    @g.rule("materials", "<pieces> + <others>")
    def and_more(pieces: tuple[Filter, ...], others: tuple[Filter, int]) -> Materials:
        return Materials(pieces, *others)

    @g.rule("materials", "<others>")
    def only_more(others: tuple[Filter, int]) -> Materials:
        return Materials((), *others)
