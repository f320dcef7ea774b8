"""Decks that come with the program, to duel with at once."""

from engine.practice.practice_deck import PracticeDeck, UnknownPracticeDeck, practice_deck, practice_decks

__all__ = ["PracticeDeck", "UnknownPracticeDeck", "practice_deck", "practice_decks"]
