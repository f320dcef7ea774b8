"""Computer players: they play legally, never peek, and the script beats what is merely sensible."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.ai.agent import UnknownAgent, make_agent
from engine.ai.fuzz import main as fuzz
from engine.ai.play import main as play
from engine.ai.play import play_many
from engine.duel import Duel, DuelDeck
from engine.rulesets import read_ruleset
from tests.engine.duels import mixed_deck, random_duel, starter

STRONG = ["Frostosaurus", "Alexandrite Dragon", "Luster Dragon", "Gemini Elf", "Ancient Gear Golem", "Insect Knight"]
SPELLS = ["Hammer Shot", "Dark Hole", "Fissure", "Mirror Force", "Dimensional Prison", "Raigeki", "Mystical Space Typhoon"]


def beatdown() -> DuelDeck:
    return DuelDeck([starter()[name] for name in (*STRONG, *SPELLS) for _ in range(3)] + [starter()["Kozaky"]])


@pytest.mark.parametrize("name", ["random", "sensible", "script"])
def test_agents_finish_their_duels(name: str) -> None:
    figures = play_many(read_ruleset("advanced"), [mixed_deck(1), mixed_deck(2)], [name, "random"], 2, 3)
    assert figures["failures"] == []
    assert sum(figures["wins"]) + figures["draws"] == 2


def test_the_script_beats_the_sensible_player() -> None:
    figures = play_many(read_ruleset("rulebook-2009"), [beatdown(), beatdown()], ["script", "sensible"], 10, 5)
    assert figures["failures"] == []
    assert figures["wins"][0] >= 8


@pytest.mark.parametrize("name", ["sensible", "script"])
def test_an_agent_decides_the_same_whatever_is_hidden(name: str) -> None:
    asked = 0

    def look(duel: Duel) -> None:
        nonlocal asked
        decision = duel.decision
        assert decision is not None
        player = decision.player
        actions = list(duel.options(player))
        if len(actions) < 2:
            return
        asked += 1
        chosen = [
            make_agent(name, 4).choose(world, player, actions)
            for world in (duel, duel.determinize(player, 1, knows_list=True), duel.determinize(player, 2, knows_list=True))
        ]
        assert chosen[0] == chosen[1] == chosen[2]

    for seed in (3, 40):
        random_duel("advanced", seed, look=look, most=400)
    assert asked > 60


def test_unknown_agents_are_named() -> None:
    with pytest.raises(UnknownAgent, match="script"):
        make_agent("oracle", 1)


def _ydk(path: Path, deck: DuelDeck) -> str:
    path.write_text("#main\n" + "\n".join(str(facts.passcode) for facts in deck.main) + "\n#extra\n!side\n")
    return str(path)


def test_the_play_command_prints_its_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = _ydk(tmp_path / "deck.ydk", beatdown())
    assert play(["--decks", deck, deck, "--ruleset", "goat-2005", "--duels", "1", "--policy", "active", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {"wins", "turns", "decisions", "choices", "seconds", "duels_per_s", "choices_per_s", "failures"} <= set(figures)
    assert figures["decisions"] > figures["choices"] > 0
    assert sum(agent["choices"] for agent in figures["agents"]) == figures["choices"]
    assert all(0 < agent["p50_ms"] <= agent["p95_ms"] <= agent["max_ms"] for agent in figures["agents"])


def test_the_play_command_takes_practice_decks_and_their_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert play(["--decks", "village-guard", "hidden-claws", "--agents", "script", "sensible", "--duels", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["failures"] == []
    assert sum(figures["wins"]) + figures["draws"] == 2
    assert figures["wins_first"][0] <= figures["wins"][0]


def test_the_play_command_names_the_practice_decks_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert play(["--decks", "nothing", "village-guard"]) == 2
    assert "village-guard" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--ruleset", "nothing"], "no ruleset"),
        (["--agents", "oracle", "random"], "no agent"),
        (["--ruleset", "tag-2017"], "4 players"),
    ],
)
def test_the_play_command_says_what_it_cannot_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    deck = _ydk(tmp_path / "deck.ydk", beatdown())
    assert play(["--decks", deck, deck, *arguments]) == 2
    assert told in capsys.readouterr().err


def test_the_play_command_names_an_unknown_passcode(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deck.ydk"
    path.write_text("#main\n1\n")
    assert play(["--decks", str(path), str(path)]) == 2
    assert "line 2" in capsys.readouterr().err


def test_the_fuzzer_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "seed.json"
    for expected in (8, 9):
        assert fuzz(["--seed", "7", "--duels", "1", "--jobs", "0", "--resume", str(kept)]) == 0
        assert f"next seed {expected}" in capsys.readouterr().err


def test_files_that_are_something_else_are_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary = tmp_path / "binary.ydk"
    binary.write_bytes(b"\xc5\x00\x01")
    assert play(["--decks", str(binary), str(binary)]) == 2
    assert "not a text file" in capsys.readouterr().err
    odd = tmp_path / "odd.ydk"
    odd.write_text("#main\n\u00b2\n" + "9" * 5000 + "\n", encoding="utf-8")
    assert play(["--decks", str(odd), str(odd)]) == 2
    assert "no Main Deck" in capsys.readouterr().err
    for resume in (binary, odd, tmp_path, tmp_path / "no" / "folder"):
        assert fuzz(["--duels", "1", "--resume", str(resume)]) == 2
        assert str(resume) in capsys.readouterr().err
    assert fuzz(["--duels", "1", "--cards", str(binary)]) == 2
    assert "not a card file" in capsys.readouterr().err
    assert fuzz(["--duels", "1", "--decks", str(odd)]) == 2
    assert "no folder" in capsys.readouterr().err
    assert fuzz(["--duels", "1", "--jobs", "0", "--decks", str(tmp_path)]) == 0, "what is no Deck is passed over"
