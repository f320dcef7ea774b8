"""The log names rules that exist, says where a card lies, and speaks three languages."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

from engine import Log, rules
from engine.effects.statics import Property
from engine.notation.command import card_finder
from engine.notation.scenario import Run
from engine.rulesets import read_ruleset
from engine.vocab import SummonKind
from tests.engine.duels import random_duel

ENGINE = Path(__file__).resolve().parents[2] / "engine"
WORDS = json.loads((ENGINE / "log_words.json").read_text(encoding="utf-8"))
RULES = json.loads((ENGINE / "log_rules.json").read_text(encoding="utf-8"))


def test_every_rule_the_log_names_is_in_the_rulebook() -> None:
    named = {rule_id for cases in RULES.values() for case in cases for rule_id in case["rules"]}
    assert len(named) > 20
    assert named - set(rules()) == set()


def test_every_kind_of_entry_says_which_rules_it_follows() -> None:
    kinds = set()
    for path in ENGINE.rglob("*.py"):
        kinds |= set(re.findall(r's\.write\(\s*"(\w+)"', path.read_text(encoding="utf-8")))
    assert len(kinds) > 20
    assert kinds - set(RULES) - {"end", "gain"} == set()
    assert kinds - {name.partition(".")[0] for name in WORDS["sentences"]} == set()


def test_every_sentence_is_there_in_three_languages_with_the_same_slots() -> None:
    for name, words in WORDS["sentences"].items():
        slots = [sorted(re.findall(r"\{(\w+)\}", words[language])) for language in ("en", "fr", "pt")]
        assert slots[0] == slots[1] == slots[2], name


def test_entries_of_duels_have_rules_and_places() -> None:
    seen: dict[str, set[tuple[str, ...]]] = {}
    placed = 0
    for seed in range(4):
        log = random_duel("goat-2005", seed).log
        assert log is not None
        for entry in log.entries:
            seen.setdefault(entry["what"], set()).add(log.rules(entry))
            if entry["what"] == "normal_summon":
                assert f"({entry['card_place']})" in log.sentence(entry, 0)
                placed += 1
            for language in ("en", "fr", "pt"):
                assert "win." not in log.sentence(entry, 0, language)
    assert placed
    assert ("battle.direct.when_no_monsters",) in seen["attack"]
    assert ("battle.declare.attacker_and_target",) in seen["attack"]
    assert seen["end"] == {("win.opponent_lp_zero",)} or len(seen["end"]) > 1


def test_how_a_summon_was_made_has_words() -> None:
    assert {kind.value for kind in SummonKind if kind is not SummonKind.TRIBUTE} <= set(WORDS["values"])


def test_the_coin_and_who_goes_first_are_told() -> None:
    for ruleset, rule in (
        ("classic", "setup.first_player.players_agree"),
        ("advanced", "setup.first_player.random_winner_chooses"),
    ):
        log = random_duel(ruleset, 3).log
        assert log is not None
        toss, first = (next(entry for entry in log.entries if entry["what"] == what) for what in ("toss", "first"))
        assert log.rules(toss) == (rule,)
        assert first["player"] in (0, 1)
        assert "Coin toss" in log.sentence(toss, 0)


def test_what_effects_apply_to_cards_has_words() -> None:
    """The nodes that apply something to a card write the property's word into the log."""
    applied = set()
    for path in (ENGINE / "cards").rglob("*.py"):
        applied |= set(re.findall(r"Apply\(\s*Static\(\s*Property\.(\w+)(?![^()]*player=)", path.read_text(encoding="utf-8")))
    words = {Property[name].value for name in applied - {"MARK", "COUNTDOWN"}}
    assert "end_destroys" in words
    assert words - set(WORDS["values"]) == set()


def test_a_card_turned_face_down_and_a_card_taken_from_shown_ones_are_named() -> None:
    run = Run(
        {
            "given": {
                "you": {"hand": ["Book of Moon", "Pot of Duality"], "deck": ["Gemini Elf", "Kozaky", "Kuriboh"]},
                "opp": {"monsters": ["Luster Dragon"]},
            },
            "steps": [
                {"you": "activate", "card": "Book of Moon"},
                {"you": "activate", "card": "Pot of Duality", "choose": ["Kozaky"]},
                {"you": "phase", "name": "battle"},
            ],
        },
        read_ruleset("advanced"),
        card_finder().get,
    )
    run.play()
    assert run.duel.log is not None
    lines = run.duel.log.lines(1)
    assert "Luster Dragon (M3) is turned face-down." in lines
    assert "Kozaky: Deck → hand (effect of Pot of Duality)." in lines
    assert "Battle Phase: your opponent." in lines


def test_french_words_of_the_log_have_the_apostrophe_of_the_pages() -> None:
    told = re.findall(r'"fr": "((?:[^"\\]|\\.)*)"', (ENGINE / "log_words.json").read_text(encoding="utf-8"))
    assert len(told) > 50
    assert [words for words in told if re.search(r"\w'[\w{«]", words)] == []


def logged(given: dict[str, object], *steps: dict[str, object], ruleset: str = "goat-2005") -> Log:
    run = Run({"given": given, "steps": list(steps)}, read_ruleset(ruleset), card_finder().get)
    run.play()
    assert run.duel.log is not None
    return run.duel.log


def test_moves_say_why() -> None:
    lines = logged(
        {
            "you": {"hand": ["Summoned Skull", "Dark Hole", "Trade-In", "Blue-Eyes White Dragon"], "monsters": ["Gemini Elf"]},
            "opp": {"monsters": ["Luster Dragon"]},
        },
        {"you": "tribute summon", "card": "Summoned Skull"},
        {"you": "activate", "card": "Trade-In"},
        {"you": "activate", "card": "Dark Hole"},
    ).lines(1)
    for line in (
        "Gemini Elf: Monster Zone → Graveyard (Tribute).",
        "Blue-Eyes White Dragon: hand → Graveyard (cost).",
        "Luster Dragon: Monster Zone → Graveyard (destroyed by Dark Hole).",
        "Summoned Skull: Monster Zone → Graveyard (destroyed by Dark Hole).",
        "Dark Hole: Spell & Trap Zone → Graveyard.",
    ):
        assert line in lines, lines


def test_battle_materials_and_the_hand_limit_are_reasons() -> None:
    log = logged(
        {
            "you": {
                "hand": ["Polymerization", "Firegrass", "Petit Dragon", *["Kuriboh"] * 7],
                "extra": ["Darkfire Dragon"],
                "monsters": ["Luster Dragon"],
            },
            "opp": {"monsters": ["Kozaky"]},
        },
        {
            "you": "activate",
            "card": "Polymerization",
            "position": "defense",
        },
        {"you": "attack", "card": "Luster Dragon", "target": "Kozaky"},
        {"you": "phase", "name": "end"},
        {"you": "choose", "card": "Kuriboh"},
    )
    lines = log.lines(0)
    for line in (
        "Petit Dragon: hand → Graveyard (Fusion Material).",
        "Special Summon by you: Darkfire Dragon (M2) (Fusion), Defense Position.",
        "Kozaky: Monster Zone → Graveyard (destroyed by battle).",
        "Kuriboh: hand → Graveyard (hand limit).",
    ):
        assert line in lines, lines
    assert "Petit Dragon : main → Cimetière (Matériel Fusion)." in log.lines(0, "fr")
    assert any(line.endswith("(destruída em batalha).") for line in log.lines(0, "pt"))


def test_what_moved_a_card_is_named_to_those_who_may_know_it() -> None:
    entry = {
        "what": "move",
        "turn": 1,
        "card": "Kuriboh",
        "card_seen_by": 3,
        "origin": "monster",
        "zone": "gy",
        "cause": "effect",
        "why": "destroyed.effect",
        "source": "Dark Hole",
        "source_seen_by": 1,
    }
    log = Log()
    assert log.sentence(entry, 0) == "Kuriboh: Monster Zone → Graveyard (destroyed by Dark Hole)."
    for viewer in (1, None):
        assert log.sentence(entry, viewer) == "Kuriboh: Monster Zone → Graveyard (destroyed by a card effect)."
    older = {key: value for key, value in entry.items() if key not in ("why", "source", "source_seen_by")}
    assert log.sentence(older, 1) == "Kuriboh: Monster Zone → Graveyard."


def test_every_reason_of_a_move_has_words_in_three_languages() -> None:
    found: set[str] = set()
    wanted = {"effect", "destroyed.effect", "destroyed.battle", "cost", "tribute", "hand_limit"}
    # Which seeds bring what hangs on the cards there are: go on until everything was seen.
    for seed, ruleset in itertools.product(range(40), ("goat-2005", "advanced")):
        if seed >= 8 and wanted <= found:
            break
        log = random_duel(ruleset, seed).log
        assert log is not None
        for entry in log.entries:
            if entry["what"] == "move" and "why" in entry:
                found.add(entry["why"])
                for language in ("en", "fr", "pt"):
                    assert log.why(entry, 0, language) in log.sentence(entry, 0, language)
            if entry["what"] == "special_summon":
                assert "Position" in log.sentence(entry, 1)
    assert wanted <= found
    for key, words in WORDS["why"].items():
        assert set(words) == {"en", "fr", "pt"}
        assert {("{source}" in text) for text in words.values()} == {key in ("effect", "destroyed.effect")}
