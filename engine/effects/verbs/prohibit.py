"""Forbid every use of cards of a declared name."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects import continuous
from engine.effects.context import Ctx, mark
from engine.effects.filters import Filter
from engine.effects.tree import Action, Property, Static, Until
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Lingering


@dataclass(frozen=True, slots=True)
class Prohibit(Action):
    """While this card stays face-up, cards of the declared name and their effects cannot be used; those on the field already can."""

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        source = s.cards[ctx.source]
        name = ctx.link.name if ctx.link is not None else ""
        if not name or source.live is None:
            return False
        spared = tuple(mark(card) for card in s.cards if card.live is not None and continuous.name_of(s, card) == name)
        static = Static(Property.PROHIBITED, Filter(names=(name,)), word=name)
        order = s.stamp_order()
        s.lingering.append(
            Lingering(static, ctx.player, source.uid, None, 0, Until.WITH_SOURCE, s.turn, order, spared, source.stamp)
        )
        return True
