"""Set Spells and Traps, and change battle positions by choice: the acts of an open state that Summon nothing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import continuous
from engine.effects.tree import Property
from engine.procedures import costs
from engine.procedures.because import forbidden
from engine.procedures.fields import clear_field_zones
from engine.procedures.moving import bounce, bounces, destroy, free_zone, to_row
from engine.procedures.settling import settle
from engine.procedures.summoning import in_open_state, is_open
from engine.procedures.turning import turn
from engine.procedures.windows import Window
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.seats import team_state, turn_order
from engine.vocab import CardKind, Cause, Frame, SpellTrapIcon, Zone


def set_reasons(s: State, player: int, card: CardState, zone: int | None) -> Iterator[str]:
    """Yield what forbids Setting a Spell or Trap."""
    if not is_open(s, player):
        yield from in_open_state(s, player)
    if card.zone is not Zone.HAND or card.printed.kind not in (CardKind.SPELL, CardKind.TRAP):
        yield "spell.may_be_set"
        return
    yield from forbidden(continuous.prohibitions(s, card))
    if any(static.property is Property.ONLY_PLACED for static in card.printed.definition.statics):
        yield "card.text.follow_instructions"
    if card.printed.icon is SpellTrapIcon.FIELD:
        if zone is not None:
            yield "zone.misplaced_card.not_possible"
    elif free_zone(s, player, Zone.SPELL_TRAP, zone) is None and not bounces(s, card, zone):
        yield "spell_trap.set.needs_a_free_place"
    if costs.toll(s, player, card) > team_state(s, player).lp:
        yield "cost.must_be_payable"


def set_spell(s: State, player: int, card: CardState, zone: int | None) -> None:
    """Set a Spell or Trap."""
    if card.printed.icon is not SpellTrapIcon.FIELD and free_zone(s, player, Zone.SPELL_TRAP, zone) is None:
        bounce(s, card)
        return
    s.later()
    costs.pay_toll(s, player, card)
    if card.printed.icon is SpellTrapIcon.FIELD:
        if s.players[player].field >= 0:
            clear_field_zones(s, player, card, face_down=True)
        to_row(s, card, Zone.FIELD, player, 0, face_up=False)
    else:
        index = free_zone(s, player, Zone.SPELL_TRAP, zone)
        assert index is not None
        to_row(s, card, Zone.SPELL_TRAP, player, index, face_up=False)
    s.write("set_spell", player=player, card=card.uid)
    if s.rules.chain_what_can_be_answered == "any_action":
        s.push(Window("set", turn_order(s)))
    elif s.waiting:  # A Field Spell that was destroyed to make room may have set something off.
        s.push(Window("chain", turn_order(s)))


def _wrong_row(card: CardState) -> Zone:
    return Zone.SPELL_TRAP if card.printed.kind is CardKind.MONSTER else Zone.MONSTER


def misplace_reasons(s: State, player: int, card: CardState) -> Iterator[str]:
    """Yield what forbids putting a card into the row of the other kind; most rules do not know such a move."""
    if not is_open(s, player):
        yield from in_open_state(s, player)
    if s.rules.zone_misplaced_card != "destroyed" or card.zone is not Zone.HAND:
        yield "zone.misplaced_card.not_possible"
    elif free_zone(s, player, _wrong_row(card)) is None:
        yield "zone.full.cannot_play"


def misplace(s: State, player: int, card: CardState) -> None:
    """Put a card of the hand into the wrong row: it is neither Summoned, Set nor activated, and the rules destroy it."""
    row = _wrong_row(card)
    index = free_zone(s, player, row)
    assert index is not None
    s.later()
    to_row(s, card, row, player, index, face_up=True, attack=row is Zone.MONSTER)
    s.write("misplaced", player=player, card=card.uid)
    destroy(s, [card], cause=Cause.RULE)
    if s.rules.chain_what_can_be_answered == "any_action":
        s.push(Window("set", turn_order(s)))
    elif s.waiting:
        s.push(Window("chain", turn_order(s)))


def position_reasons(s: State, player: int, card: CardState) -> Iterator[str]:
    """Yield what forbids changing a monster's battle position by choice."""
    if not is_open(s, player):
        yield from in_open_state(s, player)
    if card.zone is not Zone.MONSTER or card.controller != player or not card.face_up:
        yield "position.change.both_directions"
        return
    if card.printed.frame is Frame.LINK:
        yield "link.no_defense_position"
        return
    live = card.on_field
    if live.changed == s.turn:
        yield "position.once_per_turn"
    yield from forbidden(continuous.on_card(s, Property.CANNOT_CHANGE_POSITION, card))
    if not card.attack:
        yield from forbidden(continuous.on_card(s, Property.KEPT_IN_DEFENSE, card))
    if live.arrived == s.turn and s.rules.position_turn_played != "free":
        held = s.rules.position_turn_played == "held"
        yield "position.turn_played.cannot_change" if held else "position.turn_played.only_if_turn_player_summoned_it"
    if live.attacked == s.turn:
        if s.rules.position_after_attack == "held":
            yield "position.after_attack.no_change"
        elif card.attack:
            yield "position.after_attack.no_defense"


def change_position(s: State, player: int, card: CardState) -> None:
    """Change a monster's battle position by choice."""
    s.later()
    card.on_field.changed = s.turn
    turn(s, card, "defense" if card.attack else "attack")
    settle(s)
    if s.rules.chain_what_can_be_answered == "any_action":
        s.push(Window("position", turn_order(s)))
    elif s.waiting:
        s.push(Window("chain", turn_order(s)))
