"""Declaring a card name: what may be named, what the computer player names, and that a saved duel keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.action import Action, Verb
from engine.ai.agent import make_agent
from engine.duel import Duel
from engine.notation.position import Builder
from engine.rulesets import read_ruleset
from tests.engine.duels import starter


def asked(card: str = "Mind Crush", **opp: Any) -> Duel:
    given = {"you": {"spells": [card], "hand": ["Kozaky"]}, "opp": {"hand": ["Kuriboh", "Battle Ox"]} | opp}
    duel = Builder(read_ruleset("advanced"), starter().get).build(given)
    (use,) = [action for action in duel.options(0) if action.verb is Verb.ACTIVATE]
    duel.apply_legal(0, use)
    return duel


def test_what_is_offered_is_what_is_legal() -> None:
    duel = asked()
    offered = {action.value for action in duel.options(0)}
    assert offered == {action.value for action in duel.candidates(0) if duel.legal(0, action)}
    assert {"Kuriboh", "Dark Hole", "Decode Talker"} <= offered
    assert "Sheep Token" not in offered
    assert duel.view(0)["prompt"]["names"] == sorted(str(name) for name in offered)
    assert "prompt" not in duel.view(1)


def test_names_do_not_depend_on_what_the_opponent_hides() -> None:
    one, other = asked(), asked(hand=["Mystical Elf", "Dark Hole"])
    assert one.view(0)["prompt"]["names"] == other.view(0)["prompt"]["names"]


@pytest.mark.parametrize("agent", ["script", "sensible"])
def test_the_computer_names_a_card_it_knows_of(agent: str) -> None:
    known = asked(hand=["Battle Ox", "Kuriboh"], gy=["Summoned Skull"])
    state = known.state
    next(card for card in state.cards if card.printed.name == "Kuriboh").seen = 3
    chosen = make_agent(agent, 1).choose(known, 0, list(known.options(0)))
    assert chosen == Action(Verb.CHOOSE, value="Kuriboh"), "a card of the hand it has seen"
    unseen = asked(gy=["Summoned Skull"])
    chosen = make_agent(agent, 1).choose(unseen, 0, list(unseen.options(0)))
    assert chosen == Action(Verb.CHOOSE, value="Summoned Skull"), "of which another copy may be there"


def test_a_saved_duel_keeps_the_name_that_was_declared() -> None:
    duel = asked()
    duel.apply_legal(0, Action(Verb.CHOOSE, value="Kuriboh"))
    assert duel.state.chain[0].name == "Kuriboh"
    again = Duel.from_json(duel.to_json())
    assert again.state.chain[0].name == duel.copy().state.chain[0].name == "Kuriboh"
