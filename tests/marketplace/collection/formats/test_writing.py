"""Files we write: exact headers, nothing a spreadsheet would run, and everything read back as it was."""

from __future__ import annotations

import csv
import io
from datetime import date
from decimal import Decimal

import pytest

from marketplace.collection.formats.files import EXPORTS, losses, open_file, write
from marketplace.collection.formats.owned import Owned
from marketplace.collection.formats.rows import Row
from marketplace.errors import Refused

from .samples import DRAGON_SHIELD_HEADER

FULL = Owned(
    name='"A" Cell, Breeding Device',
    code="FOTB-EN043",
    product="Force of the Breaker",
    rarity="Short Print",
    quantity=12,
    for_trade=3,
    lent=1,
    language="fr",
    print_language="en",
    card_page=1234,
    passcode=34541863,
    print_artwork="B",
    edition="limited",
    condition="LP",
    condition_words="corner, soft",
    artwork="alternative 2",
    signed=True,
    altered=True,
    misprint="off-centre",
    grading="PSA 9 12345678",
    storage="double sleeved",
    note='=HYPERLINK("x")\nsecond; "line", of it',
    price=Decimal("1234.50"),
    bought_on=date(2009, 5, 16),
    place="@Binder, blue",
    place_kind="box",
    page=3,
    slot=9,
)
PLAIN = Owned(
    name="Sangan", code="MRD-F069", product="Metal Raiders", rarity="Rare", quantity=1, language="fr", print_language="fr"
)
EVIL = Owned(
    name="=1+1",
    code="-X",
    product="+cmd",
    rarity="@r",
    quantity=1,
    language="en",
    print_language="en",
    note="\tx",
    place="'=y",
    storage="'",
)


def text_of(name: str, stacks: list[Owned], **options: str) -> str:
    return b"".join(write(name, stacks, **options)).decode("utf-8")  # type: ignore[arg-type]


def read_back(name: str, stacks: list[Owned], **options: str) -> list[Row]:
    opened = open_file(b"".join(write(name, stacks, **options)))  # type: ignore[arg-type]
    assert opened.format == name
    return list(opened.rows())


def as_owned(row: Row) -> dict[str, object]:
    return {
        "name": row.name, "code": row.code, "product": row.product, "rarity": row.rarity_text, "quantity": row.quantity,
        "for_trade": row.for_trade, "language": row.language, "print_language": row.print_language, "card_page": row.card_page,
        "passcode": row.passcode, "print_artwork": row.print_artwork, "edition": row.edition, "condition": row.condition,
        "condition_words": row.condition_words, "artwork": row.artwork, "signed": row.signed, "altered": row.altered,
        "proxy": row.proxy, "misprint": row.misprint, "grading": row.grading, "storage": row.storage, "note": row.note,
        "price": row.price, "bought_on": row.bought_on, "place": row.place, "place_kind": row.place_kind, "page": row.page,
        "slot": row.slot, "custom": row.custom,
    }  # fmt: skip


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_our_own_file_loses_nothing_but_loans(delimiter: str) -> None:
    for stack, row in zip([FULL, PLAIN], read_back("own", [FULL, PLAIN], delimiter=delimiter), strict=True):
        assert not row.problems
        for name, value in as_owned(row).items():
            assert value == getattr(stack, name), name
    assert [(loss.field, loss.count) for loss in losses("own", [FULL, PLAIN])] == [("lent", 1)]


def test_our_own_file_names_its_version_and_begins_with_a_mark() -> None:
    data = b"".join(write("own", []))
    assert data.startswith(b"\xef\xbb\xbf# Duelfolio collection 1\r\nQuantity,For trade,Card,")
    assert list(open_file(data).rows()) == []
    with pytest.raises(Refused) as refusal:
        open_file(data.replace(b"collection 1", b"collection 2"))
    assert refusal.value.rule == "import.own.version"


def test_our_own_file_survives_a_spreadsheet() -> None:
    """The version line gets empty cells, lines end otherwise, the mark is lost, and the order of columns changes."""
    written = text_of("own", [FULL]).lstrip("\ufeff").split("\r\n", 1)[1]
    records = list(csv.reader(io.StringIO(written, newline="")))
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\n").writerows([record[::-1] for record in records])
    data = ("# Duelfolio collection 1" + ";" * 28 + "\n" + out.getvalue()).encode()
    opened = open_file(data)
    assert opened.format == "own"
    (row,) = opened.rows()
    assert (row.note, row.quantity, row.place) == (FULL.note, FULL.quantity, FULL.place)


def test_dragon_shield_gets_the_header_its_app_wants() -> None:
    lines = text_of("dragonshield", [PLAIN]).split("\r\n")
    assert lines[0] == '"sep=,"'
    assert lines[1] == DRAGON_SHIELD_HEADER
    assert lines[2] == ",1,0,Sangan,MRD,Metal Raiders,MRD-F069,R,,,French,,,,,"
    assert lines[3:] == [""]


def test_dragon_shield_reads_back_what_it_can_hold() -> None:
    (row,) = read_back("dragonshield", [FULL])
    assert not row.problems
    for name in (
        "name",
        "code",
        "product",
        "quantity",
        "for_trade",
        "language",
        "edition",
        "condition",
        "price",
        "bought_on",
        "place",
    ):
        assert as_owned(row)[name] == getattr(FULL, name), name
    assert row.rarity_text == "SP"


def test_what_each_format_drops_is_named() -> None:
    dropped = {name: {loss.field: loss.count for loss in losses(name, [FULL, PLAIN])} for name in EXPORTS}
    assert dropped["dragonshield"] == {
        "note": 1, "condition_words": 1, "artwork": 1, "marks": 1, "grading": 1, "storage": 1, "pocket": 1, "place_kind": 1,
        "lent": 1,
    }  # fmt: skip
    assert dropped["text"] == {
        "for_trade": 1, "place": 1, "note": 1, "artwork": 1, "marks": 1, "grading": 1, "storage": 1, "price": 1, "bought_on": 1,
        "lent": 1,
    }  # fmt: skip
    assert all(str(loss.words) for name in EXPORTS for loss in losses(name, [FULL]))
    assert all(losses(name, [PLAIN]) == [] for name in EXPORTS)


@pytest.mark.parametrize("name", ["own", "dragonshield"])
def test_no_cell_is_run_by_a_spreadsheet_and_the_guard_is_taken_off_again(name: str) -> None:
    written = text_of(name, [EVIL]).lstrip("\ufeff")
    cells = [cell for record in list(csv.reader(io.StringIO(written, newline="")))[2:] for cell in record]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    (row,) = read_back(name, [EVIL])
    assert (row.name, row.code, row.product, row.place) == (EVIL.name, EVIL.code, EVIL.product, EVIL.place)


@pytest.mark.parametrize("name", list(EXPORTS))
def test_a_stack_larger_than_a_row_may_state_is_written_in_several(name: str) -> None:
    stack = Owned(
        name="Sangan",
        code="MRD-F069",
        product="X",
        rarity="Rare",
        quantity=25_000,
        for_trade=10_001,
        language="fr",
        print_language="fr",
    )
    rows = read_back(name, [stack], locale="fr")
    assert not any(row.problems for row in rows)
    assert sum(row.quantity or 0 for row in rows) == 25_000
    if name != "text":
        assert sum(row.for_trade or 0 for row in rows) == 10_001


@pytest.mark.parametrize("name", list(EXPORTS))
def test_an_empty_collection_gives_a_file(name: str) -> None:
    data = b"".join(write(name, []))
    if name != "text":
        assert list(open_file(data).rows()) == []


def test_unknown_formats_are_refused() -> None:
    with pytest.raises(Refused):
        list(write("excel", []))
