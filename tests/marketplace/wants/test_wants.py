"""The want list: what is written, once, by whom; and what undo brings back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue.models import Card
from marketplace.collection import stock
from marketplace.collection.models import Stack
from marketplace.db import Database
from marketplace.errors import NotFound, Refused
from marketplace.wants import arrivals, exporting, keeping, want_view
from marketplace.wants import wants as want_list
from marketplace.wants.models import Want, WantAct
from marketplace.wants.want_words import split_line
from marketplace.wants.wishes import Wish
from tests.conftest import QueryCounter
from tests.factories import accounts, catalogue, collection


@pytest.fixture
def yugi(session: Session) -> User:
    user = accounts.user(session, "Yugi")
    session.commit()
    return user


@pytest.fixture
def kaiba(session: Session) -> User:
    user = accounts.user(session, "Kaiba")
    session.commit()
    return user


@pytest.fixture
def dragon(session: Session) -> Card:
    return catalogue.card(session, "Blue-Eyes White Dragon")


@pytest.fixture
def visit(app: Flask, yugi: User, log_in: Callable[[FlaskClient, object], None]) -> FlaskClient:
    client = app.test_client()
    log_in(client, yugi)
    return client


@pytest.fixture(autouse=True)
def words(request: pytest.FixtureRequest, app: Flask) -> Any:
    """Services word their refusals; pages have requests of their own, which would share this one's session."""
    if "visit" in request.fixturenames:
        yield
        return
    with app.test_request_context():
        yield


def stored(database: Database, user: User) -> list[Want]:
    with database.read() as session:
        found = list(session.scalars(select(Want).where(Want.user_id == user.id).order_by(Want.id)))
        session.expunge_all()
    return found


def test_the_same_twice_raises_the_number(session: Session, database: Database, yugi: User, dragon: Card) -> None:
    wish = Wish("card", card_id=dragon.id, languages=("fr", "en"), quantity=2)
    want_list.add(session, yugi.id, [wish, Wish("card", card_id=dragon.id)])
    want_list.add(session, yugi.id, [Wish("card", card_id=dragon.id, languages=("en", "fr"), urgency=3, note="soon")])
    session.commit()
    assert [(one.quantity, one.languages, one.urgency) for one in stored(database, yugi)] == [
        (3, ["fr", "en"], 3), (1, [], 2)
    ]  # fmt: skip


def test_what_a_deck_lacks_asked_twice_is_not_more(session: Session, yugi: User, dragon: Card) -> None:
    for number in (2, 2, 3):
        want_list.add(session, yugi.id, [Wish("card", card_id=dragon.id, quantity=number)], at_least=True)
    assert session.scalars(select(Want.quantity)).all() == [3]


def test_one_form_acts_once(session: Session, yugi: User, dragon: Card) -> None:
    wish = [Wish("card", card_id=dragon.id)]
    first = want_list.add(session, yugi.id, wish, request_key="k")
    again = want_list.add(session, yugi.id, wish, request_key="k")
    assert again.id == first.id
    assert want_list.was_repeated(session, again)
    assert session.scalars(select(Want.quantity)).all() == [1]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"kind": "card", "card_id": 10**6}, "card_id"),
        ({"kind": "printing", "printing_id": 10**6}, "printing_id"),
        ({"kind": "set", "product_id": 10**6}, "product_id"),
        ({"kind": "item", "item": "  "}, "item"),
        ({"kind": "item", "item": "x" * 121}, "item"),
        ({"kind": "item", "item": "playmat", "quantity": 0}, "quantity"),
        ({"kind": "item", "item": "playmat", "urgency": 4}, "urgency"),
        ({"kind": "item", "item": "playmat", "languages": ("klingon",)}, "languages"),
        ({"kind": "item", "item": "playmat", "condition": "XX"}, "condition"),
        ({"kind": "item", "item": "playmat", "visibility": "all"}, "visibility"),
        ({"kind": "item", "item": "playmat", "deck_id": 5}, "deck_id"),
        ({"kind": "set", "product_id": 1, "rarities": ("Common",), "not_rarities": ("Common",)}, "not_rarities"),
    ],
)
def test_what_cannot_be_wanted_is_refused_at_its_field(
    session: Session, yugi: User, values: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refused) as refused:
        want_list.add(session, yugi.id, [Wish(**values)])
    assert refused.value.field == field


def test_custom_cards_of_others_cannot_be_wanted(session: Session, yugi: User, kaiba: User) -> None:
    secret = catalogue.card(session, "Kaiba's own", added_by_id=kaiba.id)
    with pytest.raises(Refused):
        want_list.add(session, yugi.id, [Wish("card", card_id=secret.id)])


def test_found_copies_leave_the_list_and_undo_brings_everything_back(session: Session, yugi: User, dragon: Card) -> None:
    want_list.add(session, yugi.id, [Wish("card", card_id=dragon.id, quantity=3, note="mine")], group="Dragons")
    want = session.scalars(select(Want)).one()
    part = want_list.found(session, yugi.id, {want.id: 1})
    assert session.scalars(select(Want.quantity)).all() == [2]
    rest = want_list.found(session, yugi.id, {want.id: 2})
    assert session.scalars(select(Want)).all() == []
    want_list.undo(session, yugi.id, rest.id)
    want_list.undo(session, yugi.id, rest.id)
    back = session.scalars(select(Want)).one()
    assert (back.quantity, back.note, back.kind, back.card_id) == (2, "mine", "card", dragon.id)
    want_list.undo(session, yugi.id, part.id)
    assert max(session.scalars(select(Want.quantity)).all()) == 3


def test_undo_of_an_addition_takes_it_away_and_leaves_what_was_there(session: Session, yugi: User, dragon: Card) -> None:
    want_list.add(session, yugi.id, [Wish("card", card_id=dragon.id)])
    act = want_list.add(session, yugi.id, [Wish("card", card_id=dragon.id), Wish("item", item="Playmat")])
    want_list.undo(session, yugi.id, act.id)
    assert [(one.kind, one.quantity) for one in session.scalars(select(Want))] == [("card", 1)]


def test_a_want_that_becomes_another_joins_it(session: Session, yugi: User, dragon: Card) -> None:
    want_list.add(session, yugi.id, [Wish("card", card_id=dragon.id), Wish("card", card_id=dragon.id, condition="NM")])
    first, second = session.scalars(select(Want).order_by(Want.id))
    act = want_list.change(session, yugi.id, first.id, None, Wish("card", card_id=dragon.id, condition="NM", quantity=2))
    assert [(one.id, one.quantity) for one in session.scalars(select(Want))] == [(second.id, 3)]
    want_list.undo(session, yugi.id, act.id)
    assert sorted(session.scalars(select(Want.condition))) == ["", "NM"]


def test_another_ones_want_does_not_exist(session: Session, yugi: User, kaiba: User, dragon: Card) -> None:
    act = want_list.add(session, kaiba.id, [Wish("card", card_id=dragon.id)])
    want = session.scalars(select(Want)).one()
    for attempt in (
        lambda: want_list.get(session, yugi.id, want.id),
        lambda: want_list.more(session, yugi.id, want.id, 1),
        lambda: want_list.found(session, yugi.id, {want.id: 1}),
        lambda: want_list.remove(session, yugi.id, [want.id]),
        lambda: want_list.change(session, yugi.id, want.id, None, Wish("item", item="x")),
        lambda: want_list.undo(session, yugi.id, act.id),
    ):
        with pytest.raises(NotFound):
            attempt()


def test_a_list_goes_out_as_posted_and_is_read_back(session: Session, yugi: User, dragon: Card) -> None:
    printing = catalogue.printing(session, "LOB-001", of=dragon, rarity="Ultra Rare")
    wishes = [
        Wish("card", card_id=dragon.id, quantity=2, languages=("fr", "en"), condition="EX", not_rarities=("Common",)),
        Wish("printing", printing_id=printing.id, urgency=3),
        Wish("set", product_id=printing.product_id),
        Wish("item", item="Playmat"),
    ]
    want_list.add(session, yugi.id, wishes)
    rows = want_view.in_order(want_view.rows_of(session, yugi.id, "en"), "name")
    text = exporting.as_text(rows, "Everything is on the table")
    assert text.splitlines() == [
        "[R]",
        "Everything is on the table",
        "Blue-Eyes White Dragon (LOB-001) - urgent",
        "2x Blue-Eyes White Dragon - FR/EN - EX+ - not Common",
        "Playmat",
        "Test Set - whole set",
    ]
    head, asked = split_line("2x Blue-Eyes White Dragon - FR/EN - EX+ - not Common")
    assert head == "2x Blue-Eyes White Dragon"
    assert (asked.languages, asked.condition, asked.not_rarities) == (("fr", "en"), "EX", ("Common",))
    table = exporting.as_csv(rows)
    assert "Blue-Eyes White Dragon" in table
    assert table.count("\n") == 5


def test_a_formula_in_a_note_stays_text(session: Session, yugi: User) -> None:
    want_list.add(session, yugi.id, [Wish("item", item="=HYPERLINK(1)")])
    assert "'=HYPERLINK(1)" in exporting.as_csv(want_view.rows_of(session, yugi.id, "en"))


# Copies that came in


def test_wanted_copies_that_came_are_asked_about_once(session: Session, yugi: User, dragon: Card) -> None:
    printing = catalogue.printing(session, "LOB-001", of=dragon)
    collection.stack(session, yugi, printing)
    want_list.add(session, yugi.id, [Wish("card", card_id=dragon.id, quantity=2, condition="EX")])
    want = session.scalars(select(Want)).one()
    came, _newest = arrivals.arrivals(session, yugi.id, "en")
    assert came == []  # Owned before, and of no stated condition.
    collection.stack(session, yugi, printing, condition="NM", quantity=1)
    came, newest = arrivals.arrivals(session, yugi.id, "en")
    assert [(one.want_id, one.came, one.found) for one in came] == [(want.id, 1, 1)]
    arrivals.answer(session, yugi.id, newest, {want.id: 1}, request_key="a")
    arrivals.answer(session, yugi.id, newest, {want.id: 1}, request_key="a")
    assert session.scalars(select(Want.quantity)).all() == [1]
    assert arrivals.arrivals(session, yugi.id, "en")[0] == []


def test_an_addition_that_was_undone_did_not_come(session: Session, yugi: User, dragon: Card) -> None:
    printing = catalogue.printing(session, "LOB-001", of=dragon)
    want_list.add(session, yugi.id, [Wish("card", card_id=dragon.id)])
    operation = stock.add(session, yugi.id, [(stock.Copies(printing.id, "en"), 1, 0)])
    assert len(arrivals.arrivals(session, yugi.id, "en")[0]) == 1
    stock.undo(session, yugi.id, operation.id)
    assert arrivals.arrivals(session, yugi.id, "en")[0] == []


# C62


def in_three_rarities(session: Session, user: User, card: Card) -> dict[str, Stack]:
    return {
        rarity: collection.stack(
            session, user, catalogue.printing(session, f"T{n}T-EN001", of=card, rarity=rarity), quantity=number
        )
        for n, (rarity, number) in enumerate({"Common": 3, "Super Rare": 1, "Secret Rare": 1}.items())
    }


def marks(session: Session, stacks: dict[str, Stack]) -> dict[str, int]:
    for stack in stacks.values():
        session.refresh(stack)
    return {rarity: stack.for_trade for rarity, stack in stacks.items()}


def test_three_of_five_in_three_rarities_stay_and_two_are_offered(session: Session, yugi: User, dragon: Card) -> None:
    stacks = in_three_rarities(session, yugi, dragon)
    rule = keeping.Rule(keep=3)
    plan = keeping.plan(session, yugi.id, rule, "en")
    assert [(card.owned, card.needed, card.offered) for card in plan.cards] == [(5, 3, 2)]
    operation = keeping.apply(session, yugi.id, rule, plan.digest, "en", request_key="k")
    again = keeping.apply(session, yugi.id, rule, plan.digest, "en", request_key="k")
    assert again.id == operation.id
    assert marks(session, stacks) == {"Common": 2, "Super Rare": 0, "Secret Rare": 0}
    stock.undo(session, yugi.id, operation.id)
    assert marks(session, stacks) == {"Common": 0, "Super Rare": 0, "Secret Rare": 0}


def test_the_rule_says_which_copies_stay(session: Session, yugi: User, dragon: Card) -> None:
    stacks = in_three_rarities(session, yugi, dragon)
    rule = keeping.Rule(keep=3, rarity="plain")
    keeping.apply(session, yugi.id, rule, keeping.plan(session, yugi.id, rule, "en").digest, "en")
    assert marks(session, stacks) == {"Common": 0, "Super Rare": 1, "Secret Rare": 1}
    assert keeping.plan(session, yugi.id, keeping.Rule(keep=3), "en").cards == []
    anew = keeping.Rule(keep=3, anew=True)
    keeping.apply(session, yugi.id, anew, keeping.plan(session, yugi.id, anew, "en").digest, "en")
    assert marks(session, stacks) == {"Common": 2, "Super Rare": 0, "Secret Rare": 0}


def test_lent_and_promised_copies_are_not_offered(session: Session, yugi: User, dragon: Card) -> None:
    printing = catalogue.printing(session, of=dragon)
    stack = collection.stack(session, yugi, printing, quantity=6)
    stock.lend(session, yugi.id, stack.id, 2, "Joey")
    (card,) = keeping.plan(session, yugi.id, keeping.Rule(keep=1), "en").cards
    assert card.offered == 4  # Two more could go, but are lent.


def test_the_preview_of_a_large_collection_asks_little_and_shows_its_beginning(
    app: Flask, session: Session, database: Database, visit: FlaskClient, yugi: User,
    count_queries: Callable[[Database], QueryCounter], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    from marketplace.wants.routes import keeping as pages

    for number in range(9):
        card = catalogue.card(session, f"Testling {number}")
        in_three_rarities(session, yugi, card)
    session.commit()
    with count_queries(database) as whole:
        page = visit.get("/wants/spare?keep=3").text
    assert page.count("want-plan__card") == 9
    monkeypatch.setattr(pages, "SHOWN_STACKS", 6)
    with count_queries(database) as part:
        page = visit.get("/wants/spare?keep=3").text
    assert page.count("want-plan__card") == 2
    assert "and 7 more cards" in page
    assert "Testling 0" in page
    assert whole.count == part.count < 20
    monkeypatch.setattr(pages, "SHOWN_STACKS", 1)
    assert visit.get("/wants/spare?keep=3").text.count("want-plan__card") == 1


def test_a_collection_that_changed_since_the_preview_is_shown_again(session: Session, yugi: User, dragon: Card) -> None:
    stacks = in_three_rarities(session, yugi, dragon)
    plan = keeping.plan(session, yugi.id, keeping.Rule(), "en")
    stock.remove(session, yugi.id, stacks["Common"].id, 1, "lost")
    with pytest.raises(Exception, match=r"wants\.keep\.changed"):
        keeping.apply(session, yugi.id, keeping.Rule(), plan.digest, "en")


# Pages


def put(app: Flask, session: Session, user: User, wishes: list[Wish], **values: Any) -> WantAct:
    with app.test_request_context():
        act = want_list.add(session, user.id, wishes, **values)
        session.commit()
    return act


def form_values(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(form_key|version|digest|movement)" [^>]*value="([^"]*)"', page))


def test_adding_by_the_pages_and_a_double_click(
    session: Session, database: Database, visit: FlaskClient, yugi: User, dragon: Card
) -> None:
    catalogue.printing(session, "LOB-001", of=dragon)
    session.commit()
    assert visit.get("/wants").status_code == 200
    assert visit.get("/wants/add?q=blue eyes white dragon").headers["Location"].endswith(f"card={dragon.id}")
    page = visit.get(f"/wants/add?card={dragon.id}").get_data(as_text=True)
    assert "LOB-001" in page
    values = {
        "form_key": form_values(page)["form_key"], "kind": "card", "card_id": dragon.id, "printing_id": 0, "product_id": 0,
        "quantity": 2, "urgency": 3, "condition": "EX", "languages": ["fr", "en"], "visibility": "holders", "deck_id": 0,
    }  # fmt: skip
    for _ in range(2):
        assert visit.post("/wants/add", data=values).status_code == 303
    (want,) = stored(database, yugi)
    assert (want.kind, want.quantity, want.condition, sorted(want.languages), want.visibility) == (
        "card", 2, "EX", ["en", "fr"], "holders"
    )  # fmt: skip
    page = visit.get("/wants").get_data(as_text=True)
    assert "Blue-Eyes White Dragon" in page
    assert "EX+" in page
    refused = visit.post("/wants/add", data=values | {"quantity": "many", "note": "kept words", "form_key": "other"})
    assert refused.status_code == 422
    assert "kept words" in refused.get_data(as_text=True)


def test_rows_act_once_and_undo_stands_in_the_message(
    app: Flask, session: Session, database: Database, visit: FlaskClient, yugi: User, dragon: Card
) -> None:
    put(app, session, yugi, [Wish("card", card_id=dragon.id)])
    (want,) = stored(database, yugi)
    for _ in range(2):
        visit.post(f"/wants/{want.id}/more", data={"form_key": "a"})
    assert [one.quantity for one in stored(database, yugi)] == [2]
    visit.post(f"/wants/{want.id}/fewer", data={"form_key": "b"})
    visit.post(f"/wants/{want.id}/fewer", data={"form_key": "c"})
    assert [one.quantity for one in stored(database, yugi)] == [1]
    visit.post(f"/wants/{want.id}/delete", data={"form_key": "d"})
    assert stored(database, yugi) == []
    page = visit.get("/wants").get_data(as_text=True)
    undo = re.search(r'action="(/wants/acts/\d+/undo)"', page)
    assert undo
    visit.post(undo.group(1))
    assert len(stored(database, yugi)) == 1


def test_pages_of_another_ones_wants_are_not_found(
    app: Flask, session: Session, visit: FlaskClient, yugi: User, kaiba: User, dragon: Card
) -> None:
    act = put(app, session, kaiba, [Wish("card", card_id=dragon.id)])
    secret = catalogue.printing(session, "OWN-001", of=dragon)
    secret.added_by_id = kaiba.id
    hidden = catalogue.card(session, "Kaiba's own", added_by_id=kaiba.id)
    want = session.scalars(select(Want)).one()
    session.commit()
    for address in (
        f"/wants/{want.id}",
        f"/wants/add?printing={secret.id}",
        f"/wants/add?card={hidden.id}",
        "/wants/add?set=999",
    ):
        assert visit.get(address).status_code == 404, address
    for address in (
        f"/wants/{want.id}", *(f"/wants/{want.id}/{verb}" for verb in ("more", "fewer", "found", "delete")),
        f"/wants/acts/{act.id}/undo",
    ):  # fmt: skip
        assert visit.post(address, data={"number": 1}).status_code == 404, address
    assert visit.post("/wants/delete", data={"want": want.id}).status_code == 404
    assert visit.post("/wants/arrived", data={"movement": 1, "act": "done", "want": f"{want.id}:1"}).status_code == 404


def test_visitors_are_sent_to_sign_in_and_see_nobody_on_a_card(
    app: Flask, session: Session, kaiba: User, visit: FlaskClient, dragon: Card
) -> None:
    collection.stack(session, kaiba, catalogue.printing(session, of=dragon), for_trade=1)
    session.commit()
    stranger = app.test_client()
    for address in ("/wants", "/wants/add", "/wants/paste", "/wants/export", "/wants/spare", "/wants/file.csv"):
        assert "/login" in stranger.get(address).headers["Location"]
    assert "Kaiba" not in stranger.get(f"/cards/{dragon.id}").get_data(as_text=True)
    assert "Kaiba" in visit.get(f"/cards/{dragon.id}").get_data(as_text=True)


def test_the_page_takes_the_same_statements_for_any_list(
    app: Flask, session: Session, database: Database, visit: FlaskClient, yugi: User, count_queries: Callable[[Database], Any]
) -> None:
    def grow(number: int) -> str:
        for _ in range(number):
            card = catalogue.card(session)
            printing = catalogue.printing(session, of=card)
            collection.stack(session, accounts.user(session), printing, for_trade=1)
            put(app, session, yugi, [Wish("card", card_id=card.id)], group=f"Group {number}")
        return f"/cards/{card.id}"

    def statements(card: str) -> list[int]:
        counts = []
        for address in ("/wants?by=group", "/wants?available=1", "/wants/export", "/wants/spare?keep=1", card):
            with count_queries(database) as queries:
                assert visit.get(address).status_code == 200
            counts.append(queries.count)
        return counts

    few = statements(grow(2))
    assert statements(grow(15)) == few


def test_spare_pages(session: Session, database: Database, visit: FlaskClient, yugi: User, dragon: Card) -> None:
    stacks = in_three_rarities(session, yugi, dragon)
    session.commit()
    assert visit.get("/wants/spare").status_code == 200
    assert visit.get("/wants/spare?keep=x").status_code == 422
    page = visit.get("/wants/spare?keep=3&rarity=rare&condition=best").get_data(as_text=True)
    values = {"keep": 3, "rarity": "rare", "condition": "best", "language": "", **form_values(page)}
    for _ in range(2):
        assert visit.post("/wants/spare", data=values).status_code == 303
    with database.read() as fresh:
        assert fresh.get_one(Stack, stacks["Common"].id).for_trade == 2


def test_odd_addresses_are_no_faults(visit: FlaskClient) -> None:
    for address in (
        "/wants?page=999&by=x&sort=y&urgency=9&kind=z&group=a&deck=-1&q=%00", "/wants/add?card=99999999999&q=%00",
        "/wants/add?kind=set&q=a", "/wants/paste?group=99", "/wants/spare?keep=-1&rarity=x", "/wants/add?kind=item",
    ):  # fmt: skip
        assert visit.get(address).status_code < 500, address
    assert visit.get("/wants/file.exe").status_code == 404


def test_digits_of_other_scripts_are_no_ids(visit: FlaskClient, dragon: Card, session: Session) -> None:
    session.commit()
    for typed in ("²", "٣", "x", "9" * 30):
        assert visit.post("/wants/add", data={"kind": "card", "card_id": typed, "quantity": "1"}).status_code == 404
        assert visit.post("/wants/add", data={"kind": "set", "set_id": typed, "quantity": "1"}).status_code == 404


def test_a_want_changed_meanwhile_keeps_what_was_typed(visit: FlaskClient, dragon: Card, session: Session) -> None:
    session.commit()
    values = {"kind": "card", "card_id": str(dragon.id), "quantity": "2", "urgency": "2", "visibility": "members"}
    visit.post("/wants/add", data=values)
    want_id = session.scalars(select(Want.id)).one()
    session.rollback()
    answer = visit.post(f"/wants/{want_id}", data=values | {"note": "Typed for long", "version": "999"})
    assert answer.status_code == 409
    assert "changed meanwhile" in answer.text
    assert "Typed for long" in answer.text
    version = re.search(r'name="version"[^>]*value="(\d+)"', answer.text)
    assert version
    again = visit.post(f"/wants/{want_id}", data=values | {"note": "Typed for long", "version": version[1]})
    assert again.status_code == 303
