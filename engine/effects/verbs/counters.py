"""Place and remove counters."""

from __future__ import annotations

from dataclasses import dataclass

from engine.effects.context import Ctx
from engine.effects.filters import What
from engine.effects.tree import Action
from engine.state.card import CardState
from engine.state.duel_state import State


@dataclass(frozen=True, slots=True)
class PlaceCounter(Action):
    """Place counters of a name on the cards, up to ``most`` on each (0: no limit)."""

    what: What
    name: str
    count: int = 1
    most: int = 0

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        placed = 0
        for card in cards:
            if card.live is None or not card.face_up:
                continue
            have = card.live.counters.get(self.name, 0)
            more = self.count if not self.most else min(self.count, self.most - have)
            if more > 0:
                card.live.counters[self.name] = have + more
                placed += more
                s.write("counter", card=card.uid, name=self.name, count=more)
        return placed > 0


@dataclass(frozen=True, slots=True)
class RemoveCounters(Action):
    """Remove all counters of a name from the cards; their number is the result "counters"."""

    what: What
    name: str

    def selection(self) -> What:
        return self.what

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        gone = sum(card.live.counters.pop(self.name, 0) for card in cards if card.live is not None)
        if ctx.link is not None:
            ctx.link.numbers["counters"] = gone
        return gone > 0
