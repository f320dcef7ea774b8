"""Acceptances at the same moment: no copy is promised twice, nothing is lost, nobody waits for ever.

The race of a thousand is ``python -m tests.bench races``.
"""

from __future__ import annotations

import pytest

from tests.marketplace.trades import racing

pytestmark = pytest.mark.thorough


def test_raced_acceptances_of_the_same_copies_promise_each_once(database):
    rounds = racing.lay_offers(database, 60)
    outcome = racing.race(database, rounds, racing.accept_one)
    assert sum(outcome.counts.values()) == 60
    assert racing.check_offers(database, rounds, outcome) == {"twice": 0, "lost": 0, "untold": 0, "failed": 0}, outcome.counts
    assert outcome.counts["accepted"] >= 15
    assert outcome.counts["trade.accept.copies_gone"] >= 10, "they did race for the same copies"


def test_acceptance_meets_edits_counter_offers_withdrawals_and_itself(database):
    rounds = racing.lay_duels(database, 24)
    outcome = racing.race(database, rounds, racing.act_on)
    assert racing.check_duels(database, rounds, outcome) == [], outcome.counts
    assert sum(outcome.counts.values()) == 96
    assert outcome.counts["accepted"] >= 2, outcome.counts
    others = sum(outcome.counts[act] for act in ("changed", "withdrawn", "declined"))
    assert others >= 3, f"the other acts come first now and then: {outcome.counts}"
