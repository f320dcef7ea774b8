"""What a trade's thread says about what happened, from the reader's side, up to the agreement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.holders import promise_link
from marketplace.messages.threads import event_words, thread_title
from marketplace.trades.models import Trade
from marketplace.trades.reasons import DECLINE

Facts = Mapping[str, Any]
Words = Callable[[Facts], str]


def register(event: str, mine: Words, theirs: Words) -> None:
    """Register the sentence of ``trade.<event>``: ``mine`` for who did it, ``theirs`` for the other side."""

    @event_words(f"trade.{event}")
    def words(facts: Facts, reader_id: int) -> str:
        return mine(facts) if facts.get("author_id") == reader_id else theirs(facts)


def author(facts: Facts) -> str:
    """The name of who did it."""
    return str(facts.get("author_name") or _("Somebody without an account"))


register(
    "offered",
    lambda facts: _("You made an offer."),
    lambda facts: _("%(name)s made an offer.", name=author(facts)),
)
register(
    "countered",
    lambda facts: _("You made a counter-offer."),
    lambda facts: _("%(name)s made a counter-offer.", name=author(facts)),
)
register(
    "changed",
    lambda facts: _("You changed your offer."),
    lambda facts: _("%(name)s changed the offer.", name=author(facts)),
)
register(
    "topped_up",
    lambda facts: _("You added something to the offer."),
    lambda facts: _("%(name)s added something to the offer.", name=author(facts)),
)
register(
    "settled",
    lambda facts: _("You settled what was still open."),
    lambda facts: _("%(name)s settled what was still open.", name=author(facts)),
)
register(
    "withdrawn",
    lambda facts: _("You withdrew the offer."),
    lambda facts: _("%(name)s withdrew the offer.", name=author(facts)),
)
register(
    "nudged",
    lambda facts: _("You asked for an answer."),
    lambda facts: _("%(name)s is waiting for an answer.", name=author(facts)),
)
register(
    "accepted",
    lambda facts: _("You accepted. The trade is agreed, and the copies are reserved for it."),
    lambda facts: _("%(name)s accepted. The trade is agreed, and the copies are reserved for it.", name=author(facts)),
)


def _reason(facts: Facts) -> str:
    return str(DECLINE.get(str(facts.get("reason") or ""), ""))


def _declined_mine(facts: Facts) -> str:
    said = _("You declined the offer.")
    if reason := _reason(facts):
        said = _("You declined the offer: “%(reason)s”.", reason=reason)
    return f"{said} {_('You asked for another offer.')}" if facts.get("again") else said


def _declined_theirs(facts: Facts) -> str:
    said = _("%(name)s declined the offer.", name=author(facts))
    if reason := _reason(facts):
        said = _("%(name)s declined the offer: “%(reason)s”.", name=author(facts), reason=reason)
    return f"{said} {_('%(name)s would like another offer.', name=author(facts))}" if facts.get("again") else said


register("declined", _declined_mine, _declined_theirs)


@event_words("trade.lapsed")
def _lapsed(facts: Facts, reader_id: int) -> str:
    return _("The offer has lapsed: there was no answer in time.")


@event_words("trade.needs_change")
def _needs_change(facts: Facts, reader_id: int) -> str:
    return _("Copies of this offer are no longer there to give. It needs a change before it can be accepted.")


@event_words("trade.there_again")
def _there_again(facts: Facts, reader_id: int) -> str:
    return _("The copies of this offer are there again. It can be accepted as it stands.")


@event_words("trade.left")
def _left(facts: Facts, reader_id: int) -> str:
    return _("%(name)s closed the account. The offer is withdrawn.", name=str(facts.get("name") or ""))


@thread_title("trade")
def titles(session: Session, trade_ids: Sequence[int], reader_id: int) -> dict[int, tuple[str, str]]:
    """Threads of trades are called by the other person and lead to the trade's page."""
    found = {}
    for trade in session.scalars(select(Trade).where(Trade.id.in_(trade_ids))):
        other = trade.partner_name if trade.proposer_id == reader_id else trade.proposer_name
        found[trade.id] = (_("Trade with %(name)s", name=other), url_for("trades.trade", trade_id=trade.id))
    return found


@promise_link("trade")
def _address(trade_id: int) -> str:
    """Promised copies, and acts of the collection's history that belong to a trade, lead to its page."""
    return url_for("trades.trade", trade_id=trade_id)
