"""Read a Deck list of any format, told apart by its content, and write one."""

import json
import os
from pathlib import Path

from engine.decks.deck import Deck
from engine.decks.file import DeckFile, DeckFormat, Written
from engine.decks.source import CardSource
from engine.decks.text_list import read_text, write_text
from engine.decks.ydk import looks_like_ydk, read_ydk, write_ydk
from engine.decks.ydke import has_ydke, looks_like_link, read_link, read_ydke, write_link, write_ydke
from engine.message import Message, UnreadableFile
from engine.plain_text import NotText, plain_text

MAX_SIZE = 512 * 1024
"""Largest Deck list that is read, in bytes."""


def read_deck(content: bytes | str, source: CardSource, name: str = "", language: str = "en") -> DeckFile:
    """Read a Deck: ``.ydk``, ``ydke://``, an address that carries a Deck, or a list in words.

    ``name`` is used where the list itself has none; usually the name of its file. ``language`` decides what a card name
    means that is another card's in another language. Raises ``UnreadableFile`` when the content is no Deck.
    """
    if len(content) > MAX_SIZE:
        raise UnreadableFile(Message("deck.too_large", {"kilobytes": MAX_SIZE // 1024}))
    try:
        text = plain_text(content)
    except NotText:
        raise UnreadableFile(Message("deck.not_text")) from None
    if has_ydke(text):
        return read_ydke(text, name)
    if looks_like_link(text):
        return read_link(text, name)
    if looks_like_ydk(text):
        return read_ydk(text, name)
    if not text.strip():
        raise UnreadableFile(Message("deck.empty"))
    if _is_other_kind(text):
        raise UnreadableFile(Message("deck.other_kind"))
    file = read_text(text, source, name, language)
    if not any(card.passcode is not None for _, card in file.deck.cards()):
        raise UnreadableFile(Message("deck.no_card"))
    return file


def read_deck_file(path: str | os.PathLike[str], source: CardSource) -> DeckFile:
    """Read the Deck in a file and name it after the file; raises ``UnreadableFile`` and ``OSError``."""
    with open(path, "rb") as stream:
        return read_deck(stream.read(MAX_SIZE + 1), source, Path(path).stem)


def write_deck(deck: Deck, form: DeckFormat, source: CardSource, language: str = "en") -> Written:
    """Write a Deck in a format; ``language`` is that of the names in a list in words."""
    match form:
        case DeckFormat.YDK:
            return write_ydk(deck)
        case DeckFormat.YDKE:
            return write_ydke(deck)
        case DeckFormat.LINK:
            return write_link(deck)
        case DeckFormat.TEXT:
            return write_text(deck, source, language)


def _is_other_kind(text: str) -> bool:
    """Tell whether a text is a web page or data of a program."""
    start = text.lstrip()[:200].lower()
    if start.startswith(("<!doctype", "<html", "<?xml")):
        return True
    if not start.startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
