"""Random duels under every ruleset keep the contracts of the engine; hidden cards change nothing a player learns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.action import Action, Verb
from engine.ai import checks, fuzz, fuzz_duel
from engine.ai.fuzz import Found, gather
from engine.ai.fuzz_duel import RULESETS, Played, again, play, ruleset_of
from engine.ai.fuzz_workers import Pair
from engine.belief import unknown_cards
from engine.duel import Duel
from engine.procedures.options import may_know
from engine.refusal import Refusal
from engine.state import saving
from engine.state.duel_state import State
from engine.state.printed import EXTRA_FRAMES
from engine.state.rng import Rng
from engine.vocab import Zone
from tests.engine.duels import choose, mixed_deck, playable, random_duel

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.thorough
def test_fifty_random_duels_keep_every_contract() -> None:
    pool, found, faults = gather(None, None), Found(), []
    for seed in range(50):
        played = play(pool, seed)
        played.fault = played.fault or again(pool, played)
        faults.append(found.note(played))
    assert [fault for fault in faults if fault is not None] == []
    assert found.total("duels") == 50
    assert found.total("looked") >= found.total("decisions") * 0.015
    assert set(found.rulesets) == set(RULESETS)


@pytest.mark.thorough
def test_a_turn_that_will_not_end_is_played_on_by_the_run_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stubborn:
        def choose(self, duel: Duel, player: int, actions: list[Action]) -> Action:
            raise AssertionError("nobody asks")

    monkeypatch.setattr(fuzz_duel, "make_agent", lambda *_arguments: Stubborn())
    pool = gather(None, None)
    assert "nobody asks" in str(play(pool, 3).fault)
    monkeypatch.setattr(fuzz_duel, "LONG_TURN", -1)
    played = play(pool, 3)
    assert not played.fault
    assert played.decisions > 50


def test_a_duel_is_looked_at_everywhere_and_again_under_another_hash_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--seed", "13", "--duels", "1", "--every", "1"]) == 0
    line = capsys.readouterr().err.splitlines()[0].split()
    assert line[0] == ruleset_of(13)
    assert line[3] == line[5] != "0"


def test_the_fuzzer_tells_what_it_found_and_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_duel: Duel) -> None:
        raise AssertionError("a card is in two places")

    monkeypatch.setattr(checks, "conserved", broken)
    assert fuzz.main(["--seed", "3", "--duels", "1", "--jobs", "0"]) == 1
    printed = capsys.readouterr().out
    assert "a card is in two places" in printed
    assert "fuzz --seed 3 --duels 1 --jobs 0" in printed


def test_counts_and_failures_are_kept_between_runs_of_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.json"
    monkeypatch.setattr(fuzz, "_ROUND", 1)
    with monkeypatch.context() as patch:
        patch.setattr(checks, "saved_whole", lambda duel: 1 / 0)
        assert fuzz.main(["--seed", "5", "--duels", "1", "--jobs", "0", "--resume", str(kept)]) == 1
    assert fuzz.main(["--duels", "2", "--jobs", "2", "--resume", str(kept)]) == 0
    told = capsys.readouterr().err
    assert "2 duels in this run, 0 failures, next seed 8" in told
    data = json.loads(kept.read_text())
    assert data["next"] == 8
    assert sum(tally["duels"] for tally in data["rulesets"].values()) == 3
    assert len(data["failures"]) == 1
    assert "ZeroDivisionError" in data["failures"][0]


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "[]",
        '{"next": "1"}',
        '{"next": true}',
        '{"next": 1, "rulesets": {"advanced": {"duels": "x"}}}',
        '{"next": 1, "rulesets": {"advanced": {"bogus": 1}}}',
        '{"next": 1, "rulesets": {"no such": {"duels": 1}}}',
        '{"next": 1, "failures": "abc"}',
        '{"next": 1, "failures": [1]}',
    ],
)
def test_a_file_to_resume_from_that_holds_something_else_is_refused_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kept: str
) -> None:
    path = tmp_path / "kept.json"
    path.write_text(kept)
    assert fuzz.main(["--duels", "1", "--jobs", "0", "--resume", str(path)]) == 2
    assert capsys.readouterr().err == f"{path} does not keep the next seed of another run.\n"
    assert path.read_text() == kept


@pytest.mark.parametrize("words", ["--minutes nan", "--minutes inf", "--minutes -1", "--duels -3", "--every 0", "--jobs -1"])
def test_what_would_never_end_or_begin_is_refused(words: str) -> None:
    with pytest.raises(SystemExit) as refused:
        fuzz.main(words.split())
    assert refused.value.code == 2


def test_a_process_that_dies_is_a_fault_of_the_duel_it_was_at() -> None:
    pair = Pair([])
    try:
        pair.workers[0].kill()
        assert [played.fault for played in pair.duels(4, 3)] == ["the process that plays has died"]
    finally:
        pair.close()


def _middle() -> Duel:
    """Return a duel with cards on the field, in hands, Graveyards and face-down, in an open state."""
    duel = random_duel("advanced", 4, most=300)
    rng = Rng(9)
    while not (duel.decision is not None and duel.decision.kind == "open" and any(uid >= 0 for uid in _monsters(duel))):
        assert duel.decision is not None
        duel.apply_legal(duel.decision.player, choose(rng, list(duel.options(duel.decision.player))))
    return duel


def _monsters(duel: Duel) -> list[int]:
    return [uid for side in duel.state.players for uid in side.monsters if uid >= 0]


def _twice(duel: Duel) -> None:
    duel.state.players[0].gy.append(duel.state.players[0].deck[0])


def _lost(duel: Duel) -> None:
    duel.state.players[1].deck.pop()


def _doubled(duel: Duel) -> None:
    deck = duel.state.players[0].deck
    deck[0] = deck[1]


def _swapped_owner(duel: Duel) -> None:
    card = duel.state.cards[duel.state.players[0].deck[0]]
    card.owner = card.controller = 1


def _moved_owner(duel: Duel) -> None:
    uid = duel.state.players[0].deck.pop()
    duel.state.players[1].deck.append(uid)
    duel.state.cards[uid].owner = duel.state.cards[uid].controller = 1


def _broke(duel: Duel) -> None:
    duel.state.teams[1].lp = 0


def _half_points(duel: Duel) -> None:
    duel.state.teams[1].lp = 100.5  # type: ignore[assignment]


def _wrong_zone(duel: Duel) -> None:
    duel.state.cards[_monsters(duel)[0]].index += 1


def _wrong_side(duel: Duel) -> None:
    card = duel.state.cards[_monsters(duel)[0]]
    card.controller = 1 - card.controller


def _face_down_attacker(duel: Duel) -> None:
    card = duel.state.cards[_monsters(duel)[0]]
    card.face_up, card.attack = False, True


def _forgotten_token(duel: Duel) -> None:
    duel.state.by_token[duel.state.next_token + 7] = 0


def _unknown_hand(duel: Duel) -> None:
    hand = next(side.hand for side in duel.state.players if side.hand)
    duel.state.cards[hand[0]].seen = 0


def _nobody_asked(duel: Duel) -> None:
    duel.state.prompt = None


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (_twice, "two places or in none"),
        (_lost, "two places or in none"),
        (_doubled, "twice in the same"),
        (_swapped_owner, "another owner"),
        (_moved_owner, "another owner"),
        (_broke, "goes on with Life Points"),
        (_half_points, "goes on with Life Points"),
        (_wrong_zone, "two places or in none"),
        (_wrong_side, "does not control"),
        (_face_down_attacker, "face-down in Attack Position"),
        (_forgotten_token, "a token is left over"),
        (_unknown_hand, "own hand"),
        (_nobody_asked, "nobody is asked"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_each_cheap_check_notices_a_harmed_duel(harm: Callable[[Duel], None], told: str) -> None:
    duel = _middle()
    watch = checks.Watch(duel)
    watch.look(duel)
    harm(duel)
    with pytest.raises(AssertionError, match=told):
        checks.Watch(duel).look(duel) if harm is not _moved_owner else watch.look(duel)


def test_an_option_that_is_refused_is_noticed() -> None:
    duel = _middle()
    player = duel.state.turn_player
    checks.offered(duel, player, list(duel.options(player)))
    for action in (Action(Verb.PASS), Action(Verb.ATTACK, 1)):
        with pytest.raises(AssertionError, match="an option is refused"):
            checks.offered(duel, player, [*duel.options(player), action])
    with pytest.raises(AssertionError, match="nothing can be chosen"):
        checks.offered(duel, player, [])


def test_a_candidate_that_is_neither_option_nor_refused_is_noticed() -> None:
    duel = _middle()
    player = duel.state.turn_player
    options, refusals = list(duel.options(player)), checks.refusals_of(duel, player)
    checks.complete(options, refusals)
    with pytest.raises(AssertionError, match="differ from the legal"):
        checks.complete(options[1:], refusals)
    with pytest.raises(AssertionError, match="twice"):
        checks.complete([*options, options[0]], refusals)
    refused = next(action for action, against in refusals.items() if against)
    for unsaid in (Refusal("no.such.rule"), Refusal("turn.phase_order.of.nothing")):
        with pytest.raises(AssertionError, match="no sentence"):
            checks.complete(options, {**refusals, refused: [unsaid]})


def test_a_value_that_is_not_saved_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = _middle()
    duel.state.cards[_monsters(duel)[0]].on_field.counters["Spell Counter"] = 2
    checks.saved(duel)
    checks.saved_whole(duel)
    read = saving.Reader.read

    def forgetful(self: saving.Reader, value: Any) -> Any:
        found = read(self, value)
        return {} if found == {"Spell Counter": 2} else found

    monkeypatch.setattr(saving.Reader, "read", forgetful)
    with pytest.raises(AssertionError, match="reads otherwise"):
        checks.saved(duel)
    with pytest.raises(AssertionError, match="reads otherwise"):
        checks.saved_whole(duel)


def test_a_copy_that_shares_or_forgets_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = _middle()
    player = duel.state.turn_player
    end = Action(Verb.PHASE, value="end")
    checks.copied(duel, player, end)
    whole = State.copy

    def shared(self: State) -> State:
        twin = whole(self)
        twin.frames = self.frames
        return twin

    def forgetful(self: State) -> State:
        twin = whole(self)
        twin.turn = 1
        return twin

    for wrong, told in ((shared, "changes the duel"), (forgetful, "a copy differs")):
        monkeypatch.setattr(State, "copy", wrong)
        with pytest.raises(AssertionError, match=told):
            checks.copied(duel, player, end)


def test_a_duel_that_plays_again_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = gather(None, None)
    played = play(pool, 13)
    assert played.fault is None
    assert again(pool, played) is None
    told = {**played.to_json(), "end": "0"}
    assert "leads elsewhere" in str(again(pool, Played(**told)))
    options = Duel.options
    monkeypatch.setattr(Duel, "options", lambda self, player: reversed(list(options(self, player))))
    assert "other options are offered" in str(again(pool, played))


def test_a_world_that_shows_a_hidden_card_is_noticed() -> None:
    duel = Duel.start("advanced", [mixed_deck(1), mixed_deck(2)], 1, first=0)
    checks.unseen(duel, 1, 5, playable())
    for uid in duel.state.players[0].hand:
        duel.state.cards[uid].seen = 1
    peeking = Duel.view

    def peek(self: Duel, player: int) -> dict[str, object]:
        return {**peeking(self, player), "top": self.state.cards[self.state.players[0].hand[0]].printed.name}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Duel, "view", peek)
        with pytest.raises(AssertionError, match="shows player 1"):
            checks.unseen(duel, 1, 5, playable())


def test_hidden_cards_are_dealt_from_the_pool_under_the_limit_of_copies() -> None:
    pool = playable() * 2
    looked = 0

    def look(duel: Duel) -> None:
        nonlocal looked
        world = duel.determinize(0, 3, pool=pool)
        own = [card.printed.name for card in duel.state.cards if card.owner == 0]
        assert sorted(card.printed.name for card in world.state.cards if card.owner == 0) == sorted(own)
        names = {facts.name for facts in pool}
        for card in unknown_cards(duel.state, 0, 1):
            other = world.state.cards[card.uid].printed
            assert other.name in names
            if card.zone is Zone.MONSTER:
                assert other.monster
            elif card.zone in (Zone.SPELL_TRAP, Zone.FIELD):
                assert not other.monster
            assert (other.frame in EXTRA_FRAMES) is (card.zone is Zone.EXTRA) or card.zone is Zone.EXTRA
            looked += 1
        theirs = [card for card in world.state.cards if card.owner == 1 and not may_know(0, card)]
        for name in {card.printed.name for card in theirs if card.printed.name}:
            assert sum(card.printed.name == name for card in theirs) <= 3

    random_duel("rulebook-2009", 6, look=look, most=120)
    assert looked > 1000


def test_without_a_pool_the_opponents_hidden_cards_are_plain() -> None:
    duel = random_duel("advanced", 4, most=60)
    world = duel.determinize(1, 9)
    hidden = unknown_cards(duel.state, 1, 0)
    assert hidden
    assert all(not world.state.cards[card.uid].printed.definition.effects for card in hidden)
    known = duel.determinize(1, 9, knows_list=True)
    assert sorted(card.printed.name for card in known.state.cards) == sorted(card.printed.name for card in duel.state.cards)


def test_agents_play_the_same_duel_under_any_hash_seed() -> None:
    program = (
        "from engine.ai.agent import make_agent\n"
        "from tests.engine.duels import mixed_deck, Duel\n"
        "duel = Duel.start('advanced', [mixed_deck(1), mixed_deck(2)], 5)\n"
        "agents = [make_agent('script', 1), make_agent('sensible', 2)]\n"
        "while duel.decision is not None and duel.state.turn < 14:\n"
        "    player = duel.decision.player\n"
        "    actions = list(duel.options(player))\n"
        "    duel.apply(player, actions[0] if len(actions) == 1 else agents[player].choose(duel, player, actions))\n"
        "print(duel.state_hash(), duel.transcript.hashes)"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in (1, 2)
    ]
    assert found[0] == found[1] != ""
