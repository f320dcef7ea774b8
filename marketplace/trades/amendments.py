"""Changing an agreement before anything has changed hands: a new version that both sign.

Until then the agreed version holds and its copies stay promised. With the second signature the promises are released
and made anew in one transaction; when a copy is not there, nothing changes at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.promises import promise, release
from marketplace.errors import Conflict, Refused
from marketplace.trades import availability, dispatch, lines, turns
from marketplace.trades.agreement import HOLDER, claims_of, stacks_of
from marketplace.trades.cancelling import promised_stacks
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Trade, TradeVersion
from marketplace.trades.own_trade import version_of
from marketplace.trades.turns import Turn


def propose(
    session: Session,
    actor_id: int,
    trade_id: int,
    inputs: Sequence[LineInput],
    note: str = "",
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> TradeVersion:
    """Propose a new version of the agreement and sign it; a proposal before it no longer stands.

    Raises Refused once a parcel was sent or one side has confirmed that the cards changed hands, when a choice is still
    open, or when the lines are those agreed already.
    """
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key, moves=True)
    trade = turn.trade
    if turn.repeated:
        return version_of(session, trade)
    dispatch.refuse_if_begun(session, trade)
    agreed = dispatch.agreed_version(session, trade)
    before = [_where_it_is(draft, promised_stacks(session, trade), agreed) for draft in lines.drafts_of(agreed)]
    moved = {
        line.stack_id: draft.stack_id
        for line, draft in zip(agreed.lines, before, strict=True)
        if line.stack_id is not None and draft.stack_id is not None
    }
    inputs = [replace(one, stack_id=moved.get(one.stack_id, one.stack_id)) if one.stack_id else one for one in inputs]
    drafts = lines.drafts_from(trade, actor_id, inputs, before)
    if any(draft.kind == "open" for draft in drafts):
        raise Refused(
            _("An agreement leaves nothing open: choose the copies of each line."), rule="trade.amend.open", field="lines"
        )
    if lines.content(drafts) == lines.content(before):
        raise Refused(_("This is what you have agreed on already."), rule="trade.amend.same", field="lines")
    trade.latest += 1
    version = lines.write_version(
        session, trade, trade.latest, "amendment", actor_id, drafts, lines.checked_note(note), request_key=request_key
    )
    turns.forget(turn, "amendment:", "cancel")
    trade.amendment = version.number
    turns.consent(turn, f"amendment:{version.number}")
    turn.say("amendment_proposed", {"version": version.number})
    return version


def _where_it_is(draft: lines.Draft, stacks: dict[int, int], agreed: TradeVersion) -> lines.Draft:
    """A line of the agreement with the stack its copies lie in now: equal stacks may have been put together since."""
    line = next(one for one in agreed.lines if one.key == draft.key)
    return replace(draft, stack_id=stacks[line.id]) if line.id in stacks else draft


def sign(
    session: Session,
    actor_id: int,
    trade_id: int,
    number: int,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Sign version ``number``: it becomes the agreement, and its copies are promised instead of those before.

    Raises Conflict when it is no longer the version that waits for a signature, and Refused (as ``promise``) when its
    copies are not there: the agreement then stays as it was.
    """
    turn = turns.begin(session, actor_id, trade_id, request_key=request_key, moves=True)
    trade = turn.trade
    if turn.repeated or trade.agreed == number:
        return trade
    if trade.amendment != number:
        turns.check_revision(trade, revision)
        raise Conflict(_("This change of the agreement is no longer proposed."), rule="trade.amend.gone")
    if actor_id in turns.consents_of(session, trade.id).get(f"amendment:{number}", set()):
        return trade
    turns.check_revision(trade, revision)
    dispatch.refuse_if_begun(session, trade)
    turns.consent(turn, f"amendment:{number}")
    _put_in_force(turn, version_of(session, trade, number))
    return trade


def _put_in_force(turn: Turn, version: TradeVersion) -> None:
    session, trade = turn.session, turn.trade
    before = stacks_of(dispatch.agreed_version(session, trade).lines)
    claims = claims_of(trade, version.lines)
    if len(claims) < sum(line.kind == "copies" for line in version.lines):
        raise Refused(_("These copies are not there any more."), rule="trade.line.not_there")
    release(session, HOLDER, trade.id)
    promise(session, HOLDER, trade.id, claims)
    trade.agreed, trade.amendment = version.number, None
    turns.forget(turn, "amendment:", "cancel")
    # Parcels name lines of the version before.
    dispatch.lay(session, trade, dispatch.usual_plan(session, trade) if trade.manner == "post" else [])
    turn.say("amended", {"version": version.number})
    session.flush()
    availability.refresh(session, sorted({*before, *stacks_of(version.lines)}), but=trade.id)


def drop(
    session: Session,
    actor_id: int,
    trade_id: int,
    number: int,
    *,
    revision: int | None = None,
    request_key: str | None = None,
) -> Trade:
    """Withdraw one's own proposal, or turn the other side's down: the agreement stays as it is."""
    turn = turns.begin(session, actor_id, trade_id, revision=revision, request_key=request_key)
    trade = turn.trade
    if turn.repeated or trade.amendment != number:
        return trade
    author = session.scalar(
        select(TradeVersion.author_id).where(TradeVersion.trade_id == trade.id, TradeVersion.number == number)
    )
    turns.forget(turn, "amendment:")
    trade.amendment = None
    turn.say("amendment_withdrawn" if author == actor_id else "amendment_refused", {"version": number})
    return trade
