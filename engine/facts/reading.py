"""Read a card file of any known format, told apart by its content."""

import os
from typing import BinaryIO

from engine.facts.file import FactsFile, UnreadableFacts

MAX_SIZE = 512 * 1024 * 1024
"""Largest decompressed file that is read, in bytes."""


def read_facts(
    source: str | os.PathLike[str] | bytes | BinaryIO, *, max_size: int = MAX_SIZE
) -> FactsFile:
    """Read the cards of a file; see ``docs/starter-catalogue.md`` for the formats.

    ``source`` is a path, the bytes of a file, or a file open in binary mode. The
    format is told by the content, never by the name; ``.xz`` and ``.gz`` are
    decompressed, up to ``max_size`` bytes.

    A single bad entry is left out and reported in ``problems``. Raises
    ``UnreadableFacts`` when the file is truncated, too large or of another kind, and
    ``OSError`` when a path cannot be opened.
    """
    raise UnreadableFacts("No reader knows this kind of file.")
