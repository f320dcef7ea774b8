"""Monsters are turned: face-up, face-down, from one battle position to the other."""

from __future__ import annotations

from dataclasses import replace

from engine.effects.tree import Happening, Property
from engine.procedures.events import emit
from engine.procedures.moving import free_zone, renew_token, send, stay_snap, to_row, turn_face_up
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import GameEvent
from engine.state.seats import eyes
from engine.vocab import Ability, CardKind, Cause, Frame, SummonKind, Zone


def flip(
    s: State,
    card: CardState,
    *,
    by: int | None = None,
    source: int | None = None,
    silent: bool = False,
    summon: SummonKind | None = None,
) -> bool:
    """Turn a face-down monster face-up where it lies; whether it was turned. ``silent`` keeps Flip monsters' effects from it."""
    if card.face_up or card.zone is not Zone.MONSTER:
        return False
    turn_face_up(s, card)
    card.on_field.flipped = s.turn
    s.write("flipped", card=card.uid)
    if not (silent and Ability.FLIP in card.printed.abilities):
        snap = stay_snap(s, card)
        emit(s, GameEvent(Happening.FLIPPED, s.moment, (snap,), by=by, source=source, summon=summon))
    return True


def turn(s: State, card: CardState, to: str) -> bool:
    """Change a face-up monster to "attack", "defense", "other" (of the two) or "face_down"; whether anything changed."""
    if to == "other":
        to = "defense" if card.attack else "attack"
    if card.zone is not Zone.MONSTER or (to != "attack" and card.printed.frame is Frame.LINK):
        return False
    if to == "face_down":
        if not card.face_up or card.printed.kind is CardKind.TOKEN:
            return False
        face_down(s, card)
        return True
    attack = to == "attack"
    if card.attack is attack:
        return False
    card.attack = attack
    s.write("position", card=card.uid, to=to)
    if card.face_up and s.waits_for(Happening.POSITION):
        emit(s, GameEvent(Happening.POSITION, s.moment, (stay_snap(s, card),)))
    return True


def _set_again(s: State, card: CardState) -> None:
    player = card.controller
    place = card.blocks[1] if card.blocks is not None and card.blocks[0] == player else free_zone(s, player, Zone.SPELL_TRAP)
    if place is None:
        send(s, [card], cause=Cause.RULE)
        return
    to_row(s, card, Zone.SPELL_TRAP, player, place, face_up=False)
    s.write("turned_down", card=card.uid, shown=True)


def face_down(s: State, card: CardState) -> None:
    """Turn a monster face-down: what was applied to it, counters and equips are gone.

    A Trap that had become a monster lies Set among the Spells and Traps (trap_monster.turned_down_becomes_a_set_trap), or
    goes to the Graveyard without a zone there.
    """
    if card.trap is not None:
        _set_again(s, card)
        return
    live = card.on_field
    card.face_up = False
    card.attack = False
    card.seen = eyes(s, card.controller)
    live.counters = {}
    live.spent = {}
    if card.printed.open_atk and s.rules.stat_question_mark == "undefined_off_field":
        live.materials = 0  # stat.question_mark_falls_back_after_being_flipped_down
    live.again = False
    live.arrived = live.arrived if live.arrived == s.turn else 0
    here = (card.uid, card.stamp)
    kept = []
    for item in s.lingering:
        if item.cards is not None and here in item.cards and item.static.property is not Property.CONTROL:
            others = tuple(mark for mark in item.cards if mark != here)
            kept += [replace(item, cards=others)] if others else []
        else:
            kept.append(item)
    s.lingering = kept
    renew_token(s, card)
    s.write("turned_down", card=card.uid, shown=True)
