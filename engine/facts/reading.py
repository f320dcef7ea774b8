"""Read a card file of any known format, told apart by its content."""

import itertools
import os
from collections.abc import Iterator
from typing import BinaryIO

from engine.facts.card import LANGUAGES
from engine.facts.content import decompressed, opened
from engine.facts.edopro import read_edopro
from engine.facts.entry import CardCollector, EntryReader
from engine.facts.fields import shown
from engine.facts.file import FactsFile, UnreadableFacts
from engine.facts.json_stream import JsonEntries
from engine.facts.starter import FORMAT, STARTER_FILE, StarterReader
from engine.facts.yaml_yugi import YamlYugiReader, is_yaml_yugi
from engine.facts.ygoprodeck import YgoprodeckReader, error_of, is_ygoprodeck

MAX_SIZE = 512 * 1024 * 1024
"""Largest decompressed file that is read, in bytes."""

_SQLITE = b"SQLite format 3\x00"
_EXPECTED = (
    "Expected the starter catalogue, a yaml-yugi list of cards, the answer of the YGOPRODeck "
    "card API, or an EDOPro .cdb database."
)


def read_facts(
    source: str | os.PathLike[str] | bytes | BinaryIO, *, language: str = "en", max_size: int = MAX_SIZE
) -> FactsFile:
    """Read the cards of a file of any known format.

    ``source`` is a path, the bytes of a file, or a file open in binary mode. The
    format is told by the content, never by the name; ``.xz`` and ``.gz`` are
    decompressed, up to ``max_size`` bytes. The file is read entry by entry: beyond
    the cards themselves little memory is needed.

    ``language``, one of ``LANGUAGES``, is that of the names and texts in YGOPRODeck and
    .cdb files, which do not say it; the other formats name their languages.

    A single bad entry is left out and reported in ``problems``. Raises
    ``UnreadableFacts`` when the file is truncated, too large or of another kind, and
    ``OSError`` when a path cannot be opened.
    """
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not one of the languages {', '.join(LANGUAGES)}.")
    with opened(source) as stream:
        pieces = decompressed(stream, max_size)
        first = next(pieces, b"")
        if first.startswith(_SQLITE):
            return read_edopro(b"".join([first, *pieces]), language)
        return _read_json(itertools.chain([first], pieces), language)


def read_starter() -> FactsFile:
    """Read the starter catalogue that comes with the program: some 300 cards."""
    return read_facts(STARTER_FILE)


def _read_json(pieces: Iterator[bytes], language: str) -> FactsFile:
    entries = JsonEntries(pieces)
    collector: CardCollector | None = None
    header: list[tuple[str, object]] = []
    sample: object = None
    for key, value in entries:
        if collector is None:
            reader = _reader_for(key, value, language)
            if reader is None:
                sample = sample if header else value
                header.append((key, value) if not isinstance(value, (list, dict)) else (key, None))
                continue
            collector = CardCollector(reader)
            for earlier in header:
                collector.take(*earlier)
        collector.take(key, value)
    if collector is None:
        answer = error_of(header)
        if answer is not None:
            raise UnreadableFacts(f"The card API answered with an error instead of cards: {shown(answer)}.")
        raise UnreadableFacts(_other_json(entries, header, sample))
    return collector.file()


def _reader_for(key: str, value: object, language: str) -> EntryReader | None:
    if key == "" and is_yaml_yugi(value):
        return YamlYugiReader()
    if key == "format" and value == FORMAT:
        return StarterReader()
    if key in ("", "data") and is_ygoprodeck(value):
        return YgoprodeckReader(key, language)
    return None


def _other_json(entries: JsonEntries, header: list[tuple[str, object]], sample: object) -> str:
    if entries.is_list and not header:
        found = "an empty list"
    elif entries.is_list and isinstance(sample, dict):
        found = f"a list of objects with the keys {_listed(list(sample))}"
    elif entries.is_list:
        found = f"a list that starts with {shown(sample)}"
    elif not entries.keys:
        found = "an empty object"
    else:
        found = f"an object with the keys {_listed(entries.keys)}"
    return f"This JSON is not a card file: it holds {found}. {_EXPECTED}"


def _listed(keys: list[str]) -> str:
    words = ", ".join(shown(key) for key in keys[:5])
    return f"{words} and {len(keys) - 5} more" if len(keys) > 5 else words
