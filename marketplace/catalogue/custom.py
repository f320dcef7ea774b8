"""Printings "not in catalogue": what a collector owns and the catalogue does not know (yet).

They belong to the collector who typed them and are shown to nobody else.
"""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import Found, found_rows, to_found
from marketplace.catalogue.languages import LANGUAGES
from marketplace.catalogue.models import Card, CardName, Printing, Product
from marketplace.catalogue.rarities import canonical
from marketplace.errors import NotFound, Refused

PRODUCT_SLUG = "not-in-catalogue"
"""The product that holds every such printing; lists of products leave it out."""

_LONGEST_NAME = 200
_LONGEST_CODE = 40
_LONGEST_FOLDED = 250
_LONGEST_RARITY = 60


def custom_printing(
    session: Session, user_id: int, *, code: str, card_id: int | None, name: str, language: str, rarity: str
) -> Found:
    """The collector's own printing with these values; made when there is none, together with its card if ``card_id`` is None.

    Asking again for the same values gives the same printing. Raises Refused (``field`` names what is wrong) and, for
    a card the collector cannot see, NotFound.
    """
    code = codes.normalise(code)
    name = " ".join(name.split())
    rarity = canonical(" ".join(rarity.split()))
    if language not in LANGUAGES:
        raise Refused(
            _l("Choose a language of the list."), rule="catalogue.custom.language", field="language", language=language
        )
    for value, longest, field in (
        (code, _LONGEST_CODE, "code"),
        (name, _LONGEST_NAME, "name"),
        (rarity, _LONGEST_RARITY, "rarity"),
    ):
        if len(value) > longest:
            raise Refused(
                _l("That is too long: %(longest)d characters at most.", longest=longest),
                rule="catalogue.custom.too_long",
                field=field,
            )
    if card_id is None:
        card = _own_card(session, user_id, name or code)
    else:
        found = session.get(Card, card_id)
        if found is None or found.added_by_id not in (None, user_id):
            raise NotFound()
        card = found
    product = _product(session)
    values = {
        "card_id": card.id, "product_id": product.id, "code": code, "language": language, "rarity": rarity, "artwork": "",
        "added_by_id": user_id,
    }  # fmt: skip
    known = select(Printing.id).filter_by(**values)
    printing_id = session.scalar(known)
    if printing_id is None:
        made = Printing(**values, code_folded=codes.folded(code), sort_key=codes.sort_key(code))
        try:
            with session.begin_nested():
                session.add(made)
        except IntegrityError:  # A second request of the same collector was faster.
            printing_id = session.scalar(known)
        else:
            printing_id = made.id
    return to_found(session.execute(found_rows().where(Printing.id == printing_id)).one())


def _own_card(session: Session, user_id: int, name: str) -> Card:
    """The collector's own card of that name, made when there is none."""
    if not name:
        raise Refused(_l("Type the name of the card or its set number."), rule="catalogue.custom.nameless", field="name")
    folded = fold(name)[:_LONGEST_FOLDED]
    card = session.scalar(
        select(Card).join(CardName).where(Card.added_by_id == user_id, CardName.folded == folded).order_by(Card.id).limit(1)
    )
    if card is None:
        card = Card(name=name, kind="unknown", frame="unknown", added_by_id=user_id, source="collector")
        # The name is kept as English whatever its language: it is the only one the card has.
        card.names.append(CardName(language="en", name=name, folded=folded, official=False))
        session.add(card)
        session.flush()
    return card


def _product(session: Session) -> Product:
    product = session.scalar(select(Product).where(Product.slug == PRODUCT_SLUG))
    if product is not None:
        return product
    made = Product(name="Not in catalogue", slug=PRODUCT_SLUG, folded=fold("Not in catalogue"))
    try:
        with session.begin_nested():
            session.add(made)
    except IntegrityError:
        return session.scalars(select(Product).where(Product.slug == PRODUCT_SLUG)).one()
    return made
