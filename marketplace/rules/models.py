"""The table of house rules: rulesets that people made from switches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marketplace.db import Base, now


class HouseRuleset(Base):
    """A base ruleset with some switches set otherwise, under a name its owner gave it."""

    __tablename__ = "house_ruleset"
    __table_args__ = (
        UniqueConstraint("user_id", "request_key"),
        Index("ix_house_ruleset_user", "user_id", "updated_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    request_key: Mapped[str | None] = mapped_column(String(64))
    """The form that made it: sent twice, it makes one."""
    name: Mapped[str] = mapped_column(String(60))
    base: Mapped[str] = mapped_column(String(40))
    changes: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """Switch to value, only what differs from the base."""
    share_token: Mapped[str | None] = mapped_column(String(40), unique=True)
    """Whoever has the link with it may read and copy it; None while it is not shared."""
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now)
