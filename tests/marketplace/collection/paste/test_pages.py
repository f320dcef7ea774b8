"""The pages for pasted lists and the queue, as plain forms without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from marketplace.accounts.models import User
from marketplace.collection import queueing
from marketplace.collection.models import Batch, BatchRow, Stack
from marketplace.db import Database
from tests.factories import accounts
from tests.marketplace.collection.paste.test_pasting import TEXT

LogIn = Callable[[FlaskClient, object], None]
OPTIONS = {"language": "", "edition": "", "condition": "", "place_id": "0", "scale": ""}


@pytest.fixture
def user(starter_database: Database) -> User:
    with starter_database.write() as session:
        return accounts.user(session)


@pytest.fixture
def browser(starter_app: Flask, user: User, log_in: LogIn) -> FlaskClient:
    client = starter_app.test_client()
    log_in(client, user)
    return client


def paste(browser: FlaskClient, text: str = TEXT, **options: str) -> str:
    """Send a list; the address of its preview."""
    answer = browser.post("/collection/paste", data={"text": text, **OPTIONS, **options})
    assert answer.status_code == 303, answer.text
    assert answer.location is not None
    return answer.location


def words(answer: TestResponse) -> str:
    """A page's text, tags left out."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def row_id(database: Database, start: str, part: int = 0) -> int:
    with database.read() as session:
        query = select(BatchRow.id).where(BatchRow.text.startswith(start), BatchRow.part == part).order_by(BatchRow.id.desc())
        number = session.scalars(query).first()
        assert number is not None
        return number


def copies(database: Database) -> int:
    with database.read() as session:
        return sum(session.scalars(select(Stack.quantity)).all())


def test_a_list_is_shown_before_it_is_written(browser: FlaskClient, starter_database: Database) -> None:
    page = browser.get(paste(browser))
    assert page.status_code == 200
    text = words(page)
    assert "Penguin Soldier (SDJ-022) -- Anglais" in text
    assert "Language of the list: French (told from the text)" in text
    assert "1 line is settled" in text
    assert "4 lines ask you something" in text
    assert "as written" in text
    assert "worked out" in text
    assert "assumed" in text
    assert copies(starter_database) == 0


def test_the_whole_way_without_script(browser: FlaskClient, starter_database: Database) -> None:
    url = paste(browser)
    page = browser.get(url).text
    hero, dragon = row_id(starter_database, "Homme"), row_id(starter_database, "Dragon", 1)
    ultimate = re.search(rf'name="printing-{hero}" value="(\d+)"[^>]*>Ultimate Rare', page)
    assert ultimate is not None
    fields = {
        "row": [str(hero), str(dragon)],
        f"printing-{hero}": ultimate[1],
        f"quantity-{dragon}": "2",
        f"edition-{hero}": "1st",
        "do": "add",
    }
    answer = browser.post(f"{url}/answers", data=fields)
    assert answer.status_code == 303
    assert copies(starter_database) == 4
    page = browser.get(url)
    assert "4 copies were added to your collection" in words(page)
    assert "2 lines wait for your answer" in words(page)
    assert browser.post(f"{url}/answers", data={"do": "add"}).status_code == 303
    assert copies(starter_database) == 4
    assert "nothing was done twice" in words(browser.get(url))


def test_answers_are_kept_when_another_page_is_asked_for(browser: FlaskClient, starter_database: Database) -> None:
    url = paste(browser)
    penguin = row_id(starter_database, "Penguin")
    fields = {"row": str(penguin), f"shown-{penguin}": "1", f"quantity-{penguin}": "3", "do": "state:open"}
    answer = browser.post(f"{url}/answers", data=fields)
    assert "state=open" in (answer.location or "")
    with starter_database.read() as session:
        assert session.get_one(BatchRow, penguin).quantity == 3


@pytest.mark.parametrize("count", ["0", "-3", "x", "1000000000", "1.5", "99999"])
def test_an_unusable_count_is_told_at_its_line_and_nothing_is_lost(
    count: str, browser: FlaskClient, starter_database: Database
) -> None:
    url = paste(browser)
    penguin = row_id(starter_database, "Penguin")
    fields = {
        "row": str(penguin),
        f"shown-{penguin}": "1",
        f"quantity-{penguin}": count,
        f"condition-{penguin}": "NM",
        "do": "add",
    }
    answer = browser.post(f"{url}/answers", data=fields)
    assert answer.status_code == 422
    assert f"Line 2: a number of copies from 1 to 9,999, not “{count}”." in words(answer)
    assert f'value="{count}"' in answer.text
    assert re.search(r'<option value="NM" selected>', answer.text)
    assert copies(starter_database) == 0


def test_an_empty_list_is_refused_with_words(browser: FlaskClient) -> None:
    answer = browser.post("/collection/paste", data={"text": "  \n ", **OPTIONS})
    assert answer.status_code == 422
    assert "Paste or type a list first" in words(answer)


def test_a_list_that_is_too_long_is_refused_and_stays_in_the_form(browser: FlaskClient, starter_database: Database) -> None:
    text = "Penguin Soldier (SDJ-022)\n" * 8_000
    answer = browser.post("/collection/paste", data={"text": text, **OPTIONS})
    assert answer.status_code == 422
    assert "This list has 204 KB; at most 200 KB are read at once. Split it" in words(answer)
    assert answer.text.count("Penguin Soldier (SDJ-022)") >= 8_000
    with starter_database.read() as session:
        assert session.scalars(select(Batch)).all() == []


def test_signed_out_the_list_comes_back_with_a_way_to_sign_in(starter_app: Flask) -> None:
    answer = starter_app.test_client().post("/collection/paste", data={"text": TEXT, **OPTIONS})
    assert answer.status_code == 401
    assert "You were signed out, but your list is still here" in words(answer)
    assert "Penguin Soldier (SDJ-022) -- Anglais" in words(answer)


def test_an_expired_form_gives_the_list_back(browser: FlaskClient, starter_app: Flask) -> None:
    starter_app.config["WTF_CSRF_ENABLED"] = True
    answer = browser.post("/collection/paste", data={"text": TEXT, "csrf_token": "old", **OPTIONS})
    assert answer.status_code == 422
    assert "Penguin Soldier (SDJ-022) -- Anglais" in words(answer)
    assert "Your list is kept: press the button once more." in words(answer)
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', answer.text)
    assert token is not None
    assert (
        browser.post("/collection/paste", data={"text": TEXT, "csrf_token": unescape(token[1]), **OPTIONS}).status_code == 303
    )


def test_drafts_are_listed_and_go_on(browser: FlaskClient) -> None:
    url = paste(browser)
    page = browser.get("/collection/paste")
    assert url.split("#")[0] in page.text
    assert "draft" in words(page)
    assert "4 questions" in words(page)


def test_putting_aside_can_be_taken_back(browser: FlaskClient) -> None:
    url = paste(browser)
    page = browser.post(f"{url}/discard", follow_redirects=True)
    assert "The list is put aside" in words(page)
    assert f"{url}/reopen" in page.text
    assert "was put aside" in words(browser.get(url))
    assert browser.post(f"{url}/reopen").status_code == 303
    assert "4 lines ask you something" in words(browser.get(url))


def test_the_same_list_again_is_told_with_its_date(browser: FlaskClient) -> None:
    first = paste(browser)
    browser.post(f"{first}/answers", data={"do": "add"})
    page = browser.get(paste(browser))
    assert "You added this same list on" in words(page)
    assert first in page.text


def test_reading_again_with_another_language(browser: FlaskClient) -> None:
    url = paste(browser, "Cyber Dragon")
    answer = browser.post(f"{url}/read", data={"text": "Cyber Dragon", **OPTIONS, "language": "fr"})
    assert answer.status_code == 303
    assert "Language of the list: French" in words(browser.get(url))
    again = browser.post(f"{url}/read", data={"text": "", **OPTIONS})
    assert again.status_code == 422
    assert "Paste or type a list first" in words(again)


def test_many_lines_at_once(browser: FlaskClient, starter_database: Database) -> None:
    url = paste(browser)
    fields = {"scope": "all", "edition": "1st", "condition": "keep", "language": "keep", "place": "keep", "skip": ""}
    assert browser.post(f"{url}/many", data=fields).status_code == 303
    with starter_database.read() as session:
        found = session.scalars(select(BatchRow).where(BatchRow.state.in_(("new", "open")))).all()
        assert {row.reading["answers"]["edition"] for row in found} == {"1st"}
    nothing = browser.post(f"{url}/many", data={"scope": "all", "edition": "keep"})
    assert nothing.status_code == 422


def test_lines_of_somebody_else_are_told_and_left_out_together(browser: FlaskClient) -> None:
    url = paste(browser)
    assert "5 lines stand under “seen”" in words(browser.get(url))
    browser.post(f"{url}/many", data={"scope": "seen", "skip": "yes"})
    assert "nothing is left to ask" in words(browser.get(url))


def test_what_lp_means_is_asked_once_for_the_list(browser: FlaskClient, starter_database: Database) -> None:
    url = paste(browser, "Penguin Soldier (SDJ-022) LP\nScapegoat (SDJ-041) LP")
    assert "What do LP, PL and Played mean on this list?" in words(browser.get(url))
    assert browser.post(f"{url}/scale", data={"scale": "american"}).status_code == 303
    assert "What do LP, PL and Played mean on this list?" not in words(browser.get(url))
    browser.post(f"{url}/answers", data={"do": "add"})
    with starter_database.read() as session:
        assert set(session.scalars(select(Stack.condition))) == {"EX"}


def test_undo_from_the_page(browser: FlaskClient, starter_database: Database) -> None:
    url = paste(browser)
    browser.post(f"{url}/answers", data={"do": "add"})
    undo = re.search(r'action="(/collection/operations/\d+/undo)"', browser.get(url).text)
    assert undo is not None
    assert browser.post(undo[1], data={"next": url}).status_code == 303
    assert copies(starter_database) == 0
    page = browser.get(url)
    assert "This list was undone" in words(page)
    assert browser.post(f"{url}/reopen").status_code == 303


def test_the_queue_answers_enters_retypes_and_leaves_out(browser: FlaskClient, starter_database: Database, user: User) -> None:
    url = paste(browser, "Contrôle Cérébral (TLM-FR038)\nZxyqqw Vvrrm\nPenguinn Soldir\nQqqzz Vvv")
    browser.post(f"{url}/answers", data={"do": "add"})
    page = browser.get("/collection/queue")
    assert page.status_code == 200
    assert "4 lines wait for your answer" in words(page)
    control = row_id(starter_database, "Contr")
    refused = browser.post(f"/collection/queue/{control}/answer", data={f"quantity-{control}": "1"})
    assert refused.status_code == 422
    assert "Choose which printing it is." in words(refused)
    choice = re.search(rf'name="printing-{control}" value="(\d+)"[^>]*>Super Rare', page.text)
    assert choice is not None
    answer = browser.post(
        f"/collection/queue/{control}/answer", data={f"printing-{control}": choice[1], f"quantity-{control}": "2"}
    )
    assert answer.status_code == 303
    assert copies(starter_database) == 2

    unknown = row_id(starter_database, "Zxyqqw")
    blank = {"code": "", "name": "", "language": "en", "rarity": "", f"quantity-{unknown}": "1"}
    refused = browser.post(f"/collection/queue/{unknown}/enter", data=blank)
    assert refused.status_code == 422
    assert "Type the name of the card or its set number." in words(refused)
    entered = browser.post(f"/collection/queue/{unknown}/enter", data=blank | {"code": "QQQ-EN001", "name": "Zxyqqw Vvrrm"})
    assert entered.status_code == 303
    assert copies(starter_database) == 3

    penguin = row_id(starter_database, "Penguinn")
    retyped = browser.post(
        f"/collection/queue/{penguin}/text", data={"text": "Penguin Soldier (SDJ-022)"}, follow_redirects=True
    )
    assert "First typed: Penguinn Soldir" in words(retyped)

    last = row_id(starter_database, "Qqqzz")
    page = browser.post(f"/collection/queue/{last}/discard", follow_redirects=True)
    assert f"/collection/queue/{last}/restore" in page.text
    assert "1 line waits for your answer" in words(page)
    browser.post(f"/collection/queue/{last}/restore")
    with starter_database.read() as session:
        assert queueing.waiting(session, user.id)[1] == 2


def test_an_empty_queue_says_what_comes_here(browser: FlaskClient) -> None:
    assert "Nothing waits" in words(browser.get("/collection/queue"))


def test_another_collectors_pages_do_not_exist(
    browser: FlaskClient, starter_app: Flask, starter_database: Database, log_in: LogIn
) -> None:
    url = paste(browser)
    browser.post(f"{url}/answers", data={"do": "add"})
    hero = row_id(starter_database, "Homme")
    with starter_database.write() as session:
        stranger = accounts.user(session)
    other = starter_app.test_client()
    log_in(other, stranger)
    assert other.get(url).status_code == 404
    for address in ("answers", "read", "many", "scale", "discard", "reopen"):
        fields = {"do": "add", "text": "x", "edition": "1st", **OPTIONS}
        assert other.post(f"{url}/{address}", data=fields).status_code == 404, address
    for address in ("answer", "enter", "text", "discard", "restore"):
        assert other.post(f"/collection/queue/{hero}/{address}", data={"text": "x"}).status_code == 404, address


def test_pages_need_an_account(starter_app: Flask) -> None:
    visitor = starter_app.test_client()
    for address in ("/collection/paste", "/collection/paste/1", "/collection/queue"):
        assert visitor.get(address).status_code == 302


def test_what_was_pasted_is_shown_and_never_run(browser: FlaskClient) -> None:
    page = browser.get(paste(browser, '<script>alert(1)</script> (SDJ-022)\n"><img src=x onerror=alert(1)>')).text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(("locale", "sentence"), [("fr", "Coller une liste"), ("pt", "Colar uma lista")])
def test_the_pages_speak_the_readers_language(locale: str, sentence: str, browser: FlaskClient) -> None:
    with browser.session_transaction() as cookie:
        cookie["locale"] = locale
    assert sentence in words(browser.get("/collection/paste"))
    assert browser.get(paste(browser)).status_code == 200


def test_the_preview_asks_the_database_little(
    browser: FlaskClient, starter_database: Database, count_queries: Callable[[Database], object]
) -> None:
    few = paste(browser, "Contrôle Cérébral (TLM-FR038)\n" * 2)
    many = paste(browser, "Contrôle Cérébral (TLM-FR038)\n" * 45)
    counts = []
    for url in (few, many):
        with count_queries(starter_database) as queries:  # type: ignore[attr-defined]
            assert browser.get(url).status_code == 200
        counts.append(queries.count)
    assert counts[0] == counts[1]
    assert counts[1] <= 22
