"""Which response windows the person is asked, and which are told afterwards."""

from __future__ import annotations

import math

import pytest

from engine import Action, Verb
from marketplace.duels.table import Table
from marketplace.duels.windows import DEFAULT_STOPS, STOPS, ResponseMode
from tests.marketplace.duels.tables import deck, do, practice, seat_first, seen

PASS = Action(Verb.PASS)
END = Action(Verb.PHASE, value="end")
TRAPS = deck("Reckless Greed", "Gemini Elf")
MONSTERS = deck("Gemini Elf", "Luster Dragon")
HARMLESS = deck("Mystical Elf", "Blue-Eyes White Dragon")


def trap_set(mode: ResponseMode = ResponseMode.AUTO, stops: frozenset[str] = DEFAULT_STOPS) -> Table:
    """The person has Set a Trap that can always be activated, and ended the first turn."""
    table = seat_first("rulebook-2009", [TRAPS, MONSTERS])
    table.set_windows(mode, stops)
    hand = {card["token"]: card["name"] for card in table.duel.view(0)["you"]["hand"]}
    do(table, next(a for a in table.options() if a.verb is Verb.SET and hand.get(a.card or 0) == "Reckless Greed"))
    do(table, END)
    return table


def reasons_asked(table: Table, most: int = 60) -> list[tuple[str, str]]:
    """Pass every window of the opponent's turn; returns what followed what was asked, with the phase."""
    found = []
    turn = table.duel.state.turn
    for _ in range(most):
        decision = table.duel.decision
        if decision is None or table.duel.state.turn != turn or table.waiting != "you":
            break
        if decision.kind != "respond":
            break
        found.append((decision.reason, table.duel.state.phase.value))
        do(table, PASS)
    return found


def test_auto_asks_at_what_matters_and_tells_the_rest() -> None:
    table = trap_set()
    table.skipped = []
    asked = reasons_asked(table)
    assert ("summon", "main1") in asked
    assert ("attack", "battle") in asked
    assert ("moving_on", "main1") in asked
    assert ("phase", "end") in asked
    assert not any(phase in ("draw", "standby") for _reason, phase in asked)


def test_auto_tells_the_windows_it_passed() -> None:
    table = trap_set()
    told = [(window.reason, window.phase, window.cards, window.stop) for window in table.skipped]
    assert ("phase", "draw", ("Reckless Greed",), "their_draw") in told
    assert ("phase", "standby", ("Reckless Greed",), "their_standby") in told
    log = table.duel.log
    assert log is not None
    assert all(0 < window.log <= len(log.entries) for window in table.skipped)
    do(table, PASS)
    assert all(window.phase not in ("draw", "standby") for window in table.skipped), "told since the last answer only"


def test_a_phase_stop_asks_there() -> None:
    table = trap_set(stops=DEFAULT_STOPS | {"their_draw"})
    assert table.duel.state.phase.value == "draw"
    assert table.duel.decision is not None
    assert table.duel.decision.kind == "respond"


def test_without_stops_auto_asks_about_events_only() -> None:
    asked = reasons_asked(trap_set(stops=frozenset()))
    assert ("summon", "main1") in asked
    assert not any(reason in ("phase", "moving_on") for reason, _phase in asked)


def test_auto_does_not_ask_when_no_card_can_respond() -> None:
    table = seat_first("rulebook-2009", [MONSTERS, HARMLESS])
    do(table, END)
    decision = table.duel.decision
    assert decision is not None
    assert decision.kind == "open", "the whole turn of the opponent passed"
    assert table.duel.state.turn == 3
    assert table.skipped == []


def test_every_asks_also_when_passing_is_the_only_answer() -> None:
    table = seat_first("rulebook-2009", [MONSTERS, HARMLESS])
    table.set_windows(ResponseMode.EVERY, DEFAULT_STOPS)
    do(table, END)
    assert table.options() == [PASS]
    asked = reasons_asked(table)
    assert ("phase", "draw") in asked or asked[0][1] == "end"
    assert len(asked) >= 1


def test_off_asks_nothing_until_the_own_turn_and_tells_everything() -> None:
    table = trap_set(ResponseMode.OFF)
    assert table.duel.state.turn == 3
    decision = table.duel.decision
    assert decision is not None
    assert decision.kind in ("open", "respond", "battle")
    assert table.duel.state.turn_player == 0
    reasons = {window.reason for window in table.skipped if window.turn == 2}
    assert {"summon", "attack", "phase"} <= reasons


def test_what_must_be_chosen_is_asked_in_every_mode() -> None:
    """Discarding for the hand limit is nothing a switch can pass."""
    for mode in ResponseMode:
        table = seat_first("rulebook-2009", [HARMLESS, deck("Mystical Elf")], agent="sensible")
        table.set_windows(mode, DEFAULT_STOPS)
        for _ in range(400):
            decision = table.duel.decision
            assert decision is not None
            if decision.reason == "hand_limit":
                break
            do(table, PASS if decision.kind == "respond" else END)
        assert table.duel.decision is not None
        assert table.duel.decision.reason == "hand_limit"


def test_a_changed_switch_does_not_answer_the_question_on_the_page() -> None:
    table = trap_set()
    assert table.duel.decision is not None
    assert table.duel.decision.kind == "respond"
    before, version = seen(table), table.version
    table.set_windows(ResponseMode.OFF, DEFAULT_STOPS)
    table.run(math.inf)
    assert seen(table) == before
    assert table.version == version + 1
    again = Table.from_json(table.to_json())
    again.run(math.inf)
    assert seen(again) == before


def test_hold_passes_until_something_happens_to_my_cards() -> None:
    """The opponent has bare monsters: Summons and phases go by, the attack does not."""
    table = trap_set()
    table.hold()
    assert table.holding
    table.run(math.inf)
    decision = table.duel.decision
    assert decision is not None
    assert decision.reason == "attack"
    assert table.duel.state.turn == 2
    assert not table.holding
    assert {window.reason for window in table.skipped} >= {"moving_on"}


def test_hold_ends_with_the_own_turn() -> None:
    table = trap_set()
    while table.duel.decision is not None and table.duel.decision.reason != "phase":
        do(table, PASS)
    table.hold()
    table.run(math.inf)
    assert not table.holding
    assert table.waiting == "you"


def test_own_acts_are_neither_asked_nor_told() -> None:
    table = seat_first("rulebook-2009", [deck("Mystical Space Typhoon", "Gemini Elf"), HARMLESS])
    summon = next(action for action in table.options() if action.verb is Verb.NORMAL_SUMMON)
    do(table, summon)
    assert table.duel.decision is not None
    assert table.duel.decision.kind == "open"
    assert table.skipped == []


def test_priority_after_an_own_summon_is_asked_where_the_rules_have_it() -> None:
    """timing.ignition_priority: the turn player may use an Ignition Effect before the opponent responds."""
    igniting = deck("Exiled Force", "Gemini Elf")
    for ruleset, asks in (("goat-2005", True), ("advanced", False)):
        table = seat_first(ruleset, [igniting, HARMLESS])
        hand = {card["token"]: card["name"] for card in table.duel.view(0)["you"]["hand"]}
        summons = [a for a in table.options() if a.verb is Verb.NORMAL_SUMMON and hand[a.card or 0] == "Exiled Force"]
        do(table, summons[0])
        assert table.duel.decision is not None
        if table.duel.decision.kind == "respond":
            assert asks
        else:
            assert not asks or len(table.options()) > 0


@pytest.mark.parametrize("ruleset", ["rulebook-2009", "goat-2005", "advanced"])
def test_every_mode_plays_a_whole_duel(ruleset: str) -> None:
    for mode in ResponseMode:
        table = seat_first(ruleset, practice(ruleset))
        table.set_windows(mode, frozenset(STOPS))
        version = 0
        for _ in range(5000):
            if table.waiting != "you":
                break
            assert table.version > version
            version = table.version
            options = table.options()
            do(table, PASS if PASS in options else options[0])
        assert table.waiting == "over"
