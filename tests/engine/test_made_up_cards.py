"""Rules proved with made-up definitions: loops with progress, triggers in the hand, high Levels, DIVINE, set numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards.prelude import (
    HAND,
    MONSTER,
    OPPONENT,
    THIS,
    YOU,
    Attribute,
    Card,
    Damage,
    Destroy,
    Event,
    Filter,
    GainLP,
    Happening,
    Select,
    SpecialSummon,
    activation,
    must,
    when,
)
from engine.notation.command import card_finder
from engine.state.printed import from_facts
from tests.engine.made_up import ALL, play

ECHO = {"Kuriboh": Card("Kuriboh", (must(Event(Happening.EFFECT_DAMAGE), Damage(300, OPPONENT)),))}
"""It answers every effect damage with more of it: a loop nobody may leave."""
FROM_HAND = {"Kozaky": Card("Kozaky", (when(Event(Happening.BATTLE_DAMAGE, player=YOU), SpecialSummon(THIS), zones=HAND),))}


@pytest.mark.rule("loop.with_progress_is_played_out")
@pytest.mark.parametrize("ruleset", ALL)
def test_a_loop_that_ends_the_duel_is_played_out(ruleset: str) -> None:
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


@pytest.mark.rule("trigger.order.hand_like_others_tcg")
@pytest.mark.parametrize("ruleset", ALL)
def test_an_effect_in_the_hand_is_placed_like_one_on_the_field(ruleset: str) -> None:
    steps = [
        *HIT["steps"],
        {"you": "choose", "card": "Kozaky"},
        {"opp": "choose", "card": "Kycoo the Ghost Destroyer"},
        {"expect": {"chain": ["Kozaky", "Kycoo the Ghost Destroyer"]}},
        {"you": "choose", "position": "defense"},
    ]
    play(HIT | {"steps": steps, "expect": {"you.monsters": ["Kozaky"], "you.banished": ["Battle Ox"]}}, FROM_HAND, ruleset)


@pytest.mark.rule("card.number.collecting_only")
def test_a_card_of_another_set_is_the_same_card_in_duels() -> None:
    facts = card_finder()["Kuriboh"]
    assert facts.printings
    other = replace(facts, printings=facts.printings[:1])
    assert other != facts
    made = Card("Kuriboh")
    assert from_facts(other, made) == from_facts(facts, made)


TWO_HURT = FROM_HAND | {
    "Battle Ox": Card("Battle Ox", (when(Event(Happening.BATTLE_DAMAGE, player=YOU), GainLP(500), zones=MONSTER),)),
}
"""Taking damage sets off an effect on the field and one in the hand."""
BOTH_HURT = {
    "given": {
        "you": {"hand": ["Kozaky"], "monsters": ["Kuriboh", "Battle Ox"]},
        "opp": {"monsters": ["Luster Dragon"]},
    },
    "steps": [{"you": "attack", "card": "Kuriboh", "target": "Luster Dragon"}, {"you": "pass all"}],
}
OCG = {"trigger.order.hidden": "hidden_after_public_ocg"}


@pytest.mark.rule("trigger.order.hand_like_others_tcg")
@pytest.mark.parametrize("ruleset", ALL)
def test_hand_and_field_are_offered_together(ruleset: str) -> None:
    """CHN-05"""
    steps = [
        *BOTH_HURT["steps"],
        {"you": "offered", "are": ["Kozaky", "Battle Ox"]},
        {"you": "choose", "card": "Kozaky"},
        {"you": "choose", "card": "Battle Ox"},
        {"expect": {"chain": ["Kozaky", "Battle Ox"]}},
        {"you": "choose", "position": "defense"},
    ]
    play(BOTH_HURT | {"steps": steps, "expect": {"you.monsters": ["Battle Ox", "Kozaky"]}}, TWO_HURT, ruleset)


@pytest.mark.rule("trigger.order.hidden_after_public_ocg")
@pytest.mark.parametrize("base", ALL)
def test_by_a_house_rule_what_is_hidden_comes_after_what_is_public(base: str) -> None:
    """CHN-05"""
    steps = [
        *BOTH_HURT["steps"],
        {"you": "offered", "are": ["Battle Ox"]},
        {"you": "choose", "card": "Battle Ox"},
        {"you": "offered", "are": ["Kozaky"]},
        {"you": "choose", "card": "Kozaky"},
        {"expect": {"chain": ["Battle Ox", "Kozaky"]}},
        {"you": "choose", "position": "defense"},
    ]
    house = {"base": base, "switches": OCG}
    play(BOTH_HURT | {"steps": steps, "expect": {"you.monsters": ["Battle Ox", "Kozaky"]}}, TWO_HURT, house)


@pytest.mark.rule("trigger.order.hidden_after_public_ocg")
@pytest.mark.parametrize("base", ALL)
def test_it_comes_after_the_public_effects_of_the_opponent_too(base: str) -> None:
    steps = [
        *HIT["steps"],
        {"opp": "choose", "card": "Kycoo the Ghost Destroyer"},
        {"you": "choose", "card": "Kozaky"},
        {"expect": {"chain": ["Kycoo the Ghost Destroyer", "Kozaky"]}},
        {"you": "choose", "position": "defense"},
    ]
    house = {"base": base, "switches": OCG}
    play(HIT | {"steps": steps, "expect": {"you.monsters": ["Kozaky"], "you.banished": ["Battle Ox"]}}, FROM_HAND, house)


GIANT = {"Nibiru, the Primal Being": Card("Nibiru, the Primal Being")}
"""A monster of Level 11 that can be Normal Summoned."""
FOUR_FEET = {
    "given": {"you": {"hand": ["Nibiru, the Primal Being"], "monsters": ["Feral Imp", "Battle Ox"]}},
}


@pytest.mark.rule("summon.tribute.level_nine_plus_three", refused=True)
@pytest.mark.parametrize("base", ALL)
def test_by_a_house_rule_level_nine_and_more_take_three_tributes(base: str) -> None:
    house = {"base": base, "switches": {"summon.tribute.high_level_count": "three"}}
    name = "Nibiru, the Primal Being"
    refused = [{"you": "cannot tribute summon", "card": name, "because": "summon.tribute.level_nine_plus_three"}]
    play(FOUR_FEET | {"steps": refused, "expect": {"you.hand": [name]}}, GIANT, house)
    three = {"given": {"you": {"hand": [name], "monsters": ["Feral Imp", "Battle Ox", "Kuriboh"]}}}
    play(three | {"steps": [{"you": "tribute summon", "card": name}], "expect": {"you.gy": 3}}, GIANT, house)
    eight = {"given": {"you": {"hand": ["Blue-Eyes White Dragon"], "monsters": ["Feral Imp", "Battle Ox"]}}}
    play(eight | {"steps": [{"you": "tribute summon", "card": "Blue-Eyes White Dragon"}], "expect": {"you.gy": 2}}, {}, house)
    play(FOUR_FEET | {"steps": [{"you": "tribute summon", "card": name}], "expect": {"you.gy": 2}}, GIANT, base)


OBELISK = "Obelisk the Tormentor"
DIVINE_ONLY = {
    OBELISK: Card(OBELISK),
    "Raigeki": Card("Raigeki", (activation(Destroy(Select(Filter(zones=MONSTER, attributes=(Attribute.DIVINE,))))),)),
}


@pytest.mark.rule("card.attribute.six", "card.attribute.seven_with_divine")
@pytest.mark.parametrize(
    ("ruleset", "known"),
    [
        ("classic", False),
        ("br", False),
        ("advanced", True),
        ({"base": "advanced", "switches": {"card.attribute": "six"}}, False),
        ({"base": "goat-2005", "switches": {"card.attribute": "seven"}}, True),
    ],
)
def test_divine_is_an_attribute_only_where_there_are_seven(ruleset: object, known: bool) -> None:
    given = {"given": {"you": {"hand": ["Raigeki"]}, "opp": {"monsters": [OBELISK]}}}
    cannot = {"steps": [{"you": "cannot activate", "card": "Raigeki"}], "expect": {"opp.monsters": [OBELISK]}}
    can = {"steps": [{"you": "activate", "card": "Raigeki"}], "expect": {"opp.monsters": 0}}
    play(given | (can if known else cannot), DIVINE_ONLY, ruleset)


UTOPIA = "Number 39: Utopia"


@pytest.mark.rule("pendulum.summon.needs_a_level")
@pytest.mark.parametrize("ruleset", ["master-rule-4", "advanced"])
def test_an_xyz_pendulum_monster_has_no_level_to_lie_between_the_scales(ruleset: str) -> None:
    scales = [{"card": "Mandragon", "zone": "S1", "face_up": True}, {"card": "Flash Knight", "zone": "S5", "face_up": True}]
    given = {"you": {"extra": [{"card": UTOPIA, "face_up": True}], "spells": scales}}
    because = "pendulum.summon.levels_strictly_between"
    alone = [{"you": "cannot pendulum summon", "card": "Mandragon", "because": because}]
    made, values = {UTOPIA: Card(UTOPIA)}, {UTOPIA: {"pendulum": True, "scale": 4}}
    play({"given": given, "steps": alone, "expect": {"you.extra": [UTOPIA]}}, made, ruleset, values)
    beside = {"you": given["you"] | {"hand": ["Battle Ox"]}}
    steps = [{"you": "pendulum summon", "card": "Mandragon", "position": "attack"}]
    play({"given": beside, "steps": steps, "expect": {"you.extra": [UTOPIA], "you.monsters": 1}}, made, ruleset, values)
