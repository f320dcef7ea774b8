"""Change the control of monsters: take it for a time, or exchange two of them for good."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects import matching
from engine.effects.context import Ctx, mark
from engine.effects.filters import What
from engine.effects.tree import Action, Property, Static, Until
from engine.procedures import handing_over, moving
from engine.procedures.picking import ask_cards
from engine.state.card import CardState
from engine.state.duel_state import ROW, Frame, State
from engine.state.records import Lingering, Link
from engine.state.seats import facing
from engine.vocab import Zone


@dataclass(frozen=True, slots=True)
class TakeControl(Action):
    """Take control of the monsters until then; each needs a free Main Monster Zone (control.needs_a_free_zone)."""

    what: What
    until: Until = Until.END_PHASE
    frees_zone: bool = False
    """The cost takes a monster off the own field first."""

    def selection(self) -> What:
        return self.what

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return card.controller != ctx.player and (self.frees_zone or moving.free_zones(s, ctx.player, Zone.MONSTER) > 0)

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        taken = [
            card
            for card in cards
            if card.controller != ctx.player and handing_over.change_control(s, card, ctx.player, by=ctx.player)
        ]
        stamp = s.cards[ctx.source].stamp
        for card in taken:
            static = Static(Property.CONTROL)
            s.lingering.append(
                Lingering(static, ctx.player, ctx.source, (mark(card),), 0, self.until, s.turn, s.stamp_order(), (), stamp)
            )
        return bool(taken)


@dataclass(frozen=True, slots=True)
class SwapControl(Action):
    """Each player chooses a monster on the own field, you first; control of the two is exchanged for good.

    Both are "it" afterwards. No zone has to be free, since each makes room for the other; but a monster in an Extra
    Monster Zone makes none, so it is chosen only beside a free Main Monster Zone.
    """

    def possible(self, s: State, ctx: Ctx) -> bool:
        return all(_givable(s, player) for player in (ctx.player, facing(s, ctx.player)))

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool | None:
        if ctx.link is None or not self.possible(s, ctx):
            return False
        s.push(Swapping(ctx.link))
        return None


def _givable(s: State, player: int) -> list[CardState]:
    room = moving.free_zones(s, player, Zone.MONSTER) > 0
    return [card for card in matching.in_zone(s, player, Zone.MONSTER) if room or card.index < ROW]


class Swapping(Frame):
    """Asks one player after the other, then exchanges."""

    __slots__ = ("chosen", "link")

    def __init__(self, link: Link) -> None:
        super().__init__("yours")
        self.link = link
        self.chosen: list[int] = []

    def run(self, s: State) -> None:
        """Ask, then carry out."""
        you = self.link.player
        if self.step != "yours":
            self.chosen += s.take()
        if self.step == "yours":
            self.step = "theirs"
            ask_cards(s, you, _givable(s, you), 1, 1, "swapcontrol", self.link.uid)
        elif self.step == "theirs":
            self.step = "exchange"
            other = facing(s, you)
            ask_cards(s, other, _givable(s, other), 1, 1, "swapcontrol", self.link.uid)
        else:
            pair = [s.cards[uid] for uid in self.chosen]
            handing_over.swap_control(s, *pair)
            self.link.bound["it"] = [mark(card) for card in pair]
            self.link.numbers["did"] = 1
            s.finish(self)
