"""Toss coins."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.tree import Action
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import Link, Prompt

FACES = ("heads", "tails")


@dataclass(frozen=True, slots=True)
class TossCoins(Action):
    """Toss so many coins when the effect resolves (coin.caller_and_result); how many showed heads is the result "heads".

    ``called``: you call the side of the one coin first; the result "called" is 1 if you were right and 0 if not.
    """

    count: int = 1
    called: bool = False

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None:
            return False
        if self.called:
            s.push(Calling(ctx.link))
            return None
        ctx.link.numbers["heads"] = sum(toss(s, ctx.player) == "heads" for _ in range(self.count))
        return True


def toss(s: State, player: int) -> str:
    """Toss a coin and return "heads" or "tails"."""
    face = FACES[s.rng.below(2)]
    s.write("coin", player=player, face=face)
    return face


class Calling(Frame):
    """Asks for the call, then tosses."""

    __slots__ = ("link",)

    def __init__(self, link: Link) -> None:
        super().__init__("ask")
        self.link = link

    def run(self, s: State) -> None:
        """Ask, then toss."""
        player = self.link.player
        if self.step == "ask":
            self.step = "called"
            s.ask(Prompt("option", player, "coin", self.link.uid, words=FACES))
            return
        call = s.take()
        s.write("coin_called", player=player, face=call)
        self.link.numbers["called"] = int(toss(s, player) == call)
        self.link.numbers["did"] = 1
        s.finish(self)
