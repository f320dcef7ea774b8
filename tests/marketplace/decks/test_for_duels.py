"""What the duel pages get of decks."""

from __future__ import annotations

import pytest

from marketplace.decks.for_duels import deck_facts, decks_of, get_deck, unplayable
from marketplace.errors import NotFound
from tests.factories import accounts, catalogue
from tests.marketplace.decks.conftest import DARK_MAGICIAN, GEMINI_ELF


@pytest.fixture(autouse=True)
def in_request(starter_app):
    with starter_app.test_request_context():
        yield


def test_the_cards_of_a_deck_one_by_one(store, make_deck):
    deck = make_deck([DARK_MAGICIAN + 1] * 2 + [GEMINI_ELF] * 3 + [160204045], [44508094], side=[DARK_MAGICIAN])
    main, extra = deck_facts(store, deck)
    assert [card.name for card in main] == ["Dark Magician"] * 2 + ["Gemini Elf"] * 3
    assert [card.name for card in extra] == ["Stardust Dragon"]


def test_what_cannot_be_played_is_named(store, make_deck):
    stuck = catalogue.card(store, "Card Nobody Plays", abilities=" effect ", passcode=99_000_001)
    deck = make_deck([DARK_MAGICIAN, stuck.passcode, 160204045], side=[99_000_001])
    assert unplayable(store, deck) == ["Card Nobody Plays", "160204045"]
    assert unplayable(store, make_deck([DARK_MAGICIAN])) == []


@pytest.mark.parametrize("as_id", [True, False])
def test_decks_of_a_player_and_of_nobody_else(store, player, make_deck, as_id):
    kaiba = accounts.user(store, "Kaiba")
    mine, his = make_deck([DARK_MAGICIAN], name="Mine"), make_deck([GEMINI_ELF], name="His", user=kaiba)
    actor = player.id if as_id else player
    assert [deck.name for deck in decks_of(store, actor)] == ["Mine"]
    assert get_deck(store, actor, mine.id).name == "Mine"
    with pytest.raises(NotFound):
        get_deck(store, actor, his.id)
