"""Collections for tests: single stacks and places through the real verbs, and whole collections in bulk."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue.models import Printing
from marketplace.collection import stock
from marketplace.collection.models import Place, Stack
from marketplace.collection.stock import Copies, merge_key


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
