"""The pages of messages: the list, a thread, writing, settings, the address book; who may see what."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.collection import photos as stack_photos
from marketplace.collection.pictures import path_of
from marketplace.db import Database
from marketplace.extensions import limiter
from marketplace.messages import addresses, blocks, thread_list, threads
from marketplace.messages.models import Conversation, Message, MessagePhoto, NoticeChoice, PostalAddress
from tests.conftest import QueryCounter
from tests.factories import accounts

Visit = Callable[[User], FlaskClient]


@pytest.fixture
def thread(session: Session, yugi: User, kaiba: User) -> Conversation:
    made = threads.private_thread(session, yugi.id, kaiba.id)
    threads.post(session, made.id, yugi.id, "Do you have a Kuriboh?")
    session.commit()
    return made


def picture(colour: str = "red") -> io.BytesIO:
    file = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(file, "JPEG")
    file.seek(0)
    return file


def count(session: Session) -> int:
    session.commit()
    found = session.scalar(select(func.count(Message.id)).where(Message.kind == "text")) or 0
    session.commit()  # Otherwise the pages would wait for its lock.
    return found


# --- reading -------------------------------------------------------------------------------------------------------


def test_opening_a_thread_shows_it_and_marks_it_read(session: Session, visit: Visit, kaiba: User, thread: Conversation) -> None:
    client = visit(kaiba)
    assert 'data-unread="1"' in client.get("/messages").text
    page = client.get(f"/messages/{thread.id}").text
    assert "Do you have a Kuriboh?" in page
    assert ">New messages<" in page
    assert 'data-unread="0"' in page, "the count in the navigation is that after reading"
    assert ">New messages<" not in client.get(f"/messages/{thread.id}").text


def test_the_list_has_unread_threads_first_and_is_searched_by_person(
    session: Session, visit: Visit, yugi: User, kaiba: User, joey: User, thread: Conversation
) -> None:
    later = threads.private_thread(session, kaiba.id, joey.id)
    threads.post(session, later.id, kaiba.id, "Later, but mine")
    session.commit()
    client = visit(kaiba)
    page = client.get("/messages").text
    assert page.index("Yugi") < page.index("Later, but mine")
    assert "1 new" in page
    found = client.get("/messages?q=jo%C3%ABY").text
    assert "Later, but mine" in found
    assert "Kuriboh" not in found
    assert "No thread with such a person" in client.get("/messages?q=%21%21").text
    assert "Later, but mine" in client.get("/messages?page=99999999999999999999").text


def test_a_thread_is_put_away_until_something_new_comes(
    session: Session, visit: Visit, yugi: User, kaiba: User, thread: Conversation
) -> None:
    client = visit(kaiba)
    assert client.post(f"/messages/{thread.id}/away").status_code == 303
    listed = client.get("/messages").text
    assert "Kuriboh" not in listed
    assert 'data-unread="0"' in listed
    assert "Kuriboh" in client.get("/messages?away=1").text
    client.post(f"/messages/{thread.id}/back")
    assert "Kuriboh" in client.get("/messages").text
    client.post(f"/messages/{thread.id}/away")
    threads.post(session, thread.id, yugi.id, "Or a Winged one?")
    session.commit()
    assert "Winged" in client.get("/messages").text


def test_older_and_newer_messages_come_in_parts(
    session: Session, visit: Visit, yugi: User, kaiba: User, thread: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marketplace.messages.reading.PER_PAGE", 3)
    ids = [threads.post(session, thread.id, yugi.id, f"Nr {number}").id for number in range(6)]
    session.commit()
    client = visit(kaiba)
    page = client.get(f"/messages/{thread.id}").text
    assert "Nr 5" in page
    assert "Nr 2" not in page
    assert f"before={ids[3]}" in page
    part = client.get(f"/messages/{thread.id}?before={ids[3]}").text
    assert "Nr 2" in part
    assert "Back to the newest messages" in part
    fragment = client.get(f"/messages/{thread.id}/older?before={ids[3]}").text
    assert "Nr 1" in fragment
    assert 'hx-swap-oob="delete"' in fragment, "the day has one heading, not two"
    assert client.get(f"/messages/{thread.id}/new?after={ids[-1]}").status_code == 204
    new = client.get(f"/messages/{thread.id}/new?after={ids[4]}").text
    assert "Nr 5" in new
    assert "Nr 4" not in new
    assert "thread__day" not in new
    assert re.search(rf'id="thread-{thread.id}-after" value="{ids[-1]}"', new)
    for odd in ("before=x", "before=-1", "before=99999999999999999999"):
        assert client.get(f"/messages/{thread.id}?{odd}").status_code == 200
    assert client.get(f"/messages/{thread.id}/new?after=99999999999999999999").status_code == 204


def test_reading_older_messages_marks_nothing(
    session: Session, visit: Visit, yugi: User, kaiba: User, thread: Conversation
) -> None:
    last = threads.post(session, thread.id, yugi.id, "Newest").id
    session.commit()
    visit(kaiba).get(f"/messages/{thread.id}?before={last}")
    session.commit()
    assert threads.unread_count(session, kaiba.id) == 2


def test_markup_in_a_message_is_text_and_addresses_are_links(
    session: Session, visit: Visit, yugi: User, kaiba: User, thread: Conversation
) -> None:
    threads.post(session, thread.id, yugi.id, "<script>alert(1)</script> see https://example.org/a?b=1")
    session.commit()
    page = visit(kaiba).get(f"/messages/{thread.id}").text
    assert "<script>alert" not in page
    assert '<a href="https://example.org/a?b=1" rel="nofollow noopener noreferrer"' in page


def test_pages_ask_the_same_number_of_questions_however_much_there_is(
    app: Flask, session: Session, database: Database, visit: Visit, yugi: User, kaiba: User, thread: Conversation
) -> None:
    client = visit(kaiba)

    def asked(path: str) -> int:
        client.get(path)
        with QueryCounter(database) as queries:
            assert client.get(path).status_code == 200
        return queries.count

    paths = ("/messages", f"/messages/{thread.id}", "/messages/settings", "/addresses")
    threads.say(session, threads.trade_thread(session, 99, [yugi.id, kaiba.id]).id, "test.x", {}, author_id=yugi.id)
    blocks.block(session, kaiba.id, accounts.user(session, "foe").id)
    addresses.save_address(session, kaiba.id, None, label="", lines="A", country="FR", note="", is_default=False)
    session.commit()
    before = [asked(path) for path in paths]
    for number in range(8):
        other = accounts.user(session, f"friend{number}")
        more = threads.private_thread(session, other.id, kaiba.id)
        threads.post(session, more.id, other.id, "Hello")
        threads.say(
            session, threads.trade_thread(session, number + 1, [other.id, kaiba.id]).id, "test.x", {}, author_id=other.id
        )
        threads.post(session, thread.id, yugi.id, f"Nr {number}")
        blocks.block(session, kaiba.id, other.id)
        addresses.save_address(session, kaiba.id, None, label="", lines="A\nB", country="FR", note="", is_default=False)
    session.commit()
    assert [asked(path) for path in paths] == before
    assert max(before) <= 16


# --- writing -------------------------------------------------------------------------------------------------------


def test_the_first_words_make_the_thread_and_a_double_click_one_message(
    session: Session, visit: Visit, yugi: User, joey: User
) -> None:
    client = visit(yugi)
    assert "Write to Joey" in client.get(f"/messages/to/{joey.id}").text
    assert session.scalar(select(func.count(Conversation.id))) == 0, "looking makes nothing"
    session.commit()
    sent = {"body": "Hello Joey", "form_key": "once"}
    first = client.post(f"/messages/to/{joey.id}", data=sent)
    again = client.post(f"/messages/to/{joey.id}", data=sent)
    assert first.status_code == again.status_code == 303
    assert first.location == again.location
    assert count(session) == 1
    assert client.get(f"/messages/to/{joey.id}").location == first.location


def test_an_answer_comes_back_to_the_page_it_was_written_on(
    session: Session, visit: Visit, kaiba: User, thread: Conversation
) -> None:
    client = visit(kaiba)
    sent = client.post(f"/messages/{thread.id}", data={"body": "Yes", "form_key": "a", "next": "/collection/"})
    assert sent.location.startswith("/collection/#message-")
    away = client.post(f"/messages/{thread.id}", data={"body": "Yes!", "form_key": "b", "next": "https://evil.example/"})
    assert away.location.startswith(f"/messages/{thread.id}#message-")
    live = client.post(f"/messages/{thread.id}", data={"body": "Live", "form_key": "c"}, headers={"HX-Request": "true"})
    assert live.status_code == 200
    assert live.headers["HX-Trigger"] == "duelfolio:live"
    assert "Live" not in live.text
    assert count(session) == 4


def test_what_was_refused_is_kept(session: Session, visit: Visit, yugi: User, kaiba: User, thread: Conversation) -> None:
    client = visit(kaiba)
    long = "x" * 4001
    for headers in ({}, {"HX-Request": "true"}):
        refused = client.post(f"/messages/{thread.id}", data={"body": long, "form_key": "a"}, headers=headers)
        assert refused.status_code == 422
        assert long in refused.text
        assert "A message takes 4000 characters" in refused.text
    first = client.post(f"/messages/to/{yugi.id}", data={"body": long, "form_key": "a"})
    assert (first.status_code, long in first.text) == (422, True)
    assert client.post(f"/messages/{thread.id}", data={}).status_code == 422
    blocks.block(session, yugi.id, kaiba.id)
    session.commit()
    blocked = client.post(f"/messages/{thread.id}", data={"body": "But why", "form_key": "c"})
    assert blocked.status_code == 422
    assert "But why" in blocked.text
    assert "cannot write to each other" in blocked.text
    assert "You have blocked" not in blocked.text
    assert count(session) == 1


def test_a_block_is_set_and_lifted_and_shown_to_whose_it_is(
    session: Session, visit: Visit, yugi: User, kaiba: User, thread: Conversation
) -> None:
    mine, theirs = visit(yugi), visit(kaiba)
    assert mine.post(f"/messages/block/{kaiba.id}").status_code == 303
    assert "You have blocked Kaiba" in mine.get(f"/messages/{thread.id}").text
    shown = theirs.get(f"/messages/{thread.id}").text
    assert "You and Yugi cannot write to each other at the moment." in shown
    assert "Lift the block" not in shown
    assert f'href="/people/{yugi.id}"' not in shown, "a page that is not there for Kaiba any more"
    assert "Kaiba" in mine.get("/messages/settings").text
    assert "Yugi" not in theirs.get("/messages/settings").text.split('id="blocked"')[1]
    mine.post(f"/messages/unblock/{kaiba.id}")
    assert theirs.post(f"/messages/{thread.id}", data={"body": "Hi", "form_key": "z"}).status_code == 303
    assert mine.post(f"/messages/block/{yugi.id}").status_code == 422
    assert mine.post("/messages/block/999999").status_code == 404


# --- photos --------------------------------------------------------------------------------------------------------


def test_photos_are_for_the_people_of_the_thread_only(
    app: Flask, session: Session, database: Database, visit: Visit, yugi: User, kaiba: User, joey: User, thread: Conversation
) -> None:
    sent = {"body": "", "form_key": "p", "photos": [(picture(), "a.jpg"), (picture("blue"), "b.jpg")]}
    assert visit(kaiba).post(f"/messages/{thread.id}", data=sent).status_code == 303
    session.commit()
    kept = session.scalars(select(MessagePhoto).order_by(MessagePhoto.position)).all()
    session.commit()
    assert [photo.width for photo in kept] == [64, 64]
    for member in (yugi, kaiba):
        shown = visit(member).get(f"/messages/photos/{kept[0].id}?small=1")
        assert (shown.status_code, shown.mimetype) == (200, "image/webp")
        assert shown.headers["Cache-Control"].startswith("private")
        shown.close()
    assert visit(joey).get(f"/messages/photos/{kept[0].id}").status_code == 404
    assert "2 photos" in visit(yugi).get("/messages").text


def test_files_stay_while_a_message_shows_them(
    app: Flask,
    session: Session,
    database: Database,
    visit: Visit,
    kaiba: User,
    thread: Conversation,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visit(kaiba).post(f"/messages/{thread.id}", data={"form_key": "p", "photos": [(picture(), "a.jpg")]})
    session.commit()
    digest = session.scalars(select(MessagePhoto.digest)).one()
    folder: Path = app.config["SETTINGS"].photos_folder
    monkeypatch.setattr(stack_photos, "_UNCLAIMED", -1)
    session.commit()
    assert stack_photos.sweep(database, folder).files == 0
    assert path_of(folder, digest).is_file()
    with database.write() as writing:
        writing.delete(writing.scalars(select(MessagePhoto)).one())
    assert stack_photos.sweep(database, folder).files == 2
    assert not path_of(folder, digest).is_file()


def test_what_is_no_picture_is_refused_and_the_words_kept(
    session: Session, visit: Visit, kaiba: User, thread: Conversation
) -> None:
    sent = {"body": "Look", "form_key": "p", "photos": [(io.BytesIO(b"no picture"), "a.jpg")]}
    refused = visit(kaiba).post(f"/messages/{thread.id}", data=sent)
    assert refused.status_code == 422
    assert "Look" in refused.text
    assert "not a picture we can read" in refused.text
    assert "Choose the photos once more" in refused.text
    many = {"body": "Look", "form_key": "q", "photos": [(picture(), f"{number}.jpg") for number in range(7)]}
    assert "A message takes 6 photos" in visit(kaiba).post(f"/messages/{thread.id}", data=many).text
    assert count(session) == 1


# --- settings, addresses -------------------------------------------------------------------------------------------


def test_the_choice_of_mails_is_kept(session: Session, visit: Visit, yugi: User) -> None:
    client = visit(yugi)
    assert "This site sends no mails" in client.get("/messages/settings").text
    client.post("/messages/settings", data={"mail_trades": "y"})
    session.commit()
    choice = session.get_one(NoticeChoice, yugi.id)
    assert (choice.mail_trades, choice.mail_messages) == (True, False)


def test_a_thread_is_silenced_and_heard_again(session: Session, visit: Visit, kaiba: User, thread: Conversation) -> None:
    client = visit(kaiba)
    client.post(f"/messages/{thread.id}/mute", data={"muted": "1"})
    assert "Mails about this thread are off." in client.get(f"/messages/{thread.id}").text
    client.post(f"/messages/{thread.id}/mute")
    assert "Mails about this thread are off." not in client.get(f"/messages/{thread.id}").text


def test_addresses_are_added_changed_ordered_and_deleted(session: Session, visit: Visit, yugi: User, joey: User) -> None:
    client = visit(yugi)
    assert "No address yet" in client.get("/addresses").text
    home = {"lines": " Yugi  Muto \r\n\r\n1 Game Street\r\n1000 Lisboa", "country": "PT", "label": "", "note": "Ring twice"}
    assert client.post("/addresses/new", data=home).status_code == 303
    client.post("/addresses/new", data={"lines": "Yugi\nWork", "country": "", "label": "Work", "is_default": "y"})
    session.commit()
    work, kept = addresses.addresses_of(session, yugi.id)
    yugi_id = yugi.id
    assert (work.label, work.is_default, kept.is_default, kept.label) == ("Work", True, False, "Yugi Muto")
    text = addresses.address_text(session, yugi.id, kept.id)
    assert text == "Yugi Muto\n1 Game Street\n1000 Lisboa\nPORTUGAL\n\nRing twice"
    session.commit()
    assert "PORTUGAL" in client.get("/addresses").text
    client.post(f"/addresses/{kept.id}/default")
    client.post(f"/addresses/{kept.id}", data={**home, "lines": "Muto\nElsewhere", "label": "Home"})
    client.post(f"/addresses/{kept.id}/delete")
    session.commit()
    session.expire_all()
    assert [(address.label, address.is_default) for address in addresses.addresses_of(session, yugi_id)] == [("Work", True)]


def test_an_address_that_cannot_be_is_refused_and_kept(session: Session, visit: Visit, yugi: User) -> None:
    client = visit(yugi)
    for lines in ("", "  \n ", "x" * 81, "\n".join("abcdefghi")):
        refused = client.post("/addresses/new", data={"lines": lines, "country": "FR", "label": "Kept label"})
        assert refused.status_code == 422
        assert "Kept label" in refused.text
    assert client.post("/addresses/new", data={"lines": "A", "country": "ZZ"}).status_code == 422
    for number in range(addresses.MOST):
        for _twice in range(2):
            assert client.post("/addresses/new", data={"lines": f"A {number}", "country": ""}).status_code == 303
    assert client.post("/addresses/new", data={"lines": "B", "country": ""}).status_code == 422
    session.commit()
    assert session.scalar(select(func.count(PostalAddress.id))) == addresses.MOST


# --- who may -------------------------------------------------------------------------------------------------------


def test_every_route_with_somebody_elses_ids_is_not_found(
    app: Flask, session: Session, visit: Visit, yugi: User, kaiba: User, joey: User, thread: Conversation
) -> None:
    address = addresses.save_address(session, yugi.id, None, label="", lines="Secret 1", country="", note="", is_default=False)
    session.commit()
    visit(kaiba).post(f"/messages/{thread.id}", data={"form_key": "p", "photos": [(picture(), "a.jpg")]})
    session.commit()
    ids = {
        "conversation_id": thread.id,
        "address_id": address.id,
        "photo_id": session.scalars(select(MessagePhoto.id)).one(),
        "user_id": joey.id,
    }
    session.commit()
    client, tried = visit(joey), []
    for rule in app.url_map.iter_rules():
        if not rule.endpoint.startswith("messages.") or not rule.arguments:
            continue
        with app.test_request_context():
            path = app.url_map.bind("localhost").build(rule.endpoint, {name: ids[name] for name in rule.arguments})
        for method in (rule.methods or set()) & {"GET", "POST"}:
            if "user_id" in rule.arguments:
                continue  # Anybody may be written to or blocked; oneself and nobody are tested elsewhere.
            sent = {"body": "Let me in", "lines": "Mine now", "country": "", "muted": "1"}
            answered = client.open(path, method=method, data=sent if method == "POST" else None)
            assert answered.status_code == 404, (method, path, answered.status_code)
            tried.append((method, rule.endpoint))
    assert len(tried) >= 11
    assert client.get(f"/messages/to/{joey.id}").status_code == 404
    assert client.get("/messages/to/999999").status_code == 404
    assert count(session) == 2
    session.refresh(address)
    assert (address.lines, address.user_id) == ("Secret 1", yugi.id)
    assert thread_list.list_threads(session, joey.id).entries == []


def test_visitors_are_asked_to_sign_in(app: Flask) -> None:
    client = app.test_client()
    for path in (
        "/messages",
        "/messages/1",
        "/messages/settings",
        "/messages/to/1",
        "/addresses",
        "/addresses/new",
        "/addresses/1",
    ):
        assert client.get(path).status_code == 302, path
    for path in ("/messages/live", "/messages/stream"):
        assert client.get(path).status_code == 401, path


def test_what_was_typed_stays_when_forms_come_too_fast(
    app: Flask, session: Session, yugi: User, kaiba: User, visit: Visit
) -> None:
    to = f"/messages/to/{kaiba.id}"
    app.config["RATELIMIT_ENABLED"] = limiter.enabled = True
    limiter.init_app(app)
    limiter.reset()
    client = visit(yugi)
    try:
        for _number in range(60):
            client.post(to, data={"body": ""})
        answer = client.post(to, data={"body": "Words to keep"}, headers={"Origin": "http://localhost"})
    finally:
        limiter.reset()
        limiter.enabled = False
    assert answer.status_code == 429
    assert "Words to keep" in answer.text
