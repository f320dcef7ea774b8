"""Tables of the decks: a deck, its cards pile by pile, and the lists of limits a player brought along."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from marketplace.db import Base, now


class Deck(Base):
    """One deck of one player. Nothing here says that it is legal."""

    __tablename__ = "deck"
    __table_args__ = (
        CheckConstraint("state IN ('idea', 'built')", name="state"),
        Index("ix_deck_user", "user_id", "deleted_at", "updated_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(100))
    author: Mapped[str] = mapped_column(String(100), default="")
    """Who made it, as a file said; written back into files."""
    ruleset: Mapped[str] = mapped_column(String(20), default="advanced")
    list_kind: Mapped[str] = mapped_column(String(10), default="default")
    """default (the one that goes with the ruleset), none, shipped, own."""
    list_name: Mapped[str] = mapped_column(String(200), default="")
    """Name of the shipped list."""
    list_id: Mapped[int | None] = mapped_column(ForeignKey("deck_list.id", ondelete="SET NULL"))
    """The player's own list."""
    only_owned: Mapped[bool] = mapped_column(default=False)
    """Whether the list is combined with the collection: no more copies than the player owns."""
    state: Mapped[str] = mapped_column(String(10), default="idea")
    """idea, or built: then its copies are taken."""
    partner_id: Mapped[int | None] = mapped_column(ForeignKey("deck.id", ondelete="SET NULL"))
    """The second deck of a team."""
    copy_for_duels_of_id: Mapped[int | None] = mapped_column(ForeignKey("deck.id", ondelete="SET NULL"))
    is_duel_copy: Mapped[bool] = mapped_column(default=False)
    """A copy in which cards that can't be played in duels yet are swapped for others."""
    unread: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """What an import could not read: line, text and the sentence's id and facts."""
    version: Mapped[int] = mapped_column(default=1)
    """Grows with every act; a page that shows an older one is told so."""
    recent_keys: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Keys of the forms last received, so that one sent twice acts once."""
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now)
    deleted_at: Mapped[datetime | None]
    """Deleted decks can be brought back."""

    cards: Mapped[list[DeckEntry]] = relationship(
        back_populates="deck", order_by="DeckEntry.id", cascade="all, delete-orphan", passive_deletes=True
    )


class DeckEntry(Base):
    """Copies of one card in one pile, by the number or name it was written with."""

    __tablename__ = "deck_card"
    __table_args__ = (
        CheckConstraint("copies > 0", name="copies"),
        CheckConstraint("pile IN ('main', 'extra', 'side')", name="pile"),
        UniqueConstraint("deck_id", "pile", "written"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    deck_id: Mapped[int] = mapped_column(ForeignKey("deck.id", ondelete="CASCADE"))
    pile: Mapped[str] = mapped_column(String(5))
    written: Mapped[str] = mapped_column(String(270))
    """``#number`` or ``=name``: tells entries of a pile apart, artworks included."""
    passcode: Mapped[int | None] = mapped_column(BigInteger)
    """The number as written, unknown ones and 0 included; None for a card written by name."""
    name: Mapped[str] = mapped_column(String(250), default="")
    """The name as written; only where there is no number."""
    card_id: Mapped[int | None] = mapped_column(ForeignKey("card.id", ondelete="SET NULL"), index=True)
    """The card of the catalogue it was found to be when it was last written."""
    copies: Mapped[int]

    deck: Mapped[Deck] = relationship(back_populates="cards")


class DeckList(Base):
    """A Forbidden & Limited List a player brought along, in the site's own table format."""

    __tablename__ = "deck_list"
    __table_args__ = (UniqueConstraint("user_id", "name"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(200))
    dated: Mapped[str] = mapped_column(String(10), default="")
    """First day or month it holds, as the file says; empty when it does not."""
    file_name: Mapped[str] = mapped_column(String(200), default="")
    entries: Mapped[int] = mapped_column(default=0)
    is_whitelist: Mapped[bool] = mapped_column(default=False)
    content: Mapped[str] = mapped_column(Text)
    digest: Mapped[str] = mapped_column(String(64))
    """Of ``content``: what is read from it is kept in memory under this."""
    remarks: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """What was odd in its file: line, sentence id and facts."""
    created_at: Mapped[datetime] = mapped_column(default=now)
