"""Searching the starter catalogue as collectors type, and who sees which card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.catalogue.filters import CardFilters
from marketplace.catalogue.models import Card, CardName
from marketplace.catalogue.search import Results, find_names, find_sets, search
from marketplace.db import Database
from tests.factories import accounts
from tests.factories.catalogue import card, printing


@pytest.fixture
def starter(starter_app: Flask, starter_database: Database) -> Iterator[Session]:
    with starter_app.test_request_context("/"), starter_database.session(write=True) as session:
        yield session


def found(session: Session, typed: str, locale: str = "en", **filters: object) -> Results:
    return search(session, typed, CardFilters(**filters), locale=locale)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "locale", "name", "kind"),
    [
        ("blue eyes wite dragn", "en", "Blue-Eyes White Dragon", "closest"),
        ("dark magican gril", "en", "Dark Magician Girl", "closest"),
        ("Royal oprresion", "en", "Royal Oppression", "closest"),
        ("blueeyes whitedragon", "en", "Blue-Eyes White Dragon", "closest"),
        ("Virus Broyeur de Cartes", "fr", "Crush Card Virus", "closest"),
        ("Contrôle Cérébral", "fr", "Brain Control", "names"),
        ("CONTROLE CEREBRAL", "en", "Brain Control", "names"),
        ("magicien sombre", "fr", "Dark Magician", "names"),
        ("Dragon Poussière d'Etoile", "fr", "Stardust Dragon", "names"),
        ("HÉROS élémentaire tempete", "fr", "Elemental HERO Tempest", "names"),
        ("7 colored fish", "en", "7 Colored Fish", "names"),
        ("Penguin Soldier", "en", "Penguin Soldier", "names"),
        ("dark mag gi", "en", "Dark Magician Girl", "names"),
        ("caius shad", "en", "Caius the Shadow Monarch", "names"),
        ("oppression", "en", "Royal Oppression", "names"),
        ("ccv", "en", "Crush Card Virus", "names"),
        ("44508094", "en", "Stardust Dragon", "passcode"),
        ("83764719", "en", "Monster Reborn", "passcode"),
        ("LDD-F003", "en", "Dark Magician", "code"),
        ("ldd f003", "en", "Dark Magician", "code"),
        ("LOD-091", "en", "Royal Oppression", "code"),
        ("lod 091", "en", "Royal Oppression", "code"),
        ("lod091", "en", "Royal Oppression", "code"),
        ("SDP-001", "en", "Relinquished", "code"),
        ("LOB-F001", "fr", "Blue-Eyes White Dragon", "near_code"),
    ],
)
def test_what_collectors_type_finds_their_card_first(starter: Session, typed: str, locale: str, name: str, kind: str) -> None:
    results = found(starter, typed, locale)
    assert results.cards, typed
    assert results.cards[0].card.name == name
    assert results.reading.kind == kind


def test_leading_zeros_of_a_passcode_may_be_left_out(starter: Session) -> None:
    short = starter.scalars(select(Card).where(Card.passcode < 10_000_000, Card.passcode > 999_999)).first()
    assert short is not None
    assert short.passcode is not None
    for typed in (str(short.passcode), f"{short.passcode:08d}"):
        assert [result.card.id for result in found(starter, typed).cards] == [short.id]


def test_a_japanese_name_is_found_by_two_characters(session: Session) -> None:
    dragon = card(session, "Blue-Eyes White Dragon")
    session.add(CardName(card_id=dragon.id, language="ja", name="青眼の白龍", folded="青眼の白龍"))
    session.flush()
    for typed, kind in (("青眼の白龍", "exact"), ("青眼", "prefix"), ("白龍", "parts")):
        (hit,) = find_names(session, typed, 5)
        assert (hit.card_id, hit.language, hit.kind_of_match) == (dragon.id, "ja", kind)


def test_an_exact_name_in_the_readers_language_comes_first(session: Session) -> None:
    one, other = card(session, "Mirage"), card(session, "Oasis")
    session.add(CardName(card_id=other.id, language="fr", name="Mirage", folded="mirage"))
    card(session, "Mirage Dragon")
    session.flush()
    assert [hit.card_id for hit in find_names(session, "mirage", 5, locale="fr")][:2] == [other.id, one.id]
    assert [hit.card_id for hit in find_names(session, "mirage", 5, locale="en")][:2] == [one.id, other.id]
    kinds = [hit.kind_of_match for hit in find_names(session, "mirage", 5, locale="en")]
    assert kinds == ["exact_reader", "exact", "prefix"]


def test_matches_are_ranked_by_kind(session: Session) -> None:
    for name in ("Dragonic Tactics", "Red Dragon", "Snapdragon", "Dragon", "Dragon Zombie"):
        card(session, name)
    session.flush()
    hits = find_names(session, "dragon", None)
    assert [(hit.name, hit.kind_of_match) for hit in hits] == [
        ("dragon", "exact_reader"), ("dragon zombie", "prefix"), ("dragonic tactics", "prefix"), ("red dragon", "phrase"),
        ("snapdragon", "parts"),
    ]  # fmt: skip


def test_near_names_are_given_only_when_nothing_else_matches(session: Session) -> None:
    card(session, "Kuriboh")
    card(session, "Kuribon")
    session.flush()
    assert [hit.name for hit in find_names(session, "kuriboh", 5)] == ["kuriboh"]
    assert {hit.kind_of_match for hit in find_names(session, "kuribohh", 5)} == {"typo"}
    assert find_names(session, "kuribohh", 5, typos=False) == []
    assert find_names(session, "zzzzzzzz", 5) == []


def test_a_bare_prefix_lists_the_set_in_number_order(starter: Session) -> None:
    (first, *_rest) = find_sets(starter, "LDD", 3)
    results = found(starter, "ldd")
    assert results.reading.kind == "prefix"
    assert results.reading.sets[0] == first
    printings = lookup.of_cards(starter, [result.card.id for result in results.cards[:3]], None)
    keys = [
        min(one.code for one in printings[result.card.id] if one.product_id == first.product_id) for result in results.cards[:3]
    ]
    assert keys == sorted(keys)


def test_a_set_is_found_by_its_name(starter: Session) -> None:
    results = found(starter, "metal raiders")
    assert results.reading.kind == "set"
    assert "Metal Raiders" in {hit.name for hit in results.reading.sets}
    assert results.total > 0


def test_old_numbers_are_explained(starter: Session) -> None:
    reading = found(starter, "LOB-F001").reading
    assert [(one.code, one.reason) for one in reading.printings][:2] == [("LDD-F001", "prefix"), ("LOB-FR001", "other_region")]


def test_another_languages_name_is_shown_beside_the_readers(starter: Session) -> None:
    (result,) = found(starter, "Contrôle Cérébral", "en").cards[:1]
    assert (result.name, result.matched, result.matched_language) == ("Brain Control", "Contrôle Cérébral", "fr")
    (result,) = found(starter, "Contrôle Cérébral", "fr").cards[:1]
    assert (result.name, result.matched) == ("Contrôle Cérébral", "")


def test_filters_narrow_what_was_found(starter: Session) -> None:
    every = found(starter, "dark")
    monsters = found(starter, "dark", kind=("monster",), attribute=("dark",), stars_min=7)
    assert 0 < monsters.total < every.total
    assert all(one.card.attribute == "dark" and (one.card.level or one.card.rank or 0) >= 7 for one in monsters.cards)


def test_pages_do_not_overlap(starter: Session) -> None:
    first = search(starter, "", page=1, per_page=50, sort="name")
    second = search(starter, "", page=2, per_page=50, sort="name")
    beyond = search(starter, "", page=99, per_page=50, sort="name")
    assert first.total == second.total == beyond.total > 100
    assert not {one.card.id for one in first.cards} & {one.card.id for one in second.cards}
    assert len(beyond.cards) == 0


@pytest.mark.parametrize("sort", ["relevance", "name", "atk", "def", "level", "newest"])
@pytest.mark.parametrize("typed", ["", "dragon"])
@pytest.mark.parametrize("locale", ["en", "fr"])
def test_every_order_lists_every_card_once(starter: Session, sort: str, typed: str, locale: str) -> None:
    results = search(starter, typed, sort=sort, per_page=1000, locale=locale)
    assert len({one.card.id for one in results.cards}) == len(results.cards) == results.total > 0
    if sort == "atk":
        values = [one.card.atk for one in results.cards if one.card.atk is not None]
        assert values == sorted(values, reverse=True)


def test_a_collectors_own_card_is_found_by_nobody_else(session: Session, app: Flask) -> None:
    lea, tom = accounts.user(session), accounts.user(session)
    own = lookup.custom_printing(session, lea.id, code="", card_id=None, name="Rumoured Dragon", language="en", rarity="")
    with app.test_request_context("/"):
        for typed in ("rumoured", "Rumoured Dragon", "rumored dragn", "ru", ""):
            assert [one.card.id for one in search(session, typed, viewer_id=lea.id).cards] == [own.card_id], typed
            assert search(session, typed, viewer_id=tom.id).total == 0, typed
            assert search(session, typed).total == 0, typed


def test_odd_input_never_fails(starter: Session) -> None:
    for typed in (
        '"',
        '""',
        "-",
        "--",
        "%",
        "_",
        "'; DROP TABLE card",
        "a" * 300,
        "\x00",
        "()",
        "LIKE %",
        "*",
        "AND OR NOT",
        "set:",
        ":",
        "青",
        "あ",
        "🐉",
    ):
        assert found(starter, typed).total >= 0


def test_of_two_cards_with_one_name_the_one_printed_more_often_comes_first(session: Session) -> None:
    rare, usual = card(session, "Dark Magician"), card(session, "Dark Magician")
    printing(session, "AAA-EN001", of=rare)
    for number in range(3):
        printing(session, f"BBB-EN00{number}", of=usual)
    assert [hit.card_id for hit in find_names(session, "dark magician", 5)] == [usual.id, rare.id]
