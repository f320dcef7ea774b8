"""Tables of the trades.

A trade is a row of versions: every change of what is offered is a new ``TradeVersion`` with all its lines, never an
edit of an old one. Sides are stored by person (``proposer``, ``partner``) and shown from the reader's side.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, Numeric, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from marketplace.db import Base, now


class Trade(Base):
    """Two people and what becomes of their offer; or a trade with somebody without an account, noted after the event."""

    __tablename__ = "trade"
    __table_args__ = (
        CheckConstraint(
            "state IN ('open', 'agreed', 'done', 'declined', 'withdrawn', 'lapsed', 'cancelled', 'recorded')", name="state"
        ),
        CheckConstraint("proposer_id <> partner_id", name="two_people"),
        CheckConstraint("manner IN ('', 'post', 'hand')", name="manner"),
        UniqueConstraint("proposer_id", "request_key"),
        Index("ix_trade_partner", "partner_id", "state"),
        Index("ix_trade_proposer", "proposer_id", "state"),
        Index("ix_trade_expires", "state", "expires_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    proposer_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="SET NULL"))
    partner_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="SET NULL"))
    """None: somebody without an account, or an account that is gone."""
    proposer_name: Mapped[str] = mapped_column(String(80))
    partner_name: Mapped[str] = mapped_column(String(80))
    state: Mapped[str] = mapped_column(String(10), default="open")
    """open (being negotiated), agreed (copies are locked), done, declined, withdrawn, lapsed, cancelled, recorded."""
    latest: Mapped[int] = mapped_column(default=1)
    """Number of the newest version."""
    agreed: Mapped[int | None]
    """Number of the version both agreed on."""
    amendment: Mapped[int | None]
    """Number of a version that shall replace the agreed one, once both have signed it."""
    awaiting_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="SET NULL"))
    """Who has to answer."""
    needs_change: Mapped[bool] = mapped_column(default=False)
    """Copies of the newest version are no longer there to give."""
    manner: Mapped[str] = mapped_column(String(4), default="")
    """post, hand (handed over in person); empty: not settled."""
    request_key: Mapped[str | None] = mapped_column(String(64))
    expires_at: Mapped[datetime | None]
    """When an unanswered offer lapses."""
    nudged_at: Mapped[datetime | None]
    agreed_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    end_reason: Mapped[str] = mapped_column(String(20), default="")
    """Why it was declined or cancelled: a key of ``trades/reasons``."""
    end_note: Mapped[str] = mapped_column(String(1000), default="")
    conversation_id: Mapped[int | None] = mapped_column(ForeignKey("conversation.id", ondelete="SET NULL"))
    operation_id: Mapped[int | None] = mapped_column(ForeignKey("operation.id", ondelete="SET NULL"))
    """Of a recorded trade: the act that moved the copies."""
    proposer_address: Mapped[str | None] = mapped_column(Text)
    """Where parcels for the proposer go, as they showed it to the partner after the agreement."""
    partner_address: Mapped[str | None] = mapped_column(Text)
    revision: Mapped[int] = mapped_column(default=1)
    """Grows with everything that happens; a page that shows an older one is told so."""
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now)

    __mapper_args__ = {"version_id_col": revision}

    versions: Mapped[list[TradeVersion]] = relationship(
        back_populates="trade", order_by="TradeVersion.number", passive_deletes=True
    )


class TradeVersion(Base):
    """What was offered at one moment: all lines of both sides. Never changed once it is written."""

    __tablename__ = "trade_version"
    __table_args__ = (
        CheckConstraint("kind IN ('offer', 'counter', 'top_up', 'settle', 'amendment', 'record')", name="kind"),
        UniqueConstraint("trade_id", "number"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    trade_id: Mapped[int] = mapped_column(ForeignKey("trade.id", ondelete="CASCADE"))
    number: Mapped[int]
    """1, 2, 3... within the trade."""
    kind: Mapped[str] = mapped_column(String(10))
    author_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="SET NULL"))
    note: Mapped[str] = mapped_column(Text, default="")
    request_key: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(default=now)

    trade: Mapped[Trade] = relationship(back_populates="versions")
    lines: Mapped[list[TradeLine]] = relationship(back_populates="version", order_by="TradeLine.position", passive_deletes=True)


class TradeLine(Base):
    """One line of a version: copies of one stack, a choice still open, a thing that is no card, or a remark on money."""

    __tablename__ = "trade_line"
    __table_args__ = (
        CheckConstraint("giver IN ('proposer', 'partner')", name="giver"),
        CheckConstraint("kind IN ('copies', 'open', 'item', 'money')", name="kind"),
        CheckConstraint("quantity > 0", name="quantity"),
        CheckConstraint("kind <> 'copies' OR stack_id IS NOT NULL OR description IS NOT NULL", name="copies"),
        Index("ix_trade_line_stack", "stack_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    version_id: Mapped[int] = mapped_column(ForeignKey("trade_version.id", ondelete="CASCADE"), index=True)
    position: Mapped[int]
    key: Mapped[str] = mapped_column(String(32))
    """The same in every version for what is the same line, so that versions can be compared."""
    giver: Mapped[str] = mapped_column(String(8))
    kind: Mapped[str] = mapped_column(String(6))
    stack_id: Mapped[int | None] = mapped_column(ForeignKey("stack.id", ondelete="SET NULL"))
    card_id: Mapped[int | None] = mapped_column(ForeignKey("card.id", ondelete="SET NULL"), index=True)
    quantity: Mapped[int] = mapped_column(default=1)
    text: Mapped[str] = mapped_column(String(300), default="")
    """Of a thing or of money: in words. Of copies: a remark on them."""
    options: Mapped[list[int]] = mapped_column(JSON, default=list)
    """Of an open choice: the stacks it may become."""
    description: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What the copies are, as they were when this version was written: names, number, rarity, language, edition, condition
    and the owner's words, misprint, grading, storage, note for the other side, digests of photos."""

    version: Mapped[TradeVersion] = relationship(back_populates="lines")


class TradeEvent(Base):
    """A line of a trade's history: who did what, when."""

    __tablename__ = "trade_event"
    __table_args__ = (Index("ix_trade_event_trade", "trade_id", "id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    trade_id: Mapped[int] = mapped_column(ForeignKey("trade.id", ondelete="CASCADE"))
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="SET NULL"))
    """None: the site itself, such as an offer that lapsed."""
    kind: Mapped[str] = mapped_column(String(24))
    facts: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    at: Mapped[datetime] = mapped_column(default=now)


class Consent(Base):
    """One person's yes to something both must say yes to: that the cards changed hands, a cancellation, a correction."""

    __tablename__ = "trade_consent"
    __table_args__ = (UniqueConstraint("trade_id", "user_id", "subject"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    trade_id: Mapped[int] = mapped_column(ForeignKey("trade.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    subject: Mapped[str] = mapped_column(String(40))
    """``handed_over``, ``cancel``, ``manner:post``, ``amendment:4`` (the version's number), ``correction:7`` (its id)."""
    given_at: Mapped[datetime] = mapped_column(default=now)


class Parcel(Base):
    """One consignment of an agreed trade: who sends what, in which step, and whether it came."""

    __tablename__ = "trade_parcel"
    __table_args__ = (
        CheckConstraint("sender IN ('proposer', 'partner')", name="sender"),
        CheckConstraint("state IN ('planned', 'sent', 'received', 'missing')", name="state"),
        UniqueConstraint("trade_id", "step"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    trade_id: Mapped[int] = mapped_column(ForeignKey("trade.id", ondelete="CASCADE"))
    step: Mapped[int]
    """1, 2, 3...: a parcel is sent when those before it have been received, or at once if ``waits`` is false."""
    waits: Mapped[bool] = mapped_column(default=False)
    sender: Mapped[str] = mapped_column(String(8))
    state: Mapped[str] = mapped_column(String(8), default="planned")
    planned_for: Mapped[date | None]
    tracking: Mapped[str] = mapped_column(String(120), default="")
    note: Mapped[str] = mapped_column(String(500), default="")
    sent_at: Mapped[datetime | None]
    received_at: Mapped[datetime | None]

    lines: Mapped[list[ParcelLine]] = relationship(
        back_populates="parcel", order_by="ParcelLine.id", cascade="all, delete-orphan", passive_deletes=True
    )


class ParcelLine(Base):
    """Copies of one line of the agreement that travel in one parcel."""

    __tablename__ = "trade_parcel_line"
    __table_args__ = (
        CheckConstraint("quantity > 0", name="quantity"),
        UniqueConstraint("parcel_id", "line_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    parcel_id: Mapped[int] = mapped_column(ForeignKey("trade_parcel.id", ondelete="CASCADE"))
    line_id: Mapped[int] = mapped_column(ForeignKey("trade_line.id", ondelete="CASCADE"), index=True)
    quantity: Mapped[int] = mapped_column(default=1)
    as_described: Mapped[bool | None]
    """What the receiver said on arrival; None: not said."""
    remark: Mapped[str] = mapped_column(String(300), default="")
    new_stack_id: Mapped[int | None] = mapped_column(ForeignKey("stack.id", ondelete="SET NULL"))
    """Where the copies are now, in the receiver's collection."""

    parcel: Mapped[Parcel] = relationship(back_populates="lines")


class Correction(Base):
    """A correction of a trade after its cards have changed hands, valid once both have signed it."""

    __tablename__ = "trade_correction"
    __table_args__ = (
        CheckConstraint("state IN ('proposed', 'agreed', 'declined', 'withdrawn')", name="state"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    trade_id: Mapped[int] = mapped_column(ForeignKey("trade.id", ondelete="CASCADE"), index=True)
    author_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="SET NULL"))
    state: Mapped[str] = mapped_column(String(10), default="proposed")
    changes: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """What it says of each line: copies that go back, or what they really are."""
    note: Mapped[str] = mapped_column(Text, default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    decided_at: Mapped[datetime | None]


class PrivateValue(Base):
    """What one printing is worth to one person, in their own unit: nobody else sees it."""

    __tablename__ = "private_value"

    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True)
    printing_id: Mapped[int] = mapped_column(ForeignKey("printing.id", ondelete="CASCADE"), primary_key=True)
    value: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    updated_at: Mapped[datetime] = mapped_column(default=now)
