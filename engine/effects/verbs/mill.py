"""Send cards from the top of a Deck to the Graveyard."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects import matching
from engine.effects.context import Ctx, mark
from engine.effects.tree import Action, Who
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Cause


@dataclass(frozen=True, slots=True)
class Mill(Action):
    """Send so many cards from the top of the Deck to the Graveyard, or all there are. They are the cards worked on."""

    count: int
    who: Who = Who.YOU

    def possible(self, s: State, ctx: Ctx) -> bool:
        return all(s.players[player].deck for player in matching.players_of(s, ctx.player, self.who))

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        sent = []
        for player in matching.players_of(s, ctx.player, self.who):
            top = [s.cards[uid] for uid in reversed(s.players[player].deck[-self.count :])]
            sent += moving.send(s, top, cause=Cause.EFFECT, by=ctx.player, source=ctx.source)
        if ctx.link is not None:
            ctx.link.bound["it"] = [mark(card) for card in sent]
        return bool(sent)
