"""Tables of accounts: users, invitations, and the settings an owner changes while the site runs."""

from __future__ import annotations

from datetime import datetime

from flask_login import UserMixin
from sqlalchemy import CheckConstraint, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from marketplace.db import Base, now


class User(UserMixin, Base):
    """A person with an account. ``email`` and ``name_folded`` are unique without regard to case."""

    __tablename__ = "user_account"

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(254), unique=True)
    """Lower-cased and normalised; the name people log in with."""
    name: Mapped[str] = mapped_column(String(40))
    name_folded: Mapped[str] = mapped_column(String(40), unique=True)
    password_hash: Mapped[str | None] = mapped_column(String(200))
    """argon2; None until the person has followed the set-password link."""
    session_mark: Mapped[str] = mapped_column(String(32))
    """Part of every session; renewing it ends all sessions of the account."""
    is_owner: Mapped[bool] = mapped_column(default=False)
    is_active_account: Mapped[bool] = mapped_column(default=True)
    locale: Mapped[str | None] = mapped_column(String(5))
    """Interface language (en, fr, pt); None: the browser's."""
    country: Mapped[str | None] = mapped_column(String(2))
    """ISO 3166-1 alpha-2."""
    about: Mapped[str] = mapped_column(Text, default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    last_seen_at: Mapped[datetime | None]
    reset_requested_at: Mapped[datetime | None]
    """When the person asked for a new password on a site without mail; None once the owner answered."""

    def get_id(self) -> str:
        """The identity of a sign-in that begins now (``accounts/sessions.py``)."""
        from marketplace.accounts.sessions import new_key

        return f"{self.id}:{self.session_mark}:{new_key()}"

    @property
    def is_active(self) -> bool:
        return self.is_active_account


class Invitation(Base):
    """A link that lets somebody sign up. The link's secret is not stored, only its hash."""

    __tablename__ = "invitation"
    __table_args__ = (CheckConstraint("uses_left >= 0", name="uses_left"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    makes_owner: Mapped[bool] = mapped_column(default=False)
    """The link printed at the first start: whoever uses it owns the site."""
    note: Mapped[str] = mapped_column(String(200), default="")
    created_by_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime | None]
    uses_left: Mapped[int] = mapped_column(default=1)
    revoked_at: Mapped[datetime | None]


class EndedSession(Base):
    """A sign-in that was signed out: a copy of its cookie is worth nothing (``accounts/sessions.py``)."""

    __tablename__ = "ended_session"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    ended_at: Mapped[datetime] = mapped_column(default=now, index=True)


class SiteSetting(Base):
    """A setting the owner changes in the browser, such as who may sign up."""

    __tablename__ = "site_setting"

    key: Mapped[str] = mapped_column(String(60), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
