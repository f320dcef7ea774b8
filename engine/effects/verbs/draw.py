"""Draw cards, and skip Draw Phases."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects import amounts, matching, wording
from engine.effects.context import Ctx
from engine.effects.tree import Action, Amount, Who
from engine.procedures import moving
from engine.procedures.because import deck_too_small
from engine.state.card import CardState
from engine.state.duel_state import State


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw so many cards, each player the number that is theirs. Cannot be begun with a Deck that is too small."""

    count: Amount
    who: Who = Who.YOU

    def possible(self, s: State, ctx: Ctx) -> bool:
        count = amounts.value(s, ctx, self.count)
        return count > 0 and all(len(s.players[p].deck) >= count for p in matching.players_of(s, ctx.player, self.who))

    def missing(self, s: State, ctx: Ctx) -> str:
        count = amounts.value(s, ctx, self.count)
        return deck_too_small(count) if self.who is Who.YOU and len(s.players[ctx.player].deck) < count else ""

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        drawn = []
        for player in matching.players_of(s, ctx.player, self.who):
            seen = ctx if player == ctx.player else Ctx(player, ctx.source, ctx.link, ctx.event)
            drawn.append(moving.draw(s, player, amounts.value(s, seen, self.count)))
        return any(drawn)


@dataclass(frozen=True, slots=True)
class SkipDraws(Action):
    """Skip the next Draw Phases; those that are to be skipped already count among them.

    Partners share them, beginning with the one whose turn is next (tag.example.reckless_greed).
    """

    count: int
    who: Who = Who.YOU

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        for player, count in wording.shared(s, ctx.player, self.who, self.count):
            side = s.players[player]
            side.skip_draws = max(side.skip_draws, count)
        return True
