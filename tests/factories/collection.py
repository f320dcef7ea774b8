"""Collections for tests: single stacks and places through the real verbs, and whole collections in bulk."""

from __future__ import annotations

import random
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue import codes
from marketplace.catalogue.models import Card, CardName, Printing
from marketplace.collection import stock
from marketplace.collection.models import Place, Stack
from marketplace.collection.stock import Change, Copies, merge_key
from tests.factories import catalogue


def stack(session: Session, user: User, printing: Printing, *, quantity: int = 1, for_trade: int = 0, **values: Any) -> Stack:
    """Copies added through ``stock.add``; ``values`` are fields of ``Copies``."""
    copies = Copies(**({"printing_id": printing.id, "language": printing.language} | values))
    stock.add(session, user.id, [(copies, quantity, for_trade)])
    found = session.scalars(select(Stack).where(Stack.user_id == user.id, Stack.merge_key == merge_key(copies))).one()
    return found


def place(session: Session, user: User, name: str, kind: str = "box", **values: Any) -> Place:
    made = Place(user_id=user.id, kind=kind, name=name, name_folded=name.casefold(), **values)
    session.add(made)
    session.flush()
    return made


def binder(session: Session, user: User, name: str = "Binder", pages: int | None = 20, slots_per_page: int = 9) -> Place:
    return place(session, user, name, "binder", pages=pages, slots_per_page=slots_per_page)


SETS = (
    ("Legend of Tests", "LTS"),
    ("Metal Testers", "MTT"),
    ("Spell Tester", "SPT"),
    ("Pharaoh's Test", "PHT"),
    ("Labyrinth of Tests", "LAT"),
)
LANGUAGES = ("en", "fr", "de", "pt")
RARITIES = ("Common", "Common", "Common", "Rare", "Super Rare", "Ultra Rare", "Secret Rare")


def many_cards(session: Session, number: int) -> list[int]:
    """Cards with names in English and French and a printing in each of four languages; returns the printing ids."""
    first = (session.scalar(select(func.coalesce(func.max(Card.page_id), 0))) or 0) + 1_000_000
    words = ("Dark", "Blue", "Ancient", "Cyber", "Mystic", "Crystal", "Thunder", "Shadow")
    mots = ("Sombre", "Bleu", "Antique", "Cyber", "Mystique", "Cristal", "Foudre", "Ombre")
    kinds = ("monster", "monster", "monster", "spell", "trap")
    cards = [
        {
            "page_id": first + index, "passcode": first + index, "name": f"{words[index % 8]} Testling {index}",
            "kind": kinds[index % 5], "frame": kinds[index % 5] if index % 5 > 2 else "effect",
            "attribute": "dark" if index % 5 < 3 else None, "level": 1 + index % 8 if index % 5 < 3 else None,
        }
        for index in range(number)
    ]  # fmt: skip
    session.execute(insert(Card), cards)
    ids = dict(session.execute(select(Card.page_id, Card.id).where(Card.page_id >= first)).all())
    names = []
    for index, row in enumerate(cards):
        french = f"Testeur {mots[index % 8]} {index}"
        names.append({"card_id": ids[row["page_id"]], "language": "en", "name": row["name"], "folded": row["name"].lower()})
        names.append({"card_id": ids[row["page_id"]], "language": "fr", "name": french, "folded": french.lower()})
    session.execute(insert(CardName), names)
    products = [catalogue.product(session, name) for name, _prefix in SETS]
    printings = []
    for index, row in enumerate(cards):
        which = index % len(SETS)
        for language in LANGUAGES:
            code = f"{SETS[which][1]}-{language.upper()}{index // len(SETS):03d}"
            printings.append(
                {
                    "card_id": ids[row["page_id"]], "product_id": products[which].id,
                    "code": code, "code_folded": codes.folded(code),
                    "sort_key": codes.sort_key(code), "language": language, "rarity": RARITIES[index % len(RARITIES)],
                }
            )  # fmt: skip
    session.execute(insert(Printing), printings)
    session.flush()
    return list(session.scalars(select(Printing.id).join(Printing.card).where(Card.page_id >= first).order_by(Printing.id)))


def many_stacks(session: Session, user: User, number: int, *, seed: int = 1) -> list[Place]:
    """A collection of ``number`` stacks as a collector has them: of the catalogue's printings, or of cards made for it.

    Two binders, four boxes and a deck box hold most of them; some are for trade, noted, signed or bought at a price.
    The same seed and catalogue give the same collection. Returns the places.
    """
    chance = random.Random(seed)
    printings = list(session.execute(select(Printing.id, Printing.language).order_by(Printing.id)).all())
    if len(printings) < number // 8:
        many_cards(session, number // 8)
        printings = list(session.execute(select(Printing.id, Printing.language).order_by(Printing.id)).all())
    where = [
        binder(session, user, "Trade binder", pages=40),
        binder(session, user, "Classeur bleu", pages=20, slots_per_page=12),
        *(place(session, user, f"Box {letter}", position=3) for letter in "ABCD"),
        place(session, user, "Dragons", "deck_box", position=4),
    ]
    pockets = {
        one.id: iter([(page, slot) for page in range(1, one.pages + 1) for slot in range(1, one.slots_per_page + 1)])
        for one in where[:2]
    }
    seen: set[str] = set()
    changes: list[Change] = []
    while len(changes) < number:
        printing_id, language = chance.choice(printings)
        home = chance.choice([None, *where, *where[2:]])
        page, slot = next(pockets[home.id], (None, None)) if home and home.id in pockets else (None, None)
        copies = Copies(
            printing_id,
            language,
            edition=chance.choice(["", "1st", "1st", "unlimited", "limited"]),
            condition=chance.choice(["", "NM", "NM", "NM", "EX", "GD", "LP", "PO"]),
            signed=chance.random() < 0.005,
            misprint="ink line over the name" if chance.random() < 0.003 else "",
            note=chance.choice(["from the flea market", "swap with a friend", "keep"]) if chance.random() < 0.04 else "",
            price_paid=Decimal(chance.randrange(10, 4_000)) / 100 if chance.random() < 0.1 else None,
            acquired_on=date(2024, 1, 1) + timedelta(days=chance.randrange(600)) if chance.random() < 0.1 else None,
            place_id=home.id if home else None,
            page=page,
            slot=slot,
        )
        key = merge_key(copies)
        if key in seen:
            continue
        seen.add(key)
        quantity = chance.choice([1, 1, 1, 1, 2, 2, 3, 3, 5])
        changes.append(Change(copies, add=quantity, for_trade=chance.randrange(quantity + 1) if chance.random() < 0.2 else 0))
    stock.apply_batch(session, user.id, changes, kind="import", summary={"file_name": "collection.csv"})
    return where
