"""Faults reported in public programs (docs/reported-faults.md) that no delivered card raises, with made-up definitions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards.prelude import (
    GY,
    MONSTER,
    OTHER_CARD,
    RIVAL,
    SPELL_OR_TRAP,
    SPELL_TRAP_ZONES,
    TARGET,
    THEIR_FACE_UP,
    THEIR_MONSTERS,
    THIS,
    YOU,
    Apply,
    Card,
    CardKind,
    Destroy,
    Effect,
    EffectKind,
    Event,
    Filter,
    Happening,
    Have,
    Property,
    Select,
    SpecialSummon,
    Static,
    TakeControl,
    Until,
    activation,
    every,
    must,
    quick,
    steps,
    then,
)
from tests.engine.made_up import play

MODERN = ("rulebook-2009", "goat-2005", "master-rule-4", "advanced")


@pytest.mark.parametrize("ruleset", MODERN)
def test_an_attack_ends_when_its_target_changes_sides_in_the_damage_step(ruleset: str) -> None:
    """BAT-08"""
    taker = Card("Kozaky", (must(Event(Happening.STEP_START, subject=THIS), TakeControl(OTHER_CARD)),))
    play(
        {
            "given": {"you": {"monsters": ["Kozaky"]}, "opp": {"monsters": ["Luster Dragon"]}},
            "steps": [{"you": "attack", "card": "Kozaky", "target": "Luster Dragon"}, {"you": "pass all"}],
            "expect": {"you.lp": 8000, "opp.lp": 8000, "opp.monsters": 0, "you.monsters": ["Luster Dragon", "Kozaky"]},
        },
        {"Kozaky": taker},
        ruleset,
    )


@pytest.mark.parametrize("ruleset", MODERN)
def test_a_value_for_one_damage_calculation_ends_with_it_also_when_it_is_abandoned(ruleset: str) -> None:
    """BAT-10"""
    fighter = Card(
        "Kozaky",
        (
            Effect(
                EffectKind.QUICK,
                steps(Apply(Static(Property.SET_ATK, value=5000), THIS, Until.END_OF_DAMAGE_STEP), then(Destroy(RIVAL))),
                calculation=True,
            ),
        ),
    )
    play(
        {
            "given": {"you": {"monsters": ["Kozaky"]}, "opp": {"monsters": ["Luster Dragon"]}},
            "steps": [
                {"you": "attack", "card": "Kozaky", "target": "Luster Dragon"},
                {"you": "activate", "card": "Kozaky"},
                {"you": "pass all"},
            ],
            "expect": {"opp.lp": 8000, "opp.monsters": 0, "you.monsters": [{"card": "Kozaky", "atk": 400}]},
        },
        {"Kozaky": fighter},
        ruleset,
    )


@pytest.mark.parametrize("ruleset", MODERN)
def test_what_battle_destroys_already_takes_nobodys_place(ruleset: str) -> None:
    """BAT-27"""
    mine = Filter(zones=MONSTER, who=YOU)
    made = {
        "Kuriboh": Card("Kuriboh", statics=(Static(Property.SUBSTITUTE, THIS, by=mine, word="effect"),)),
        "Battle Ox": Card(
            "Battle Ox",
            (
                must(
                    Event(Happening.AFTER_CALCULATION, subject=THIS),
                    Destroy(TARGET),
                    targets=(Select(replace(THEIR_MONSTERS, names=("Kuriboh",))),),
                ),
            ),
        ),
    }
    play(
        {
            "given": {
                "turn": {"player": "opp"},
                "you": {"monsters": ["Kozaky", "Kuriboh"]},
                "opp": {"monsters": ["Battle Ox"]},
            },
            "steps": [{"opp": "attack", "card": "Battle Ox", "target": "Kozaky"}, {"opp": "pass all"}],
            "expect": {"you.monsters": 0, "you.gy": ["Kuriboh", "Kozaky"]},
        },
        made,
        ruleset,
    )


WITNESS = {
    "Kozaky": Card(
        "Kozaky",
        (
            quick(
                SpecialSummon(THIS, "attack"),
                event=Event(Happening.ACTIVATED, subject=Filter(kinds=(CardKind.SPELL,)), player=YOU),
                zones=GY,
            ),
        ),
    )
}
"""It comes from the Graveyard when its player activates a Spell."""


@pytest.mark.parametrize("ruleset", MODERN)
def test_what_was_paid_for_an_activation_was_not_there_to_answer_it(ruleset: str) -> None:
    """CHN-14"""
    play(
        {
            "given": {"you": {"hand": ["Tribute to The Doomed", "Kozaky"]}, "opp": {"monsters": ["Luster Dragon"]}},
            "steps": [
                {"you": "activate", "card": "Tribute to The Doomed"},
                {"opp": "pass"},
                {"you": "cannot activate", "card": "Kozaky", "because": "timing.response.only_directly_after"},
            ],
            "expect": {"opp.monsters": 0, "you.gy": ["Kozaky", "Tribute to The Doomed"]},
        },
        WITNESS,
        ruleset,
    )


@pytest.mark.parametrize("ruleset", MODERN)
def test_what_lay_in_the_graveyard_before_the_activation_answers_it(ruleset: str) -> None:
    """CHN-14"""
    play(
        {
            "given": {"you": {"hand": ["Pot of Greed"], "gy": ["Kozaky"]}},
            "steps": [{"you": "activate", "card": "Pot of Greed"}, {"you": "chain", "card": "Kozaky"}],
            "expect": {"you.monsters": ["Kozaky"], "you.hand": 2},
        },
        WITNESS,
        ruleset,
    )


@pytest.mark.parametrize("ruleset", ["rulebook-2009", "master-rule-4", "advanced"])
def test_substitutes_are_used_up_one_after_the_other_by_what_destroys_itself(ruleset: str) -> None:
    """MOV-07"""
    doom = Static(Property.PERISHES, THIS, condition=Have(Filter(zones=MONSTER, face_up=True, names=("Kuriboh",))))
    play(
        {
            "given": {"you": {"monsters": ["X-Head Cannon", "Y-Dragon Head", "Z-Metal Tank"], "hand": ["Kuriboh"]}},
            "steps": [
                {"you": "activate", "card": "Y-Dragon Head"},
                {"you": "activate", "card": "Z-Metal Tank"},
                {"you": "normal summon", "card": "Kuriboh"},
                {"you": "pass all"},
            ],
            "expect": {
                "you.monsters": ["Kuriboh"],
                "you.spells": 0,
                "you.gy": ["Y-Dragon Head", "Z-Metal Tank", "X-Head Cannon"],
            },
        },
        {"X-Head Cannon": Card("X-Head Cannon", statics=(doom,))},
        ruleset,
    )


@pytest.mark.parametrize("ruleset", MODERN)
def test_a_monster_goes_back_before_the_next_part_of_the_effect_that_freed_it(ruleset: str) -> None:
    """CTL-03: it takes the last zone, so nothing more can be Special Summoned."""
    spells = Filter(zones=SPELL_TRAP_ZONES, kinds=SPELL_OR_TRAP, who=None)
    made = {
        "Gravity Bind": Card(
            "Gravity Bind",
            (activation(TakeControl(TARGET, Until.WITH_SOURCE), targets=(Select(THEIR_FACE_UP),)),),
        ),
        "Ookazi": Card(
            "Ookazi",
            (
                activation(
                    Destroy(every(replace(spells, but=(THIS,)))),
                    then(SpecialSummon(Select(Filter(zones=GY, who=YOU, names=("Gemini Elf",))), "attack")),
                ),
            ),
        ),
    }
    play(
        {
            "given": {
                "turn": {"player": "opp"},
                "you": {"monsters": ["Luster Dragon", *["Kozaky"] * 4], "hand": ["Ookazi"], "gy": ["Gemini Elf"]},
                "opp": {"spells": ["Gravity Bind"]},
            },
            "steps": [
                {"opp": "phase", "name": "battle"},
                {"opp": "activate", "card": "Gravity Bind", "targets": ["Luster Dragon"]},
                {"opp": "end turn"},
                {"expect": {"opp.monsters": ["Luster Dragon"], "you.monsters": 4}},
                {"you": "activate", "card": "Ookazi"},
                {"you": "pass all"},
            ],
            "expect": {"opp.monsters": 0, "you.monsters": 5, "you.gy": ["Gemini Elf", "Ookazi"]},
        },
        made,
        ruleset,
    )
