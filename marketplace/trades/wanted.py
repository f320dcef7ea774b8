"""Whether an offer gives something of the receiver's want list."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from marketplace.catalogue.models import Card, Printing
from marketplace.collection.models import Stack
from marketplace.trades.lines import Draft
from marketplace.wants.matching import StackFacts, satisfies
from marketplace.wants.models import Want
from marketplace.wants.satisfying import asked_by


def gives_something_wanted(session: Session, receiver_id: int, drafts: Iterable[Draft], giver: str) -> bool:
    """Whether at least one kind of copies from ``giver`` is what the receiver looks for, hidden wants included.

    Things that are no cards count when the want list names things: words are not compared.
    """
    mine = [draft for draft in drafts if draft.giver == giver]
    wants = session.scalars(select(Want).options(joinedload(Want.card)).where(Want.user_id == receiver_id)).all()
    if any(draft.kind == "item" for draft in mine) and any(want.kind == "item" for want in wants):
        return True
    asked = [asked_by(want) for want in wants if want.kind != "item"]
    stacks = sorted({stack for draft in mine for stack in draft.stacks})
    facts = select(
        Card.name, Printing.id, Printing.product_id, Stack.language, Stack.edition, Stack.condition, Printing.rarity,
        Printing.artwork, Stack.artwork, Stack.proxy,
    )  # fmt: skip
    found = session.execute(facts.select_from(Stack).join(Stack.printing).join(Printing.card).where(Stack.id.in_(stacks)))
    given = [StackFacts._make(row) for row in found]
    return any(satisfies(one, copies) for one in asked for copies in given)
