"""Matches under every ruleset, by cases in data, and what goes by dates and teams."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import (
    RULESETS,
    CardFacts,
    Deck,
    DeckCard,
    Duel,
    DuelDeck,
    Match,
    MatchRefused,
    NoRulesetThen,
    Refusal,
    UnreadableMatch,
    in_force,
    not_yet_legal,
    read_ruleset,
    rule,
    rules_of,
    ruleset_on,
)
from engine.match import FACING, ROUND_MINUTES, check_next_round, seats_of, turns_after_time
from engine.procedures import moving
from engine.vocab import Zone

from .decks.rule_cases import list_for
from .decks.shelf import SHELF, copies, deck, fusions, side_of
from .duels import starter

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "match_cases/matches.yaml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "fr", "pt")


def written(text: str) -> Deck | None:
    if text == "none":
        return None
    main, extra, side = text.split("/")
    number = int(side.rstrip("f"))
    cards = [*fusions(42)[-1:], *side_of(number - 1)] if side.endswith("f") else side_of(number)
    return deck(extra=fusions(int(extra)), side=cards, size=int(main))


def swapped(listed: Deck, kind: str, count: int, out: int) -> Deck:
    """The Deck after an exchange of that kind."""
    main, extra, side = listed.main, listed.extra, listed.side
    if kind == "side":  # so many in from the end of the Side Deck, so many out of the Main Deck
        return replace(listed, main=main[out:] + side[len(side) - count :], side=side[: len(side) - count] + main[:out])
    if kind == "extra":
        return replace(listed, extra=extra[1:] + side[:1], side=side[1:] + extra[:1])
    if kind == "shift":
        return replace(listed, main=main[1:], extra=extra + side[:1], side=side[1:] + main[:1])
    assert kind == "stranger"
    return replace(listed, main=(*main[1:], DeckCard(copies(1, "Sangan")[0])))


class Bench:
    """A match under test."""

    def __init__(self, name: str, decks: list[Deck | None]) -> None:
        self.banlist = list_for(read_ruleset(name))
        self.match = Match.start(name, decks, SHELF, [self.banlist] * 4)

    def start(self, first: int) -> None:
        if self.match.beginning.how == "random":
            self.match.draw(first)
        self.match.begin(first, self.match.beginning.chooser)

    def do(self, step: str) -> None:
        words = step.split()
        seat = None if words[1] == "tie" else int(words[1])
        match words[0]:
            case "draw":
                self.match.draw(int(words[1]))
            case "begin":
                self.match.begin(int(words[1]), int(words[3]) if len(words) > 2 else None)
            case "start":
                self.start(int(words[1]))
            case "result":
                self.match.record(seat, "win.opponent_lp_zero")
            case "give_up":
                self.match.give_up(int(words[1]))
            case kind:
                assert seat is not None
                counts = [int(word) for word in words[2:]] or [1]
                sided = self.match.decks[seat]
                if kind != "keep":
                    sided = swapped(self.match.registered[seat], kind, counts[0], counts[-1])
                self.match.side(seat, sided, SHELF, self.banlist)

    def expect(self, wanted: dict[str, Any]) -> None:
        match = self.match
        beginning = match.beginning
        found = {
            "score": [match.wins(0), match.wins(1), match.ties],
            "stage": match.stage.value,
            "over": match.over,
            "winner": match.winner,
            "reason": match.reason,
            "duels": len(match.duels),
            "first": match.first,
            "how": beginning.how,
            "chooser": beginning.chooser,
            "sizes": [len(match.decks[0].main), len(match.decks[0].extra), len(match.decks[0].side)],
            "counted": list(match.deck_size(0)),
        }
        assert {key: found[key] for key in wanted} == wanted


def refused_by(refusals: tuple[Refusal, ...], wanted: dict[str, Any]) -> None:
    first = refusals[0]
    named = {name for refusal in refusals for name in rules_of(refusal)} if wanted.get("any") else {first.rule}
    assert wanted["because"] in named, refusals
    if "also" in wanted:
        assert wanted["also"] in rules_of(first)
    for refusal in refusals:
        for language in LANGUAGES:
            assert "{" not in refusal.sentence(language)


def each() -> Iterator[Any]:
    for case in CASES:
        for name in case["in"]:
            yield pytest.param(case, name, id=f"{case['name']}, {name}")


@pytest.mark.parametrize(("case", "name"), list(each()))
def test_a_match(case: dict[str, Any], name: str) -> None:
    assert set(case["rules"]) <= in_force(read_ruleset(name)), "a case proves only what is in force"
    decks = [written(text) for text in case["decks"]]
    if "because" in case:
        with pytest.raises(MatchRefused) as error:
            Bench(name, decks)
        refused_by(error.value.refusals, case)
        return
    bench = Bench(name, decks)
    for result in case.get("results", ()):
        if bench.match.duels:
            bench.do("keep 0")
            bench.do("keep 1")
        bench.start(0)
        bench.do(f"result {result}")
        assert Match.from_json(bench.match.to_json()) == bench.match
    for step in case.get("steps", ()):
        words, wanted = (step, None) if isinstance(step, str) else next(iter(step.items()))
        if words == "expect":
            bench.expect(wanted)
            continue
        before = bench.match.copy()
        if wanted is None:
            bench.do(words)
            assert bench.match != before
        else:
            with pytest.raises(MatchRefused) as error:
                bench.do(words)
            refused_by(error.value.refusals, wanted)
            assert bench.match == before, "what is refused changes nothing"
        assert Match.from_json(bench.match.to_json()) == bench.match
    bench.expect(case.get("then", {}))


OTHERS = {
    "deck.own_deck_each": RULESETS,
    "match.side.swap_is_optional": ("classic", "rulebook-2009", "br", "goat-2005", "master-rule-4", "advanced"),
}


def test_every_entry_about_matches_is_proven_wherever_it_holds() -> None:
    """Each is proven in this file, in all rulesets in which it holds: by cases, or by a test marked with it."""
    proven: dict[str, set[str]] = {}
    for case in CASES:
        for one in case["rules"]:
            proven.setdefault(one, set()).update(case["in"])
    elsewhere = {
        one
        for test in globals().values()
        for mark in getattr(test, "pytestmark", ())
        if mark.name == "rule"
        for one in mark.args
    }
    named = set(proven) | elsewhere
    assert len(named) == 28
    assert all(rule(one).enforced_by == "match" for one in named)
    for one, where in proven.items():
        if one in elsewhere or one in OTHERS:
            continue
        assert where >= set(rule(one).rulesets), one


@pytest.mark.parametrize("name", rule("match.side.swap_is_optional").rulesets)
def test_nobody_must_swap(name: str) -> None:
    """match.side.swap_is_optional: one side swaps three cards, the other none."""
    bench = Bench(name, [written("40/0/15"), written("40/0/15")])
    for step in ("start 0", "result 0", "side 0 3", "keep 1", "start 1"):
        bench.do(step)
    assert bench.match.decks[0] != bench.match.registered[0]
    assert bench.match.decks[1] == bench.match.registered[1]


@pytest.mark.parametrize("name", rule("match.removed_cards_return_to_deck").rulesets)
@pytest.mark.rule("match.removed_cards_return_to_deck")
def test_removed_cards_are_back_in_the_next_duel(name: str) -> None:
    """match.removed_cards_return_to_deck"""
    listed = deck(copies(1, "Sangan"))
    bench = Bench(name, [listed, written("40/0/0")])
    stone, sangan = starter()["Gemini Elf"], starter()["Sangan"]

    class Played:
        def card(self, passcode: int) -> CardFacts:
            return sangan if passcode == sangan.passcode else stone

        def named(self, _name: str) -> list[CardFacts]:
            return []

    bench.do("start 0")
    duel = Duel.start(bench.match.ruleset, bench.match.duel_decks(Played()), 3, first=0)
    card = next(one for one in duel.state.cards if one.printed.name == "Sangan")
    moving.to_pile(duel.state, card, Zone.BANISHED)
    assert card.uid in duel.state.players[0].banished
    duel.surrender(0)
    bench.do("result 1")
    bench.do("keep 0")
    bench.do("keep 1")
    bench.do("start 0")
    again = Duel.start(bench.match.ruleset, bench.match.duel_decks(Played()), 4, first=0)
    back = [one for one in again.state.cards if one.printed.name == "Sangan"]
    assert [(one.owner, one.zone in (Zone.DECK, Zone.HAND)) for one in back] == [(0, True)]


@pytest.mark.parametrize(
    ("day", "chosen", "wanted"),
    [
        ("2017-07-20", None, "master-rule-4"),
        ("2020-03-31", None, "master-rule-4"),
        ("2020-04-01", None, "advanced"),
        ("2024-05-01", None, "advanced"),
        ("2026-01-10", None, "advanced"),
        ("2026-01-10", "goat-2005", "goat-2005"),
        ("2005-05-01", "goat-2005", "goat-2005"),
    ],
)
@pytest.mark.rule("mr4.effective_from_2017_07_20", "ruleset.advanced.effective_from_2020_04_01", "ruleset.goat.window_2005")
def test_the_day_of_a_match_gives_its_ruleset(day: str, chosen: str | None, wanted: str) -> None:
    """mr4.effective_from_2017_07_20, ruleset.advanced.effective_from_2020_04_01, ruleset.goat.window_2005"""
    assert ruleset_on(date.fromisoformat(day), chosen) == wanted


@pytest.mark.parametrize("day", ["2017-07-19", "2005-05-01", "2011-01-01"])
def test_no_ruleset_here_holds_before_master_rule_4(day: str) -> None:
    """mr4.effective_from_2017_07_20, ruleset.goat.window_2005: GOAT is never derived."""
    with pytest.raises(NoRulesetThen):
        ruleset_on(date.fromisoformat(day))


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.rule("legality.not_yet_legal", refused=True)
def test_a_card_may_not_be_legal_yet(name: str) -> None:
    """legality.not_yet_legal"""
    day = date(2026, 1, 10)
    listed = deck(copies(2, "Sangan"))

    def legal_from(card: CardFacts) -> date | None:
        return date(2026, 1, 11) if card.name == "Sangan" else None

    found = not_yet_legal(listed, read_ruleset(name), SHELF, legal_from, day)
    if "legality.not_yet_legal" not in in_force(read_ruleset(name)):
        assert found == []
        return
    assert [one.rule for one in found] == ["legality.not_yet_legal"]
    assert "Sangan" in found[0].sentence()
    assert "2026-01-11" in found[0].sentence("pt")
    assert not_yet_legal(listed, read_ruleset(name), SHELF, legal_from, date(2026, 1, 11)) == []


@pytest.mark.rule("tag.team.a_and_b_fixed_for_the_tournament", refused=True)
@pytest.mark.rule("tag.team.first_name_on_the_list_is_a", "tag.seating.a_faces_the_other_b")
def test_teams_are_seated_and_stay_so() -> None:
    """tag.team.two_teams_of_two, tag.team.first_name_on_the_list_is_a, tag.seating.a_faces_the_other_b,
    tag.team.a_and_b_fixed_for_the_tournament"""
    seats = seats_of([("Xenia", "Yugi"), ("Zane", "Wanda")])
    assert seats == {"A1": "Xenia", "B1": "Yugi", "A2": "Zane", "B2": "Wanda"}
    for entries in ([("Xenia", "Yugi"), ("Zane",)], [("Xenia", "Yugi")], [("Xenia", "Yugi"), ("Zane", "Yugi")]):
        with pytest.raises(MatchRefused) as error:
            seats_of(entries)
        assert error.value.refusals[0].rule == "tag.team.two_teams_of_two"
    facing = {frozenset((seats[one], seats[other])) for one, other in FACING.items()}
    assert facing == {frozenset(("Xenia", "Wanda")), frozenset(("Yugi", "Zane"))}
    moved = {"A1": "Yugi", "B1": "Xenia", "A2": "Zane", "B2": "Wanda"}
    assert [one.rule for one in check_next_round(seats, moved)] == ["tag.team.a_and_b_fixed_for_the_tournament"]
    other_side = {"A1": "Zane", "B1": "Wanda", "A2": "Xenia", "B2": "Yugi"}
    assert check_next_round(seats, other_side) == []


@pytest.mark.rule("tag.match.forty_minutes", "tag.match.three_extra_turns")
def test_a_round_ends_after_forty_minutes_and_three_turns() -> None:
    """tag.match.forty_minutes, tag.match.three_extra_turns"""
    assert ROUND_MINUTES == 40
    assert turns_after_time("B1") == ("B1", "B2", "A1", "A2")
    assert turns_after_time("A1") == ("A1", "A2", "B1", "B2")
    assert turns_after_time("A1", starting_team=2) == ("A1", "B2", "B1", "A2")


def test_an_unreadable_match_says_so() -> None:
    text = Bench("advanced", [written("40/0/0"), written("40/0/0")]).match.to_json()
    damaged = json.loads(text)
    del damaged["ready"]
    for wrong in ("", "[]", json.dumps(damaged), re.sub('"schema":1', '"schema":99', text)):
        with pytest.raises(UnreadableMatch):
            Match.from_json(wrong)


def test_a_copy_is_independent() -> None:
    match = Bench("advanced", [written("40/0/15"), written("40/0/0")]).match
    other = match.copy()
    other.draw(0)
    other.begin(1, 0)
    other.record(1)
    assert match.duels == []
    assert match.ready == [False, False]
    assert other != match


def test_the_loser_chooses_without_a_coin() -> None:
    """match.first_player.loser_chooses: the duel asks whoever lost the last one, and says why."""
    cards = Match.start("advanced", [written("40/0/0"), written("40/0/0")], SHELF, [list_for(read_ruleset("advanced"))] * 2)
    assert cards.beginning.how == "random"
    decks = [DuelDeck([starter()["Gemini Elf"]] * 40)] * 2
    for chooser in (0, 1):
        for seed in range(4):
            duel = Duel.start("advanced", decks, seed, chooser=chooser)
            assert duel.decision is not None
            assert duel.decision.player == chooser
            assert duel.log is not None
            toss = duel.log.entries[-1]
            assert duel.log.rules(toss) == ("match.first_player.loser_chooses",)
            assert "Coin" not in duel.log.sentence(toss, 0)
            assert duel.transcript is not None
            assert type(duel.transcript).from_json(duel.transcript.to_json()) == duel.transcript
