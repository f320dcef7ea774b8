"""Every Deck rule under every ruleset in which it holds, and that it is silent under the others."""

import csv
import time

import pytest

from engine.decks import Deck, check_deck, deck_rules, default_list, rules_of
from engine.decks.formats import _table
from engine.refusal import Refusal
from engine.rulebook import rules
from engine.rulesets import NAMES, read_ruleset
from tests.engine.conftest import shared_file

from .rule_cases import CASES, cited, list_for, mixed, verdict
from .shelf import NUMBERS, SHELF, copies, deck, fusions

IN_FORCE = [(rule, name) for name in NAMES for rule in sorted(deck_rules(read_ruleset(name)).in_force & set(CASES))]
NOT_IN_FORCE = [(rule, name) for name in NAMES for rule in CASES if rule not in deck_rules(read_ruleset(name)).in_force]


def test_every_rule_has_a_case():
    assert set(CASES) == set(_table()["rules"])
    assert len(IN_FORCE) == 163
    permissions = {rule for rule, case in CASES.items() if not case.breaks}
    assert {rule for rule in permissions if rules()[rule].refusal} == set()
    assert all(rules()[rule].refusal for rule in CASES if rule not in permissions)


@pytest.mark.shared_data
def test_what_is_in_force_is_what_the_matrix_says():
    with shared_file("matrix.tsv", "rules").open(encoding="utf-8") as stream:
        matrix = {row["id"]: row for row in csv.DictReader(stream, delimiter="\t")}
    expected = {(rule, name) for rule in CASES for name in NAMES if matrix[rule][name] == "1"}
    assert set(IN_FORCE) == expected


@pytest.mark.shared_data
def test_every_entry_enforced_by_the_deck_check_is_here():
    entries = set()
    for name in ("duel.yaml", "mr4_tag.yaml", "official.yaml"):
        rule = ""
        for line in shared_file(name, "rules").read_text(encoding="utf-8").splitlines():
            if line.startswith("- id: "):
                rule = line.removeprefix("- id: ").strip()
            elif line.strip() == "enforced_by: deck":
                entries.add(rule)
    assert entries == set(CASES)


@pytest.mark.parametrize(("rule", "name"), IN_FORCE)
def test_a_rule_where_it_holds(rule, name):
    ruleset, case = read_ruleset(name), CASES[rule]
    for check in case.breaks:
        refusals = check(ruleset)
        assert rule in cited(refusals)
        for refusal in refusals:
            assert all(rules()[named].text for named in rules_of(refusal))
            for language in ("en", "fr", "pt"):
                assert "{" not in refusal.sentence(language)
    for check in case.keeps:
        assert check(ruleset) == []


@pytest.mark.parametrize(("rule", "name"), NOT_IN_FORCE)
def test_a_rule_is_not_named_where_it_does_not_hold(rule, name):
    ruleset = read_ruleset(name)
    for check in (*CASES[rule].breaks, *CASES[rule].keeps):
        try:
            refusals = check(ruleset)
        except ValueError:  # A partner, where there are no teams.
            assert not deck_rules(ruleset).is_for_teams
        else:
            assert rule not in cited(refusals)


def first_rule(name: str, checked: Deck, limits: dict[str, int] | None = None, partner: Deck | None = None) -> str:
    (refusal,) = verdict(read_ruleset(name), checked, limits, partner)
    return refusal.rule


def test_which_rule_speaks_first():
    assert first_rule("rulebook-2009", deck(size=39)) == "deck.main.size.min40_max60"
    assert first_rule("advanced", deck(size=61)) == "deck.main_forty_to_sixty"
    assert first_rule("advanced", deck(extra=fusions(16))) == "deck.extra.max_fifteen"
    assert first_rule("advanced", deck(copies(1, "Darkfire Dragon"))) == "deck.fusion.only_usable_from_extra"
    assert first_rule("advanced", deck(copies(1, "Junk Warrior"))) == "deck.extra_zero_to_fifteen"
    assert first_rule("advanced", deck(extra=copies(1, "Odd-Eyes Pendulum Dragon"))) == "deck.pendulum.where_it_starts"
    assert first_rule("rulebook-2009", deck(extra=copies(1, "Relinquished"))) == "deck.extra.contents.fusion_synchro"
    assert first_rule("advanced", deck([46986414] * 2 + [36996508] * 2)) == "deck.copies.max_three.main_extra_side_together"
    assert first_rule("advanced", mixed(1, 1, "Heavy Storm"), {"Heavy Storm": 1}) == "deck.list.counts_span_all_piles"
    assert first_rule("advanced", mixed(2, 1, "Heavy Storm"), {"Heavy Storm": 1}) == "deck.list.limited_one_copy"
    reborn = mixed(1, 0, "Monster Reborn")
    assert first_rule("tag-2017", reborn, {"Monster Reborn": 1}, reborn) == "tag.deck.limited_counts_per_team"
    one_side = mixed(0, 1, "Monster Reborn")
    assert first_rule("tag-2017", reborn, {"Monster Reborn": 1}, one_side) == "tag.deck.limited_covers_side_and_extra"


@pytest.mark.parametrize(
    ("card", "absent_from"),
    [
        ("Stardust Dragon", {"classic"}),
        ("Number 39: Utopia", {"classic", "rulebook-2009"}),
        ("Decode Talker", {"classic", "rulebook-2009", "br"}),
        ("Odd-Eyes Raging Dragon", {"classic", "rulebook-2009", "br"}),
    ],
)
def test_kinds_that_do_not_exist_yet(card, absent_from):
    for name in NAMES:
        if name == "goat-2005":
            continue
        for checked in (deck(extra=copies(1, card)), deck(copies(1, card)), deck(side=copies(1, card) + _fill_side())):
            refusals = verdict(read_ruleset(name), checked)
            assert ("deck.card.kind_not_in_pool" in cited(refusals)) == (name in absent_from)
            assert all(refusal.sentence() for refusal in refusals)


def _fill_side() -> list[int]:
    return [number for filler in range(60, 65) for number in copies(3, f"Filler {filler}")][:14]


@pytest.mark.rule("deck.card.kind_not_in_pool", refused=True)
def test_a_pendulum_monster_of_the_main_deck_before_pendulums():
    for name in ("classic", "rulebook-2009", "br"):
        assert first_rule(name, deck(copies(1, "Odd-Eyes Pendulum Dragon"))) == "deck.card.kind_not_in_pool"


def test_a_list_with_nothing_but_tokens():
    tokens = deck([15341822, 15341823] * 40, size=80)
    (size, token) = verdict(read_ruleset("advanced"), tokens)
    assert (size.rule, size.facts["count"], size.facts["target"]) == ("deck.main_forty_to_sixty", 80, 60)
    assert (token.rule, token.facts["count"]) == ("deck.tokens.not_deck_cards", 80)
    (size, _) = verdict(read_ruleset("br"), tokens)
    assert (size.facts["count"], size.facts["target"]) == (0, 40)


@pytest.mark.rule("deck.card.unknown", "deck.card.rush_duel", refused=True)
def test_unknown_cards():
    refusals = verdict(read_ruleset("advanced"), deck([101_112_049] * 2 + [0, 160_204_045, 300_307_013], size=40))
    assert [(refusal.rule, refusal.facts["card"], refusal.facts["count"]) for refusal in refusals] == [
        ("deck.card.unknown", "101112049", 2),
        ("deck.card.unknown", "0", 1),
        ("deck.card.unknown", "160204045", 1),
        ("deck.card.unknown", "300307013", 1),
    ]
    assert rules_of(refusals[2]) == ("deck.card.unknown", "deck.card.rush_duel")
    assert rules_of(refusals[3]) == ("deck.card.unknown", "deck.card.skill")


@pytest.mark.rule("deck.card.skill", refused=True)
def test_skill_cards():
    (refusal,) = verdict(read_ruleset("advanced"), deck([300_307_012]))
    assert (refusal.rule, refusal.facts["card"]) == ("deck.card.skill", "My Precious Queen!")


def test_unknown_cards_count_towards_the_size():
    assert "deck.main_forty_to_sixty" not in cited(verdict(read_ruleset("advanced"), deck([101_112_049], size=40)))


def test_a_refusal_names_card_edition_and_what_to_do():
    (refusal,) = verdict(read_ruleset("advanced"), mixed(2, 0, "Exodia the Forbidden One"), {"Exodia the Forbidden One": 1})
    sentence = refusal.sentence("en")
    for words in ("Exodia the Forbidden One", "Limited", "2030.01 Test", "Take out 1"):
        assert words in sentence
    assert refusal.facts["passcode"] == NUMBERS["Exodia the Forbidden One"]
    assert str(refusal).startswith("deck.list.limited_one_copy: ")


def test_two_editions_of_a_list_judge_differently():
    ruleset, checked = read_ruleset("rulebook-2009"), mixed(3, 0, "Sangan")
    first, second = list_for(ruleset, {"Sangan": 1}), list_for(ruleset)
    assert [refusal.facts["list"] for refusal in check_deck(checked, ruleset, first, SHELF)] == ["2030.01 Test"]
    assert check_deck(checked, ruleset, second, SHELF) == []


def test_refusals_of_a_team_tell_whose_deck_they_are_about():
    refusals = verdict(read_ruleset("tag-2017"), deck(size=39), partner=deck(copies(4, "Sangan"), size=61))
    assert [(refusal.rule, refusal.facts.get("deck")) for refusal in refusals] == [
        ("deck.main_forty_to_sixty", 1),
        ("deck.main_forty_to_sixty", 2),
        ("deck.copies.max_three.main_extra_side_together", 2),
    ]
    both = verdict(read_ruleset("tag-2017"), mixed(1, 0, "Sangan"), {"Sangan": 1}, mixed(1, 0, "Sangan"))
    assert [refusal.facts.get("deck") for refusal in both] == [None]


def test_one_deck_of_a_team_is_not_enough():
    (refusal,) = check_deck(deck(), read_ruleset("tag-2017"), None, SHELF)
    assert refusal.rule == "tag.deck.own_deck_each"


@pytest.mark.parametrize("name", [name for name in NAMES if name != "tag-2017"])
def test_a_partner_where_there_are_no_teams(name):
    with pytest.raises(ValueError, match="no partner"):
        check_deck(deck(), read_ruleset(name), None, SHELF, deck())


def test_a_list_without_whitelist_leaves_the_pool_of_2005():
    """In 2005 "Filler 1" did not exist, whatever list somebody chooses."""
    ruleset = read_ruleset("goat-2005")
    refusals = check_deck(deck(copies(1, "Sangan")), ruleset, list_for(read_ruleset("advanced")), SHELF)
    assert {refusal.rule for refusal in refusals} == {"deck.pool.goat_by_name"}
    assert all(refusal.facts["list"] == "2005.4 GOAT" for refusal in refusals)
    assert "Sangan" not in {refusal.facts["card"] for refusal in refusals}
    assert refusals == check_deck(deck(copies(1, "Sangan")), ruleset, None, SHELF)


HOUSE_RULES = [
    ("br", {"deck.main.size": "max60"}, deck(size=61), "deck.main.size.min40_max60"),
    ("br", {"deck.side.size": "max15"}, deck(side=_fill_side()), None),
    ("advanced", {"deck.side.size": "exactly15"}, deck(side=_fill_side()), "deck.side.size.exactly_fifteen"),
    ("advanced", {"deck.extra.size": "free"}, deck(extra=fusions(16)), None),
    ("advanced", {"deck.extra.contents": "fusion"}, deck(extra=copies(1, "Decode Talker")), "deck.extra.contents.fusion_only"),
    ("advanced", {"deck.copies.max_three": "deck"}, mixed(3, 1, "Sangan"), None),
    ("classic", {"deck.copies.max_three": "all"}, mixed(3, 1, "Sangan"), "deck.copies.max_three.main_extra_side_together"),
    ("goat-2005", {"deck.main.size": "max60"}, deck(size=61), "deck.main.size.min40_max60"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "switches", "checked", "rule"), HOUSE_RULES)
def test_house_rules(base, switches, checked, rule):
    ruleset = read_ruleset(base).house_rules(switches)
    refusals: list[Refusal] = verdict(ruleset, checked)
    assert [refusal.rule for refusal in refusals] == ([] if rule is None else [rule])
    for refusal in refusals:
        assert not set(rules_of(refusal)) & {"deck.main_forty_to_sixty", "deck.side_zero_to_fifteen"}


def test_the_list_that_goes_with_a_ruleset():
    names = {name: banlist.name if (banlist := default_list(read_ruleset(name))) else None for name in NAMES}
    assert names == {
        "classic": None,
        "rulebook-2009": None,
        "br": None,
        "goat-2005": "2005.4 GOAT",
        "master-rule-4": "2026.05 TCG",
        "tag-2017": "2026.05 TCG",
        "advanced": "2026.05 TCG",
    }


def test_a_check_is_done_before_one_notices():
    """The fastest of many, so that a busy machine does not decide: a Deck of sixty under the longest list."""
    ruleset, checked = read_ruleset("goat-2005"), deck(extra=fusions(15), side=_fill_side()[:5])
    banlist = default_list(ruleset)
    times = []
    for _ in range(20):
        started = time.perf_counter()
        check_deck(checked, ruleset, banlist, SHELF)
        times.append(time.perf_counter() - started)
    assert min(times) < 0.005
