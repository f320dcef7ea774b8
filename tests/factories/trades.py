"""Trades for tests: two people with copies, and offers made through the real verbs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue.models import Printing
from marketplace.collection.models import Stack
from marketplace.trades import offers
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Trade
from tests.factories import accounts, catalogue, collection

Part = tuple[Stack, int] | Stack


def people(session: Session) -> tuple[User, User]:
    """Ann and Bob."""
    return accounts.user(session, "Ann"), accounts.user(session, "Bob")


def copies(
    session: Session, user: User, quantity: int = 1, *, of: Printing | None = None, kept: int = 0, **values: Any
) -> Stack:
    """``quantity`` copies of a new card, all for trade but ``kept`` of them."""
    printing = of or catalogue.printing(session)
    return collection.stack(session, user, printing, quantity=quantity, for_trade=quantity - kept, **values)


def line(giver: str, part: Part, **values: Any) -> LineInput:
    """Copies of a stack, one unless said otherwise, given by "me" or "them"."""
    stack, quantity = part if isinstance(part, tuple) else (part, 1)
    return LineInput(giver, "copies", stack_id=stack.id, quantity=quantity, **values)  # type: ignore[arg-type]


def lines(give: Sequence[Part] = (), want: Sequence[Part] = ()) -> list[LineInput]:
    """The lines of an offer as its author sends them."""
    return [*(line("me", part) for part in give), *(line("them", part) for part in want)]


def offer(
    session: Session, proposer: User, partner: User, give: Sequence[Part] = (), want: Sequence[Part] = (), **values: Any
) -> Trade:
    """An open offer; needs a request or application context for its words."""
    return offers.propose(session, proposer.id, partner.id, lines(give, want), **values)
