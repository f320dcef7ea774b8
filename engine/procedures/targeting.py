"""What an effect may target, and what may pay for it so that a target is left."""

from __future__ import annotations

from engine.effects import continuous, matching
from engine.effects.context import Ctx
from engine.effects.filters import TARGET, Ref, RefKind
from engine.effects.tree import (
    Effect,
    PayCards,
    Property,
)
from engine.procedures import costs
from engine.procedures.moving import goal_of
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Snap
from engine.vocab import Zone


def target_choices(s: State, ctx: Ctx, effect: Effect, index: int) -> list[CardState]:
    """Return the cards that may be targeted: those that match and that the effect could do its work on."""
    wanted = effect.targets[index]
    found = [card for card in matching.choices(s, ctx, wanted) if wanted.may_be_this or card.uid != ctx.source]
    found = [card for card in found if not untargetable(s, card, ctx.source)]
    for step in effect.body:
        what = step.do.selection()
        if isinstance(what, Ref) and what.kind is RefKind.TARGET and what.index in (None, index):
            found = [card for card in found if step.do.takes(s, ctx, wanted, card)]
    return found


def payments(s: State, ctx: Ctx, effect: Effect) -> list[CardState]:
    """Return what a cost that comes before the target may be paid with: a target has to be left, or come of it."""
    there = target_choices(s, ctx, effect, 0)
    coming = targets_by_cost(s, ctx, effect)
    return [
        card
        for cost in effect.cost
        if isinstance(cost, PayCards)
        for card in costs.choices(s, ctx, cost)
        if card in coming or any(other is not card for other in there)
    ]


def targets_by_cost(s: State, ctx: Ctx, effect: Effect) -> list[CardState]:
    """Return what would become a legal target in the Graveyard by being paid with."""
    wanted = effect.targets[0].filter
    return [
        card
        for cost in effect.cost
        if isinstance(cost, PayCards) and cost.how in ("tribute", "discard", "send")
        for card in costs.choices(s, ctx, cost)
        if goal_of(s, card, Zone.GY) is Zone.GY
        and matching.matches(s, ctx, wanted, card, Snap(card.uid, card.stamp, card.owner, Zone.GY, True, False, 0))
        and matching.has_series_in_piles(card, wanted.series)
        and all(step.do.accepts(s, ctx, card) for step in effect.body if step.do.selection() == TARGET)
    ]


def untargetable(s: State, card: CardState, source: int) -> bool:
    """Whether something keeps the card from being targeted by effects of that source."""
    if card.live is None or (not s.lingering and Property.UNTARGETABLE not in s.index.statics):
        return False
    return any(
        found.static.by is None or matching.matches(s, Ctx(found.player, found.source), found.static.by, s.cards[source])
        for found in continuous.on_card(s, Property.UNTARGETABLE, card)
    )
