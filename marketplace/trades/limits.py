"""Who may make offers to whom, how many, and for how long: people with good cards are not flooded."""

from __future__ import annotations

from datetime import datetime, timedelta

from flask_babel import gettext as _
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.db import now
from marketplace.errors import NotFound, Refused
from marketplace.messages.threads import is_blocked
from marketplace.trades.models import Trade
from marketplace.wants.models import TradeProfile

MOST_OPEN_TO_ONE = 10
"""Open offers one person may have with one other, unless that one says otherwise."""
MOST_OPEN = 60
"""Open offers one person may have in all."""
MOST_AN_HOUR = 30
"""Offers one person may make within an hour, withdrawn ones included."""
MOST_VERSIONS = 100
"""Versions of one trade."""
DEFAULT_DAYS, MOST_DAYS = 14, 60
"""How long an offer waits for an answer unless its author says otherwise, and at most."""


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


def profile_of(session: Session, user_id: int) -> TradeProfile:
    """How the person trades; the defaults when nothing was chosen (not added to the session)."""
    defaults = TradeProfile(user_id=user_id, visibility="members", only_with_wanted=False, most_open=0)
    return session.get(TradeProfile, user_id) or defaults


def check_pair(session: Session, actor_id: int, other_id: int | None) -> User:
    """The other person. Refused when that account is closed, or one of the two has blocked the other."""
    other = session.get(User, other_id) if other_id is not None else None
    if other is None or not other.is_active_account:
        raise Refused(_("The other account is closed: nobody would answer."), rule="trade.partner.gone")
    if is_blocked(session, actor_id, other.id):
        raise Refused(_("You cannot trade with each other at the moment."), rule="trade.blocked")
    return other


def check_receiver(session: Session, actor_id: int, partner_id: int) -> User:
    """The person a new offer goes to. NotFound for oneself and nobody; Refused when they take none or it is one too many."""
    if partner_id == actor_id or session.get(User, partner_id) is None:
        raise NotFound
    partner = check_pair(session, actor_id, partner_id)
    profile = profile_of(session, partner_id)
    if profile.visibility == "nobody":
        raise Refused(
            _("%(name)s takes no offers at the moment.", name=partner.name), rule="trade.offer.closed", name=partner.name
        )
    most = profile.most_open or MOST_OPEN_TO_ONE
    if open_offers(session, actor_id, partner.id) >= most:
        raise Refused(
            _(
                "Only %(most)d open offers to %(name)s are possible. Wait for an answer or withdraw one.",
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
    if _recent_offers(session, actor_id) >= MOST_AN_HOUR:
        raise Refused(
            _("You have made %(most)d offers within an hour. Wait a while before the next one.", most=MOST_AN_HOUR),
            rule="trade.offer.too_fast",
            most=MOST_AN_HOUR,
        )
    return partner


def open_offers(session: Session, actor_id: int, partner_id: int | None = None) -> int:
    """Offers this person made (to ``partner_id``) that are still open."""
    wanted = select(func.count(Trade.id)).where(Trade.proposer_id == actor_id, Trade.state == "open", Trade.expires_at > now())
    if partner_id is not None:
        wanted = wanted.where(Trade.partner_id == partner_id)
    return session.scalar(wanted) or 0


def _recent_offers(session: Session, actor_id: int) -> int:
    recent = select(func.count(Trade.id)).where(
        Trade.proposer_id == actor_id, Trade.state != "recorded", Trade.created_at > now() - timedelta(hours=1)
    )
    return session.scalar(recent) or 0
