"""Change battle positions, turn monsters face-down or up, move them to the zone beside."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx, mark, marked
from engine.effects.filters import What
from engine.effects.tree import Action
from engine.procedures import handing_over, turning
from engine.state.card import CardState
from engine.state.duel_state import ROW, Frame, State
from engine.state.records import Link, Mark, Prompt
from engine.vocab import Frame as CardFrame
from engine.vocab import Zone


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """Change the monsters to "attack", "defense", the "other" of the two, or "face_down" (Defense Position)."""

    what: What
    to: str

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return self.to == "attack" or card.printed.frame is not CardFrame.LINK or not card.face_up

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        return sum(turning.turn(s, card, self.to) for card in cards) > 0


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Turn face-down monsters face-up, in their battle position; with ``silent`` their Flip effects do not activate."""

    what: What
    silent: bool = False

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        return sum(turning.flip(s, card, by=ctx.player, source=ctx.source, silent=self.silent) for card in cards) > 0


SIDES = {"left": -1, "right": 1}
"""The words of the choice, as the monster's controller sees them."""


@dataclass(frozen=True, slots=True)
class Shift(Action):
    """Move the monster to a free Main Monster Zone beside its own; you choose on which side (zone.monster.movement_by_an_effect)."""

    what: What

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return bool(_ways(s, card))

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None or not _ways(s, cards[0]):
            return False
        s.push(Shifting(ctx.link, mark(cards[0])))
        return None


def _ways(s: State, card: CardState) -> list[str]:
    """Return the sides on which the zone beside a monster is free."""
    if card.zone is not Zone.MONSTER or card.index >= ROW:
        return []
    row = s.players[card.controller].monsters
    return [word for word, way in SIDES.items() if 0 <= card.index + way < ROW and row[card.index + way] < 0]


class Shifting(Frame):
    """Asks for the side, then moves the monster."""

    __slots__ = ("link", "moved")

    def __init__(self, link: Link, moved: Mark) -> None:
        super().__init__("ask")
        self.link = link
        self.moved = moved

    def run(self, s: State) -> None:
        """Ask where there is a choice, then carry out."""
        card = marked(s, [self.moved])[0]
        ways = _ways(s, card)
        if self.step == "ask":
            self.step = "chosen"
            if len(ways) == 1:
                s.answer = ways[0]
            else:
                s.ask(Prompt("option", self.link.player, "side", self.link.uid, words=tuple(ways)))
            return
        handing_over.shift(s, card, card.index + SIDES[s.take()])
        self.link.numbers["did"] = 1
        s.finish(self)
