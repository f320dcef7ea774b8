"""Both sides pressing at the same moment: everything moves once, nothing is lost, nobody waits for ever."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from marketplace.trades.models import Trade
from tests.marketplace.trades import deal_racing, racing

pytestmark = pytest.mark.thorough


def test_both_press_at_once(database):
    rounds = deal_racing.lay(database, 5 * deal_racing.KINDS)
    outcome = racing.race(database, rounds, deal_racing.act)
    assert deal_racing.wrongs(database, rounds) == [], outcome.counts
    assert sum(outcome.counts.values()) == 4 * len(rounds)
    refusals = {name for name in outcome.counts if name not in ("met", "unmet", "cancel", "received", "sent", "unsent")}
    assert refusals <= {"trade.state", "trade.parcel.received", "trade.parcel.not_sent", "trade.cancel.under_way",
                        "not_found"}, outcome.counts  # fmt: skip
    with database.read() as session:
        ids = {kind: [one[0][1] for place, one in enumerate(rounds) if place % deal_racing.KINDS == kind] for kind in range(3)}
        for kind, state in ((0, "done"), (1, "cancelled"), (2, "done")):
            query = select(func.count()).select_from(Trade).where(Trade.id.in_(ids[kind]), Trade.state == state)
            assert session.scalar(query) == 5, f"both pressed, so it is {state}"
