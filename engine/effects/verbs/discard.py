"""Discard cards from the hand by an effect."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.filters import What
from engine.effects.tree import Action
from engine.procedures import events, moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Cause


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard the cards; the number is the result "discarded", also of each player."""

    what: What

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        owners = [card.owner for card in cards]
        moving.send(s, cards, cause=Cause.EFFECT, by=ctx.player, source=ctx.source)
        events.tell_discarded(s, cards, Cause.EFFECT, ctx.player, ctx.source)
        if ctx.link is not None:
            ctx.link.numbers["discarded"] = len(cards)
            for player in range(len(s.players)):
                ctx.link.numbers[f"discarded.{player}"] = owners.count(player)
        return bool(cards)
