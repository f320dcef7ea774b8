"""One act on an agreed trade: who acts, on which trade, and whether the same form has been sent before.

Every act after the agreement begins here: it locks what it may change in the order ``own_trade`` states, refuses
strangers (NotFound) and old pages (Conflict), and leaves a mark in the history by which its form is known again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from marketplace.db import now
from marketplace.errors import Refused
from marketplace.trades import events
from marketplace.trades.models import Consent, Trade, TradeEvent
from marketplace.trades.own_trade import (
    Side,
    check_revision,
    get_trade,
    get_with_collections,
    opposite,
    side_of,
    user_of,
)

_RECENT_EVENTS = 40
"""How far back a form sent twice is looked for; people press twice within seconds."""


@dataclass(slots=True)
class Turn:
    """One act of one of the two. ``repeated``: the same form was sent before, nothing is left to do."""

    session: Session
    trade: Trade
    actor_id: int
    side: Side
    request_key: str | None = None
    repeated: bool = False

    @property
    def other_id(self) -> int | None:
        """The other person; None if the account is gone."""
        return user_of(self.trade, opposite(self.side))

    def say(self, kind: str, facts: Mapping[str, Any] | None = None, *, mail: bool = True) -> TradeEvent:
        """Note what was done, tell the other side, and make older pages of the trade say so."""
        self.trade.updated_at = now()
        # Two acts within a second: the moment alone would not make a new revision.
        flag_modified(self.trade, "updated_at")
        told = dict(facts or {})
        if self.request_key:
            told["form"] = self.request_key
        return events.record(self.session, self.trade, kind, told, actor_id=self.actor_id, mail=mail)


def begin(
    session: Session,
    actor_id: int,
    trade_id: int,
    *,
    revision: int | None = None,
    request_key: str | None = None,
    moves: bool = False,
    states: tuple[str, ...] = ("agreed",),
) -> Turn:
    """Lock the trade (with ``moves`` the collections of both, too) for an act of ``actor_id``.

    Raises NotFound for anybody else, Conflict when the page showed an older ``revision``, Refused when the trade is
    in none of ``states``. A form sent before gives a turn that is ``repeated``, whatever became of the trade since.
    """
    trade = get_with_collections(session, actor_id, trade_id) if moves else get_trade(session, actor_id, trade_id, lock=True)
    turn = Turn(session, trade, actor_id, side_of(trade, actor_id), request_key)
    if request_key and _was_sent(session, trade.id, actor_id, request_key):
        turn.repeated = True
        return turn
    check_revision(trade, revision)
    if trade.state not in states:
        raise _wrong_state(trade)
    return turn


def _was_sent(session: Session, trade_id: int, actor_id: int, request_key: str) -> bool:
    query = select(TradeEvent.facts).where(TradeEvent.trade_id == trade_id, TradeEvent.actor_id == actor_id)
    recent = session.scalars(query.order_by(TradeEvent.id.desc()).limit(_RECENT_EVENTS))
    return any(facts.get("form") == request_key for facts in recent)


def _wrong_state(trade: Trade) -> Refused:
    words = {
        "open": _("Nothing is agreed yet: first one of you accepts the offer."),
        "agreed": _("This trade is still under way."),
        "done": _("This trade is finished."),
        "cancelled": _("This trade was cancelled."),
    }
    return Refused(words.get(trade.state) or _("This trade has ended."), rule="trade.state", state=trade.state)


# What both must say yes to


def consents_of(session: Session, trade_id: int) -> dict[str, set[int]]:
    """Who has said yes to what."""
    found: dict[str, set[int]] = {}
    query = select(Consent.subject, Consent.user_id).where(Consent.trade_id == trade_id)
    for subject, user_id in session.execute(query):
        found.setdefault(subject, set()).add(user_id)
    return found


def consent(turn: Turn, subject: str) -> bool:
    """The actor says yes; returns whether both have by now. Saying it twice changes nothing.

    Where the other account is gone, one yes is enough: nobody is left to ask.
    """
    given = consents_of(turn.session, turn.trade.id).get(subject, set())
    if turn.actor_id not in given:
        turn.session.add(Consent(trade_id=turn.trade.id, user_id=turn.actor_id, subject=subject, given_at=now()))
        turn.session.flush()
    return turn.other_id is None or turn.other_id in given


def withdraw(turn: Turn, subject: str) -> bool:
    """Take the actor's yes back; returns whether there was one."""
    given = consents_of(turn.session, turn.trade.id).get(subject, set())
    if turn.actor_id not in given:
        return False
    turn.session.execute(
        delete(Consent).where(Consent.trade_id == turn.trade.id, Consent.subject == subject, Consent.user_id == turn.actor_id)
    )
    return True


def forget(turn: Turn, *subjects: str) -> list[str]:
    """Both must say yes anew to these subjects (a name ending in ``:`` means all that begin so); returns which there were."""
    there = consents_of(turn.session, turn.trade.id)
    gone = [
        one for one in there if any(one == subject or (subject[-1] == ":" and one.startswith(subject)) for subject in subjects)
    ]
    if gone:
        turn.session.execute(delete(Consent).where(Consent.trade_id == turn.trade.id, Consent.subject.in_(gone)))
    return gone
