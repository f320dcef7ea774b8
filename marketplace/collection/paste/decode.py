"""The bytes of a list as text. A guess about the encoding is told, never made silently."""

from __future__ import annotations

from typing import NamedTuple


class Decoded(NamedTuple):
    """Text, and the encoding that had to be assumed (empty when the bytes tell it)."""

    text: str
    assumed: str


def decode(data: bytes) -> Decoded:
    """Read UTF-8 and UTF-16 with a mark; anything else as Windows-1252, which is told."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Decoded(data.decode("utf-16", errors="replace"), "")
    try:
        return Decoded(data.decode("utf-8-sig"), "")
    except UnicodeDecodeError:
        return Decoded(data.decode("cp1252", errors="replace"), "Windows-1252")
