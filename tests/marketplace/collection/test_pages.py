"""The pages of the collection: what they show, what they refuse, and whose they are."""

from __future__ import annotations

import re
from html import unescape

import pytest
from sqlalchemy import func, inspect, select

from marketplace.catalogue.models import CardName
from marketplace.collection import stock
from marketplace.collection.models import EntryDefaults, Loan, Operation, Place, Stack
from marketplace.db import Database
from tests.factories import accounts, catalogue
from tests.factories import collection as made


@pytest.fixture
def user(session, app):
    with app.test_request_context():
        return accounts.user(session, "yvonne")


@pytest.fixture
def signed_in(client, session, user, log_in):
    session.commit()
    log_in(client, user)
    return client


@pytest.fixture
def printing(session):
    return catalogue.printing(session, "LDD-F003", language="fr", rarity="Ultra Rare")


@pytest.fixture
def stack(app, session, user, printing):
    with app.test_request_context():
        found = made.stack(session, user, printing, quantity=3, for_trade=1, condition="NM")
    session.commit()
    return found


def facts(stack, **changes) -> dict[str, object]:
    """What the form of facts sends when nothing is touched."""
    return {
        "count": stack.quantity, "printing_id": stack.printing_id, "language": stack.language, "edition": stack.edition,
        "condition": stack.condition, "condition_words": "", "artwork": "", "misprint": "", "grading": "", "storage": "",
        "price_paid": "", "acquired_on": "", "note": stack.note, "version": stack.version, "form_key": "k1",
    } | changes  # fmt: skip


class Reader:
    """Looks at what was committed, holding no lock: each question in a transaction of its own."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def get(self, model, identity):
        with self.database.read() as session:
            return session.get(model, identity)

    def scalars(self, query) -> list:
        with self.database.read() as session:
            return session.scalars(query).all()

    def rows(self, query) -> list:
        with self.database.read() as session:
            return session.execute(query).all()


@pytest.fixture
def reader(database):
    return Reader(database)


def fresh(reader: Reader, stack: Stack) -> Stack:
    return reader.get(Stack, inspect(stack).identity[0])


def text(response) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", response.get_data(as_text=True)))


PAGES = ["/collection/", "/collection/history", "/collection/places", "/collection/defaults"]


@pytest.mark.parametrize(
    "path", [*PAGES, "/collection/stacks/1", "/collection/places/1", "/collection/photos/1", "/collection/bulk"]
)
def test_a_visitor_is_asked_to_sign_in(client, path):
    """C38: never an empty list."""
    response = client.get(path)
    assert response.status_code == 302
    assert "/login" in response.location


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_an_empty_collection_say_what_to_do(signed_in, path):
    response = signed_in.get(path)
    assert response.status_code == 200
    assert "style=" not in response.get_data(as_text=True)
    assert "onclick" not in response.get_data(as_text=True)


def test_the_list_shows_copies_and_totals(signed_in, stack):
    page = text(signed_in.get("/collection/"))
    assert "LDD-F003" in page
    assert re.search(r"Copies\s+3", page)


def test_a_filter_nobody_knows_is_named(signed_in, stack):
    response = signed_in.get("/collection/?rarity=Shiny&sort=nonsense&dir=up&page=x&per=7")
    assert response.status_code == 200
    assert "“Shiny”" in text(response)


def test_the_page_of_a_stack(signed_in, stack):
    page = text(signed_in.get(f"/collection/stacks/{stack.id}"))
    assert "LDD-F003" in page
    assert "3 copies added" in page


def test_an_edit_says_what_was_done_and_offers_undo(signed_in, stack, reader):
    response = signed_in.post(f"/collection/stacks/{stack.id}/facts", data=facts(stack, condition="EX", price_paid="4,50"))
    assert response.status_code == 303
    changed = fresh(reader, stack)
    assert (changed.condition, str(changed.price_paid)) == ("EX", "4.50")
    page = signed_in.get(response.location).get_data(as_text=True)
    assert "/undo" in page
    operation = reader.scalars(select(Operation).order_by(Operation.id.desc()))[0]
    undone = signed_in.post(f"/collection/operations/{operation.id}/undo", data={"next": "/collection/"})
    assert undone.location == "/collection/"
    assert fresh(reader, stack).condition == "NM"


def test_editing_some_copies_splits_the_stack(signed_in, user, stack, reader):
    signed_in.post(f"/collection/stacks/{stack.id}/facts", data=facts(stack, condition="PO", count=1))
    rows = reader.rows(select(Stack.condition, Stack.quantity).where(Stack.user_id == user.id).order_by(Stack.id))
    assert rows == [("NM", 2), ("PO", 1)]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"condition": "XX"}, "condition"),
        ({"count": 0}, "count"),
        ({"count": 4}, "count"),
        ({"count": "x"}, "count"),
        ({"price_paid": "much"}, "price_paid"),
        ({"price_paid": "-1"}, "price_paid"),
        ({"price_paid": "1e99"}, "price_paid"),
        ({"acquired_on": "31/02/2020"}, "acquired_on"),
        ({"acquired_on": "1890-01-01"}, "acquired_on"),
        ({"note": "n" * 4_001}, "note"),
        ({"language": "klingon"}, "language"),
        ({"printing_id": 999_999}, "printing_id"),
    ],
)
def test_what_cannot_be_is_refused_and_kept_in_the_form(signed_in, stack, changes, field, reader):
    response = signed_in.post(f"/collection/stacks/{stack.id}/facts", data=facts(stack, storage="in a toploader") | changes)
    assert response.status_code == 422
    page = response.get_data(as_text=True)
    assert "in a toploader" in page
    assert f'id="{field}-errors"' in page
    assert fresh(reader, stack).version == 1


def test_two_pages_open_the_second_save_is_a_conflict_and_keeps_what_was_typed(app, signed_in, session, user, stack, reader):
    seen = facts(stack)
    with app.test_request_context():
        stock.edit(session, user.id, stack.id, None, {"note": "from the other page"})
    session.refresh(stack)
    session.commit()
    response = signed_in.post(f"/collection/stacks/{stack.id}/facts", data=seen | {"note": "typed here"})
    assert response.status_code == 409
    page = text(response)
    assert "typed here" in page
    assert "This stack changed at" in page
    assert fresh(reader, stack).note == "from the other page"
    again = re.search(r'name="version" value="(\d+)"', response.get_data(as_text=True))
    assert (
        signed_in.post(
            f"/collection/stacks/{stack.id}/facts", data=seen | {"note": "typed here", "version": again[1]}
        ).status_code
        == 303
    )
    assert fresh(reader, stack).note == "typed here"


def test_a_double_click_acts_once_but_a_corrected_form_acts_again(signed_in, stack, reader):
    url = f"/collection/stacks/{stack.id}/remove"
    sent = {"count": 1, "reason": "sold", "form_key": "one-form"}
    for _click in range(2):
        assert signed_in.post(url, data=sent).status_code == 303
    assert fresh(reader, stack).quantity == 2
    signed_in.post(url, data=sent | {"reason": "lost"})
    assert fresh(reader, stack).quantity == 1


def test_removing_names_buyer_and_price_in_the_journal(signed_in, stack):
    data = {"count": 2, "reason": "sold", "counterpart": "Ana", "price": "12,00", "note": "at the shop"}
    signed_in.post(f"/collection/stacks/{stack.id}/remove", data=data)
    page = text(signed_in.get(f"/collection/stacks/{stack.id}"))
    assert "2 copies sold to Ana" in page
    assert "price 12.00" in page
    assert "at the shop" in page


def test_numbers_and_what_is_for_trade(signed_in, stack, reader):
    url = f"/collection/stacks/{stack.id}/numbers"
    signed_in.post(url, data={"quantity": 5, "for_trade": 4, "version": 1})
    assert (fresh(reader, stack).quantity, fresh(reader, stack).for_trade) == (5, 4)
    assert signed_in.post(url, data={"quantity": 5, "for_trade": 6}).status_code == 422
    response = signed_in.post(url, data={"quantity": 2, "for_trade": 4, "form_key": "z"})
    assert (fresh(reader, stack).quantity, fresh(reader, stack).for_trade) == (2, 2)
    assert "2 copies are no longer for trade" in text(signed_in.get(response.location))


def test_lending_and_taking_back(signed_in, stack, reader):
    assert signed_in.post(f"/collection/stacks/{stack.id}/lend", data={"count": 2, "borrower": ""}).status_code == 422
    signed_in.post(f"/collection/stacks/{stack.id}/lend", data={"count": 2, "borrower": "Ben"})
    assert fresh(reader, stack).lent == 2
    loan = reader.scalars(select(Loan))[0]
    assert "2 to Ben" in text(signed_in.get(f"/collection/stacks/{stack.id}"))
    signed_in.post(f"/collection/loans/{loan.id}/back", data={"quantity": "9"})
    assert fresh(reader, stack).lent == 2
    signed_in.post(f"/collection/loans/{loan.id}/back", data={"quantity": "1"})
    assert fresh(reader, stack).lent == 1


def test_a_number_of_the_copies_own_language_is_offered_and_taken(app, signed_in, session, user, stack, reader):
    """C7: looked up in the catalogue, never built by swapping letters."""
    english = catalogue.printing(session, "LOB-E003", of=stack.printing.card, rarity="Ultra Rare")
    with app.test_request_context():
        stock.edit(session, user.id, stack.id, None, {"language": "en"})
    session.refresh(stack)
    session.commit()
    page = text(signed_in.get(f"/collection/stacks/{stack.id}"))
    assert "Use LOB-E003" in page
    assert signed_in.post(f"/collection/stacks/{stack.id}/number", data={"printing_id": 10**8}).status_code == 404
    signed_in.post(f"/collection/stacks/{stack.id}/number", data={"printing_id": english.id})
    assert fresh(reader, stack).printing_id == english.id


def test_another_number_brings_its_language_along(signed_in, session, stack, reader):
    english = catalogue.printing(session, "LOB-E003", of=stack.printing.card, rarity="Ultra Rare")
    session.commit()
    signed_in.post(f"/collection/stacks/{stack.id}/facts", data=facts(stack, printing_id=english.id))
    assert (fresh(reader, stack).printing_id, fresh(reader, stack).language) == (english.id, "en")


def test_places_are_made_changed_ordered_and_deleted(signed_in, stack, user, reader):
    made_one = signed_in.post(
        "/collection/places", data={"name": "Blue  binder", "kind": "binder", "pages": 2, "slots_per_page": 9}
    )
    assert made_one.status_code == 303
    again = signed_in.post("/collection/places", data={"name": "BLUE BINDER", "kind": "box"})
    assert again.status_code == 422
    assert "already" in text(again)
    signed_in.post("/collection/places", data={"name": "Box", "kind": "box"})
    binder, box = reader.scalars(select(Place).where(Place.user_id == user.id).order_by(Place.position))
    assert (binder.name, binder.pages) == ("Blue binder", 2)
    signed_in.post(f"/collection/places/{box.id}/shift", data={"to": "up"})
    assert reader.scalars(select(Place.name).where(Place.user_id == user.id).order_by(Place.position)) == [
        "Box",
        "Blue binder",
    ]
    signed_in.post(f"/collection/stacks/{stack.id}/move", data={"count": 3, "place_id": binder.id, "page": 2, "slot": 5})
    assert (fresh(reader, stack).page, fresh(reader, stack).slot) == (2, 5)
    shrunk = signed_in.post(
        f"/collection/places/{binder.id}", data={"name": "Blue", "kind": "binder", "pages": 1, "slots_per_page": 9}
    )
    assert shrunk.status_code == 422
    assert "page 2" in text(shrunk)
    assert "LDD-F003" in text(signed_in.get(f"/collection/places/{binder.id}?page=2"))
    signed_in.post(f"/collection/places/{binder.id}/delete")
    assert fresh(reader, stack).place_id is None
    assert signed_in.get(f"/collection/places/{binder.id}").status_code == 404


def test_a_pocket_is_filled_from_the_list_beside_the_page(signed_in, session, app, stack, user, reader):
    with app.test_request_context():
        binder = made.binder(session, user, pages=1)
    session.commit()
    page = signed_in.get(f"/collection/places/{binder.id}")
    assert f'name="stack" value="{stack.id}"' in page.get_data(as_text=True)
    signed_in.post(f"/collection/places/{binder.id}/put", data={"stack": stack.id, "slot": 4, "page": 1})
    found = fresh(reader, stack)
    assert (found.place_id, found.page, found.slot) == (binder.id, 1, 4)
    assert signed_in.get(f"/collection/places/{binder.id}?page=2").status_code == 404


KEEP = {"act": "facts"} | dict.fromkeys(("language", "edition", "condition", "signed", "proxy"), "keep")


def test_many_stacks_are_moved_changed_and_taken_out(app, signed_in, session, user, reader):
    with app.test_request_context():
        several = [
            made.stack(session, user, catalogue.printing(session, f"TST-EN{number:03d}"), quantity=4) for number in range(3)
        ]
        binder = made.binder(session, user, pages=1, slots_per_page=2)
    session.commit()
    ids = [("stack", str(one.id)) for one in several]
    shown = signed_in.get("/collection/bulk", query_string=[("act", "move"), *ids])
    assert "12 copies" in text(shown)
    full = signed_in.post(
        "/collection/bulk", data={"act": "move", "place_id": binder.id, "fill": "y", "stack": [number for _key, number in ids]}
    )
    assert full.status_code == 422
    assert "only 2 empty pockets" in text(full)
    two = [one.id for one in several[:2]]
    signed_in.post("/collection/bulk", data={"act": "move", "place_id": binder.id, "fill": "y", "stack": two})
    assert [fresh(reader, one).slot for one in several] == [1, 2, None]
    signed_in.post("/collection/bulk", data={"act": "trade", "how": "keep", "keep": 3, "all": "sort=number", "expected": 3})
    assert [fresh(reader, one).for_trade for one in several] == [1, 1, 1]
    stale = signed_in.post("/collection/bulk", data={"act": "remove", "reason": "lost", "all": "sort=number", "expected": 4})
    assert stale.status_code == 409
    nothing = signed_in.post(
        "/collection/bulk",
        data={
            "act": "facts",
            "language": "keep",
            "edition": "keep",
            "condition": "keep",
            "signed": "keep",
            "proxy": "keep",
            "stack": two,
        },
    )
    assert nothing.status_code == 422
    signed_in.post(
        "/collection/bulk",
        data={
            "act": "facts",
            "language": "keep",
            "edition": "1st",
            "condition": "keep",
            "signed": "yes",
            "proxy": "keep",
            "stack": two,
        },
    )
    assert [(fresh(reader, one).edition, fresh(reader, one).signed) for one in several] == [
        ("1st", True),
        ("1st", True),
        ("", False),
    ]
    signed_in.post(
        "/collection/bulk", data={"act": "remove", "reason": "sold", "counterpart": "Ana", "all": "sort=number", "expected": 3}
    )
    assert [fresh(reader, one).quantity for one in several] == [0, 0, 0]
    operation = reader.scalars(select(Operation.id).order_by(Operation.id.desc()))[0]
    signed_in.post(f"/collection/operations/{operation}/undo")
    assert [fresh(reader, one).quantity for one in several] == [4, 4, 4]


def test_everything_filtered_means_the_filters_not_the_page(app, signed_in, session, user, reader):
    with app.test_request_context():
        rare = made.stack(session, user, catalogue.printing(session, "AAA-EN001", rarity="Rare"))
        common = made.stack(session, user, catalogue.printing(session, "AAA-EN002"))
    session.commit()
    step = signed_in.get("/collection/bulk", query_string={"act": "remove", "whole": "1", "view": "rarity=Rare&sort=name"})
    assert step.status_code == 302
    page = signed_in.get(step.location)
    assert "1 copy in 1 stack" in text(page)
    signed_in.post("/collection/bulk", data={"act": "remove", "reason": "lost", "all": "rarity=Rare&sort=name", "expected": 1})
    assert (fresh(reader, rare).quantity, fresh(reader, common).quantity) == (0, 1)


def test_the_history_tells_acts_and_offers_undo_then_redo(signed_in, stack, reader):
    signed_in.post(f"/collection/stacks/{stack.id}/remove", data={"count": 1, "reason": "given", "counterpart": "Eva"})
    page = signed_in.get("/collection/history")
    assert "Gave 1 copy of" in text(page)
    operation = reader.scalars(select(Operation.id).order_by(Operation.id.desc()))[0]
    signed_in.post(f"/collection/operations/{operation}/undo")
    page = signed_in.get("/collection/history")
    assert "Undone: Gave 1 copy of" in text(page)
    redo = re.findall(r"/collection/operations/(\d+)/undo", page.get_data(as_text=True))
    assert str(operation + 1) in redo
    signed_in.post(f"/collection/operations/{operation + 1}/undo")
    assert fresh(reader, stack).quantity == 2
    assert "Done again: Gave 1 copy of" in text(signed_in.get("/collection/history"))


def test_an_undo_that_would_lose_later_acts_is_refused_in_words(signed_in, stack, reader):
    first = reader.scalars(select(Operation.id))[0]
    signed_in.post(f"/collection/stacks/{stack.id}/remove", data={"count": 1, "reason": "lost"})
    response = signed_in.post(f"/collection/operations/{first}/undo")
    assert "has changed since: copies 3 → 2" in text(signed_in.get(response.location))
    assert fresh(reader, stack).quantity == 2


def test_where_an_undo_leads_stays_on_this_site(signed_in, stack, reader):
    first = reader.scalars(select(Operation.id))[0]
    response = signed_in.post(f"/collection/operations/{first}/undo", data={"next": "https://evil.example/"})
    assert "evil" not in response.location


def test_defaults_are_kept(app, signed_in, session, user, reader):
    with app.test_request_context():
        box = made.place(session, user, "Box")
    session.commit()
    signed_in.post("/collection/defaults", data={"language": "fr", "edition": "1st", "condition": "NM", "place_id": box.id})
    kept = reader.get(EntryDefaults, user.id)
    assert (kept.language, kept.edition, kept.condition, kept.place_id) == ("fr", "1st", "NM", box.id)
    assert signed_in.post("/collection/defaults", data={"language": "xx", "place_id": 0}).status_code == 422


ROUTES = [
    ("GET", "/collection/stacks/{stack}", {}),
    ("POST", "/collection/stacks/{stack}/facts", {"condition": "EX"}),
    ("POST", "/collection/stacks/{stack}/number", {"printing_id": "1"}),
    ("POST", "/collection/stacks/{stack}/numbers", {"quantity": "9", "for_trade": "0"}),
    ("POST", "/collection/stacks/{stack}/move", {"count": "1", "place_id": "0"}),
    ("POST", "/collection/stacks/{stack}/remove", {"count": "1", "reason": "sold"}),
    ("POST", "/collection/stacks/{stack}/lend", {"count": "1", "borrower": "me"}),
    ("POST", "/collection/stacks/{stack}/photos", {}),
    ("POST", "/collection/loans/{loan}/back", {}),
    ("GET", "/collection/places/{place}", {}),
    ("POST", "/collection/places/{place}", {"name": "mine", "kind": "box"}),
    ("POST", "/collection/places/{place}/shift", {"to": "up"}),
    ("POST", "/collection/places/{place}/delete", {}),
    ("POST", "/collection/places/{place}/put", {"stack": "1", "slot": "1"}),
    ("POST", "/collection/operations/{operation}/undo", {}),
    ("GET", "/collection/photos/{photo}", {}),
    ("POST", "/collection/photos/{photo}/caption", {"caption": "x"}),
    ("POST", "/collection/photos/{photo}/shift", {}),
    ("POST", "/collection/photos/{photo}/delete", {}),
    ("POST", "/collection/photos/{photo}/restore", {}),
]


@pytest.fixture
def theirs(app, session, stack, user):
    """Everything of Yvonne's by name, seen by Otto."""
    from marketplace.collection.models import Photo

    with app.test_request_context():
        loan = stock.lend(session, user.id, stack.id, 1, "Ben").summary["loans"][0]["id"]
        place = made.place(session, user, "Box")
    photo = Photo(user_id=user.id, stack_id=stack.id, digest="0" * 64, width=1, height=1, size=1)
    session.add(photo)
    session.flush()
    operation = session.scalars(select(Operation.id).order_by(Operation.id)).first()
    session.commit()
    return {"stack": stack.id, "loan": loan, "place": place.id, "operation": operation, "photo": photo.id}


@pytest.mark.parametrize(("method", "path", "data"), ROUTES)
def test_what_belongs_to_somebody_else_is_not_found(client, session, log_in, theirs, method, path, data, reader):
    other = accounts.user(session, "otto")
    session.commit()
    log_in(client, other)
    before = reader.scalars(select(func.count()).select_from(Operation))[0]
    response = client.open(path.format(**theirs), method=method, data=data)
    assert response.status_code == 404
    assert reader.scalars(select(func.count()).select_from(Operation))[0] == before
    assert reader.get(Place, theirs["place"]).name == "Box"


def test_every_route_with_an_id_is_in_the_list_above(app):
    known = {(method, re.sub(r"\{\w+\}", "#", path)) for method, path, _data in ROUTES}
    mine = ("stack", "loan", "place", "operation", "photo")
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("collection.") and any(f"{name}_id" in rule.arguments for name in mine):
            path = re.sub(r"<[^>]+>", "#", rule.rule)
            for method in rule.methods - {"HEAD", "OPTIONS"}:
                assert (method, path) in known, f"{method} {path} is not tested with another collector's id"


def test_foreign_stacks_in_a_bulk_act_are_left_out(client, session, log_in, theirs, reader):
    other = accounts.user(session, "otto")
    session.commit()
    log_in(client, other)
    client.post("/collection/bulk", data={"act": "remove", "reason": "lost", "stack": theirs["stack"]})
    assert reader.get(Stack, theirs["stack"]).quantity == 3


def test_a_form_without_its_token_is_refused(app, signed_in, stack, reader):
    app.config["WTF_CSRF_ENABLED"] = True
    try:
        response = signed_in.post(f"/collection/stacks/{stack.id}/remove", data={"count": 1, "reason": "sold"})
    finally:
        app.config["WTF_CSRF_ENABLED"] = False
    assert response.status_code == 400
    assert fresh(reader, stack).quantity == 3


def test_a_list_page_takes_few_queries(app, signed_in, session, user, database, count_queries):
    with app.test_request_context():
        made.many_cards(session, 60)
        made.many_stacks(session, user, 300)
    session.commit()
    signed_in.get("/collection/")
    counts = []
    for per in (50, 100):
        with count_queries(database) as queries:
            assert signed_in.get(f"/collection/?per={per}&sort=place").status_code == 200
        counts.append(queries.count)
    assert counts[0] == counts[1]
    assert 5 <= counts[0] <= 10


def test_one_screen_names_a_card_in_one_language(signed_in, session, user, printing):
    session.merge(CardName(card_id=printing.card_id, language="fr", name="Magicien Sombre", folded="magicien sombre"))
    english = printing.card.name
    session.commit()
    found = text(signed_in.get("/collection/add?code=LDD-F003"))
    assert re.search(rf"{english}\s+LDD-F003 · Magicien Sombre", found), "what is printed stands beside it"
    typed = {"edition": "", "condition": "", "language": "", "page": "", "slot": "", "note": "", "typed": "LDD-F003"}
    sent = {"printing_id": printing.id, "quantity": 1, "for_trade": 0, "place_id": 0, **typed}
    assert signed_in.post("/collection/add", data=sent).status_code == 303
    page = text(signed_in.get("/collection/add"))
    assert f"1 copy of {english} (LDD-F003) added." in page
    assert "Magicien Sombre" not in page
