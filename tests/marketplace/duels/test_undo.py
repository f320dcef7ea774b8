"""Taking back the last action."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from engine import Action, ReplayDiffers, Verb
from marketplace.duels.table import CannotUndo, Table
from tests.marketplace.duels.tables import DECKS, deck, do, new_table, practice, seat_first, seen

CASES = 200


@pytest.mark.thorough
def test_undo_gives_back_exactly_what_was_there() -> None:
    chance = random.Random(20260101)
    verbs: Counter[str] = Counter()
    done = 0
    seed = 0
    while done < CASES:
        seed += 1
        ruleset = list(DECKS)[seed % 3]
        table = new_table(seed, ruleset)
        for _ in range(120):
            if table.waiting != "you":
                break
            options = table.options()
            staying = [action for action in options if action.verb is not Verb.PHASE]
            action = chance.choice(staying if staying and chance.random() < 0.8 else options)
            before, whole = seen(table), table.duel.to_json()
            do(table, action)
            if not table.can_undo:
                continue
            assert table.undo_label == action
            table = Table.from_json(table.to_json())
            version = table.version
            table.undo(ruleset, practice(ruleset))
            assert seen(table) == before
            assert table.duel.to_json() == whole
            assert table.version > version
            verbs[action.verb.value] += 1
            done += 1
            do(table, action)  # and on from there
    assert len(verbs) >= 6, verbs  # not all of them passes


def test_several_actions_are_taken_back_one_after_the_other() -> None:
    decks = [deck("Gemini Elf", "Axe of Despair"), deck("Mystical Elf")]
    table = seat_first("rulebook-2009", decks)
    states = []
    for _ in range(3):
        states.append(seen(table))
        a_set = next(action for action in table.options() if action.verb in (Verb.SET, Verb.NORMAL_SUMMON))
        do(table, a_set)
    for state in reversed(states):
        table.undo("rulebook-2009", decks)
        # Whether more can be taken back is part of what is seen.
        assert seen(table) == state


def test_a_turn_that_ended_is_not_taken_back() -> None:
    table = seat_first("rulebook-2009", [deck("Gemini Elf"), deck("Mystical Elf")])
    do(table, Action(Verb.PHASE, value="end"))
    assert not table.can_undo
    assert table.undo_refusal == "opponent"
    with pytest.raises(CannotUndo) as refused:
        table.undo("rulebook-2009", [])
    assert refused.value.reason == "opponent"


def test_a_drawn_card_is_not_taken_back() -> None:
    table = seat_first("rulebook-2009", [deck("Pot of Greed", "Gemini Elf"), deck("Mystical Elf")])
    draw = next(action for action in table.options() if action.verb is Verb.ACTIVATE)
    do(table, draw)
    assert table.undo_refusal == "seen"
    assert not table.can_undo


def test_the_first_decision_has_nothing_before_it() -> None:
    table = new_table(3)
    assert not table.can_undo
    assert table.undo_refusal == "nothing"


def test_undo_is_refused_when_the_rules_code_is_another() -> None:
    decks = [deck("Gemini Elf"), deck("Mystical Elf")]
    table = seat_first("rulebook-2009", decks)
    do(table, next(action for action in table.options() if action.verb is Verb.SET))
    table.transcript.version += 1
    before = seen(table)
    with pytest.raises(ReplayDiffers):
        table.undo("rulebook-2009", decks)
    assert seen(table) == before


def test_undo_is_refused_when_a_card_has_been_defined_anew() -> None:
    """The answers of the duel are not possible any more with what the cards do now."""
    decks = [deck("Gemini Elf"), deck("Mystical Elf")]
    table = seat_first("rulebook-2009", decks)
    summon = next(action for action in table.options() if action.verb is Verb.NORMAL_SUMMON)
    do(table, summon)
    do(table, next(action for action in table.options() if action.verb is Verb.PHASE))
    while table.waiting == "you" and not table.can_undo:
        do(table, table.options()[0])
    changed = [deck("Blue-Eyes White Dragon"), deck("Mystical Elf")]
    with pytest.raises(ReplayDiffers):
        table.undo("rulebook-2009", changed)


def test_nothing_can_be_taken_back_while_the_opponent_thinks_or_after_the_end() -> None:
    table = seat_first("rulebook-2009", [deck("Gemini Elf"), deck("Mystical Elf")])
    table.answer(Action(Verb.PHASE, value="end"))
    table.run(0.0)
    assert table.waiting == "opponent"
    assert not table.can_undo
    assert table.undo_label is None
    table.run(math.inf)
    table.surrender()
    assert table.waiting == "over"
    assert table.undo_refusal == "over"
