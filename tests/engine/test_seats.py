"""Seats, teams and the order of turns: engine.state.seats and the plane of engine.effects.arrows."""

from __future__ import annotations

import pytest

from engine.effects import arrows
from engine.match.teams import FACING
from engine.rulesets import read_ruleset
from engine.state import seats
from engine.state.duel_state import PlayerState, State

NAMES = ("A1", "A2", "B1", "B2")


def table(number: int, first: int = 0) -> State:
    s = State(read_ruleset("tag-2017" if number == 4 else "advanced"), 1)
    s.players = [PlayerState() for _ in range(number)]
    s.first = first
    return s


def test_two_players_face_each_other_and_have_no_partner() -> None:
    s = table(2)
    assert [seats.facing(s, player) for player in (0, 1)] == [1, 0]
    assert [seats.foes(s, player) for player in (0, 1)] == [(1,), (0,)]
    assert [seats.mates(s, player) for player in (0, 1)] == [(0,), (1,)]
    assert [seats.partner(s, player) for player in (0, 1)] == [None, None]
    assert seats.around(s, 1) == (1, 0)
    assert seats.after(s, 1) == seats.before(s, 1) == 0


def test_each_a_faces_the_b_of_the_other_team() -> None:
    s = table(4)
    assert {NAMES[player]: NAMES[seats.facing(s, player)] for player in range(4)} == dict(FACING)


def test_partners_are_of_one_team_and_the_facing_foe_comes_first() -> None:
    s = table(4)
    for player in range(4):
        own, other = seats.mates(s, player), seats.foes(s, player)
        assert own == (player, seats.partner(s, player))
        assert other[0] == seats.facing(s, player)
        assert sorted(own + other) == [0, 1, 2, 3]
        assert {seats.team(mate) for mate in own} == {seats.team(player)}
        assert all(seats.are_mates(player, mate) for mate in own)
        assert not any(seats.are_mates(player, foe) for foe in other)
        assert seats.eyes(s, player) == sum(1 << mate for mate in own)


@pytest.mark.parametrize(("first", "order"), [(0, "A1 A2 B1 B2"), (1, "A2 A1 B2 B1")])
def test_duelist_a_of_each_team_plays_before_b(first: int, order: str) -> None:
    s = table(4, first)
    assert " ".join(NAMES[player] for player in seats.around(s, first)) == order
    player = first
    for name in (order.split() * 2)[1:]:
        assert seats.before(s, seats.after(s, player)) == player
        player = seats.after(s, player)
        assert NAMES[player] == name


@pytest.mark.parametrize("number", [2, 4])
def test_every_zone_lies_in_one_place_and_extra_monster_zones_in_two_rows(number: int) -> None:
    s = table(number)
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for player in range(number):
        for index in range(7):
            found.setdefault(arrows.spot(s, player, index), []).append((player, index))
    for where, there in found.items():
        assert len(there) == (2 if there[0][1] >= 5 else 1)
        if len(there) == 2:
            (one, left), (other, right) = there
            assert seats.facing(s, one) == other
            assert arrows.mirrored(left) == right
        else:
            assert arrows.zone_at(s, where) == there[0]


def test_the_fields_of_a_team_lie_side_by_side() -> None:
    s = table(4)
    for a, b in ((0, 2), (1, 3)):
        x, y = arrows.spot(s, b, 4)
        step = 1 if a == 0 else -1
        assert arrows.spot(s, a, 0) == (x + step, y)
