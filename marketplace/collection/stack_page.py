"""What the page of one stack needs: the stack with its card, other numbers it may be, its loans."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from marketplace.catalogue import lookup
from marketplace.catalogue.lookup import Found
from marketplace.catalogue.models import Printing
from marketplace.collection.models import Loan, Stack
from marketplace.errors import NotFound

MOST_OFFERED = 150
"""Printings of one card a choice lists at most; the most reprinted cards have more in all languages together."""


def get_stack(session: Session, user_id: int, stack_id: int) -> Stack:
    """The collector's stack with printing, card, product and place; NotFound otherwise."""
    query = select(Stack).where(Stack.id == stack_id, Stack.user_id == user_id)
    query = query.options(
        joinedload(Stack.printing).joinedload(Printing.card),
        joinedload(Stack.printing).joinedload(Printing.product),
        joinedload(Stack.place),
    )
    stack = session.scalar(query)
    if stack is None:
        raise NotFound(_("We could not find that stack."))
    return stack


def fitting_numbers(session: Session, stack: Stack) -> list[Found]:
    """When the copies' language and the number disagree: the same card's numbers of the product in that language.

    Looked up in the catalogue, never built by swapping letters; the same rarity comes first.
    """
    if stack.language == stack.printing.language or stack.printing.added_by_id is not None:
        return []
    found = [one for one in lookup.in_other_languages(session, stack.printing_id) if one.language == stack.language]
    return sorted(found, key=lambda one: one.rarity != stack.printing.rarity)


def other_printings(session: Session, user_id: int, stack: Stack) -> Sequence[Found]:
    """Printings of the same card it may be instead: of the same number, then of the same product, then of its language."""
    here = stack.printing
    every = lookup.of_cards(session, [here.card_id], user_id).get(here.card_id, [])

    def nearness(one: Found) -> tuple[bool, bool, bool]:
        return one.code != here.code, one.product_id != here.product_id, one.language != stack.language

    offered = sorted((one for one in every if one.printing_id != here.id), key=nearness)
    return offered[:MOST_OFFERED]


def loans_of(session: Session, user_id: int, stack_id: int) -> list[Loan]:
    """The open loans of a stack, oldest first."""
    query = select(Loan).where(Loan.user_id == user_id, Loan.stack_id == stack_id, Loan.returned_at.is_(None))
    return list(session.scalars(query.order_by(Loan.lent_at, Loan.id)))


def get_loan(session: Session, user_id: int, loan_id: int) -> Loan:
    """A loan of this collector; NotFound otherwise."""
    loan = session.get(Loan, loan_id)
    if loan is None or loan.user_id != user_id:
        raise NotFound(_("We could not find that loan."))
    return loan


def siblings(session: Session, user_id: int, stack: Stack) -> list[Stack]:
    """The collector's other stacks of the same card."""
    query = (
        select(Stack)
        .join(Stack.printing)
        .options(joinedload(Stack.printing), joinedload(Stack.place))
        .where(Stack.user_id == user_id, Printing.card_id == stack.printing.card_id, Stack.quantity > 0, Stack.id != stack.id)
        .order_by(Printing.sort_key, Stack.id)
    )
    return list(session.scalars(query.limit(30)))
