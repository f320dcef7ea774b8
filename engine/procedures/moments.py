"""Moments in which less may be activated than else: the Damage Step, and the discard that ends a turn."""

from __future__ import annotations

from engine.effects.tree import Effect
from engine.effects.verbs.negate import NegateActivation, NegateEffect
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import SpellTrapIcon


def is_last_act(s: State) -> bool:
    """Whether the discard for the hand limit has been made and ends the turn (phase.end.discard_ends_the_turn)."""
    return s.rules.phase_end_discard_response == "discard_ends_the_turn" and s.frames[0].step == "begin"


def negates(card: CardState, effect: Effect) -> bool:
    """Whether it is a Counter Trap or an effect that negates an activation or effect."""
    if card.printed.icon is SpellTrapIcon.COUNTER:
        return True
    return any(isinstance(step.do, NegateActivation | NegateEffect) for step in effect.body)


def fits_damage_step(s: State, card: CardState, effect: Effect) -> bool:
    """Whether the present part of the Damage Step is one for the effect (battle.damage_step.fast_effects)."""
    assert s.battle is not None
    if effect.calculation:
        return s.battle.step == "calculation"
    if card.printed.icon is SpellTrapIcon.COUNTER:
        return True
    if any(isinstance(step.do, NegateActivation) for step in effect.body) and s.rules.battle_damage_step_fast_effects == "wide":
        return True
    return effect.any_part or (effect.damage_step and s.battle.step in ("start", "turned_up", "before"))
