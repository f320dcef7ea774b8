"""Equip this card to a monster, or a monster to this one."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects import matching
from engine.effects.context import Ctx, link_ctx, mark, marked
from engine.effects.filters import What
from engine.effects.tree import Action, Property, Static, Until
from engine.procedures.moving import free_zone, to_row
from engine.procedures.picking import ask_cards
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import Lingering, Link, Mark
from engine.state.seats import everyone
from engine.vocab import Ability, CardKind, Zone

UNION = "union"
"""The mark of a Union Monster that was equipped by its own effect."""


@dataclass(frozen=True, slots=True)
class Equip(Action):
    """Equip this card to the monster; a monster becomes an Equip Card in a Spell & Trap Zone of its player.

    Not done if the monster is not there face-up (equip.target_gone_at_resolution).
    """

    to: What

    def selection(self) -> What:
        return self.to

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return not bars_union(s, s.cards[ctx.source], card)

    def missing(self, s: State, ctx: Ctx) -> str:
        if s.rules.union_rules_from == "rules" and Ability.UNION in s.cards[ctx.source].printed.abilities:
            return "union.one_per_monster"
        return ""

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


def bars_union(s: State, union: CardState, host: CardState) -> bool:
    """Whether the rules let the monster carry no further Union Monster (union.one_per_monster)."""
    if s.rules.union_rules_from != "rules" or Ability.UNION not in union.printed.abilities:
        return False
    return any(
        other.live is not None and other.live.equip == host.uid and Ability.UNION in other.printed.abilities
        for player in range(len(s.players))
        for other in matching.in_zone(s, player, Zone.SPELL_TRAP)
    )


@dataclass(frozen=True, slots=True)
class JoinUnion(Action):
    """Equip the Union Monster to a monster of yours it may be attached to, as if by its own effect.

    You choose that monster on resolution (union.formation_union_counts_as_own_effect).
    """

    what: What

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return bool(_hosts(s, ctx, card)) and free_zone(s, ctx.player, Zone.SPELL_TRAP) is not None

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None or cards[0].zone is not Zone.MONSTER or not self.accepts(s, ctx, cards[0]):
            return False
        s.push(Joining(ctx.link, mark(cards[0])))
        return None


def _hosts(s: State, ctx: Ctx, union: CardState) -> list[CardState]:
    wanted = union.printed.definition.equips_to
    return [
        host
        for host in matching.in_zone(s, ctx.player, Zone.MONSTER)
        if wanted is not None
        and host is not union
        and host.face_up
        and matching.matches(s, ctx, wanted, host)
        and not bars_union(s, union, host)
    ]


class Joining(Frame):
    """Asks which monster the Union Monster joins, then equips it."""

    __slots__ = ("link", "union")

    def __init__(self, link: Link, union: Mark) -> None:
        super().__init__("ask")
        self.link = link
        self.union = union

    def run(self, s: State) -> None:
        """Ask, then carry out."""
        card = marked(s, [self.union])[0]
        if self.step == "ask":
            self.step = "chosen"
            ask_cards(s, self.link.player, _hosts(s, link_ctx(self.link), card), 1, 1, "equip", self.link.uid)
            return
        host = s.cards[s.take()[0]]
        index = free_zone(s, self.link.player, Zone.SPELL_TRAP)
        assert index is not None
        to_row(s, card, Zone.SPELL_TRAP, self.link.player, index, face_up=True).equip = host.uid
        s.write("equipped", card=card.uid, host=host.uid)
        own = Static(Property.MARK, word=UNION)
        s.lingering.append(
            Lingering(own, self.link.player, card.uid, (mark(card),), 0, Until.ON_FIELD, s.turn, s.stamp_order())
        )
        self.link.numbers["did"] = 1
        s.finish(self)


@dataclass(frozen=True, slots=True)
class MoveEquip(Action):
    """Equip an Equip Card that lies on a monster to another one it may be attached to; its effects begin to apply anew.

    You choose the other monster on resolution.
    """

    what: What

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return bool(_other_hosts(s, card))

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None or not self.accepts(s, ctx, cards[0]):
            return False
        s.push(Moving(ctx.link, mark(cards[0])))
        return None


def _other_hosts(s: State, equip: CardState) -> list[CardState]:
    """Return the monsters an Equip Card could lie on instead of the one it is equipped to."""
    wanted = equip.printed.definition.equips_to
    if equip.live is None or equip.live.equip is None or (wanted is None and equip.printed.monster):
        return []  # A monster that was equipped by another lies on that one only.
    ctx = Ctx(equip.controller, equip.uid)
    return [
        host
        for player in range(len(s.players))
        for host in matching.in_zone(s, player, Zone.MONSTER)
        if host.face_up and host.uid != equip.live.equip and (wanted is None or matching.matches(s, ctx, wanted, host))
    ]


class Moving(Frame):
    """Asks for the other monster, then equips the card to it."""

    __slots__ = ("equip", "link")

    def __init__(self, link: Link, equip: Mark) -> None:
        super().__init__("ask")
        self.link = link
        self.equip = equip

    def run(self, s: State) -> None:
        """Ask, then carry out."""
        card = marked(s, [self.equip])[0]
        if self.step == "ask":
            self.step = "chosen"
            ask_cards(s, self.link.player, _other_hosts(s, card), 1, 1, "equip", self.link.uid)
            return
        host = s.cards[s.take()[0]]
        card.on_field.equip = host.uid
        card.on_field.since = s.stamp_order()
        s.write("equipped", card=card.uid, host=host.uid)
        self.link.numbers["did"] = 1
        s.finish(self)


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
        card.seen = everyone(s)  # Who Set it knows it, and who controls it now may look at it.
        card.on_field.equip = host.uid
        s.write("equipped", card=card.uid, host=host.uid)
        return True
