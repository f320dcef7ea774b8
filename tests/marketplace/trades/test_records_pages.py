"""The pages of records: the form that looks up what is typed, saving, the way back, and whose they are."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from marketplace.catalogue import lookup
from marketplace.catalogue.models import Printing
from tests.factories import catalogue, collection, deals, trades


def posted(client, **values):
    return client.post("/trades/records/new", data={"kind": "trade", "name": "Tom", "form_key": "k", "place_id": "0"} | values)


@pytest.fixture
def scene(app, session):
    """Ann with three copies of a card, Bob with one of another, and a printing nobody has. Committed."""
    with app.test_request_context():
        ann, bob = trades.people(session)
        mine, private = trades.copies(session, ann, 3, kept=1), trades.copies(session, bob)
        printing = catalogue.printing(session, rarity="Ultra Rare")
    # Everything is looked up before the commit: a question afterwards would take the write lock from the pages.
    found = SimpleNamespace(ann=ann, bob=bob, mine=mine.id, private=private.id, printing=printing.id, card=mine.printing_id,
                            code=mine.printing.code, new=printing.code, hidden=private.printing.card.name)  # fmt: skip
    session.commit()
    return found


@pytest.fixture
def signed_in(client, scene, log_in):
    log_in(client, scene.ann)
    return client


@pytest.fixture
def owned(database, scene):
    """How many copies of a printing Ann has, looked up without a lock."""

    def owned(printing_id):
        with database.read() as reading:
            return deals.owned(reading, scene.ann, printing_id)

    return owned


def test_the_form_adds_rows_from_what_is_typed(signed_in, scene):
    page = posted(signed_in, act="look", give_text=f"{scene.code} x2", get_text=f"{scene.new} 1st nm")
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    assert f'name="give" value="{scene.mine}"' in text
    assert 'name="give_quantity" value="2"' in text
    assert f'name="get" value="{scene.printing}"' in text
    assert '<option value="1st" selected>' in text
    assert '<option value="NM" selected>' in text


def test_a_number_of_several_stacks_asks_which(signed_in, app, session, scene):
    with app.test_request_context():
        collection.stack(session, scene.ann, session.get(Printing, scene.card), quantity=1, condition="PO")
    session.commit()
    page = posted(signed_in, act="save", give_text=scene.code)
    assert page.status_code == 422
    assert 'name="give_pick"' in page.get_data(as_text=True)
    page = posted(signed_in, act="look", give_text=scene.code, give_asked=scene.code, give_pick=str(scene.mine))
    assert f'name="give" value="{scene.mine}"' in page.get_data(as_text=True)
    page = posted(signed_in, act="look", give_text=f"{scene.code} po")
    assert 'name="give"' in page.get_data(as_text=True)
    assert "give_pick" not in page.get_data(as_text=True)


def test_rows_are_taken_off(signed_in, scene):
    values = {"give": [str(scene.mine)], "get": [str(scene.printing)] * 2, "get_quantity": ["1", "7"]}
    text = posted(signed_in, drop="get-0", **values).get_data(as_text=True)
    assert text.count('name="get" value=') == 1
    assert 'name="get_quantity" value="7"' in text
    assert 'name="give" value=' in text
    assert 'name="give" value=' not in posted(signed_in, drop="give-0", **values).get_data(as_text=True)


def test_saving_twice_is_one_record_and_one_click_takes_it_back(signed_in, scene, owned):
    values = {"act": "save", "give": str(scene.mine), "give_quantity": "1", "get": str(scene.printing), "get_quantity": "3",
              "get_edition": "1st", "get_condition": "EX", "get_language": "en"}  # fmt: skip
    first, second = posted(signed_in, **values), posted(signed_in, **values)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.location == second.location
    page = signed_in.get(first.location).get_data(as_text=True)
    assert "Tom" in page
    assert scene.new in page
    assert owned(scene.printing) == 3
    assert "Tom" in signed_in.get("/trades/records").get_data(as_text=True)
    assert '<option value="Tom">' in signed_in.get("/trades/records/new").get_data(as_text=True)
    for _press in range(2):
        assert signed_in.post(f"{first.location}/undo", data={}).status_code == 303
    assert owned(scene.printing) == 0
    assert owned(scene.card) == 3


def test_what_was_typed_is_kept_when_it_is_refused(signed_in, scene, owned):
    page = posted(signed_in, act="save", name="", items_given="a die", note="at the club", give=str(scene.mine))
    text = page.get_data(as_text=True)
    assert page.status_code == 422
    assert "a die" in text
    assert "at the club" in text
    assert f'name="give" value="{scene.mine}"' in text
    page = posted(signed_in, act="save", give=str(scene.mine), give_quantity="99")
    assert page.status_code == 422
    assert owned(scene.card) == 3


def test_a_loan_goes_to_the_collection(signed_in, scene):
    page = posted(signed_in, act="save", kind="loan", give=str(scene.mine))
    assert page.status_code == 303
    assert page.location.endswith("/collection/")


def test_nonsense_is_no_error(signed_in):
    for values in (
        {"act": "save", "give": "x", "get": "-1"},
        {"act": "look", "give_text": "%" * 300, "get_text": "_%_"},
        {"act": "look", "give_text": "zzzz", "give_asked": "zzzz", "give_pick": "99999999999"},
        {"act": "save", "get": "999999", "get_quantity": "1"},
        {"act": "save", "give": "999999", "give_quantity": "1"},
        {"act": "save", "place_id": "77", "items_given": "x"},
    ):
        assert posted(signed_in, **values).status_code in (200, 422)
    assert signed_in.get("/trades/records/new?give=x:y,1:2,99999:1&kind=zz&name=" + "n" * 200).status_code == 200


def test_others_find_no_record_and_no_copies(signed_in, client, scene, log_in):
    location = posted(signed_in, act="save", give=str(scene.mine)).location
    assert scene.hidden not in signed_in.get(f"/trades/records/new?give={scene.private}:1").get_data(as_text=True)
    assert posted(signed_in, act="save", give=str(scene.private)).status_code == 422
    number = location.rsplit("/", 1)[1]
    assert client.get(f"/trades/{number}").status_code == 404
    log_in(client, scene.bob)
    assert client.get(location).status_code == 404
    assert client.post(f"{location}/undo").status_code == 404
    assert "Tom" not in client.get("/trades/records").get_data(as_text=True)


def test_somebody_elses_own_printing_is_not_shown(signed_in, app, session, scene):
    with app.test_request_context():
        secret = lookup.custom_printing(
            session, scene.bob.id, code="SEC-1", card_id=None, name="Hidden Dragon", language="en", rarity=""
        )
        secret_id = secret.printing_id
    session.commit()
    page = posted(signed_in, act="look", get=str(secret_id), get_quantity="1")
    assert "Hidden Dragon" not in page.get_data(as_text=True)
