"""Postal addresses the two of an agreed trade show each other: kept with the trade as text, and only for as long as needed."""

from __future__ import annotations

from datetime import timedelta

from flask_babel import gettext as _
from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from marketplace.db import now
from marketplace.errors import Refused
from marketplace.messages.addresses import address_text
from marketplace.trades import dispatch, turns
from marketplace.trades.models import Trade

KEPT = timedelta(days=30)
"""How long after its end a trade still shows the addresses."""


def show_address(
    session: Session,
    actor_id: int,
    trade_id: int,
    address_id: int,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Show the other side where parcels for the actor go. NotFound for an address of somebody else."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    trade = turn.trade
    if turn.repeated:
        return trade
    if trade.manner != "post":
        raise Refused(_("First agree that the cards go by post."), rule="trade.deal.not_post")
    text = address_text(session, actor_id, address_id)
    if getattr(trade, f"{turn.side}_address") == text:
        return trade
    again = bool(getattr(trade, f"{turn.side}_address"))
    setattr(trade, f"{turn.side}_address", text)
    # What was said stays in the thread, so it never quotes the address.
    turn.say("address_changed" if again else "address_shown")
    return trade


def hide_address(
    session: Session, actor_id: int, trade_id: int, *, revision: int | None = None, request_key: str | None = None
) -> Trade:
    """Stop showing it, unless a parcel to it is on its way."""
    turn = turns.begin(
        session, actor_id, trade_id, revision=revision, request_key=request_key, states=("agreed", "done", "cancelled")
    )
    trade = turn.trade
    if turn.repeated or not getattr(trade, f"{turn.side}_address"):
        return trade
    parcels = dispatch.parcels_of(session, trade.id)
    if any(parcel.sender != turn.side and parcel.state in ("sent", "missing") for parcel in parcels):
        raise Refused(_("A parcel to this address is on its way: it stays until that has arrived."), rule="trade.address.used")
    setattr(trade, f"{turn.side}_address", None)
    turn.say("address_hidden", mail=False)
    return trade


def forget_addresses(session: Session) -> int:
    """Remove the addresses of trades that ended long enough ago; returns of how many trades."""
    old = or_(Trade.proposer_address.is_not(None), Trade.partner_address.is_not(None))
    ended = list(session.scalars(select(Trade.id).where(old, Trade.ended_at < now() - KEPT)))
    for start in range(0, len(ended), 400):
        part = ended[start : start + 400]
        # Past the revision on purpose: pages that show the trade stay good.
        session.execute(
            update(Trade)
            .where(Trade.id.in_(part))
            .values(proposer_address=None, partner_address=None)
            .execution_options(synchronize_session=False)
        )
    return len(ended)
