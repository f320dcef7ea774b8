"""Get at the bytes of a card file, whatever wraps them."""

import gzip
import io
import lzma
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Protocol, cast

from engine.facts.file import UnreadableFacts

CHUNK = 256 * 1024
"""Bytes asked for at a time."""

_XZ = b"\xfd7zXZ\x00"
_GZIP = b"\x1f\x8b"
_ZIP = b"PK\x03\x04"


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class _Rejoined:
    """A stream whose first bytes were looked at and are put back in front.

    Uploads and sockets can't always seek, so the bytes are kept instead.
    """

    def __init__(self, head: bytes, rest: _Readable) -> None:
        self._head = head
        self._rest = rest

    def read(self, size: int = -1, /) -> bytes:
        if not self._head:
            return self._rest.read(size)
        head, self._head = self._head, b""
        if 0 <= size < len(head):
            self._head = head[size:]
            return head[:size]
        return head + self._rest.read(-1 if size < 0 else size - len(head))


@contextmanager
def opened(source: str | os.PathLike[str] | bytes | BinaryIO) -> Iterator[BinaryIO]:
    """Yield ``source`` as a binary stream; closes it only if it was opened here."""
    if isinstance(source, bytes):
        yield io.BytesIO(source)
    elif isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as stream:
            yield stream
    else:
        yield source


def decompressed(stream: BinaryIO, max_size: int) -> Iterator[bytes]:
    """Yield the content of ``stream`` in pieces, without its xz or gzip wrapping.

    Raises ``UnreadableFacts`` when the archive is cut off or damaged, and as soon as
    more than ``max_size`` bytes have come out.
    """
    head = b""
    while len(head) < len(_XZ) and (more := stream.read(len(_XZ) - len(head))):
        if isinstance(more, str):
            raise TypeError("A card file must be opened in binary mode.")
        head += more
    whole = _Rejoined(head, stream)
    unwrapped: _Readable
    if head.startswith(_XZ):
        archive = ".xz archive"
        unwrapped = lzma.LZMAFile(cast(BinaryIO, whole))  # noqa: SIM115  the caller owns the stream
    elif head.startswith(_GZIP):
        archive, unwrapped = ".gz archive", gzip.GzipFile(fileobj=cast(BinaryIO, whole), mode="rb")
    elif head.startswith(_ZIP):
        raise UnreadableFacts("This is a .zip archive: unpack it and use the card file inside.")
    else:
        archive, unwrapped = "file", whole

    size = 0
    while True:
        try:
            piece = unwrapped.read(CHUNK)
        except EOFError:
            raise UnreadableFacts(f"The {archive} is cut off: its end is missing. Download the file again.") from None
        except (lzma.LZMAError, zlib.error, gzip.BadGzipFile) as error:
            raise UnreadableFacts(f"The {archive} is damaged ({error}). Download the file again.") from None
        if not piece:
            return
        size += len(piece)
        if size > max_size:
            raise UnreadableFacts(f"The content of the {archive} is larger than the {_megabytes(max_size)} allowed.")
        yield piece


def _megabytes(size: int) -> str:
    if size < 1024 * 1024:
        return f"{size} bytes"
    return f"{size // (1024 * 1024)} MB"
