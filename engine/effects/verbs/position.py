"""Change battle positions, turn monsters face-down or up."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.filters import What
from engine.effects.tree import Action
from engine.procedures import turning
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Frame


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """Change the monsters to "attack", "defense" or "face_down" (Defense Position)."""

    what: What
    to: str

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return self.to == "attack" or card.printed.frame is not Frame.LINK or not card.face_up

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
