"""Acceptance: one agreement, locked copies, frozen descriptions, and everybody told whose offers need those copies."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from marketplace.collection import loans, stock
from marketplace.collection.models import Promise, Stack
from marketplace.collection.promises import release
from marketplace.errors import Conflict, NotFound, Refused
from marketplace.messages import blocks
from marketplace.messages.models import LiveMark, Message
from marketplace.messages.threads import unread_count
from marketplace.trades import availability, describing, offers
from marketplace.trades.agreement import accept
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Trade, TradeEvent, TradeLine
from marketplace.trades.offers import Choice
from marketplace.trades.own_trade import get_trade, version_of
from marketplace.wants.models import SeenLine, SeenList
from tests.factories import accounts, trades


def refused(rule):
    return pytest.raises(Refused, match=f"^{rule}$")


def conflict(rule):
    return pytest.raises(Conflict, match=f"^{rule}$")


@pytest.fixture
def scene(session, pair):
    """Ann offers two of three copies for one of Bob's."""
    ann, bob = pair
    mine, theirs = trades.copies(session, ann, 3), trades.copies(session, bob)
    return ann, bob, mine, theirs, trades.offer(session, ann, bob, [(mine, 2)], [theirs])


def counts(session, stack):
    session.expire_all()
    found = session.get(Stack, stack.id)
    return found.quantity, found.for_trade, found.promised


def test_an_acceptance_locks_the_copies_of_both(session, scene):
    ann, bob, mine, theirs, trade = scene
    assert accept(session, bob.id, trade.id, 1) == (trade, False)
    assert (trade.state, trade.agreed, trade.awaiting_id, trade.expires_at) == ("agreed", 1, None, None)
    assert trade.agreed_at is not None
    assert counts(session, mine) == (3, 1, 2)
    assert counts(session, theirs) == (1, 0, 1)
    promises = {one.user_id: one for one in session.scalars(select(Promise))}
    assert {one.holder_id for one in promises.values()} == {trade.id}
    assert {user: (one.quantity, one.to_name) for user, one in promises.items()} == {ann.id: (2, "Bob"), bob.id: (1, "Ann")}
    assert {one.line_id for one in promises.values()} == {line.id for line in version_of(session, trade).lines}


def test_accepting_again_is_no_second_agreement(session, scene):
    ann, bob, mine, _theirs, trade = scene
    assert not accept(session, bob.id, trade.id, 1).already
    revision = trade.revision
    for who in (bob, ann):
        assert accept(session, who.id, trade.id, 1) == (trade, True)
    assert (trade.revision, counts(session, mine)) == (revision, (3, 1, 2))
    assert session.scalars(select(TradeEvent.kind).where(TradeEvent.kind == "accepted")).all() == ["accepted"]
    with conflict("trade.not_open"):
        accept(session, bob.id, trade.id, 7)


def test_only_who_is_asked_accepts(session, scene):
    ann, _bob, mine, _theirs, trade = scene
    with refused("trade.accept.turn"):
        accept(session, ann.id, trade.id, 1)
    with pytest.raises(NotFound):
        accept(session, accounts.user(session).id, trade.id, 1)
    assert counts(session, mine) == (3, 3, 0)


def test_an_older_version_is_not_accepted(session, scene):
    ann, bob, mine, theirs, trade = scene
    offers.counter(session, ann.id, trade.id, None, trades.lines([mine], [theirs]))
    with conflict("trade.changed") as error:
        accept(session, bob.id, trade.id, 1)
    facts = error.value.facts
    assert (facts["version"], facts["seen"], facts["latest"]) == (2, 1, 2)
    assert facts["at"] == version_of(session, trade).created_at.isoformat()
    assert not accept(session, bob.id, trade.id, 2).already


def test_an_open_choice_is_settled_first(session, pair):
    ann, bob = pair
    one, other = trades.copies(session, ann), trades.copies(session, ann)
    trade = offers.propose(session, ann.id, bob.id, [LineInput("me", "open", options=(one.id, other.id))])
    key = version_of(session, trade).lines[0].key
    with refused("trade.accept.open_choice") as error:
        accept(session, bob.id, trade.id, 1)
    assert error.value.facts["keys"] == [key]
    offers.settle(session, bob.id, trade.id, None, [Choice(key, other.id)])
    accept(session, ann.id, trade.id, 2)
    assert counts(session, other) == (1, 0, 1)
    assert counts(session, one) == (1, 1, 0)


@pytest.mark.parametrize("side", ["mine", "theirs"])
def test_copies_that_went_since_are_named(session, scene, side):
    ann, bob, mine, theirs, trade = scene
    if side == "mine":
        stock.remove(session, ann.id, mine.id, 2, "sold")
    else:
        loans.lend(session, bob.id, theirs.id, 1, "Cid")
    with refused("trade.accept.copies_gone") as error:
        accept(session, bob.id, trade.id, 1)
    facts = error.value.facts
    stack, have, wanted = (mine, 1, 2) if side == "mine" else (theirs, 0, 1)
    assert (facts["stack_id"], facts["have"], facts["wanted"]) == (stack.id, have, wanted)
    line = session.scalars(select(TradeLine).where(TradeLine.stack_id == stack.id)).one()
    assert facts["keys"] == [line.key]
    assert line.description["code"] in str(error.value.message)
    assert session.scalars(select(Promise)).all() == []
    assert trade.state == "open"


def test_the_description_is_frozen_as_the_reader_saw_it(session, scene):
    ann, bob, mine, _theirs, trade = scene
    stock.edit(session, ann.id, mine.id, None, {"condition": "PO", "condition_words": "torn"})
    version = version_of(session, trade)
    with conflict("trade.changed") as error:
        accept(session, bob.id, trade.id, 1)
    assert error.value.facts["described"] == [version.lines[0].key]
    accept(session, bob.id, trade.id, 1, described=describing.mark(session, version))
    stock.edit(session, ann.id, mine.id, None, {"condition": "NM"}, quantity=1)
    session.expire_all()
    kept = version_of(session, trade).lines[0].description
    assert (kept["condition"], kept["condition_words"]) == ("PO", "torn")


def test_a_description_that_changes_while_the_page_is_open_is_not_agreed_to(session, scene):
    ann, bob, mine, _theirs, trade = scene
    seen = describing.mark(session, version_of(session, trade))
    stock.edit(session, ann.id, mine.id, None, {"condition": "PO"})
    with conflict("trade.changed"):
        accept(session, bob.id, trade.id, 1, described=seen)


def test_the_same_lines_described_anew_are_a_new_version(session, scene):
    ann, _bob, mine, theirs, trade = scene
    stock.edit(session, ann.id, mine.id, None, {"condition": "PO"})
    offers.counter(session, ann.id, trade.id, None, trades.lines([(mine, 2)], [theirs]))
    assert version_of(session, trade).lines[0].description["condition"] == "PO"


def test_other_offers_that_need_the_copies_say_so_to_both(session, scene):
    ann, bob, mine, theirs, trade = scene
    cid = accounts.user(session, "Cid")
    of_cid = trades.copies(session, cid)
    for_two = trades.offer(session, cid, ann, [of_cid], [(mine, 2)])
    for_one = trades.offer(session, cid, ann, [of_cid], [mine])
    from_bob = trades.offer(session, bob, cid, [theirs])
    session.commit()
    revision = for_two.revision
    accept(session, bob.id, trade.id, 1)
    session.commit()
    marked = {one.id: one.needs_change for one in session.scalars(select(Trade).order_by(Trade.id))}
    assert marked == {trade.id: False, for_two.id: True, for_one.id: False, from_bob.id: True}
    assert for_two.revision == revision, "the offer itself is the same: a page that shows it may change it"
    told = session.scalars(select(TradeEvent).where(TradeEvent.kind == "needs_change").order_by(TradeEvent.trade_id)).all()
    assert [one.trade_id for one in told] == [for_two.id, from_bob.id]
    assert told[0].facts["lines"] == [for_two.versions[0].lines[1].key]
    assert session.scalars(select(Message.event).where(Message.conversation_id == for_two.conversation_id)).all() == [
        "trade.offered",
        "trade.needs_change",
    ]
    assert (unread_count(session, cid.id), unread_count(session, bob.id)) == (3, 2)
    assert {one.user_id for one in session.scalars(select(LiveMark))} == {ann.id, bob.id, cid.id}
    with refused("trade.accept.copies_gone"):
        accept(session, ann.id, for_two.id, 1)
    accept(session, ann.id, for_one.id, 1)


def test_copies_that_come_back_make_the_offer_good_again(session, scene):
    _ann, bob, mine, theirs, trade = scene
    cid = accounts.user(session, "Cid")
    waiting = trades.offer(session, bob, cid, [theirs])
    accept(session, bob.id, trade.id, 1)
    session.refresh(waiting)
    assert waiting.needs_change
    release(session, "trade", trade.id)
    assert availability.refresh(session, [mine.id, theirs.id]) == [waiting.id]
    session.refresh(waiting)
    assert not waiting.needs_change
    kinds = session.scalars(select(TradeEvent.kind).where(TradeEvent.trade_id == waiting.id).order_by(TradeEvent.id)).all()
    assert kinds == ["offered", "needs_change", "there_again"]
    assert availability.refresh(session, [mine.id, theirs.id]) == [], "it is said once"


def test_an_open_choice_needs_a_change_when_none_of_its_copies_are_left(session, pair):
    ann, bob = pair
    one, other = trades.copies(session, ann), trades.copies(session, ann)
    choice = offers.propose(session, ann.id, bob.id, [LineInput("me", "open", options=(one.id, other.id))])
    accept(session, bob.id, trades.offer(session, ann, bob, [one]).id, 1)
    session.refresh(choice)
    assert not choice.needs_change
    accept(session, bob.id, trades.offer(session, ann, bob, [other]).id, 1)
    session.refresh(choice)
    assert choice.needs_change


def test_a_changed_offer_is_good_again(session, scene):
    _ann, bob, _mine, theirs, trade = scene
    cid = accounts.user(session, "Cid")
    waiting = trades.offer(session, bob, cid, [theirs])
    accept(session, bob.id, trade.id, 1)
    session.refresh(waiting)
    offers.counter(session, bob.id, waiting.id, waiting.revision, trades.lines([trades.copies(session, bob)]))
    assert not waiting.needs_change
    accept(session, cid.id, waiting.id, 2)


def test_promised_copies_leave_the_lists_others_have_seen(session, scene):
    ann, bob, mine, theirs, trade = scene
    seen = SeenList(viewer_id=bob.id, owner_id=ann.id)
    seen.lines = [SeenLine(stack_id=mine.id, quantity=3), SeenLine(stack_id=trades.copies(session, ann).id)]
    other = SeenList(viewer_id=ann.id, owner_id=bob.id)
    other.lines = [SeenLine(stack_id=theirs.id)]
    session.add_all([seen, other])
    session.flush()
    accept(session, bob.id, trade.id, 1)
    session.expire_all()
    assert [(line.stack_id == mine.id, line.quantity) for line in seen.lines] == [(True, 1), (False, 1)]
    assert other.lines == []


def test_blocked_people_agree_on_nothing(session, scene):
    ann, bob, _mine, _theirs, trade = scene
    blocks.block(session, ann.id, bob.id)
    with refused("trade.blocked"):
        accept(session, bob.id, trade.id, 1)
    blocks.unblock(session, ann.id, bob.id)
    ann.is_active_account = False
    with refused("trade.partner.gone"):
        accept(session, bob.id, trade.id, 1)


def test_things_and_gifts_are_agreed_on_without_promises(session, pair):
    ann, bob = pair
    trade = offers.propose(session, ann.id, bob.id, [LineInput("me", "item", text="playmat")])
    accept(session, bob.id, trade.id, 1)
    assert (trade.state, session.scalars(select(Promise)).all()) == ("agreed", [])


def test_a_lapsed_offer_is_not_accepted(session, scene, let_pass):
    _ann, bob, _mine, _theirs, trade = scene
    let_pass(trade, days=14)
    with conflict("trade.lapsed"):
        accept(session, bob.id, trade.id, 1)


def test_stacks_whose_copies_are_all_gone_or_deleted_are_short(session, scene):
    _ann, bob, mine, _theirs, trade = scene
    session.execute(update(TradeLine).where(TradeLine.stack_id == mine.id).values(stack_id=None))
    session.expire_all()
    with refused("trade.accept.copies_gone") as error:
        accept(session, bob.id, trade.id, 1)
    assert error.value.facts["have"] == 0
    with pytest.raises(NotFound):
        get_trade(session, accounts.user(session).id, trade.id)


@pytest.mark.parametrize("others", [0, 5])
def test_an_acceptance_asks_the_database_no_more_for_many_lines(session, pair, database, count_queries, others):
    ann, bob = pair
    small = trades.offer(session, ann, bob, [trades.copies(session, ann)], [trades.copies(session, bob)])
    mine = [trades.copies(session, ann) for _number in range(30)]
    large = trades.offer(session, ann, bob, mine, [trades.copies(session, bob) for _number in range(30)])
    for number in range(others):
        trades.offer(session, accounts.user(session), ann, want=mine[number : number + 10])
    session.commit()
    ids = bob.id, small.id, large.id
    session.expunge_all()
    with count_queries(database) as few:
        accept(session, ids[0], ids[1], 1)
        session.flush()
    session.expunge_all()
    with count_queries(database) as many:
        accept(session, ids[0], ids[2], 1)
        session.flush()
    assert many.count <= few.count + 2 + 9 * others
