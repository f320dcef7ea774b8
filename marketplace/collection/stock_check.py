"""Whether copies may be entered as they are: every refusal names the field and says what to do."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marketplace.catalogue.models import Printing
from marketplace.collection.models import Place
from marketplace.collection.stock_act import chunks
from marketplace.collection.stock_key import MOST_PER_ACT, TEXT_LIMITS, Copies
from marketplace.collection.stock_write import Draft
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.db import now
from marketplace.errors import Conflict, NotFound, Refused

MOST_MONEY = Decimal("9999999.99")
"""Highest price of one copy that can be noted."""

_LANGUAGE = re.compile(r"^[a-z]{2}(-[A-Za-z]{2,4})?$")


def whole_number(value: Any, least: int, most: int, *, field: str = "quantity") -> int:
    """``value`` if it is a whole number between ``least`` and ``most``; Refused otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refused(
            _("Write a whole number from %(least)s to %(most)s.", least=least, most=most),
            rule=f"collection.{field}.range",
            field=field,
            least=least,
            most=most,
        )
    return value


def per_act(value: Any, *, field: str = "quantity") -> int:
    """A number of copies one act may add, move or remove."""
    return whole_number(value, 1, MOST_PER_ACT, field=field)


def version_matches(draft: Draft, version: int | None) -> None:
    """Raise Conflict when the stack changed since its reader saw ``version``; None skips the check."""
    if version is not None and version != draft.version:
        raise stack_changed(draft.updated_at)


def stack_changed(moment: Any) -> Conflict:
    from marketplace.dates import format_time

    return Conflict(
        _(
            "This stack changed at %(time)s, after you opened this page. Look at it again, then save.",
            time=format_time(moment, "short"),
        ),
        rule="collection.stack.changed",
    )


def check_copies(
    session: Session,
    user_id: int,
    items: Sequence[Copies],
    *,
    places: dict[int, Place] | None = None,
    only: Collection[str] | None = None,
) -> None:
    """Refuse copies that cannot be. ``only`` limits the check to these fields (those an edit changes).

    Raises NotFound for a printing or place the collector cannot see, Refused for everything else.
    """

    def asked(*names: str) -> bool:
        return only is None or any(name in only for name in names)

    if asked("printing_id"):
        _check_printings(session, user_id, {item.printing_id for item in items})
    if asked("place_id", "page", "slot"):
        if places is None:
            places = {place.id: place for place in session.scalars(select(Place).where(Place.user_id == user_id))}
        for position in {(item.place_id, item.page, item.slot) for item in items}:
            check_position(places, *position)
    for item in items:
        if asked("language") and not _LANGUAGE.match(item.language):
            raise Refused(_("Choose the language of the copies."), rule="collection.language", field="language")
        if asked("edition") and item.edition not in EDITIONS:
            raise Refused(_("Choose one of the editions, or leave it open."), rule="collection.edition", field="edition")
        if asked("condition") and item.condition and item.condition not in CONDITIONS:
            raise Refused(_("Choose one of the conditions, or leave it open."), rule="collection.condition", field="condition")
        if asked("price_paid") and item.price_paid is not None:
            check_money(item.price_paid, "price_paid")
        if asked("acquired_on") and item.acquired_on is not None:
            check_day(item.acquired_on)
        for name, most in TEXT_LIMITS.items():
            if asked(name) and len(getattr(item, name)) > most:
                raise Refused(
                    _("This text is too long: at most %(most)d characters.", most=most),
                    rule="collection.text.too_long",
                    field=name,
                )


def check_money(price: Decimal, field: str) -> None:
    if not price.is_finite() or not 0 <= price <= MOST_MONEY:
        raise Refused(_("Write a price from 0 to %(most)s.", most=MOST_MONEY), rule="collection.price", field=field)


def check_day(day: date) -> None:
    # A day of grace, because the collector's calendar may be ahead of the server's.
    if not date(1996, 1, 1) <= day <= now().date() + timedelta(days=1):
        raise Refused(_("Choose a day between 1996 and today."), rule="collection.date", field="acquired_on")


def check_position(places: dict[int, Place], place_id: int | None, page: int | None, slot: int | None) -> None:
    """Refuse a page or pocket the place does not have."""
    if place_id is None:
        if page is not None or slot is not None:
            raise Refused(_("Choose the binder this page belongs to."), rule="collection.place.none", field="place_id")
        return
    place = places.get(place_id)
    if place is None:
        raise NotFound(_("That place is not one of yours."))
    if page is None and slot is None:
        return
    if place.kind != "binder":
        raise Refused(
            _("“%(place)s” has no pages: only binders do.", place=place.name), rule="collection.place.no_pages", field="page"
        )
    if page is None:
        raise Refused(_("Say which page the pocket is on."), rule="collection.place.page_missing", field="page")
    if page < 1 or (place.pages is not None and page > place.pages):
        raise Refused(
            _("“%(place)s” has pages 1 to %(last)s.", place=place.name, last=place.pages or "…"),
            rule="collection.place.page",
            field="page",
        )
    if slot is not None and (slot < 1 or (place.slots_per_page is not None and slot > place.slots_per_page)):
        raise Refused(
            _("A page of “%(place)s” has pockets 1 to %(last)s.", place=place.name, last=place.slots_per_page or "…"),
            rule="collection.place.slot",
            field="slot",
        )


def _check_printings(session: Session, user_id: int, printing_ids: set[int]) -> None:
    seen: set[int] = set()
    visible = or_(Printing.added_by_id.is_(None), Printing.added_by_id == user_id)
    for part in chunks(sorted(printing_ids)):
        seen.update(session.scalars(select(Printing.id).where(Printing.id.in_(part), visible)))
    if printing_ids - seen:
        raise NotFound(_("We could not find that printing."))
