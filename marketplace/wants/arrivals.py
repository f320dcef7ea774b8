"""Copies that came in and are what their owner looks for: asked about once, "you wanted this: done?"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.catalogue.models import Card, Printing
from marketplace.collection.models import Movement, Operation, Stack
from marketplace.wants import wants as want_list
from marketplace.wants.models import Want, WantAct
from marketplace.wants.satisfying import StackFacts, asked_by, satisfies

_KINDS = ("added", "imported", "traded")
_MOST = 5_000
SHOWN = 30


@dataclass(frozen=True, slots=True)
class Arrival:
    """Copies of a wanted card that came after it was wanted."""

    want_id: int
    card_id: int
    name: str
    wanted: int
    came: int
    stack_id: int
    """The stack that came last."""

    @property
    def found(self) -> int:
        """Copies to take off the list: no more than were wanted."""
        return min(self.wanted, self.came)


def arrivals(session: Session, user_id: int, locale: str) -> tuple[list[Arrival], int]:
    """What came and was not asked about yet, and the newest movement that was looked at.

    Only copies that came after the want was written count, and not those of an act that was undone. Each copy serves
    one want: the most urgent, the oldest first. Whole sets are left out: they look after themselves.
    """
    wants = list(
        session.scalars(select(Want).where(Want.user_id == user_id, Want.kind.in_(("card", "printing"))).order_by(
            Want.urgency.desc(), Want.id
        ))
    )  # fmt: skip
    if not wants:
        return [], 0
    first = min(want.created_at for want in wants)
    answered = _answered(session, user_id)
    query = (
        select(
            Movement.id, Movement.at, Movement.quantity, Movement.kind, Movement.details, Stack.id, Printing.card_id,
            Card.name, Printing.id, Printing.product_id, Stack.language, Stack.edition, Stack.condition, Printing.rarity,
            Printing.artwork, Stack.artwork, Stack.proxy,
        )
        .join(Operation, Operation.id == Movement.operation_id)
        .join(Stack, Stack.id == Movement.stack_id)
        .join(Printing, Printing.id == Stack.printing_id)
        .join(Card, Card.id == Printing.card_id)
        .where(
            Movement.user_id == user_id, Movement.id > answered, Movement.kind.in_(_KINDS), Movement.at >= first,
            Operation.undone_at.is_(None), Stack.quantity > 0,
        )
        .order_by(Movement.id)
        .limit(_MOST)
    )  # fmt: skip
    cards = select(Card.id, Card.name).where(Card.id.in_({want.card_id for want in wants}))
    names: dict[int, str] = {row[0]: row[1] for row in session.execute(cards)}
    asked = {want.id: asked_by(want, names.get(want.card_id or 0, "")) for want in wants}
    came: dict[int, list[int]] = {}
    newest = 0
    for movement_id, at, quantity, kind, details, stack_id, card_id, *facts in session.execute(query):
        newest = max(newest, movement_id)
        left = quantity if _came_in(kind, details) else 0
        for want in wants:
            had = came[want.id][0] if want.id in came else 0
            if left and at >= want.created_at and had < want.quantity and satisfies(asked[want.id], StackFacts(*facts)):
                served = min(left, want.quantity - had)
                came[want.id] = [had + served, stack_id, card_id]
                left -= served
    local = lookup.names(session, {one[2] for one in came.values()}, locale)
    found = [
        Arrival(want.id, came[want.id][2], local.get(came[want.id][2], ""), want.quantity, came[want.id][0], came[want.id][1])
        for want in wants
        if want.id in came
    ]
    return found, newest


def answer(
    session: Session, user_id: int, movement_id: int, numbers: dict[int, int], *, request_key: str | None = None
) -> WantAct:
    """Take what came off the list (``numbers`` by want, may be empty), and don't ask about these copies again."""
    act = want_list.found(session, user_id, numbers, kind="arrived", request_key=request_key)
    if not want_list.was_repeated(session, act):
        newest = session.scalar(select(func.max(Movement.id)).where(Movement.user_id == user_id)) or 0
        act.summary = act.summary | {"movement": max(_answered(session, user_id), min(movement_id, newest))}
        session.flush()
    return act


def _came_in(kind: str, details: dict[str, Any]) -> bool:
    """Whether a line of the journal tells of copies that came; a trade has lines of both ways."""
    return kind != "traded" or details.get("way", "in" if details.get("to") else "out") == "in"


def _answered(session: Session, user_id: int) -> int:
    last = session.scalars(
        select(WantAct).where(WantAct.user_id == user_id, WantAct.kind == "arrived").order_by(WantAct.id.desc()).limit(5)
    )
    return max((int(act.summary.get("movement", 0)) for act in last), default=0)
