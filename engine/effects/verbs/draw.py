"""Draw cards, and skip Draw Phases."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects import amounts, matching
from engine.effects.context import Ctx
from engine.effects.tree import Action, Amount, Who
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw so many cards. Cannot be begun with a Deck that is too small."""

    count: Amount
    who: Who = Who.YOU

    def possible(self, s: State, ctx: Ctx) -> bool:
        count = amounts.value(s, ctx, self.count)
        return count > 0 and all(len(s.players[p].deck) >= count for p in matching.players_of(s, ctx.player, self.who))

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        count = amounts.value(s, ctx, self.count)
        drawn = [moving.draw(s, player, count) for player in matching.players_of(s, ctx.player, self.who)]
        return any(drawn)


@dataclass(frozen=True, slots=True)
class SkipDraws(Action):
    """Skip your next Draw Phases."""

    count: int

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        s.players[ctx.player].skip_draws += self.count
        return True
