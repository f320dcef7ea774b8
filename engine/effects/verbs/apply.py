"""Apply a property to cards or players for a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.effects import amounts, continuous
from engine.effects.context import Ctx, mark, named
from engine.effects.filters import Ref, What
from engine.effects.tree import Action, Property, Static, Until
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Lingering, Mark
from engine.vocab import Zone

_VALUES = (Property.ATK, Property.DEF, Property.SET_ATK, Property.SET_DEF)


@dataclass(frozen=True, slots=True)
class Apply(Action):
    """Apply ``static`` with the value it has now: to the cards ``to``, else to whatever its own filter or player says.

    Face-down monsters have no values to change. The ATK lost is the result "lost".
    """

    static: Static
    to: What | None = None
    until: Until = Until.END_OF_TURN
    spare: Ref | None = None
    """Not to these cards, whatever the filter says."""

    def selection(self) -> What | None:
        return self.to

    def accepts(self, s: State, ctx: Ctx, card: CardState) -> bool:
        return card.zone is not Zone.MONSTER or card.face_up or self.static.property not in _VALUES

    def perform(self, s: State, ctx: Ctx, cards: list[CardState]) -> bool:
        cards = [card for card in cards if self.accepts(s, ctx, card)]
        if self.to is not None and not cards:
            return False
        static = _named(s, ctx, self.static)
        before = sum(continuous.atk(s, card) for card in cards)
        values = []
        for card in cards:
            ctx.each = card
            values.append(amounts.value(s, ctx, static.value))
        if len(set(values)) > 1:
            for card, value in zip(cards, values, strict=True):
                self._linger(s, ctx, static, value, (mark(card),))
        else:
            value = values[0] if values else amounts.value(s, ctx, static.value)
            self._linger(s, ctx, static, value, None if self.to is None else tuple(mark(card) for card in cards))
        for card, value in zip(cards, values, strict=True):
            if static.property is not Property.MARK:
                s.write("applied", card=card.uid, property=static.property, value=value)
        if ctx.link is not None and self.static.property is Property.ATK:
            ctx.link.numbers["lost"] = max(before - sum(continuous.atk(s, card) for card in cards), 0)
        return True

    def _linger(self, s: State, ctx: Ctx, static: Static, value: int, marks: tuple[Mark, ...] | None) -> None:
        spared = () if self.spare is None else tuple(mark(card) for card in named(s, ctx, self.spare))
        stamp = s.cards[ctx.source].stamp
        s.lingering.append(
            Lingering(static, ctx.player, ctx.source, marks, value, self.until, s.turn, s.stamp_order(), spared, stamp)
        )


def _named(s: State, ctx: Ctx, static: Static) -> Static:
    """Return the static with the names of the cards ``by`` is to be like, which nobody can look up later."""
    if static.by is None or static.by.like is None:
        return static
    names = dict.fromkeys(continuous.name_of(s, card) for card in named(s, ctx, static.by.like))
    return replace(static, by=replace(static.by, like=None, names=tuple(names)))
