"""Looking printings up by set number, card or id: what entry, imports and pasted lists resolve their rows with.

A set number is no key: one number may stand for up to seven rarities, two products or two cards, so every lookup
gives a list. Numbers are found as printed; none is ever built by swapping letters and passed off as a printing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes
from marketplace.catalogue.custom import custom_printing
from marketplace.catalogue.found import Found, chunks, current, found_rows, ordered, to_found, visible
from marketplace.catalogue.models import Card, CardName, Printing
from marketplace.catalogue.near import near_codes

__all__ = ["Found", "by_code", "by_codes", "by_ids", "custom_printing", "in_other_languages", "names", "near_codes", "of_cards"]


def by_codes(session: Session, codes_: Iterable[str], viewer_id: int | None) -> dict[str, list[Found]]:
    """The printings of each set number, under ``codes.folded(number)``; numbers nobody prints have no entry.

    One statement per 400 numbers. A number of no letters and digits is passed over.
    """
    wanted = sorted({key for key in map(codes.folded, codes_) if key})
    rows: dict[str, list[Sequence[Any]]] = defaultdict(list)
    for part in chunks(wanted):
        for row in session.execute(found_rows().where(Printing.code_folded.in_(part), visible(viewer_id))):
            rows[row[12]].append(row)
    return {key: ordered(rows[key]) for key in wanted if key in rows}


def by_code(session: Session, code: str, viewer_id: int | None) -> list[Found]:
    """The printings of one set number (dash, case and spaces do not matter), or an empty list."""
    return by_codes(session, (code,), viewer_id).get(codes.folded(code), [])


def by_ids(session: Session, printing_ids: Iterable[int]) -> dict[int, Found]:
    """Printings by id. The caller answers for who may see them."""
    found: dict[int, Found] = {}
    for part in chunks(sorted(set(printing_ids))):
        for row in session.execute(found_rows().where(Printing.id.in_(part))):
            found[row[0]] = to_found(row)
    return found


def of_cards(session: Session, card_ids: Iterable[int], viewer_id: int | None) -> dict[int, list[Found]]:
    """All printings of each card that the reader may see, in reading order; cards without any have no entry."""
    rows: dict[int, list[Sequence[Any]]] = defaultdict(list)
    for part in chunks(sorted(set(card_ids))):
        for row in session.execute(found_rows().where(Printing.card_id.in_(part), current(viewer_id))):
            rows[row[1]].append(row)
    return {card_id: ordered(rows[card_id]) for card_id in rows}


def in_other_languages(session: Session, printing_id: int) -> list[Found]:
    """The catalogue's printings of the same card in the same product in other languages.

    Looked up, never built: old European numbers differ in prefix and number (LOB-005, LDD-F003).
    """
    printing = session.get(Printing, printing_id)
    if printing is None:
        return []
    same = and_(Printing.card_id == printing.card_id, Printing.product_id == printing.product_id)
    rows = session.execute(found_rows().where(same, Printing.language != printing.language, current(None)))
    return ordered(rows)


def names(session: Session, card_ids: Iterable[int], language: str) -> dict[int, str]:
    """Each card's name in ``language``; the English name where the catalogue has none."""
    wanted = sorted(set(card_ids))
    found: dict[int, str] = {}
    for part in chunks(wanted):
        local = and_(CardName.card_id == Card.id, CardName.language == language)
        for card_id, english, name in session.execute(
            select(Card.id, Card.name, CardName.name).outerjoin(CardName, local).where(Card.id.in_(part))
        ):
            found[card_id] = name or english
    return found
