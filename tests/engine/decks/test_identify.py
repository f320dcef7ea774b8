"""Which card a number or a name means: artworks, two-passcode cards, Tokens, private numbers."""

import pytest

from engine.banlists import Banlist, ListEntry, find_list
from engine.decks import CardIndex, DeckCard, Identified, check_deck, deck_name, deck_of, identify, read_deck_file
from engine.rulesets import read_ruleset
from tests.engine.conftest import shared_file

from .shelf import SHELF, deck, monster

ADVANCED = read_ruleset("advanced")


def found(number: int, banlist: Banlist | None = None) -> tuple[str | None, bool, bool]:
    result = identify(DeckCard(number), SHELF, banlist)
    return result.card.name if result.card else None, result.is_token, result.is_assumed


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (90590303, ("Number 41: Bagooska the Terribly Tired Tapir", False, False)),
        (90590304, ("Number 41: Bagooska the Terribly Tired Tapir", False, True)),
        (90590313, ("Number 41: Bagooska the Terribly Tired Tapir", False, True)),
        (90590314, (None, False, False)),
        (90590302, (None, False, False)),
        (36996508, ("Dark Magician", False, False)),
        (46986414, ("Dark Magician", False, False)),
        (73915052, (None, True, False)),
        (15341822, (None, True, False)),
        (92_000_002, (None, True, False)),
        (0, (None, False, False)),
        (160_204_045, (None, False, False)),
        (300_307_013, (None, False, False)),
        (2**32 - 1, (None, False, False)),
    ],
)
def test_numbers(number, expected):
    assert found(number) == expected


def test_a_list_names_its_private_numbers():
    banlist = Banlist("Private", (ListEntry(504_700_144, "Sangan", 1), ListEntry(504_700_145, "Nobody's Card", 1)))
    assert found(504_700_144) == (None, False, False)
    assert found(504_700_144, banlist) == ("Sangan", False, False)
    assert found(504_700_145, banlist) == (None, False, False)


def test_the_cards_at_hand_come_before_everything_else():
    token_number = 15341822
    cards = CardIndex([monster("Real Card", token_number), monster("Other", 15341821)])
    assert identify(DeckCard(token_number), cards).card.name == "Real Card"


def test_artworks_and_placeholders_of_a_card_file():
    cards = CardIndex([
        monster("First", 10_000_000, alias_passcodes=(77_000_000, 20_000_000)),
        monster("Second", 20_000_000, placeholder_passcode=None),
        monster("Newest", None, placeholder_passcode=101_300_001),
    ])  # fmt: skip
    assert cards.card(77_000_000).name == "First"
    assert cards.card(20_000_000).name == "Second"  # A printed number beats an alias.
    assert cards.card(101_300_001).name == "Newest"
    assert len(cards) == 3


def test_names_for_counting():
    assert deck_name(SHELF.named("Harpie Lady 1")[0]) == "Harpie Lady"
    worded = monster("Brand New Harpie", 1, texts={"en": '(This card\'s name is always treated as "Harpie Lady".)'})
    assert deck_name(worded) == "Harpie Lady"
    series = monster("Brand New Wing", 2, texts={"en": '(This card is always treated as a "Blackwing" card.)'})
    assert deck_name(series) == "Brand New Wing"


def test_unknown_is_neither():
    assert identify(DeckCard(None, "Nobody's Card"), SHELF) == Identified()
    assert identify(DeckCard(None, "Black Luster Soldier"), SHELF).card.passcode == 5405694


@pytest.mark.parametrize("listed", [90590303, 90590304, 90590305])
@pytest.mark.parametrize("played", [90590303, 90590304, 90590305])
def test_any_artwork_in_a_list_binds_every_artwork(listed, played):
    banlist = Banlist("Artworks", (ListEntry(listed, "", 0),))
    (refusal,) = check_deck(deck(extra=[played]), ADVANCED, banlist, SHELF)
    assert refusal.rule == "deck.list.forbidden_zero_copies"
    assert refusal.facts["card"] == "Number 41: Bagooska the Terribly Tired Tapir"


@pytest.mark.parametrize("listed", [36996508, 46986414])
def test_a_list_that_names_one_of_two_passcodes_binds_both(listed):
    banlist = Banlist("Two passcodes", (ListEntry(listed, "", 1),))
    (refusal,) = check_deck(deck([36996508, 46986414]), ADVANCED, banlist, SHELF)
    assert refusal.rule == "deck.list.limited_one_copy"
    for one in (36996508, 46986414):
        one_copy = check_deck(deck([one]), ADVANCED, banlist, SHELF)
        assert one_copy == []
        forbidden = Banlist("Two passcodes", (ListEntry(listed, "Dark Magician", 0),))
        assert [refusal.rule for refusal in check_deck(deck([one]), ADVANCED, forbidden, SHELF)] == [
            "deck.list.forbidden_zero_copies"
        ]


@pytest.mark.shared_data
def test_artworks_in_the_present_list(catalogue):
    """Apollousa stands in the list with two artworks; both together are one card, and Monster Reborn's second one counts."""
    cards, banlist = CardIndex(catalogue.cards), find_list("TCG")
    _too_small, refusal = check_deck(deck_of(extra=[4280258, 4280259]), ADVANCED, banlist, cards)
    assert (refusal.rule, refusal.facts["count"]) == ("deck.list.forbidden_zero_copies", 2)
    _too_small, reborn = check_deck(deck_of([83764718, 83764719]), ADVANCED, banlist, cards)
    assert (reborn.facts["card"], reborn.rule) == ("Monster Reborn", "deck.list.limited_one_copy")


@pytest.mark.shared_data
def test_the_token_list_of_the_samples(catalogue):
    cards = CardIndex(catalogue.cards)
    tokens = read_deck_file(shared_file("deck_tokens_231_main.ydk", "market/samples"), cards).deck
    size, token = check_deck(tokens, ADVANCED, find_list("TCG"), cards)
    assert (size.facts["count"], size.facts["target"]) == (231, 60)
    assert (token.rule, token.facts["count"]) == ("deck.tokens.not_deck_cards", 231)


@pytest.mark.shared_data
def test_no_card_of_the_catalogue_is_taken_for_a_token(catalogue):
    cards = CardIndex(catalogue.cards)
    for card in catalogue.cards:
        if card.passcode is not None:
            result = identify(DeckCard(card.passcode), cards)
            assert (result.is_token, result.is_assumed) == (False, False)
            assert result.card.name == card.name


@pytest.mark.shared_data
def test_cards_treated_as_another_are_the_same_with_and_without_texts(catalogue):
    from engine.decks.source import _known_treated

    by_text = {card.name: deck_name(card) for card in catalogue.cards if deck_name(card) != card.name}
    assert by_text == _known_treated()


@pytest.mark.shared_data
def test_private_numbers_of_2005_are_known_by_the_list(catalogue):
    cards, goat = CardIndex(catalogue.cards), find_list("GOAT")
    private = [entry for entry in goat.entries if entry.passcode > 99_999_999]
    assert len(private) > 200
    unknown = [entry.name for entry in private if identify(DeckCard(entry.passcode), cards, goat).card is None]
    assert unknown == []
