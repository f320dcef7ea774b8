"""Random duels under every ruleset keep the contracts of the engine; hidden cards change nothing a player learns."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.ai import checks, fuzz
from engine.ai.fuzz import Found, gather, one
from engine.belief import unknown_cards
from engine.duel import Duel
from engine.procedures.options import may_know
from engine.state.printed import EXTRA_FRAMES
from engine.vocab import Zone
from tests.engine.duels import mixed_deck, playable, random_duel

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.thorough
def test_fifty_random_duels_keep_every_contract() -> None:
    found, faults = Found(), []
    pool = gather(None, None)
    for seed in range(50):
        fault = one(pool, seed, found)
        if fault is not None:
            faults.append(f"seed {seed}: {fault}")
    assert faults == []
    assert found.duels == 50
    assert found.compared >= 50
    assert len(found.rulesets) == 6


def test_the_fuzzer_tells_what_it_found_and_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_duel: Duel) -> None:
        raise AssertionError("a card is in two places")

    monkeypatch.setattr(checks, "conserved", broken)
    assert fuzz.main(["--seed", "3", "--duels", "1"]) == 1
    printed = capsys.readouterr().out
    assert "a card is in two places" in printed
    assert "fuzz --seed 3 --duels 1" in printed


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
