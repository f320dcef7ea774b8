"""Bytes to records: encodings, delimiters, quotes, damage, and files that are no lists."""

from __future__ import annotations

import pytest

from marketplace.collection.formats.reading import LARGEST_FILE, Table, decode, open_table
from marketplace.errors import Refused


def table(text: str) -> Table:
    return open_table(decode(text.encode()))


def cells(text: str) -> list[tuple[str, ...]]:
    return [record.cells for record in table(text).records()]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("Béatrice, la Dame Éternelle".encode(), "utf-8"),
        ("Béatrice, la Dame Éternelle".encode("utf-8-sig"), "utf-8"),
        ("Béatrice, la Dame Éternelle".encode("cp1252"), "windows-1252"),
        ("Béatrice, la Dame Éternelle".encode("utf-16"), "utf-16"),
    ],
)
def test_every_encoding_of_a_spreadsheet_is_read(data: bytes, encoding: str) -> None:
    text = decode(data)
    assert (text.text, text.encoding, text.cut_off) == ("Béatrice, la Dame Éternelle", encoding, False)


def test_a_file_cut_inside_a_character_is_still_utf_8() -> None:
    text = decode("Dragon Armé".encode()[:-1])
    assert (text.text, text.encoding, text.cut_off) == ("Dragon Arm", "utf-8", True)


@pytest.mark.parametrize(
    ("data", "rule", "word"),
    [
        (b"", "import.empty", "empty"),
        (b"\xef\xbb\xbf\r\n  \n", "import.empty", "empty"),
        (b"%PDF-1.7 ...", "import.not_text", "PDF"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "import.not_text", "picture"),
        (b"\xff\xd8\xff\xe0", "import.not_text", "picture"),
        (b"PK\x03\x04\x14\x00", "import.not_text", "workbook"),
        (b"Name\x00Quantity\x00", "import.not_text", "not text"),
        (b"Name\x81\x8d", "import.encoding", "UTF-8"),
        (b"a" * (LARGEST_FILE + 1), "import.too_large", "20 MB"),
    ],
)
def test_files_that_are_no_lists_are_refused_in_words(data: bytes, rule: str, word: str) -> None:
    with pytest.raises(Refused) as refusal:
        decode(data)
    assert refusal.value.rule == rule
    assert word in str(refusal.value.message)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_counted_outside_quotes(delimiter: str) -> None:
    rows = [("Name", "Set", "Nb"), ('"Beatrice, Lady; of the Eternal"', "X", "1"), ('"A, B; C, D"', "Y", "2")]
    text = "\n".join(delimiter.join(row) for row in rows)
    opened = table(text)
    assert opened.delimiter == delimiter
    assert opened.header == ("Name", "Set", "Nb")
    assert [record.cells[2] for record in opened.records()] == ["1", "2"]


@pytest.mark.parametrize("first", ['"sep=;"\r\n', "sep=;\n", '\ufeff"sep=;"\r\n'])
def test_a_sep_line_decides(first: str) -> None:
    opened = table(first + "a;b,c\r\n1;2,5\r\n")
    assert opened.header == ("a", "b,c")
    assert [(record.cells, record.line) for record in opened.records()] == [(("1", "2,5"), 3)]


def test_line_breaks_inside_quotes_blank_lines_and_line_numbers() -> None:
    opened = table('a,b\n"RIRA\n",1\n\n , \n"x ""y""",2\n')
    assert [(record.cells, record.line) for record in opened.records()] == [(("RIRA\n", "1"), 3), (('x "y"', "2"), 6)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('""A" Cell Breeding Device",6,"Common"', ('"A" Cell Breeding Device', "6", "Common")),
        ('"Corruption Cell "A"",4,"Common"', ('Corruption Cell "A"', "4", "Common")),
        ('"Karakuri Shogun mdl 00 "Burei"",1,X', ('Karakuri Shogun mdl 00 "Burei"', "1", "X")),
        ('"""A"" Cell Breeding Device",6,Common', ('"A" Cell Breeding Device', "6", "Common")),
        ('"He said ""A"", twice",6,Common', ('He said "A", twice', "6", "Common")),
        ('"Beatrice, Lady of the Eternal",1,"Rare"', ("Beatrice, Lady of the Eternal", "1", "Rare")),
    ],
)
def test_quotes_inside_names_are_mended(line: str, expected: tuple[str, ...]) -> None:
    assert cells(f"name,nb,rarity\n{line}\nJinzo,1,Rare\n") == [expected, ("Jinzo", "1", "Rare")]


def test_mended_rows_say_so() -> None:
    records = list(table('name,nb,rarity\n""A" Cell",6,C\n"B",1,C\n').records())
    assert [record.repaired for record in records] == [True, False]


@pytest.mark.parametrize("end", ["Bulk,9", '"Bulk,9,1,Ages of Sta', "Bulk,9,1"])
def test_a_row_the_file_ends_in_is_marked(end: str) -> None:
    records = list(table(f"a,b,c,d\n1,2,3,4\n{end}").records())
    assert [record.cut_off for record in records] == [False, True]


def test_a_last_row_without_line_end_is_whole_if_its_cells_are_there() -> None:
    assert [record.cut_off for record in table("a,b\n1,2\n3,4").records()] == [False, False]


def test_a_short_row_in_the_middle_is_no_damage() -> None:
    assert [record.cut_off for record in table("a,b,c\n1,2\n3,4,5\n").records()] == [False, False]


def test_a_long_file_is_read_in_linear_time() -> None:
    body = "cardname,cardq,cardcode\n" + '""A" Cell Scatter Burst",6,STON-EN041\n' * 20_000
    assert sum(1 for _record in table(body).records()) == 20_000


def test_more_rows_than_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marketplace.collection.formats.reading.MOST_ROWS", 3)
    with pytest.raises(Refused) as refusal:
        list(table("a,b\n" + "1,2\n" * 4).records())
    assert refusal.value.rule == "import.too_many_rows"
