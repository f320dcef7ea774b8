"""Single cells: quantities, prices, dates, passcodes; what is doubtful is refused in words, never guessed."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import TypeAlias

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

Words: TypeAlias = "str | LazyString"

MOST_COPIES = 9_999
"""Most copies one row may state."""

_SPACES = re.compile("[\\s\u00a0\u2007\u2009\u202f]+")
_DANGEROUS = re.compile("^'*[=+\\-@\t\r]")
_CURRENCY = re.compile(r"(?:€|\$|£|¥|EUR|USD|GBP|CAD|BRL|R\$|CHF)", re.IGNORECASE)
_SCIENTIFIC = re.compile(r"^(\d)(?:[.,](\d+))?[eE]\+?(\d+)$")


class BadValue(ValueError):
    """A cell that cannot be used, with the reason in words."""

    def __init__(self, message: Words) -> None:
        super().__init__("bad value")
        self.message = message


def read_quantity(text: str) -> int:
    """A number of copies from 0 to ``MOST_COPIES``; anything else is refused."""
    digits = _SPACES.sub("", text)
    if not digits:
        raise BadValue(_l("the quantity is empty; write how many copies there are"))
    whole = re.sub(r"[.,]0+$", "", digits)  # A spreadsheet may write 3 as 3.0.
    if re.fullmatch(r"[-\u2212]\d+", whole):
        raise BadValue(_l("“%(text)s” is below zero; write how many copies there are", text=text.strip()))
    if not re.fullmatch(r"[0-9]+", whole):
        raise BadValue(_l("“%(text)s” is not a whole number of copies", text=text.strip()))
    if len(whole) > 12 or int(whole) > MOST_COPIES:
        raise BadValue(_l("“%(text)s” is more than the %(most)d copies a row may hold", text=text.strip(), most=MOST_COPIES))
    return int(whole)


def read_count(text: str) -> int | None:
    """A positive whole number such as a binder page; None for an empty cell."""
    digits = _SPACES.sub("", text)
    if not digits:
        return None
    if not re.fullmatch(r"[0-9]{1,5}", digits) or int(digits) < 1:
        raise BadValue(_l("“%(text)s” is not a whole number from 1", text=text.strip()))
    return int(digits)


def read_money(text: str) -> Decimal | None:
    """A price in any spelling ("3,50", "1.234,56", "1,234.56", "€ 3", "0,02 EUR"); None for an empty cell.

    A single separator before exactly three digits could part thousands or decimals: that is refused as doubtful.
    """
    digits = _SPACES.sub("", _CURRENCY.sub("", text)).replace("'", "").replace("\u2019", "")
    if not digits or digits in ("-", "N/A", "n/a"):
        return None
    if "," in digits and "." in digits:
        thousands, decimal = (",", ".") if digits.rfind(".") > digits.rfind(",") else (".", ",")
        digits = digits.replace(thousands, "").replace(decimal, ".")
    elif "," in digits or "." in digits:
        mark = "," if "," in digits else "."
        if digits.count(mark) > 1:
            digits = digits.replace(mark, "")
        elif re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", digits):
            raise BadValue(_l("“%(text)s” may mean thousands or decimals", text=text.strip()))
        digits = digits.replace(",", ".")
    if not re.fullmatch(r"\d{1,9}(?:\.\d*)?|\.\d+", digits):
        raise BadValue(_l("“%(text)s” is not a price", text=text.strip()))
    try:
        return Decimal(digits).quantize(Decimal("0.01"))
    except InvalidOperation as error:
        raise BadValue(_l("“%(text)s” is not a price", text=text.strip())) from error


def read_date(text: str) -> date | None:
    """A date as ``2024-12-20``, ``20.12.2024`` or ``20/12/2024``; None for an empty cell.

    With slashes, day and month must be told apart by their values.
    """
    words = text.strip()
    if not words:
        return None
    iso = re.match(r"^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$", words)
    other = re.match(r"^(\d{1,2})([./])(\d{1,2})\2(\d{4})$", words)
    try:
        if iso:
            return date(int(iso[1]), int(iso[2]), int(iso[3]))
        if other:
            first, second, year = int(other[1]), int(other[3]), int(other[4])
            if other[2] == "." or first > 12 or first == second:
                return date(year, second, first)
            if second > 12:
                return date(year, first, second)
            raise BadValue(_l("“%(text)s” does not tell day and month apart; write it as 2024-12-20", text=words))
    except ValueError as error:
        if isinstance(error, BadValue):
            raise
    raise BadValue(_l("“%(text)s” is not a date; write it as 2024-12-20", text=words))


def read_passcode(text: str) -> int | None:
    """A passcode, leading zeros or not; None for an empty cell or 0. A damaged one is refused in words.

    A spreadsheet may show 46986414 as 4.6986414E7: that can be restored only if all digits are there.
    """
    words = _SPACES.sub("", text)
    if not words:
        return None
    damaged = _SCIENTIFIC.match(words)
    if damaged:
        digits = damaged[1] + (damaged[2] or "")
        missing = int(damaged[3]) + 1 - len(digits)
        if missing != 0:
            raise BadValue(
                _l(
                    "a spreadsheet changed the passcode to “%(text)s” and digits were lost; format the column as text",
                    text=words,
                )
            )
        return int(digits)
    words = re.sub(r"[.,]0$", "", words)
    if not re.fullmatch(r"[0-9]{1,10}", words):
        raise BadValue(_l("“%(text)s” is not a passcode", text=text.strip()))
    return int(words) or None


def was_spreadsheet_number(text: str) -> bool:
    """Whether a spreadsheet has rewritten the number in scientific form."""
    return bool(_SCIENTIFIC.match(text.strip()))


def looks_like_date(text: str) -> bool:
    """Whether a set number has become a date in a spreadsheet ("DEC-05" shown as "05.12.2024", "1-mars")."""
    words = text.strip()
    months = r"jan|feb|f[eé]v|mar|mrz|apr|avr|abr|ma[iy]|jun|jui|jul|aug|ao[uû]|ago|sep|oct|okt|out|nov|dec|d[eé]c|dez"
    return bool(
        re.fullmatch(r"\d{4}-\d{2}-\d{2}(?: .*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}", words)
        or re.fullmatch(rf"\d{{1,2}}[- .](?:{months})[a-zéû.]*(?:[- .]\d{{2,4}})?", words, re.IGNORECASE)
    )


def read_flag(text: str) -> bool:
    """Yes or no in the languages of the market; an empty cell is no."""
    return text.strip().casefold() in ("1", "yes", "y", "true", "x", "oui", "vrai", "sim", "ja", "si", "sí", "foil")


def guarded(text: str) -> str:
    """A cell that a spreadsheet will not run: one beginning with = + - @, tab or return gets an apostrophe in front."""
    return f"'{text}" if _DANGEROUS.match(text) else text


def unguarded(text: str) -> str:
    """The cell as it was before ``guarded``."""
    return text[1:] if text.startswith("'") and _DANGEROUS.match(text[1:]) else text
