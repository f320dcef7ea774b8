"""Copies that change hands: from one collector's stock into another's, back again, and with somebody without an account.

``hand_over`` and ``give_back`` belong to the trade that holds the promises and are called inside its transaction, after
it has locked its own row; the collections are locked in the order of their owners' ids. What goes along is what the
copies are; the place, the price paid, the day of purchase, the note and the photos stay the giver's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from marketplace.catalogue.custom import custom_printing
from marketplace.catalogue.models import Printing
from marketplace.collection.models import Operation
from marketplace.collection.promises import NAME_LIMIT, acts_of, locked_promises, owners_of, refuse_unless_free
from marketplace.collection.stock_act import Act, chunks
from marketplace.collection.stock_check import check_copies, per_act, whole_number
from marketplace.collection.stock_held import refuse_unless_there
from marketplace.collection.stock_key import COPY_FIELDS, Copies, State, copies_of, state_of
from marketplace.collection.stock_write import Draft
from marketplace.errors import Refused

PRIVATE_FIELDS = ("note", "price_paid", "acquired_on", "place_id", "page", "slot")
"""What is the giver's own business and does not go along with copies."""

HANDED_KIND = "handover"


class Move(NamedTuple):
    """Promised copies of one line that go to their receiver: all of them, or some."""

    line_id: int
    quantity: int
    receiver_id: int
    giver_name: str
    receiver_name: str


class Return(NamedTuple):
    """Copies handed over before that go back: ``from_id`` has them in ``stack_id``, ``to_id`` gets them.

    They join ``into_stack_id``, the stack they once came from, as long as its copies are still the same in all that
    does not belong to one collector only.
    """

    from_id: int
    stack_id: int
    quantity: int
    to_id: int
    from_name: str
    to_name: str
    into_stack_id: int | None = None


def hand_over(session: Session, holder: str, holder_id: int, moves: Sequence[Move], *, note: str = "") -> dict[int, int]:
    """Move promised copies from the givers' stacks into the receivers' collections; all or nothing.

    Returns the receiver's stack by line. What a move leaves of its line stays promised. Raises Refused
    ``collection.promise.gone`` when fewer copies are promised by a line than it moves: handed over or released before.
    """
    receivers = {move.receiver_id for move in moves}
    givers = owners_of(session, holder, holder_id, [move.line_id for move in moves])
    acts = acts_of(session, {*givers, *receivers}, HANDED_KIND, holder, holder_id)
    promises = locked_promises(session, holder, holder_id, [move.line_id for move in moves])
    for user_id, act in acts.items():
        act.take({one.stack_id for one in promises.values() if one.user_id == user_id})
    printings = _printings(session, acts.values())
    found: dict[int, Draft] = {}
    for move in moves:
        per_act(move.quantity)
        promised = promises.get(move.line_id)
        if promised is None or promised.quantity < move.quantity:
            raise Refused(
                _("These copies were handed over or set free already."), rule="collection.promise.gone", line_id=move.line_id
            )
        giver = acts[promised.user_id]
        draft = giver.take_one(promised.stack_id)
        draft.state["promised"] -= move.quantity
        target = _for(session, draft, giver.user_id, acts[move.receiver_id], printings)
        _pass(giver, draft, acts[move.receiver_id], target, move, note)
        found[move.line_id] = target
        # Copies that had been for trade go first: what is released later is for trade as far as marks are left.
        promised.from_trade = max(promised.from_trade - move.quantity, 0)
        promised.quantity -= move.quantity
        if not promised.quantity:
            session.delete(promised)
            del promises[move.line_id]
    session.flush()
    _write(acts)
    return {line_id: int(draft.id or 0) for line_id, draft in found.items()}


def give_back(
    session: Session, moves: Sequence[Return], *, holder: str = "trade", holder_id: int = 0, note: str = ""
) -> list[int]:
    """Undo a hand-over by another one: copies go back to who gave them. Returns the stack each line went to.

    Raises Refused ``collection.handover.gone`` (facts ``stack_id``, ``have``, ``wanted``) when they are not at hand any
    more, and NotFound when a stack is not the one's who should give it back.
    """
    acts = acts_of(
        session, {user_id for move in moves for user_id in (move.from_id, move.to_id)}, HANDED_KIND, holder, holder_id
    )
    for user_id, act in acts.items():
        act.summary["back"] = True
        act.take({move.stack_id for move in moves if move.from_id == user_id})
        act.take({move.into_stack_id for move in moves if move.to_id == user_id and move.into_stack_id is not None})
    printings = _printings(session, acts.values())
    targets = []
    for move in moves:
        per_act(move.quantity)
        giver, receiver = acts[move.from_id], acts[move.to_id]
        draft = giver.take_one(move.stack_id)
        refuse_unless_free(session, draft, move.quantity, rule="collection.handover.gone")
        target = _for(session, draft, giver.user_id, receiver, printings, origin=move.into_stack_id)
        _pass(giver, draft, receiver, target, Move(0, move.quantity, move.to_id, move.from_name, move.to_name), note)
        giver.fit_trade(draft)
        targets.append(target)
    _write(acts)
    return [int(target.id or 0) for target in targets]


def exchange(
    session: Session,
    user_id: int,
    given: Sequence[tuple[int, int]],
    received: Sequence[tuple[Copies, int, int]],
    counterpart: str,
    note: str = "",
    *,
    reason: str = "traded",
    request_key: str | None = None,
) -> Operation:
    """Note what changed hands with somebody without an account, in one act that the history can take back.

    ``given`` are (stack, copies), ``received`` (what they are, how many, how many of them for trade). ``reason`` is
    "traded", or "given" for a present either way. Raises Refused when copies are not at hand.
    """
    act = Act(session, user_id, "trade", request_key=request_key)
    if act.repeated:
        return act.repeated
    who = counterpart.strip()[:NAME_LIMIT]
    if not given and not received:
        raise Refused(_("Say which copies changed hands."), rule="collection.exchange.nothing")
    if not who:
        raise Refused(_("Write with whom: a name is enough."), rule="collection.exchange.name", field="counterpart")
    if reason not in ("traded", "given"):
        raise ValueError(f"no reason for an exchange: {reason}")
    drafts = act.take(stack_id for stack_id, _quantity in given)
    check_copies(session, user_id, [copies for copies, _quantity, _trade in received], places=act.places())
    words = note.strip()[:300]
    for stack_id, quantity in given:
        draft = drafts[stack_id]
        per_act(quantity)
        refuse_unless_there(session, draft, quantity)
        act.draw(draft, quantity)
        details = {"from": act.spot(draft.position), "way": "out"}
        act.say(draft, reason, quantity, from_place=draft.state["place_id"], counterpart=who, note=words, details=details)
    for copies, quantity, for_trade in received:
        per_act(quantity)
        whole_number(for_trade, 0, 0 if copies.proxy else quantity, field="for_trade")
        draft = act.find_or_make(state_of(copies))
        act.put(draft, quantity, for_trade)
        details = {"to": act.spot(draft.position), "way": "in"}
        act.say(draft, reason, quantity, to_place=copies.place_id, counterpart=who, note=words, details=details)
    out, into = (sum(line[1] for line in lines) for lines in (given, received))
    act.summary |= {"copies": out + into, "given": out, "received": into, "counterpart": who, "reason": reason}
    return act.write()


def _pass(giver: Act, draft: Draft, receiver: Act, target: Draft, move: Move, note: str) -> None:
    """Copies out of one stack and into another collector's, with both journals and what both histories need to tell."""
    draft.state["quantity"] -= move.quantity
    words = note.strip()[:300]
    giver.say(
        draft,
        "traded",
        move.quantity,
        from_place=draft.state["place_id"],
        counterpart=move.receiver_name[:NAME_LIMIT],
        details={"from": giver.spot(draft.position), "way": "out"},
        note=words,
    )
    receiver.put(target, move.quantity)
    receiver.say(
        target,
        "traded",
        move.quantity,
        to_place=target.state["place_id"],
        counterpart=move.giver_name[:NAME_LIMIT],
        details={"to": receiver.spot(target.position), "way": "in"},
        note=words,
    )
    for act, way, name in ((giver, "given", move.receiver_name), (receiver, "received", move.giver_name)):
        act.summary[way] = act.summary.get(way, 0) + move.quantity
        act.summary["copies"] = act.summary.get("copies", 0) + move.quantity
        act.summary["counterpart"] = name[:NAME_LIMIT]


def _for(
    session: Session,
    draft: Draft,
    giver_id: int,
    receiver: Act,
    printings: dict[int, Printing],
    *,
    origin: int | None = None,
) -> Draft:
    """The stack of the receiver where copies of a stack go, made with none if there is none yet."""
    if giver_id == receiver.user_id:
        raise ValueError("copies change hands between two collectors")
    state: State = state_of(copies_of({name: draft.state[name] for name in COPY_FIELDS} | _nobodys()))
    state["printing_id"] = _printing_for(session, printings[draft.state["printing_id"]], receiver.user_id)
    if origin is not None:
        home = receiver.take_one(origin)
        if all(home.state[name] == state[name] for name in COPY_FIELDS if name not in PRIVATE_FIELDS):
            return home
    return receiver.find_or_make(state)


def _nobodys() -> dict[str, Any]:
    return dict.fromkeys(PRIVATE_FIELDS) | {"note": ""}


def _printings(session: Session, acts: Iterable[Act]) -> dict[int, Printing]:
    """The printings of all stacks taken so far, with their cards."""
    wanted = {draft.state["printing_id"] for act in acts for draft in act.drafts()}
    found: dict[int, Printing] = {}
    for part in chunks(sorted(wanted)):
        query = select(Printing).where(Printing.id.in_(part)).options(joinedload(Printing.card))
        found |= {printing.id: printing for printing in session.scalars(query)}
    return found


def _printing_for(session: Session, printing: Printing, receiver_id: int) -> int:
    """The printing the receiver knows the copies by: one "not in catalogue" is seen by nobody but who typed it."""
    if printing.added_by_id in (None, receiver_id):
        return printing.id
    card = printing.card
    own = custom_printing(
        session,
        receiver_id,
        code=printing.code,
        card_id=card.id if card.added_by_id in (None, receiver_id) else None,
        name=card.name,
        language=printing.language,
        rarity=printing.rarity,
    )
    return own.printing_id


def _write(acts: dict[int, Act]) -> None:
    for act in acts.values():
        if act.summary.get("copies"):
            act.write()
