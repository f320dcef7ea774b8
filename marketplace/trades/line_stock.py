"""Whether the copies an offer names are there: to give by their owner, to ask for by the other side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from flask_babel import gettext as _
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.catalogue.found import chunks
from marketplace.collection.models import Promise, Stack
from marketplace.errors import Refused
from marketplace.trades.models import Trade, TradeLine, TradeVersion
from marketplace.trades.own_trade import opposite, side_of, user_of
from marketplace.wants.shown_copies import Copy
from marketplace.wants.visible_people import shows_lists

if TYPE_CHECKING:
    from marketplace.trades.lines import Draft


class Stock(NamedTuple):
    """How many copies of a stack there are for a trade."""

    user_id: int
    at_hand: int
    """Neither lent nor promised; none of a stand-in."""
    for_trade: int
    proxy: bool


def stock_of(session: Session, stack_ids: Iterable[int]) -> dict[int, Stock]:
    """The stock of stacks by id, as it is in the database now; stacks that are gone are missing."""
    found: dict[int, Stock] = {}
    for part in chunks(sorted(set(stack_ids))):
        query = select(Stack.id, Stack.user_id, Stack.quantity, Stack.lent, Stack.promised, Stack.for_trade, Stack.proxy)
        for stack_id, user_id, quantity, lent, promised, for_trade, proxy in session.execute(query.where(Stack.id.in_(part))):
            at_hand = 0 if proxy else max(0, quantity - lent - promised)
            found[stack_id] = Stock(user_id, at_hand, for_trade, proxy)
    return found


def check(session: Session, trade: Trade, author_id: int, drafts: Sequence[Draft], descriptions: Mapping[int, Copy]) -> None:
    """Raise Refused for the first line whose copies cannot be offered or asked for by ``author_id``.

    One may give any own copies that are at hand and no stand-ins. One may ask for copies the other has marked for trade
    and shows, and for what was in this trade before. What an agreed trade holds itself counts as at hand for its changes.
    """
    mine = side_of(trade, author_id)
    stock = stock_of(session, {stack for draft in drafts for stack in draft.stacks})
    theirs = user_of(trade, opposite(mine))
    open_lists = theirs is not None and _shows_lists(session, author_id, theirs)
    before = _offered_before(session, trade)
    held = _held(session, trade) if trade.state == "agreed" else {}
    for place, draft in enumerate(drafts):
        owner = user_of(trade, draft.giver)
        for stack_id in draft.stacks:
            found = stock.get(stack_id)
            if found is None or found.user_id != owner:
                raise _refusal(place, stack_id, "trade.line.not_there", _("These copies are not there any more."))
            copy = descriptions[stack_id]
            at_hand = found.at_hand + held.get(stack_id, 0)
            if draft.giver == mine:
                most = at_hand
                if found.proxy:
                    words = _("%(card)s is a stand-in, and stand-ins are not traded.", card=title_of(copy))
                    raise _refusal(place, stack_id, "trade.line.proxy", words)
            else:
                most = min(at_hand, max(found.for_trade if open_lists else 0, before.get(stack_id, 0), held.get(stack_id, 0)))
                if not most:
                    words = _("One of the cards you ask for is not for trade (any more).")
                    raise _refusal(place, stack_id, "trade.line.not_for_trade", words)
            wanted = draft.quantity if draft.kind == "copies" else 1
            if wanted > most:
                words = _(
                    "%(card)s: only %(have)d of %(wanted)d copies can be given.", card=title_of(copy), have=most, wanted=wanted
                )
                raise _refusal(place, stack_id, "trade.line.not_enough", words, have=most, wanted=wanted)


def title_of(copy: Copy) -> str:
    """A card and its number, as a sentence names copies."""
    return f"{copy.name} ({copy.code})" if copy.code else copy.name


def _refusal(place: int, stack_id: int, rule: str, words: str, **facts: object) -> Refused:
    return Refused(words, rule=rule, field="lines", line=place, stack_id=stack_id, **facts)


def _shows_lists(session: Session, viewer_id: int, user_id: int) -> bool:
    return session.scalar(select(User.id).where(User.id == user_id, shows_lists(viewer_id))) is not None


def _held(session: Session, trade: Trade) -> dict[int, int]:
    """Copies of each stack that are promised by this very trade."""
    query = select(Promise.stack_id, func.sum(Promise.quantity)).where(Promise.holder == "trade", Promise.holder_id == trade.id)
    return {stack_id: int(copies) for stack_id, copies in session.execute(query.group_by(Promise.stack_id))}


def _offered_before(session: Session, trade: Trade) -> dict[int, int]:
    """Copies of each stack that were in this trade before: who asked or offered once may name them again."""
    query = (
        select(TradeLine.stack_id, func.max(TradeLine.quantity))
        .join(TradeVersion, TradeVersion.id == TradeLine.version_id)
        .where(TradeVersion.trade_id == trade.id, TradeLine.kind == "copies", TradeLine.stack_id.is_not(None))
        .group_by(TradeLine.stack_id)
    )
    found = {stack_id: int(most) for stack_id, most in session.execute(query) if stack_id is not None}
    choices = (
        select(TradeLine.options, TradeLine.quantity)
        .join(TradeVersion, TradeVersion.id == TradeLine.version_id)
        .where(TradeVersion.trade_id == trade.id, TradeLine.kind == "open")
    )
    for options, quantity in session.execute(choices):
        for stack_id in options:
            found[stack_id] = max(found.get(stack_id, 0), quantity)
    return found
