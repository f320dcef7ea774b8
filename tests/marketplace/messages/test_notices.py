"""Mails about news: handed to a real SMTP server of the test, once, in the receiver's language, without what was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from flask import Flask
from flask_babel import gettext
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from marketplace import create_app, mail
from marketplace.accounts.models import User
from marketplace.db import now
from marketplace.jobs import Job, run_pending
from marketplace.messages import notices, thread_list, threads
from marketplace.messages import words as event_registry
from marketplace.messages.models import Conversation, Participant
from tests.marketplace.accounts.test_mail import Sink, free_port


@pytest.fixture
def sink() -> Iterator[tuple[Sink, int]]:
    kept, port = Sink(), free_port()
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    yield kept, port
    controller.stop()


@pytest.fixture
def mailing(app: Flask, sink: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The same site with a mail server."""
    monkeypatch.setattr(mail, "PAUSES", (0.0,))
    settings = replace(
        app.config["SETTINGS"], mail_url=f"smtp://127.0.0.1:{sink[1]}", public_url="https://cards.example", site_name="Club"
    )
    other = create_app(settings, prepare=False)
    yield other
    other.extensions["duelfolio_db"].dispose()


@pytest.fixture
def writing(mailing: Flask) -> Iterator[None]:
    with mailing.test_request_context():
        yield


@pytest.fixture(autouse=True)
def bowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def sentence(facts: Mapping[str, Any], _reader_id: int) -> str:
        return f"{facts['author_name']} bowed ({gettext('Undo')})."

    monkeypatch.setitem(event_registry._EVENTS, "test.bowed", sentence)


@pytest.fixture
def thread(session: Session, yugi: User, kaiba: User) -> Conversation:
    made = threads.private_thread(session, yugi.id, kaiba.id)
    session.commit()
    return made


def due(session: Session) -> None:
    """Let the time pass that a notice waits."""
    session.execute(update(Job).values(lease_until=None).where(Job.state == "queued"))
    session.commit()


def jobs(session: Session) -> list[Job]:
    return list(session.scalars(select(Job).where(Job.kind == notices.MAIL)))


def test_unread_messages_are_told_of_once_and_not_quoted(
    mailing: Flask, writing: None, session: Session, sink: tuple[Sink, int], yugi: User, kaiba: User, thread: Conversation
) -> None:
    for number in range(3):
        threads.post(session, thread.id, yugi.id, f"Secret {number}")
    session.commit()
    assert len(jobs(session)) == 1, "one notice for the thread"
    assert jobs(session)[0].lease_until is not None
    assert jobs(session)[0].lease_until >= now() + timedelta(minutes=4)
    session.commit()
    assert run_pending(mailing) == 0, "not before five minutes"
    due(session)
    run_pending(mailing)
    (sent,) = sink[0].messages
    text = sent.get_content()
    assert sent["To"] == "kaiba@example.org"
    assert sent["Subject"] == "Club: Yugi has written to you"
    assert "Yugi has written 3 messages." in text
    assert f"https://cards.example/messages/{thread.id}" in text
    assert "https://cards.example/messages/settings" in text
    assert "Secret" not in text
    threads.post(session, thread.id, yugi.id, "And again")
    session.commit()
    due(session)
    run_pending(mailing)
    assert len(sink[0].messages) == 2
    assert "1 message." in sink[0].messages[1].get_content()


def test_what_was_read_meanwhile_is_not_mailed(
    mailing: Flask, writing: None, session: Session, sink: tuple[Sink, int], yugi: User, kaiba: User, thread: Conversation
) -> None:
    first = threads.post(session, thread.id, yugi.id, "Read at once")
    threads.mark_read(session, kaiba.id, thread.id, first.id)
    session.commit()
    due(session)
    run_pending(mailing)
    assert sink[0].messages == []


def test_events_are_told_at_once_in_the_receivers_language(
    mailing: Flask, writing: None, session: Session, sink: tuple[Sink, int], yugi: User, kaiba: User
) -> None:
    kaiba.locale = "fr"
    trade = threads.trade_thread(session, 5, [yugi.id, kaiba.id])
    threads.say(session, trade.id, "test.bowed", {}, author_id=yugi.id)
    threads.say(session, trade.id, "test.bowed", {}, author_id=yugi.id)
    threads.say(session, trade.id, "test.bowed", {}, author_id=kaiba.id, mail=False)
    session.commit()
    assert all(job.lease_until is not None and job.lease_until <= now() + timedelta(seconds=21) for job in jobs(session))
    session.commit()
    due(session)
    run_pending(mailing)
    (sent,) = sink[0].messages
    assert sent["Subject"].startswith("Club : du nouveau dans")
    assert sent.get_content().count("- Yugi bowed (Annuler).") == 2
    assert "Bonjour Kaiba" in sent.get_content()


@pytest.mark.parametrize("why", ["muted", "choice", "closed"])
def test_who_wants_no_mails_gets_none(
    mailing: Flask,
    writing: None,
    session: Session,
    sink: tuple[Sink, int],
    yugi: User,
    kaiba: User,
    thread: Conversation,
    why: str,
) -> None:
    threads.post(session, thread.id, yugi.id, "Hello")
    threads.say(session, thread.id, "test.bowed", {}, author_id=yugi.id)
    if why == "muted":
        thread_list.set_muted(session, kaiba.id, thread.id, True)
    elif why == "choice":
        notices.choose(session, kaiba.id, mail_trades=False, mail_messages=False)
    else:
        kaiba.is_active_account = False
    session.commit()
    due(session)
    run_pending(mailing)
    assert sink[0].messages == []
    assert {job.state for job in jobs(session)} == {"done"}


def test_a_mail_that_could_not_be_sent_is_tried_with_the_next_news(
    mailing: Flask, writing: None, session: Session, sink: tuple[Sink, int], yugi: User, kaiba: User, thread: Conversation
) -> None:
    sink[0].answers.append("550 no")
    threads.post(session, thread.id, yugi.id, "Hello")
    session.commit()
    due(session)
    run_pending(mailing)
    session.expire_all()
    place = session.get_one(Participant, (thread.id, kaiba.id))
    assert (place.mailed_to_id, [job.state for job in jobs(session)]) == (0, ["failed"])
    threads.say(session, thread.id, "test.bowed", {}, author_id=yugi.id)
    session.commit()
    due(session)
    run_pending(mailing)
    (sent,) = sink[0].messages
    assert "Yugi bowed" in sent.get_content()
    assert "1 message" in sent.get_content()


def test_a_worker_killed_before_the_mail_left_loses_none(
    mailing: Flask, writing: None, session: Session, sink: tuple[Sink, int], yugi: User, kaiba: User, thread: Conversation
) -> None:
    message = threads.post(session, thread.id, yugi.id, "Hello")
    session.get_one(Participant, (thread.id, kaiba.id)).mailed_to_id = message.id
    jobs(session)[0].attempts = 1
    session.commit()
    due(session)
    run_pending(mailing)
    assert len(sink[0].messages) == 1


def test_a_site_without_mail_plans_nothing(
    app: Flask, words: None, session: Session, yugi: User, kaiba: User, thread: Conversation
) -> None:
    threads.post(session, thread.id, yugi.id, "Hello")
    threads.say(session, thread.id, "test.bowed", {}, author_id=yugi.id)
    assert jobs(session) == []
