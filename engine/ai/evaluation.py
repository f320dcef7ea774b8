"""What a position is worth to a player, in points of about one Life Point; it reads only what that player knows."""

from __future__ import annotations

from engine.ai.clash import Unit, clash, units
from engine.ai.measure import Measure
from engine.effects import continuous
from engine.effects.tree import Property
from engine.procedures.battle import is_without_battle
from engine.state.duel_state import ROW, State
from engine.state.seats import after, around, foes, mates, rivals, team
from engine.vocab import Phase

WON = 1_000_000
_NOW, _REPLY, _NEXT = 0.9, 0.7, 0.4
"""How far the battles foreseen are trusted: of this turn, of the other player's next, of the one after that."""
_DEATH = 6000
"""What it costs to stand where the opponent's monsters in sight win the duel."""
_STEEP = ((2000, 1.6), (4000, 1.1), (8000, 0.8), (1_000_000, 0.5))
"""What a Life Point is worth below each sum."""
_LATE = 25
"""Cards in the Deck below which it counts who will be unable to draw first."""


def life(lp: float) -> float:
    """Return what so many Life Points are worth: the last ones most."""
    total = below = 0.0
    for limit, each in _STEEP:
        total += max(min(lp, limit) - below, 0) * each
        below = limit
    return total


def value(s: State, measure: Measure) -> float:
    """Return what the position is worth: cards, Life Points, and the battles that can be foreseen."""
    me = measure.viewer
    own = team(me)
    if s.ended:
        return 0.0 if s.winner is None else WON if s.winner == own else -WON
    rows = [units(s, measure, player) for player in range(len(s.players))]
    total = 0.0
    for mate in mates(s, me):
        total += _holdings(s, measure, mate, rows[mate])
    for foe in foes(s, me):
        total -= _holdings(s, measure, foe, rows[foe])
    lp = [float(side.lp) for side in s.teams]
    for striker, now, weight in _battles(s):
        attackers, side = rows[striker], s.players[striker]
        if team(striker) != own and not now and side.hand and -1 in side.monsters[:ROW]:
            attackers = [*attackers, Unit(measure.atk, 0, 0, attack=True, worth=0)]
        defenders = [unit for foe in foes(s, striker) for unit in rows[foe]]
        gain = _battle(attackers, defenders, now, weight, lp, rivals(team(striker)))
        total += gain if team(striker) == own else -gain
    mine, theirs = life(lp[own]), life(lp[rivals(own)])
    late = max(1 - min(len(s.players[mate].deck) for mate in mates(s, me)) / _LATE, 0.0)
    if _runs_out(s) == own:
        return total + mine * (1 - late / 2) - theirs * (1 + late)
    return total + mine * (1 + late) - theirs * (1 - late / 2)


def _holdings(s: State, measure: Measure, player: int, row: list[Unit]) -> float:
    """Return what all cards of a player are worth to that player."""
    total = measure.holdings(s, player, min((unit.atk for unit in row), default=0))
    return total + sum(unit.worth for unit in row) + measure.guards([(unit.atk, unit.defense) for unit in row])


def _runs_out(s: State) -> int:
    """Return the team that will be unable to draw first if the duel goes on."""
    return team(min(around(s, after(s, s.turn_player)), key=lambda player: len(s.players[player].deck)))


def _battles(s: State) -> list[tuple[int, bool, float]]:
    """Return the Battle Phases to foresee: who attacks, whether in this turn, how far to trust it."""
    turn = s.turn_player
    left = s.phase is Phase.BATTLE or (
        s.phase in (Phase.DRAW, Phase.STANDBY, Phase.MAIN1)
        and not is_without_battle(s)
        and not continuous.player_has(s, Property.NO_BATTLE_PHASE, turn)
    )
    found = [(turn, True, _NOW)] if left else []
    reply = after(s, turn)
    return [*found, (reply, False, _REPLY), (after(s, reply), False, _NEXT)]


def _battle(attackers: list[Unit], defenders: list[Unit], now: bool, weight: float, lp: list[float], other: int) -> float:
    """Let a Battle Phase happen, and return what it brings the attacker beside the damage."""
    outcome = clash(attackers, defenders, now=now)
    gain = (outcome.killed - outcome.lost) * weight
    if outcome.damage >= lp[other]:
        gain += _DEATH * weight
    lp[other] = max(lp[other] - outcome.damage * weight, 1)
    return gain
