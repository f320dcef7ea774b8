"""What a seat knows of cards, as numbers; a hidden card counts as an average one."""

from __future__ import annotations

from engine.effects import continuous, matching
from engine.procedures.options import may_know
from engine.procedures.rulings import card_of
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Zone

HIDDEN_DEF = 1400
"""What a face-down monster is taken for."""
HIDDEN_CARD = 900
"""What a Set Spell or Trap is worth."""

__all__ = ["attack_of", "card_of", "defends_with", "monsters", "strongest", "worth"]


def attack_of(s: State, player: int, card: CardState) -> int:
    """Return the ATK of a card as the player knows it."""
    if not may_know(player, card):
        return HIDDEN_DEF
    return continuous.atk(s, card) if card.printed.monster else 0


def defends_with(s: State, player: int, card: CardState) -> int:
    """Return the value an attack on the monster has to beat."""
    if not may_know(player, card):
        return HIDDEN_DEF
    return continuous.atk(s, card) if card.attack else continuous.defense(s, card)


def monsters(s: State, player: int) -> list[CardState]:
    """Return the monsters a player controls."""
    return list(matching.in_zone(s, player, Zone.MONSTER))


def strongest(s: State, viewer: int, player: int) -> int:
    """Return the highest known ATK among the face-up monsters of a player; 0 if there are none."""
    return max((attack_of(s, viewer, card) for card in monsters(s, player) if card.face_up), default=0)


def worth(s: State, player: int, card: CardState) -> int:
    """Return what a card is worth to whoever has it."""
    if not may_know(player, card):
        return HIDDEN_DEF if card.zone is Zone.MONSTER else HIDDEN_CARD
    if card.printed.monster:
        bonus = 300 if card.printed.definition.effects or card.printed.definition.statics else 0
        return max(continuous.atk(s, card), continuous.defense(s, card) * 2 // 3) + bonus
    return HIDDEN_CARD
