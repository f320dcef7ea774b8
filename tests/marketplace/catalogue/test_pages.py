"""The catalogue's pages: what they show, to whom, and with how many statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup, panels
from marketplace.catalogue.models import Card, CardName, CardText, Product
from marketplace.db import Database
from tests.factories import accounts
from tests.factories.catalogue import card, printing


def get(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.get_data(as_text=True)[:2000]
    return answer.get_data(as_text=True)


def card_id(database: Database, name: str) -> int:
    with database.read() as session:
        return session.scalars(select(Card.id).where(Card.name == name)).one()


@pytest.fixture
def visitor(starter_app: Flask) -> FlaskClient:
    return starter_app.test_client()


@pytest.mark.parametrize(
    "address",
    ["/cards", "/cards?view=list", "/cards?q=dragon", "/cards?kind=trap&sort=name&page=2", "/sets", "/sets?sort=size"],
)
@pytest.mark.parametrize("locale", ["en", "fr", "pt"])
def test_lists_open_in_every_language(visitor: FlaskClient, address: str, locale: str) -> None:
    answer = visitor.get(address, headers={"Accept-Language": locale})
    assert answer.status_code == 200
    assert f'<html lang="{locale}"' in answer.get_data(as_text=True)


def test_the_list_says_how_it_read_the_search(visitor: FlaskClient) -> None:
    assert "Read as a set number." in get(visitor, "/cards?q=LDD-F003")
    assert "Read as a passcode." in get(visitor, "/cards?q=44508094")
    assert "The closest names" in get(visitor, "/cards?q=dark+magican+gril")
    near = get(visitor, "/cards?q=LOB-F001")
    assert "No card carries the number" in near
    assert near.index("LDD-F001") < near.index("LOB-FR001")
    assert "No cards found" in get(visitor, "/cards?q=zzzzqqqq")


def test_bad_values_are_explained_and_the_page_still_works(visitor: FlaskClient) -> None:
    page = get(visitor, "/cards?attribute=purple&attribute=dark&atk_min=many&page=x&sort=best&view=3d&q=foo:bar")
    for words in ("purple", "many", "“x”", "“best”", "“3d”", "foo:"):
        assert words in page
    assert "Remove filter: DARK" in page


def test_a_page_beyond_the_end_is_the_last_one(visitor: FlaskClient) -> None:
    assert 'aria-current="page"><span class="visually-hidden">Page </span>' in get(visitor, "/cards?page=9999")


def test_a_card_page_shows_facts_names_and_printings(visitor: FlaskClient, starter_database: Database) -> None:
    page = get(visitor, f"/cards/{card_id(starter_database, 'Dark Magician')}?language=all")
    for words in (
        "Magicien Sombre",
        "Mago Negro",
        "46986414",
        "2500 / 2100",
        "LDD-F003",
        "LOB-005",
        "North America",
        "Europe, first print",
    ):
        assert words in page
    french = get(visitor, f"/cards/{card_id(starter_database, 'Dark Magician')}?language=fr")
    assert "LDD-F003" in french
    assert "LOB-005" not in french


@pytest.mark.parametrize(
    "address", ["/cards/999999", "/sets/no-such-set", "/sets/not-in-catalogue", "/cards/1/picture", "/cards/999999/picture"]
)
def test_what_does_not_exist_is_not_found(visitor: FlaskClient, address: str) -> None:
    get(visitor, address, 404)


def test_a_set_page_is_in_number_order(visitor: FlaskClient, starter_database: Database) -> None:
    with starter_database.read() as session:
        slug = session.scalars(select(Product.slug).where(Product.name == "Legend of Blue Eyes White Dragon")).one()
    page = get(visitor, f"/sets/{slug}?language=fr")
    assert page.index("LDD-F001") < page.index("LDD-F003")
    assert "LOB-001" not in page
    assert f"/collection/grid/{slug}?language=fr" in page
    english = get(visitor, f"/sets/{slug}?language=en&view=tiles")
    for heading in ("North America", "Europe, first print", "worldwide"):
        assert heading in english
    rare = get(visitor, f"/sets/{slug}?language=fr&rarity=Ultra+Rare")
    assert "LDD-F001" in rare
    assert rare.count("set-line__code") < page.count("set-line__code")


def test_sets_are_searched_by_name_and_prefix(visitor: FlaskClient) -> None:
    assert "Metal Raiders" in get(visitor, "/sets?q=metal+raid")
    assert "Legend of Blue Eyes White Dragon" in get(visitor, "/sets?q=LDD")
    assert "No sets found" in get(visitor, "/sets?q=zzzz")


def test_suggestions_are_options_of_a_combobox(visitor: FlaskClient, starter_database: Database) -> None:
    number = card_id(starter_database, "Dark Magician")
    for typed in ("dark magician", "magicien sombre", "LDD-F003", "46986414"):
        lines = get(visitor, f"/cards/suggest?q={typed}")
        assert lines.lstrip().startswith(f'<li role="option" data-value="{number}" data-text="Dark Magician">'), typed
    assert get(visitor, "/cards/suggest?q=").strip() == ""
    assert "/sets/metal-raiders" in get(visitor, "/cards/suggest?q=metal+raiders&context=site")
    assert "data-url" not in get(visitor, "/cards/suggest?q=metal+raiders")


def test_statements_do_not_grow_with_what_is_shown(
    visitor: FlaskClient, starter_database: Database, count_queries: Callable[[Database], Any]
) -> None:
    magician = card_id(starter_database, "Dark Magician")
    addresses = {
        "/cards": 4, "/cards?q=dragon": 7, "/cards?q=LDD-F003": 3, f"/cards/{magician}?language=all": 5, "/sets": 3,
        "/sets/legend-of-blue-eyes-white-dragon": 4, "/cards/suggest?q=dark": 7,
    }  # fmt: skip
    for address, most in addresses.items():
        get(visitor, address)
        with count_queries(starter_database) as queries:
            get(visitor, address)
        statements = [one for one in queries.statements if one.startswith("SELECT")]
        assert len(statements) <= most, (address, len(statements), statements)


def test_odd_cards_are_shown(app: Flask, client: FlaskClient, session: Session) -> None:
    bare = card(session, "No Printing", passcode=None, atk=-1, defense=-1, level=None)
    odd = card(
        session, "超" * 70, kind="trap", frame="trap", icon=None, attribute=None, type=None, level=None, atk=None, defense=None
    )
    printing(session, "", of=odd, rarity="")
    session.add(CardText(card_id=bare.id, language="en", text="<b>English</b> text", pendulum_text="Scale text"))
    session.commit()
    page = client.get(f"/cards/{bare.id}", headers={"Accept-Language": "fr"}).get_data(as_text=True)
    assert "? / ?" in page
    assert "&lt;b&gt;English&lt;/b&gt; text" in page
    assert "Scale text" in page
    assert "超" * 70 in get(client, f"/cards/{odd.id}")
    assert "超" * 70 in get(client, "/cards")
    assert "超" * 70 in get(client, "/sets/test-set")


def test_an_english_text_is_marked_for_other_readers(app: Flask, client: FlaskClient, session: Session) -> None:
    ogre = card(session, "Ogre")
    session.add(CardText(card_id=ogre.id, language="en", text="It tests."))
    session.commit()
    english = get(client, f"/cards/{ogre.id}")
    assert "It tests." in english
    assert "no translation yet" not in english
    french = client.get(f"/cards/{ogre.id}", headers={"Accept-Language": "fr"}).get_data(as_text=True)
    assert '<p class="card-text" lang="en">It tests.</p>' in french
    assert 'class="badge badge--info"' in french


def test_ones_own_card_is_seen_by_oneself_only(
    app: Flask, client: FlaskClient, session: Session, log_in: Callable[[FlaskClient, object], None]
) -> None:
    lea, tom = accounts.user(session), accounts.user(session)
    own = lookup.custom_printing(
        session, lea.id, code="NEW-EN001", card_id=None, name="Rumoured Dragon", language="en", rarity=""
    )
    session.commit()
    get(client, f"/cards/{own.card_id}", 404)
    other = app.test_client()
    log_in(other, tom)
    get(other, f"/cards/{own.card_id}", 404)
    assert "Rumoured" not in get(other, "/cards")
    log_in(client, lea)
    assert "NEW-EN001" in get(client, f"/cards/{own.card_id}")
    assert "Rumoured Dragon" in get(client, "/cards")
    assert "Rumoured Dragon" in get(client, "/cards?q=NEW-EN001")


def test_a_feature_adds_panels_badges_and_marks_for_signed_in_readers(
    app: Flask,
    client: FlaskClient,
    session: Session,
    log_in: Callable[[FlaskClient, object], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for registry in ("_card_panels", "_set_panels", "_tile_badges", "_printing_marks"):
        monkeypatch.setattr(panels, registry, [])
    one = printing(session, "ABC-EN001")
    reader = accounts.user(session)
    session.commit()
    asked: list[object] = []

    @panels.tile_badges
    def badges(_session: Session, viewer_id: int, card_ids: Any) -> dict[int, panels.Badge]:
        asked.append((viewer_id, list(card_ids)))
        return {one.card_id: panels.Badge(3, "three copies owned")}

    @panels.printing_marks
    def marks(_session: Session, _viewer_id: int, printing_ids: Any) -> dict[int, panels.Mark]:
        return dict.fromkeys(printing_ids, panels.Mark(2, "you own 2 of it", "/collection/add", "Add a copy"))

    for address in ("/cards", f"/cards/{one.card_id}", "/sets/test-set"):
        page = get(client, address)
        assert "three copies owned" not in page
        assert "you own 2 of it" not in page
    assert asked == []
    log_in(client, reader)
    assert "three copies owned" in get(client, "/cards")
    assert asked == [(reader.id, [one.card_id])]
    for address in (f"/cards/{one.card_id}", "/sets/test-set"):
        page = get(client, address)
        assert "you own 2 of it" in page
        assert 'href="/collection/add"' in page


def test_names_of_other_languages_say_which(app: Flask, client: FlaskClient, session: Session) -> None:
    dragon = card(session, "Blue-Eyes White Dragon")
    session.add(CardName(card_id=dragon.id, language="ja", name="青眼の白龍", folded="青眼の白龍"))
    session.commit()
    assert '<dd lang="ja">青眼の白龍' in get(client, f"/cards/{dragon.id}")
    assert '<span lang="ja">青眼の白龍</span>' in get(client, "/cards?q=青眼")


def test_a_live_filter_leaves_a_tidy_address(visitor: FlaskClient) -> None:
    live = {"HX-Request": "true"}
    answer = visitor.get("/cards?q=&kind=trap&atk_min=&set=&sort=newest", headers=live)
    assert answer.headers["HX-Push-Url"] == "/cards?sort=newest&kind=trap"
    assert visitor.get("/sets?q=metal&language=&sort=name", headers=live).headers["HX-Push-Url"] == "/sets?q=metal"
    assert "HX-Push-Url" not in visitor.get("/cards?kind=trap").headers
