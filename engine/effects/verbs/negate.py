"""Negate the activation of a card or effect."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.tree import Action
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Cause, Zone


@dataclass(frozen=True, slots=True)
class NegateActivation(Action):
    """Negate the activation answered and, if ``then`` says so, "destroy" or "banish" the card.

    A Spell or Trap so negated was never active on the field (negate.activation.card_was_not_on_the_field).
    """

    then: str = ""

    def possible(self, s: State, ctx: Ctx) -> bool:
        event = ctx.event
        return event is not None and event.link is not None and event.link < len(s.chain)

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        event = ctx.event
        if event is None or event.link is None or event.link >= len(s.chain):
            return False
        link = s.chain[event.link]
        if link.negated:
            return False
        link.negated = "activation"
        card = s.cards[link.uid]
        s.write("negated", card=card.uid)
        if self.then and card.stamp == link.stamp and card.zone is not Zone.NOWHERE:
            if self.then == "destroy":
                if card.live is not None or card.zone is Zone.HAND:
                    moving.destroy(s, [card], cause=Cause.EFFECT, by=ctx.player, source=ctx.source)
            else:
                moving.send(s, [card], Zone.BANISHED, cause=Cause.EFFECT, by=ctx.player, source=ctx.source)
        return True
