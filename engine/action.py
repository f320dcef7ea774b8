"""What a player does: a value, the same on every machine, never an index into a list."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Verb(StrEnum):
    """What players can do."""

    NORMAL_SUMMON = "normal_summon"
    TRIBUTE_SUMMON = "tribute_summon"
    SET = "set"
    """A monster without Tributes, a Spell or a Trap."""
    TRIBUTE_SET = "tribute_set"
    FLIP_SUMMON = "flip_summon"
    SPECIAL_SUMMON = "special_summon"
    """By the monster's own condition (``effect``), or a Synchro Summon."""
    PENDULUM_SUMMON = "pendulum_summon"
    """By way of a card in a Pendulum Zone: which monsters come is asked."""
    MISPLACE = "misplace"
    """Put a card of the hand into the wrong row, where a house rule destroys it (zone.misplaced_card)."""
    CHANGE_POSITION = "change_position"
    ACTIVATE = "activate"
    ATTACK = "attack"
    """``target`` None is a direct attack."""
    PHASE = "phase"
    """Go on to ``value``: "battle", "main2" or "end"."""
    PASS = "pass"  # noqa: S105  a word of the game
    CHOOSE = "choose"
    """A card of the question, or one of its words as ``value``."""
    DONE = "done"
    """No more cards."""
    SURRENDER = "surrender"


@dataclass(frozen=True, slots=True)
class Action:
    """One choice. ``card`` and ``target`` are public tokens; ``zone`` is 0 to 4 from the player's left, 5 and 6 the Extra Monster
    Zones, None: any. With a zone the Tributes or materials asked for leave that zone open.
    """

    verb: Verb
    card: int | None = None
    effect: int | None = None
    target: int | None = None
    zone: int | None = None
    value: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the action as what JSON can say; unused fields are left out."""
        found: dict[str, Any] = {"verb": self.verb.value}
        for name in ("card", "effect", "target", "zone", "value"):
            value = getattr(self, name)
            if value is not None:
                found[name] = value
        return found

    @staticmethod
    def from_json(data: dict[str, Any]) -> Action:
        """Return the action that ``to_json`` described; raises ``ValueError`` or ``TypeError`` for anything else."""
        numbers = {name: data.get(name) for name in ("card", "effect", "target", "zone")}
        if any(value is not None and type(value) is not int for value in numbers.values()):
            raise TypeError("card, effect, target and zone are numbers")
        value = data.get("value")
        if value is not None and not isinstance(value, str):
            raise TypeError("value is a word")
        return Action(Verb(data["verb"]), value=value, **numbers)
