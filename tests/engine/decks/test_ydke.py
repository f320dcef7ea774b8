"""ydke:// and links: what tools write, and what chat programs do to it."""

import base64
import re
import struct

import pytest

from engine.decks import Deck, DeckCard, DeckFormat, deck_of, read_deck, write_deck
from engine.message import UnreadableFile
from tests.engine.conftest import shared_file

from .shelf import SHELF

GARDEN = deck_of([5050644, 29189613, 29189613], [38148100], [5050644])
GARDEN_LINK = "ydke://FBFNAO1lvQHtZb0B!BBhGAg==!FBFNAA==!"


def numbers(deck: Deck) -> tuple[list[int | None], ...]:
    return tuple([card.passcode for card in pile] for pile in (deck.main, deck.extra, deck.side))


def part(*cards: int) -> str:
    return base64.b64encode(struct.pack(f"<{len(cards)}I", *cards)).decode()


@pytest.mark.shared_data
def test_public_samples():
    text = shared_file("ydke_samples.txt", "market/samples").read_text(encoding="utf-8")
    read = [read_deck(link, SHELF) for link in re.findall(r"^ydke://.*$", text, re.MULTILINE)]
    assert [numbers(file.deck) for file in read] == [
        ([5050644, 29189613, 29189613], [38148100], [5050644]),
        ([89631139, 36996508], [44508094], [5318639]),
        ([], [], []),
        ([89631139, 0], [], []),
        ([], [], []),
        ([89631139], [], []),
    ]
    assert [file.is_whole for file in read] == [True, True, True, True, False, True]


def test_written_as_tools_write_it():
    assert write_deck(GARDEN, DeckFormat.YDKE, SHELF).text == GARDEN_LINK
    assert write_deck(Deck(), DeckFormat.YDKE, SHELF).text == "ydke://!!!"
    left_out = (DeckCard(None, "Somebody"),)
    assert write_deck(Deck(left_out), DeckFormat.YDKE, SHELF).left_out == left_out


PLUS = (0x000FBEFB, 0xFBFBFBFB)
"""Numbers whose base64 is full of plus signs."""


@pytest.mark.parametrize(
    "text",
    [
        GARDEN_LINK,
        GARDEN_LINK.removesuffix("!"),
        f"Look at this: {GARDEN_LINK} what do you think?",
        GARDEN_LINK.replace("=", ""),
        "ydke://" + GARDEN_LINK[7:].replace("=", "%3D").replace("!", "%21"),
        GARDEN_LINK.replace("!", "!\n"),
        GARDEN_LINK[:20] + "\r\n" + GARDEN_LINK[20:],
        GARDEN_LINK.removesuffix("!") + " have fun.",
    ],
)
def test_what_chat_programs_do_is_put_right(text):
    file = read_deck(text, SHELF)
    assert file.format is DeckFormat.YDKE
    assert file.messages == ()
    assert numbers(file.deck) == numbers(GARDEN)


def test_plus_signs_turned_into_spaces():
    link = f"ydke://{part(*PLUS)}!!{part(*PLUS)}!"
    assert "+" in link
    for text in (link, link.replace("+", " "), link.replace("+", "-"), link.replace("+", "%2B")):
        assert numbers(read_deck(text, SHELF).deck) == (list(PLUS), [], list(PLUS))


@pytest.mark.parametrize(
    ("text", "expected", "problems"),
    [
        ("ydke://AAAA!BBhGAg==!!", ([], [38148100], []), [("deck.ydke.damaged", "Main Deck")]),
        ("ydke://FBFNAA==!B*hGAg==!FBFNAA==!", ([5050644], [], [5050644]), [("deck.ydke.damaged", "Extra Deck")]),
        ("ydke://FBFNAA==", ([5050644], [], []), [("deck.ydke.cut", "Extra Deck"), ("deck.ydke.cut", "Side Deck")]),
        ("ydke://FBFNAA==!BBhGA", ([5050644], [], []), [("deck.ydke.damaged", "Extra Deck"), ("deck.ydke.cut", "Side Deck")]),
        ("ydke://", ([], [], []), [("deck.ydke.cut", "Extra Deck"), ("deck.ydke.cut", "Side Deck")]),
    ],
)
def test_a_damaged_part_is_named_and_the_others_stay(text, expected, problems):
    file = read_deck(text, SHELF)
    assert numbers(file.deck) == expected
    assert [(message.id, message.facts["pile"]) for message in file.messages] == problems
    assert not file.is_whole


def test_links_carry_the_name():
    deck = deck_of([*PLUS], [44508094], [], "Mokey & Mokey, 100 %!")
    link = write_deck(deck, DeckFormat.LINK, SHELF).text
    assert link.startswith("?y=")
    assert re.fullmatch(r"[?=A-Za-z0-9%!._~-]+", link)
    for text in (link, f"https://decks.example/deckbuilder/{link}", f"https://decks.example/x?lang=fr&{link[1:]}"):
        file = read_deck(text, SHELF)
        assert (file.format, file.messages) == (DeckFormat.LINK, ())
        assert numbers(file.deck) == numbers(deck)
        assert file.deck.name == "Mokey & Mokey, 100 %"  # What follows a "!" is nobody's.


def test_links_with_bare_plus_signs():
    file = read_deck(f"https://decks.example/?ydke={part(*PLUS)}!!!Name", SHELF, "file name")
    assert numbers(file.deck) == (list(PLUS), [], [])
    assert file.deck.name == "Name"
    assert read_deck("https://decks.example/?y=!!!", SHELF, "file name").deck.name == "file name"


def test_old_links_are_refused_in_words():
    with pytest.raises(UnreadableFile) as caught:
        read_deck("https://decks.example/?e=eJyrZoCAE4wQWpQZQgMAGOwBXQ~~", SHELF)
    assert caught.value.message.id == "deck.link.old"


def test_any_text_behind_ydke_is_answered():
    for tail in ("!" * 50, "%zz!%!", "====!====!====", "\u00e9!\u00e9!\u00e9", "A" * 1000, " + + ! + !  ! "):
        file = read_deck("ydke://" + tail, SHELF)
        assert len(file.deck) <= 300
