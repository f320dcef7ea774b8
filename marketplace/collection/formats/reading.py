"""From the bytes of an upload to records of cells: encodings, delimiters, quotes, damage.

No character is ever replaced silently: a file that is no text is refused in words.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l

from marketplace.errors import Refused

LARGEST_FILE = 20 * 1024 * 1024
MOST_ROWS = 200_000
DELIMITERS = (",", ";", "\t", "|")

_MAGIC: tuple[tuple[bytes, object], ...] = (
    (b"%PDF", _l("This is a PDF document. Export the list as CSV or copy its text and paste it.")),
    (b"\x89PNG", _l("This is a picture, not a list of cards.")),
    (b"\xff\xd8\xff", _l("This is a picture, not a list of cards.")),
    (b"GIF8", _l("This is a picture, not a list of cards.")),
    (b"RIFF", _l("This is a picture, not a list of cards.")),
    (b"PK\x03\x04", _l("This is a workbook or an archive. Open it in a spreadsheet program and save it as CSV.")),
    (b"\xd0\xcf\x11\xe0", _l("This is an old Excel workbook. Open it and save it as CSV.")),
    (b"\x1f\x8b", _l("This file is compressed. Unpack it first.")),
    (b"SQLite format 3", _l("This is a database, not a list of cards.")),
)
_WIDEST = 10_000
"""More cells than any header has."""

_SEP_LINE = re.compile(r'^\ufeff?"?sep=(.)"?[ \t]*(?:\r\n|\n|\r|$)', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Text:
    """A decoded file. ``cut_off`` when the last character is incomplete."""

    text: str
    encoding: str
    cut_off: bool = False


def decode(data: bytes) -> Text:
    """The text of a file: UTF-8 with or without mark, UTF-16 with mark, else Windows-1252.

    Raises Refused for files that are empty, too large, binary, or readable in none of these.
    """
    if len(data) > LARGEST_FILE:
        megabytes = LARGEST_FILE // (1024 * 1024)
        raise Refused(
            _l("This file is larger than %(mb)d MB. Split it and import the parts.", mb=megabytes),
            rule="import.too_large",
            field="file",
        )
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe"):
        raise Refused(_l("This file is empty."), rule="import.empty", field="file")
    for magic, words in _MAGIC:
        if data.startswith(magic):
            raise Refused(words, rule="import.not_text", field="file")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Text(*_utf16(data))
    if b"\x00" in data:
        raise Refused(_l("This file is not text. Export the list as CSV."), rule="import.not_text", field="file")
    try:
        return Text(data.decode("utf-8-sig"), "utf-8")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data" and error.start >= len(data) - 3 and error.start > 0:
            return Text(data[: error.start].decode("utf-8-sig"), "utf-8", cut_off=True)
    try:
        return Text(data.decode("cp1252"), "windows-1252")
    except UnicodeDecodeError as error:
        raise Refused(
            _l("This file is neither UTF-8 nor Windows-1252 text. Save it as CSV in UTF-8."),
            rule="import.encoding",
            field="file",
        ) from error


def _utf16(data: bytes) -> tuple[str, str, bool]:
    whole = data if len(data) % 2 == 0 else data[:-1]
    try:
        return whole.decode("utf-16"), "utf-16", len(whole) != len(data)
    except UnicodeDecodeError as error:
        raise Refused(_l("This file is damaged: its text cannot be read."), rule="import.encoding", field="file") from error


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a delimited file: its cells and the line it ends on. ``repaired`` when quotes had to be mended."""

    cells: tuple[str, ...]
    line: int
    repaired: bool = False
    cut_off: bool = False
    """The last record of a file that ends in the middle of it."""


@dataclass(slots=True)
class Table:
    """A delimited file: header, records, and what was noticed on the way."""

    delimiter: str
    header: tuple[str, ...]
    header_line: int
    body: str
    cut_off: bool = False
    first_line: str = ""
    """A line before the header, such as our own version line."""
    titles: tuple[str, ...] = ()
    """The header as written: there a title may stand twice, which ``header`` tells apart."""

    @property
    def twice(self) -> list[str]:
        """Titles more than one column has, in their order."""
        return list(dict.fromkeys(old for old, new in zip(self.titles, self.header, strict=True) if old != new))

    def records(self) -> Iterator[Record]:
        """The records below the header, blank ones left out."""
        width = len(self.header)
        count = 0
        for record in split_records(self.body, self.delimiter, width, self.header_line, cut_off=self.cut_off):
            if not any(cell.strip() for cell in record.cells):
                continue
            count += 1
            if count > MOST_ROWS:
                raise Refused(
                    _l("This file has more than %(most)d rows. Split it and import the parts.", most=MOST_ROWS),
                    rule="import.too_many_rows",
                    field="file",
                )
            yield record


def open_table(text: Text) -> Table:
    """Find delimiter and header of a delimited file; a ``sep=`` line decides the delimiter, a ``#`` line is set aside."""
    body, line = text.text, 0
    delimiter = ""
    first_line = ""
    match = _SEP_LINE.match(body)
    if match:
        delimiter = match[1]
        body, line = body[match.end() :], 1
    if body.lstrip('"').startswith("#"):
        end = re.search(r"\r\n|\n|\r", body)
        first_line = body[: end.start()] if end else body
        body, line = (body[end.end() :] if end else ""), line + 1
    delimiter = delimiter or find_delimiter(body)
    while body and (blank := re.match(rf"[ \t{re.escape(delimiter)}]*(?:\r\n|\n|\r)", body)):
        body, line = body[blank.end() :], line + 1
    header, rest, used = _header(body, delimiter)
    return Table(delimiter, told_apart(header), line + used, rest, text.cut_off, first_line.strip().strip('"'), titles=header)


def told_apart(titles: Sequence[str]) -> tuple[str, ...]:
    """Titles of columns, each once: the second "Name" becomes "Name (2)". Columns without a title stay as they are."""
    seen: dict[str, int] = {}
    found = []
    for title in titles:
        key = title.casefold()
        seen[key] = seen.get(key, 0) + 1
        found.append(f"{title} ({seen[key]})" if title and seen[key] > 1 else title)
    return tuple(found)


def _header(body: str, delimiter: str) -> tuple[tuple[str, ...], str, int]:
    """The first record, what follows it, and how many lines it took."""
    lines = io.StringIO(body, newline="").readlines()
    if not lines:
        return (), "", 0
    cells, used, _repaired, _open = _one_record(lines[:10], 0, delimiter, _WIDEST)
    return tuple(cell.strip().strip("\ufeff") for cell in cells), "".join(lines[used:]), used


def find_delimiter(body: str) -> str:
    """The delimiter that stands equally often on most of the first 20 lines, counted outside quotes."""
    lines = [re.sub(r'"[^"]*"', "", line) for line in body.splitlines()[:20] if line.strip()]
    best, best_score = ",", (0.0, 0)
    for delimiter in DELIMITERS:
        counts = [line.count(delimiter) for line in lines]
        if not counts or not counts[0]:
            continue
        alike = sum(count == counts[0] for count in counts) / len(counts)
        if (alike, counts[0]) > best_score:
            best, best_score = delimiter, (alike, counts[0])
    return best


def split_records(body: str, delimiter: str, width: int, line: int, *, cut_off: bool = False) -> Iterator[Record]:
    """Split text into records as RFC 4180 has it, mending quotes that were not doubled.

    ``width`` is the number of cells of the header; ``line`` the lines before ``body``. A record that strict reading
    refuses, or that has more cells than the header, is read line by line with the rule that only a quote before a
    delimiter or the end of the line closes a cell.
    """
    lines = io.StringIO(body, newline="").readlines()
    ends_open = bool(lines) and not lines[-1].endswith(("\n", "\r"))
    position = 0
    while position < len(lines):
        cells, used, repaired, open_quote = _one_record(lines, position, delimiter, width)
        position += used
        last = position >= len(lines)
        cut = last and (open_quote or ((cut_off or ends_open) and len(cells) < width and any(cells)))
        yield Record(cells, line + position, repaired, cut_off=cut or (last and cut_off))


def _one_record(lines: Sequence[str], start: int, delimiter: str, width: int) -> tuple[tuple[str, ...], int, bool, bool]:
    """The record that begins at ``lines[start]``: cells, lines used, whether mended, whether a quote is left open."""
    first = lines[start].rstrip("\r\n")
    if '"' not in first:
        return tuple(first.split(delimiter)), 1, False, False
    raw = lines[start]
    for used in range(1, min(len(lines) - start, 50) + 1):
        if used > 1:
            raw += lines[start + used - 1]
        cells = _strict(raw, delimiter)
        if cells is not None and (len(cells) <= width or used > 1):
            return cells, used, False, False
        mended = _mended(first, delimiter) if used == 1 else None
        if mended is not None and (cells is None or len(mended) == width) and (len(mended) == width or not _open_quote(raw)):
            return mended, 1, True, False
        if cells is not None:
            return cells, used, False, False
        if not _open_quote(raw):
            break
    mended = _mended(first, delimiter)
    if mended is not None:
        return mended, 1, True, False
    return tuple(first.split(delimiter)), 1, True, True


def _strict(raw: str, delimiter: str) -> tuple[str, ...] | None:
    try:
        rows = list(csv.reader(io.StringIO(raw, newline=""), delimiter=delimiter, strict=True))
    except csv.Error:
        return None
    return tuple(rows[0]) if len(rows) == 1 else None


def _open_quote(raw: str) -> bool:
    return raw.count('"') % 2 == 1


def _mended(line: str, delimiter: str) -> tuple[str, ...] | None:
    """Cells of one line whose inner quotes were not doubled; None when a quoted cell never ends."""
    cells: list[str] = []
    position = 0
    while True:
        if line.startswith('"', position):
            end = position + 1
            while True:
                end = line.find('"', end)
                if end < 0:
                    return None
                rest = line[end + 1 :]
                if not rest.strip(" ") or rest.lstrip(" ").startswith(delimiter):
                    break
                end += 1
            cells.append(line[position + 1 : end])
            position = end + 1 + (len(rest) - len(rest.lstrip(" ")))
        else:
            end = line.find(delimiter, position)
            end = len(line) if end < 0 else end
            cells.append(line[position:end])
            position = end
        if position >= len(line):
            return tuple(cells)
        position += len(delimiter)
