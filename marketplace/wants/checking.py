"""Whether wishes can be written: that cards, printings and sets exist for this person, and every choice is a known one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask_babel import gettext as _
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marketplace.catalogue.custom import PRODUCT_SLUG
from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Card, Printing, Product
from marketplace.catalogue.rarities import RARITIES
from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.errors import Refused
from marketplace.wants.wishes import MOST_QUANTITY, VISIBILITIES, Wish

LONGEST = {"item": 120, "artwork": 40, "note": 500}
_AT_A_TIME = 400


def checked(session: Session, user_id: int, wishes: Sequence[Wish]) -> list[Wish]:
    """The wishes, tidied; raises Refused with the field that is no good. Four statements for 400 wishes."""
    cards = _known(
        session, Card.id, {wish.card_id for wish in wishes}, or_(Card.added_by_id.is_(None), Card.added_by_id == user_id)
    )
    products = _known(session, Product.id, {wish.product_id for wish in wishes}, Product.slug != PRODUCT_SLUG)
    printings: dict[int, int] = {}
    for part in chunks(sorted({wish.printing_id for wish in wishes if wish.printing_id}), _AT_A_TIME):
        seen = or_(Printing.added_by_id.is_(None), Printing.added_by_id == user_id)
        query = select(Printing.id, Printing.card_id).where(Printing.id.in_(part), seen)
        printings |= {row[0]: row[1] for row in session.execute(query)}
    return [_one(wish, cards, products, printings) for wish in wishes]


def _known(session: Session, column, ids, condition) -> set[int]:  # type: ignore[no-untyped-def]  # Of three tables.
    found: set[int] = set()
    for part in chunks(sorted(one for one in ids if one is not None), _AT_A_TIME):
        found.update(session.scalars(select(column).where(column.in_(part), condition)))
    return found


def _one(wish: Wish, cards: set[int], products: set[int], printings: dict[int, int]) -> Wish:
    texts = {name: " ".join(str(getattr(wish, name)).replace("\x00", "").split()) for name in ("item", "artwork")}
    texts["note"] = wish.note.replace("\x00", "").strip()
    for name, most in LONGEST.items():
        if len(texts[name]) > most:
            raise Refused(_("At most %(most)d characters.", most=most), rule="wants.too_long", field=name)
    wish = replace(
        wish, item=texts["item"], artwork=texts["artwork"], note=texts["note"], typed=wish.typed.replace("\x00", "")[:2_000]
    )
    _choices(wish)
    if isinstance(wish.quantity, bool) or not 1 <= wish.quantity <= MOST_QUANTITY:
        words = _("Write a whole number from 1 to %(most)d.", most=MOST_QUANTITY)
        raise Refused(words, rule="wants.quantity", field="quantity")
    if wish.kind == "item":
        if not wish.item:
            raise Refused(_("Say what you look for."), rule="wants.item", field="item")
        plain = Wish("item", item=wish.item, quantity=wish.quantity)
        return replace(plain, note=wish.note, urgency=wish.urgency, visibility=wish.visibility, typed=wish.typed)
    wish = replace(wish, item="")
    if wish.kind == "set":
        if wish.product_id not in products:
            raise Refused(_("Choose a set."), rule="wants.set", field="product_id")
        return replace(wish, card_id=None, printing_id=None, artwork="")
    if wish.kind == "printing":
        if wish.printing_id not in printings:
            raise Refused(_("Choose one of the printings of this card."), rule="wants.printing", field="printing_id")
        # The printing settles set and rarity.
        card_id = printings[wish.printing_id]
        return replace(wish, card_id=card_id, product_id=None, rarities=(), not_rarities=(), artwork="")
    if wish.card_id not in cards:
        raise Refused(_("Choose a card."), rule="wants.card", field="card_id")
    if wish.product_id is not None and wish.product_id not in products:
        raise Refused(_("Choose one of the sets of this card."), rule="wants.set", field="product_id")
    return replace(wish, printing_id=None)


def _choices(wish: Wish) -> None:
    known = {
        "kind": (wish.kind, ("card", "printing", "set", "item")),
        "condition": (wish.condition, ("", *CONDITIONS)),
        "visibility": (wish.visibility, VISIBILITIES),
        "urgency": (wish.urgency, (1, 2, 3)),
    }
    many = {
        "languages": (wish.languages, LANGUAGES),
        "editions": (wish.editions, [code for code in EDITIONS if code]),
        "rarities": (wish.rarities, RARITIES),
        "not_rarities": (wish.not_rarities, RARITIES),
    }
    for name, (value, allowed) in known.items():
        if value not in allowed:
            raise Refused(_("Choose one of the offered values."), rule="wants.choice", field=name)
    for name, (values, allowed_of_many) in many.items():
        if any(value not in allowed_of_many for value in values):
            raise Refused(_("Choose one of the offered values."), rule="wants.choice", field=name)
    if set(wish.rarities) & set(wish.not_rarities):
        words = _("A rarity cannot be both wanted and unwanted.")
        raise Refused(words, rule="wants.rarities", field="not_rarities")
