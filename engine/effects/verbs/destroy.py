"""Destroy cards on the field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.effects import matching
from engine.effects.context import Ctx, link_ctx
from engine.effects.filters import Select, What
from engine.effects.tree import Action
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Link
from engine.vocab import Cause, Zone


@dataclass(frozen=True, slots=True)
class Destroy(Action):
    """Destroy the cards together; done if at least one was destroyed. Sent by the rules to the Graveyard."""

    gives_up: ClassVar[bool] = True

    what: What
    banish: bool = False
    """ "and if you do, banish it": they are banished instead of sent to the Graveyard."""

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        goal = Zone.BANISHED if self.banish else Zone.GY
        return bool(moving.destroy(s, cards, goal, cause=Cause.EFFECT, by=ctx.player, source=ctx.source))


def would_destroy(s: State, link: Link, players: tuple[int, ...]) -> int:
    """Return how many cards on the field of these players the activation would destroy as things stand."""
    effect = s.cards[link.uid].printed.definition.effects[link.effect]
    most = 0
    for step in effect.body:
        if isinstance(step.do, Destroy):
            what = step.do.what
            ctx = link_ctx(link)
            there = [card for card in matching.choices(s, ctx, what) if card.live is not None and card.controller in players]
            count = matching.how_many(s, ctx, what, len(there))[1] if isinstance(what, Select) else len(there)
            most = max(most, count)
    return most
