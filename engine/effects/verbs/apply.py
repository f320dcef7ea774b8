"""Apply a property to cards or players for a time."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects import amounts, continuous
from engine.effects.context import Ctx, mark, named
from engine.effects.filters import Ref, What
from engine.effects.tree import Action, Property, Static, Until
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Lingering


@dataclass(frozen=True, slots=True)
class Apply(Action):
    """Apply ``static`` with the value it has now: to the cards ``to``, else to whatever its own filter or player says.

    The ATK lost is the result "lost".
    """

    static: Static
    to: What | None = None
    until: Until = Until.END_OF_TURN
    spare: Ref | None = None
    """Not to these cards, whatever the filter says."""

    def selection(self) -> What | None:
        return self.to

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        value = amounts.value(s, ctx, self.static.value)
        marks = None if self.to is None else tuple(mark(card) for card in cards)
        before = sum(continuous.atk(s, card) for card in cards)
        spared = () if self.spare is None else tuple(mark(card) for card in named(s, ctx, self.spare))
        s.lingering.append(
            Lingering(self.static, ctx.player, ctx.source, marks, value, self.until, s.turn, s.stamp_order(), spared)
        )
        for card in cards:
            s.write("applied", card=card.uid, property=self.static.property, value=value)
        if ctx.link is not None and self.static.property is Property.ATK:
            ctx.link.numbers["lost"] = max(before - sum(continuous.atk(s, card) for card in cards), 0)
        return True
