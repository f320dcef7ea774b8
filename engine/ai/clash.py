"""A Battle Phase on numbers alone: which attacker takes which monster, what falls and what is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.ai import look
from engine.ai.measure import Measure
from engine.effects import continuous
from engine.effects.tree import Property
from engine.procedures.options import may_know
from engine.state.card import CardState
from engine.state.duel_state import State

_PER_DAMAGE = 0.8
"""What a point of damage counts beside the worth of monsters when attacks are planned."""


@dataclass(slots=True, eq=False)
class Unit:
    """A monster as the battle sees it."""

    atk: int
    defense: int
    guard: int
    """What an attack on it has to beat."""
    attack: bool
    worth: float
    proof: bool = False
    ready: bool = False
    """It may attack in this turn."""
    strikes: bool = True
    """It may attack in later turns."""
    direct: bool = False
    pierces: bool = False
    stands: bool = True
    """It has not been destroyed."""


def units(s: State, measure: Measure, player: int) -> list[Unit]:
    """Return a player's monsters, hidden ones as the state imagines them."""
    return [_unit(s, measure, card) for card in look.monsters(s, player)]


def _unit(s: State, measure: Measure, card: CardState) -> Unit:
    strikes = not any(found.static.word != "direct" for found in continuous.on_card(s, Property.CANNOT_ATTACK, card))
    atk, defense = continuous.atk(s, card), continuous.defense(s, card)
    return Unit(
        atk=atk,
        defense=defense,
        guard=atk if card.attack else defense,
        attack=card.attack,
        worth=measure.on_field(card, atk),
        proof=may_know(measure.viewer, card) and continuous.has(s, Property.BATTLE_PROOF, card),
        ready=strikes and card.face_up and card.attack and card.on_field.attacked != s.turn,
        strikes=strikes,
        direct=continuous.has(s, Property.DIRECT_ATTACK, card),
        pierces=continuous.has(s, Property.PIERCING, card),
    )


@dataclass(slots=True)
class Outcome:
    """What a Battle Phase brings the attacker."""

    damage: int = 0
    killed: float = 0
    """Worth of the defenders destroyed."""
    lost: float = 0
    """Worth of the attackers destroyed."""
    fallen: list[Unit] = field(default_factory=list)

    @property
    def gain(self) -> float:
        """What it is worth altogether."""
        return self.damage * _PER_DAMAGE + self.killed - self.lost


def clash(attackers: Sequence[Unit], defenders: Sequence[Unit], *, now: bool) -> Outcome:
    """Attack as well as numbers tell, and mark what falls.

    Each monster is taken by the weakest attacker that suffices, either the hardest first, to clear the way for direct
    attacks, or the most valuable first. ``now`` for a Battle Phase of this turn, in which only those that are ready attack.
    """
    free = [unit for unit in attackers if unit.stands and unit.atk > 0 and (unit.ready if now else unit.strikes)]
    free.sort(key=lambda unit: unit.atk)
    foes = sorted((unit for unit in defenders if unit.stands), key=lambda unit: -unit.guard)
    found = _attack(list(free), foes)
    if len(foes) > 1 and free:
        top = free[-1].atk
        foes.sort(key=lambda foe: -foe.worth - (max(top - foe.guard, 0) * _PER_DAMAGE if foe.attack else 0))
        other = _attack(free, foes)
        if other.gain > found.gain:
            found = other
    for unit in found.fallen:
        unit.stands = False
    return found


def _attack(free: list[Unit], foes: Sequence[Unit]) -> Outcome:
    """Let the attackers, the weakest first, take the monsters one by one in this order."""
    found = Outcome()
    wall = False
    for foe in foes:
        able = [unit for unit in free if unit.atk > foe.guard]
        if foe.proof:
            wall = True
            if able and foe.attack:
                found.damage += able[-1].atk - foe.guard
                free.remove(able[-1])
            continue
        if able:
            taker = able[0]
            if foe.attack or taker.pierces:
                found.damage += taker.atk - foe.guard
        else:
            even = [unit for unit in free if foe.attack and unit.atk == foe.guard and unit.worth < foe.worth]
            if not even:
                wall = True
                continue
            taker = even[0]
            found.fallen.append(taker)
            found.lost += taker.worth
        free.remove(taker)
        found.fallen.append(foe)
        found.killed += foe.worth
    found.damage += sum(unit.atk for unit in free if unit.direct or not wall)
    return found
