"""Handed over in person: each of the two confirms it, and with the second yes everything moves at once."""

from __future__ import annotations

from flask_babel import gettext as _
from sqlalchemy.orm import Session

from marketplace.errors import Refused
from marketplace.trades import dispatch, sending, turns
from marketplace.trades.models import Trade
from marketplace.trades.parcels import default_plan

SUBJECT = "handed_over"


def confirm(
    session: Session, actor_id: int, trade_id: int, *, revision: int | None = None, request_key: str | None = None
) -> Trade:
    """ "We met: everything changed hands." One side alone moves nothing; the second yes moves both sides in one transaction.

    The second yes does not need the newest page of the trade, as long as the agreed version is the one that was shown:
    both may press at the same moment. Raises Refused while an amendment waits for an answer.
    """
    turn = turns.begin(session, actor_id, trade_id, request_key=request_key, moves=True, states=("agreed", "done"))
    trade = turn.trade
    if turn.repeated or trade.state == "done":
        return trade
    consents = turns.consents_of(session, trade.id)
    if actor_id in consents.get(SUBJECT, set()):
        return trade
    if turn.other_id not in consents.get(SUBJECT, set()):
        turns.check_revision(trade, revision)
    if trade.manner != "hand":
        raise Refused(_("First agree that you hand the cards over in person."), rule="trade.deal.not_hand")
    if trade.amendment is not None:
        raise Refused(_("A change of the agreement waits for an answer: answer it first."), rule="trade.deal.amending")
    if turn.other_id is None:
        raise Refused(_("The other account is gone: nobody is there to receive the copies."), rule="trade.partner.gone")
    if not turns.consent(turn, SUBJECT):
        turns.forget(turn, "cancel", "manner:")
        turn.say("met")
        return trade
    dispatch.lay(session, trade, default_plan(dispatch.things_of(dispatch.agreed_version(session, trade)), None))
    sending.move_parcels(session, trade, dispatch.parcels_of(session, trade.id))
    turn.say("met_both")
    sending.finish(turn)
    session.flush()
    return trade


def take_back(
    session: Session, actor_id: int, trade_id: int, *, revision: int | None = None, request_key: str | None = None
) -> Trade:
    """Take one's own confirmation back, as long as the other side has not confirmed."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    if not turn.repeated and turns.withdraw(turn, SUBJECT):
        turn.say("met_undone")
    return turn.trade
