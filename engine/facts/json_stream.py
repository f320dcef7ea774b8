"""Take a large JSON file apart entry by entry, so that it is never in memory as a whole."""

import codecs
import json
import re
from collections.abc import Iterator
from typing import NoReturn

from engine.facts.file import UnreadableFacts

MAX_ENTRY = 32 * 1024 * 1024
"""Characters one entry may have; the largest card seen has under 100,000."""

_SPACE = re.compile(r"[ \t\r\n]*")


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


class JsonEntries:
    """The entries of a JSON document that is a list, or an object with lists in it.

    Iterating yields ``(key, value)``: for a top-level list every element with the key
    "", for an object every element of a list under its key, and any other value whole.
    Raises ``UnreadableFacts`` when the text is not JSON or ends too early.
    """

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.is_list = False
        """Whether the document is a list; known from the first entry on."""
        self.keys: list[str] = []
        """The keys of the object met so far, empty lists included."""
        self._pieces = pieces
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._json = json.JSONDecoder(parse_constant=_no_constant)
        self._text = ""
        self._at = 0
        self._ended = False
        self._count = 0

    def __iter__(self) -> Iterator[tuple[str, object]]:
        first = self._peek()
        if first == "[":
            self.is_list = True
            yield from self._list("")
        elif first == "{":
            yield from self._object()
        else:
            self._refuse_start(first)
        if self._peek():
            raise UnreadableFacts("The file goes on after the end of its JSON; it may be two files joined together.")

    def _list(self, key: str) -> Iterator[tuple[str, object]]:
        self._at += 1
        if self._peek() == "]":
            self._at += 1
            return
        while True:
            yield key, self._value()
            if self._separator("]") == "]":
                return

    def _object(self) -> Iterator[tuple[str, object]]:
        self._at += 1
        if self._peek() == "}":
            self._at += 1
            return
        while True:
            key = self._value()
            if not isinstance(key, str) or self._peek() != ":":
                self._broken()
            self._at += 1
            self.keys.append(key)
            if self._peek() == "[":
                yield from self._list(key)
            else:
                yield key, self._value()
            if self._separator("}") == "}":
                return

    def _separator(self, end: str) -> str:
        found = self._peek()
        if found not in (",", end) or not found:
            self._broken()
        self._at += 1
        return found

    def _value(self) -> object:
        """Decode the value at the current place, reading on until it is whole."""
        if not self._peek():
            self._broken()
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._at)
            except json.JSONDecodeError:
                value, end = None, -1
            except ValueError as error:
                raise UnreadableFacts(f"Entry {self._count + 1} of the file is not valid JSON: {error}.") from None
            except RecursionError:
                raise UnreadableFacts(f"Entry {self._count + 1} of the file is nested too deeply for a card.") from None
            # A number may go on in the next piece: only what follows it proves its end.
            if end >= 0 and (end < len(self._text) or self._ended):
                self._at = end
                self._count += 1
                return value
            if self._ended:
                self._broken()
            pending = len(self._text) - self._at
            if pending > MAX_ENTRY:
                raise UnreadableFacts(f"Entry {self._count + 1} of the file is broken or larger than any card can be.")
            self._fill(pending)

    def _peek(self) -> str:
        """Return the next character that is not space, "" at the end of the file."""
        while True:
            match = _SPACE.match(self._text, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._text) or self._ended:
                return self._text[self._at : self._at + 1]
            self._fill(1)

    def _fill(self, wanted: int) -> None:
        """Drop what is used and append at least ``wanted`` characters, if there are any."""
        parts = [self._text[self._at :]]
        self._at = 0
        got = 0
        while got < wanted and not self._ended:
            piece = next(self._pieces, b"")
            self._ended = not piece
            try:
                part = self._decoder.decode(piece, final=self._ended)
            except UnicodeDecodeError:
                raise UnreadableFacts(self._not_utf8(piece)) from None
            parts.append(part)
            got += len(part)
        self._text = "".join(parts)

    def _not_utf8(self, piece: bytes) -> str:
        if self._count == 0 and piece[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return "The file is saved as UTF-16; save it as UTF-8 and try again."
        if self._count == 0:
            return "This is not a card file: it is neither UTF-8 text nor a .cdb database."
        return f"The file is damaged after entry {self._count}: the text is not valid UTF-8."

    def _broken(self) -> NoReturn:
        # At the end all that is left is in memory, which tells a cut from an error.
        if self._ended and self._is_cut_off():
            raise UnreadableFacts(
                f"The file is cut off after {self._count} entries: its end is missing. Download the file again."
            )
        near = self._text[self._at : self._at + 40].split("\n")[0]
        raise UnreadableFacts(f"The file is not valid JSON after {self._count} entries, near {near!r}.")

    def _is_cut_off(self) -> bool:
        rest = self._text[self._at :]
        if not rest.strip():
            return True
        try:
            self._json.raw_decode(rest)
        except json.JSONDecodeError as error:
            # A cut inside a word or an escape is reported a few characters before the end.
            return error.pos >= len(rest.rstrip()) - 5 or error.msg.startswith("Unterminated")
        return False

    def _refuse_start(self, first: str) -> NoReturn:
        text = self._text[self._at : self._at + 200]
        if not first:
            raise UnreadableFacts("The file is empty.")
        if first == "<":
            raise UnreadableFacts(
                "This is a web page, not a card file. Download the file itself instead of saving the page that shows it."
            )
        raise UnreadableFacts(f"This is not a card file: it is neither JSON nor a .cdb database. It starts with {text[:40]!r}.")
