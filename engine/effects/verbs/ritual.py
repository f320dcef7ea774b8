"""Ritual Summon by an effect."""

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
from engine.vocab import Cause, SummonKind, Zone
from engine.vocab import Frame as CardFrame


@dataclass(frozen=True, slots=True)
class RitualSummon(Action):
    """Ritual Summon a Ritual Monster that matches from the hand.

    Tributes come from hand or field, their Levels reach the monster's, and none is surplus.
    """

    special_summons: ClassVar[bool] = True
    lacks: ClassVar[str] = "ritual.needs_spell_monster_and_tributes"

    monster: Filter

    def possible(self, s: State, ctx: Ctx) -> bool:
        return bool(rituals(s, ctx, self))

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None or not self.possible(s, ctx):
            return False
        s.push(Performing(ctx.link, self))
        return None


def offerings(s: State, ctx: Ctx, monster: CardState) -> list[CardState]:
    """Return what may be Tributed for a Ritual Monster."""
    return [
        card
        for zone in (Zone.HAND, Zone.MONSTER)
        for card in (lending.monsters(s, ctx.player) if zone is Zone.MONSTER else matching.in_zone(s, ctx.player, zone))
        if card.printed.level and card is not monster
    ]


def rituals(s: State, ctx: Ctx, action: RitualSummon) -> list[CardState]:
    """Return the Ritual Monsters that could be Summoned."""
    return [
        card
        for card in matching.in_zone(s, ctx.player, Zone.HAND)
        if card.printed.frame is CardFrame.RITUAL
        and matching.matches(s, ctx, action.monster, card)
        and may_arrive(s, ctx.player, card, SummonKind.RITUAL, ctx.source)
        and joint.possible(s, "ritual", card.uid, ctx.player, offerings(s, ctx, card))
    ]


class Performing(Frame):
    """Asks for the Ritual Monster and the Tributes, then Summons."""

    __slots__ = ("action", "link", "monster", "used")

    def __init__(self, link: Link, action: RitualSummon) -> None:
        super().__init__("monster")
        self.link = link
        self.action = action
        self.monster = -1
        self.used: list[int] = []
        """The Tributes, by uid."""

    def run(self, s: State) -> None:
        """Ask the next question or carry the Summon out."""
        player = self.link.player
        ctx = Ctx(player, self.link.uid, self.link)
        if self.step == "monster":
            self.step = "tributes"
            ask_cards(s, player, rituals(s, ctx, self.action), 1, 1, "ritual", self.link.uid)
        elif self.step == "tributes":
            self.monster = s.take()[0]
            self.step = "chosen"
            found = offerings(s, ctx, s.cards[self.monster])
            ask_cards(s, player, found, 1, len(found), "tribute", self.monster, ("ritual", self.monster))
        elif self.step == "chosen":
            self.used = list(s.take())
            self.step = "agreed" if lending.ask(s, player, self.monster, self.used) else "summon"
        elif self.step == "agreed" and not lending.agreed(s, player, self.monster, self.used):
            if rituals(s, ctx, self.action):
                self.step = "monster"  # With other Tributes.
            else:
                s.finish(self)
        else:
            used = [s.cards[uid] for uid in self.used]
            lost = "yes" in (s.rules.ritual_tributes_destroyed, s.rules.tribute_destroyed)
            moving.send(s, used, cause=Cause.TRIBUTE, by=player, source=self.link.uid, as_destroyed=lost)
            s.later()
            s.finish(self)
            s.push(Arrive([self.monster], player, player, SummonKind.RITUAL, "any", source=self.link.uid, link=self.link))
