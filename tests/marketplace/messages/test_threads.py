"""Threads: made once, written to by their people only, read up to a message, told of on open pages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.errors import NotFound, Refused
from marketplace.messages import blocks, departures, limits, threads, words
from marketplace.messages.marks import versions
from marketplace.messages.models import Conversation, Message
from tests.factories import accounts

pytestmark = pytest.mark.usefixtures("words")


def test_a_private_thread_is_made_once_whoever_begins(session: Session, yugi: User, kaiba: User) -> None:
    first = threads.private_thread(session, yugi.id, kaiba.id)
    second = threads.private_thread(session, kaiba.id, yugi.id)
    assert first.id == second.id
    assert threads.participants_of(session, first.id) == sorted([yugi.id, kaiba.id])


def test_a_trade_thread_is_made_once(session: Session, yugi: User, kaiba: User) -> None:
    first = threads.trade_thread(session, 7, [yugi.id, kaiba.id])
    assert threads.trade_thread(session, 7, [kaiba.id, yugi.id]).id == first.id
    assert threads.trade_thread(session, 8, [kaiba.id, yugi.id]).id != first.id


def test_nobody_writes_to_oneself_or_to_nobody(session: Session, yugi: User) -> None:
    with pytest.raises(Refused):
        threads.private_thread(session, yugi.id, yugi.id)
    with pytest.raises(NotFound):
        threads.private_thread(session, yugi.id, 999_999)


def test_only_its_people_write_in_a_thread_and_read_it(session: Session, yugi: User, kaiba: User, joey: User) -> None:
    thread = threads.private_thread(session, yugi.id, kaiba.id)
    with pytest.raises(NotFound):
        threads.post(session, thread.id, joey.id, "Let me in")
    with pytest.raises(NotFound):
        threads.view_of(session, joey.id, thread.id)
    with pytest.raises(NotFound):
        threads.post(session, 999_999, joey.id, "Nowhere")
    threads.mark_read(session, joey.id, thread.id, 5)


def test_what_was_written_is_unread_for_the_other_until_it_was_seen(session: Session, yugi: User, kaiba: User) -> None:
    thread = threads.private_thread(session, yugi.id, kaiba.id)
    first = threads.post(session, thread.id, yugi.id, " Do you have\r\na Kuriboh? ")
    second = threads.post(session, thread.id, yugi.id, "In French")
    assert first.body == "Do you have\na Kuriboh?"
    assert threads.unread_count(session, kaiba.id) == 2
    assert threads.unread_count(session, yugi.id) == 0
    threads.mark_read(session, kaiba.id, thread.id, first.id)
    assert threads.unread_count(session, kaiba.id) == 1
    threads.mark_read(session, kaiba.id, thread.id, 10**6)
    assert threads.unread_count(session, kaiba.id) == 0
    threads.mark_read(session, kaiba.id, thread.id, first.id)
    assert threads.unread_count(session, kaiba.id) == 0, "read marks never go back"
    threads.post(session, thread.id, yugi.id, "Still there?")
    assert threads.unread_count(session, kaiba.id) == 1, "a mark beyond the end does not hide what comes later"
    assert second.id > first.id


def test_the_same_form_twice_is_one_message(session: Session, yugi: User, kaiba: User) -> None:
    thread = threads.private_thread(session, yugi.id, kaiba.id)
    first = threads.post(session, thread.id, yugi.id, "Hello", request_key="k1")
    again = threads.post(session, thread.id, yugi.id, "Hello", request_key="k1")
    assert again.id == first.id
    assert session.scalar(select(func.count(Message.id))) == 1


def test_events_are_worded_for_each_reader(session: Session, yugi: User, kaiba: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def bowed(facts: Mapping[str, Any], reader_id: int) -> str:
        who = "You" if facts["author_id"] == reader_id else facts["author_name"]
        return f"{who} bowed {facts['times']} times."

    monkeypatch.setitem(words._EVENTS, "test.bowed", bowed)
    thread = threads.trade_thread(session, 1, [yugi.id, kaiba.id])
    threads.say(session, thread.id, "test.bowed", {"times": 3}, author_id=kaiba.id)
    assert [line.text for line in threads.view_of(session, yugi.id, thread.id).lines] == ["Kaiba bowed 3 times."]
    assert [line.text for line in threads.view_of(session, kaiba.id, thread.id).lines] == ["You bowed 3 times."]
    assert threads.unread_count(session, yugi.id) == 1
    assert threads.unread_count(session, kaiba.id) == 0
    threads.say(session, thread.id, "test.bowed", {"times": 1})
    assert threads.unread_count(session, kaiba.id) == 1, "what the site says is new to everybody"


def test_titles_of_trades_come_from_the_registry(
    session: Session, yugi: User, kaiba: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = threads.trade_thread(session, 41, [yugi.id, kaiba.id])
    assert threads.view_of(session, yugi.id, thread.id).title == "Trade 41"
    monkeypatch.setitem(words._TITLES, "trade", lambda _s, ids, _r: {i: (f"Swap {i}", f"/trades/{i}") for i in ids})
    view = threads.view_of(session, yugi.id, thread.id)
    assert (view.title, view.url) == ("Swap 41", "/trades/41")


def test_a_block_stops_both_and_says_so_to_both_alike(session: Session, yugi: User, kaiba: User) -> None:
    thread = threads.private_thread(session, yugi.id, kaiba.id)
    blocks.block(session, yugi.id, kaiba.id)
    blocks.block(session, yugi.id, kaiba.id)
    assert threads.is_blocked(session, kaiba.id, yugi.id)
    refusals = []
    for author in (yugi, kaiba):
        with pytest.raises(Refused) as refused:
            threads.post(session, thread.id, author.id, "Hello?")
        refusals.append(str(refused.value.message))
    assert refusals[0] == refusals[1]
    assert threads.view_of(session, yugi.id, thread.id).blocked_by_me
    assert not threads.view_of(session, kaiba.id, thread.id).blocked_by_me
    blocks.unblock(session, kaiba.id, yugi.id)
    assert threads.is_blocked(session, kaiba.id, yugi.id), "only who blocked can take it back"
    blocks.unblock(session, yugi.id, kaiba.id)
    threads.post(session, thread.id, kaiba.id, "Thank you")


def test_a_closed_account_is_not_written_to_and_keeps_its_name(session: Session, yugi: User, kaiba: User) -> None:
    thread = threads.private_thread(session, yugi.id, kaiba.id)
    threads.post(session, thread.id, kaiba.id, "Bye")
    kaiba.is_active_account = False
    session.flush()
    view = threads.view_of(session, yugi.id, thread.id)
    assert (view.title, view.closed, view.can_write) == ("Kaiba", True, False)
    with pytest.raises(Refused):
        threads.post(session, thread.id, yugi.id, "Wait")
    departures.note_departure(session, kaiba.id)
    session.delete(kaiba)
    session.commit()
    session.expire_all()
    view = threads.view_of(session, yugi.id, thread.id)
    assert (view.title, view.closed) == ("Kaiba", True)
    assert view.lines[0].author_name == "Kaiba"
    assert "Kaiba has deleted the account" in view.lines[-1].text


def test_limits_are_said_in_words(session: Session, yugi: User, kaiba: User) -> None:
    thread = threads.private_thread(session, yugi.id, kaiba.id)
    for body, rule in (("  \0 ", "messages.empty"), ("x" * (limits.LONGEST + 1), "messages.too_long")):
        with pytest.raises(Refused) as refused:
            threads.post(session, thread.id, yugi.id, body)
        assert refused.value.rule == rule
    for number in range(limits.PER_MINUTE):
        threads.post(session, thread.id, yugi.id, f"{number}")
    with pytest.raises(Refused) as refused:
        threads.post(session, thread.id, yugi.id, "one more")
    assert refused.value.rule == "messages.too_fast"
    threads.post(session, thread.id, kaiba.id, "calm down")


def test_a_stranger_begins_with_so_many_people_a_day(
    session: Session, yugi: User, kaiba: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "NEW_PEOPLE_A_DAY", 3)
    begun = threads.private_thread(session, kaiba.id, yugi.id)
    threads.post(session, begun.id, kaiba.id, "I write first")
    threads.post(session, begun.id, yugi.id, "an answer counts for nothing")
    for number in range(3):
        other = accounts.user(session, f"new{number}")
        threads.post(session, threads.private_thread(session, yugi.id, other.id).id, yugi.id, "Hi")
    late = threads.private_thread(session, yugi.id, accounts.user(session, "late").id)
    with pytest.raises(Refused) as refused:
        threads.post(session, late.id, yugi.id, "Hi")
    assert refused.value.rule == "messages.too_many_new_people"
    threads.post(session, begun.id, yugi.id, "but answers go through")
    for message in session.scalars(select(Message)):
        message.created_at -= timedelta(days=2)
    session.flush()
    threads.post(session, late.id, yugi.id, "Hi")


def test_marks_grow_with_the_commit_and_only_for_those_concerned(
    database: Database, session: Session, yugi: User, kaiba: User, joey: User
) -> None:
    people = [yugi.id, kaiba.id, joey.id]
    thread = threads.private_thread(session, yugi.id, kaiba.id)
    threads.post(session, thread.id, yugi.id, "Hello")
    session.commit()
    with database.read() as other:
        assert versions(other, people) == {yugi.id: 1, kaiba.id: 1, joey.id: 0}
    threads.unread_count(session, joey.id)
    threads.touch(session, [joey.id, kaiba.id])
    session.rollback()
    session.commit()
    threads.touch(session, [kaiba.id])
    session.begin_nested().commit()
    session.begin_nested().rollback()
    session.commit()
    with database.read() as other:
        assert versions(other, people) == {yugi.id: 1, kaiba.id: 2, joey.id: 0}


def test_a_thread_is_read_page_by_page_in_order(
    session: Session, yugi: User, kaiba: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marketplace.messages.reading.PER_PAGE", 4)
    thread = threads.private_thread(session, yugi.id, kaiba.id)
    ids = [threads.post(session, thread.id, yugi.id, f"{number}").id for number in range(10)]
    newest = threads.view_of(session, kaiba.id, thread.id)
    assert [line.id for line in newest.lines] == ids[6:]
    assert (newest.older_from, newest.has_newer, newest.newest_id) == (ids[6], False, ids[-1])
    older = threads.view_of(session, kaiba.id, thread.id, before=newest.older_from)
    assert [line.id for line in older.lines] == ids[2:6]
    assert older.has_newer
    oldest = threads.view_of(session, kaiba.id, thread.id, before=older.older_from)
    assert ([line.id for line in oldest.lines], oldest.older_from) == (ids[:2], None)
    assert [line.id for line in threads.view_of(session, kaiba.id, thread.id, after=ids[7]).lines] == ids[8:]
    assert session.get_one(Conversation, thread.id).last_message_id == ids[-1]
