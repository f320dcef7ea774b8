"""Cards and printings for tests. All names are invented or plain facts."""

from __future__ import annotations

import itertools

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.catalogue.models import Card, CardName, Printing, Product

_numbers = itertools.count(900_001)


def product(session: Session, name: str = "Test Set") -> Product:
    found = session.scalar(select(Product).where(Product.name == name))
    if found is None:
        found = Product(name=name, slug=name.lower().replace(" ", "-"), folded=fold(name))
        session.add(found)
        session.flush()
    return found


def card(session: Session, name: str = "", **values: object) -> Card:
    number = next(_numbers)
    name = name or f"Test Monster {number}"
    facts: dict[str, object] = {
        "passcode": number,
        "kind": "monster",
        "frame": "effect",
        "attribute": "dark",
        "type": "fiend",
        "level": 4,
        "atk": 1500,
        "defense": 1200,
    }
    made = Card(page_id=number, name=name, **(facts | values))
    made.names.append(CardName(language="en", name=name, folded=fold(name)))
    session.add(made)
    session.flush()
    return made


def printing(
    session: Session,
    code: str = "",
    *,
    of: Card | None = None,
    language: str = "en",
    rarity: str = "Common",
    in_product: str = "Test Set",
) -> Printing:
    number = next(_numbers)
    code = code or f"TST-EN{number % 1000:03d}"
    made = Printing(
        card_id=(of or card(session)).id,
        product_id=product(session, in_product).id,
        code=code,
        code_folded=codes.folded(code),
        sort_key=codes.sort_key(code),
        language=language,
        rarity=rarity,
    )
    session.add(made)
    session.flush()
    return made
