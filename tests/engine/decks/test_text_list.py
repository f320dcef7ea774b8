"""Deck lists in words: the layouts people post, and the names that look like something else."""

import re
from collections import Counter

import pytest

from engine.decks import CardIndex, Deck, DeckCard, DeckFormat, Pile, home_pile, read_deck, write_deck
from engine.message import UnreadableFile
from tests.engine.conftest import shared_file

from .shelf import NUMBERS, SHELF, monster


def named(deck: Deck, pile: Pile = Pile.MAIN) -> dict[str, int]:
    def name(card: DeckCard) -> str:
        known = SHELF.card(card.passcode) if card.passcode is not None else None
        return known.name if known else str(card)

    return dict(Counter(map(name, deck.pile(pile))))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("3x Ash Blossom & Joyous Spring", {"Ash Blossom & Joyous Spring": 3}),
        ("3 Ash Blossom &amp; Joyous Spring", {"Ash Blossom & Joyous Spring": 3}),
        ("3 × ash blossom & joyous spring", {"Ash Blossom & Joyous Spring": 3}),
        ("x3 Ash Blossom & Joyous Spring", {"Ash Blossom & Joyous Spring": 3}),
        ("Ash Blossom & Joyous Spring x3", {"Ash Blossom & Joyous Spring": 3}),
        ("Ash Blossom & Joyous Spring (3)", {"Ash Blossom & Joyous Spring": 3}),
        ("Ash Blossom & Joyous Spring", {"Ash Blossom & Joyous Spring": 1}),
        ("Ash Blossom and Joyous Spring", None),
        ("1 Ash Blossom & Joyous Spring [MACR] MACR-EN036", {"Ash Blossom & Joyous Spring": 1}),
        ("2 Ash Blossom & Joyous Spring MACR-EN036", {"Ash Blossom & Joyous Spring": 2}),
        ("1x Blue-Eyes White Dragon (Legend of Blue Eyes White Dragon)", {"Blue-Eyes White Dragon": 1}),
        ("2x Blue\u2010Eyes White Dragon (Legend (2nd print))", {"Blue-Eyes White Dragon": 2}),
        ("3 Floraison de Cendres et Joyeux Printemps", {"Ash Blossom & Joyous Spring": 3}),
        ("1 Dragon\u00a0Blanc aux Yeux\u00a0Bleus", {"Blue-Eyes White Dragon": 1}),
        ("2 Dragao Branco de Olhos Azuis", {"Blue-Eyes White Dragon": 2}),
        ("- 2 Maxx \u201cC\u201d", {'Maxx "C"': 2}),
        ("2 Voici la Carte (Today\u2019s Menu)", {"Voici la Carte (Today's Menu)": 2}),
        ("1 Coeur de Soeur", {"Cœur de Sœur": 1}),
        ("1 Kuwagata Alpha", {"Kuwagata α": 1}),
        ("7", {"7": 1}),
        ("1 7", {"7": 1}),
        ("3 7", {"7": 3}),
        ("7 Colored Fish", {"7 Colored Fish": 1}),
        ("1 7 Colored Fish", {"7 Colored Fish": 1}),
        ("30,000-Year White Turtle", {"30,000-Year White Turtle": 1}),
        ("3 30,000-Year White Turtle", {"30,000-Year White Turtle": 3}),
        ("3 46986414", {"Dark Magician": 3}),
        ("2 101112049", {"101112049": 2}),
        ("Dark Magician", {"Dark Magician": 1}),
    ],
)
def test_one_line(line, expected):
    file = read_deck(f"Sangan\n{line}\n", SHELF)
    assert file.format is DeckFormat.TEXT
    found = named(file.deck)
    assert found.pop("Sangan") == 1
    if expected is None:
        assert [(message.id, message.line) for message in file.messages] == [("deck.text.unknown_name", 2)]
        assert found == {line: 1}
    else:
        assert file.messages == ()
        assert found == expected


def test_the_number_is_the_first_printed_one():
    assert (
        read_deck("3 Dark Magician\n2 Polymerization", SHELF).deck.main == (DeckCard(46986414),) * 3 + (DeckCard(24094653),) * 2
    )


def test_sections_by_kind_send_cards_home():
    file = read_deck(
        "Monster:\n3x Sangan\n1 Darkfire Dragon\n\nSpell:\n2x Pot of Greed\n\nTrap:\n1 Ceasefire\n\n"
        "Extra:\n1x Stardust Dragon\n\nSide:\n2x Heavy Storm\n1 Junk Warrior\n",
        SHELF,
    )
    assert file.messages == ()
    assert named(file.deck) == {"Sangan": 3, "Pot of Greed": 2, "Ceasefire": 1}
    assert named(file.deck, Pile.EXTRA) == {"Darkfire Dragon": 1, "Stardust Dragon": 1}
    assert named(file.deck, Pile.SIDE) == {"Heavy Storm": 2, "Junk Warrior": 1}


def test_a_card_stays_in_the_pile_it_is_written_in():
    file = read_deck("Main Deck\n1 Darkfire Dragon\n1 Sangan\nExtra Deck\n1 Relinquished\n", SHELF)
    assert named(file.deck) == {"Darkfire Dragon": 1, "Sangan": 1}
    assert named(file.deck, Pile.EXTRA) == {"Relinquished": 1}


def test_without_headings_cards_go_where_they_belong():
    names = ("Relinquished", "Decode Talker", "Odd-Eyes Pendulum Dragon", "Odd-Eyes Raging Dragon", "Pot of Greed")
    cards = {name: SHELF.named(name)[0] for name in names}
    assert [home_pile(card) for card in cards.values()] == [Pile.MAIN, Pile.EXTRA, Pile.MAIN, Pile.EXTRA, Pile.MAIN]
    deck = read_deck("\n".join(names), SHELF).deck
    assert list(named(deck)) == ["Relinquished", "Odd-Eyes Pendulum Dragon", "Pot of Greed"]
    assert list(named(deck, Pile.EXTRA)) == ["Decode Talker", "Odd-Eyes Raging Dragon"]


@pytest.mark.parametrize(
    "headings",
    [
        ("Monstres (2)", "Magies :", "Pièges", "Extra", "Side"),
        ("MONSTERS", "SPELLS (1)", "TRAPS:", "EXTRA DECK (1)", "SIDE DECK"),
        ("== Main Deck ==", "", "", "== Extra Deck ==", "== Side Deck =="),
        ("# Main Deck", "# Spells", "// Traps", "# Extra Deck (1)", "# Side"),
        ("Monstros", "Magias", "Armadilhas", "Deck Adicional:", "Deck Auxiliar"),
    ],
)
def test_headings_of_many_programs(headings):
    lists = ("2 Sangan", "1 Pot of Greed", "1 Ceasefire", "1 Stardust Dragon", "1 Heavy Storm")
    text = "\n".join(f"{heading}\n{cards}" for heading, cards in zip(headings, lists, strict=True))
    file = read_deck(text, SHELF)
    assert file.messages == ()
    assert named(file.deck) == {"Sangan": 2, "Pot of Greed": 1, "Ceasefire": 1}
    assert named(file.deck, Pile.EXTRA) == {"Stardust Dragon": 1}
    assert named(file.deck, Pile.SIDE) == {"Heavy Storm": 1}


def test_announced_counts_are_checked():
    good = "Main (3)\nMonsters (2)\n2 Sangan\nSpells (1)\n1 Pot of Greed\nExtra (0)\nSide (1)\n1 Heavy Storm\n"
    assert read_deck(good, SHELF).messages == ()
    file = read_deck(good.replace("2 Sangan", "3 Sangan"), SHELF)
    assert [(message.id, message.line, message.facts["count"], message.facts["found"]) for message in file.messages] == [
        ("deck.text.wrong_count", 1, 3, 4),
        ("deck.text.wrong_count", 2, 2, 3),
    ]


def test_names_no_card_has_stay_as_unknown_cards():
    file = read_deck("3 Sangan\n2x Sanghan\nSide:\nMystery Card\n", SHELF)
    assert file.deck.main[3:] == (DeckCard(None, "Sanghan"),) * 2
    assert file.deck.side == (DeckCard(None, "Mystery Card"),)
    assert [(message.line, message.facts["name"]) for message in file.messages] == [(2, "Sanghan"), (4, "Mystery Card")]
    again = read_deck(write_deck(file.deck, DeckFormat.TEXT, SHELF).text, SHELF)
    assert (again.deck.main, again.deck.side) == (file.deck.main, file.deck.side)


def test_a_name_of_two_cards_is_asked_back():
    file = read_deck("Sangan\n2 Jumeau\n", SHELF)
    (message,) = file.messages
    assert (message.id, message.facts["names"]) == ("deck.text.ambiguous", "Twin of Day, Twin of Night")
    assert file.deck.main[1:] == (DeckCard(None, "Jumeau"),) * 2


def test_a_name_of_two_languages_goes_by_the_language_of_the_list():
    cards = CardIndex(
        [
            monster("Tornado", 95_000_100),
            monster("Twister", 95_000_200, names={"en": "Twister", "fr": "Tornado"}),
        ]
    )
    assert [card.passcode for card in read_deck("Tornado", cards).deck.main] == [95_000_100]
    assert [card.passcode for card in read_deck("Tornado", cards, language="fr").deck.main] == [95_000_200]
    assert [card.passcode for card in read_deck("Tornado", cards, language="pt").deck.main] == [95_000_100]


def test_cards_without_passcode_keep_their_name():
    cards = CardIndex(
        [
            monster("Prize Dragon", None),
            monster("Sangan", 26202165),
            monster("Newest Dragon", None, placeholder_passcode=101_300_001),
        ]
    )
    file = read_deck("Prize Dragon\nSangan\nNewest Dragon", cards)
    assert file.messages == ()
    assert file.deck.main == (DeckCard(None, "Prize Dragon"), DeckCard(26202165), DeckCard(101_300_001))


def test_written_in_words_and_back():
    deck = read_deck('3 Sangan\n2 7 Colored Fish\n1 7\n101112049\nExtra:\nDarkfire Dragon\nSide:\n2 Maxx "C"\n', SHELF).deck
    for language in ("en", "fr", "pt"):
        text = write_deck(deck, DeckFormat.TEXT, SHELF, language).text
        again = read_deck(text, SHELF)
        assert again.messages == ()
        assert (again.deck.main, again.deck.extra, again.deck.side) == (deck.main, deck.extra, deck.side)
    assert "2 Poisson à 7 Couleurs\n" in write_deck(deck, DeckFormat.TEXT, SHELF, "fr").text
    assert write_deck(deck, DeckFormat.TEXT, SHELF).text.startswith(
        "Main Deck (7):\n3 Sangan\n2 7 Colored Fish\n1 7\n1 101112049\n"
    )


def test_a_name_that_two_cards_share_is_written_as_its_number():
    deck = read_deck("Twin of Day", SHELF).deck
    assert write_deck(deck, DeckFormat.TEXT, SHELF, "fr").text == f"Main Deck (1):\n1 {NUMBERS['Twin of Day']}\n"


def test_hardly_a_list():
    with pytest.raises(UnreadableFile):
        read_deck("Dear Ana,\nshall we trade?\n", SHELF)


@pytest.mark.shared_data
def test_the_layouts_of_the_samples(catalogue):
    cards = CardIndex(catalogue.cards)
    text = shared_file("decklist_text_variants.txt", "market/samples").read_text(encoding="utf-8")
    layouts = re.split(r"^# --- layout \w:.*\n", text, flags=re.MULTILINE)[1:]
    read = [read_deck(layout, cards) for layout in layouts]
    assert [len(file.deck) for file in read] == [12, 8, 3, 1, 1, 3, 4]
    assert [file.messages for file in read] == [()] * 7
    first = read[0].deck
    assert (len(first.main), len(first.extra), len(first.side)) == (
        8,
        2,
        2,
    )  # Virgil, under "Monster", is a Synchro Monster.
    turtle = cards.named("30,000-Year White Turtle")[0].passcode
    assert Counter(card.passcode for card in read[1].deck.main)[turtle] == 3
    assert {card.passcode for card in read[6].deck.main} == {14558127, 89631139}


@pytest.mark.shared_data
def test_every_name_of_the_catalogue_is_found_again(catalogue):
    """A list with every card once: names that begin with numbers, hold commas, brackets, quotes or stars."""
    cards = CardIndex(catalogue.cards)
    names = [card.name for card in catalogue.cards]
    for start in range(0, len(names), 4000):
        part = names[start : start + 4000]
        file = read_deck("\n".join(f"1 {name}" for name in part), cards)
        assert file.messages == ()
        found = [cards.card(card.passcode).name if card.passcode is not None else card.name for _, card in file.deck.cards()]
        assert Counter(found) == Counter(part)
