"""Special Summon by an effect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.effects import arrows, matching, wording
from engine.effects.context import Ctx
from engine.effects.filters import What
from engine.effects.tree import Action, Static, Who
from engine.procedures.arriving import Arrive, may_arrive, zone_for
from engine.procedures.joint import zone_after
from engine.procedures.moving import free_zones
from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.vocab import Frame, SummonKind, Zone


@dataclass(frozen=True, slots=True)
class SpecialSummon(Action):
    """Special Summon the cards face-up; ``position`` is "attack", "defense" or "any" (the player chooses)."""

    special_summons: ClassVar[bool] = True

    what: What
    position: str = "any"
    to: Who = Who.YOU
    applied: tuple[Static, ...] = ()
    """What is applied to each of them while it stays on the field."""
    frees_zone: bool = False
    """The cost or an earlier step takes a monster off the own field first."""
    pointed: bool = False
    """Only to zones this card points to."""

    def missing(self, s: State, ctx: Ctx) -> str:
        to = wording.other(s, ctx.player, self.to)
        if self.pointed and not self._open(s, ctx, to):
            return "zone.full.cannot_play"
        return "" if self.frees_zone or free_zones(s, to, Zone.MONSTER) else "zone.full.cannot_play"

    def _open(self, s: State, ctx: Ctx, to: int) -> tuple[int, ...]:
        """Return the free Main Monster Zones this card points to."""
        row = s.players[to].monsters
        return tuple(index for index in arrows.places_pointed_at(s, s.cards[ctx.source], to) if index < ROW and row[index] < 0)

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        to = wording.other(s, ctx.player, self.to)
        if not may_arrive(s, ctx.player, card, SummonKind.SPECIAL, ctx.source):
            return False
        if self.position == "defense" and card.printed.frame is Frame.LINK:
            return False
        if self.pointed:
            return any(zone_for(s, to, card, index) is not None for index in self._open(s, ctx, to))
        if zone_for(s, to, card) is not None:
            return True
        return self.frees_zone and zone_after(s, to, list(matching.in_zone(s, to, Zone.MONSTER)))

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> None:
        to = wording.other(s, ctx.player, self.to)
        uids = [card.uid for card in cards]
        s.push(
            Arrive(
                uids,
                ctx.player,
                to,
                SummonKind.SPECIAL,
                self.position,
                source=ctx.source,
                link=ctx.link,
                applied=self.applied,
                only=self._open(s, ctx, to) if self.pointed else (),
            )
        )
