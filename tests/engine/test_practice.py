"""The practice Decks are legal, playable and worth a duel."""

from __future__ import annotations

import pytest

from engine import (
    CardIndex,
    Duel,
    PracticeDeck,
    UnknownPracticeDeck,
    check_deck,
    default_list,
    not_playable,
    practice_deck,
    practice_decks,
    read_ruleset,
)
from engine.ai.play import play_many
from tests.engine.duels import starter

DECKS = practice_decks()
LANGUAGES = ("en", "fr", "pt")
each_deck = pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.id)


@pytest.fixture(scope="module")
def source() -> CardIndex:
    return CardIndex(starter().values())


def test_there_is_a_relaxed_and_a_strong_one_for_each_ruleset() -> None:
    assert sorted((deck.ruleset, deck.power) for deck in DECKS) == [
        ("advanced", 1),
        ("advanced", 2),
        ("goat-2005", 1),
        ("goat-2005", 2),
        ("rulebook-2009", 1),
        ("rulebook-2009", 2),
    ]
    assert len({deck.id for deck in DECKS}) == len(DECKS)


@each_deck
def test_it_is_legal_with_the_list_of_its_ruleset(deck: PracticeDeck, source: CardIndex) -> None:
    rules = read_ruleset(deck.ruleset)
    assert check_deck(deck.deck(), rules, default_list(rules), source) == []
    assert 40 <= len(deck.main) <= 42


@each_deck
def test_it_is_playable_from_the_starter_catalogue(deck: PracticeDeck, source: CardIndex) -> None:
    cards = deck.duel_deck(source)
    assert [facts.name for facts in cards.main] == list(deck.main)
    assert [facts.name for facts in cards.extra] == list(deck.extra)
    assert not_playable([*cards.main, *cards.extra]) == []
    assert Duel.start(deck.ruleset, [cards, cards], 1).decision is not None


@each_deck
def test_it_is_explained_in_three_languages(deck: PracticeDeck) -> None:
    assert set(deck.name) == set(deck.how_to_play) == set(LANGUAGES)
    assert 3 <= len(deck.key_cards) <= 6
    for language in LANGUAGES:
        told = deck.how_to_play[language]
        assert 2 <= sum(told.count(mark + " ") for mark in ".!") + 1 <= 5
        for name in deck.key_cards:
            assert name in (*deck.main, *deck.extra)
            assert starter()[name].names[language] in told, (language, name)
    assert all(f"\u00a0{mark}" in deck.how_to_play["fr"] for mark in ":;" if mark in deck.how_to_play["fr"])
    assert not any(f" {mark}" in deck.how_to_play["fr"] for mark in ":;!?")


def test_a_deck_is_found_by_its_id() -> None:
    assert practice_deck(DECKS[0].id) is DECKS[0]
    with pytest.raises(UnknownPracticeDeck, match=DECKS[1].id):
        practice_deck("no-such-deck")


def test_a_card_list_that_lacks_a_card_is_told(source: CardIndex) -> None:
    missing = DECKS[0].main[0]
    rest = CardIndex(facts for facts in starter().values() if facts.name != missing)
    with pytest.raises(LookupError, match=missing):
        DECKS[0].duel_deck(rest)


@pytest.mark.parametrize("ruleset", sorted({deck.ruleset for deck in DECKS}))
def test_the_strong_deck_beats_the_relaxed_one_in_good_time(ruleset: str, source: CardIndex) -> None:
    """Between equal players: more often than not, and neither too fast nor endless (figures: docs/practice-decks.md)."""
    relaxed, strong = sorted((deck for deck in DECKS if deck.ruleset == ruleset), key=lambda deck: deck.power)
    duels = 10
    cards = [strong.duel_deck(source), relaxed.duel_deck(source)]
    figures = play_many(read_ruleset(ruleset), cards, ["script", "script"], duels, 7)
    assert figures["failures"] == []
    assert figures["wins"][0] >= duels / 2
    assert 7 <= figures["turns"] / duels <= 30
