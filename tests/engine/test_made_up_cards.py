"""Rules proved with made-up definitions: loops with progress, triggers in the hand, what set numbers mean."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards.prelude import HAND, OPPONENT, THIS, YOU, Card, Damage, Event, Happening, SpecialSummon, must, when
from engine.notation.command import card_finder
from engine.state.printed import from_facts
from tests.engine.made_up import ALL, play

ECHO = {"Kuriboh": Card("Kuriboh", (must(Event(Happening.EFFECT_DAMAGE), Damage(300, OPPONENT)),))}
"""It answers every effect damage with more of it: a loop nobody may leave."""
FROM_HAND = {"Kozaky": Card("Kozaky", (when(Event(Happening.BATTLE_DAMAGE, player=YOU), SpecialSummon(THIS), zones=HAND),))}


@pytest.mark.parametrize("ruleset", ALL)
def test_a_loop_that_ends_the_duel_is_played_out(ruleset: str) -> None:
    """loop.with_progress_is_played_out"""
    play(
        {
            "given": {"you": {"hand": ["Ookazi"], "monsters": ["Kuriboh"]}, "opp": {"lp": 2000}},
            "steps": [{"you": "activate", "card": "Ookazi"}],
            "expect": {"opp.lp": 0, "winner": "you"},
        },
        ECHO,
        ruleset,
    )


HIT = {
    "given": {
        "you": {"hand": ["Kozaky"], "monsters": ["Kuriboh"], "gy": ["Battle Ox"]},
        "opp": {"monsters": ["Kycoo the Ghost Destroyer"]},
    },
    "steps": [
        {"you": "attack", "card": "Kuriboh", "target": "Kycoo the Ghost Destroyer"},
        {"you": "pass all"},
    ],
}


@pytest.mark.parametrize("ruleset", ALL)
def test_an_effect_in_the_hand_is_placed_like_one_on_the_field(ruleset: str) -> None:
    """trigger.order.hand_like_others_tcg"""
    steps = [
        *HIT["steps"],
        {"you": "choose", "card": "Kozaky"},
        {"opp": "choose", "card": "Kycoo the Ghost Destroyer"},
        {"expect": {"chain": ["Kozaky", "Kycoo the Ghost Destroyer"]}},
        {"you": "choose", "position": "defense"},
    ]
    play(HIT | {"steps": steps, "expect": {"you.monsters": ["Kozaky"], "you.banished": ["Battle Ox"]}}, FROM_HAND, ruleset)


def test_a_card_of_another_set_is_the_same_card_in_duels() -> None:
    """card.number.collecting_only"""
    facts = card_finder()["Kuriboh"]
    assert facts.printings
    other = replace(facts, printings=facts.printings[:1])
    assert other != facts
    made = Card("Kuriboh")
    assert from_facts(other, made) == from_facts(facts, made)
