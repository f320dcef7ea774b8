"""Send to the Graveyard, banish, return or add to the hand, return to the Deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.effects import continuous
from engine.effects.context import Ctx
from engine.effects.filters import What
from engine.effects.tree import Action, Property
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.seats import everyone
from engine.vocab import Cause, Zone


def _move(s: State, ctx: Ctx, cards: list[CardState], zone: Zone, face_up: bool = True) -> bool:
    moving.send(s, cards, zone, cause=Cause.EFFECT, by=ctx.player, source=ctx.source, face_up=face_up)
    return bool(cards)


def _bound_for_graveyard(s: State, card: CardState) -> bool:
    """Whether a used Spell or Trap only waits for the end of its Chain: it returns neither to hand nor Deck."""
    from engine.procedures.settling import goes_after_use

    return goes_after_use(card) and any(link.uid == card.uid and link.stamp == card.stamp for link in s.chain)


@dataclass(frozen=True, slots=True)
class Send(Action):
    """Send the cards to the Graveyard, without destroying them."""

    gives_up: ClassVar[bool] = True

    what: What
    returned: bool = False
    """They return there from the banished cards, which is no sending."""

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        if self.returned:
            for card in cards:
                origin = card.zone
                moving.to_pile(s, card, Zone.GY)
                facts = {"cause": Cause.EFFECT, "by": ctx.player, "source": ctx.source}
                s.write("move", card=card.uid, origin=origin, zone=card.zone, shown=True, **facts)
            return bool(cards)
        return _move(s, ctx, cards, Zone.GY)


@dataclass(frozen=True, slots=True)
class Banish(Action):
    """Banish the cards."""

    gives_up: ClassVar[bool] = True

    what: What
    face_up: bool = True

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return card.zone is not Zone.GY or not continuous.player_has(s, Property.CANNOT_BANISH_FROM_GY, ctx.player)

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        return _move(s, ctx, cards, Zone.BANISHED, self.face_up)


@dataclass(frozen=True, slots=True)
class ToHand(Action):
    """Return or add the cards to their owners' hands; cards from a Deck are shown (verify.added_cards_are_shown).

    How many reached a hand or an Extra Deck is the result "moved".
    """

    gives_up: ClassVar[bool] = True

    what: What

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return card.live is None or not _bound_for_graveyard(s, card)

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        searched = [card for card in cards if card.zone is Zone.DECK]
        _move(s, ctx, cards, Zone.HAND)
        for card in searched:
            card.seen = everyone(s)
            s.write("shown", card=card.uid)
        if ctx.link is not None:
            ctx.link.numbers["moved"] = sum(card.zone in (Zone.HAND, Zone.EXTRA) for card in cards)
        return bool(cards)


@dataclass(frozen=True, slots=True)
class ToDeck(Action):
    """Return the cards to their owners' Decks, which are shuffled (deck.shuffle.when_a_card_returns), to the top or bottom."""

    gives_up: ClassVar[bool] = True

    what: What
    top: bool = False
    bottom: bool = False

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        if card.live is None:
            return True
        return not _bound_for_graveyard(s, card) and not continuous.has(s, Property.NO_DECK_RETURN, card)

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        _move(s, ctx, cards, Zone.DECK)
        if self.bottom:
            for card in cards:
                if card.zone is Zone.DECK:
                    deck = s.players[card.owner].deck
                    deck.remove(card.uid)
                    deck.insert(0, card.uid)
        if self.top or self.bottom:
            return bool(cards)
        for player in sorted({card.owner for card in cards if card.zone is Zone.DECK}):
            moving.shuffle_deck(s, player)
        return bool(cards)
