"""Tables of wants and haves: what somebody looks for, how they trade, and lists they have seen of each other."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from marketplace.catalogue.models import Card, Printing, Product
from marketplace.db import Base, now


class WantGroup(Base):
    """Wants added together under a name, such as a group of cards or what a deck lacks."""

    __tablename__ = "want_group"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(100))
    typed: Mapped[str] = mapped_column(Text, default="")
    """The line or list it was read from, as typed."""
    created_at: Mapped[datetime] = mapped_column(default=now)


class Want(Base):
    """Something somebody looks for: a card in any printing, one printing, a whole set, or a thing that is no card."""

    __tablename__ = "want"
    __table_args__ = (
        CheckConstraint("kind IN ('card', 'printing', 'set', 'item')", name="kind"),
        CheckConstraint("quantity > 0", name="quantity"),
        CheckConstraint("urgency BETWEEN 1 AND 3", name="urgency"),
        CheckConstraint("visibility IN ('members', 'holders', 'nobody')", name="visibility"),
        UniqueConstraint("user_id", "want_key"),
        Index("ix_want_card", "card_id", "user_id"),
        Index("ix_want_product", "product_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    group_id: Mapped[int | None] = mapped_column(ForeignKey("want_group.id", ondelete="SET NULL"), index=True)
    deck_id: Mapped[int | None] = mapped_column(ForeignKey("deck.id", ondelete="SET NULL"), index=True)
    """The deck it is for."""
    kind: Mapped[str] = mapped_column(String(8))
    card_id: Mapped[int | None] = mapped_column(ForeignKey("card.id", ondelete="CASCADE"))
    """Of a card and of a printing."""
    printing_id: Mapped[int | None] = mapped_column(ForeignKey("printing.id", ondelete="SET NULL"), index=True)
    """The pinned printing."""
    product_id: Mapped[int | None] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"))
    """Of a set; of a card: only printings of this set."""
    item: Mapped[str] = mapped_column(String(120), default="")
    """What is looked for if it is no card, such as "playmat"."""
    quantity: Mapped[int] = mapped_column(default=1)
    """How many more copies are looked for (of a set: of each card)."""
    languages: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Languages that will do; empty: any."""
    editions: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Editions that will do; empty: any."""
    condition: Mapped[str] = mapped_column(String(2), default="")
    """Lowest grade that will do; empty: any."""
    rarities: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Rarities that will do, by the catalogue's names; empty: any."""
    not_rarities: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Rarities that will not do."""
    artwork: Mapped[str] = mapped_column(String(40), default="")
    note: Mapped[str] = mapped_column(String(500), default="")
    urgency: Mapped[int] = mapped_column(default=2)
    """1 whenever it turns up, 2 wanted, 3 urgent."""
    visibility: Mapped[str] = mapped_column(String(8), default="members")
    """members, holders (only who has a matching copy for trade), nobody."""
    typed: Mapped[str] = mapped_column(Text, default="")
    """The line it was read from, as typed."""
    want_key: Mapped[str] = mapped_column(String(64))
    """Hash of what is wanted (not how many, note, urgency, visibility): wanting the same twice raises the quantity."""
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now)

    __mapper_args__ = {"version_id_col": version}

    card: Mapped[Card | None] = relationship()
    printing: Mapped[Printing | None] = relationship()
    product: Mapped[Product | None] = relationship()
    group: Mapped[WantGroup | None] = relationship()


class WantAct(Base):
    """One act on a want list: what was there before it, for undo; a form that is sent twice finds the first."""

    __tablename__ = "want_act"
    __table_args__ = (UniqueConstraint("user_id", "request_key"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(10))
    """add, change, more, found, delete, arrived."""
    summary: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """``before``: the wants as they were; ``number``: how many it concerned; ``movement``: of arrivals, the newest answered."""
    request_key: Mapped[str | None] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(default=now)
    undone_at: Mapped[datetime | None]


class TradeProfile(Base):
    """How somebody trades; no row: the defaults."""

    __tablename__ = "trade_profile"
    __table_args__ = (
        CheckConstraint("visibility IN ('members', 'nobody')", name="visibility"),
        CheckConstraint("most_open BETWEEN 0 AND 50", name="most_open"),
    )

    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True)
    haves_note: Mapped[str] = mapped_column(String(1000), default="")
    """Stands above the trade binder."""
    wants_note: Mapped[str] = mapped_column(String(1000), default="")
    """Stands above the want list, such as "everything is on the table"."""
    visibility: Mapped[str] = mapped_column(String(8), default="members")
    """Who sees the trade binder and the want list: members of the site, or nobody."""
    list_language: Mapped[str] = mapped_column(String(8), default="")
    """Language of copies that state none in printed lists; empty: the interface's."""
    away_until: Mapped[datetime | None]
    only_with_wanted: Mapped[bool] = mapped_column(default=False)
    """Takes only offers that give at least one card of the want list."""
    most_open: Mapped[int] = mapped_column(default=0)
    """Most open offers one person may have with this one; 0: the site's own limit."""
    updated_at: Mapped[datetime] = mapped_column(default=now)


class NothingSeen(Base):
    """One person looked through another's binder and found nothing: not asked again until one of the lists changes."""

    __tablename__ = "nothing_seen"

    viewer_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True, index=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    """Of the two lists that were compared (the owner's binder, the viewer's wants)."""
    said_at: Mapped[datetime] = mapped_column(default=now)


class SeenList(Base):
    """Copies out of one person's trade binder that another would like: the raw material of an offer."""

    __tablename__ = "seen_list"
    __table_args__ = (UniqueConstraint("viewer_id", "owner_id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    viewer_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    owner_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    raw: Mapped[str] = mapped_column(Text, default="")
    """What was pasted last, as pasted."""
    updated_at: Mapped[datetime] = mapped_column(default=now)

    lines: Mapped[list[SeenLine]] = relationship(
        back_populates="seen_list",
        order_by="SeenLine.position, SeenLine.id",
        cascade="all, delete-orphan",
        passive_deletes=True,
    )


class SeenLine(Base):
    """One wish of a seen list: the copy it points at, or those it may mean while that is open."""

    __tablename__ = "seen_line"
    __table_args__ = (CheckConstraint("quantity > 0", name="quantity"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    seen_list_id: Mapped[int] = mapped_column(ForeignKey("seen_list.id", ondelete="CASCADE"), index=True)
    position: Mapped[int] = mapped_column(default=0)
    stack_id: Mapped[int | None] = mapped_column(ForeignKey("stack.id", ondelete="SET NULL"))
    quantity: Mapped[int] = mapped_column(default=1)
    options: Mapped[list[int]] = mapped_column(JSON, default=list)
    """Stacks the line may mean while it is not settled."""
    text: Mapped[str] = mapped_column(Text, default="")
    """The line as typed; empty when it was picked on a page."""

    seen_list: Mapped[SeenList] = relationship(back_populates="lines")
