"""A stack as writers need it, and counting what a format cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TypeAlias

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from marketplace.collection.formats.values import MOST_COPIES

Words: TypeAlias = "str | LazyString"


@dataclass(frozen=True, slots=True)
class Owned:
    """Equal copies of one printing, with everything the site knows about them. Blank means not stated."""

    name: str
    """English name of the card."""
    code: str
    product: str
    rarity: str
    quantity: int
    language: str
    print_language: str
    local_name: str = ""
    """Name in the language of the copies, where the catalogue has it."""
    card_page: int | None = None
    passcode: int | None = None
    print_artwork: str = ""
    shared_number: bool = False
    """Another product has a printing of this card with the same number, language and rarity."""
    custom: bool = False
    """The printing was entered by the collector and is not in the catalogue."""
    for_trade: int = 0
    lent: int = 0
    promised: int = 0
    edition: str = ""
    condition: str = ""
    condition_words: str = ""
    artwork: str = ""
    signed: bool = False
    altered: bool = False
    proxy: bool = False
    misprint: str = ""
    grading: str = ""
    storage: str = ""
    note: str = ""
    price: Decimal | None = None
    bought_on: date | None = None
    place: str = ""
    place_kind: str = ""
    page: int | None = None
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """Something a format drops: the field, how many stacks it concerns, and the field in words."""

    field: str
    count: int
    words: Words


LOSS_WORDS: dict[str, LazyString] = {
    "code": _l("the copies have no set number, so they cannot be told on the way back"),
    "note": _l("notes"),
    "condition": _l("the condition"),
    "condition_words": _l("the condition in the collector's words"),
    "artwork": _l("which artwork it is"),
    "marks": _l("signed, altered, proxy or misprint"),
    "grading": _l("grading company, grade and certificate"),
    "storage": _l("how the copies are kept"),
    "place": _l("where the copies lie"),
    "place_kind": _l("whether the place is a binder or a box (its name is kept)"),
    "pocket": _l("page and slot in the binder"),
    "rarity": _l("the rarity, which the format has no word for"),
    "edition": _l("the edition"),
    "language": _l("the language, which the format has no word for"),
    "for_trade": _l("how many copies are for trade"),
    "lent": _l("who the copies are lent to"),
    "promised": _l("that copies are promised in a trade"),
    "price": _l("the price paid"),
    "bought_on": _l("the date of purchase"),
    "product": _l("which of several products with the same set number it is from"),
    "custom": _l("that the printing is not in the catalogue"),
}
"""What can be lost, in words for the export page."""


def count_losses(stacks: Iterable[Owned], tests: Mapping[str, Callable[[Owned], bool]]) -> list[Loss]:
    """How many stacks each test holds for, in the order of the tests; those that hold for none are left out."""
    counts = dict.fromkeys(tests, 0)
    for stack in stacks:
        for name, test in tests.items():
            if test(stack):
                counts[name] += 1
    return [Loss(name, count, LOSS_WORDS[name]) for name, count in counts.items() if count]


def in_rows(stacks: Iterable[Owned]) -> Iterator[Owned]:
    """Stacks larger than a row may state, in several rows; reading adds equal rows up."""
    for stack in stacks:
        left, trade = stack.quantity, stack.for_trade
        while left > MOST_COPIES:
            part = min(trade, MOST_COPIES)
            yield replace(stack, quantity=MOST_COPIES, for_trade=part)
            left, trade = left - MOST_COPIES, trade - part
        yield replace(stack, quantity=left, for_trade=trade)
