"""Who sits where: the only place that knows how seats, teams and the order of turns go together.

Two players have the seats 0 and 1. In a Tag Duel the seats are 0 = A1, 1 = A2, 2 = B1 and 3 = B2: teams 0 (A1 and B1) and
1 (A2 and B2). Since each A sits to the right of the own B, A1 faces B2 and A2 faces B1 (tag.seating.a_faces_the_other_b).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.state.duel_state import State, TeamState

TEAMS = (0, 1)
"""With two players each is a team."""

Order = tuple[int, ...]


def _around(order: Order) -> tuple[Order, ...]:
    """Return, for each seat, the whole order beginning with it."""
    return tuple(order[order.index(seat) :] + order[: order.index(seat)] for seat in range(len(order)))


_AROUND: dict[int, tuple[tuple[Order, ...], tuple[Order, ...]]] = {
    2: (_around((0, 1)), _around((0, 1))),
    4: (_around((0, 1, 2, 3)), _around((1, 0, 3, 2))),
}
"""By number of seats, the team that started, and the seat that comes first (tag.turn.order_a1_a2_b1_b2)."""
_MATES: dict[int, tuple[Order, ...]] = {2: ((0,), (1,)), 4: ((0, 2), (1, 3), (2, 0), (3, 1))}
_FOES: dict[int, tuple[Order, ...]] = {2: ((1,), (0,)), 4: ((3, 1), (2, 0), (1, 3), (0, 2))}
_EYES: dict[int, Order] = {2: (0b1, 0b10), 4: (0b101, 0b1010, 0b101, 0b1010)}
_EVERYONE = {2: 0b11, 4: 0b1111}


def team(player: int) -> int:
    """Return the team of a seat."""
    return player & 1


def rivals(side: int) -> int:
    """Return the other team."""
    return 1 - side


def team_state(s: State, player: int) -> TeamState:
    """Return what a player's team has together: Life Points, and whether the duel is lost (tag.lp.sixteen_thousand_shared)."""
    return s.teams[player & 1]


def captain(side: int) -> int:
    """Return the seat of a team that plays first: Duelist A (tag.turn.starting_team_begins_with_a)."""
    return side


def partner(s: State, player: int) -> int | None:
    """Return the seat of the partner; None if two play."""
    return player ^ 2 if len(s.players) == 4 else None


def mates(s: State, player: int) -> Order:
    """Return the seats of a player's team, the own one first."""
    return _MATES[len(s.players)][player]


def foes(s: State, player: int) -> Order:
    """Return the seats of the other team, the facing one first."""
    return _FOES[len(s.players)][player]


def facing(s: State, player: int) -> int:
    """Return "your opponent": the seat opposite (tag.opponent.means_the_facing_duelist); of two players the other one."""
    return len(s.players) - 1 - player


def are_mates(one: int, other: int) -> bool:
    """Whether two seats are of one team; a seat is its own mate."""
    return not (one ^ other) & 1


def around(s: State, player: int) -> Order:
    """Return all seats in turn order, beginning with one (tag.chain.responses_follow_turn_order)."""
    return _AROUND[len(s.players)][s.first & 1][player]


def turn_order(s: State) -> list[int]:
    """Return all seats in turn order, beginning with the turn player."""
    return list(_AROUND[len(s.players)][s.first & 1][s.turn_player])


def after(s: State, player: int) -> int:
    """Return the seat whose turn follows."""
    return _AROUND[len(s.players)][s.first & 1][player][1]


def before(s: State, player: int) -> int:
    """Return the seat whose turn was before."""
    return _AROUND[len(s.players)][s.first & 1][player][-1]


def eyes(s: State, player: int) -> int:
    """Return who may know what a player knows, as bits of ``CardState.seen``: the team (tag.talk.teammates_share_information)."""
    return _EYES[len(s.players)][player]


def everyone(s: State) -> int:
    """Return all seats, as bits of ``CardState.seen``."""
    return _EVERYONE[len(s.players)]
