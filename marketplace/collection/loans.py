"""Copies lent to somebody: they stay owned, but are neither for trade nor free until they are back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.models import Loan, Operation
from marketplace.collection.stock_act import Act
from marketplace.collection.stock_check import per_act, version_matches
from marketplace.collection.stock_held import promised_away
from marketplace.collection.stock_write import loan_facts
from marketplace.db import now
from marketplace.errors import NotFound, Refused


def lend(
    session: Session,
    user_id: int,
    stack_id: int,
    quantity: int,
    borrower: str,
    note: str = "",
    *,
    version: int | None = None,
    request_key: str | None = None,
) -> Operation:
    """Lend copies of a stack to somebody. They stop being for trade as far as too few are left at hand."""
    act = Act(session, user_id, "lend", request_key=request_key)
    if act.repeated:
        return act.repeated
    draft = act.take_one(stack_id)
    version_matches(draft, version)
    per_act(quantity)
    borrower = borrower.strip()
    if not borrower:
        raise Refused(_("Say who borrows the copies."), rule="collection.loan.borrower", field="borrower")
    if len(borrower) > 80:
        raise Refused(
            _("This text is too long: at most %(most)d characters.", most=80), rule="collection.text.too_long", field="borrower"
        )
    if draft.free < quantity <= draft.quantity - draft.state["lent"]:
        raise promised_away(session, draft)
    if quantity > draft.free:
        raise Refused(
            _("Only %(have)d copies are at hand.", have=draft.free),
            rule="collection.stack.not_enough",
            field="quantity",
            have=draft.free,
            wanted=quantity,
        )
    draft.state["lent"] += quantity
    act.fit_trade(draft)
    act.say(draft, "lent", quantity, from_place=draft.state["place_id"], counterpart=borrower, note=note.strip()[:300])
    loan = Loan(
        user_id=user_id, stack_id=stack_id, quantity=quantity, borrower=borrower, note=note.strip()[:300], lent_at=now()
    )
    session.add(loan)
    session.flush()
    act.summary |= {
        "copies": quantity,
        "counterpart": borrower,
        "loans": [{"id": loan.id, "before": None, "after": loan_facts(loan)}],
    }
    return act.write()


def take_back(
    session: Session, user_id: int, loan_id: int, quantity: int | None = None, *, request_key: str | None = None
) -> Operation:
    """Copies came back: all of a loan, or ``quantity`` of them; the rest stays lent."""
    act = Act(session, user_id, "return", request_key=request_key)
    if act.repeated:
        return act.repeated
    loan = session.scalar(select(Loan).where(Loan.id == loan_id, Loan.user_id == user_id).with_for_update())
    if loan is None:
        raise NotFound(_("We could not find that loan."))
    session.refresh(loan)
    if loan.returned_at is not None:
        raise Refused(_("These copies are back already."), rule="collection.loan.returned")
    count = loan.quantity if quantity is None else quantity
    per_act(count)
    if count > loan.quantity:
        raise Refused(
            _("Only %(have)d copies are lent to %(name)s.", have=loan.quantity, name=loan.borrower),
            rule="collection.stack.not_enough",
            field="quantity",
            have=loan.quantity,
            wanted=count,
        )
    draft = act.take_one(loan.stack_id)
    draft.state["lent"] -= count
    before = loan_facts(loan)
    if count == loan.quantity:
        loan.returned_at = now()
    else:
        loan.quantity -= count
    session.flush()
    act.say(draft, "returned", count, to_place=draft.state["place_id"], counterpart=loan.borrower)
    act.summary |= {
        "copies": count,
        "counterpart": loan.borrower,
        "loans": [{"id": loan.id, "before": before, "after": loan_facts(loan)}],
    }
    return act.write()


def restore_loans(session: Session, user_id: int, changes: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Put loans back to their state ``before``; returns the same changes turned round.

    Raises Refused if one of them is no longer in its state ``after``.
    """
    turned = []
    # The last first: one loan may have gone along twice within an act.
    for change in reversed(changes):
        loan = session.scalar(select(Loan).where(Loan.id == change["id"], Loan.user_id == user_id).with_for_update())
        if (loan_facts(loan) if loan else None) != change["after"]:
            raise Refused(_("This loan has changed since."), rule="collection.undo.loan_changed")
        before = change["before"]
        if before is None:
            session.delete(loan)
        else:
            loan = loan or Loan(id=change["id"], user_id=user_id)
            for name in ("stack_id", "quantity", "borrower", "note"):
                setattr(loan, name, before[name])
            loan.lent_at = datetime.fromisoformat(before["lent_at"])
            loan.returned_at = datetime.fromisoformat(before["returned_at"]) if before["returned_at"] else None
            session.add(loan)
        turned.append({"id": change["id"], "before": change["after"], "after": before})
    session.flush()
    return turned
