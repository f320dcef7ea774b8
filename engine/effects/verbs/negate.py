"""Negate the activation of a card or effect, its effect alone, or a Summon that is attempted."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.tree import Action, Effect, Happening, Scope
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Link
from engine.vocab import Cause, Zone


def _answered(s: State, ctx: Ctx) -> Link | None:
    event = ctx.event
    if event is None or event.link is None or event.link >= len(s.chain):
        return None
    return s.chain[event.link]


def _punish(s: State, ctx: Ctx, link: Link, then: str) -> None:
    """Destroy or banish the card whose activation or effect was negated, if it is still there."""
    card = s.cards[link.uid]
    if not then or card.stamp != link.stamp or card.zone is Zone.NOWHERE:
        return
    if then == "banish":
        moving.send(s, [card], Zone.BANISHED, cause=Cause.EFFECT, by=ctx.player, source=ctx.source)
    elif card.live is not None or card.zone is Zone.HAND:
        moving.destroy(s, [card], cause=Cause.EFFECT, by=ctx.player, source=ctx.source)


@dataclass(frozen=True, slots=True)
class NegateActivation(Action):
    """Negate the activation answered and, if ``then`` says so, "destroy" or "banish" the card.

    Costs stay paid, "once per turn" and limits on the use stay spent; a limit on activations is given back
    (limit.hard.activate_is_refunded_if_activation_negated). A Spell or Trap so negated was never active on the field
    (negate.activation.card_was_not_on_the_field).
    """

    then: str = ""

    def possible(self, s: State, ctx: Ctx) -> bool:
        return _answered(s, ctx) is not None

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        link = _answered(s, ctx)
        if link is None or link.negated:
            return False
        link.negated = "activation"
        s.write("negated", card=link.uid)
        _refund(s, link)
        _punish(s, ctx, link, self.then)
        return True


def _refund(s: State, link: Link) -> None:
    from engine.procedures.activating import limit_key

    card = s.cards[link.uid]
    effect: Effect = card.printed.definition.effects[link.effect]
    if effect.limit is not None and effect.limit.scope is Scope.ACTIVATE:
        s.uses[limit_key(link.player, card, link.effect, effect)] -= 1


@dataclass(frozen=True, slots=True)
class NegateEffect(Action):
    """Negate only the effect answered: the activation stands, so every limit stays spent and a card that remains stays.

    ``then`` as in ``NegateActivation`` (negate.activation_and_effect_differ).
    """

    then: str = ""

    def possible(self, s: State, ctx: Ctx) -> bool:
        return _answered(s, ctx) is not None

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        link = _answered(s, ctx)
        if link is None or link.negated:
            return False
        link.negated = "effect"
        s.write("effect_negated", card=link.uid)
        _punish(s, ctx, link, self.then)
        return True


@dataclass(frozen=True, slots=True)
class NegateSummon(Action):
    """Negate the Summon that is attempted and "destroy" the monster, or, with ``then`` empty, send it to the Graveyard.

    Only the first link after the attempt can do it (summon.negation.only_the_first_link). Tributes, materials and costs
    stay spent; the monster has never been on the field and counts as not properly Summoned.
    """

    then: str = "destroy"

    def possible(self, s: State, ctx: Ctx) -> bool:
        from engine.procedures.attempt import attempted, is_safe

        attempt = attempted(s)
        if attempt is None or ctx.event is None or ctx.event.what is not Happening.WOULD_SUMMON:
            return False
        return not is_safe(s.cards[attempt.uid], attempt.kind)

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        from engine.procedures.attempt import attempted, undo

        attempt = attempted(s)
        return attempt is not None and self.possible(s, ctx) and undo(s, attempt, self.then, ctx.player, ctx.source)
