"""Equip this card to a monster, or a monster to this one."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.filters import What
from engine.effects.tree import Action
from engine.procedures.moving import free_zone, to_row
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import CardKind, Zone


@dataclass(frozen=True, slots=True)
class Equip(Action):
    """Equip this card to the monster; a monster becomes an Equip Card in a Spell & Trap Zone of its player.

    Not done if the monster is not there face-up (equip.target_gone_at_resolution).
    """

    to: What

    def selection(self) -> What:
        return self.to

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        card, host = s.cards[ctx.source], cards[0]
        if not host.face_up or host.zone is not Zone.MONSTER or card is host:
            return False
        if ctx.link is not None and card.stamp != ctx.link.stamp:
            return False
        if card.zone is not Zone.SPELL_TRAP:
            index = free_zone(s, ctx.player, Zone.SPELL_TRAP)
            if index is None:
                return False
            to_row(s, card, Zone.SPELL_TRAP, ctx.player, index, face_up=True)
            if ctx.link is not None:
                ctx.link.stamp = card.stamp
        card.on_field.equip = host.uid
        s.write("equipped", card=card.uid, host=host.uid)
        return True


@dataclass(frozen=True, slots=True)
class EquipToThis(Action):
    """Equip the monster to this monster: it becomes an Equip Card in a Spell & Trap Zone of your side.

    A face-down monster stays face-down there. Not done if this card is no longer face-up in a Monster Zone, or without a
    free Spell & Trap Zone.
    """

    what: What

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return card.printed.kind is not CardKind.TOKEN and free_zone(s, ctx.player, Zone.SPELL_TRAP) is not None

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        host, card = s.cards[ctx.source], cards[0]
        index = free_zone(s, ctx.player, Zone.SPELL_TRAP)
        here = host.zone is Zone.MONSTER and host.face_up and (ctx.link is None or host.stamp == ctx.link.stamp)
        if not here or index is None or card.zone is not Zone.MONSTER or card is host:
            return False
        to_row(s, card, Zone.SPELL_TRAP, ctx.player, index, face_up=card.face_up)
        card.seen = 3  # Who Set it knows it, and who controls it now may look at it.
        card.on_field.equip = host.uid
        s.write("equipped", card=card.uid, host=host.uid)
        return True
