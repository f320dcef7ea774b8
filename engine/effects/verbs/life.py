"""Inflict damage and gain Life Points."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects import amounts, matching
from engine.effects.context import Ctx
from engine.effects.tree import Action, Amount, Count, Who
from engine.procedures import life
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.seats import turn_order


@dataclass(frozen=True, slots=True)
class Damage(Action):
    """Inflict effect damage; what was taken is the result "damage"."""

    amount: Amount
    who: Who = Who.OPPONENT
    own: int = 0
    """So much to the effect's player at the same moment: both may lose by it."""
    to_controller: bool = False
    """To the controller of the card the step before worked on, instead."""

    def possible(self, s: State, ctx: Ctx) -> bool:
        return not isinstance(self.amount, int | Count) or amounts.value(s, ctx, self.amount) > 0

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        amount = amounts.value(s, ctx, self.amount)
        taken = 0
        players = matching.players_of(s, ctx.player, self.who)
        if self.to_controller and ctx.link is not None:
            players = (ctx.link.numbers["it.controller"],)
        for player in players:
            taken += life.effect_damage(s, player, amount, ctx.player, ctx.source)
        if self.own:
            life.effect_damage(s, ctx.player, self.own, ctx.player, ctx.source)
        if ctx.link is not None:
            ctx.link.numbers["damage"] = taken
        return taken > 0


@dataclass(frozen=True, slots=True)
class DamageOwners(Action):
    """Inflict damage to the owner of each card of the event."""

    amount: int

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        if ctx.event is None:
            return False
        owners = [s.cards[seen.uid].owner for seen in ctx.event.subjects]
        for player in turn_order(s):
            life.effect_damage(s, player, owners.count(player) * self.amount, ctx.player, ctx.source)
        return bool(owners)


@dataclass(frozen=True, slots=True)
class GainLP(Action):
    """Gain Life Points."""

    amount: Amount
    who: Who = Who.YOU

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        amount = amounts.value(s, ctx, self.amount)
        for player in matching.players_of(s, ctx.player, self.who):
            life.gain(s, player, amount)
        return amount > 0
