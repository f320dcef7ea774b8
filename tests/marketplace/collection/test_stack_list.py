"""The collection list: found in every language, filtered, ordered, counted, with the same few queries for any size."""

from __future__ import annotations

import pytest
from flask import request, url_for
from werkzeug.datastructures import MultiDict

from marketplace.catalogue.models import CardName
from marketplace.collection import stack_list, stock
from marketplace.collection.stack_filters import StackFilters, read
from tests.factories import accounts, catalogue
from tests.factories import collection as made


@pytest.fixture(autouse=True)
def _words(app):
    with app.test_request_context():
        yield


@pytest.fixture
def user(session):
    return accounts.user(session)


@pytest.fixture
def shelf(session, user):
    """Six stacks of three cards, with names in two languages."""
    from marketplace.catalogue import search_index

    magician = catalogue.card(session, "Dark Magician")
    dragon = catalogue.card(session, "Blue-Eyes White Dragon")
    hole = catalogue.card(session, "Dark Hole", kind="spell", frame="spell", attribute=None, level=None, atk=None, defense=None)
    session.add(CardName(card_id=magician.id, language="fr", name="Magicien Sombre", folded="magicien sombre"))
    session.flush()
    if hasattr(search_index, "refresh"):
        search_index.refresh(session.connection())
    ldd = catalogue.printing(
        session, "LDD-F003", of=magician, language="fr", rarity="Ultra Rare", in_product="Legend of Blue Eyes"
    )
    lob = catalogue.printing(session, "LOB-005", of=magician, rarity="Ultra Rare", in_product="Legend of Blue Eyes")
    sdk = catalogue.printing(session, "SDK-001", of=dragon, rarity="Ultra Rare", in_product="Starter Deck: Kaiba")
    sdy = catalogue.printing(session, "SDY-021", of=hole, rarity="Common", in_product="Starter Deck: Yugi")
    box = made.place(session, user, "Box A")
    return {
        "ldd": made.stack(session, user, ldd, quantity=2, for_trade=1, condition="NM", place_id=box.id),
        "lob": made.stack(session, user, lob, quantity=1, condition="PO", edition="1st", note="from the flea market"),
        "sdk": made.stack(session, user, sdk, quantity=3, signed=True),
        "sdy": made.stack(session, user, sdy, quantity=5, language="de"),
        "box": box,
        "magician": magician,
    }


def found(session, user, locale="en", sort="number", **filters) -> list[str]:
    page = stack_list.page_of_stacks(session, user.id, StackFilters(**filters), locale=locale, sort=sort, direction="asc")
    return [row.stack.printing.code for row in page.rows]


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        ("Magicien Sombre", ["LDD-F003", "LOB-005"]),
        ("magicien  SOMBRE", ["LDD-F003", "LOB-005"]),
        ("dark magician", ["LDD-F003", "LOB-005"]),
        ("dark", ["LDD-F003", "LOB-005", "SDY-021"]),
        ("ldd-f003", ["LDD-F003"]),
        ("LDD F003", ["LDD-F003"]),
        ("sdk", ["SDK-001"]),
        ("flea market", ["LOB-005"]),
        ("nothing like it at all", []),
    ],
)
def test_search_finds_names_in_every_language_numbers_and_notes(session, user, shelf, typed, codes):
    assert found(session, user, q=typed) == codes


def test_search_finds_a_passcode(session, user, shelf):
    assert found(session, user, q=str(shelf["magician"].passcode)) == ["LDD-F003", "LOB-005"]


def test_a_mistyped_name_finds_what_comes_near_and_says_so(session, user, shelf):
    page = stack_list.page_of_stacks(session, user.id, StackFilters(q="dark magicain"), locale="en")
    assert page.guessed
    assert {row.name for row in page.rows} == {"Dark Magician"}


def test_names_are_shown_in_the_readers_language(session, user, shelf):
    page = stack_list.page_of_stacks(session, user.id, StackFilters(q="LDD-F003"), locale="fr")
    assert [row.name for row in page.rows] == ["Magicien Sombre"]


@pytest.mark.parametrize(
    ("filters", "codes"),
    [
        ({"q": "Magicien Sombre", "set": "LDD", "rarity": ("Ultra Rare",)}, ["LDD-F003", "LOB-005"]),
        ({"set": "Legend of Blue"}, ["LDD-F003", "LOB-005"]),
        ({"language": ("fr", "de")}, ["LDD-F003", "SDY-021"]),
        ({"condition": ("none",)}, ["SDK-001", "SDY-021"]),
        ({"condition": ("NM", "PO")}, ["LDD-F003", "LOB-005"]),
        ({"edition": ("1st",)}, ["LOB-005"]),
        ({"rarity": ("Common",)}, ["SDY-021"]),
        ({"kind": ("spell",)}, ["SDY-021"]),
        ({"place": ("none",)}, ["LOB-005", "SDK-001", "SDY-021"]),
        ({"has": ("trade",)}, ["LDD-F003"]),
        ({"has": ("noted",)}, ["LOB-005"]),
        ({"has": ("mismatch",)}, ["SDY-021"]),
        ({"mark": ("signed",)}, ["SDK-001"]),
        ({"mark": ("signed", "proxy")}, ["SDK-001"]),
        ({"has": ("lent",)}, []),
        ({"has": ("photo",)}, []),
        ({"has": ("custom",)}, []),
    ],
)
def test_filters(session, user, shelf, filters, codes):
    if "set" in filters and filters["set"] == "LDD":
        shelf["ldd"].printing.product.prefixes = " LDD LOB "
        session.flush()
    assert found(session, user, **filters) == codes


def test_filter_by_place_and_card(session, user, shelf):
    assert found(session, user, place=(str(shelf["box"].id),)) == ["LDD-F003"]
    assert found(session, user, card=shelf["magician"].id) == ["LDD-F003", "LOB-005"]


def test_lent_and_custom_copies_are_found(session, user, shelf):
    stock.lend(session, user.id, shelf["sdk"].id, 1, "Ben")
    own = catalogue.printing(session, "ZZZZ-EN001")
    own.added_by_id = user.id
    session.flush()
    made.stack(session, user, own)
    assert found(session, user, has=("lent",)) == ["SDK-001"]
    assert found(session, user, has=("custom",)) == ["ZZZZ-EN001"]


def test_totals_speak_of_everything_filtered(session, user, shelf):
    page = stack_list.page_of_stacks(session, user.id, StackFilters(), locale="en", per_page=2, page=2)
    assert page.totals == (4, 11, 1, 3)
    assert (len(page.rows), page.page, page.pages) == (2, 2, 2)
    assert stack_list.page_of_stacks(session, user.id, StackFilters(), locale="en", per_page=2, page=99).page == 2


@pytest.mark.parametrize(
    ("sort", "codes"),
    [
        ("name", ["SDK-001", "SDY-021", "LDD-F003", "LOB-005"]),
        ("number", ["LDD-F003", "LOB-005", "SDK-001", "SDY-021"]),
        ("quantity", ["LOB-005", "LDD-F003", "SDK-001", "SDY-021"]),
        ("condition", ["LDD-F003", "LOB-005", "SDK-001", "SDY-021"]),
        ("place", ["LDD-F003", "LOB-005", "SDK-001", "SDY-021"]),
        ("rarity", ["SDY-021", "LDD-F003", "LOB-005", "SDK-001"]),
    ],
)
def test_orders(session, user, shelf, sort, codes):
    assert found(session, user, sort=sort) == codes


def test_the_ids_of_all_that_is_filtered_come_in_the_same_order(session, user, shelf):
    ids = stack_list.ids_of(session, user.id, StackFilters(q="dark"), locale="en", sort="quantity", direction="desc")
    assert ids == [shelf["sdy"].id, shelf["ldd"].id, shelf["lob"].id]


def test_nothing_of_another_collector_is_seen(session, user, shelf):
    other = accounts.user(session)
    assert found(session, other) == []
    assert stack_list.ids_of(session, other.id, StackFilters(), locale="en") == []
    assert found(session, other, place=(str(shelf["box"].id),)) == []


def test_values_nobody_knows_are_named_and_left_out(session):
    filters, problems = read(
        MultiDict([("rarity", "Shiny"), ("rarity", "Common"), ("condition", "none"), ("place", "x"), ("q", "  a  b ")])
    )
    assert filters == StackFilters(q="a b", rarity=("Common",), condition=("none",))
    assert len(problems) == 1
    assert "Shiny" in problems[0]


def test_filters_survive_the_address(app):
    filters = StackFilters(q="dark", set="lob", language=("fr",), has=("trade",), place=("3", "none"), card=7)
    with app.test_request_context(url_for("collection.stacks", **filters.arguments())):
        assert read(request.args) == (filters, [])


def test_facets_follow_every_change_of_stock(session, user, shelf):
    before = stack_list.facets(session, user.id)
    assert before.languages == {"fr": 1, "en": 2, "de": 1}
    assert [name for _slug, name, _number in before.products] == [
        "Legend of Blue Eyes",
        "Starter Deck: Kaiba",
        "Starter Deck: Yugi",
    ]
    assert stack_list.facets(session, user.id) is before
    stock.remove_many(session, user.id, [shelf["sdy"].id])
    assert stack_list.facets(session, user.id).languages == {"fr": 1, "en": 2}


def test_a_page_takes_the_same_queries_for_ten_and_for_a_thousand_stacks(session, user, database, count_queries):
    made.many_cards(session, 130)
    counts = []
    for number in (10, 1_000):
        reader = accounts.user(session)
        made.many_stacks(session, reader, number)
        with count_queries(database) as queries:
            page = stack_list.page_of_stacks(session, reader.id, StackFilters(), locale="fr", sort="name", per_page=100)
            stack_list.facets(session, reader.id)
        assert page.totals.stacks == number
        counts.append(queries.count)
    assert counts[0] == counts[1]
    assert 3 <= counts[0] <= 8
