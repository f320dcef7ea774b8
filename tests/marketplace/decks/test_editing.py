"""Steps on a deck: what they do, what they refuse, and that none is lost or done twice."""

from __future__ import annotations

import pytest

from engine import Pile
from marketplace.decks import decks
from marketplace.decks.editing import MOST_COPIES, Editor
from marketplace.errors import Conflict, NotFound, Refused
from tests.factories import accounts
from tests.marketplace.decks.conftest import DARK_MAGICIAN, POT_OF_GREED, card_id, copies


@pytest.fixture
def in_request(starter_app):
    with starter_app.test_request_context():
        yield


@pytest.fixture
def deck(make_deck, in_request):
    return make_deck([DARK_MAGICIAN] * 2 + [POT_OF_GREED], name="Spellcasters")


def editor(store, deck, **values):
    return Editor(store, deck.user_id, deck.id, **values)


def entry_of(deck, pile, passcode):
    return next(entry.id for entry in deck.cards if entry.pile == pile and entry.passcode == passcode)


def test_cards_go_where_they_belong(store, deck):
    act = editor(store, deck)
    act.add(card_id(store, "Dark Magician"))
    act.add(card_id(store, "Stardust Dragon"))
    act.add(card_id(store, "Sangan"), Pile.SIDE)
    act.done()
    assert copies(deck, Pile.MAIN) == {f"#{DARK_MAGICIAN}": 3, f"#{POT_OF_GREED}": 1}
    assert list(copies(deck, Pile.EXTRA)) == ["#44508094"]
    assert len(copies(deck, Pile.SIDE)) == 1


def test_another_artwork_that_is_there_gets_the_copy(store, make_deck, in_request):
    deck = make_deck([DARK_MAGICIAN + 1])
    act = editor(store, deck)
    act.add(card_id(store, "Dark Magician"))
    act.done()
    assert copies(deck, Pile.MAIN) == {f"#{DARK_MAGICIAN + 1}": 2}


def test_counts_moves_and_removal(store, deck):
    magician = entry_of(deck, "main", DARK_MAGICIAN)
    act = editor(store, deck)
    act.step(magician, 1)
    act.move(magician, Pile.SIDE, 1)
    act.move(entry_of(deck, "main", POT_OF_GREED), Pile.SIDE)
    act.done()
    assert copies(deck, Pile.MAIN) == {f"#{DARK_MAGICIAN}": 2}
    assert copies(deck, Pile.SIDE) == {f"#{DARK_MAGICIAN}": 1, f"#{POT_OF_GREED}": 1}
    act = editor(store, deck)
    act.set_copies(magician, 5)
    act.remove(entry_of(deck, "side", DARK_MAGICIAN))
    act.done()
    assert copies(deck, Pile.MAIN) == {f"#{DARK_MAGICIAN}": 5}
    act = editor(store, deck)
    act.set_copies(magician, 0)
    act.done()
    assert copies(deck, Pile.MAIN) == {}


def test_a_card_without_a_number_is_written_by_its_placeholder(store, deck):
    act = editor(store, deck)
    act.add(card_id(store, "Obelisk the Tormentor"))
    act.done()
    assert "#10000000" in copies(deck, Pile.MAIN)


def test_the_same_form_twice_acts_once_and_two_presses_count_twice(store, deck):
    magician = entry_of(deck, "main", DARK_MAGICIAN)
    for version, key, repeated in ((1, "a", False), (1, "a", True), (2, "b", False), (1, "a", True)):
        act = editor(store, deck, version=version, key=key)
        assert act.repeated is repeated
        if not repeated:
            act.step(magician, 1)
            act.done()
    assert copies(deck, Pile.MAIN)[f"#{DARK_MAGICIAN}"] == 4
    assert deck.version == 3


def test_an_older_page_changes_nothing(store, deck):
    act = editor(store, deck, version=1, key="a")
    act.step(entry_of(deck, "main", DARK_MAGICIAN), 1)
    act.done()
    with pytest.raises(Conflict):
        editor(store, deck, version=1, key="b")
    assert copies(deck, Pile.MAIN)[f"#{DARK_MAGICIAN}"] == 3


def test_refusals(store, deck):
    magician = entry_of(deck, "main", DARK_MAGICIAN)
    act = editor(store, deck)
    with pytest.raises(Refused):
        act.set_copies(magician, MOST_COPIES + 1)
    with pytest.raises(Refused):
        act.set_copies(magician, -1)
    with pytest.raises(Refused):
        act.step(99_999, 1)
    with pytest.raises(NotFound):
        act.add(99_999)


def test_swapping_keeps_the_number_of_copies_and_the_pile(store, deck):
    act = editor(store, deck)
    act.swap(entry_of(deck, "main", DARK_MAGICIAN), card_id(store, "Gemini Elf"))
    act.done()
    assert copies(deck, Pile.MAIN) == {f"#{POT_OF_GREED}": 1, "#69140098": 2}
    act = editor(store, deck)
    act.swap(entry_of(deck, "main", 69140098), card_id(store, "Gemini Elf"))
    assert copies(deck, Pile.MAIN)["#69140098"] == 2


def test_decks_of_others_do_not_exist(store, deck):
    kaiba = accounts.user(store, "Kaiba")
    for call in (
        lambda: Editor(store, kaiba.id, deck.id),
        lambda: decks.get_deck(store, kaiba.id, deck.id),
        lambda: decks.copy(store, kaiba.id, deck.id, "Mine"),
        lambda: decks.delete(store, kaiba.id, deck.id),
        lambda: decks.restore(store, kaiba.id, deck.id),
        lambda: decks.rename(store, kaiba.id, deck.id, "Mine"),
        lambda: decks.set_state(store, kaiba.id, deck.id, "built"),
    ):
        with pytest.raises(NotFound):
            call()


def test_a_copy_is_an_idea_with_the_same_cards(store, deck):
    decks.set_state(store, deck.user_id, deck.id, "built")
    made = decks.copy(store, deck.user_id, deck.id, "Spellcasters (copy)", key="k")
    assert (made.state, copies(made, Pile.MAIN)) == ("idea", copies(deck, Pile.MAIN))
    assert decks.copy(store, deck.user_id, deck.id, "Spellcasters (copy)", key="k").id == made.id
    assert len(made.cards) == len(deck.cards)


def test_a_deleted_deck_is_gone_until_it_is_brought_back(store, deck):
    decks.delete(store, deck.user_id, deck.id)
    with pytest.raises(NotFound):
        decks.get_deck(store, deck.user_id, deck.id)
    assert decks.page_of_decks(store, deck.user_id).total == 0
    decks.restore(store, deck.user_id, deck.id)
    assert copies(decks.get_deck(store, deck.user_id, deck.id), Pile.MAIN)[f"#{DARK_MAGICIAN}"] == 2


def test_a_name_turns_nothing_around(store, deck):
    assert decks.rename(store, deck.user_id, deck.id, "\u202eevil\u202c \x01deck \U0001f469\u200d\U0001f393").name == (
        "evil deck \U0001f469\u200d\U0001f393"
    )


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, "\u200b", "\ufeff \u202e", "\x01\x02"])
def test_names_that_are_none(store, deck, name):
    with pytest.raises(Refused):
        decks.rename(store, deck.user_id, deck.id, name)
