"""In person, changes of the agreement, cancelling together."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from marketplace.collection import stock
from marketplace.collection.models import Promise, Stack
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.trades import amendments, cancelling, deal_view, dispatch, meeting, sending, views
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Consent, Parcel, Trade, TradeEvent
from marketplace.trades.own_trade import version_of
from tests.factories import accounts, deals, trades


def refused(rule):
    return pytest.raises(Refused, match=f"^{rule}$")


def counts(session, stack):
    session.flush()
    session.expire_all()
    found = session.get(Stack, stack.id)
    return found.quantity, found.for_trade, found.promised


@pytest.fixture
def scene(session, pair):
    """Ann gives two of three copies for one of Bob's, in person."""
    ann, bob = pair
    mine, theirs = trades.copies(session, ann, 3), trades.copies(session, bob)
    trade = deals.by(session, deals.agreed(session, ann, bob, [(mine, 2)], [theirs], [("me", "playmat")]), "hand")
    return ann, bob, mine, theirs, trade


def test_one_confirmation_moves_nothing_the_second_everything(session, scene):
    ann, bob, mine, theirs, trade = scene
    meeting.confirm(session, ann.id, trade.id)
    meeting.confirm(session, ann.id, trade.id)
    assert trade.state == "agreed"
    assert counts(session, mine) == (3, 1, 2)
    shown = deal_view.deal_of(session, bob.id, trade)
    assert shown.met_theirs
    assert not shown.met_mine
    assert "Ann" in shown.next_step
    meeting.confirm(session, bob.id, trade.id)
    assert trade.state == "done"
    assert counts(session, mine) == (1, 1, 0)
    assert counts(session, theirs) == (0, 0, 0)
    assert deals.owned(session, bob, mine.printing_id) == 2
    assert deals.owned(session, ann, theirs.printing_id) == 1
    meeting.confirm(session, bob.id, trade.id)
    assert deals.owned(session, bob, mine.printing_id) == 2
    assert [item.name for one in deal_view.deal_of(session, bob.id, trade).parcels if not one.mine for item in one.items][
        -1
    ] == "playmat"


def test_a_confirmation_can_be_taken_back(session, scene):
    ann, bob, mine, _theirs, trade = scene
    meeting.confirm(session, ann.id, trade.id)
    meeting.take_back(session, ann.id, trade.id)
    meeting.confirm(session, bob.id, trade.id)
    assert trade.state == "agreed"
    assert counts(session, mine) == (3, 1, 2)


def test_only_in_person_is_confirmed(session, scene):
    ann, _bob, _mine, _theirs, trade = scene
    deals.by(session, trade, "post")
    with refused("trade.deal.not_hand"):
        meeting.confirm(session, ann.id, trade.id)


# Changes of the agreement


def lines(mine, theirs, quantity=1):
    """Ann's proposal: fewer of hers."""
    return [trades.line("me", (mine, quantity)), trades.line("them", theirs)]


def test_a_change_holds_once_both_have_signed(session, scene):
    ann, bob, mine, theirs, trade = scene
    version = amendments.propose(session, ann.id, trade.id, lines(mine, theirs), "one has a crease")
    assert (version.kind, version.number, trade.agreed, trade.amendment) == ("amendment", 2, 1, 2)
    assert counts(session, mine) == (3, 1, 2)
    with refused("trade.deal.amending"):
        meeting.confirm(session, bob.id, trade.id)
    amendments.sign(session, ann.id, trade.id, 2)
    assert trade.agreed == 1
    amendments.sign(session, bob.id, trade.id, 2)
    amendments.sign(session, bob.id, trade.id, 2)
    assert (trade.agreed, trade.amendment) == (2, None)
    assert counts(session, mine) == (3, 2, 1)
    assert {one.line_id for one in session.scalars(select(Promise))} == {
        line.id for line in version_of(session, trade, 2).lines if line.kind == "copies"
    }
    assert [head.number for head in views.view_of(session, bob.id, trade.id).versions] == [1, 2]
    for person in (ann, bob):
        meeting.confirm(session, person.id, trade.id)
    assert deals.owned(session, bob, mine.printing_id) == 1


def test_all_promised_copies_may_stay_in_the_change(session, scene):
    ann, bob, mine, theirs, trade = scene
    other = trades.copies(session, ann)
    amendments.propose(
        session, bob.id, trade.id, [trades.line("them", (mine, 2)), trades.line("me", theirs), trades.line("them", other)]
    )
    amendments.sign(session, ann.id, trade.id, 2)
    assert counts(session, other) == (1, 0, 1)
    assert counts(session, mine) == (3, 1, 2)


def test_a_change_whose_copies_are_gone_changes_nothing(session, scene):
    ann, bob, mine, theirs, trade = scene
    other = trades.copies(session, ann)
    amendments.propose(session, ann.id, trade.id, [*lines(mine, theirs), trades.line("me", other)])
    stock.remove(session, ann.id, other.id, 1, "sold")
    session.commit()
    with refused("collection.promise.not_free"):
        amendments.sign(session, bob.id, trade.id, 2)
    session.rollback()
    session.expire_all()
    assert session.get(Trade, trade.id).agreed == 1
    assert counts(session, mine) == (3, 1, 2)


def test_copies_put_together_since_are_found_again(session, scene):
    ann, bob, mine, theirs, trade = scene
    stock.edit(session, ann.id, mine.id, None, {"condition": "NM"})
    twin = trades.copies(session, ann, 1, of=mine.printing, condition="EX")
    stock.edit(session, ann.id, mine.id, None, {"condition": "EX"})
    amendments.propose(session, bob.id, trade.id, [LineInput("them", "copies", mine.id, 1), trades.line("me", theirs)])
    amendments.sign(session, ann.id, trade.id, 2)
    held = session.scalars(select(Promise).where(Promise.user_id == ann.id)).one()
    assert held.quantity == 1
    assert session.get(Stack, held.stack_id).quantity == 4
    assert twin.printing_id == mine.printing_id


def test_a_change_can_be_withdrawn_or_refused(session, scene):
    ann, bob, mine, theirs, trade = scene
    for person in (ann, bob):
        number = amendments.propose(session, ann.id, trade.id, lines(mine, theirs)).number
        amendments.drop(session, person.id, trade.id, number)
        assert trade.amendment is None
        assert trade.agreed == 1
    with pytest.raises(Conflict):
        amendments.sign(session, bob.id, trade.id, number)
    told = session.scalars(select(TradeEvent.kind).where(TradeEvent.kind.like("amendment%"))).all()
    assert told == ["amendment_proposed", "amendment_withdrawn", "amendment_proposed", "amendment_refused"]


def test_no_change_once_one_has_confirmed_or_sent(session, scene):
    ann, bob, mine, theirs, trade = scene
    meeting.confirm(session, bob.id, trade.id)
    with refused("trade.deal.begun"):
        amendments.propose(session, ann.id, trade.id, lines(mine, theirs))
    meeting.take_back(session, bob.id, trade.id)
    deals.by(session, trade, "post")
    number = amendments.propose(session, ann.id, trade.id, lines(mine, theirs)).number
    sending.mark_sent(session, ann.id, trade.id, deals.parcel_from(session, trade, "proposer").id)
    assert trade.amendment is None
    with pytest.raises(Conflict):
        amendments.sign(session, bob.id, trade.id, number)


@pytest.mark.parametrize("case", ["same", "open"])
def test_what_is_no_change(session, scene, case):
    ann, _bob, mine, theirs, trade = scene
    inputs = [trades.line("me", (mine, 2)), trades.line("them", theirs)]
    if case == "same":
        inputs.append(LineInput("me", "item", text="playmat"))
    else:
        inputs.append(LineInput("them", "open", options=(theirs.id,)))
    with refused(f"trade.amend.{case}"):
        amendments.propose(session, ann.id, trade.id, inputs)


# Cancelling


def test_both_cancel_and_every_copy_is_free(session, scene):
    ann, bob, mine, theirs, trade = scene
    cancelling.cancel(session, ann.id, trade.id, "moved away")
    cancelling.cancel(session, ann.id, trade.id)
    assert trade.state == "agreed"
    assert counts(session, mine) == (3, 1, 2)
    cancelling.keep(session, ann.id, trade.id)
    cancelling.cancel(session, bob.id, trade.id)
    assert trade.state == "agreed"
    cancelling.cancel(session, ann.id, trade.id)
    assert trade.state == "cancelled"
    assert trade.ended_at is not None
    assert counts(session, mine) == (3, 3, 0)
    assert counts(session, theirs) == (1, 1, 0)
    cancelling.cancel(session, ann.id, trade.id)
    assert not session.scalars(select(Consent).where(Consent.trade_id == trade.id)).all()


def test_one_yes_is_enough_when_the_other_account_was_closed(session, scene):
    ann, bob, mine, _theirs, trade = scene
    bob.is_active_account = False
    cancelling.cancel(session, ann.id, trade.id)
    assert trade.state == "cancelled"
    assert counts(session, mine) == (3, 3, 0)


def test_cancelling_can_be_refused(session, scene):
    ann, bob, _mine, _theirs, trade = scene
    cancelling.cancel(session, ann.id, trade.id)
    cancelling.keep(session, bob.id, trade.id)
    assert not deal_view.deal_of(session, ann.id, trade).cancel_mine


def test_an_offer_that_needs_the_copies_is_told_that_they_are_free(session, scene):
    ann, bob, mine, _theirs, trade = scene
    carla = accounts.user(session, "Carla")
    meanwhile = trades.offer(session, ann, carla, [mine])
    session.execute(update(Stack).where(Stack.id == mine.id).values(quantity=2, for_trade=0))
    session.execute(update(Trade).where(Trade.id == meanwhile.id).values(needs_change=True))
    session.expire_all()
    for person in (ann, bob):
        cancelling.cancel(session, person.id, trade.id)
    session.expire_all()
    assert not session.get(Trade, meanwhile.id).needs_change


def test_once_a_parcel_was_sent_only_the_rest_is_cancelled(session, scene):
    ann, bob, mine, theirs, trade = scene
    deals.by(session, trade, "post")
    out = deals.parcel_from(session, trade, "proposer")
    cancelling.cancel(session, bob.id, trade.id)
    sending.mark_sent(session, ann.id, trade.id, out.id)
    assert not deal_view.deal_of(session, bob.id, trade).cancel_mine
    for person in (ann, bob):
        cancelling.cancel(session, person.id, trade.id)
    assert trade.state == "agreed"
    assert counts(session, mine) == (3, 1, 2)
    assert counts(session, theirs) == (1, 1, 0)
    with refused("trade.cancel.under_way"):
        cancelling.cancel(session, ann.id, trade.id)
    sending.mark_received(session, bob.id, trade.id, out.id)
    assert trade.state == "done"
    assert deals.owned(session, bob, mine.printing_id) == 2


def test_a_line_in_two_parcels_keeps_promised_what_is_on_its_way(session, scene):
    ann, bob, mine, _theirs, trade = scene
    deals.by(session, trade, "post")
    things = dispatch.things_of(dispatch.agreed_version(session, trade))
    line = next(one.line_id for one in things if one.giver == "proposer" and one.quantity == 2)
    rest = {one.line_id: one.quantity for one in things if one.line_id != line and one.giver == "proposer"}
    theirs = {one.line_id: one.quantity for one in things if one.giver == "partner"}
    dispatch.lay(session, trade, [
        dispatch.Planned("proposer", False, None, {line: 1}), dispatch.Planned("partner", True, None, theirs),
        dispatch.Planned("proposer", True, None, {line: 1, **rest}),
    ])  # fmt: skip
    first = deals.parcels(session, trade)[0]
    sending.mark_sent(session, ann.id, trade.id, first.id)
    for person in (ann, bob):
        cancelling.cancel(session, person.id, trade.id)
    assert counts(session, mine)[2] == 1
    assert deals.promised(session, trade) == 1
    sending.mark_received(session, bob.id, trade.id, first.id)
    assert trade.state == "done"
    assert deals.owned(session, bob, mine.printing_id) == 1
    assert counts(session, mine)[0] == 2
    assert deals.promised(session, trade) == 0


def test_a_missing_parcel_can_be_given_up_together(session, scene):
    ann, bob, mine, _theirs, trade = scene
    deals.by(session, trade, "post")
    out, back = (deals.parcel_from(session, trade, side) for side in ("proposer", "partner"))
    sending.mark_sent(session, bob.id, trade.id, back.id)
    sending.mark_received(session, ann.id, trade.id, back.id)
    sending.mark_sent(session, ann.id, trade.id, out.id)
    session.execute(update(Parcel).where(Parcel.id == out.id).values(state="missing"))
    session.expire_all()
    for person in (ann, bob):
        cancelling.cancel(session, person.id, trade.id)
    assert trade.state == "done"
    assert counts(session, mine) == (3, 3, 0)
    assert deals.promised(session, trade) == 0


def test_a_stranger_confirms_nothing(session, scene):
    stranger = accounts.user(session, "Mallory")
    trade = scene[-1]
    for act in (meeting.confirm, meeting.take_back, cancelling.cancel, cancelling.keep):
        with pytest.raises(NotFound):
            act(session, stranger.id, trade.id)
