"""Detach Xyz Materials by an effect, where it is no cost."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx, named
from engine.effects.filters import THIS, Ref
from engine.effects.tree import Action
from engine.procedures import materials
from engine.procedures.picking import ask_cards
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import Link
from engine.vocab import Cause


@dataclass(frozen=True, slots=True)
class Detach(Action):
    """Detach so many Xyz Materials from a monster: all of them or none; you choose which."""

    number: int = 1
    of: Ref = THIS

    def possible(self, s: State, ctx: Ctx) -> bool:
        return len(below(s, ctx, self.of)) >= self.number

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None or not self.possible(s, ctx):
            return False
        s.push(Detaching(ctx.link, self))
        return None


def below(s: State, ctx: Ctx, of: Ref) -> list[int]:
    """Return the Xyz Materials of the monsters a reference names, by uid."""
    return [uid for host in named(s, ctx, of) if host.live is not None for uid in host.live.under]


class Detaching(Frame):
    """Asks which materials, then detaches them."""

    __slots__ = ("action", "link")

    def __init__(self, link: Link, action: Detach) -> None:
        super().__init__("ask")
        self.link = link
        self.action = action

    def run(self, s: State) -> None:
        """Ask, then carry out."""
        ctx = Ctx(self.link.player, self.link.uid, self.link)
        if self.step == "ask":
            self.step = "chosen"
            found = [s.cards[uid] for uid in below(s, ctx, self.action.of)]
            ask_cards(s, self.link.player, found, self.action.number, self.action.number, "detach", self.link.uid)
            return
        chosen = s.take()
        for host in named(s, ctx, self.action.of):
            materials.detach(s, host, chosen, by=self.link.player, source=self.link.uid, cause=Cause.EFFECT)
        self.link.numbers["did"] = 1
        s.finish(self)
