"""Duels of four seats: beginning, course, views, copies, saving, what is hidden from whom."""

from __future__ import annotations

import pytest

from engine.action import Action, Verb
from engine.ai import checks
from engine.ai.agent import make_agent
from engine.ai.play import main as play
from engine.duel import Duel, replay
from engine.log import Log
from engine.notation.scenario import Run
from engine.rulesets import read_ruleset
from engine.state import seats
from tests.engine.duels import mixed_deck, playable, random_duel, starter

RULESET = "tag-2017"


def begin(first: int | None = 0, seed: int = 1, **more: object) -> Duel:
    return Duel.start(RULESET, [mixed_deck(seed + seat) for seat in range(4)], seed, first=first, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_duel_of_four_comes_to_an_end_and_is_won_by_a_team(seed: int) -> None:
    turns: list[int] = []

    def look(duel: Duel) -> Duel | None:
        checks.conserved(duel)
        s = duel.state
        if len(turns) < s.turn:
            turns.append(s.turn_player)
        return None

    duel = random_duel(RULESET, seed, look=look, most=20_000)
    assert duel.ended
    assert duel.winner in (None, 0, 1)
    order = list(seats.around(duel.state, duel.state.first))
    assert turns == (order * len(turns))[: len(turns)]
    assert len(turns) > 8


def test_a_duel_of_four_is_the_same_after_copying_saving_and_playing_it_again() -> None:
    seen = 0

    def look(duel: Duel) -> Duel | None:
        nonlocal seen
        seen += 1
        if seen % 90:
            return None
        decision = duel.decision
        assert decision is not None
        checks.complete(list(duel.options(decision.player)), checks.refusals_of(duel, decision.player))
        checks.saved(duel)
        checks.copied(duel, decision.player, next(iter(duel.options(decision.player))))
        return Duel.from_json(duel.to_json())

    duel = random_duel(RULESET, 3, look=look, most=1000)
    assert seen > 500
    assert duel.transcript is not None
    again = replay(RULESET, [mixed_deck(3 + seat) for seat in range(4)], duel.transcript)
    assert again.state_hash() == duel.state_hash()


def test_a_team_has_one_count_of_life_points_and_loses_together() -> None:
    duel = begin()
    assert [duel.view(seat)["you"]["lp"] for seat in range(4)] == [16000] * 4
    duel.surrender(2)
    assert (duel.winner, duel.state.reason) == (1, "win.surrender")


def test_only_duelist_a_of_a_team_chooses_and_begins() -> None:
    for seed in range(1, 7):
        duel = begin(first=None, seed=seed)
        decision = duel.decision
        assert decision is not None
        assert decision.kind == "first"
        assert decision.player in (0, 1)
        duel.apply(decision.player, Action(Verb.CHOOSE, value="second"))
        assert duel.state.first == duel.state.turn_player == 1 - decision.player


@pytest.mark.rule("tag.talk.teammates_share_information")
def test_partners_see_each_others_cards_and_the_other_team_sees_backs() -> None:
    for viewer in range(4):
        seen = begin().view(viewer)
        assert set(seen) >= {"you", "partner", "opponent", "opponent_partner"}
        for side, known in (("you", True), ("partner", True), ("opponent", False), ("opponent_partner", False)):
            assert len(seen[side]["hand"]) >= 5
            assert all(("name" in card) is known for card in seen[side]["hand"]), (viewer, side)
            assert isinstance(seen[side]["extra"], list) is known
        assert {card["owner"] for card in seen["opponent"]["hand"]} == {3 - viewer}


@pytest.mark.rule("tag.set.partner_may_look")
def test_the_partner_sees_what_was_set_and_the_other_team_sees_its_back() -> None:
    written = {"you": {"spells": ["Raigeki"], "monsters": [{"card": "Giant Soldier of Stone", "position": "set"}]}}
    duel = Run({"given": written}, read_ruleset(RULESET), starter().get).duel
    for viewer, side, known in ((0, "you", True), (2, "partner", True), (3, "opponent", False), (1, "opponent_partner", False)):
        seen = duel.view(viewer)[side]
        (spell,), (monster,) = ([card for card in seen[row] if card] for row in ("spells", "monsters"))
        assert (spell.get("name"), monster.get("name")) == (("Raigeki", "Giant Soldier of Stone") if known else (None, None))


def test_the_partner_is_told_which_monsters_are_asked_for() -> None:
    written = {"turn": {"player": "partner"}, "you": {"monsters": ["Celtic Guardian"]}, "partner": {"hand": ["Jinzo"]}}
    duel = Run({"given": written}, read_ruleset(RULESET), starter().get).duel
    action = next(action for action in duel.options(2) if action.verb is Verb.TRIBUTE_SUMMON)
    duel.apply(2, action)
    prompt = duel.view(0)["prompt"]
    assert (prompt["kind"], prompt["reason"], prompt["source"]) == ("yes_no", "lend", "Jinzo")
    assert [card["name"] for card in prompt["cards"]] == ["Celtic Guardian"]
    assert "prompt" not in duel.view(2)
    for answer, agent in (("yes", "sensible"), ("yes", "script")):
        assert make_agent(agent, 1).choose(duel, 0, list(duel.options(0))).value == answer
    duel.apply(0, Action(Verb.CHOOSE, value="no"))
    assert duel.log is not None
    assert duel.log.lines(0)[-1] == "No monsters lent for Jinzo: you."


@pytest.mark.parametrize("viewer", range(4))
def test_what_a_duelist_of_four_learns_does_not_depend_on_hidden_cards(viewer: int) -> None:
    seen = 0

    def look(duel: Duel) -> Duel | None:
        nonlocal seen
        seen += 1
        if seen % 200 == 50 * viewer:
            checks.unseen(duel, viewer, seen, playable(), ("random", "sensible", "script"))
        return None

    random_duel(RULESET, 10 + viewer, look=look, most=900)


def test_the_log_names_four_duelists_as_each_of_them_sees_them() -> None:
    duel = begin()
    assert duel.log is not None
    entry = {"what": "turn", "number": 1, "player": 1}
    told = [duel.log.sentence(entry, viewer) for viewer in (None, 0, 1, 2, 3)]
    wanted = ("Player A2", "your opponent’s partner", "you", "your opponent", "your partner")
    for line, name in zip(told, wanted, strict=True):
        assert f"{name}" in line
    named = Log(("Ann", "Bob", "Cy", "Di"))
    assert "Bob and Di" in named.sentence({"what": "end", "winner": 1, "rule": "tag.lp.zero_loses"}, None)


def test_the_play_command_lets_an_agent_play_both_seats_of_a_team(capsys: pytest.CaptureFixture[str]) -> None:
    decks = ["village-guard"] * 4
    assert play(["--ruleset", RULESET, "--decks", *decks, "--agents", "sensible", "random", "--duels", "2"]) == 0
    lines = dict(line.split(" ", 1) for line in capsys.readouterr().out.splitlines())
    assert lines["failures"] == "[]"
    assert "sensible" in lines["agents"]
