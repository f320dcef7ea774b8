"""Who offers and who wants a card, on the catalogue's page of it; and the way to a whole set as a want."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue import panels
from marketplace.catalogue.models import Card, Product
from marketplace.collection.notices import collection_notice
from marketplace.i18n import current_locale
from marketplace.wants import arrivals, matching
from marketplace.wants.models import Want
from marketplace.wants.shown_copies import Copy, describe
from marketplace.wants.want_view import wish_of
from marketplace.wants.want_words import particulars_of

PEOPLE = 8
COPIES = 5


@dataclass(frozen=True, slots=True)
class Offering:
    """Somebody who has the card for trade."""

    user_id: int
    name: str
    copies: Sequence[tuple[Copy, int]]
    """What they have, with the number for trade; at most ``COPIES`` lines."""
    more: int
    wanted: bool
    basket: str
    """Stacks and numbers to begin a trade with: those the reader looks for, else the first."""


@dataclass(frozen=True, slots=True)
class Wanting:
    """Somebody who looks for the card."""

    user_id: int
    name: str
    quantity: int
    particulars: Sequence[str]
    whole_set: bool
    basket: str
    """The reader's own copies that would do, to begin a trade with."""


@panels.card_panel("wants/_card_panel.html")
def offered_and_wanted(session: Session, viewer_id: int, card: Card) -> dict[str, Any]:
    """The people of a card, and the reader's own wants of it: a fixed number of statements."""
    named = select(Card.id).where(Card.name == card.name)
    mine = session.scalars(
        select(Want).where(Want.user_id == viewer_id, Want.kind.in_(("card", "printing")), Want.card_id.in_(named))
    )
    offers = matching.offers_of_card(session, viewer_id, card.id)
    wanted = matching.wanted_of_card(session, viewer_id, card.id)
    names = _names(session, {one.owner_id for one in offers} | {one.wanter_id for one in wanted})
    return {
        "card": card,
        "offering": _offering(session, offers, names),
        "wanting": _wanting(session, wanted, names),
        "people_offering": len({one.owner_id for one in offers}),
        "people_wanting": len({one.wanter_id for one in wanted}),
        "mine": list(mine),
        "shown": PEOPLE,
    }


@collection_notice("wants/_arrived.html")
def wanted_copies_came(session: Session, viewer_id: int) -> dict[str, Any] | None:
    """Copies that came in and are on the reader's want list."""
    came, newest = arrivals.arrivals(session, viewer_id, current_locale())
    if not came:
        return None
    return {"came": came[: arrivals.SHOWN], "newest": newest, "here": url_for("collection.stacks")}


@panels.set_panel("wants/_set_panel.html")
def want_the_set(session: Session, viewer_id: int, product: Product, language: str) -> dict[str, Any]:
    """Whether the set is on the reader's list already."""
    query = select(func.count()).where(Want.user_id == viewer_id, Want.kind == "set", Want.product_id == product.id)
    return {"product": product, "language": language, "wanted": bool(session.scalar(query))}


def _names(session: Session, ids: set[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    wanted = sorted(ids)
    for start in range(0, len(wanted), 400):
        part = select(User.id, User.name).where(User.id.in_(wanted[start : start + 400]))
        found |= {row[0]: row[1] for row in session.execute(part)}
    return found


def _offering(session: Session, offers: Sequence[matching.CardOffer], names: dict[int, str]) -> list[Offering]:
    by_person: dict[int, list[matching.CardOffer]] = defaultdict(list)
    for one in offers:
        by_person[one.owner_id].append(one)
    shown = list(by_person.items())[:PEOPLE]
    copies = describe(session, [one.stack_id for _person, some in shown for one in some[:COPIES]], current_locale())
    found = []
    for person, some in shown:
        wanted = [one for one in some if one.want_ids]
        basket = ",".join(f"{one.stack_id}:1" for one in (wanted or some)[:1])
        lines = [(copies[one.stack_id], one.quantity) for one in some[:COPIES] if one.stack_id in copies]
        found.append(Offering(person, names[person], lines, max(0, len(some) - COPIES), bool(wanted), basket))
    return found


def _wanting(session: Session, wanted: Sequence[matching.CardWanted], names: dict[int, str]) -> list[Wanting]:
    shown = wanted[:PEOPLE]
    wants = {want.id: want for want in session.scalars(select(Want).where(Want.id.in_([one.want_id for one in shown])))}
    return [
        Wanting(
            one.wanter_id,
            names[one.wanter_id],
            one.quantity,
            particulars_of(wish_of(wants[one.want_id]), current_locale()),
            wants[one.want_id].kind == "set",
            ",".join(f"{stack_id}:1" for stack_id in one.stack_ids[:1]),
        )
        for one in shown
        if one.want_id in wants
    ]
