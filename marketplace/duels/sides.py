"""Who sits where, as the person at the table sees it: their own side, the opponent who faces them, and in Tag Duels the
partner and the opponent who faces the partner. Sides are named as ``Duel.view`` names them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

YOU, PARTNER, OPPONENT, OTHER = "you", "partner", "opponent", "opponent_partner"
TEAM, FOES = (YOU, PARTNER), (OPPONENT, OTHER)
SIDES_OF_TWO, SIDES_OF_FOUR = (YOU, OPPONENT), (YOU, PARTNER, OPPONENT, OTHER)
FACING = {YOU: OPPONENT, OPPONENT: YOU, PARTNER: OTHER, OTHER: PARTNER}
PREFIX = {YOU: "my", PARTNER: "mate", OPPONENT: "opp", OTHER: "opp2"}
"""Of the ids of cells."""
COMPUTERS = ("", "Alex", "Mika", "Robin")
"""What the computer players of a Tag Duel are called, by seat (tag.seating.*); the person is "you"."""


def sides_in(view: Mapping[str, Any]) -> tuple[str, ...]:
    """The sides a view tells of."""
    return SIDES_OF_FOUR if PARTNER in view else SIDES_OF_TWO


def side_of(seat: int, viewer: int, seats: int) -> str:
    """The side of a seat: A1 faces B2, and B1 faces A2 (tag.seating.a_faces_the_other_b)."""
    if seat == viewer:
        return YOU
    if seat == seats - 1 - viewer:
        return OPPONENT
    return PARTNER if (seat ^ viewer) & 1 == 0 else OTHER


def team_of(seat: int) -> int:
    """The team of a seat; of two players each is a team."""
    return seat & 1


def is_with(seat: int | None, viewer: int) -> bool:
    """Whether a seat, or a team that won, is the viewer's or the viewer's partner's."""
    return seat is not None and team_of(seat) == team_of(viewer)


def turn_order(first: int, seats: int) -> list[int]:
    """The seats in the order of their turns, from the one that began (tag.turn.order_a1_a2_b1_b2)."""
    return [0, 1, 2, 3][:seats] if first == 0 else [1, 0, 3, 2][:seats]


def role(side: str) -> str:
    """What somebody is to the person in a Tag Duel; empty for the person."""
    return {
        YOU: "",
        PARTNER: _("your partner"),
        OPPONENT: _("opponent who faces you"),
        OTHER: _("opponent who faces your partner"),
    }[side]
