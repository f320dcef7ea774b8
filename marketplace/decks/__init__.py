"""Decks: lists of a player, whether they are legal, what is owned of them, files in and out, odds."""
