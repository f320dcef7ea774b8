"""A Trap becomes a monster."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.effects.context import Ctx
from engine.effects.tree import Action, Static
from engine.procedures.arriving import Arrive, barred
from engine.procedures.moving import free_zones
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.printed import Printed
from engine.vocab import Ability, Attribute, CardKind, Frame, MonsterType, SummonKind, Zone


@dataclass(frozen=True, slots=True)
class BecomeMonster(Action):
    """Special Summon this Trap to your field as a monster of these values; it is still a Trap too.

    ``effect`` makes it an Effect Monster, else it is a Normal Monster. Where the Spell & Trap Zone it left stays taken is a
    switch (trap_monster.zones). Away from the Monster Zones it is only a Trap again.
    """

    special_summons: ClassVar[bool] = True

    type: MonsterType
    attribute: Attribute
    level: int
    atk: int
    defense: int
    effect: bool = False
    position: str = "any"
    applied: tuple[Static, ...] = ()
    """What is applied to it while it stays on the field as a monster."""

    def missing(self, s: State, ctx: Ctx) -> str:
        return "" if free_zones(s, ctx.player, Zone.MONSTER) else "zone.full.cannot_play"

    def possible(self, s: State, ctx: Ctx) -> bool:
        return bool(free_zones(s, ctx.player, Zone.MONSTER)) and not barred(s, ctx.player, None)

    def form(self, printed: Printed) -> Printed:
        """Return the card as the monster it becomes."""
        return replace(
            printed,
            kind=CardKind.MONSTER,
            frame=Frame.EFFECT if self.effect else Frame.NORMAL,
            attribute=self.attribute,
            type=self.type,
            abilities=(Ability.EFFECT,) if self.effect else (),
            level=self.level,
            atk=self.atk,
            defense=self.defense,
            still=CardKind.TRAP,
        )

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        card = s.cards[ctx.source]
        here = card.zone is Zone.SPELL_TRAP and (ctx.link is None or ctx.link.stamp == card.stamp)
        if not here or not self.possible(s, ctx):
            return False
        card.trap, card.printed = card.printed, self.form(card.printed)
        kind = SummonKind.SPECIAL
        s.push(
            Arrive(
                [card.uid],
                ctx.player,
                ctx.player,
                kind,
                self.position,
                source=ctx.source,
                link=ctx.link,
                applied=self.applied,
            )
        )
        return None
