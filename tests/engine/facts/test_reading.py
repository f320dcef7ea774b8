"""What is no card file is refused with a sentence that says what it is."""

import gzip
import io
import json
import lzma

import pytest

from engine import FactsFormat, UnreadableFacts, read_facts
from engine.facts.json_stream import MAX_ENTRY, JsonEntries

from .invented import cdb, cdb_row, deck_monster, deck_spell, read_json, starter, starter_card, yugi_monster, yugi_spell

YUGI = json.dumps([yugi_monster(), yugi_spell()], ensure_ascii=False, indent=1).encode()


def refusal(content):
    with pytest.raises(UnreadableFacts) as caught:
        read_facts(content)
    return str(caught.value)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (YUGI, FactsFormat.YAML_YUGI),
        (json.dumps(starter(starter_card())).encode(), FactsFormat.STARTER),
        (json.dumps({"data": [deck_monster()]}).encode(), FactsFormat.YGOPRODECK),
        (json.dumps({"meta": {"total_rows": 1}, "data": [deck_monster()]}).encode(), FactsFormat.YGOPRODECK),
        (json.dumps([deck_monster(), deck_spell()]).encode(), FactsFormat.YGOPRODECK),
        (cdb([cdb_row()]), FactsFormat.EDOPRO),
    ],
    ids=["yaml-yugi", "starter", "ygoprodeck", "ygoprodeck-paged", "ygoprodeck-bare-list", "edopro"],
)
@pytest.mark.parametrize("wrap", [bytes, gzip.compress, lzma.compress], ids=["plain", "gz", "xz"])
def test_the_format_is_told_by_the_content(tmp_path, content, expected, wrap):
    misnamed = tmp_path / "cards.txt"
    misnamed.write_bytes(wrap(content))
    for source in (str(misnamed), misnamed, wrap(content), io.BytesIO(wrap(content))):
        file = read_facts(source)
        assert file.format is expected
        assert file.cards[0].name == "Harbour Drake"
        assert not file.problems


def test_a_stream_that_cannot_seek_and_gives_little_at_a_time():
    class Dripping(io.RawIOBase):
        def __init__(self, content):
            self.rest = content

        def read(self, size=-1):
            piece, self.rest = self.rest[:3], self.rest[3:]
            return piece

    assert len(read_facts(Dripping(lzma.compress(YUGI))).cards) == 2
    assert len(read_facts(Dripping(YUGI)).cards) == 2


def test_a_stream_is_left_open_for_its_owner():
    stream = io.BytesIO(YUGI)
    read_facts(stream)
    assert not stream.closed


def test_a_file_opened_as_text_is_a_mistake_of_the_caller():
    with pytest.raises(TypeError, match="binary mode"):
        read_facts(io.StringIO(YUGI.decode()))


def test_two_archives_in_one_file_are_read_as_one():
    half = len(YUGI) // 2
    assert len(read_facts(lzma.compress(YUGI[:half]) + lzma.compress(YUGI[half:])).cards) == 2
    assert len(read_facts(gzip.compress(YUGI[:half]) + gzip.compress(YUGI[half:])).cards) == 2


def test_a_byte_order_mark_is_no_fault():
    assert len(read_facts(b"\xef\xbb\xbf" + YUGI).cards) == 2


@pytest.mark.parametrize("wrap", [gzip.compress, lzma.compress], ids=["gz", "xz"])
def test_a_truncated_archive_is_refused_wherever_it_is_cut(wrap):
    packed = wrap(YUGI)
    for end in range(8, len(packed), 7):
        assert "cut off" in refusal(packed[:end]), end


@pytest.mark.parametrize("wrap", [gzip.compress, lzma.compress], ids=["gz", "xz"])
def test_a_damaged_archive_is_refused(wrap):
    packed = bytearray(wrap(YUGI))
    packed[len(packed) // 2] ^= 0xFF
    assert "damaged" in refusal(bytes(packed))


def test_truncated_json_is_refused_wherever_it_is_cut():
    for end in range(1, len(YUGI) - 1):
        with pytest.raises(UnreadableFacts, match=r"cut off|UTF-8|empty list"):
            read_facts(YUGI[:end])


def test_the_size_is_limited_after_decompression():
    bomb = lzma.compress(b"[" + b" " * 5_000_000)
    assert len(bomb) < 5_000
    with pytest.raises(UnreadableFacts, match=r"larger than the 1 MB allowed"):
        read_facts(bomb, max_size=1024 * 1024)
    with pytest.raises(UnreadableFacts, match=r"larger than the 100 bytes allowed"):
        read_facts(YUGI, max_size=100)
    assert len(read_facts(YUGI, max_size=len(YUGI)).cards) == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"<!DOCTYPE html><html><body>Sign in</body></html>", "web page"),
        (b"\xef\xbb\xbf<html>", "web page"),
        (b"Name,Quantity\nHarbour Drake,3\n", "neither JSON nor a .cdb database. It starts with 'Name,Quantity"),
        (b"PK\x03\x04rest", "zip"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "neither UTF-8 text"),
        ('[{"name": 1}]'.encode("utf-16"), "UTF-16"),
        (b"[]", "an empty list"),
        (b"{}", "an empty object"),
        (b"[1, 2, 3]", "a list that starts with 1"),
        (b'["Harbour Drake"]', "a list that starts with 'Harbour Drake'"),
        (b'[{"deck": 1, "cards": 2}]', "a list of objects with the keys 'deck', 'cards'"),
        (b'{"a": 1, "b": [1], "c": {}, "d": 1, "e": [], "f": 0}', "an object with the keys 'a', 'b', 'c', 'd', 'e' and 1 more"),
        (b'{"data": []}', "an object with the keys 'data'"),
        (b'{"error": "No card matching your query was found in the database."}', "error instead of cards: 'No card matching"),
        (b'"cards"', "neither JSON nor"),
        (b"null", "neither JSON nor"),
        (b'[{"a": 1} {"b": 2}]', "not valid JSON after 1 entries"),
        (b'[{"a": 1}, oops, {"b": 2}]', "not valid JSON after 1 entries, near 'oops"),
        (b'{"a" 1}', "not valid JSON"),
        (b"{1: 2}", "not valid JSON"),
        (b'[{"a": NaN}]', "NaN is not JSON"),
        (b"[1" + b"0" * 5000 + b"]", "Entry 1 of the file is not valid JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'[{"a": 1}]\n[{"a": 2}]', "goes on after the end"),
        (b'[{"a": "' + b"\xff" * 20 + b'"}]', "UTF-8"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_no_card_file_is_named(content, words):
    assert words in refusal(content)


def test_every_refusal_of_other_json_says_what_was_expected():
    message = refusal(b'{"cards": [1]}')
    assert "'cards'" in message
    for format_name in ("starter catalogue", "yaml-yugi", "YGOPRODeck", ".cdb"):
        assert format_name in message


def test_an_entry_that_never_ends_is_given_up():
    megabytes = 0

    def pieces():
        nonlocal megabytes
        yield b'[{"a": "'
        while megabytes < 1000:
            megabytes += 1
            yield b"x" * 1_000_000

    with pytest.raises(UnreadableFacts, match="broken or larger than any card"):
        list(JsonEntries(pieces()))
    assert megabytes * 1_000_000 < 3 * MAX_ENTRY


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_the_size_of_the_pieces_does_not_matter(size):
    document = b'{"a": [1, 23, {"x": "\xc3\xa9"}], "b": 456, "c": [], "d": "t\\u00e9", "e": {"f": [true, null]}}'
    pieces = (document[start : start + size] for start in range(0, len(document), size))
    entries = JsonEntries(pieces)
    assert list(entries) == [
        ("a", 1),
        ("a", 23),
        ("a", {"x": "é"}),
        ("b", 456),
        ("d", "té"),
        ("e", {"f": [True, None]}),
    ]
    assert entries.keys == ["a", "b", "c", "d", "e"]


def test_an_unknown_language_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="'xx' is not one of the languages"):
        read_json([yugi_monster()], language="xx")


def test_a_missing_file_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_facts(tmp_path / "missing.json")
