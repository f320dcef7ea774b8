"""The catalogue as the engine's source of cards."""

from __future__ import annotations

import pytest

from engine import CardIndex, DeckCard, check_deck, deck_of, deck_rules, default_list, identify, read_ruleset, read_starter
from marketplace.catalogue.folding import fold
from marketplace.catalogue.models import CardAlias, CardName, CardText
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.contents import load_written
from tests.factories import accounts, catalogue


@pytest.fixture
def artist(session):
    return catalogue.card(session, "Test Artist", passcode=40_000_100)


def test_a_number_is_found_as_printed_as_artwork_and_as_placeholder(session, artist):
    session.add(CardAlias(passcode=77_000_000, card_id=artist.id))
    god = catalogue.card(session, "Numberless God", passcode=None, placeholder_passcode=10_000_000)
    session.flush()
    source = CatalogueCards(session)
    source.load([40_000_100, 77_000_000, 10_000_000, 5])
    assert source.card(40_000_100).name == source.card(77_000_000).name == "Test Artist"
    assert source.id_of(source.card(10_000_000)) == god.id
    assert source.card(10_000_000).placeholder_passcode == 10_000_000
    assert source.card(5) is None
    assert source.card(77_000_000).alias_passcodes == (77_000_000,)


def test_a_printed_number_goes_before_another_cards_placeholder(session):
    printed = catalogue.card(session, "Printed", passcode=10_000_010)
    catalogue.card(session, "Placeholder", passcode=None, placeholder_passcode=10_000_010)
    source = CatalogueCards(session)
    assert source.id_of(source.card(10_000_010)) == printed.id


def test_a_number_close_by_is_taken_for_an_artwork_and_above_a_token_maker_for_a_token(session, artist):
    maker = catalogue.card(session, "Token Maker", passcode=50_000_100)
    session.add(CardText(card_id=maker.id, language="en", text='Special Summon 1 "Test Token".'))
    session.flush()
    source = CatalogueCards(session)
    load_written(source, [DeckCard(40_000_103), DeckCard(50_000_101), DeckCard(40_000_111)])
    near = identify(DeckCard(40_000_103), source)
    assert (near.card.name, near.is_assumed) == ("Test Artist", True)
    assert identify(DeckCard(50_000_101), source).is_token
    assert identify(DeckCard(40_000_111), source).card is None


def test_names_in_any_language_with_or_without_spaces_and_accents(session, artist):
    session.add(CardName(card_id=artist.id, language="fr", name="Artiste d’Été", folded=fold("Artiste d’Été")))
    catalogue.card(session, "Magnet Ω")
    session.flush()
    source = CatalogueCards(session)
    for typed in ("test artist", "artiste d'ete", "ARTISTE D’ÉTÉ", "TestArtist"):
        assert [card.name for card in source.named(typed)] == ["Test Artist"], typed
    assert [card.name for card in source.named("Magnet Omega")] == ["Magnet Ω"]
    assert list(source.named("Test")) == []


def test_what_a_collector_typed_is_no_card(session):
    user = accounts.user(session)
    typed = catalogue.card(session, "My Own Entry", kind="unknown", added_by_id=user.id, passcode=60_000_000)
    source = CatalogueCards(session)
    assert source.card(60_000_000) is None
    assert source.facts_of(typed.id) is None
    assert list(source.named("My Own Entry")) == []


def test_a_number_above_a_placeholder_is_another_artwork_too(session):
    catalogue.card(session, "Numberless God", passcode=None, placeholder_passcode=10_000_000)
    assert identify(DeckCard(10_000_001), CatalogueCards(session)).card.name == "Numberless God"


@pytest.mark.parametrize("number", [0, 1, 2**31, 2**32 - 1, -1])
def test_numbers_no_card_has_are_no_trouble(session, number):
    assert CatalogueCards(session).card(number) is None


def test_a_deck_is_loaded_with_few_statements(starter_database, count_queries):
    cards = [card for card in read_starter().cards if card.passcode][:120]
    numbers = [card.passcode for card in cards]
    with starter_database.session() as session:
        source = CatalogueCards(session)
        with count_queries(starter_database) as queries:
            load_written(source, [DeckCard(number) for number in numbers])
            deck = deck_of(numbers)
            ruleset = read_ruleset("advanced")
            check_deck(deck, ruleset, default_list(ruleset), source)
            assert deck_rules(ruleset)
        assert all(source.card(number).name == card.name for number, card in zip(numbers, cards, strict=True))
    assert queries.count <= 15, queries.statements


def test_many_names_are_loaded_with_few_statements(starter_database, count_queries):
    names = [card.names.get("fr") or card.name for card in read_starter().cards][:150]
    with starter_database.session() as session:
        source = CatalogueCards(session)
        with count_queries(starter_database) as queries:
            source.load_names([*names, "No Such Card", "Nor This"])
            found = [source.named(name) for name in names]
        assert all(found)
    assert queries.count <= 8, queries.statements


@pytest.mark.parametrize("ruleset", ["advanced", "goat-2005"])
def test_verdicts_are_those_of_the_card_file(starter_database, ruleset):
    cards = read_starter().cards
    rules = read_ruleset(ruleset)
    numbers = [card.passcode or card.placeholder_passcode for card in cards if card.passcode or card.placeholder_passcode]
    deck = deck_of(numbers[:90] + [numbers[3]] * 3 + [46986415, 0, 160204045])
    with starter_database.session() as session:
        source = CatalogueCards(session)
        load_written(source, [card for _pile, card in deck.cards()])
        mine = check_deck(deck, rules, default_list(rules), source)
    assert list(map(str, mine)) == list(map(str, check_deck(deck, rules, default_list(rules), CardIndex(cards))))
