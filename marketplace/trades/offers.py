"""Offers: made, answered by another one, added to, and settled where a choice was open.

Every change is a new version with all its lines; after it the other person has to answer. Offers end in ``closing``
(withdrawn, declined), ``agreement`` or ``expiry``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.errors import NotFound, Refused
from marketplace.trades import describing, events, limits, lines
from marketplace.trades.closing import decline, nudge, open_trade, withdraw
from marketplace.trades.limits import DEFAULT_DAYS, MOST_DAYS, MOST_OPEN, MOST_OPEN_TO_ONE
from marketplace.trades.lines import Draft, LineInput
from marketplace.trades.models import Trade, TradeVersion
from marketplace.trades.own_trade import get_trade, other_of, version_of
from marketplace.trades.wanted import gives_something_wanted
from marketplace.trades.whereabouts import follow, moved_to

__all__ = [
    "DEFAULT_DAYS", "MOST_DAYS", "MOST_OPEN", "MOST_OPEN_TO_ONE", "Choice", "counter", "decline", "nudge", "propose",
    "settle", "top_up", "was_sent", "withdraw",
]  # fmt: skip


class Choice(NamedTuple):
    """What an open line becomes: ``quantity`` copies of one of its stacks (None: as many as the line says)."""

    key: str
    stack_id: int
    quantity: int | None = None


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
    # One offer of this person after the other, so that limits hold. Not a full FOR UPDATE: rows that name them would wait.
    author = session.scalar(select(User).where(User.id == actor_id).with_for_update(key_share=True))
    if author is None:
        raise NotFound
    sent = was_sent(session, actor_id, request_key)
    if sent is not None:
        return sent
    partner = limits.check_receiver(session, actor_id, partner_id)
    trade = Trade(
        proposer_id=actor_id,
        partner_id=partner_id,
        proposer_name=author.name,
        partner_name=partner.name,
        awaiting_id=partner_id,
        request_key=request_key,
        expires_at=limits.expiry_after(expires_days),
    )
    text = lines.checked_note(note)
    drafts = lines.drafts_from(trade, actor_id, _where_they_are(session, inputs))
    only_wanted = limits.profile_of(session, partner_id).only_with_wanted
    if only_wanted and not gives_something_wanted(session, partner_id, drafts, "proposer"):
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


def _where_they_are(session: Session, inputs: Sequence[LineInput]) -> list[LineInput]:
    """The lines with the stacks their copies lie in now: an owner may have moved them since the page was opened."""
    wanted = {line.stack_id: line.quantity for line in inputs if line.stack_id is not None}
    moved = moved_to(session, wanted)
    return [line if line.stack_id not in moved else replace(line, stack_id=moved[line.stack_id]) for line in inputs]


def counter(
    session: Session,
    actor_id: int,
    trade_id: int,
    seen_revision: int | None,
    inputs: Sequence[LineInput],
    note: str = "",
    kind: str = "counter",
    *,
    request_key: str | None = None,
    expires_days: int = DEFAULT_DAYS,
) -> Trade:
    """Answer an offer with another one, or replace the own offer while nobody has answered it.

    Raises NotFound, Conflict (the page is older than the trade, or the offer has ended) and Refused as ``propose``
    does, and ``trade.counter.same`` when nothing is different.
    """
    trade = _to_change(session, actor_id, trade_id, seen_revision, request_key)
    if trade is None:
        return get_trade(session, actor_id, trade_id)
    latest = version_of(session, trade)
    follow(session, latest.lines)
    before = lines.drafts_of(latest)
    text = lines.checked_note(note)
    drafts = lines.drafts_from(trade, actor_id, _where_they_are(session, inputs), before)
    if lines.content(drafts) == lines.content(before) and not describing.changed_lines(session, latest):
        mine = latest.author_id == actor_id
        if not mine or text == latest.note:
            words = _("Nothing is different from your offer.") if mine else _("Nothing is different: accept the offer instead.")
            raise Refused(words, rule="trade.counter.same", field="lines")
    event = "countered" if trade.awaiting_id == actor_id else "changed"
    return _add_version(session, trade, actor_id, kind, event, drafts, text, request_key, expires_days)


def top_up(
    session: Session,
    actor_id: int,
    trade_id: int,
    seen_revision: int | None,
    inputs: Sequence[LineInput],
    note: str = "",
    *,
    request_key: str | None = None,
) -> Trade:
    """Add own copies or things to the newest version; everything else stays. Raises as ``counter`` does."""
    trade = _to_change(session, actor_id, trade_id, seen_revision, request_key)
    if trade is None:
        return get_trade(session, actor_id, trade_id)
    text = lines.checked_note(note)
    if any(line.giver != "me" for line in inputs):
        raise Refused(
            _("Only own cards can be added. To ask for more, make a counter-offer."), rule="trade.top_up.theirs", field="lines"
        )
    latest = version_of(session, trade)
    follow(session, latest.lines)
    drafts = lines.drafts_of(latest)
    for added in lines.drafts_from(trade, actor_id, [replace(line, key=None) for line in _where_they_are(session, inputs)]):
        drafts = lines.put(drafts, added)
    return _add_version(session, trade, actor_id, "top_up", "topped_up", drafts, text, request_key)


def settle(
    session: Session,
    actor_id: int,
    trade_id: int,
    seen_revision: int | None,
    choices: Sequence[Choice],
    note: str = "",
    *,
    request_key: str | None = None,
) -> Trade:
    """Say which copies open lines become; either side may. The other one then has the word.

    A line that says two copies may become one of each of two stacks. Raises as ``counter`` does, and Refused
    ``trade.settle.option`` or ``trade.settle.quantity`` (field ``choices``, fact ``key``).
    """
    trade = _to_change(session, actor_id, trade_id, seen_revision, request_key)
    if trade is None:
        return get_trade(session, actor_id, trade_id)
    text = lines.checked_note(note)
    chosen: dict[str, list[Choice]] = {}
    for choice in choices:
        chosen.setdefault(choice.key, []).append(choice)
    latest = version_of(session, trade)
    follow(session, latest.lines)
    before = lines.drafts_of(latest)
    still_open = {draft.key for draft in before if draft.kind == "open"}
    if not chosen or not chosen.keys() <= still_open:
        raise Refused(_("Choose which copies it shall be."), rule="trade.settle.option", field="choices")
    drafts = [draft for draft in before if draft.key not in chosen]
    for draft in before:
        if draft.key in chosen:
            for settled in _settled(draft, chosen[draft.key]):
                drafts = lines.put(drafts, settled)
    order = {draft.key: place for place, draft in enumerate(before)}
    drafts.sort(key=lambda draft: order.get(draft.key, len(order)))
    return _add_version(session, trade, actor_id, "settle", "settled", drafts, text, request_key)


def _settled(draft: Draft, choices: Sequence[Choice]) -> list[Draft]:
    if any(choice.stack_id not in draft.options for choice in choices):
        raise Refused(_("Choose one of the copies of this line."), rule="trade.settle.option", field="choices", key=draft.key)
    numbers = [draft.quantity if choice.quantity is None else choice.quantity for choice in choices]
    if min(numbers) < 1 or sum(numbers) != draft.quantity:
        raise Refused(
            _("Choose %(wanted)d copies for this line.", wanted=draft.quantity),
            rule="trade.settle.quantity",
            field="choices",
            key=draft.key,
            wanted=draft.quantity,
        )
    made = [
        replace(draft, kind="copies", stack_id=choice.stack_id, quantity=number, options=())
        for choice, number in zip(choices, numbers, strict=True)
    ]
    return [made[0], *(replace(one, key=lines.new_key()) for one in made[1:])]


def _to_change(
    session: Session, actor_id: int, trade_id: int, seen_revision: int | None, request_key: str | None
) -> Trade | None:
    """The open trade, locked and as the page showed it; None when this form has made its version already."""
    trade = get_trade(session, actor_id, trade_id, lock=True)
    if request_key:
        sent = select(TradeVersion.id).where(
            TradeVersion.trade_id == trade.id, TradeVersion.author_id == actor_id, TradeVersion.request_key == request_key
        )
        if session.scalar(sent) is not None:
            return None
    open_trade(trade, seen_revision)
    limits.check_pair(session, actor_id, other_of(trade, actor_id))
    if trade.latest >= limits.MOST_VERSIONS:
        raise Refused(
            _("This offer has been changed very often. Talk it over, decline it and begin a new one."),
            rule="trade.versions.many",
            most=limits.MOST_VERSIONS,
        )
    return trade


def _add_version(
    session: Session,
    trade: Trade,
    actor_id: int,
    kind: str,
    event: str,
    drafts: Sequence[Draft],
    note: str,
    request_key: str | None,
    expires_days: int = DEFAULT_DAYS,
) -> Trade:
    number = trade.latest + 1
    trade.expires_at = limits.expiry_after(expires_days)
    version = lines.write_version(session, trade, number, kind, actor_id, drafts, note, request_key=request_key)
    trade.latest = number
    trade.awaiting_id = other_of(trade, actor_id)
    trade.needs_change = False  # Its lines have just been checked.
    trade.nudged_at = None
    trade.updated_at = version.created_at
    events.record(session, trade, event, {"version": number}, actor_id=actor_id)
    session.flush()
    return trade
