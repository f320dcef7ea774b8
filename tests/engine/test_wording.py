"""What "you", "your opponent" and "each player" mean, for two players and for partners."""

from __future__ import annotations

import pytest

from engine.effects import wording
from engine.effects.filters import Filter
from engine.effects.statics import Happening, Property
from engine.effects.values import Who
from engine.rulesets import read_ruleset
from engine.state.duel_state import PlayerState, State
from engine.vocab import Zone

YOU, OPPONENT, EITHER = Who.YOU, Who.OPPONENT, Who.EITHER
FIELD, HAND, GY = Zone.MONSTER, Zone.HAND, Zone.GY


def table(name: str, players: int, turn_player: int = 0) -> State:
    s = State(read_ruleset(name), 1)
    s.players = [PlayerState() for _ in range(players)]
    s.turn_player = turn_player
    s.first = 0
    return s


def read(s: State, you: int, wanted: Filter, taking: bool = False) -> list[tuple[int, Zone]]:
    return list(wording.places(s, you, wanted, wanted.zones, taking))


@pytest.mark.parametrize("who", [YOU, OPPONENT, EITHER, None])
@pytest.mark.parametrize("zone", [FIELD, HAND, GY])
@pytest.mark.parametrize("personal", [False, True])
@pytest.mark.parametrize("taking", [False, True])
def test_with_two_players_words_are_plain(who: Who | None, zone: Zone, personal: bool, taking: bool) -> None:
    s = table("advanced", 2, turn_player=1)
    wanted = Filter(zones=(zone,), who=who, personal=personal)
    meant = {YOU: [0], OPPONENT: [1]}.get(who, [1, 0])  # type: ignore[arg-type]
    assert read(s, 0, wanted, taking) == [(player, zone) for player in meant]
    assert wording.players(s, 0, who) == tuple(meant)
    if who in (YOU, OPPONENT):
        assert [player for player in (0, 1) if wording.is_whose(s, 0, wanted, player)] == meant


@pytest.mark.parametrize(
    ("wanted", "counted", "taken"),
    [
        (Filter(zones=(FIELD,), who=YOU), {0, 2}, {0, 2}),
        (Filter(zones=(FIELD,), who=OPPONENT), {1, 3}, {1, 3}),
        (Filter(zones=(FIELD,)), {0, 1, 2, 3}, {0, 1, 2, 3}),
        (Filter(zones=(GY,), who=YOU), {0, 2}, {0, 2}),
        (Filter(zones=(GY,), who=OPPONENT), {3}, {3}),
        (Filter(zones=(GY,)), {0, 2, 3}, {0, 2, 3}),
        (Filter(zones=(HAND,), who=YOU), {0, 2}, {0}),
        (Filter(zones=(HAND,), who=OPPONENT), {3}, {3}),
        (Filter(zones=(HAND,)), {0, 2, 3}, {0, 3}),
        (Filter(zones=(HAND,), who=YOU, personal=True), {0}, {0}),
        (Filter(zones=(HAND,), who=EITHER, personal=True), {0, 3}, {0, 3}),
    ],
)
def test_whose_cards_are_meant_among_four(wanted: Filter, counted: set[int], taken: set[int]) -> None:
    s = table("tag-2017", 4)
    assert {player for player, _ in read(s, 0, wanted)} == counted
    assert {player for player, _ in read(s, 0, wanted, taking=True)} == taken


def test_an_opponent_named_with_a_pile_has_only_the_field_opposite() -> None:
    s = table("tag-2017", 4)
    both = Filter(zones=(HAND, FIELD), who=OPPONENT)
    assert read(s, 0, both) == [(3, HAND), (3, FIELD)]
    assert [player for player in range(4) if wording.is_whose(s, 0, both, player)] == [3]
    assert [player for player in range(4) if wording.is_whose(s, 0, Filter(zones=(FIELD,), who=OPPONENT), player)] == [1, 3]


@pytest.mark.parametrize(("you", "turn_player", "pair"), [(0, 0, (0, 3)), (0, 3, (3, 0)), (2, 1, (1, 2)), (1, 3, (1, 2))])
def test_both_players_are_those_who_face_each_other(you: int, turn_player: int, pair: tuple[int, int]) -> None:
    s = table("tag-2017", 4, turn_player)
    assert wording.players(s, you, EITHER) == pair


def test_what_forbids_binds_a_team_and_what_allows_does_not() -> None:
    def bound(name: Property, who: Who | None) -> list[int]:
        return [player for player in range(4) if wording.binds(name, who, 0, player)]

    assert bound(Property.CANNOT_SUMMON, YOU) == [0, 2]
    assert bound(Property.CANNOT_ACTIVATE, OPPONENT) == [1, 3]
    assert bound(Property.CANNOT_SPECIAL, EITHER) == [0, 1, 2, 3]
    assert bound(Property.EXTRA_NORMAL, YOU) == [0]
    assert bound(Property.CANNOT_SPECIAL, None) == []


def test_damage_happens_to_a_team_and_a_phase_to_one_player() -> None:
    def waits(what: Happening, who: Who) -> list[int]:
        return [player for player in range(4) if wording.takes_part(what, who, 0, player)]

    assert waits(Happening.BATTLE_DAMAGE, YOU) == [0, 2]
    assert waits(Happening.PHASE, YOU) == [0]
    assert waits(Happening.PHASE, OPPONENT) == [1, 3]
    assert [player for player in range(4) if wording.causes(YOU, 0, player)] == [0, 2]
    assert not wording.causes(OPPONENT, 0, None)


@pytest.mark.parametrize(
    ("turn_player", "count", "shares"),
    [(0, 2, {2: 1, 0: 1}), (0, 1, {2: 1, 0: 0}), (1, 3, {2: 2, 0: 1}), (2, 1, {0: 1, 2: 0}), (3, 1, {0: 1, 2: 0})],
)
def test_coming_turns_are_shared_beginning_with_the_next(turn_player: int, count: int, shares: dict[int, int]) -> None:
    four, two = table("tag-2017", 4, turn_player), table("advanced", 2, turn_player & 1)
    assert dict(wording.shared(four, 0, YOU, count)) == shares
    assert wording.shared(four, 0, OPPONENT, count) == [(3, count)]
    assert wording.shared(two, 0, YOU, count) == [(0, count)]
    assert wording.shared(two, 0, OPPONENT, count) == [(1, count)]
