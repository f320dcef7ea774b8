"""What to offer when a set number is not in the catalogue: the printings it may stand for, each with the reason.

Everything offered exists. Besides slips of the finger there is one old trap: French, Italian, Spanish and Portuguese
first prints had prefixes of their own and partly another numbering, so the number a collector works out from the
English one does not exist (``LOB-F001``: it is LDD-F001, or LOB-FR001 in the 25th Anniversary print).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes
from marketplace.catalogue.found import Found, chunks, code_begins, current, found_rows, order, to_found
from marketplace.catalogue.models import Printing

REASONS: dict[str, LazyString] = {
    "suffix": _l("The letters after the number are not printed on cards."),
    "region": _l("Spanish cards print SP, not ES."),
    "other_region": _l("Another print of the set in this language has these region letters."),
    "zeros": _l("Zeros filled in."),
    "swap": _l("Read O as zero and I as one, or the other way round."),
    "prefix": _l("In this language the set has a prefix of its own."),
    "numbering": _l("This number exists in another numbering of the set: the first European prints count fewer cards."),
    "no_region": _l("The letters for the language are missing."),
    "other_language": _l("This number exists in another language only."),
}
"""Why a printing is offered in place of what was typed, in words."""

_MOST = 8
_ENOUGH_PRODUCTS = 6
_OTHER_LANGUAGE = 4


def near_codes(session: Session, code: str, viewer_id: int | None) -> list[Found]:
    """The printings a number that is not in the catalogue may stand for, likeliest first; ``reason`` says why.

    At most eight; empty when nothing is near. Each printing appears once, under its first reason.
    """
    offered: dict[int, Found] = {}
    for found in _respelled(session, code, viewer_id):
        offered.setdefault(found.printing_id, found)
    if not offered:
        for found in _elsewhere_in_set(session, code, viewer_id):
            offered.setdefault(found.printing_id, found)
    return list(offered.values())[:_MOST]


def _respelled(session: Session, code: str, viewer_id: int | None) -> Iterable[Found]:
    """Printings of other spellings of the same number."""
    typed = codes.folded(code)
    reasons: dict[str, str] = {}
    for variant in codes.variants(code):
        key = codes.folded(variant.code)
        if key and key != typed:
            reasons.setdefault(key, variant.reason)
    rows: list[Sequence[Any]] = []
    for part in chunks(sorted(reasons)):
        rows += session.execute(found_rows().where(Printing.code_folded.in_(part), current(viewer_id)))
    likeliest = {key: place for place, key in enumerate(reasons)}
    by_key = [(likeliest[row[12]], to_found(row, reasons[row[12]])) for row in rows]
    return [found for _place, found in sorted(by_key, key=lambda pair: (pair[0], order(pair[1])))]


def _elsewhere_in_set(session: Session, code: str, viewer_id: int | None) -> Iterable[Found]:
    """Printings under the same number elsewhere in the products that carry the typed prefix."""
    number = codes.parse(code)
    if number is None:
        return []
    products = session.scalars(
        select(Printing.product_id)
        .where(code_begins(number.prefix), Printing.code.startswith(f"{number.prefix}-", autoescape=True), current(viewer_id))
        .group_by(Printing.product_id)
        .order_by(Printing.product_id)
        .limit(_ENOUGH_PRODUCTS)
    ).all()
    if not products:
        return []
    ending = number.suffix + number.number + number.tail
    rows = session.execute(
        found_rows().where(
            Printing.product_id.in_(products), current(viewer_id), Printing.code.endswith(ending, autoescape=True)
        )
    )
    offers: list[tuple[int, Found]] = []
    for row in rows:
        other = codes.parse(row[6])
        if other is None or (other.suffix, other.number, other.tail) != (number.suffix, number.number, number.tail):
            continue
        found = to_found(row)
        reason, place = _reason(number, other, found.language)
        offers.append((place, replace(found, reason=reason)))
    if any(place < _OTHER_LANGUAGE for place, _found in offers):
        offers = [offer for offer in offers if offer[0] < _OTHER_LANGUAGE]
    return [found for _place, found in sorted(offers, key=lambda offer: (offer[0], order(offer[1])))]


def _reason(typed: codes.SetNumber, other: codes.SetNumber, language: str) -> tuple[str, int]:
    """Why ``other`` is offered for ``typed``, and how near it is (0 nearest)."""
    same_prefix = other.prefix == typed.prefix
    if not typed.region:
        return ("no_region" if same_prefix else "prefix"), 1 if same_prefix else 2
    if language != typed.language:
        return "other_language", _OTHER_LANGUAGE
    if other.region == typed.region:
        return "prefix", 0
    if len(typed.region) == len(other.region) == 1:
        return "numbering", 2
    return ("other_region" if same_prefix else "prefix"), 1
