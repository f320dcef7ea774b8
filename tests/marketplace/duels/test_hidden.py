"""What the person is asked, and what they are told, depends on nothing the opponent hides."""

from __future__ import annotations

import random

import pytest

from engine import Action, Decision, Duel, Verb
from marketplace.duels import windows
from marketplace.duels.table import Table
from marketplace.duels.windows import DEFAULT_STOPS, ResponseMode
from tests.marketplace.duels.tables import DECKS, do, new_table

PASS = Action(Verb.PASS)


def course(duel: Duel, decision: Decision, mode: ResponseMode) -> tuple[bool, bool, str, list[Action]]:
    responses = [action for action in duel.options(0) if action != PASS]
    return (
        windows.asks(duel, 0, decision, mode, DEFAULT_STOPS, responses),
        windows.is_told(duel, 0, decision, responses),
        windows.mark_of_own(duel, 0),
        responses,
    )


@pytest.mark.parametrize("ruleset", list(DECKS))
def test_every_window_is_the_same_in_another_world(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(4)
    compared = 0
    real = Table._passes

    def passes(table: Table) -> bool:
        nonlocal compared
        decision = table.duel.decision
        assert decision is not None
        if windows.is_window(decision) and chance.random() < 0.4:
            twin = table.duel.determinize(0, chance.randrange(10**6))
            for mode in ResponseMode:
                assert course(twin, decision, mode) == course(table.duel, decision, mode)
            compared += 1
        return real(table)

    monkeypatch.setattr(Table, "_passes", passes)
    for seed in range(4):
        table = new_table(seed, ruleset, agent="sensible")
        for _ in range(60):
            if table.waiting != "you":
                break
            do(table, chance.choice(table.options()))
    assert compared > 60


def test_the_version_counts_what_is_seen_and_not_what_the_opponent_could_have_done() -> None:
    """A Summon the opponent can answer with a hidden card, and one it cannot: the page counts alike."""
    from tests.marketplace.duels.tables import deck, seat_first

    versions = set()
    for theirs in (deck("Luster Dragon"), deck("Trap Hole", "Luster Dragon")):
        table = seat_first("advanced", [deck("Gemini Elf"), theirs])
        do(table, next(action for action in table.options() if action.verb is Verb.NORMAL_SUMMON))
        versions.add(table.version)
    assert len(versions) == 1
