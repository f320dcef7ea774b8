"""Corrections after cards have changed hands: valid once both have signed, carried out once."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from marketplace.collection import stock
from marketplace.collection.models import Movement, Stack
from marketplace.errors import NotFound, Refused
from marketplace.trades import corrections, deal_view, meeting
from marketplace.trades.corrections import ChangeInput
from marketplace.trades.models import Correction
from tests.factories import accounts, catalogue, deals, trades


def refused(rule):
    return pytest.raises(Refused, match=f"^{rule}$")


@pytest.fixture
def scene(session, pair):
    """Bob has two copies of Ann's; Ann has one of Bob's."""
    ann, bob = pair
    mine, theirs = trades.copies(session, ann, 2, condition="NM", price_paid=None), trades.copies(session, bob)
    trade = deals.by(session, deals.agreed(session, ann, bob, [(mine, 2)], [theirs]), "hand")
    for person in (ann, bob):
        meeting.confirm(session, person.id, trade.id)
    line = deals.parcel_from(session, trade, "proposer").lines[0]
    return ann, bob, mine, trade, line


def test_copies_go_back_once_both_have_signed(session, scene):
    ann, bob, mine, trade, line = scene
    made = corrections.propose(session, bob.id, trade.id, [ChangeInput(line.id, "back", 1)], "one too many")
    assert deals.owned(session, bob, mine.printing_id) == 2
    corrections.sign(session, bob.id, trade.id, made.id)
    assert made.state == "proposed"
    corrections.sign(session, ann.id, trade.id, made.id)
    corrections.sign(session, ann.id, trade.id, made.id)
    assert made.state == "agreed"
    session.expire_all()
    assert (deals.owned(session, bob, mine.printing_id), session.get(Stack, mine.id).quantity) == (1, 1)
    assert (
        session.scalar(
            select(func.count()).select_from(Movement).where(Movement.stack_id == mine.id, Movement.kind == "traded")
        )
        == 2
    )
    shown = deal_view.deal_of(session, ann.id, trade).corrections
    assert [(one.state, one.mine, "back to you" in one.lines[0]) for one in shown] == [("agreed", False, True)]


def test_no_more_goes_back_than_changed_hands(session, scene):
    ann, bob, _mine, trade, line = scene
    made = [corrections.propose(session, bob.id, trade.id, [ChangeInput(line.id, "back", 2)], "all") for _time in range(2)]
    corrections.sign(session, ann.id, trade.id, made[0].id)
    trades.copies(session, bob, 2, of=session.get(Stack, line.new_stack_id).printing, condition="NM", kept=2)
    with refused("trade.correction.gone"):
        corrections.sign(session, ann.id, trade.id, made[1].id)
    with refused("trade.correction.gone"):
        corrections.propose(session, bob.id, trade.id, [ChangeInput(line.id, "back", 1)])


def test_copies_become_what_they_really_are(session, scene):
    ann, bob, mine, trade, line = scene
    super_rare = catalogue.printing(session, of=mine.printing.card, rarity="Super Rare")
    facts = {"condition": "GD", "edition": "1st", "printing_id": super_rare.id}
    made = corrections.propose(session, ann.id, trade.id, [ChangeInput(line.id, "facts", 2, facts)])
    corrections.sign(session, bob.id, trade.id, made.id)
    session.expire_all()
    found = session.get(Stack, line.new_stack_id)
    assert (found.user_id, found.quantity, found.condition, found.edition, found.printing_id) == (
        bob.id,
        2,
        "GD",
        "1st",
        super_rare.id,
    )
    corrections.sign(session, bob.id, trade.id, made.id)
    assert deals.owned(session, bob) == 2


def test_only_some_of_them(session, scene):
    ann, bob, _mine, trade, line = scene
    made = corrections.propose(session, bob.id, trade.id, [ChangeInput(line.id, "facts", 1, {"condition": "PL"})])
    corrections.sign(session, ann.id, trade.id, made.id)
    found = session.execute(select(Stack.condition, Stack.quantity).where(Stack.user_id == bob.id, Stack.quantity > 0)).all()
    assert sorted(found) == [("NM", 1), ("PL", 1)]


def test_a_note_alone_will_do_and_nothing_will_not(session, scene):
    ann, bob, _mine, trade, _line = scene
    with refused("trade.correction.nothing"):
        corrections.propose(session, ann.id, trade.id, [])
    made = corrections.propose(session, ann.id, trade.id, [], "settled in cash")
    corrections.sign(session, bob.id, trade.id, made.id)
    assert made.state == "agreed"


def test_copies_that_are_no_longer_there_leave_the_correction_waiting(session, scene):
    ann, bob, _mine, trade, line = scene
    made = corrections.propose(session, bob.id, trade.id, [ChangeInput(line.id, "back", 2)])
    stock.remove(session, bob.id, line.new_stack_id, 1, "sold")
    session.commit()
    with refused("collection.handover.gone"):
        corrections.sign(session, ann.id, trade.id, made.id)
    session.rollback()
    assert session.get(Correction, made.id).state == "proposed"


def test_it_can_be_withdrawn_or_declined_and_stays_in_the_history(session, scene):
    ann, bob, mine, trade, line = scene
    for person, state in ((bob, "withdrawn"), (ann, "declined")):
        made = corrections.propose(session, bob.id, trade.id, [ChangeInput(line.id, "back", 1)])
        corrections.drop(session, person.id, trade.id, made.id)
        assert made.state == state
        with refused("trade.correction.closed"):
            corrections.sign(session, ann.id, trade.id, made.id)
    assert deals.owned(session, bob, mine.printing_id) == 2
    assert len(deal_view.deal_of(session, ann.id, trade).corrections) == 2


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"kind": "back", "quantity": 3}, "trade.correction.quantity"),
        ({"kind": "gone", "quantity": 1}, "trade.correction.kind"),
        ({"kind": "facts", "quantity": 1, "facts": {"condition": "??"}}, "trade.correction.condition"),
        ({"kind": "facts", "quantity": 1, "facts": {"condition": "NM"}}, "trade.correction.same"),
        ({"kind": "facts", "quantity": 1, "facts": {"printing_id": 999_999}}, "trade.correction.printing"),
    ],
)
def test_what_cannot_be(session, scene, change, rule):
    _ann, bob, _mine, trade, line = scene
    with refused(rule):
        corrections.propose(session, bob.id, trade.id, [ChangeInput(line.id, **change)])


def test_nothing_of_others(session, scene, pair):
    ann, bob, _mine, trade, line = scene
    stranger = accounts.user(session, "Mallory")
    made = corrections.propose(session, bob.id, trade.id, [], "x")
    other = deals.by(session, deals.agreed(session, ann, bob, [trades.copies(session, ann)], []), "hand")
    for person in pair:
        meeting.confirm(session, person.id, other.id)
    foreign = deals.parcel_from(session, other, "proposer").lines[0]
    for act in (
        lambda: corrections.propose(session, stranger.id, trade.id, [], "x"),
        lambda: corrections.sign(session, stranger.id, trade.id, made.id),
        lambda: corrections.drop(session, stranger.id, trade.id, made.id),
        lambda: corrections.sign(session, ann.id, other.id, made.id),
        lambda: corrections.propose(session, bob.id, trade.id, [ChangeInput(foreign.id, "back", 1)]),
    ):
        with pytest.raises(NotFound):
            act()
    assert line.quantity == 2
