"""Monsters change their controller or their zone and stay the same card (control.change_moves_the_card)."""

from __future__ import annotations

from engine.effects.tree import Happening
from engine.procedures.events import emit
from engine.procedures.moving import free_zone, stay_snap, take_out
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import GameEvent
from engine.state.seats import eyes
from engine.vocab import Zone


def change_control(s: State, card: CardState, player: int, by: int | None = None) -> bool:
    """Move a monster to a free Main Monster Zone of another controller; it stays the same card with all that is on it.

    ``by`` is whose effect takes it, None if it only goes back.
    """
    index = free_zone(s, player, Zone.MONSTER)
    if index is None:
        return False
    take_out(s, card)
    _put_over(s, card, player, index, by)
    return True


def _put_over(s: State, card: CardState, player: int, index: int, by: int | None = None) -> None:
    card.controller = player
    card.index = index
    card.seen |= eyes(s, player)
    s.players[player].monsters[index] = card.uid
    s.write("control", card=card.uid, player=player)
    if s.waits_for(Happening.CONTROL):
        emit(s, GameEvent(Happening.CONTROL, s.moment, (stay_snap(s, card),), player=player, by=by))


def shift(s: State, card: CardState, index: int) -> None:
    """Move a monster to another free Monster Zone of its controller; it stays the same card."""
    row = s.players[card.controller].monsters
    row[card.index], row[index] = -1, card.uid
    card.index = index
    s.write("shifted", card=card.uid, zone=index + 1)


def swap_control(s: State, one: CardState, other: CardState) -> None:
    """Exchange the control of two monsters for good."""
    for card in (one, other):
        take_out(s, card)
    for card, player in ((one, other.controller), (other, one.controller)):
        index = free_zone(s, player, Zone.MONSTER)
        assert index is not None
        _put_over(s, card, player, index)
        card.on_field.home = player
        card.on_field.settled = s.stamp_order()
