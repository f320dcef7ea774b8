"""Take typed values out of the untyped entries of a card file."""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import TypeVar

PASSCODES = range(1, 100_000_000)
"""Printed passcodes have eight digits."""
ANY_PASSCODES = range(1, 1_000_000_000)
"""Simulators use nine digits for cards that are not printed yet."""
IDS = range(1, 2**31)
STATS = range(0, 100_000)
LEVELS = range(0, 21)
"""Level, Rank, Link Rating and Pendulum Scale; the highest printed is 13."""

MAX_TEXT = 20_000
"""Characters of one text; the longest printed has under 2,000."""

Word = TypeVar("Word", bound=StrEnum)

_RUBY = re.compile(r"<rt>.*?</rt>|</?ruby>|<rp>.*?</rp>", re.DOTALL)


class BadField(Exception):
    """A value that is not what it should be; becomes a ``Problem`` of its entry."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


def shown(value: object) -> str:
    """Return a value as a person wants to see it in a message: short, quoted if text."""
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    return str(value)


def without_ruby(text: str) -> str:
    """Drop the reading aids of Japanese names: ``<ruby>死<rt>し</rt></ruby>`` is 死."""
    return _RUBY.sub("", text) if "<r" in text else text


def as_number(value: object, field: str, allowed: range) -> int:
    """Return ``value`` as a whole number within ``allowed``; digits in quotes count."""
    number = value
    if isinstance(number, str) and len(number) <= 12 and number.strip().isdecimal():
        number = int(number)
    if isinstance(number, bool) or not isinstance(number, int):
        raise BadField(field, f"Expected a whole number, found {shown(value)}.")
    if number not in allowed:
        raise BadField(
            field,
            f"{shown(value)} is out of range: expected {allowed.start} to {allowed.stop - 1}.",
        )
    return number


def as_text(value: object, field: str) -> str:
    """Return ``value`` as text without space around it."""
    if not isinstance(value, str):
        raise BadField(field, f"Expected text, found {shown(value)}.")
    if len(value) > MAX_TEXT:
        raise BadField(field, f"The text has {len(value)} characters; at most {MAX_TEXT} fit.")
    if "\x00" in value or not (value.isascii() or _is_whole_unicode(value)):
        raise BadField(field, "The text holds characters that no database can store.")
    return value.strip()


def _is_whole_unicode(text: str) -> bool:
    """Tell whether ``text`` is free of half surrogate pairs, which JSON can smuggle in."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_list(value: object, field: str) -> list[object]:
    """Return ``value`` as a list; None counts as an empty one."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadField(field, f"Expected a list, found {shown(value)}.")
    return value


def as_object(value: object, field: str) -> dict[str, object]:
    """Return ``value`` as an object; None counts as an empty one."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadField(field, f"Expected an object, found {shown(value)}.")
    return value


def as_word(value: object, field: str, words: type[Word]) -> Word:
    """Return the member of an enum that ``value`` names, whatever its case and hyphens."""
    text = as_text(value, field)
    try:
        return words(re.sub(r"[\s_-]+", "_", text).lower())
    except ValueError:
        raise BadField(field, f"{shown(text)} is not a known {_word_for(words)}.") from None


def _word_for(words: type[StrEnum]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", " ", words.__name__).lower()


def parts(value: object, field: str) -> Iterator[tuple[str, object]]:
    """Yield each element of a list with the name it has in messages: ``sets.en[3]``."""
    for index, element in enumerate(as_list(value, field), start=1):
        yield f"{field}[{index}]", element
