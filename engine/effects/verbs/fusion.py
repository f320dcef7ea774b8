"""Fusion Summon by an effect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.effects import matching
from engine.effects.context import Ctx
from engine.effects.filters import Filter
from engine.effects.tree import Action
from engine.procedures import joint, lending, moving
from engine.procedures.arriving import Arrive, may_arrive
from engine.procedures.picking import ask_cards
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import Link
from engine.vocab import Frame as CardFrame
from engine.vocab import SummonKind, Zone

ANY = Filter()
USUAL = (Zone.HAND, Zone.MONSTER)
"""Where Fusion Materials come from unless a text says otherwise (fusion.materials.location)."""


@dataclass(frozen=True, slots=True)
class FusionSummon(Action):
    """Fusion Summon a monster from the Extra Deck that matches, from materials in these zones.

    Monster and materials are chosen on resolution (fusion.materials.chosen_on_resolution).
    """

    special_summons: ClassVar[bool] = True
    lacks: ClassVar[str] = "fusion.needs_spell_and_listed_materials"

    monster: Filter = ANY
    zones: tuple[Zone, ...] = USUAL
    banished: bool = False
    """The materials are banished instead of sent to the Graveyard."""

    def possible(self, s: State, ctx: Ctx) -> bool:
        return bool(fusions(s, ctx, self))

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None or not self.possible(s, ctx):
            return False
        s.push(Fusing(ctx.link, self))
        return None


def materials(s: State, ctx: Ctx, action: FusionSummon) -> list[CardState]:
    """Return the monsters that may be Fusion Materials; where the text names the usual places, a switch adds the Graveyard."""
    zones = action.zones
    if zones == USUAL and s.rules.fusion_materials_location == "graveyard_too":
        zones = (*zones, Zone.GY)
    return [
        card
        for zone in zones
        for card in (lending.monsters(s, ctx.player) if zone is Zone.MONSTER else matching.in_zone(s, ctx.player, zone))
        if card.printed.monster and card.uid != ctx.source
    ]


def fusions(s: State, ctx: Ctx, action: FusionSummon) -> list[CardState]:
    """Return the Fusion Monsters that could be Summoned."""
    there = materials(s, ctx, action)
    return [
        card
        for card in matching.in_zone(s, ctx.player, Zone.EXTRA)
        if card.printed.frame is CardFrame.FUSION
        and matching.matches(s, ctx, action.monster, card)
        and may_arrive(s, ctx.player, card, SummonKind.FUSION, ctx.source)
        and joint.possible(s, "fusion", card.uid, ctx.player, there)
    ]


class Fusing(Frame):
    """Asks for the Fusion Monster and its materials, then Summons."""

    __slots__ = ("action", "link", "monster", "used")

    def __init__(self, link: Link, action: FusionSummon) -> None:
        super().__init__("monster")
        self.link = link
        self.action = action
        self.monster = -1
        self.used: list[int] = []
        """The materials, by uid."""

    def run(self, s: State) -> None:
        """Ask the next question or carry the Summon out."""
        player = self.link.player
        ctx = Ctx(player, self.link.uid, self.link)
        if self.step == "monster":
            self.step = "materials"
            ask_cards(s, player, fusions(s, ctx, self.action), 1, 1, "fusion", self.link.uid)
        elif self.step == "materials":
            self.monster = s.take()[0]
            self.step = "chosen"
            found = materials(s, ctx, self.action)
            ask_cards(s, player, found, 1, len(found), "material", self.monster, ("fusion", self.monster))
        elif self.step == "chosen":
            self.used = list(s.take())
            self.step = "agreed" if lending.ask(s, player, self.monster, self.used) else "summon"
        elif self.step == "agreed" and not lending.agreed(s, player, self.monster, self.used):
            if fusions(s, ctx, self.action):
                self.step = "monster"  # With other materials; what is not asked for is not needed.
            else:
                s.finish(self)
        else:
            used = [s.cards[uid] for uid in self.used]
            goal = Zone.BANISHED if self.action.banished else Zone.GY
            lost = s.rules.fusion_used_cards == "destroyed"
            moving.send_materials(s, used, goal, by=player, source=self.link.uid, as_destroyed=lost)
            s.later()
            s.finish(self)
            s.push(
                Arrive(
                    [self.monster],
                    player,
                    player,
                    SummonKind.FUSION,
                    "any",
                    source=self.link.uid,
                    link=self.link,
                    materials=len(used),
                )
            )
