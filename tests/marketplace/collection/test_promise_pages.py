"""Promised copies on the pages of the collection, in files and in backups."""

from __future__ import annotations

import re
from html import unescape

import pytest
from sqlalchemy import select

from marketplace.backup import restore, write_backup
from marketplace.collection import exporting, holders, stock
from marketplace.collection.comparing import Entry, compare
from marketplace.collection.formats.files import HOLDS, losses
from marketplace.collection.handing_over import Move, hand_over
from marketplace.collection.models import Operation, Promise, Stack
from marketplace.collection.promises import Claim, promise, release
from marketplace.collection.stock import Copies
from tests.factories import accounts, catalogue
from tests.factories import collection as made


@pytest.fixture(autouse=True)
def _trades(monkeypatch):
    """Agreements have pages, whatever feature holds them."""
    monkeypatch.setitem(holders._addresses, "trade", lambda trade_id: f"/trades/{trade_id}")


@pytest.fixture
def ana(app, session):
    with app.test_request_context():
        return accounts.user(session, "ana")


@pytest.fixture
def printing(session):
    return catalogue.printing(session, "LDD-F003", language="fr", rarity="Ultra Rare")


@pytest.fixture
def stack(app, session, ana, printing):
    """Three copies: two promised to Lea, one free."""
    with app.test_request_context():
        found = made.stack(session, ana, printing, quantity=3, for_trade=2)
        promise(session, "trade", 7, [Claim(ana.id, found.id, 2, 1, "Lea")])
    session.refresh(found)
    session.commit()  # The requests of the tests want to write.
    return found


@pytest.fixture
def visit(client, ana, stack, log_in):
    log_in(client, ana)
    return client


def text(response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.get_data(as_text=True))).split())


def test_the_page_of_a_stack_says_to_whom_copies_are_promised(visit, stack):
    page = visit.get(f"/collection/stacks/{stack.id}")
    words = text(page)
    assert "2 to Lea" in words
    assert "2 promised copies can neither leave nor be for trade." in words
    assert "2 copies promised to Lea" in words
    assert '<a class="btn btn--small" href="/trades/7"' in page.get_data(as_text=True)


def test_the_list_names_promised_copies_and_finds_them(app, session, ana, visit, stack):
    other = catalogue.printing(session, "SDY-006", language="en")
    with app.test_request_context():
        made.stack(session, ana, other)
    session.commit()
    page = visit.get("/collection/?has=promised")
    assert "2 promised to Lea" in text(page)
    assert 'href="/trades/7"' in page.get_data(as_text=True)
    assert "SDY-006" not in text(page)
    assert "SDY-006" in text(visit.get("/collection/"))


def test_the_list_takes_one_query_more_however_many_copies_are_promised(app, session, ana, visit, database, count_queries):
    def queries() -> int:
        with count_queries(database) as counted:
            assert visit.get("/collection/").status_code == 200
        return counted.count

    queries()
    before = queries()
    with app.test_request_context():
        found = [made.stack(session, ana, catalogue.printing(session), quantity=2) for _number in range(12)]
        for trade, one in enumerate(found, start=20):
            promise(session, "trade", trade, [Claim(ana.id, one.id, 1, 1, "Tom"), Claim(ana.id, one.id, 1, 2, "Eva")])
    session.commit()
    queries()
    assert queries() <= before


def test_the_history_leads_to_the_trade_instead_of_an_undo(session, ana, visit):
    page = visit.get("/collection/history").get_data(as_text=True)
    promised = session.scalars(select(Operation.id).where(Operation.kind == "promise")).one()
    assert 'href="/trades/7"' in page
    assert f"/collection/operations/{promised}/undo" not in page
    assert "Promised 2 copies of" in page


@pytest.mark.parametrize(
    ("path", "fields", "words"),
    [
        ("remove", {"count": 2, "reason": "sold"}, "2 of these copies are promised to Lea."),
        ("lend", {"count": 2, "borrower": "Ben"}, "2 of these copies are promised to Lea."),
        ("numbers", {"quantity": 1, "for_trade": 0}, "2 of these copies are promised to Lea."),
        ("numbers", {"quantity": 3, "for_trade": 3}, "At most 1 other can be for trade."),
    ],
)
def test_a_form_that_would_break_a_promise_is_answered_in_words(session, visit, stack, path, fields, words):
    answer = visit.post(f"/collection/stacks/{stack.id}/{path}", data=fields | {"version": stack.version, "form_key": "k"})
    assert answer.status_code in (409, 422)
    assert words in text(answer)
    session.expire_all()
    assert (stack.quantity, stack.lent, stack.promised) == (3, 0, 2)


def test_undo_of_what_was_before_is_refused_in_words(session, visit):
    added = session.scalars(select(Operation.id).where(Operation.kind == "add")).one()
    session.commit()
    answer = visit.post(f"/collection/operations/{added}/undo", data={"form_key": "u"}, follow_redirects=True)
    assert "2 of these copies are promised to Lea." in text(answer)


def test_taking_out_many_warns_and_the_home_page_counts(visit, stack):
    assert "are promised in a trade and cannot be taken out" in text(visit.get(f"/collection/bulk?act=remove&stack={stack.id}"))
    assert "they stay as they are" in text(visit.get(f"/collection/bulk?act=trade&stack={stack.id}"))
    assert "2 promised" in text(visit.get("/"))


def test_the_card_page_and_a_place_show_them(app, session, ana, visit, stack):
    assert "2 promised" in text(visit.get(f"/cards/{stack.printing.card_id}"))
    with app.test_request_context():
        box = made.place(session, ana, "Box")
        stock.move(session, ana.id, [(stack.id, None)], box.id)
    session.commit()
    assert "2 promised to Lea" in text(visit.get(f"/collection/places/{box.id}"))


def test_what_was_handed_over_is_told_on_both_sides(app, session, ana, visit, stack, log_in):
    with app.test_request_context():
        lea = accounts.user(session, "lea")
        hand_over(session, "trade", 7, [Move(1, 2, lea.id, "ana", "lea")])
    session.commit()
    assert "Gave 2 copies of" in text(visit.get("/collection/history"))
    assert "2 copies given to lea in a trade" in text(visit.get(f"/collection/stacks/{stack.id}"))
    theirs = session.scalars(select(Stack).where(Stack.user_id == lea.id)).one()
    assert visit.get(f"/collection/stacks/{theirs.id}").status_code == 404
    log_in(visit, lea)
    assert "Got 2 copies of" in text(visit.get("/collection/history"))
    assert "2 copies got from ana in a trade" in text(visit.get(f"/collection/stacks/{theirs.id}"))


# Files and backups


def test_a_file_counts_promised_copies_as_owned_and_not_as_for_trade(app, session, ana, stack):
    (row,) = exporting.owned(session, ana.id)
    assert (row.quantity, row.for_trade, row.promised) == (3, 0, 2)
    assert exporting.owned(session, ana.id, scope="trade") == []
    with app.test_request_context():
        assert [loss.field for loss in losses("own", [row])] == ["promised"]


@pytest.mark.parametrize(
    ("mode", "quantity", "for_trade", "state"),
    [
        ("set", 3, 0, "unchanged"),
        ("set", 2, 0, "changed"),
        ("set", 1, 0, "refused"),
        ("set", 3, 2, "refused"),
        ("subtract", 1, None, "changed"),
        ("subtract", 2, None, "refused"),
    ],
)
def test_a_file_read_back_leaves_promised_copies_alone(app, session, ana, printing, stack, mode, quantity, for_trade, state):
    with app.test_request_context():
        entry = Entry(1, Copies(printing.id, "fr"), quantity, for_trade)
        plan = compare(session, ana.id, [entry], mode=mode, holds=HOLDS["own"])
        assert plan.states[1] == state
        if state == "refused" and for_trade != 2:
            assert "2 are promised" in str(plan.reasons[1])
        if state == "changed":
            stock.apply_batch(session, ana.id, plan.changes, kind="import")
            assert (stack.quantity, stack.promised) == (2, 2)


def test_a_backup_brings_promises_back(app, database, session, ana, stack, tmp_path):
    settings = app.config["SETTINGS"]
    session.commit()
    with app.test_request_context():
        write_backup(database, settings, tmp_path / "backup.zip")
        release(session, "trade", 7)
        session.commit()
        session.close()
        restore(database, settings, tmp_path / "backup.zip")
    with database.read() as again:
        found = again.scalars(select(Promise)).one()
        assert (found.quantity, found.to_name, found.from_trade, found.holder_id) == (2, "Lea", 2, 7)
        assert again.scalars(select(Stack.promised)).one() == 2
