"""Photos of the copies in a trade: its two people see them, and those of an agreed trade outlive their deletion."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Text, cast, exists, or_, select
from sqlalchemy.orm import Session

from marketplace.collection.models import Photo
from marketplace.collection.photos import photo_holders
from marketplace.trades.models import Trade, TradeLine, TradeVersion
from marketplace.wants.shown_copies import may_see_photo


def shows_digest(session: Session, reader_id: int, trade_id: int, digest: str) -> bool:
    """Whether the photo with this digest belongs to a line of the trade, and ``reader_id`` is one of its two people."""
    lines = (
        select(TradeLine.id)
        .join(TradeVersion, TradeVersion.id == TradeLine.version_id)
        .join(Trade, Trade.id == TradeVersion.trade_id)
        .where(Trade.id == trade_id, or_(Trade.proposer_id == reader_id, Trade.partner_id == reader_id))
    )
    present = exists().where(Photo.stack_id == TradeLine.stack_id, Photo.digest == digest, Photo.deleted_at.is_(None))
    kept = cast(TradeLine.description, Text).contains(digest, autoescape=True)
    if session.scalar(lines.where(or_(present, kept)).limit(1)) is not None:
        return True
    options = session.execute(lines.with_only_columns(TradeLine.options).where(TradeLine.kind == "open"))
    stacks = {stack_id for (choices,) in options for stack_id in choices}
    query = select(Photo.id).where(Photo.stack_id.in_(stacks), Photo.digest == digest, Photo.deleted_at.is_(None))
    return session.scalar(query.limit(1)) is not None


@may_see_photo
def _in_a_trade(session: Session, viewer_id: int, photo: Photo) -> bool:
    """The other side of a trade sees the photos of the copies that are in it."""
    query = (
        select(TradeLine.id)
        .join(TradeVersion, TradeVersion.id == TradeLine.version_id)
        .join(Trade, Trade.id == TradeVersion.trade_id)
        .where(
            TradeLine.stack_id == photo.stack_id,
            or_(Trade.proposer_id == viewer_id, Trade.partner_id == viewer_id),
            Trade.state != "recorded",
        )
    )
    return session.scalar(query.limit(1)) is not None


def frozen(session: Session, digests: Sequence[str]) -> set[str]:
    """Those of these digests an agreed trade describes its copies with: it keeps them."""
    query = (
        select(TradeLine.id)
        .join(TradeVersion, TradeVersion.id == TradeLine.version_id)
        .join(Trade, Trade.id == TradeVersion.trade_id)
        .where(Trade.agreed.is_not(None))
        .limit(1)
    )
    described = cast(TradeLine.description, Text)
    return {
        digest for digest in digests if session.scalar(query.where(described.contains(digest, autoescape=True))) is not None
    }


photo_holders.append(frozen)
