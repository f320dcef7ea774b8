"""Decks: reading and writing lists, whether they are legal, and the odds of an opening hand."""

from engine.decks.cite import rules_of
from engine.decks.deck import Deck, DeckCard, Pile, counted, deck_of
from engine.decks.file import DeckFile, DeckFormat, Written
from engine.decks.formats import DeckRules, deck_rules, default_list
from engine.decks.identify import Identified, identify
from engine.decks.legality import check_deck, check_siding
from engine.decks.odds import Wanted, hand_size, odds_of_count, odds_of_hand, sample_hands
from engine.decks.reading import read_deck, read_deck_file, write_deck
from engine.decks.source import CardIndex, CardSource, deck_name
from engine.decks.text_list import home_pile

__all__ = [
    "CardIndex",
    "CardSource",
    "Deck",
    "DeckCard",
    "DeckFile",
    "DeckFormat",
    "DeckRules",
    "Identified",
    "Pile",
    "Wanted",
    "Written",
    "check_deck",
    "check_siding",
    "counted",
    "deck_name",
    "deck_of",
    "deck_rules",
    "default_list",
    "hand_size",
    "home_pile",
    "identify",
    "odds_of_count",
    "odds_of_hand",
    "read_deck",
    "read_deck_file",
    "rules_of",
    "sample_hands",
    "write_deck",
]
