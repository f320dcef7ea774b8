"""Offers lapse, by the job that comes round and when their page is opened; what becomes of trades when somebody leaves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask_babel import force_locale
from sqlalchemy import func, select, update

from marketplace.accounts.models import User
from marketplace.accounts.profile import before_deletion
from marketplace.collection import loans, stock
from marketplace.db import now
from marketplace.errors import Conflict, Refused
from marketplace.jobs import Job, periodic, run_pending
from marketplace.messages.models import Message
from marketplace.messages.words import sentence, titles
from marketplace.trades import expiry, offers
from marketplace.trades.agreement import accept
from marketplace.trades.jobs import EXPIRE
from marketplace.trades.models import Trade, TradeEvent, TradeVersion
from tests.factories import accounts, trades


@pytest.fixture
def scene(session, pair):
    ann, bob = pair
    mine, theirs = trades.copies(session, ann, 2), trades.copies(session, bob)
    return ann, bob, mine, theirs, trades.offer(session, ann, bob, [mine], [theirs], expires_days=3)


def overdue(session, trade):
    session.execute(update(Trade).where(Trade.id == trade.id).values(expires_at=now() - timedelta(seconds=1)))
    session.expire_all()
    session.commit()


def test_the_job_closes_what_is_overdue_and_says_so_once(session, scene, database, app):
    ann, bob, mine, theirs, trade = scene
    fresh = trades.offer(session, bob, ann, [theirs], [mine])
    overdue(session, trade)
    with app.app_context():
        assert (expiry.lapse_due(database), expiry.lapse_due(database)) == (1, 0)
    session.expire_all()
    assert (trade.state, trade.awaiting_id, fresh.state) == ("lapsed", None, "open")
    said = session.scalars(select(Message).where(Message.event == "trade.lapsed")).one()
    assert (said.conversation_id, said.author_id) == (trade.conversation_id, None)


def test_an_overdue_offer_takes_no_answer_before_it_is_closed(session, scene):
    ann, bob, _mine, theirs, trade = scene
    overdue(session, trade)
    assert expiry.is_due(trade)
    for act in (
        lambda: accept(session, bob.id, trade.id, 1),
        lambda: offers.counter(session, bob.id, trade.id, None, trades.lines([theirs])),
        lambda: offers.decline(session, bob.id, trade.id),
        lambda: offers.withdraw(session, ann.id, trade.id),
        lambda: offers.nudge(session, ann.id, trade.id),
    ):
        with pytest.raises(Conflict, match=r"^trade\.lapsed$"):
            act()


def test_opening_the_page_closes_it(session, scene, database):
    _ann, _bob, _mine, _theirs, trade = scene
    session.commit()
    assert not expiry.lapse_on_reading(database, trade)
    overdue(session, trade)
    session.refresh(trade)
    session.commit()
    assert expiry.lapse_on_reading(database, trade)
    session.refresh(trade)
    assert trade.state == "lapsed"


def test_an_answer_gives_the_offer_new_time(session, scene):
    _ann, bob, mine, theirs, trade = scene
    offers.counter(session, bob.id, trade.id, None, trades.lines([theirs], [(mine, 2)]), expires_days=30)
    assert trade.expires_at > now() + timedelta(days=29)


def test_the_job_tells_of_copies_that_went_and_came_back_by_their_owners_doing(session, scene, database, app):
    ann, _bob, mine, _theirs, trade = scene
    loans.lend(session, ann.id, mine.id, 2, "Cid")
    session.commit()
    with app.app_context():
        assert (expiry.review_open(database), expiry.review_open(database)) == (1, 0)
        session.expire_all()
        assert trade.needs_change
        session.commit()
        with app.test_request_context():
            stock.undo(session, ann.id, max(session.scalars(select(func.max(stock.Operation.id)))))
        session.commit()
        assert (expiry.review_open(database), expiry.review_open(database)) == (1, 0)
    kinds = session.scalars(select(TradeEvent.kind).where(TradeEvent.trade_id == trade.id).order_by(TradeEvent.id)).all()
    assert kinds == ["offered", "needs_change", "there_again"]


def test_the_job_runs_once_whoever_looks(session, scene, database, app):
    *_rest, trade = scene
    overdue(session, trade)
    with ThreadPoolExecutor(4) as pool:

        def look(_number):
            with app.app_context():
                return periodic.plan_due(database)

        planned = list(pool.map(look, range(8)))
    assert sum(planned) == session.scalar(select(func.count(Job.id)))
    assert session.scalars(select(Job.kind).where(Job.kind == EXPIRE)).all() == [EXPIRE]
    session.commit()
    run_pending(app)
    session.expire_all()
    assert session.scalars(select(Job.result).where(Job.kind == EXPIRE)).one() == {"lapsed": 1, "changed": 0}
    assert trade.state == "lapsed"
    session.commit()
    with app.app_context():
        assert periodic.plan_due(database) == 0, "its next turn comes later"
        with database.write() as writing:
            writing.execute(update(Job).values(created_at=now() - timedelta(hours=1)))
        assert periodic.plan_due(database) == 1
    session.expire_all()
    assert len(session.scalars(select(Job.id).where(Job.kind == EXPIRE)).all()) == 1, "only the last turn is kept"


def leave(session, user):
    for tell in before_deletion:
        tell(session, user.id)
    session.delete(user)
    session.flush()
    session.expire_all()


def test_who_leaves_withdraws_what_is_open(session, scene):
    ann, bob, mine, theirs, trade = scene
    asked = trades.offer(session, bob, ann, [theirs], [mine])
    ids = trade.id, asked.id, bob.id
    leave(session, ann)
    found = session.scalars(select(Trade).order_by(Trade.id)).all()
    assert [(one.id, one.state, one.end_reason) for one in found] == [(one, "withdrawn", "left") for one in ids[:2]]
    assert found[0].proposer_id is None
    assert found[0].proposer_name == "Ann"
    lines = session.scalars(select(TradeVersion).where(TradeVersion.trade_id == ids[0])).one().lines
    assert [line.stack_id is None for line in lines] == [True, False]
    assert all(line.description for line in lines)
    said = session.scalars(select(Message).where(Message.event == "trade.left")).all()
    assert len(said) == 2
    with force_locale("en"):
        assert sentence("trade.left", said[0].facts, ids[2]) == "Ann closed the account. The offer is withdrawn."


def test_nobody_leaves_an_agreement(session, scene):
    ann, bob, _mine, _theirs, trade = scene
    accept(session, bob.id, trade.id, 1)
    for who in (ann, bob):
        with pytest.raises(Refused, match=r"^trades\.left\.agreed$") as error:
            leave(session, who)
        assert "1 agreed trade is not finished" in str(error.value.message)
    assert trade.state == "agreed"


def test_trades_nobody_is_left_in_go_with_the_account(session, scene):
    ann, bob, _mine, _theirs, trade = scene
    session.add(Trade(proposer_id=ann.id, proposer_name="Ann", partner_name="somebody", state="recorded"))
    session.flush()
    leave(session, ann)
    assert session.scalars(select(Trade.id)).all() == [trade.id]
    leave(session, session.get(User, bob.id))
    assert session.scalars(select(Trade.id)).all() == []


def test_every_event_has_a_sentence_for_each_side(scene):
    ann, bob, *_rest = scene
    facts = {"author_id": ann.id, "author_name": "Ann", "name": "Ann", "reason": "have_it"}
    for kind in (
        "offered", "countered", "changed", "topped_up", "settled", "withdrawn", "declined", "nudged", "accepted", "lapsed",
        "needs_change", "there_again", "left",
    ):  # fmt: skip
        for locale in ("en", "fr", "pt"):
            with force_locale(locale):
                mine, theirs = (sentence(f"trade.{kind}", facts, who.id) for who in (ann, bob))
            assert mine
            assert mine != "Something changed."
            if kind not in ("lapsed", "needs_change", "there_again", "left"):
                assert mine != theirs
                assert "Ann" in theirs
    with force_locale("en"):
        assert sentence("trade.declined", facts, bob.id) == "Ann declined the offer: “I have it already”."
        assert sentence("trade.declined", facts | {"reason": ""}, ann.id) == "You declined the offer."


def test_a_thread_is_called_by_the_other_person(session, scene):
    ann, bob, _mine, _theirs, trade = scene
    for who, other in ((ann, "Bob"), (bob, "Ann")):
        found = titles(session, "trade", [trade.id], who.id)[trade.id]
        assert found == (f"Trade with {other}", f"/trades/{trade.id}")
    assert accounts.user(session).id not in (ann.id, bob.id)
