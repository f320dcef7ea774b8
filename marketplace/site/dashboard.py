"""What a collector sees first: how much is there, what came last, what waits."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from marketplace.catalogue import lookup
from marketplace.catalogue.models import Card, Printing
from marketplace.collection.models import BatchRow, Loan, Place, Stack
from marketplace.duels.queries import running_duel
from marketplace.messages.threads import unread_count
from marketplace.trades.overview import waiting_for

RECENT = 10


@dataclass(frozen=True, slots=True)
class Recent:
    """A stack that came lately, with the card's name in the reader's language."""

    stack: Stack
    printing: Printing
    card: Card
    name: str


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Figures of one collection."""

    copies: int
    printings: int
    """Different printings owned."""
    cards: int
    """Different cards owned, whatever the printing."""
    for_trade: int
    lent: int
    promised: int
    """Copies locked by agreed trades."""
    places: int
    waiting: int
    """Rows of pasted lists and files that wait for an answer."""
    recent: list[Recent]
    running_duel: int | None
    """The duel played last, if it is still going on."""
    to_answer: int
    """Offers that wait for this person's answer."""
    agreed: int
    """Trades agreed on and not done."""
    unread: int
    """Messages not read yet."""


def dashboard(session: Session, user_id: int, locale: str) -> Dashboard:
    """The figures of ``user_id``'s collection. Nothing is estimated: what is not stored is not shown."""
    owned = (Stack.user_id == user_id, Stack.quantity > 0)
    copies, printings, for_trade, promised = session.execute(
        select(
            func.coalesce(func.sum(Stack.quantity), 0),
            func.count(Stack.printing_id.distinct()),
            func.coalesce(func.sum(Stack.for_trade), 0),
            func.coalesce(func.sum(Stack.promised), 0),
        ).where(*owned)
    ).one()
    cards = session.scalar(
        select(func.count(Printing.card_id.distinct())).join(Stack, Stack.printing_id == Printing.id).where(*owned)
    )
    lent = session.scalar(
        select(func.coalesce(func.sum(Loan.quantity), 0)).where(Loan.user_id == user_id, Loan.returned_at.is_(None))
    )
    places = session.scalar(select(func.count()).select_from(Place).where(Place.user_id == user_id))
    waiting = session.scalar(
        select(func.count()).select_from(BatchRow).where(BatchRow.user_id == user_id, BatchRow.state == "waiting")
    )
    trades = waiting_for(session, user_id)
    return Dashboard(
        int(copies),
        int(printings),
        int(cards or 0),
        int(for_trade),
        int(lent or 0),
        int(promised),
        int(places or 0),
        int(waiting or 0),
        _recent(session, user_id, locale) if copies else [],
        running_duel(session, user_id),
        trades.get("answer", 0),
        trades.get("agreed", 0),
        unread_count(session, user_id),
    )


def _recent(session: Session, user_id: int, locale: str) -> list[Recent]:
    wanted = (
        select(Stack)
        .where(Stack.user_id == user_id, Stack.quantity > 0)
        .order_by(Stack.id.desc())
        .limit(RECENT)
        .options(joinedload(Stack.printing).joinedload(Printing.card))
    )
    stacks = list(session.scalars(wanted))
    names = lookup.names(session, {stack.printing.card_id for stack in stacks}, locale)
    return [
        Recent(stack, stack.printing, stack.printing.card, names.get(stack.printing.card_id, stack.printing.card.name))
        for stack in stacks
    ]
