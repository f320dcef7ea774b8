"""Set Spells and Traps by an effect, and look at Set cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.filters import What
from engine.effects.tree import Action
from engine.procedures import costs
from engine.procedures.fields import clear_field_zones
from engine.procedures.moving import free_zone, renew_token, shuffle_deck, to_row
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.seats import eyes, team_state
from engine.vocab import SpellTrapIcon, Zone


@dataclass(frozen=True, slots=True)
class SetCard(Action):
    """Set Spells or Traps: from the hand, or turn what lies face-up on the field down where it lies."""

    what: What

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        if card.zone is not Zone.HAND:
            return True
        if costs.toll(s, ctx.player, card) > team_state(s, ctx.player).lp:
            return False
        if card.printed.icon is SpellTrapIcon.FIELD:
            return True
        return free_zone(s, ctx.player, Zone.SPELL_TRAP) is not None

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        return sum(_set(s, ctx.player, card) for card in cards) > 0


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Place Spells or Traps face-up in your Spell & Trap Zone: they are not activated. A Deck they came from is shuffled."""

    what: What

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return free_zone(s, ctx.player, Zone.SPELL_TRAP) is not None

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        placed, decks = 0, set()
        for card in cards:
            index = free_zone(s, ctx.player, Zone.SPELL_TRAP)
            if index is None:
                continue
            if card.zone is Zone.DECK:
                decks.add(card.owner)
            to_row(s, card, Zone.SPELL_TRAP, ctx.player, index, face_up=True)
            s.write("placed", player=ctx.player, card=card.uid)
            placed += 1
        for owner in sorted(decks):
            shuffle_deck(s, owner)
        return placed > 0


def _set(s: State, player: int, card: CardState) -> bool:
    costs.pay_toll(s, player, card)
    if card.zone in (Zone.SPELL_TRAP, Zone.FIELD):
        # It counts as newly Set: what its activation still had to do to it at the end of the Chain is off.
        card.face_up = False
        card.stamp += 1
        card.seen = eyes(s, card.controller)
        card.on_field.arrived = s.turn
        renew_token(s, card)
    elif card.printed.icon is SpellTrapIcon.FIELD:
        clear_field_zones(s, player, card, face_down=True)
        to_row(s, card, Zone.FIELD, player, 0, face_up=False)
    else:
        index = free_zone(s, player, Zone.SPELL_TRAP)
        if index is None:
            return False
        to_row(s, card, Zone.SPELL_TRAP, player, index, face_up=False)
    s.write("set_spell", player=player, card=card.uid)
    return True


@dataclass(frozen=True, slots=True)
class LookAt(Action):
    """Look at the cards: their player knows them afterwards."""

    what: What

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        for card in cards:
            card.seen |= eyes(s, ctx.player)
            if not card.face_up:
                s.write("shown", card=card.uid)
        return bool(cards)


@dataclass(frozen=True, slots=True)
class Verify(Action):
    """Look at the cards of a hidden place to confirm that something is not there, if the rules allow it (verify.failed_effect)."""

    what: What

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        if s.rules.verify_failed_effect != "failed_effect_shows_the_place":
            return False
        return LookAt(self.what).perform(s, ctx, cards)
