"""Roll dice."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.tree import Action
from engine.state.card import CardState
from engine.state.duel_state import State


@dataclass(frozen=True, slots=True)
class RollDie(Action):
    """Roll a six-sided die when the effect resolves (setup.equipment.die); what it shows is the result "die"."""

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        if ctx.link is None:
            return False
        ctx.link.numbers["die"] = roll(s, ctx.player)
        return True


def roll(s: State, player: int) -> int:
    """Roll a die for a player and return 1 to 6."""
    shown = s.rng.below(6) + 1
    s.write("die", player=player, number=shown)
    return shown
