"""Acceptance: the one act that turns an offer into an agreement and locks its copies.

Everything happens in one transaction that holds the collections of both people (see ``own_trade`` for the order of
locks): the stock is looked at again, the descriptions are frozen, the copies promised, other offers that need them
marked. Two acceptances that want the same copies wait for each other; the second finds them gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flask_babel import gettext as _
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from marketplace.collection.models import Stack
from marketplace.collection.promises import Claim, promise
from marketplace.db import now
from marketplace.errors import Conflict, Refused
from marketplace.i18n import current_locale
from marketplace.trades import availability, describing, events, limits
from marketplace.trades.closing import open_trade
from marketplace.trades.events import Happening
from marketplace.trades.line_stock import title_of
from marketplace.trades.models import Trade, TradeLine, TradeVersion
from marketplace.trades.own_trade import changed, get_with_collections, name_of, opposite, other_of, user_of, version_of
from marketplace.trades.whereabouts import follow
from marketplace.wants import shown_copies
from marketplace.wants.models import SeenLine

HOLDER = "trade"
"""The name under which trades hold promises of copies."""


class Accepted(NamedTuple):
    """The agreed trade; ``already``: it had been accepted before, and nothing was done."""

    trade: Trade
    already: bool


def accept(
    session: Session,
    actor_id: int,
    trade_id: int,
    version_number: int,
    *,
    described: str | None = None,
    request_key: str | None = None,
) -> Accepted:
    """Agree to the newest version. Accepting it again is no second agreement, whoever's click it was.

    ``described``: mark of the descriptions the page showed (``describing.mark``); without one, those the version was
    written with count. ``request_key`` is not needed: an agreement happens once.

    Raises NotFound; Conflict ``trade.changed`` when another version is the newest or copies are described otherwise,
    ``trade.not_open`` and ``trade.lapsed`` when the offer has ended; Refused ``trade.accept.turn`` when it is not the
    actor who has to answer, ``trade.accept.open_choice`` and ``trade.accept.copies_gone`` (facts ``key``, ``have``,
    ``wanted``) for what stands in the way.
    """
    trade = get_with_collections(session, actor_id, trade_id)
    if trade.state in ("agreed", "done") and _was_accepted(session, trade, version_number):
        return Accepted(trade, already=True)
    open_trade(trade)
    version = version_of(session, trade)
    if version.number != version_number:
        raise changed(trade, version.created_at, version=version.number, seen=version_number)
    if trade.awaiting_id != actor_id:
        raise Refused(_("This is your own offer: the other one has to accept it."), rule="trade.accept.turn")
    limits.check_pair(session, actor_id, other_of(trade, actor_id))
    _check_settled(version)
    follow(session, version.lines)
    _check_there(session, version)
    _freeze(session, trade, version, described)
    promise(session, HOLDER, trade.id, claims_of(trade, version.lines))
    trade.state, trade.agreed = "agreed", version.number
    trade.agreed_at = trade.updated_at = now()
    trade.awaiting_id, trade.expires_at, trade.needs_change = None, None, False
    session.flush()
    stacks = stacks_of(version.lines)
    forget_seen(session, stacks)
    others = availability.changes(session, stacks, but=trade.id)
    events.record_all(session, [Happening(trade, "accepted", {"version": version.number}, actor_id), *others])
    return Accepted(trade, already=False)


def _was_accepted(session: Session, trade: Trade, number: int) -> bool:
    if trade.agreed == number:
        return True
    accepted = events.last_of(session, trade, "accepted")  # The agreement may have been amended since.
    return accepted is not None and accepted.facts.get("version") == number


def _check_settled(version: TradeVersion) -> None:
    still_open = [line for line in version.lines if line.kind == "open"]
    if still_open:
        raise Refused(
            _("A choice is still open in this offer. Settle which copies it shall be, then accept."),
            rule="trade.accept.open_choice",
            key=still_open[0].key,
            keys=[line.key for line in still_open],
        )


def _check_there(session: Session, version: TradeVersion) -> None:
    short = availability.shortages(session, [version]).get(version.id)
    if not short:
        return
    first = short[0]
    kept = next(line.description for line in version.lines if line.key == first.key)
    name = title_of(shown_copies.from_json(kept or {}, current_locale()))
    raise Refused(
        _(
            "%(card)s: %(have)d of %(wanted)d copies are there to give. The offer needs a change before it can be accepted.",
            card=name,
            have=first.have,
            wanted=first.wanted,
        ),
        rule="trade.accept.copies_gone",
        key=first.key,
        keys=[line.key for line in short],
        stack_id=first.stack_id,
        have=first.have,
        wanted=first.wanted,
    )


def _freeze(session: Session, trade: Trade, version: TradeVersion, described: str | None) -> None:
    """Keep the descriptions of today, which must be those the page showed."""
    today = describing.today(session, version)
    different = describing.changed_lines(session, version, today)
    seen = not different if described is None else described == describing.mark_of(version, today)
    if not seen:
        raise Conflict(
            _("The owner describes some of the copies otherwise since your page was opened. Read the offer again."),
            rule="trade.changed",
            trade_id=trade.id,
            state=trade.state,
            latest=trade.latest,
            described=[line.key for line in different],
        )
    for line in version.lines:
        if line.kind == "copies" and line.stack_id in today:
            line.description = today[line.stack_id]
    session.flush()


def claims_of(trade: Trade, lines: Iterable[TradeLine]) -> list[Claim]:
    """What each line locks: copies of its giver, for the other person."""
    claims = []
    for line in lines:
        giver = user_of(trade, line.giver)
        if line.kind == "copies" and line.stack_id is not None and giver is not None:
            claims.append(Claim(giver, line.stack_id, line.quantity, line.id, name_of(trade, opposite(line.giver))))
    return claims


def stacks_of(lines: Iterable[TradeLine]) -> list[int]:
    """The stacks whose copies the lines name."""
    return sorted({line.stack_id for line in lines if line.kind == "copies" and line.stack_id is not None})


def forget_seen(session: Session, stack_ids: Iterable[int]) -> None:
    """Take copies that are no longer for trade out of everybody's seen lists. Call it after the stock is flushed."""
    stacks = list(stack_ids)
    gone = select(Stack.id).where(Stack.id.in_(stacks), Stack.for_trade == 0)
    options = {"synchronize_session": False}
    session.execute(delete(SeenLine).where(SeenLine.stack_id.in_(gone)), execution_options=options)
    left = select(Stack.for_trade).where(Stack.id == SeenLine.stack_id).scalar_subquery()
    fewer = update(SeenLine).where(SeenLine.stack_id.in_(stacks), SeenLine.quantity > left).values(quantity=left)
    session.execute(fewer, execution_options=options)
