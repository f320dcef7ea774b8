"""Tables of the messages: conversations, who takes part, what was said, blocks, notices and postal addresses."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from marketplace.db import Base, now


class Conversation(Base):
    """A thread of messages: between two people, or the thread of one trade."""

    __tablename__ = "conversation"
    __table_args__ = (CheckConstraint("kind IN ('private', 'trade')", name="kind"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    subject: Mapped[str] = mapped_column(String(60), unique=True)
    """``private:3:9`` (the two accounts, lower id first) or ``trade:12``: one thread each."""
    created_at: Mapped[datetime] = mapped_column(default=now)
    last_message_id: Mapped[int] = mapped_column(default=0)
    """Id of the newest message; 0 while there is none."""
    last_message_at: Mapped[datetime | None]

    participants: Mapped[list[Participant]] = relationship(back_populates="conversation", passive_deletes=True)


class Participant(Base):
    """Somebody's place in a conversation: how far they have read."""

    __tablename__ = "conversation_participant"
    __table_args__ = (Index("ix_conversation_participant_user", "user_id", "conversation_id"),)

    conversation_id: Mapped[int] = mapped_column(ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True)
    read_to_id: Mapped[int] = mapped_column(default=0)
    """Id of the newest message seen."""
    muted: Mapped[bool] = mapped_column(default=False)
    """No mail about this thread."""
    hidden_to_id: Mapped[int] = mapped_column(default=0)
    """The thread is put away until a newer message than this comes."""
    mailed_to_id: Mapped[int] = mapped_column(default=0)
    """Newest message a mail has told of, so that none tells of it twice."""

    conversation: Mapped[Conversation] = relationship(back_populates="participants")


class Message(Base):
    """One message, or a line about something that happened (``event``), worded for each reader."""

    __tablename__ = "message"
    __table_args__ = (
        CheckConstraint("kind IN ('text', 'event')", name="kind"),
        UniqueConstraint("author_id", "request_key"),
        Index("ix_message_thread", "conversation_id", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    conversation_id: Mapped[int] = mapped_column(ForeignKey("conversation.id", ondelete="CASCADE"))
    author_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="SET NULL"))
    """Who wrote it or did it; None: the site itself, or an account that is gone."""
    kind: Mapped[str] = mapped_column(String(6), default="text")
    body: Mapped[str] = mapped_column(Text, default="")
    """As typed, never rewritten."""
    event: Mapped[str] = mapped_column(String(40), default="")
    facts: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """What the sentence of an event needs."""
    request_key: Mapped[str | None] = mapped_column(String(64))
    """Sent by the form; the same form sent twice finds the first message."""
    created_at: Mapped[datetime] = mapped_column(default=now)

    photos: Mapped[list[MessagePhoto]] = relationship(
        back_populates="message", order_by="MessagePhoto.position", passive_deletes=True
    )


class MessagePhoto(Base):
    """A photo sent with a message; the file lies under the instance folder, named by content."""

    __tablename__ = "message_photo"
    __table_args__ = (UniqueConstraint("message_id", "digest"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    message_id: Mapped[int] = mapped_column(ForeignKey("message.id", ondelete="CASCADE"), index=True)
    digest: Mapped[str] = mapped_column(String(64), index=True)
    width: Mapped[int]
    height: Mapped[int]
    size: Mapped[int]
    position: Mapped[int] = mapped_column(default=0)

    message: Mapped[Message] = relationship(back_populates="photos")


class Block(Base):
    """One person does not want to hear from another: no messages, no offers, either way."""

    __tablename__ = "block"

    blocker_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True)
    blocked_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True, index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class NoticeChoice(Base):
    """Which mails somebody wants; no row: the defaults."""

    __tablename__ = "notice_choice"

    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True)
    mail_trades: Mapped[bool] = mapped_column(default=True)
    """Offers, answers, parcels."""
    mail_messages: Mapped[bool] = mapped_column(default=True)
    """Messages not read within some minutes."""


class LiveMark(Base):
    """A number that grows with everything that concerns one person, so that open pages know when to look again."""

    __tablename__ = "live_mark"

    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(default=1)


class PostalAddress(Base):
    """An entry of somebody's address book. Nobody else sees it, except the other side of an agreed trade it is shown to."""

    __tablename__ = "postal_address"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    label: Mapped[str] = mapped_column(String(60))
    lines: Mapped[str] = mapped_column(Text)
    """Name and address as they stand on a parcel."""
    country: Mapped[str | None] = mapped_column(String(2))
    note: Mapped[str] = mapped_column(String(300), default="")
    is_default: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(default=now)
