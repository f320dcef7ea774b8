"""What changes the ATK and DEF of a monster, one by one, as a player may know it."""

from __future__ import annotations

from typing import Any

from engine.effects import amounts, continuous
from engine.effects.context import Ctx
from engine.effects.tree import Property
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Zone

_STATS = (("atk", Property.ATK, Property.SET_ATK), ("def", Property.DEF, Property.SET_DEF))


def modifiers(s: State, card: CardState) -> list[dict[str, Any]]:
    """Return the changes in the order in which they began to apply; none for a face-down card.

    ``stat`` is "atk" or "def", ``becomes`` tells a value that replaces from one that is added, ``source`` is the name
    of the card it comes from: that card lies face-up, or its effect has resolved in sight of both.
    """
    if card.zone is not Zone.MONSTER or not card.face_up:
        return []
    found: list[dict[str, Any]] = []
    for stat, add, become in _STATS:
        changes = [one for name in (add, become, Property.SWAPPED) for one in continuous.on_card(s, name, card)]
        for change in sorted(changes, key=lambda one: one.since):
            amount = change.fixed
            if change.static.property is Property.SWAPPED:
                amount = continuous.other_stat(s, card, add, change.since)
            elif amount is None:
                amount = amounts.value(s, Ctx(change.player, change.source), change.static.value)
            found.append(
                {
                    "stat": stat,
                    "becomes": change.static.property is not add,
                    "amount": amount,
                    "source": s.cards[change.source].printed.name,
                }
            )
    return found
