"""House rules: what may be changed and what not, what comes in and goes out, and that a saved duel keeps them."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import engine
from engine import (
    RULESETS,
    BrokenHouseRules,
    Duel,
    DuelDeck,
    HouseRules,
    Obstacle,
    check_deck,
    house_rule_obstacles,
    house_rules,
    house_rules_of,
    in_force,
    is_switch_acted_on,
    read_ruleset,
    rule,
    rules,
    switch_choices,
    switch_note,
    what_changes,
)
from engine.rulesets import switch_members, switch_values
from tests.engine.conftest import shared_file

from .decks.rule_cases import list_for
from .decks.shelf import SHELF, deck, side_of
from .duels import starter

SWITCHES = tuple(read_ruleset("advanced").switches())
LANGUAGES = ("en", "fr", "pt")


def sound(base: str) -> list[tuple[str, str]]:
    """Every single change a base allows, with the changes it needs left out."""
    usual = read_ruleset(base).switches()
    return [
        (switch, value)
        for switch in SWITCHES
        for value, against in switch_choices(base, switch).items()
        if value != usual[switch] and against is None and not house_rule_obstacles(base, [(switch, value)])
    ]


def reasons(base: str, *changes: tuple[str, str]) -> list[str]:
    return [one.reason for one in house_rule_obstacles(base, changes)]


@pytest.mark.parametrize("base", RULESETS)
def test_a_ruleset_without_changes_is_itself(base: str) -> None:
    assert house_rules(base, {}).ruleset() == read_ruleset(base) == read_ruleset(house_rules(base, {}))
    assert in_force(read_ruleset(base)) == {one.id for one in rules().values() if base in one.rulesets}
    usual = {switch: value for switch, value in read_ruleset(base).switches().items() if value is not None}
    assert house_rules(base, usual).changes == (), "what the base has anyway is no change"


@pytest.mark.parametrize("base", RULESETS)
def test_a_change_brings_in_only_what_may_hold_there(base: str) -> None:
    """Members in force in the base, or those that are no ruleset's own wording; the old value goes out whole."""
    assert len(sound(base)) >= 30
    for switch, value in sound(base):
        changed = house_rules(base, {switch: value})
        held = in_force(read_ruleset(changed))
        members = switch_members(switch, value)
        assert held & set(members), (switch, value)
        for one in members:
            own = one.startswith("tag.") or one in ("deck.main_forty_to_sixty", "deck.side_zero_to_fifteen")
            assert (one in held) == (base in rule(one).rulesets or not own), one
        for other in set(switch_values(switch)) - {value}:
            assert not (set(switch_members(switch, other)) - set(members)) & held, "two values of one switch would be in force"
        (change,) = what_changes(changed)
        assert held == (in_force(read_ruleset(base)) - set(change.goes_out)) | set(change.comes_in)


ADDED = {"control.equip_face_down"}
"""Switches that came up later, from reported rulings (docs/reported-faults.md)."""


@pytest.mark.shared_data
def test_switches_are_those_of_the_table() -> None:
    lines = shared_file("switches.tsv", "rules").read_text(encoding="utf-8").splitlines()
    written = {(group, value): members.split() for group, value, members, *_ in (line.split("\t") for line in lines[1:])}
    known = {(switch, value) for switch in set(SWITCHES) - ADDED for value in switch_values(switch)}
    assert known == set(written)
    assert all(sorted(switch_members(*key)) == sorted(members) for key, members in written.items())


@pytest.mark.parametrize(
    ("base", "changes", "wanted"),
    [
        ("expert", [], ["base"]),
        ("advanced", [("hand.limits", "seven")], ["switch"]),
        ("advanced", [("hand.limit", "eight")], ["value"]),
        ("advanced", [("hand.limit", "five"), ("hand.limit", "seven")], ["twice"]),
        ("classic", [("synchro.materials.location", "wide")], ["absent"]),
        ("classic", [("battle.replay.attacker", "kept")], ["absent"]),
        ("rulebook-2009", [("zone.emz.second", "any_arrow")], ["absent"]),
        ("advanced", [("turn.order", "four")], ["wording"]),
        ("advanced", [("match.length", "one")], ["wording"]),
        ("tag-2017", [("turn.order", "two")], ["team"]),
        ("goat-2005", [("deck.extra.contents", "all_kinds")], ["kinds"]),
        ("br", [("deck.extra.contents", "all_kinds")], ["kinds"]),
        ("rulebook-2009", [("extra_deck.placement", "linked")], ["needs"]),
        ("rulebook-2009", [("zone.monster.max", "seven")], ["needs"]),
        ("rulebook-2009", [("zone.monster.max", "seven"), ("extra_deck.placement", "free_fsx")], ["needs"]),
        ("advanced", [("zone.monster.max", "five")], ["needs"]),
        ("advanced", [("zone.monster.max", "five"), ("extra_deck.placement", "any")], []),
        ("advanced", [("hand.limit", "seven"), ("turn.first.draw", "draw")], []),
        ("advanced", [("hand.limit", "eight"), ("turn.order", "four")], ["value", "wording"]),
    ],
)
def test_what_cannot_be_changed_says_why(base: str, changes: list[tuple[str, str]], wanted: list[str]) -> None:
    found = house_rule_obstacles(base, changes)
    assert [one.reason for one in found] == wanted
    for one in found:
        sentences = {one.sentence(language) for language in LANGUAGES}
        assert len(sentences) == 3
        assert not any("{" in sentence for sentence in sentences)
    if wanted and "twice" not in wanted:
        with pytest.raises(BrokenHouseRules) as error:
            house_rules(base, dict(changes))
        assert [one.reason for one in error.value.obstacles] == wanted


def test_the_key_stands_for_base_and_changes() -> None:
    one = house_rules("advanced", {"hand.limit": "seven", "turn.first.draw": "draw"})
    same = house_rules("advanced", {"turn.first.draw": "draw", "hand.limit": "seven", "turn.first.battle": "forbidden"})
    assert one == same
    assert one.key == same.key == "033d269c8fde"
    assert one.key != house_rules("advanced", {"hand.limit": "seven"}).key
    assert one.key != house_rules("master-rule-4", {"hand.limit": "seven", "turn.first.draw": "draw"}).key
    assert HouseRules.from_json(json.loads(json.dumps(one.to_json()))) == one


def test_a_saved_duel_keeps_its_house_rules() -> None:
    made = house_rules("advanced", {"hand.limit": "seven", "turn.first.draw": "draw"})
    decks = [DuelDeck([starter()["Gemini Elf"]] * 40)] * 2
    duel = Duel.start(read_ruleset(made), decks, 5, first=0)
    assert len(duel.state.players[0].hand) == 6, "who goes first draws"
    again = Duel.from_json(duel.to_json())
    assert again.state.rules == made.ruleset()
    assert house_rules_of(again.state.rules) == made
    assert house_rules_of(again.state.rules).key == made.key


def test_deck_checks_go_by_house_rules() -> None:
    made = read_ruleset(house_rules("advanced", {"deck.main.size": "min40", "deck.side.size": "exactly15"}))
    assert check_deck(deck(size=75), made, list_for(made), SHELF) == []
    found = check_deck(deck(size=40, side=side_of(3)), made, None, SHELF)
    assert "deck.side.size.exactly_fifteen" in {one.rule for one in found}


def test_switches_the_program_ignores_are_marked() -> None:
    """Whoever makes house rules is told which switches duels, Deck checks and matches do not go by yet."""
    read: set[str] = set()
    folder = Path(engine.__file__).parent
    for path in folder.rglob("*.py"):
        if "rulesets" in path.parts:
            continue
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        read |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    promised = {switch for switch in SWITCHES if is_switch_acted_on(switch)}
    promised.discard("fusion.spell.which")  # Its values come to the same, as its note says.
    assert {switch for switch in promised if switch.replace(".", "_") not in read} == set()


def test_what_a_switch_hardly_changes_is_said_in_words() -> None:
    noted = [switch for switch in SWITCHES if switch_note(switch)]
    assert "fusion.spell.which" in noted
    assert "hand.limit" not in noted
    for switch in noted:
        assert len({switch_note(switch, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_every_obstacle_has_words() -> None:
    words = json.loads((Path(engine.__file__).parent / "rulesets/house.json").read_text(encoding="utf-8"))["words"]
    for reason, sentences in words.items():
        assert set(sentences) == set(LANGUAGES)
        assert not any("{" in Obstacle(reason, "a", "b", "c", "d").sentence(language) for language in LANGUAGES)
