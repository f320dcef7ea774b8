"""Owned, free and missing copies."""

from __future__ import annotations

import pytest

from marketplace.catalogue.models import Card
from marketplace.collection import stock
from marketplace.collection.promises import Claim, promise, release
from marketplace.decks import decks
from marketplace.decks.copies import Stand, stand_of
from marketplace.decks.deck_view import deck_view
from marketplace.decks.exporting import missing_list
from tests.factories import accounts
from tests.factories import collection as collections
from tests.factories.catalogue import printing
from tests.marketplace.decks.conftest import DARK_MAGICIAN, GEMINI_ELF, POT_OF_GREED, card_id


@pytest.fixture
def in_request(starter_app):
    with starter_app.test_request_context():
        yield


@pytest.fixture
def own(store, player, in_request):
    def own(name, quantity, user=None, **values):
        card = store.get(Card, card_id(store, name))
        made = collections.stack(store, user or player, printing(store, of=card), quantity=quantity, **values)
        store.commit()
        return made

    return own


def test_owned_in_any_printing_free_of_loans_and_other_built_decks(store, player, make_deck, own):
    own("Dark Magician", 2)
    stack = own("Dark Magician", 3, language="fr")
    own("Dark Magician", 1, proxy=True)
    own("Dark Magician", 9, user=accounts.user(store, "Kaiba"))
    stock.lend(store, player.id, stack.id, 1, "Joey")
    built = make_deck([DARK_MAGICIAN] * 2, side=[DARK_MAGICIAN], name="Built", state="built")
    make_deck([DARK_MAGICIAN] * 3, name="Idea")
    mine = make_deck([DARK_MAGICIAN] * 3, state="built")
    stand = stand_of(store, player.id, ["Dark Magician", "Gemini Elf"], mine.id)
    assert stand == {"Dark Magician": Stand(owned=5, lent=1, in_decks=3), "Gemini Elf": Stand()}
    assert (stand["Dark Magician"].free, stand["Dark Magician"].missing(3)) == (1, 2)
    decks.delete(store, player.id, built.id)
    assert stand_of(store, player.id, ["Dark Magician"], mine.id)["Dark Magician"].free == 4


def test_both_entries_of_one_name_are_one_card(store, player, own):
    twins = store.query(Card).filter(Card.name == "Dark Magician").all()
    for twin in twins:
        collections.stack(store, player, printing(store, of=twin), quantity=1)
    assert stand_of(store, player.id, ["Dark Magician"])["Dark Magician"].owned == len(twins)


def test_copies_promised_in_a_trade_are_not_free(store, player, own):
    stack = own("Dark Magician", 3)
    promise(store, "trade", 1, [Claim(player.id, stack.id, 2, 1, "Lea")])
    stand = stand_of(store, player.id, ["Dark Magician"])["Dark Magician"]
    assert stand == Stand(owned=3, promised=2)
    assert (stand.free, stand.missing(3)) == (1, 2)
    release(store, "trade", 1)
    assert stand_of(store, player.id, ["Dark Magician"])["Dark Magician"] == Stand(owned=3)


def test_the_missing_list_counts_over_all_piles(store, make_deck, own):
    own("Dark Magician", 1)
    view = deck_view(store, make_deck([DARK_MAGICIAN] * 2 + [GEMINI_ELF], side=[DARK_MAGICIAN]))
    assert missing_list(view) == "2 Dark Magician\n1 Gemini Elf"


def test_the_missing_list_has_a_total_and_the_order_of_the_builder(store, visit, make_deck):
    spell, low, high = POT_OF_GREED, GEMINI_ELF, DARK_MAGICIAN
    page = visit.get(f"/decks/{make_deck([spell], side=[low] * 2 + [high] * 3).id}/missing").text
    assert "6 copies to find" in page
    assert "of 3 different cards" in page
    assert "3 Dark Magician\n2 Gemini Elf\n1 Pot of Greed" in page
    listed = page.split('class="deck-needs"')[1]
    assert listed.index("Dark Magician") < listed.index("Gemini Elf") < listed.index("Pot of Greed")


def test_one_statement_whatever_the_deck(store, starter_database, player, own, count_queries):
    names = [name for (name,) in store.query(Card.name).limit(120)]
    user_id = player.id
    store.rollback()
    with starter_database.read() as session, count_queries(starter_database) as queries:
        stand_of(session, user_id, names)
    assert sum(statement.startswith("SELECT") for statement in queries.statements) == 1
