"""Banish cards for a time, and tie a monster to the card that brought it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx, mark
from engine.effects.filters import What
from engine.effects.tree import Action, Property, Static, Until
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Lingering
from engine.vocab import Cause, Zone

FROM_HAND = -1
"""Kept instead of a position: the card returns to the hand."""


@dataclass(frozen=True, slots=True)
class BanishForAWhile(Action):
    """Banish the cards; at the end of the time they return: monsters to their owners' fields in the positions they had, others to the hand.

    A Token ceases to exist. What returns takes a Main Monster Zone (zone.emz.coming_back_to_the_field_goes_to_main).
    """

    what: What
    until: Until = Until.END_PHASE
    """``END_PHASE`` or ``YOUR_STANDBY``."""

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        was = [(card, FROM_HAND if card.zone is Zone.HAND else card.face_up * 2 + card.attack) for card in cards]
        moving.send(s, cards, Zone.BANISHED, cause=Cause.EFFECT, by=ctx.player, source=ctx.source)
        for card, position in was:
            if card.zone is Zone.BANISHED:
                static = Static(Property.RETURNS)
                marks = (mark(card),)
                s.lingering.append(
                    Lingering(static, ctx.player, ctx.source, marks, position, self.until, s.turn, s.stamp_order())
                )
        return bool(cards)


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """Tie the monster to this card: when this card leaves the field, the monster is destroyed.

    The reference ``HELD`` names the monster. The tie is cut when the monster is turned face-down, and when one of the two
    leaves while this card's effects are negated.
    """

    what: What

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        source = s.cards[ctx.source]
        for card in cards:
            static = Static(Property.DIES_WITH)
            marks = (mark(card),)
            s.lingering.append(
                Lingering(
                    static,
                    ctx.player,
                    source.uid,
                    marks,
                    0,
                    Until.ON_FIELD,
                    s.turn,
                    s.stamp_order(),
                    source_stamp=source.stamp,
                )
            )
        return bool(cards)
