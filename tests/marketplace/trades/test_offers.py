"""Offers: made, limited, and what their lines may say."""

from __future__ import annotations

import pytest

from tests.factories import trades


@pytest.fixture
def scene(app, session):
    with app.test_request_context():
        yield trades.people(session)


def test_an_offer_waits_for_the_other(session, scene):
    ann, bob = scene
    trade = trades.offer(session, ann, bob, [trades.copies(session, ann)], [(trades.copies(session, bob, 3), 2)])
    assert (trade.state, trade.awaiting_id, trade.latest) == ("open", bob.id, 1)
    lines = trade.versions[0].lines
    assert [(line.giver, line.quantity) for line in lines] == [("proposer", 1), ("partner", 2)]
    assert all(line.description["code"] for line in lines)
