"""Members who trade: who they are, what they have for trade and look for in figures, when they were last here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.collection.models import Stack
from marketplace.db import now
from marketplace.messages.models import Block
from marketplace.wants import matching
from marketplace.wants.models import TradeProfile, Want
from marketplace.wants.visibility import members_for

GONE_AFTER = timedelta(days=60)
"""Who was not here for so long stands last and is marked."""


@dataclass(frozen=True, slots=True)
class Person:
    """A member as the others see them."""

    id: int
    name: str
    country: str | None
    last_seen_at: datetime | None
    away_until: datetime | None
    copies: int
    """For trade."""
    wants: int
    """Open to all members."""
    for_me: int = 0
    """Copies of theirs the reader looks for."""
    from_me: int = 0
    """Copies of the reader's they look for."""

    @property
    def away(self) -> bool:
        return self.away_until is not None and self.away_until > now()

    @property
    def gone(self) -> bool:
        """Not here for 60 days."""
        return self.last_seen_at is None or self.last_seen_at < now() - GONE_AFTER

    @property
    def last_seen(self) -> str:
        return last_seen_words(self.last_seen_at)


def last_seen_words(moment: datetime | None) -> str:
    """When somebody was last here, in coarse words: nobody needs to know the hour."""
    if moment is None:
        return _("not seen yet")
    days = (now() - moment).days
    if days < 1:
        return _("here today")
    if days < 7:
        return _("here this week")
    if days < 31:
        return _("here this month")
    if days < GONE_AFTER.days:
        return _("here last month")
    months = days // 30
    return ngettext("not here for %(num)d month", "not here for %(num)d months", months)


def blocked_by(session: Session, viewer_id: int, user_id: int) -> bool:
    """Whether the reader has blocked this member."""
    return session.get(Block, (viewer_id, user_id)) is not None


def traders(session: Session, viewer_id: int) -> list[Person]:
    """The other members with copies for trade or wants: those with most for the reader first, the absent last.

    Five statements, however many there are.
    """
    theirs: Counter[int] = Counter()
    mine: Counter[int] = Counter()
    for match in matching.haves_for_all(session, viewer_id):
        theirs[match.owner_id] += match.quantity
    for match in matching.wanted_of_all(session, viewer_id):
        mine[match.wanter_id] += match.quantity
    found = [
        replace(Person(*row), for_me=theirs[row[0]], from_me=mine[row[0]])
        for row in session.execute(_figures().where(User.id.in_(members_for(viewer_id)), or_(_COPIES > 0, _WANTS > 0)))
    ]
    long_ago = datetime.min.replace(tzinfo=now().tzinfo)
    found.sort(key=lambda one: one.name.casefold())
    found.sort(key=lambda one: one.last_seen_at or long_ago, reverse=True)
    found.sort(key=lambda one: (one.gone or one.away, -(one.for_me > 0) - (one.from_me > 0), -(one.for_me + one.from_me)))
    return found


def figures_of(session: Session, user_id: int) -> Person:
    """One member in figures. Whether they may be seen is for the caller to know."""
    return Person(*session.execute(_figures().where(User.id == user_id)).one())


_copies = (
    select(Stack.user_id, func.sum(Stack.for_trade).label("copies"))
    .where(Stack.for_trade > 0, Stack.proxy.is_(False))
    .group_by(Stack.user_id)
    .subquery()
)
_wants = select(Want.user_id, func.count().label("wants")).where(Want.visibility == "members").group_by(Want.user_id).subquery()
_COPIES = func.coalesce(_copies.c.copies, 0)
_WANTS = func.coalesce(_wants.c.wants, 0)


def _figures() -> Select[*tuple[Any, ...]]:
    columns = (User.id, User.name, User.country, User.last_seen_at, TradeProfile.away_until, _COPIES, _WANTS)
    return (
        select(*columns)
        .outerjoin(TradeProfile, TradeProfile.user_id == User.id)
        .outerjoin(_copies, _copies.c.user_id == User.id)
        .outerjoin(_wants, _wants.c.user_id == User.id)
    )
