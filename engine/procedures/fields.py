"""Field Spells make room for each other."""

from __future__ import annotations

from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.seats import facing, mates
from engine.vocab import Cause


def clear_field_zones(s: State, player: int, coming: CardState, *, face_down: bool = False) -> None:
    """Take away the Field Spells that cannot stay beside one that is activated (spell.field.count, spell.field.replacement).

    One that is Set leaves that of a partner where it is: a team may have only one face-up (tag.field_spell.one_per_team).
    """
    own = s.players[player].field
    if own >= 0 and own != coming.uid:
        _remove(s, s.cards[own])
    if s.rules.spell_field_count == "one_in_all":
        other = s.players[facing(s, player)].field
        if other >= 0 and s.cards[other].face_up:
            moving.destroy(s, [s.cards[other]], cause=Cause.RULE)
    elif s.rules.spell_field_count == "one_per_team" and not face_down:
        other = max((s.players[mate].field for mate in mates(s, player)[1:]), default=-1)
        if other >= 0 and s.cards[other].face_up:
            _remove(s, s.cards[other])


def _remove(s: State, card: CardState) -> None:
    if s.rules.spell_field_replacement == "replaced_own_is_destroyed" and card.face_up:
        moving.destroy(s, [card], cause=Cause.RULE)
    else:
        moving.send(s, [card], cause=Cause.RULE)
