"""What printings are worth to one person, in a unit of their own: a help for that person alone, never a price."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from flask_babel import gettext as _
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marketplace.accounts.own_row import lock_account
from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Printing
from marketplace.db import now
from marketplace.errors import Refused
from marketplace.trades.models import PrivateValue

MOST = Decimal("9999999.99")
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Sum:
    """What copies are worth to one person: the sum of those valued, and how many copies have no value yet."""

    value: Decimal = Decimal(0)
    copies_valued: int = 0
    copies_without: int = 0


def values_of(session: Session, user_id: int, printing_ids: Iterable[int]) -> dict[int, Decimal]:
    """This person's values by printing; printings they did not value have none."""
    found: dict[int, Decimal] = {}
    for part in chunks(sorted(set(printing_ids))):
        query = select(PrivateValue.printing_id, PrivateValue.value)
        query = query.where(PrivateValue.user_id == user_id, PrivateValue.printing_id.in_(part))
        found |= {row.printing_id: row.value for row in session.execute(query)}
    return found


def read_value(typed: str) -> Decimal | None:
    """The number somebody typed, with comma or point; None for an empty field.

    Raises :class:`Refused` for what is no number from 0 to 9,999,999.99.
    """
    if not typed.strip():
        return None
    value = number_in(typed)
    if value is None:
        raise Refused(
            _("A value is a number such as 12 or 3,50; “%(typed)s” is none.", typed=typed.strip()[:30]), rule="trades.value"
        )
    return value


def number_in(typed: str) -> Decimal | None:
    """The number from 0 to 9,999,999.99 that was typed, to the cent; None when it is none."""
    text = "".join(typed.split()).replace(",", ".")
    try:
        value = Decimal(text) if 0 < len(text) <= 20 else Decimal(-1)
    except InvalidOperation:
        return None
    return value.quantize(_CENT, ROUND_HALF_UP) if value.is_finite() and 0 <= value <= MOST else None


def set_values(session: Session, user_id: int, values: Mapping[int, Decimal | None]) -> None:
    """Keep this person's values by printing; None forgets one. Printings that are not there are passed over."""
    lock_account(session, user_id)
    there: set[int] = set()
    for part in chunks(sorted(values)):
        there.update(session.scalars(select(Printing.id).where(Printing.id.in_(part))))
    known = values_of(session, user_id, there)
    for printing_id in sorted(there):
        value = values[printing_id]
        if value == known.get(printing_id):
            continue
        if value is None:
            mine = PrivateValue.user_id == user_id, PrivateValue.printing_id == printing_id
            session.execute(delete(PrivateValue).where(*mine))
            continue
        session.merge(PrivateValue(user_id=user_id, printing_id=printing_id, value=value, updated_at=now()))
    session.flush()


def sum_of(values: Mapping[int, Decimal], copies: Iterable[tuple[int, int]]) -> Sum:
    """The sum of ``copies`` (printing, how many) by ``values``."""
    value, valued, without = Decimal(0), 0, 0
    for printing_id, quantity in copies:
        if printing_id in values:
            value += values[printing_id] * quantity
            valued += quantity
        else:
            without += quantity
    return Sum(value, valued, without)
