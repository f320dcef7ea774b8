"""Steps every table reader takes: numbering rows, second headers, cut-off ends, and the cells all formats have."""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import lazy_gettext as _l

from marketplace.catalogue.vocabulary import language_from
from marketplace.catalogue.words import squeezed
from marketplace.collection.formats.reading import Table
from marketplace.collection.formats.rows import Cells, Row
from marketplace.collection.formats.values import looks_like_date, unguarded
from marketplace.collection.vocabulary import condition_from, edition_from


def columns_of(table: Table, wanted: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Field -> header of the table, for every field one of whose spellings the header has."""
    by_key = {squeezed(title): title for title in reversed(table.header)}
    found = {}
    for name, spellings in wanted.items():
        title = next((by_key[squeezed(spelling)] for spelling in spellings if squeezed(spelling) in by_key), None)
        if title is not None:
            found[name] = title
    return found


def rows_of(table: Table) -> Iterator[Row]:
    """The table's records as rows: cells under their headers, a repeated header left out, damage marked."""
    header = table.header
    plain_header = [squeezed(title) for title in table.titles or header]
    first = header[0].casefold() if header else ""
    number = 0
    for record in table.records():
        again = record.cells[0].strip().casefold() == first
        if again and [squeezed(cell) for cell in record.cells[: len(header)]] == plain_header:
            continue  # Two files pasted together: the second brings its header along.
        if len(record.cells) == 1 and squeezed(record.cells[0]).startswith("sep"):
            continue
        number += 1
        values = [unguarded(cell) for cell in record.cells]
        row = Row(number, record.line, dict(zip(header, values + [""] * (len(header) - len(values)), strict=False)))
        extra = [cell for cell in values[len(header) :] if cell.strip()]
        if record.cut_off:
            row.refuse("", _l("the file ends in the middle of this row; it may have been cut off"))
        elif extra:
            row.refuse(
                "", _l("this row has %(cells)d cells, the header has %(columns)d", cells=len(values), columns=len(header))
            )
        if record.repaired:
            row.notes.append(_l("Quotation marks inside this row were mended."))
        yield row


def take_edition(cells: Cells, name: str) -> None:
    """Read the edition cell; an unknown word is noted and left out, it never refuses a row."""
    text = cells.text(name)
    edition = edition_from(text)
    if edition is None:
        cells.row.notes.append(_l("The edition “%(text)s” is not known and was left out.", text=text))
    cells.row.edition = edition or ""


def take_condition(cells: Cells, name: str, tool: str | None) -> None:
    """Read the condition cell as ``tool`` means it; the file's own words are kept where the grade does not say them."""
    text = cells.text(name)
    reading = condition_from(text, tool)
    cells.row.condition = reading.grade or ""
    if text and (reading.grade is None or not reading.sure) and not (tool == "ygoprodeck" and reading.sure):
        cells.row.condition_words = text
    if reading.note and tool != "ygoprodeck":  # Said once for the whole file.
        cells.row.notes.append(_l("Condition “%(text)s”: %(note)s", text=text, note=reading.note))


def take_language(cells: Cells, name: str) -> None:
    """Read the language cell; an unknown word is noted, the set number then decides."""
    text = cells.text(name)
    if not text:
        return
    language = language_from(text)
    if language is None:
        cells.row.notes.append(_l("The language “%(text)s” is not known; the set number decides.", text=text))
    cells.row.language = language or ""


def finish(row: Row, code_column: str) -> Row:
    """Last checks: something must say which card is meant, and no spreadsheet may have turned the number into a date."""
    if row.code and looks_like_date(row.code):
        row.refuse(code_column, _l("“%(text)s” is a date; a spreadsheet changed the set number", text=row.code))
    if not row.identity and not row.problems:
        row.refuse(code_column, _l("nothing says which card this is: no set number, no name, no passcode"))
    return row
