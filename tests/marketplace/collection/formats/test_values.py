"""Single cells: quantities, prices, dates, passcodes, cells a spreadsheet would run."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from marketplace.collection.formats.values import (
    BadValue,
    guarded,
    looks_like_date,
    read_count,
    read_date,
    read_flag,
    read_money,
    read_passcode,
    read_quantity,
    unguarded,
)


@pytest.mark.parametrize(
    ("text", "number"), [("3", 3), (" 12 ", 12), ("0", 0), ("9999", 9999), ("3.0", 3), ("3,00", 3), ("1 000", 1000)]
)
def test_a_quantity(text: str, number: int) -> None:
    assert read_quantity(text) == number


@pytest.mark.parametrize(
    "text", ["x", "-3", "−3", "1000000000", "10^9", "1e9", "1.5", "1,5", "10000", "", "  ", "٣", "3x", "=3", "9" * 400]
)
def test_what_is_no_quantity_is_refused(text: str) -> None:
    with pytest.raises(BadValue) as error:
        read_quantity(text)
    assert str(error.value.message)


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("3.50", "3.50"),
        ("3,50", "3.50"),
        ("1.234,56", "1234.56"),
        ("1,234.56", "1234.56"),
        ("1\u202f234,56\u00a0€", "1234.56"),
        ("0,02 EUR", "0.02"),
        ("$1.5", "1.50"),
        ("€ 3", "3.00"),
        ("0.125", "0.12"),
        ("1.234.567", "1234567.00"),
        ("12", "12.00"),
    ],
)
def test_a_price_in_any_spelling(text: str, price: str) -> None:
    assert read_money(text) == Decimal(price)


def test_no_price() -> None:
    assert read_money("") is None
    assert read_money("N/A") is None


@pytest.mark.parametrize("text", ["1,234", "1.234", "-3", "three", "1e5", "NaN", "Infinity"])
def test_a_doubtful_price_is_refused(text: str) -> None:
    with pytest.raises(BadValue):
        read_money(text)


@pytest.mark.parametrize("text", ["2024-12-20", "20.12.2024", "20/12/2024", "12/20/2024", "2024-12-20T10:00:00"])
def test_a_date(text: str) -> None:
    assert read_date(text) == date(2024, 12, 20)


@pytest.mark.parametrize("text", ["05/06/2024", "2024-13-01", "31.02.2024", "soon"])
def test_a_doubtful_date_is_refused(text: str) -> None:
    with pytest.raises(BadValue):
        read_date(text)


@pytest.mark.parametrize(
    ("text", "passcode"), [("46986414", 46986414), ("05318639", 5318639), ("4.6986414E7", 46986414), ("", None), ("0", None)]
)
def test_a_passcode(text: str, passcode: int | None) -> None:
    assert read_passcode(text) == passcode


@pytest.mark.parametrize("text", ["4.69864E+07", "4,7E7", "abc", "12345678901"])
def test_a_damaged_passcode_is_refused(text: str) -> None:
    with pytest.raises(BadValue):
        read_passcode(text)


def test_pages_count_from_one() -> None:
    assert read_count("12") == 12
    assert read_count("") is None
    with pytest.raises(BadValue):
        read_count("0")


def test_flags() -> None:
    assert all(read_flag(text) for text in ("1", "yes", "Oui", "TRUE", "sim"))
    assert not any(read_flag(text) for text in ("", "0", "no", "false", "non"))


@pytest.mark.parametrize("text", ["2024-03-01", "05.12.2024", "1-mars", "1-Dec", "5 oct."])
def test_a_set_number_that_became_a_date_is_recognised(text: str) -> None:
    assert looks_like_date(text)


@pytest.mark.parametrize("text", ["LOB-001", "MACR-EN036", "SEP1-EN001", "301-001", "DEC-EN005"])
def test_set_numbers_are_no_dates(text: str) -> None:
    assert not looks_like_date(text)


@pytest.mark.parametrize(
    "text", ["=1+1", "+x", "-1", "@SUM(A1)", "\tx", "\rx", "'=1", "''+", "'", "plain", "", "'quoted", "a=b"]
)
def test_a_guarded_cell_comes_back_as_it_was(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))
