"""Teams of a Tag Duel: who sits where, who faces whom, and how a round ends when its time is up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.match.cite import MatchRefused
from engine.refusal import Refusal

SEATS = ("A1", "B1", "A2", "B2")
"""Duelists A and B of team 1, then of team 2."""
_TURN_ORDER = {1: ("A1", "A2", "B1", "B2"), 2: ("A2", "A1", "B2", "B1")}
"""By the team that starts (tag.turn.order_a1_a2_b1_b2)."""
FACING: Mapping[str, str] = {"A1": "B2", "B2": "A1", "B1": "A2", "A2": "B1"}
"""Who faces whom: A sits on the right on both sides of the table (tag.seating.a_faces_the_other_b)."""
ROUND_MINUTES = 40
"""(tag.match.forty_minutes)"""


def seats_of(entries: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return seat to name for the entry forms of two teams; the first name of each is A (tag.team.first_name_on_the_list_is_a).

    Raises ``MatchRefused`` unless two teams of two different duelists are entered (tag.team.two_teams_of_two).
    """
    names = [name for team in entries for name in team]
    if len(entries) != 2 or any(len(team) != 2 for team in entries) or len(set(names)) != 4:
        raise MatchRefused([Refusal("tag.team.two_teams_of_two", {"seats": 4, "decks": len(set(names))})])
    return dict(zip(SEATS, names, strict=True))


def check_next_round(before: Mapping[str, str], now: Mapping[str, str]) -> list[Refusal]:
    """Return why duelists may not sit like that in the next round of a tournament: A stays A, B stays B.

    Teams may change sides of the table. (tag.team.a_and_b_fixed_for_the_tournament)
    """
    letter = {name: seat[0] for seat, name in before.items()}
    moved = [name for seat, name in now.items() if letter.get(name, seat[0]) != seat[0]]
    return [Refusal("tag.team.a_and_b_fixed_for_the_tournament", {"name": moved[0]})] if moved else []


def turns_after_time(seat: str, starting_team: int = 1) -> tuple[str, ...]:
    """Return whose turns are still played when time is called in a turn of ``seat``: it is finished, then three extra turns.

    (tag.match.three_extra_turns)
    """
    order = _TURN_ORDER[starting_team]
    place = order.index(seat)
    return (*order[place:], *order[:place])
