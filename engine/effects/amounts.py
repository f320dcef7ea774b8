"""What an amount is now."""

from __future__ import annotations

from engine.effects import continuous, matching, wording
from engine.effects.context import Ctx, named
from engine.effects.filters import RefKind
from engine.effects.tree import (
    Amount,
    Count,
    Counters,
    Distinct,
    EventAmount,
    Half,
    Life,
    MaterialsUsed,
    Own,
    Result,
    Stat,
    Times,
    Total,
)
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.seats import team_state

_UNKNOWN = 99_999
"""What a card that will be paid with may be worth, as long as nobody knows which."""


def stat_of(s: State, card: CardState, stat: str, original: bool = False) -> int:
    """Return a value of a card: "atk", "def" or "level"."""
    if stat in ("level", "rank", "rating"):
        printed = card.printed
        return (printed.level if stat == "level" else continuous.rank_of(s, card) if stat == "rank" else printed.link) or 0
    if original:
        return continuous.original(s, card, stat)
    return continuous.atk(s, card) if stat == "atk" else continuous.defense(s, card)


def value(s: State, ctx: Ctx, amount: Amount) -> int:
    """Return the amount as a number."""
    if isinstance(amount, int):
        return amount
    if isinstance(amount, Stat):
        found = named(s, ctx, amount.of)
        if amount.of.kind is RefKind.COST and ctx.link is None:
            return _UNKNOWN
        if amount.of.kind is RefKind.IT and ctx.link is not None and not amount.original:
            known = ctx.link.numbers.get(f"it.{amount.stat}")
            if known is not None:
                return known
        return sum(stat_of(s, card, amount.stat, amount.original) for card in found)
    if isinstance(amount, Own):
        return 0 if ctx.each is None else stat_of(s, ctx.each, amount.stat)
    if isinstance(amount, Count):
        return len(matching.pool(s, ctx, amount.filter)) * amount.times
    if isinstance(amount, Total):
        return sum(stat_of(s, card, amount.stat) for card in matching.pool(s, ctx, amount.filter))
    if isinstance(amount, Distinct):
        found = matching.pool(s, ctx, amount.filter)
        if amount.of == "name":
            return len({continuous.name_of(s, card) for card in found})
        return len({card.printed.type if amount.of == "type" else card.printed.frame for card in found})
    if isinstance(amount, Life):
        return team_state(s, wording.other(s, ctx.player, amount.who)).lp
    if isinstance(amount, Half):
        return -(-value(s, ctx, amount.of) // 2)
    if isinstance(amount, Times):
        return value(s, ctx, amount.of) * amount.by
    if isinstance(amount, Counters):
        return sum((card.live.counters.get(amount.name, 0) if card.live else 0) for card in named(s, ctx, amount.on))
    if isinstance(amount, MaterialsUsed):
        return sum(card.live.materials if card.live else 0 for card in named(s, ctx, amount.of))
    if isinstance(amount, EventAmount):
        return ctx.event.amount if ctx.event is not None else 0
    assert isinstance(amount, Result)
    name = f"{amount.name}.{ctx.player}" if amount.of_each else amount.name
    return ctx.link.numbers.get(name, 0) if ctx.link is not None else 0
