"""The front page, for visitors and for collectors; and the health check."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.accounts.site_settings import SIGN_UP_MODE, SiteSetting
from marketplace.collection.models import Batch, BatchRow
from marketplace.db import Database
from marketplace.site.dashboard import dashboard
from tests.factories import accounts, catalogue, collection
from tests.marketplace.site.conftest import Enter


def test_a_visitor_reads_what_this_is(client: FlaskClient, database: Database, session: Session) -> None:
    catalogue.printing(session, of=catalogue.card(session, "Dark Magician"))
    session.commit()
    page = client.get("/").text
    assert "Every card you own, exactly as it is printed" in page
    assert page.count('class="panel part"') == 4
    assert 'action="/cards"' in page
    assert 'href="/login"' in page
    assert "1 card · 1 printing · 1 language" in page


def test_an_empty_catalogue_boasts_of_nothing(client: FlaskClient) -> None:
    assert "0 cards" not in client.get("/").text


@pytest.mark.parametrize(
    ("mode", "words", "link"),
    [
        ("open", "Create an account", True),
        ("invitation", "Membership is by invitation", False),
        ("closed", "takes no new members", False),
    ],
)
def test_the_door_is_described_as_it_is(
    client: FlaskClient, database: Database, enter: Enter, mode: str, words: str, link: bool
) -> None:
    enter("Owner", owner=True)
    with database.write() as session:
        session.merge(SiteSetting(key=SIGN_UP_MODE, value=mode))
    page = client.get("/").text
    assert words in page
    assert ('href="/signup"' in page) is link


def test_a_site_without_owner_says_how_to_become_it(client: FlaskClient) -> None:
    assert "This site has no owner yet" in client.get("/").text


def test_a_new_collector_is_shown_four_ways(enter: Enter) -> None:
    client, _user = enter()
    page = client.get("/").text
    assert "Hello, Marie" in page
    assert "Your binder is empty" in page
    for address in ("/collection/add", "/collection/paste", "/collection/import", "/sets", "/duels/new", "/decks", "/rules/"):
        assert f'class="panel quick" href="{address}"' in page
    assert "Added last" not in page
    assert "Go on with your duel" not in page


def test_a_phones_bar_leads_to_what_is_done_most(enter: Enter) -> None:
    client, _user = enter()
    bar = client.get("/").text.split('class="tabbar"')[1].split("tabbar__more")[0]
    assert re.findall(r'<a [^>]*href="([^"]*)"', bar) == ["/collection/", "/decks", "/duels", "/trades"]


def fill(session: Session, user: User) -> None:
    """Two printings of one card, one of another; one stack used up; one copy lent; two rows waiting."""
    card = catalogue.card(session, "Dark Magician")
    first, second = (catalogue.printing(session, f"LOB-EN00{number}", of=card) for number in (5, 6))
    other = catalogue.printing(session, "LDD-F001", language="fr")
    collection.stack(session, user, first, quantity=3, for_trade=2)
    collection.stack(session, user, second)
    collection.stack(session, user, other, quantity=4)
    collection.binder(session, user)
    batch = Batch(user_id=user.id, source="paste")
    session.add(batch)
    session.flush()
    for number, state in enumerate(("waiting", "waiting", "done", "open"), start=1):
        session.add(BatchRow(batch_id=batch.id, user_id=user.id, number=number, state=state))
    session.flush()


def test_the_figures_are_ones_own(app: Flask, session: Session) -> None:
    marie, paul = accounts.user(session, "Marie"), accounts.user(session, "Paul")
    fill(session, marie)
    fill(session, paul)
    with app.app_context():
        board = dashboard(session, marie.id, "en")
        nothing = dashboard(session, accounts.user(session).id, "en")
    assert (board.copies, board.printings, board.cards, board.for_trade, board.places, board.waiting) == (8, 3, 2, 2, 1, 2)
    assert [item.stack.quantity for item in board.recent] == [4, 1, 3]
    assert {item.stack.user_id for item in board.recent} == {marie.id}
    assert (nothing.copies, nothing.waiting, nothing.recent) == (0, 0, [])


def test_the_page_shows_them_and_what_waits(database: Database, enter: Enter) -> None:
    client, user = enter()
    with database.write() as session:
        fill(session, user)
    page = client.get("/").text
    assert "2 rows of your lists wait for an answer" in page
    assert 'href="/collection/queue"' in page
    assert "2 for trade" in page
    assert page.index("LDD-F001") < page.index("LOB-EN006") < page.index("LOB-EN005")


def test_the_page_asks_the_database_little(database: Database, enter: Enter, count_queries) -> None:  # type: ignore[no-untyped-def]
    client, user = enter()
    with database.write() as session:
        for number in range(30):
            collection.stack(session, user, catalogue.printing(session, f"TST-EN{number:03d}"))
    client.get("/")
    with count_queries(database) as queries:
        assert client.get("/").status_code == 200
    # Two of them tell the navigation what is unread.
    assert queries.count <= 14, queries.statements


# --- health -----------------------------------------------------------------------------------------------------


def test_health_counts_the_catalogue(client: FlaskClient, session: Session) -> None:
    catalogue.card(session)
    own = catalogue.card(session)
    own.added_by_id = accounts.user(session).id
    session.commit()
    from marketplace import __version__

    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.get_json() == {"status": "ok", "version": __version__, "cards": 1}


def test_health_says_when_the_database_is_away(app: Flask, client: FlaskClient, tmp_path) -> None:  # type: ignore[no-untyped-def]
    kept = app.extensions["duelfolio_db"]
    app.extensions["duelfolio_db"] = Database(f"sqlite:///{tmp_path / 'nowhere' / 'gone.sqlite3'}")
    try:
        answer = client.get("/healthz")
    finally:
        app.extensions["duelfolio_db"] = kept
    assert answer.status_code == 503
    assert answer.get_json()["status"] == "unavailable"
    assert client.get("/healthz").status_code == 200
