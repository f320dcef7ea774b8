"""Printings by set number, card and id; what a number that does not exist may mean; printings not in the catalogue."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes, lookup
from marketplace.catalogue.models import Card, Printing
from marketplace.catalogue.near import REASONS
from marketplace.db import Database
from marketplace.errors import NotFound, Refused
from tests.factories import accounts
from tests.factories.catalogue import card, printing

LOB, ANNIVERSARY = "Legend of Blue Eyes White Dragon", "Legend of Blue Eyes White Dragon (25th Anniversary Edition)"


@pytest.fixture
def blue_eyes(session: Session) -> Card:
    """Blue-Eyes White Dragon and Dark Magician as Legend of Blue Eyes numbers them: 126 cards, and 103 in Europe."""
    dragon, magician, pot = (
        card(session, "Blue-Eyes White Dragon"),
        card(session, "Dark Magician"),
        card(session, "Pot of Greed"),
    )
    for code, of, language in (
        ("LOB-001", dragon, "en"), ("LOB-E001", dragon, "en"), ("LDD-F001", dragon, "fr"), ("LDD-C001", dragon, "fr"),
        ("LOB-G001", dragon, "de"), ("LOB-005", magician, "en"), ("LOB-E003", magician, "en"), ("LDD-F003", magician, "fr"),
        ("LDD-C005", magician, "fr"), ("LOB-119", pot, "en"), ("LDD-C119", pot, "fr"),
    ):  # fmt: skip
        printing(session, code, of=of, language=language, rarity="Ultra Rare", in_product=LOB)
    printing(session, "LOB-FR001", of=dragon, language="fr", rarity="Ultra Rare", in_product=ANNIVERSARY)
    session.flush()
    return dragon


def offers(session: Session, code: str) -> list[tuple[str, str]]:
    return [(found.code, found.reason) for found in lookup.near_codes(session, code, None)]


def test_a_number_is_found_however_it_is_typed(session: Session, blue_eyes: Card) -> None:
    for typed in ("LDD-F001", "ldd f001", "LDDF001", " LDD–F001 "):
        (found,) = lookup.by_code(session, typed, None)
        assert (found.card_id, found.name, found.language, found.product) == (blue_eyes.id, "Blue-Eyes White Dragon", "fr", LOB)
    assert lookup.by_code(session, "LOB-F001", None) == []
    assert lookup.by_code(session, "--", None) == []


def test_one_number_gives_every_rarity_product_and_card(session: Session) -> None:
    one, other = card(session, "Thousand-Eyes Restrict"), card(session, "Penguin Knight")
    printing(session, "DL1-001", of=one, in_product="Duelist League")
    printing(session, "DL1-001", of=other, language="ja", in_product="Duelist Legacy Volume.1")
    printing(session, "DL1-001", of=one, rarity="Rare", in_product="Duelist League")
    found = lookup.by_code(session, "DL1-001", None)
    assert [(one.name, one.rarity) for one in found] == [
        ("Thousand-Eyes Restrict", "Common"), ("Thousand-Eyes Restrict", "Rare"), ("Penguin Knight", "Common"),
    ]  # fmt: skip


def test_many_numbers_take_one_statement_per_400(session: Session, database: Database, count_queries: object) -> None:
    kuriboh = card(session, "Kuriboh")
    for number in range(450):
        printing(session, f"ABC-EN{number:03d}", of=kuriboh)
    session.commit()
    with database.read() as reading, count_queries(database) as queries:  # type: ignore[operator]
        found = lookup.by_codes(reading, [f"abc en{number:03d}" for number in range(450)] + ["none", ""], None)
    assert len(found) == 450
    assert found[codes.folded("ABC-EN007")][0].code == "ABC-EN007"
    assert len([one for one in queries.statements if one.startswith("SELECT")]) == 2


def test_retired_printings_are_found_only_when_nothing_current_is(session: Session) -> None:
    old = printing(session, "ABC-EN001", rarity="Rare")
    old.retired = True
    session.flush()
    assert [found.printing_id for found in lookup.by_code(session, "ABC-EN001", None)] == [old.id]
    new = printing(session, "ABC-EN001")
    assert [found.printing_id for found in lookup.by_code(session, "ABC-EN001", None)] == [new.id]


@pytest.mark.usefixtures("blue_eyes")
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("LOB-F001", [("LDD-F001", "prefix"), ("LOB-FR001", "other_region"), ("LDD-C001", "numbering")]),
        ("LDD-F119", [("LDD-C119", "numbering")]),
        ("LDD-001", [("LDD-C001", "no_region"), ("LDD-F001", "no_region"), ("LOB-001", "prefix"), ("LOB-E001", "prefix"),
                     ("LOB-G001", "prefix")]),
        ("L0B-001", [("LOB-001", "swap")]),
        ("LOB-OO1", [("LOB-001", "swap")]),
        ("LOB-FR1", [("LOB-FR001", "zeros")]),
        ("LOB-FR001b", [("LOB-FR001", "suffix")]),
        ("LOB-P001", [("LOB-001", "other_language"), ("LOB-E001", "other_language"), ("LDD-C001", "other_language"),
                      ("LDD-F001", "other_language"), ("LOB-G001", "other_language"), ("LOB-FR001", "other_language")]),
        ("XYZ-EN001", []),
        ("not a number", []),
    ],
)  # fmt: skip
def test_a_number_that_does_not_exist_is_explained(session: Session, typed: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(offers(session, typed)[:2]) == sorted(expected[:2])
    assert sorted(offers(session, typed)) == sorted(expected)
    assert all(reason in REASONS for _code, reason in expected)


def test_an_accepted_es_is_read_as_sp(session: Session) -> None:
    printing(session, "MACR-SP076", language="es")
    assert offers(session, "MACR-ES076") == [("MACR-SP076", "region")]


def test_the_same_printing_in_other_languages_is_looked_up(session: Session, blue_eyes: Card) -> None:
    (english,) = lookup.by_code(session, "LOB-005", None)
    assert [found.code for found in lookup.in_other_languages(session, english.printing_id)] == ["LDD-F003", "LDD-C005"]
    assert lookup.in_other_languages(session, 999_999) == []


def test_names_fall_back_to_english(session: Session, blue_eyes: Card) -> None:
    from marketplace.catalogue.models import CardName

    session.add(CardName(card_id=blue_eyes.id, language="fr", name="Dragon Blanc", folded="dragon blanc"))
    session.flush()
    other = card(session, "Kuriboh")
    assert lookup.names(session, [blue_eyes.id, other.id], "fr") == {blue_eyes.id: "Dragon Blanc", other.id: "Kuriboh"}


def test_a_printing_of_ones_own_is_made_once_and_hidden_from_others(session: Session) -> None:
    lea, tom = accounts.user(session), accounts.user(session)
    values = {"code": "abc en001", "card_id": None, "name": "  Rumoured   Dragon ", "language": "fr", "rarity": "Ultra Rare"}
    made = lookup.custom_printing(session, lea.id, **values)  # type: ignore[arg-type]
    again = lookup.custom_printing(session, lea.id, **values)  # type: ignore[arg-type]
    assert made == again
    assert (made.code, made.name, made.language, made.rarity, made.custom) == (
        "ABC-EN001",
        "Rumoured Dragon",
        "fr",
        "Ultra Rare",
        True,
    )
    assert [found.printing_id for found in lookup.by_code(session, "ABC-EN001", lea.id)] == [made.printing_id]
    assert lookup.by_code(session, "ABC-EN001", tom.id) == []
    assert lookup.by_code(session, "ABC-EN001", None) == []
    assert lookup.of_cards(session, [made.card_id], tom.id) == {}
    theirs = lookup.custom_printing(session, tom.id, **values)  # type: ignore[arg-type]
    assert theirs.card_id != made.card_id
    own = session.get_one(Card, made.card_id)
    assert (own.kind, own.added_by_id) == ("unknown", lea.id)


def test_a_printing_of_ones_own_may_be_of_a_card_of_the_catalogue(session: Session, blue_eyes: Card) -> None:
    lea, tom = accounts.user(session), accounts.user(session)
    made = lookup.custom_printing(session, lea.id, code="NEW-EN001", card_id=blue_eyes.id, name="", language="en", rarity="")
    assert made.card_id == blue_eyes.id
    hidden = lookup.custom_printing(session, lea.id, code="NEW-EN002", card_id=None, name="Mine", language="en", rarity="")
    with pytest.raises(NotFound):
        lookup.custom_printing(session, tom.id, code="NEW-EN003", card_id=hidden.card_id, name="", language="en", rarity="")


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"language": "klingon"}, "language"), ({"name": "x" * 201}, "name"), ({"code": "A" * 41}, "code"),
     ({"rarity": "R" * 61}, "rarity"), ({"code": "", "name": " "}, "name")],
)  # fmt: skip
def test_a_printing_of_ones_own_needs_usable_values(session: Session, changed: dict[str, str], field: str) -> None:
    lea = accounts.user(session)
    before = session.scalar(select(func.count()).select_from(Printing))
    values = {"code": "ABC-EN001", "card_id": None, "name": "Dragon", "language": "en", "rarity": ""} | changed
    with pytest.raises(Refused) as refused:
        lookup.custom_printing(session, lea.id, **values)  # type: ignore[arg-type]
    assert refused.value.field == field
    assert session.scalar(select(func.count()).select_from(Printing)) == before
