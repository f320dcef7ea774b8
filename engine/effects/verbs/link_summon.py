"""Link Summon by an effect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.effects import matching
from engine.effects.context import Ctx, named
from engine.effects.filters import THIS
from engine.effects.tree import Action
from engine.procedures import joint, moving
from engine.procedures import materials as stacks
from engine.procedures.arriving import Arrive, may_arrive
from engine.procedures.picking import ask_cards, complete, pickable
from engine.state.card import CardState
from engine.state.duel_state import Frame, State
from engine.state.records import Link, Prompt
from engine.vocab import Frame as CardFrame
from engine.vocab import SummonKind, Zone


@dataclass(frozen=True, slots=True)
class LinkSummonWithThis(Action):
    """Link Summon a monster from your Extra Deck, of materials you control of which this card is one.

    It is a Link Summon by an effect: nothing can negate it as a Summon. Monster and materials are chosen on resolution.
    """

    special_summons: ClassVar[bool] = True

    def possible(self, s: State, ctx: Ctx) -> bool:
        return bool(makeable(s, ctx))

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None or not self.possible(s, ctx):
            return False
        s.push(Linking(ctx.link))
        return None


def _usable(s: State, ctx: Ctx, monster: CardState) -> tuple[CardState | None, list[CardState]]:
    """Return this card, if it can be a material now, and all that could be."""
    there = joint.face_up_materials(s, ctx.player, monster)
    this = next((card for card in named(s, ctx, THIS) if card in there), None)
    return this, there


def makeable(s: State, ctx: Ctx) -> list[CardState]:
    """Return the Link Monsters that could be made with this card."""
    found = []
    for card in matching.in_zone(s, ctx.player, Zone.EXTRA):
        if card.printed.frame is not CardFrame.LINK or not may_arrive(s, ctx.player, card, SummonKind.LINK):
            continue
        this, there = _usable(s, ctx, card)
        uids = tuple(one.uid for one in there)
        if this is not None and joint.can_complete(s, "link", card.uid, None, ctx.player, (this.uid,), uids):
            found.append(card)
    return found


class Linking(Frame):
    """Asks for the Link Monster and its other materials, then Summons."""

    __slots__ = ("givers", "link", "monster")

    def __init__(self, link: Link) -> None:
        super().__init__("monster")
        self.link = link
        self.monster = -1
        self.givers: list[int] = []
        """The materials that give the Link Monster something."""

    def run(self, s: State) -> None:
        """Ask the next question or carry the Summon out."""
        player = self.link.player
        ctx = Ctx(player, self.link.uid, self.link)
        if self.step == "monster":
            self.step = "materials"
            ask_cards(s, player, makeable(s, ctx), 1, 1, "link", self.link.uid)
        elif self.step == "materials":
            self.monster = s.take()[0]
            self.step = "summon"
            this, there = _usable(s, ctx, s.cards[self.monster])
            assert this is not None
            uids = tuple(card.uid for card in there)
            rule = ("link", self.monster, None)
            prompt = Prompt("cards", player, "material", self.monster, uids, 1, len(uids), (this.uid,), (), rule)
            if complete(s, prompt) and not pickable(s, prompt):
                s.answer = prompt.picked
            else:
                s.ask(prompt)
        elif self.step == "summon":
            used = [s.cards[uid] for uid in s.take()]
            self.givers = stacks.givers(s, used)
            self.step = "arrived"
            s.later()
            moving.send_materials(s, used, by=player, source=self.monster)
            s.later()
            s.push(Arrive([self.monster], player, player, SummonKind.LINK, "attack", link=self.link, materials=len(used)))
        else:
            stacks.give(s, s.cards[self.monster], self.givers, player)
            s.finish(self)
