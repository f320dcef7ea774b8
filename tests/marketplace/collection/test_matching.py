"""Which printing a row means: number first, then spelling, passcode and name, and never a guess at a rarity."""

from __future__ import annotations

import pytest

from marketplace.catalogue.folding import fold
from marketplace.catalogue.models import CardAlias, CardName
from marketplace.collection.formats.rows import Row
from marketplace.collection.matching import Match, Matcher
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
def magician(session):
    """Dark Magician as first printed: another prefix and number in French."""
    card = catalogue.card(session, "Dark Magician", passcode=46986414)
    for language, name in (("fr", "Magicien Sombre"), ("de", "Dunkler Magier")):
        card.names.append(CardName(language=language, name=name, folded=fold(name)))
    session.flush()
    for code, language in (("LOB-005", "en"), ("LOB-E003", "en"), ("LDD-F003", "fr"), ("LOB-G003", "de")):
        catalogue.printing(
            session, code, of=card, language=language, rarity="Ultra Rare", in_product="Legend of Blue Eyes White Dragon"
        )
    return card


def match(session, user, *rows: Row, tool: str = "dragonshield", language: str = "") -> list[Match]:
    return Matcher(session, user.id, tool, language=language).match(rows)


def row(code: str = "", **values: object) -> Row:
    return Row(1, 2, {"Code": code}, code=code, quantity=1, **values)  # type: ignore[arg-type]


def words(found: Match) -> str:
    return " ".join(str(note) for note in found.notes)


def test_the_number_as_printed(session, user, magician):
    (found,) = match(session, user, row("ldd f003", name="Magicien Sombre", rarity_text="UR"))
    assert (found.found.code, found.language, found.guessed, found.exact) == ("LDD-F003", "fr", False, True)
    assert not found.notes


def test_a_collectors_suffix_is_cut_off_and_becomes_the_artwork(session, user):
    catalogue.printing(session, "RA02-EN001", rarity="Super Rare")
    (found,) = match(session, user, row("RA02-EN001alt", rarity_text="SR"))
    assert (found.found.code, found.artwork, found.guessed, found.exact) == ("RA02-EN001", "alt", True, False)
    assert "RA02-EN001alt" in words(found)


@pytest.mark.parametrize(("typed", "right"), [("LOB-OO5", "LOB-005"), ("LOB-5", "LOB-005")])
def test_a_slip_of_the_finger_is_a_guess(session, user, magician, typed, right):
    (found,) = match(session, user, row(typed))
    assert (found.found.code, found.guessed) == (right, True)


def test_the_number_narrows_the_rarity_and_the_text_picks(session, user):
    card = catalogue.card(session, "Brain Control")
    for rarity in ("Super Rare", "Ultimate Rare"):
        catalogue.printing(session, "TLM-FR038", of=card, language="fr", rarity=rarity)
    picked, open_, wrong = match(
        session, user, row("TLM-FR038", rarity_text="UtR"), row("TLM-FR038"), row("TLM-FR038", rarity_text="Gold Rare")
    )
    assert picked.found.rarity == "Ultimate Rare"
    assert open_.found is None
    assert open_.open
    assert {one.rarity for one in open_.candidates} == {"Super Rare", "Ultimate Rare"}
    assert "Super Rare, Ultimate Rare" in str(open_.reason)
    assert wrong.found is None
    assert "Gold Rare" in str(wrong.reason)


def test_one_rarity_is_taken_and_a_difference_noted(session, user):
    catalogue.printing(session, "DRLG-FR037", language="fr", rarity="Super Rare")
    same, other = match(session, user, row("DRLG-FR037"), row("DRLG-FR037", rarity_text="ScR"))
    assert same.found is not None
    assert not same.notes
    assert (other.found.rarity, other.guessed) == ("Super Rare", False)
    assert "ScR" in words(other)


def test_a_short_print_called_common_is_no_difference(session, user):
    catalogue.printing(session, "SDP-F095", language="fr", rarity="Short Print")
    (found,) = match(session, user, row("SDP-F095", rarity_text="Common"))
    assert found.found.rarity == "Short Print"
    assert not found.notes


def test_the_set_name_tells_two_products_of_one_number(session, user):
    card = catalogue.card(session, "Heavy Storm")
    for product in ("Metal Raiders", "Metal Raiders (25th Anniversary Edition)"):
        catalogue.printing(session, "MRD-EN142", of=card, rarity="Super Rare", in_product=product)
    named, near, reprint, silent = match(
        session,
        user,
        row("MRD-EN142", product="Metal Raiders (25Th Anniversary Edition)"),
        row("MRD-EN142", product="The Metal Raiders"),
        row("MRD-EN142", reprint=True),
        row("MRD-EN142"),
    )
    assert [one.found.product for one in (named, near, reprint)] == [
        "Metal Raiders (25th Anniversary Edition)", "Metal Raiders", "Metal Raiders (25th Anniversary Edition)",
    ]  # fmt: skip
    assert not any(one.guessed for one in (named, near, reprint))
    assert silent.guessed
    assert len(silent.candidates) == 2


def test_what_the_collector_has_breaks_a_tie(session, user):
    card = catalogue.card(session, "Heavy Storm")
    catalogue.printing(session, "MRD-EN142", of=card, in_product="Metal Raiders")
    mine = catalogue.printing(session, "MRD-EN142", of=card, in_product="Metal Raiders (25th Anniversary Edition)")
    made.stack(session, user, mine)
    (found,) = match(session, user, row("MRD-EN142"))
    assert (found.found.printing_id, found.guessed) == (mine.id, False)


def test_one_number_of_two_cards_is_told_by_language_or_name(session, user):
    english = catalogue.card(session, "Thousand-Eyes Restrict")
    japanese = catalogue.card(session, "Penguin Knight")
    catalogue.printing(session, "DL1-001", of=english, rarity="Ultra Rare")
    catalogue.printing(session, "DL1-001", of=japanese, language="ja", rarity="Ultra Rare")
    by_language, by_name, open_ = match(
        session, user, row("DL1-001", language="ja"), row("DL1-001", name="Penguin Knight"), row("DL1-001")
    )
    assert by_language.found.card_id == japanese.id
    assert by_name.found.card_id == japanese.id
    assert open_.found is None
    assert len(open_.candidates) == 2


def test_two_entries_of_one_card_are_told_by_passcode_else_the_main_one_is_taken(session, user):
    main = catalogue.card(session, "Polymerization", passcode=24094653)
    other = catalogue.card(session, "Polymerization", passcode=27847700)
    for card in (main, other):
        catalogue.printing(session, "RA03-EN051", of=card, rarity="Secret Rare")
    plain, told = match(session, user, row("RA03-EN051", name="Polymerization"), row("RA03-EN051", passcode=27847700))
    assert (plain.found.card_id, plain.guessed) == (main.id, False)
    assert told.found.card_id == other.id


def test_the_language_column_wins_and_the_localised_number_is_offered(session, user, magician):
    (found,) = match(session, user, row("LOB-E003", language="de"))
    assert (found.found.code, found.language, found.localised.code) == ("LOB-E003", "de", "LOB-G003")
    assert "LOB-G003" in words(found)
    assert not found.guessed


def test_a_whole_file_in_one_language_takes_the_localised_numbers(session, user, magician):
    lonely = catalogue.printing(session, "LOD-091", in_product="Legacy of Darkness")
    rows = (row("LOB-E003"), row("LOD-091"))
    taken, left = match(session, user, *rows, tool="ygoprodeck", language="fr")
    assert (taken.found.code, taken.language) == ("LDD-F003", "fr")
    assert (left.found.printing_id, left.language) == (lonely.id, "en")
    assert left.notes


def test_a_name_that_is_another_cards_makes_the_row_a_guess(session, user, magician):
    same, variant, other = match(
        session,
        user,
        row("LOB-005", name="Dunkler Magier"),
        row("LOB-005", name="Dark Magician (Arkana)"),
        row("LOB-005", name="Summoned Skull"),
    )
    assert not same.guessed
    assert not variant.guessed
    assert (other.found.code, other.guessed) == ("LOB-005", True)
    assert "Summoned Skull" in words(other)


def test_without_a_number_passcode_and_name_are_tried(session, user):
    card = catalogue.card(session, "Beatrice, Lady of the Eternal", passcode=27552504)
    card.names.append(CardName(language="fr", name="Béatrice, la Dame Éternelle", folded=fold("Béatrice, la Dame Éternelle")))
    session.add(CardAlias(passcode=27552505, card_id=card.id))
    session.flush()
    catalogue.printing(session, "SHVI-EN052", of=card, rarity="Ultra Rare", in_product="Shining Victories")
    french = catalogue.printing(
        session, "SHVI-FR052", of=card, language="fr", rarity="Ultra Rare", in_product="Shining Victories"
    )
    by_pass, by_artwork, by_name, open_ = match(
        session,
        user,
        row(passcode=27552504, language="fr"),
        row(passcode=27552505, language="fr"),
        row(name="béatrice la dame eternelle", language="fr"),
        row(name="Beatrice, Lady of the Eternal"),
    )
    assert [one.found.printing_id for one in (by_pass, by_artwork, by_name)] == [french.id] * 3
    assert all(one.guessed and not one.exact for one in (by_pass, by_artwork, by_name))
    assert open_.found is None
    assert "2 printings" in str(open_.reason)


def test_a_number_before_the_name_is_a_count_unless_a_card_is_called_so(session, user):
    fish = catalogue.printing(session, "MRD-098", of=catalogue.card(session, "7 Colored Fish"))
    catalogue.printing(session, "MACR-EN036", of=catalogue.card(session, "Ash Blossom"))
    rows = [
        row("MRD-098", name="7 Colored Fish", leading_count=7, name_without_count="Colored Fish"),
        row("MACR-EN036", name="3 Ash Blossom", leading_count=3, name_without_count="Ash Blossom"),
        row("", name="7 Colored Fish", leading_count=7, name_without_count="Colored Fish"),
        row("", name="2 7 Colored Fish", leading_count=2, name_without_count="7 Colored Fish"),
    ]
    found = match(session, user, *rows, tool="text")
    assert [one.row.quantity for one in found] == [1, 3, 1, 2]
    assert [one.found.printing_id for one in found[2:]] == [fish.id, fish.id]


def test_what_is_nowhere_says_so(session, user):
    number, name = match(session, user, row("ZZZZ-EN001"), row(name="Nobody's Card"))
    assert str(number.reason) == "no card has the number ZZZZ-EN001"
    assert str(name.reason) == "no card is called “Nobody's Card”"


def test_rows_that_cannot_be_read_are_left_alone(session, user, magician):
    bad = row("LOB-005")
    bad.refuse("Quantity", "x")
    (found,) = match(session, user, bad)
    assert (found.found, found.open) == (None, False)


def test_another_collectors_own_printing_is_not_found(session, user):
    other = accounts.user(session)
    mine = catalogue.printing(session, "ZZZZ-EN001")
    mine.added_by_id = other.id
    session.flush()
    (found,) = match(session, user, row("ZZZZ-EN001"))
    assert found.found is None
    (found,) = match(session, other, row("ZZZZ-EN001"))
    assert found.found.custom


def test_queries_do_not_grow_with_the_rows(session, database, user, count_queries):
    made.many_cards(session, 450)
    codes = [f"LTS-EN{number:03d}" for number in range(90)] + [f"MTT-FR{number:03d}" for number in range(90)]
    rows = [row(code, name="Something else") for code in codes for _copy in range(6)]
    with count_queries(database) as queries:
        found = match(session, user, *rows)
    assert len(found) == 1080
    assert all(one.found for one in found)
    assert queries.count <= 6
