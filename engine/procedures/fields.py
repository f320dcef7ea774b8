"""Field Spells make room for each other."""

from __future__ import annotations

from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Cause


def clear_field_zones(s: State, player: int, coming: CardState) -> None:
    """Take away the Field Spells that cannot stay beside one that is activated (spell.field.count, spell.field.replacement)."""
    own = s.players[player].field
    if own >= 0 and own != coming.uid:
        _remove(s, s.cards[own])
    if s.rules.spell_field_count == "one_in_all":
        other = s.players[1 - player].field
        if other >= 0 and s.cards[other].face_up:
            moving.destroy(s, [s.cards[other]], cause=Cause.RULE)


def _remove(s: State, card: CardState) -> None:
    if s.rules.spell_field_replacement == "replaced_own_is_destroyed" and card.face_up:
        moving.destroy(s, [card], cause=Cause.RULE)
    else:
        moving.send(s, [card], cause=Cause.RULE)
