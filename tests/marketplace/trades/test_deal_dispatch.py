"""By post: manner, plan, parcels sent, received and missing, and whose copies are where afterwards."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from sqlalchemy import select, update

from marketplace.collection.models import Movement, Stack
from marketplace.db import now
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.messages.threads import unread_count
from marketplace.trades import amendments, cancelling, deal_view, dispatch, sending, sharing_addresses
from marketplace.trades.models import Parcel, Trade, TradeEvent
from marketplace.trades.parcels import Planned
from marketplace.trades.sending import Said
from tests.factories import accounts, deals, trades


def refused(rule):
    return pytest.raises(Refused, match=f"^{rule}$")


@pytest.fixture
def scene(session, pair):
    """Ann gives two of three copies, Bob gives one and a playmat."""
    ann, bob = pair
    mine, theirs = trades.copies(session, ann, 3, note="from my aunt"), trades.copies(session, bob)
    trade = deals.agreed(session, ann, bob, [(mine, 2)], [theirs], [("them", "playmat")])
    return ann, bob, mine, theirs, trade


@pytest.fixture
def posted(session, scene):
    deals.by(session, scene[-1], "post")
    return scene


def kinds(session, trade):
    return list(session.scalars(select(TradeEvent.kind).where(TradeEvent.trade_id == trade.id).order_by(TradeEvent.id)))


def test_a_manner_holds_once_both_have_said_it(session, scene):
    ann, bob, _mine, _theirs, trade = scene
    dispatch.choose_manner(session, ann.id, trade.id, "post")
    assert trade.manner == ""
    assert deals.parcels(session, trade) == []
    dispatch.choose_manner(session, ann.id, trade.id, "post")
    assert kinds(session, trade).count("manner_proposed") == 1
    dispatch.choose_manner(session, bob.id, trade.id, "hand")
    assert trade.manner == ""
    dispatch.choose_manner(session, bob.id, trade.id, "post")
    assert trade.manner == "post"
    assert [(one.sender, one.waits, len(one.lines)) for one in deals.parcels(session, trade)] == [
        ("proposer", False, 1),
        ("partner", False, 2),
    ]


def test_a_settled_manner_can_be_changed_by_both_until_something_is_sent(session, posted):
    ann, bob, _mine, _theirs, trade = posted
    dispatch.choose_manner(session, ann.id, trade.id, "hand")
    assert trade.manner == "post"
    dispatch.choose_manner(session, bob.id, trade.id, "post")
    assert deal_view.deal_of(session, ann.id, trade).my_manner == ""
    deals.by(session, trade, "hand")
    assert trade.manner == "hand"
    assert deals.parcels(session, trade) == []
    deals.by(session, trade, "post")
    sending.mark_sent(session, ann.id, trade.id, deals.parcel_from(session, trade, "proposer").id)
    with refused("trade.deal.begun"):
        dispatch.choose_manner(session, bob.id, trade.id, "hand")


def test_the_one_with_fewer_finished_trades_sends_first(session, scene):
    ann, _bob, _mine, _theirs, trade = scene
    carla = accounts.user(session, "Carla")
    session.add(Trade(proposer_id=ann.id, partner_id=carla.id, proposer_name="Ann", partner_name="Carla", state="done"))
    session.flush()
    deals.by(session, trade, "post")
    assert [(one.sender, one.waits) for one in deals.parcels(session, trade)] == [("partner", False), ("proposer", True)]
    shown = deal_view.deal_of(session, ann.id, trade)
    assert (shown.first, shown.finished_mine, shown.finished_theirs) == ("them", 1, 0)
    with refused("trade.parcel.waits"):
        sending.mark_sent(session, ann.id, trade.id, deals.parcel_from(session, trade, "proposer").id)


def test_parcels_in_steps_when_the_other_agrees(session, posted):
    ann, bob, mine, _theirs, trade = posted
    lines = {thing.giver: thing.line_id for thing in dispatch.things_of(dispatch.agreed_version(session, trade))}
    theirs = {
        thing.line_id: thing.quantity
        for thing in dispatch.things_of(dispatch.agreed_version(session, trade))
        if thing.giver == "partner"
    }
    day = date(2026, 12, 24)
    plan = [
        Planned("proposer", False, day, {lines["proposer"]: 1}),
        Planned("partner", True, None, theirs),
        Planned("proposer", True, None, {lines["proposer"]: 1}),
    ]
    dispatch.propose_plan(session, ann.id, trade.id, plan)
    pending = dispatch.pending_plan(session, trade.id)
    assert len(deals.parcels(session, trade)) == 2
    with refused("trade.plan.own"):
        dispatch.answer_plan(session, ann.id, trade.id, pending.id, True)
    dispatch.answer_plan(session, bob.id, trade.id, pending.id, True)
    steps = deals.parcels(session, trade)
    assert [(one.step, one.sender, one.planned_for) for one in steps] == [
        (1, "proposer", day), (2, "partner", None), (3, "proposer", None),
    ]  # fmt: skip
    assert dispatch.pending_plan(session, trade.id) is None
    sending.mark_sent(session, ann.id, trade.id, steps[0].id)
    sending.mark_received(session, bob.id, trade.id, steps[0].id)
    session.expire_all()
    assert (session.get(Stack, mine.id).quantity, session.get(Stack, mine.id).promised) == (2, 1)
    assert trade.state == "agreed"
    assert deals.promised(session, trade) == 2
    sending.mark_sent(session, bob.id, trade.id, steps[1].id)
    sending.mark_received(session, ann.id, trade.id, steps[1].id)
    sending.mark_sent(session, ann.id, trade.id, steps[2].id)
    sending.mark_received(session, bob.id, trade.id, steps[2].id)
    assert trade.state == "done"
    assert deals.promised(session, trade) == 0
    assert deals.owned(session, bob, mine.printing_id) == 2


@pytest.mark.parametrize("case", ["short", "much", "foreign", "empty"])
def test_a_plan_sends_everything_exactly_once(session, posted, case):
    ann, _bob, _mine, _theirs, trade = posted
    things = dispatch.things_of(dispatch.agreed_version(session, trade))
    mine = next(one for one in things if one.giver == "proposer")
    rest = {one.line_id: one.quantity for one in things if one.giver == "partner"}
    contents, rule = {
        "short": ({mine.line_id: 1}, "trades.plan.sum"),
        "much": ({mine.line_id: 3}, "trades.plan.sum"),
        "foreign": ({mine.line_id: 2, next(iter(rest)): 1}, "trades.plan.contents"),
        "empty": ({}, "trades.plan.empty"),
    }[case]
    with refused(rule):
        dispatch.propose_plan(
            session, ann.id, trade.id, [Planned("proposer", contents=contents), Planned("partner", contents=rest)]
        )


def test_a_newer_plan_takes_the_place_of_the_one_before(session, posted):
    ann, bob, _mine, _theirs, trade = posted
    first = dispatch.as_planned(deals.parcels(session, trade))
    turned = [Planned(first[1].sender, False, None, first[1].contents), Planned(first[0].sender, True, None, first[0].contents)]
    dispatch.propose_plan(session, ann.id, trade.id, turned)
    old = dispatch.pending_plan(session, trade.id)
    dispatch.propose_plan(session, bob.id, trade.id, [turned[1], turned[0]])
    with pytest.raises(Conflict):
        dispatch.answer_plan(session, bob.id, trade.id, old.id, True)
    dispatch.answer_plan(session, ann.id, trade.id, dispatch.pending_plan(session, trade.id).id, False)
    assert dispatch.pending_plan(session, trade.id) is None
    assert [one.sender for one in deals.parcels(session, trade)] == ["proposer", "partner"]


def test_copies_move_when_they_are_received_with_both_journals(session, posted):
    ann, bob, mine, _theirs, trade = posted
    out, back = (deals.parcel_from(session, trade, side) for side in ("proposer", "partner"))
    sending.mark_sent(session, ann.id, trade.id, out.id, tracking="RR 123", note="in sleeves")
    assert deals.owned(session, bob) == 1
    line = out.lines[0].id
    sending.mark_received(session, bob.id, trade.id, out.id, {line: Said(False, "a crease")})
    assert (out.state, out.lines[0].as_described, out.lines[0].remark) == ("received", False, "a crease")
    new = session.get(Stack, out.lines[0].new_stack_id)
    assert (new.user_id, new.quantity, new.note, new.for_trade) == (bob.id, 2, "", 0)
    session.expire_all()
    assert (session.get(Stack, mine.id).quantity, session.get(Stack, mine.id).promised) == (1, 0)
    told = session.execute(
        select(Movement.user_id, Movement.counterpart, Movement.quantity).where(Movement.kind == "traded")
    ).all()
    assert sorted(told) == sorted([(ann.id, "Bob", 2), (bob.id, "Ann", 2)])
    assert trade.state == "agreed"
    sending.mark_sent(session, bob.id, trade.id, back.id)
    sending.mark_received(session, ann.id, trade.id, back.id)
    assert (trade.state, trade.ended_at is not None) == ("done", True)
    assert (deals.owned(session, ann), deals.owned(session, bob)) == (2, 2)
    assert kinds(session, trade)[-2:] == ["received", "done"]
    assert deals.promised(session, trade) == 0


def test_saying_it_twice_moves_nothing_twice(session, posted):
    ann, bob, mine, _theirs, trade = posted
    out = deals.parcel_from(session, trade, "proposer")
    sending.mark_sent(session, ann.id, trade.id, out.id, revision=trade.revision, request_key="a")
    seen = trade.revision
    sending.mark_sent(session, ann.id, trade.id, out.id, revision=1, request_key="a")
    sending.mark_received(session, bob.id, trade.id, out.id, revision=seen, request_key="b")
    sending.mark_received(session, bob.id, trade.id, out.id, revision=seen, request_key="b")
    sending.mark_received(session, bob.id, trade.id, out.id)
    assert deals.owned(session, bob, mine.printing_id) == 2
    assert kinds(session, trade).count("sent") == 1
    assert kinds(session, trade).count("received") == 1


def test_nothing_is_received_before_it_was_sent_and_only_by_its_receiver(session, posted):
    ann, bob, _mine, _theirs, trade = posted
    out = deals.parcel_from(session, trade, "proposer")
    with refused("trade.parcel.not_sent"):
        sending.mark_received(session, bob.id, trade.id, out.id)
    with refused("trade.parcel.sender"):
        sending.mark_sent(session, bob.id, trade.id, out.id)
    sending.mark_sent(session, ann.id, trade.id, out.id)
    with refused("trade.parcel.receiver"):
        sending.mark_received(session, ann.id, trade.id, out.id)


def test_sent_can_be_corrected_until_it_has_arrived(session, posted):
    ann, bob, _mine, _theirs, trade = posted
    out = deals.parcel_from(session, trade, "proposer")
    sending.mark_sent(session, ann.id, trade.id, out.id, tracking="1")
    sending.mark_sent(session, ann.id, trade.id, out.id, tracking="2", sent_on=trade.agreed_at.date())
    assert out.tracking == "2"
    with refused("trade.parcel.day"):
        sending.mark_sent(session, ann.id, trade.id, out.id, sent_on=date(2020, 1, 1))
    sending.unmark_sent(session, ann.id, trade.id, out.id)
    assert (out.state, out.sent_at, out.tracking) == ("planned", None, "")
    sending.mark_sent(session, ann.id, trade.id, out.id)
    sending.mark_received(session, bob.id, trade.id, out.id)
    for act in (sending.mark_sent, sending.unmark_sent):
        with refused("trade.parcel.received"):
            act(session, ann.id, trade.id, out.id)


def test_a_parcel_is_missing_after_two_weeks_and_may_come_after_all(session, posted):
    ann, bob, mine, _theirs, trade = posted
    out = deals.parcel_from(session, trade, "proposer")
    sending.mark_sent(session, ann.id, trade.id, out.id)
    with refused("trade.parcel.too_soon"):
        sending.mark_missing(session, bob.id, trade.id, out.id)
    session.execute(update(Parcel).where(Parcel.id == out.id).values(sent_at=now() - timedelta(days=14)))
    shown = next(one for one in deal_view.deal_of(session, bob.id, trade).parcels if one.id == out.id)
    assert shown.overdue
    assert shown.days == 14
    sending.mark_missing(session, bob.id, trade.id, out.id)
    assert out.state == "missing"
    assert deals.promised(session, trade) == 3
    sending.unmark_missing(session, ann.id, trade.id, out.id)
    sending.mark_missing(session, ann.id, trade.id, out.id)
    sending.mark_received(session, bob.id, trade.id, out.id)
    assert out.state == "received"
    assert deals.owned(session, bob, mine.printing_id) == 2


def test_an_old_page_is_told_so(session, posted):
    ann, bob, _mine, _theirs, trade = posted
    seen = trade.revision
    dispatch.choose_manner(session, bob.id, trade.id, "hand")
    with pytest.raises(Conflict, match=r"^trade\.changed$"):
        sending.mark_sent(session, ann.id, trade.id, deals.parcel_from(session, trade, "proposer").id, revision=seen)


def test_every_act_grows_the_revision_and_is_told_to_the_other(session, posted):
    ann, bob, _mine, _theirs, trade = posted
    seen, unread = trade.revision, unread_count(session, bob.id)
    sending.mark_sent(session, ann.id, trade.id, deals.parcel_from(session, trade, "proposer").id)
    session.flush()
    assert trade.revision == seen + 1
    assert unread_count(session, bob.id) == unread + 1


def test_strangers_find_nothing(session, posted):
    _ann, _bob, _mine, _theirs, trade = posted
    stranger = accounts.user(session, "Mallory")
    out = deals.parcel_from(session, trade, "proposer")
    acts = [
        lambda: dispatch.choose_manner(session, stranger.id, trade.id, "post"),
        lambda: dispatch.propose_plan(session, stranger.id, trade.id, []),
        lambda: dispatch.answer_plan(session, stranger.id, trade.id, 1, True),
        lambda: sending.mark_sent(session, stranger.id, trade.id, out.id),
        lambda: sending.mark_received(session, stranger.id, trade.id, out.id),
        lambda: sending.mark_missing(session, stranger.id, trade.id, out.id),
        lambda: sharing_addresses.show_address(session, stranger.id, trade.id, 1),
        lambda: cancelling.cancel(session, stranger.id, trade.id),
        lambda: amendments.sign(session, stranger.id, trade.id, 1),
        lambda: deal_view.deal_of(session, stranger.id, trade),
    ]
    for act in acts:
        with pytest.raises(NotFound):
            act()


def test_a_parcel_of_another_trade_is_not_found(session, posted, pair):
    ann, bob = pair
    _a, _b, _mine, _theirs, trade = posted
    other = deals.by(session, deals.agreed(session, ann, bob, [trades.copies(session, ann)], []), "post")
    with pytest.raises(NotFound):
        sending.mark_sent(session, ann.id, trade.id, deals.parcel_from(session, other, "proposer").id)


def test_addresses_are_for_the_two_and_only_as_long_as_needed(session, posted):
    from marketplace.messages import addresses

    ann, bob, _mine, _theirs, trade = posted
    home = addresses.save_address(session, bob.id, None, label="Home", lines="Bob\nRue 1", country="", note="", is_default=True)
    with pytest.raises(NotFound):
        sharing_addresses.show_address(session, ann.id, trade.id, home.id)
    sharing_addresses.show_address(session, bob.id, trade.id, home.id)
    assert deal_view.deal_of(session, ann.id, trade).addresses.theirs == "Bob\nRue 1"
    assert not any("Rue" in str(event.facts) for event in session.scalars(select(TradeEvent)))
    sharing_addresses.hide_address(session, bob.id, trade.id)
    assert deal_view.deal_of(session, ann.id, trade).addresses.theirs is None
    sharing_addresses.show_address(session, bob.id, trade.id, home.id)
    for sender, receiver, side in ((ann, bob, "proposer"), (bob, ann, "partner")):
        parcel = deals.parcel_from(session, trade, side)
        sending.mark_sent(session, sender.id, trade.id, parcel.id)
        if side == "proposer":
            with refused("trade.address.used"):
                sharing_addresses.hide_address(session, bob.id, trade.id)
        sending.mark_received(session, receiver.id, trade.id, parcel.id)
    session.flush()
    assert sharing_addresses.forget_addresses(session) == 0
    session.execute(update(Trade).where(Trade.id == trade.id).values(ended_at=now() - timedelta(days=31)))
    session.expire_all()
    assert sharing_addresses.forget_addresses(session) == 1
    session.expire_all()
    assert session.get(Trade, trade.id).partner_address is None


def test_the_page_needs_few_queries_however_many_parcels(session, pair, database, count_queries):
    ann, bob = pair
    counts = []
    for number in (1, 8):
        mine = [trades.copies(session, ann) for _copy in range(number)]
        trade = deals.by(session, deals.agreed(session, ann, bob, mine, [trades.copies(session, bob)]), "post")
        session.flush()
        session.expire_all()
        with count_queries(database) as queries:
            deal_view.deal_of(session, ann.id, session.get(Trade, trade.id))
        counts.append(queries.count)
    assert counts[0] == counts[1] <= 14
