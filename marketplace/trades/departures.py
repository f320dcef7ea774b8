"""What becomes of the trades of somebody who deletes the account."""

from __future__ import annotations

from flask_babel import ngettext
from sqlalchemy import and_, delete, func, or_, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.accounts.profile import before_deletion
from marketplace.errors import Refused
from marketplace.trades import events, reasons
from marketplace.trades.closing import end
from marketplace.trades.models import Trade


def leave_trades(session: Session, user_id: int) -> None:
    """Withdraw the open offers of somebody who leaves, and tell the others.

    Refused while a trade is agreed: somebody counts on its cards, so it has to be finished or cancelled first. Trades
    that are over stay with the other person; those nobody else is in go with the account.
    """
    mine = or_(Trade.proposer_id == user_id, Trade.partner_id == user_id)
    agreed = session.scalar(select(func.count(Trade.id)).where(mine, Trade.state == "agreed")) or 0
    if agreed:
        raise Refused(
            ngettext(
                "%(num)d agreed trade is not finished. Finish or cancel it first: somebody counts on those cards.",
                "%(num)d agreed trades are not finished. Finish or cancel them first: somebody counts on those cards.",
                agreed,
            ),
            rule="trades.left.agreed",
            field="password",
            count=agreed,
        )
    leaving = session.get(User, user_id)
    name = leaving.name if leaving is not None else ""
    query = select(Trade).where(mine, Trade.state == "open").order_by(Trade.id).with_for_update()
    open_trades = list(session.scalars(query.execution_options(populate_existing=True)))
    for trade in open_trades:
        end(trade, "withdrawn", reasons.LEFT)
    session.flush()
    events.record_all(session, [events.Happening(trade, "left", {"name": name}, user_id) for trade in open_trades])
    nobody_else = or_(
        and_(Trade.proposer_id == user_id, Trade.partner_id.is_(None)),
        and_(Trade.partner_id == user_id, Trade.proposer_id.is_(None)),
    )
    session.execute(delete(Trade).where(nobody_else), execution_options={"synchronize_session": "fetch"})


before_deletion.append(leave_trades)
