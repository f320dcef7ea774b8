"""What no page of ours sends: numbers no column holds, digits of other scripts, NUL characters, files for texts."""

from __future__ import annotations

import io
import re
from types import SimpleNamespace

import pytest
from sqlalchemy import func, select

from marketplace.collection.models import Place, Stack
from tests.factories import accounts, catalogue
from tests.factories import collection as made

PASTED = {"language": "", "edition": "", "condition": "", "scale": "", "place_id": "0"}

HUGE = "9" * 5_000
"""More digits than Python reads as a number."""


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
def stack(app, session, user):
    with app.test_request_context():
        found = made.stack(session, user, catalogue.printing(session, "LDD-F003", language="fr"), quantity=3)
    # Plain values: a session that reads a row again would hold the lock the request needs.
    kept = SimpleNamespace(
        id=found.id, version=found.version, printing_id=found.printing_id, slug=found.printing.product.slug, user_id=user.id
    )
    session.commit()
    return kept


def test_a_number_no_column_holds_is_a_page_that_does_not_exist(app, signed_in):
    asked = 0
    for rule in app.url_map.iter_rules():
        if "<int:" not in rule.rule:
            continue
        for number in (2**31, 2**63, 10**30):
            address = re.sub(r"<int:\w+>", str(number), rule.rule)
            for method in rule.methods - {"HEAD", "OPTIONS"}:
                assert signed_in.open(address, method=method).status_code in (404, 405), address
                asked += 1
    assert asked > 60


@pytest.mark.parametrize("page", ["²", "-1", str(2**63), "1" + "0" * 30, HUGE])
def test_a_page_number_nobody_has_shows_a_page(session, user, signed_in, page):
    sent = {"file": (io.BytesIO(b"Card Name,Quantity,Set Number\nKuriboh,1,MRD-F071\n"), "cards.csv")}
    file = signed_in.post("/collection/import", data=sent)
    assert signed_in.get(file.location, query_string={"page": page}).status_code == 200


@pytest.mark.parametrize("text", ["²", "٣", HUGE])
@pytest.mark.parametrize("field", ["n", "was"])
def test_a_cell_of_the_grid_takes_plain_digits(session, signed_in, stack, field, text):
    name = f"{field}-{stack.printing_id}"
    cells = {f"n-{stack.printing_id}": "4", f"was-{stack.printing_id}": "3"} | {name: text}
    answer = signed_in.post(f"/collection/grid/{stack.slug}", data=cells | {"language": "fr"})
    assert answer.status_code == 422
    assert "is not a number of copies" in answer.text
    assert session.scalar(select(func.sum(Stack.quantity))) == 3


@pytest.mark.parametrize("number", ["²", "9" * 30, HUGE])
def test_a_cell_without_a_printing_is_no_cell(signed_in, stack, number):
    answer = signed_in.post(f"/collection/grid/{stack.slug}", data={f"n-{number}": "1", "language": "fr"})
    assert answer.status_code == 303


@pytest.mark.parametrize("number", ["", "²", "-1", HUGE])
def test_a_number_that_was_not_offered_is_not_found(signed_in, stack, number):
    answer = signed_in.post(f"/collection/stacks/{stack.id}/number", data={"printing_id": number, "version": stack.version})
    assert answer.status_code == 404


@pytest.mark.parametrize("number", ["²", "9" * 11, HUGE])
def test_the_lines_of_a_list_take_forged_numbers_for_none(signed_in, number):
    made_list = signed_in.post("/collection/paste", data=PASTED | {"text": "2x Kuriboh"})
    lines = {"row": ["1", number], "place-1": number, "printing-1": number, "do": f"page:{number}"}
    assert signed_in.post(f"{made_list.location}/answers", data=lines).status_code == 303
    assert signed_in.post(f"{made_list.location}/many", data={"place": number}).status_code < 500


@pytest.mark.parametrize("number", ["²", HUGE])
def test_copies_are_put_into_a_pocket_by_plain_numbers(session, signed_in, stack, number):
    place = Place(user_id=stack.user_id, kind="binder", name="Blue", name_folded="blue", pages=2, slots_per_page=9)
    session.add(place)
    session.flush()
    address = f"/collection/places/{place.id}/put"
    session.commit()
    assert signed_in.post(address, data={"stack": number, "slot": "1"}).status_code == 303
    assert session.scalar(select(Stack.place_id)) is None
    session.commit()
    assert signed_in.post(address, data={"stack": str(stack.id), "slot": number}).status_code == 303


def test_a_nul_character_is_refused_and_nothing_is_written(session, signed_in):
    answer = signed_in.post("/collection/places", data={"name": "Bl\x00ue", "kind": "box"})
    assert answer.status_code == 400
    assert session.scalar(select(func.count(Place.id))) == 0


def test_a_pasted_list_may_hold_a_nul_character(signed_in):
    answer = signed_in.post("/collection/paste", data=PASTED | {"text": "2x Kuri\x00boh"})
    assert answer.status_code == 303


@pytest.mark.parametrize("field", ["name", "note"])
def test_a_file_is_not_taken_for_a_text(session, signed_in, field):
    sent = {"name": "Blue", "kind": "box"} | {field: (io.BytesIO(b"text"), "text.txt")}
    answer = signed_in.post("/collection/places", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 400
    assert session.scalar(select(func.count(Place.id))) == 0


@pytest.mark.parametrize("count", ["²", "٣", HUGE])
def test_a_pasted_line_may_begin_with_any_digits(signed_in, count):
    text = f"{count} Kuriboh Ultra\n{count} Ultra Kuriboh 1st\nKuriboh MRD-F071 NM, also {count} en Super"
    made_list = signed_in.post("/collection/paste", data=PASTED | {"text": text})
    assert made_list.status_code == 303
    assert signed_in.get(made_list.location).status_code == 200
