"""Corrections after cards have changed hands, valid once both have signed them.

A correction says of lines that changed hands: copies go back to who gave them, or they are something else than
agreed; or it only notes in words what the two settled between themselves. The history keeps it either way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue.models import Printing
from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.collection import stock
from marketplace.collection.handing_over import Return, give_back
from marketplace.collection.models import Stack
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.db import now
from marketplace.errors import NotFound, Refused
from marketplace.trades import availability, turns
from marketplace.trades.agreement import HOLDER
from marketplace.trades.lines import checked_note
from marketplace.trades.models import Correction, ParcelLine, Trade, TradeLine
from marketplace.trades.own_trade import name_of, opposite, user_of
from marketplace.trades.sending import received_lines
from marketplace.trades.turns import Turn

FACTS = ("printing_id", "language", "edition", "condition")
"""What copies may turn out to be instead."""

MOST_OPEN = 5
"""Corrections of one trade that may wait for an answer at the same time."""


@dataclass(frozen=True, slots=True)
class ChangeInput:
    """What a correction says of a line that changed hands: ``quantity`` copies go back, or are really ``facts``."""

    parcel_line_id: int
    kind: str
    """back, facts."""
    quantity: int
    facts: Mapping[str, Any] = field(default_factory=dict)


def propose(
    session: Session,
    actor_id: int,
    trade_id: int,
    changes: Sequence[ChangeInput],
    note: str = "",
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Correction:
    """Write a correction and sign it; nothing changes until the other one signs, too."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key, states=("agreed", "done"))
    trade = turn.trade
    if turn.repeated:
        return (
            session.scalars(
                select(Correction)
                .where(Correction.trade_id == trade.id, Correction.author_id == actor_id)
                .order_by(Correction.id.desc())
            ).first()
            or _missing()
        )
    there = {line.id: line for line in received_lines(session, trade.id)}
    gone = returned(corrections_of(session, trade.id))
    if not there:
        raise Refused(_("Nothing has changed hands yet: change the agreement instead."), rule="trade.correction.early")
    note = checked_note(note)
    kept = [_checked(session, there, gone, change) for change in changes]
    if not kept and not note:
        raise Refused(_("Say what is to be corrected."), rule="trade.correction.nothing", field="note")
    waiting = [one for one in corrections_of(session, trade.id) if one.state == "proposed"]
    if len(waiting) >= MOST_OPEN:
        raise Refused(
            _("%(most)d corrections wait for an answer already.", most=MOST_OPEN),
            rule="trade.correction.too_many",
            field="note",
        )
    made = Correction(trade_id=trade.id, author_id=actor_id, changes=kept, note=note, created_at=now())
    session.add(made)
    session.flush()
    turns.consent(turn, f"correction:{made.id}")
    turn.say("correction_proposed", {"correction": made.id, "changes": len(kept)})
    return made


def _missing() -> Correction:
    raise NotFound


def returned(corrections: Sequence[Correction]) -> Counter[int]:
    """How many copies of each line of the parcels have gone back by corrections both signed."""
    back: Counter[int] = Counter()
    for one in corrections:
        if one.state == "agreed":
            back.update({change["parcel_line_id"]: change["quantity"] for change in one.changes if change["kind"] == "back"})
    return back


def _checked(session: Session, there: Mapping[int, ParcelLine], gone: Mapping[int, int], change: ChangeInput) -> dict[str, Any]:
    line = there.get(change.parcel_line_id)
    traded = session.get(TradeLine, line.line_id) if line is not None else None
    if line is None or traded is None or traded.kind != "copies":
        raise NotFound(_("We could not find that card in this trade."))
    most = line.quantity - gone.get(line.id, 0)
    if most < 1:
        raise Refused(_("These copies have gone back already."), rule="trade.correction.gone", field="quantity")
    if not 1 <= change.quantity <= most:
        raise Refused(_("Write a number from 1 to %(most)d.", most=most), rule="trade.correction.quantity", field="quantity")
    if change.kind not in ("back", "facts"):
        raise Refused(_("Choose one of the list."), rule="trade.correction.kind", field="kind")
    facts: dict[str, Any] = {}
    if change.kind == "facts":
        facts = {name: value for name, value in change.facts.items() if name in FACTS}
        _check_facts(session, traded, facts)
    return {
        "parcel_line_id": line.id, "line_id": traded.id, "giver": traded.giver, "kind": change.kind,
        "quantity": change.quantity, "facts": facts,
    }  # fmt: skip


def _check_facts(session: Session, traded: TradeLine, facts: Mapping[str, Any]) -> None:
    known = {"language": LANGUAGES, "edition": EDITIONS, "condition": {"": "", **CONDITIONS}}
    for name, value in facts.items():
        if name == "printing_id":
            card = session.scalar(select(Printing.card_id).where(Printing.id == value, Printing.added_by_id.is_(None)))
            if card is None or card != traded.card_id:
                raise Refused(_("Choose a printing of the same card."), rule="trade.correction.printing", field="printing_id")
        elif value not in known[name]:
            raise Refused(_("Choose one of the list."), rule=f"trade.correction.{name}", field=name)
    described = traded.description or {}
    if all(described.get(name, "") == value for name, value in facts.items()):
        raise Refused(
            _("This is what was agreed: say what the copies really are."), rule="trade.correction.same", field="facts"
        )


def corrections_of(session: Session, trade_id: int) -> list[Correction]:
    """All corrections of a trade, oldest first."""
    return list(session.scalars(select(Correction).where(Correction.trade_id == trade_id).order_by(Correction.id)))


def _of(session: Session, trade: Trade, correction_id: int) -> Correction:
    query = select(Correction).where(Correction.id == correction_id, Correction.trade_id == trade.id)
    found = session.scalar(query.with_for_update().execution_options(populate_existing=True))
    if found is None:
        raise NotFound(_("We could not find that correction."))
    return found


def sign(
    session: Session,
    actor_id: int,
    trade_id: int,
    correction_id: int,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Correction:
    """Sign the other side's correction: what it says of the copies is carried out, all or nothing.

    Raises Refused when the copies are no longer at hand; the correction then still waits.
    """
    turn = turns.begin(session, actor_id, trade_id, request_key=request_key, moves=True, states=("agreed", "done"))
    found = _of(session, turn.trade, correction_id)
    if turn.repeated or found.state == "agreed" or found.author_id == actor_id:
        return found
    if found.state != "proposed":
        turns.check_revision(turn.trade, revision)
        raise Refused(_("This correction is no longer proposed."), rule="trade.correction.closed")
    turns.consent(turn, f"correction:{found.id}")
    _carry_out(turn, found)
    found.state, found.decided_at = "agreed", now()
    turn.say("corrected", {"correction": found.id, "changes": len(found.changes)})
    session.flush()
    return found


def _carry_out(turn: Turn, correction: Correction) -> None:
    session, trade = turn.session, turn.trade
    returns: list[Return] = []
    gone = returned(corrections_of(session, trade.id))
    for change in correction.changes:
        line = session.get(ParcelLine, change["parcel_line_id"])
        traded = session.get(TradeLine, change["line_id"])
        receiver_id, giver_id = user_of(trade, opposite(change["giver"])), user_of(trade, change["giver"])
        if line is None or traded is None or receiver_id is None or giver_id is None:
            raise Refused(_("The copies are not there any more."), rule="trade.correction.gone")
        if line.new_stack_id is None or change["quantity"] > line.quantity - gone[line.id]:
            raise Refused(_("The copies are not there any more."), rule="trade.correction.gone")
        if change["kind"] == "back":
            names = name_of(trade, opposite(change["giver"])), name_of(trade, change["giver"])
            home = _home(session, traded, giver_id)
            returns.append(Return(receiver_id, line.new_stack_id, change["quantity"], giver_id, *names, home))
        else:
            _make_it_so(session, receiver_id, line, change)
    if returns:
        homes = give_back(session, returns, holder=HOLDER, holder_id=trade.id)
        availability.refresh(session, [*homes, *(one.stack_id for one in returns)], but=trade.id)


def _home(session: Session, traded: TradeLine, giver_id: int) -> int | None:
    """The stack the copies came from, if its owner still has it."""
    return session.scalar(select(Stack.id).where(Stack.id == traded.stack_id, Stack.user_id == giver_id))


def _make_it_so(session: Session, receiver_id: int, line: ParcelLine, change: Mapping[str, Any]) -> None:
    """The receiver's copies become what they really are; the line follows them to their stack."""
    assert line.new_stack_id is not None
    stack = session.get(Stack, line.new_stack_id, populate_existing=True)
    if stack is None or stack.quantity - stack.lent - stack.promised < change["quantity"]:
        raise Refused(
            _("The copies are no longer at hand in the collection of who got them."), rule="trade.correction.not_at_hand"
        )
    facts = {name: value for name, value in change["facts"].items() if getattr(stack, name) != value}
    if not facts:
        return
    operation = stock.edit(session, receiver_id, stack.id, None, facts, quantity=change["quantity"])
    moved = [one.stack_id for one in operation.changes if one.stack_id != stack.id]
    if moved and change["quantity"] == line.quantity:
        line.new_stack_id = moved[0]
        session.flush()


def drop(
    session: Session,
    actor_id: int,
    trade_id: int,
    correction_id: int,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Correction:
    """Withdraw one's own correction, or decline the other side's; the history keeps it."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key, states=("agreed", "done"))
    found = _of(session, turn.trade, correction_id)
    if turn.repeated or found.state != "proposed":
        return found
    own = found.author_id == actor_id
    found.state, found.decided_at = ("withdrawn" if own else "declined"), now()
    turns.forget(turn, f"correction:{found.id}")
    turn.say("correction_withdrawn" if own else "correction_declined", {"correction": found.id})
    session.flush()
    return found
