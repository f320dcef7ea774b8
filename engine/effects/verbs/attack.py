"""Negate an attack, turn it to another monster, end the Battle Phase."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects import continuous
from engine.effects.context import Ctx, mark
from engine.effects.filters import What
from engine.effects.tree import Action
from engine.state.card import CardState
from engine.state.duel_state import State


@dataclass(frozen=True, slots=True)
class NegateAttack(Action):
    """Negate the attack that was declared; it stays used (battle.attack.negated_attack_is_used).

    Not done if the attacking monster is unaffected by the card's effects.
    """

    def possible(self, s: State, ctx: Ctx) -> bool:
        return s.battle is not None and not s.battle.negated and not s.battle.in_step

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        if s.battle is None or not self.possible(s, ctx):
            return False
        if continuous.unaffected(s, s.cards[s.battle.attacker[0]], ctx.source):
            return False
        s.battle.negated = True
        s.write("attack_negated", card=s.battle.attacker[0])
        return True


@dataclass(frozen=True, slots=True)
class TurnAttackTo(Action):
    """Make the monster the target of the attack that was declared; that alone brings no replay."""

    what: What

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        if s.battle is None or s.battle.negated or not cards:
            return False
        s.battle.target = mark(cards[0])
        s.battle.redirected = True
        s.write("attack_turned", card=cards[0].uid)
        return True


@dataclass(frozen=True, slots=True)
class EndBattlePhase(Action):
    """End the Battle Phase; the attack that was declared is not carried out."""

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        if s.battle is not None:
            s.battle.negated = True
        for frame in s.frames:
            frame.end_early()
        return True
