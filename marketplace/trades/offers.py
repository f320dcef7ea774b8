"""Offers: made to somebody, kept within the limits that protect people from floods of them.

Every change of an offer is a new version (``answers``); an offer is closed by ``agreement``, ``answers`` or ``expiry``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from flask_babel import gettext as _
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.db import now
from marketplace.errors import NotFound, Refused
from marketplace.messages.threads import is_blocked
from marketplace.trades import events, lines
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Trade
from marketplace.trades.wanted import gives_something_wanted
from marketplace.wants.models import TradeProfile

MOST_OPEN_TO_ONE = 10
"""Open offers one person may have with one other."""
MOST_OPEN = 60
"""Open offers one person may have in all."""
MOST_AN_HOUR = 30
"""Offers one person may make within an hour, withdrawn ones included."""
DEFAULT_DAYS, MOST_DAYS = 14, 60
"""How long an offer waits for an answer unless its author says otherwise, and at most."""


def propose(
    session: Session,
    actor_id: int,
    partner_id: int,
    inputs: Sequence[LineInput],
    note: str = "",
    *,
    request_key: str | None = None,
    expires_days: int = DEFAULT_DAYS,
) -> Trade:
    """Offer somebody copies for copies; one side may be empty (a gift). The same ``request_key`` again is the same offer.

    Raises NotFound for nobody's id and for oneself, Refused when the two cannot trade, a limit is reached or a line
    cannot be offered (field ``lines``).
    """
    # One offer of this person after the other, so that limits hold; not FOR UPDATE, which rows that name them would wait for.
    locked = select(User).where(User.id == actor_id).with_for_update(key_share=True)
    author = session.scalar(locked)
    if author is None:
        raise NotFound
    sent = was_sent(session, actor_id, request_key)
    if sent is not None:
        return sent
    partner = _receiver(session, actor_id, partner_id)
    profile = session.get(TradeProfile, partner_id) or TradeProfile(user_id=partner_id, visibility="members", most_open=0)
    if profile.visibility == "nobody":
        raise Refused(
            _("%(name)s takes no offers at the moment.", name=partner.name), rule="trade.offer.closed", name=partner.name
        )
    _check_limits(session, actor_id, partner, profile)
    text = lines.checked_note(note)
    trade = Trade(
        proposer_id=actor_id,
        partner_id=partner_id,
        proposer_name=author.name,
        partner_name=partner.name,
        awaiting_id=partner_id,
        request_key=request_key,
        expires_at=expiry_after(expires_days),
    )
    drafts = lines.drafts_from(trade, actor_id, inputs)
    if profile.only_with_wanted and not gives_something_wanted(session, partner_id, drafts, "proposer"):
        raise Refused(
            _("%(name)s only takes offers with at least one card of the own want list.", name=partner.name),
            rule="trade.offer.nothing_wanted",
            field="lines",
            name=partner.name,
        )
    session.add(trade)
    session.flush()
    lines.write_version(session, trade, 1, "offer", actor_id, drafts, text, request_key=request_key)
    events.record(session, trade, "offered", {"version": 1}, actor_id=actor_id)
    return trade


def was_sent(session: Session, actor_id: int, request_key: str | None) -> Trade | None:
    """The offer this form made already."""
    if not request_key:
        return None
    return session.scalar(select(Trade).where(Trade.proposer_id == actor_id, Trade.request_key == request_key))


def expiry_after(days: int) -> datetime:
    """The moment an offer made now lapses. Refuses fewer days than 1 and more than ``MOST_DAYS``."""
    if not 1 <= days <= MOST_DAYS:
        raise Refused(
            _("An offer stays open between 1 and %(most)d days.", most=MOST_DAYS),
            rule="trade.offer.days",
            field="expires_days",
            most=MOST_DAYS,
        )
    return now() + timedelta(days=days)


def _receiver(session: Session, actor_id: int, partner_id: int) -> User:
    partner = session.get(User, partner_id)
    if partner is None or partner_id == actor_id:
        raise NotFound
    check_pair(session, actor_id, partner)
    return partner


def check_pair(session: Session, actor_id: int, partner: User | None) -> None:
    """Refuse when the other account is closed, or one of the two has blocked the other."""
    if partner is None or not partner.is_active_account:
        raise Refused(_("The other account is closed: nobody would answer."), rule="trade.partner.gone")
    if is_blocked(session, actor_id, partner.id):
        raise Refused(_("You cannot trade with each other at the moment."), rule="trade.blocked")


def open_offers(session: Session, actor_id: int, partner_id: int | None = None) -> int:
    """Offers this person made (to ``partner_id``) that are still open."""
    wanted = select(func.count(Trade.id)).where(Trade.proposer_id == actor_id, Trade.state == "open", Trade.expires_at > now())
    if partner_id is not None:
        wanted = wanted.where(Trade.partner_id == partner_id)
    return session.scalar(wanted) or 0


def _check_limits(session: Session, actor_id: int, partner: User, profile: TradeProfile) -> None:
    most = profile.most_open or MOST_OPEN_TO_ONE
    if open_offers(session, actor_id, partner.id) >= most:
        raise Refused(
            _(
                "You have %(most)d open offers to %(name)s already. Wait for an answer or withdraw one.",
                most=most,
                name=partner.name,
            ),
            rule="trade.offer.most_to_one",
            most=most,
        )
    if open_offers(session, actor_id) >= MOST_OPEN:
        raise Refused(
            _("You have %(most)d open offers already. Wait for answers or withdraw some.", most=MOST_OPEN),
            rule="trade.offer.most_open",
            most=MOST_OPEN,
        )
    recent = select(func.count(Trade.id)).where(
        Trade.proposer_id == actor_id, Trade.state != "recorded", Trade.created_at > now() - timedelta(hours=1)
    )
    if (session.scalar(recent) or 0) >= MOST_AN_HOUR:
        raise Refused(
            _("You have made %(most)d offers within an hour. Wait a while before the next one.", most=MOST_AN_HOUR),
            rule="trade.offer.too_fast",
            most=MOST_AN_HOUR,
        )
