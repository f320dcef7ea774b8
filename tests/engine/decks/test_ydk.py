"""The .ydk format: what public files look like, and what comes back out."""

import pytest

from engine.decks import Deck, DeckCard, DeckFormat, deck_of, read_deck, read_deck_file, write_deck
from engine.message import UnreadableFile
from tests.engine.conftest import shared_file

from .shelf import SHELF

SAMPLES = {
    "deck_39_main.ydk": (39, 15, 14),
    "deck_blueeyes.ydk": (40, 15, 0),
    "deck_leading_zeros.ydk": (43, 14, 15),
    "deck_missing_side_section.ydk": (40, 15, 0),
    "deck_time_thief_crlf.ydk": (40, 15, 9),
    "deck_tokens_231_main.ydk": (231, 0, 0),
}


def sizes(deck: Deck) -> tuple[int, int, int]:
    return len(deck.main), len(deck.extra), len(deck.side)


@pytest.mark.shared_data
@pytest.mark.parametrize("name", SAMPLES)
def test_public_files_are_read_whole(name):
    path = shared_file(name, "market/samples")
    file = read_deck_file(path, SHELF)
    assert file.format is DeckFormat.YDK
    assert file.messages == ()
    assert sizes(file.deck) == SAMPLES[name]
    assert file.deck.name == name.removesuffix(".ydk")
    digits = [line.strip() for line in path.read_text(encoding="utf-8-sig").splitlines() if line.strip().isdigit()]
    assert [card.passcode for _, card in file.deck.cards()] == list(map(int, digits))


@pytest.mark.shared_data
@pytest.mark.parametrize("name", SAMPLES)
def test_public_files_come_back_out(name):
    deck = read_deck_file(shared_file(name, "market/samples"), SHELF).deck
    for form in (DeckFormat.YDK, DeckFormat.YDKE):
        written = write_deck(deck, form, SHELF)
        again = read_deck(written.text, SHELF).deck
        assert (again.main, again.extra, again.side) == (deck.main, deck.extra, deck.side)
        assert written.left_out == ()


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf#created by Ana\n#main\n46986414\n#extra\n44508094\n!side\n5318639\n",
        b"#created by Ana\r\n#main\r\n46986414\r\n#extra\r\n44508094\r\n!side\r\n5318639",
        "#created by Ana\n#main\n46986414\n#extra\n44508094\n!side\n5318639\n".encode("utf-16"),
        b"#created by Ana\n\n#MAIN\n 46986414 \n\n#extra\n44508094\n# a remark\n!Side\n05318639\n",
        b"exported by a program\n#created by Ana\nanything\n#main\n46986414\n#extra\n44508094\n!side\n005318639\n",
        b"!side\n5318639\n#created by Ana\n#extra\n44508094\n#main\n46986414\n",
    ],
    ids=["BOM", "CRLF", "UTF-16", "padded", "metadata", "other order"],
)
def test_the_same_deck_however_it_is_written(content):
    file = read_deck(content, SHELF, "Test")
    assert file.messages == ()
    assert file.deck == deck_of([46986414], [44508094], [5318639], "Test", "Ana")


def test_what_is_written():
    deck = deck_of([89631139, 18144507, 0, 101112049], [], [5318639], author="Ana")
    written = write_deck(deck, DeckFormat.YDK, SHELF)
    assert written.text == "#created by Ana\n#main\n89631139\n18144507\n0\n101112049\n#extra\n!side\n5318639\n"
    assert write_deck(Deck(), DeckFormat.YDK, SHELF).text == "#created by ...\n#main\n#extra\n!side\n"


def test_cards_known_by_name_survive_a_ydk():
    deck = Deck((DeckCard(None, "Black Luster Soldier"), DeckCard(89631139)))
    written = write_deck(deck, DeckFormat.YDK, SHELF)
    assert written.left_out == (DeckCard(None, "Black Luster Soldier"),)
    assert "89631139" in written.text
    assert read_deck(written.text, SHELF).deck.main == deck.main


def test_numbers_nobody_knows_stay():
    file = read_deck("#main\n101112049\n101112049\n160204045\n0\n", SHELF)
    assert [card.passcode for card in file.deck.main] == [101112049, 101112049, 160204045, 0]
    assert file.is_whole


def test_bare_numbers_are_a_main_deck():
    file = read_deck("89631139\n89631139\n46986414\n", SHELF)
    assert sizes(file.deck) == (3, 0, 0)
    assert [(message.id, message.line) for message in file.messages] == [("deck.ydk.no_section", 1)]


def test_stray_lines_are_named_with_their_place():
    file = read_deck("#main\n89631139\nMonsters\n46986414\n99999999999\n", SHELF)
    assert sizes(file.deck) == (2, 0, 0)
    assert [(message.id, message.line, message.is_loss) for message in file.messages] == [
        ("deck.ydk.not_a_number", 3, False),
        ("deck.ydk.damaged_number", 5, True),
    ]
    assert "Monsters" in file.messages[0].sentence()
    assert not file.is_whole


def test_numbers_a_spreadsheet_damaged():
    file = read_deck("#main\n4.6986414E+07\n4,6986414E7\n4.69864E7\n", SHELF)
    assert [card.passcode for card in file.deck.main] == [46986414, 46986414]
    assert [message.id for message in file.messages] == [
        "deck.ydk.restored_number",
        "deck.ydk.restored_number",
        "deck.ydk.damaged_number",
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "deck.empty"),
        (b"\n \n", "deck.empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "deck.not_text"),
        (b"<!DOCTYPE html><title>Decks</title>", "deck.other_kind"),
        (b'{"main": [89631139]}', "deck.other_kind"),
        (b"nothing here\nis a card\n", "deck.no_card"),
        (b"#main\n" + b"89631139\n" * 5001, "deck.too_many"),
        (b"#main\n" + b"89631139\n" * 80_000, "deck.too_large"),
    ],
)
def test_what_is_no_deck_is_refused_in_words(content, reason):
    with pytest.raises(UnreadableFile) as caught:
        read_deck(content, SHELF)
    assert caught.value.message.id == reason
    for language in ("en", "fr", "pt"):
        assert "{" not in caught.value.message.sentence(language)
