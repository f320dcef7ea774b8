"""Zones a Summon can go to, what the view shows of arrows and materials, and how computer players use Link and Xyz Monsters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.action import Action, Verb
from engine.ai.agent import make_agent
from engine.duel import Duel
from engine.notation.position import BadScenario, Builder
from engine.procedures.options import PASS
from engine.rulesets import read_ruleset
from tests.engine.duels import starter


def position(you: dict[str, Any], opp: dict[str, Any] | None = None, ruleset: str = "advanced") -> Duel:
    return Builder(read_ruleset(ruleset), starter().get).build({"you": you, "opp": opp or {}})


def token_of(duel: Duel, name: str) -> int:
    return next(card.token for card in duel.state.cards if card.printed.name == name)


def summon(duel: Duel, name: str, zone: int | None = None) -> Action:
    return Action(Verb.SPECIAL_SUMMON, token_of(duel, name), zone=zone)


FULL = {
    "monsters": [
        {"card": name, "zone": f"M{place}"}
        for place, name in enumerate(
            ["Gemini Elf", "Battle Ox", "Vorse Raider", "Blue-Eyes White Dragon", "Curse of Dragon"], 1
        )
    ],
    "extra": ["Gem-Knight Pearl"],
}


def test_the_places_of_a_summon_are_those_some_choice_of_materials_leaves_open() -> None:
    duel = position(FULL)
    assert duel.places(0, summon(duel, "Gem-Knight Pearl")) == [0, 1, 2, 5, 6]
    assert duel.places(0, summon(duel, "Gem-Knight Pearl", zone=3)) == [0, 1, 2, 5, 6]
    assert duel.places(1, summon(duel, "Gem-Knight Pearl")) == []
    assert duel.places(0, PASS) == []


@pytest.mark.parametrize("zone", [0, 1, 2, 5, 6])
def test_whatever_materials_are_picked_the_monster_comes_to_the_zone_chosen(zone: int) -> None:
    tried = 0
    for first in range(3):
        duel = position(FULL)
        duel.apply(0, summon(duel, "Gem-Knight Pearl", zone))
        picks = [action for action in duel.options(0) if action.verb is Verb.CHOOSE]
        if first >= len(picks):
            continue
        tried += 1
        duel.apply(0, picks[first])
        while (decision := duel.decision) is not None and decision.kind in ("cards", "position", "respond"):
            duel.apply(decision.player, next(iter(duel.options(decision.player))))
        pearl = next(card for card in duel.state.cards if card.printed.name == "Gem-Knight Pearl")
        assert pearl.index == zone
    assert tried >= 2


def test_a_zone_no_choice_leaves_open_is_refused_and_options_name_no_zones() -> None:
    duel = position(FULL)
    refusal = duel.check(0, summon(duel, "Gem-Knight Pearl", zone=3))
    assert refusal is not None
    assert refusal.rule == "zone.full.cannot_play"
    assert duel.check(0, summon(duel, "Gem-Knight Pearl", zone=9)) is not None
    assert all(action.zone is None for action in duel.options(0))


def test_sets_and_normal_summons_have_places_too() -> None:
    duel = position({"hand": ["Summoned Skull", "Celtic Guardian", "Mirror Force", "Mountain"], **FULL})
    tribute = Action(Verb.TRIBUTE_SUMMON, token_of(duel, "Summoned Skull"))
    assert duel.places(0, tribute) == [0, 1, 2, 3, 4]
    assert duel.places(0, Action(Verb.NORMAL_SUMMON, token_of(duel, "Celtic Guardian"))) == []
    assert duel.places(0, Action(Verb.SET, token_of(duel, "Mirror Force"))) == [0, 1, 2, 3, 4]
    assert duel.places(0, Action(Verb.SET, token_of(duel, "Mountain"))) == []


def test_the_view_shows_arrows_co_links_and_materials_to_both_players() -> None:
    duel = position(
        {"monsters": [{"card": "Decode Talker", "zone": "EL"}, {"card": "Firewall Dragon", "zone": "M2"}]},
        {"monsters": [{"card": "Gem-Knight Pearl", "position": "set", "under": ["Gemini Elf"]}]},
    )
    mine = duel.view(0)["you"]["monsters"]
    talker, dragon = mine[5], mine[1]
    assert talker["points_to"] == [[0, 0], [1, 3], [0, 2]]
    assert talker["co_linked"] == []
    assert sorted(map(tuple, dragon["points_to"]), key=str) == [(0, 0), (0, 2), (None, 5)]
    assert duel.view(1)["opponent"]["monsters"][5]["points_to"] == talker["points_to"]
    assert duel.view(0)["extra_link"] == []
    assert [card["name"] for card in duel.view(0)["opponent"]["monsters"][2]["materials"]] == ["Gemini Elf"]


def test_the_view_tells_who_is_extra_linked() -> None:
    row = [
        ("Link Spider", "EL"),
        ("Firewall Dragon", "M2"),
        ("Firewall Dragon", "M3"),
        ("Firewall Dragon", "M4"),
        ("Link Spider", "ER"),
    ]
    duel = position({"monsters": [{"card": name, "zone": zone} for name, zone in row]})
    assert len(duel.view(1)["extra_link"]) == 5


@pytest.mark.parametrize("where", ["hand", "deck"])
def test_a_position_with_a_monster_of_the_extra_deck_elsewhere_is_refused(where: str) -> None:
    with pytest.raises(BadScenario, match="belongs in the Extra Deck"):
        position({where: ["Goyo Guardian"]})


def test_old_rules_have_no_extra_monster_zones() -> None:
    with pytest.raises(BadScenario, match="no Extra Monster Zone"):
        position({"monsters": [{"card": "Gem-Knight Pearl", "zone": "EL"}]}, ruleset="br")


def acts(agent: str, duel: Duel, most: int = 40) -> Sequence[tuple[Verb, str]]:
    """Let a computer player play its turn alone; return what it did in its open states."""
    player, done = make_agent(agent, 3), []
    for _ in range(most):
        decision = duel.decision
        if decision is None or (decision.player == 1 and decision.kind in ("open", "battle")):
            break
        actions = list(duel.options(decision.player))
        chosen = PASS if decision.player == 1 else player.choose(duel, 0, actions)
        if chosen not in actions:
            chosen = actions[0]
        if decision.kind in ("open", "battle"):
            token = None if chosen.card is None else duel.state.by_token[chosen.card]
            done.append((chosen.verb, "" if token is None else duel.state.cards[token].printed.name))
        duel.apply(decision.player, chosen)
    return done


def test_the_script_makes_an_xyz_monster_that_beats_what_stands_in_its_way() -> None:
    duel = position(
        {"monsters": ["Gemini Elf", "Battle Ox"], "extra": ["Gem-Knight Pearl"]},
        {"lp": 2000, "monsters": ["Summoned Skull"], "hand": ["Gemini Elf"]},
    )
    assert (Verb.SPECIAL_SUMMON, "Gem-Knight Pearl") in acts("script", duel)


def test_the_script_makes_a_link_monster_that_beats_what_stands_in_its_way() -> None:
    duel = position(
        {"monsters": ["Kuriboh", "Cannon Soldier", "Dupe Frog"], "extra": ["Gaia Saber, the Lightning Shadow"]},
        {"lp": 2500, "monsters": ["Summoned Skull"], "hand": ["Gemini Elf"]},
    )
    assert (Verb.SPECIAL_SUMMON, "Gaia Saber, the Lightning Shadow") in acts("script", duel)


@pytest.mark.parametrize("agent", ["script", "sensible"])
def test_a_strong_monster_is_not_given_up_for_a_weak_link_monster(agent: str) -> None:
    duel = position({"monsters": ["Gemini Elf"], "extra": ["Link Spider"]}, {"monsters": ["Battle Ox"]})
    assert (Verb.SPECIAL_SUMMON, "Link Spider") not in acts(agent, duel)


def test_the_weaker_monsters_are_the_materials() -> None:
    duel = position({"monsters": ["Blue-Eyes White Dragon", "Kuriboh", "Sangan"], "extra": ["LANphorhynchus"]})
    duel.apply(0, summon(duel, "LANphorhynchus"))
    agent = make_agent("sensible", 1)
    while duel.decision is not None and duel.decision.kind == "cards":
        duel.apply(0, agent.choose(duel, 0, list(duel.options(0))))
    assert "Blue-Eyes White Dragon" in [
        duel.state.cards[uid].printed.name for uid in duel.state.players[0].monsters if uid >= 0
    ]
