"""Both sides of agreed trades acting at the same moment; run by ``test_deal_racing``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.collection.models import Movement, Promise, Stack
from marketplace.db import Database
from marketplace.trades import cancelling, meeting, sending
from marketplace.trades.models import Trade, TradeEvent
from tests.factories import accounts, catalogue, collection, deals
from tests.marketplace.trades import racing

KINDS = 6


def lay(database: Database, number: int) -> list[list[tuple[str, int, int, int]]]:
    """``number`` agreed trades of two copies for one, and four acts on each: (what, trade, who, parcel)."""
    rounds = []
    with racing.reader().test_request_context(), racing.without_limits(), database.write() as session:
        ann, bob = accounts.user(session), accounts.user(session)
        for turn in range(number):
            mine = collection.stack(session, ann, catalogue.printing(session), quantity=3, for_trade=3)
            theirs = collection.stack(session, bob, catalogue.printing(session), quantity=1, for_trade=1)
            trade = deals.agreed(session, ann, bob, [(mine, 2)], [theirs])
            kind = turn % KINDS
            by_post = kind in (2, 4, 5)
            deals.by(session, trade, "post" if by_post else "hand")
            out = back = 0
            if by_post:
                parcels = deals.parcels(session, trade)
                out, back = parcels[0].id, parcels[1].id
                sending.mark_sent(session, ann.id, trade.id, out)
                if kind != 5:
                    sending.mark_sent(session, bob.id, trade.id, back)
            if kind == 3:
                meeting.confirm(session, ann.id, trade.id)
            a, b = ann.id, bob.id
            acts = (
                [("met", a, 0), ("met", b, 0), ("met", a, 0), ("met", b, 0)],
                [("cancel", a, 0), ("cancel", b, 0), ("cancel", a, 0), ("cancel", b, 0)],
                [("received", b, out), ("received", a, back), ("received", b, out), ("received", a, back)],
                [("met", b, 0), ("unmet", a, 0), ("cancel", a, 0), ("cancel", b, 0)],
                [("received", b, out), ("unsent", a, out), ("received", a, back), ("unsent", b, back)],
                [("received", b, out), ("cancel", a, 0), ("cancel", b, 0), ("sent", b, back)],
            )[kind]
            rounds.append([(what, trade.id, who, parcel) for what, who, parcel in acts])
    return rounds


def act(session: Session, task: Sequence[Any]) -> str:
    what, trade_id, who, parcel = task
    if what == "met":
        meeting.confirm(session, who, trade_id)
    elif what == "unmet":
        meeting.take_back(session, who, trade_id)
    elif what == "cancel":
        cancelling.cancel(session, who, trade_id)
    elif what == "received":
        sending.mark_received(session, who, trade_id, parcel)
    elif what == "sent":
        sending.mark_sent(session, who, trade_id, parcel)
    else:
        sending.unmark_sent(session, who, trade_id, parcel)
    return what


def wrongs(database: Database, rounds: Sequence[Sequence[Any]]) -> list[str]:
    """What is not as it has to be: copies lost or doubled, promises without a trade, a done trade that did not move."""
    found = []
    with database.read() as session:
        for one in rounds:
            trade = session.get_one(Trade, one[0][1])
            where = f"{one} {trade.state}"
            ann, bob = trade.proposer_id, trade.partner_id
            lines = trade.versions[0].lines
            stacks = {line.giver: session.get_one(Stack, line.stack_id) for line in lines}
            for giver, total in (("proposer", 3), ("partner", 1)):
                stack = stacks[giver]
                of_printing = select(func.sum(Stack.quantity)).where(Stack.printing_id == stack.printing_id)
                if session.scalar(of_printing) != total:
                    found.append(f"copies of {giver} not kept: {where}")
                held = session.scalar(select(func.coalesce(func.sum(Promise.quantity), 0)).where(Promise.stack_id == stack.id))
                if held != stack.promised:
                    found.append(f"promises of {giver}: {where}")
            got_bob = _has(session, bob, stacks["proposer"].printing_id)
            got_ann = _has(session, ann, stacks["partner"].printing_id)
            if trade.state == "cancelled" and (got_bob or got_ann):
                found.append(f"moved though cancelled: {where}")
            if trade.state != "agreed" and (stacks["proposer"].promised or stacks["partner"].promised):
                found.append(f"promised for nothing: {where}")
            cancelled_in_part = _happened(session, trade.id, "part_cancelled")
            if trade.state == "done" and (got_bob, got_ann) != (2, 1) and not cancelled_in_part:
                found.append(f"done and not moved: {where}")
            moved = select(func.count()).select_from(Movement).where(
                Movement.kind == "traded", Movement.stack_id.in_([stack.id for stack in stacks.values()])
            )  # fmt: skip
            if (session.scalar(moved) or 0) != bool(got_bob) + bool(got_ann):
                found.append(f"journal: {where}")
            if trade.state != "agreed" and _happened(session, trade.id, trade.state) != 1:
                found.append(f"told twice: {where}")
    return found


def _has(session: Session, user_id: int | None, printing_id: int) -> int:
    query = select(func.coalesce(func.sum(Stack.quantity), 0)).where(Stack.user_id == user_id, Stack.printing_id == printing_id)
    return int(session.scalar(query) or 0)


def _happened(session: Session, trade_id: int, kind: str) -> int:
    query = select(func.count()).select_from(TradeEvent).where(TradeEvent.trade_id == trade_id, TradeEvent.kind == kind)
    return session.scalar(query) or 0
