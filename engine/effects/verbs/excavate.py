"""Excavate cards from the top of the Deck."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.tree import Action
from engine.procedures import moving
from engine.procedures.because import deck_too_small
from engine.procedures.picking import ask_cards
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import Link
from engine.state.seats import everyone
from engine.vocab import Cause, Zone


@dataclass(frozen=True, slots=True)
class Excavate(Action):
    """Excavate the top cards of your Deck, add one of them to the hand, shuffle the rest back."""

    count: int

    def possible(self, s: State, ctx: Ctx) -> bool:
        return len(s.players[ctx.player].deck) >= self.count

    def missing(self, s: State, ctx: Ctx) -> str:
        return "" if self.possible(s, ctx) else deck_too_small(self.count)

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None or not self.possible(s, ctx):
            return False
        s.push(Excavating(ctx.link, self.count))
        return None


class Excavating(Frame):
    """Shows the cards, lets their owner take one, shuffles."""

    __slots__ = ("count", "link")

    def __init__(self, link: Link, count: int) -> None:
        super().__init__("show")
        self.link = link
        self.count = count

    def run(self, s: State) -> None:
        """Ask, then carry out the answer."""
        player = self.link.player
        if self.step == "show":
            top = [s.cards[uid] for uid in s.players[player].deck[-self.count :]]
            moving.show(s, player, top)
            for card in top:
                card.seen = everyone(s)
                s.write("shown", card=card.uid)
            self.step = "taken"
            ask_cards(s, player, top, 1, 1, "add", self.link.uid)
            return
        taken = [s.cards[uid] for uid in s.take()]
        moving.send(s, taken, Zone.HAND, cause=Cause.EFFECT, by=player, source=self.link.uid)
        for card in taken:
            card.seen = everyone(s)
        moving.shuffle_deck(s, player)
        self.link.numbers["did"] = 1
        s.finish(self)
