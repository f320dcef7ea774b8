"""Tables of the catalogue.

A card is identified by ``page_id`` (the wiki page of the source: present and unique for every card); passcode
and Konami id are attributes. A printing is product + number + language + rarity + artwork: a set number is no
key (one number: up to seven rarities, sometimes two products or two cards).
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from marketplace.db import Base, now


class Card(Base):
    """One card of the game, whatever its printings."""

    __tablename__ = "card"
    __table_args__ = {"sqlite_autoincrement": True}

    id: Mapped[int] = mapped_column(primary_key=True)
    page_id: Mapped[int | None] = mapped_column(unique=True)
    passcode: Mapped[int | None] = mapped_column(index=True)
    konami_id: Mapped[int | None] = mapped_column(index=True)
    placeholder_passcode: Mapped[int | None] = mapped_column(BigInteger, index=True)
    """A number simulators use while the card has none printed; may equal another card's passcode."""
    name: Mapped[str] = mapped_column(String(200), index=True)
    """English name; for a card the catalogue does not know, the name its collector typed."""
    kind: Mapped[str] = mapped_column(String(12))
    """monster, spell, trap, or unknown (added by a collector)."""
    frame: Mapped[str] = mapped_column(String(12))
    pendulum: Mapped[bool] = mapped_column(default=False)
    attribute: Mapped[str | None] = mapped_column(String(12))
    type: Mapped[str | None] = mapped_column(String(20))
    """Monster Type, such as dragon."""
    abilities: Mapped[str] = mapped_column(String(60), default="")
    """Words such as effect, tuner, flip: separated and enclosed by spaces (`` effect tuner ``), so LIKE finds whole words."""
    icon: Mapped[str | None] = mapped_column(String(12))
    """Spell & Trap icon, such as quick_play."""
    level: Mapped[int | None]
    rank: Mapped[int | None]
    link: Mapped[int | None]
    scale: Mapped[int | None]
    arrows: Mapped[str] = mapped_column(String(100), default="")
    atk: Mapped[int | None]
    """-1 stands for a printed "?"."""
    defense: Mapped[int | None]
    fingerprint: Mapped[str] = mapped_column(String(64), default="")
    """Hash of the facts as last imported: equal means unchanged."""
    added_by_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    """The collector who typed a card the catalogue does not know; None for the catalogue's own."""
    source: Mapped[str] = mapped_column(String(20), default="")
    updated_at: Mapped[datetime] = mapped_column(default=now)

    names: Mapped[list[CardName]] = relationship(back_populates="card", cascade="all, delete-orphan", passive_deletes=True)
    printings: Mapped[list[Printing]] = relationship(back_populates="card", passive_deletes=True)


class CardName(Base):
    """A card's name in one language; ``folded`` is what search compares (see ``catalogue/folding.py``)."""

    __tablename__ = "card_name"
    __table_args__ = (UniqueConstraint("card_id", "language"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id", ondelete="CASCADE"))
    language: Mapped[str] = mapped_column(String(5))
    name: Mapped[str] = mapped_column(String(250))
    folded: Mapped[str] = mapped_column(String(250), index=True)
    official: Mapped[bool] = mapped_column(default=True)

    card: Mapped[Card] = relationship(back_populates="names")


class CardText(Base):
    """A card's text in one language: only what the site's people imported, never shipped."""

    __tablename__ = "card_text"
    __table_args__ = (UniqueConstraint("card_id", "language"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id", ondelete="CASCADE"))
    language: Mapped[str] = mapped_column(String(5))
    text: Mapped[str] = mapped_column(Text)
    pendulum_text: Mapped[str] = mapped_column(Text, default="")


class CardAlias(Base):
    """Another passcode of a card: an alternate artwork, or a second printed passcode."""

    __tablename__ = "card_alias"

    passcode: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id", ondelete="CASCADE"), index=True)
    assumed: Mapped[bool] = mapped_column(default=False)
    """True when only its nearness to a known passcode speaks for it."""


class Product(Base):
    """A set, deck, tin or promotion that holds printings. English name as the source has it."""

    __tablename__ = "product"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200), unique=True)
    slug: Mapped[str] = mapped_column(String(200), unique=True)
    folded: Mapped[str] = mapped_column(String(200), index=True)
    prefixes: Mapped[str] = mapped_column(String(400), default="")
    """Set-number prefixes its printings carry, most frequent first, enclosed by spaces (`` LOB LDD ``)."""
    released_on: Mapped[date | None]
    printing_count: Mapped[int] = mapped_column(default=0)


class Printing(Base):
    """One printing: product, set number, language, rarity and artwork of a card."""

    __tablename__ = "printing"
    __table_args__ = (
        # Two partial indexes, because NULLs are distinct in a unique constraint.
        Index(
            "uq_printing_catalogue",
            "card_id",
            "product_id",
            "code",
            "language",
            "rarity",
            "artwork",
            unique=True,
            sqlite_where=text("added_by_id IS NULL"),
            postgresql_where=text("added_by_id IS NULL"),
        ),
        Index(
            "uq_printing_custom",
            "added_by_id",
            "card_id",
            "product_id",
            "code",
            "language",
            "rarity",
            "artwork",
            unique=True,
            sqlite_where=text("added_by_id IS NOT NULL"),
            postgresql_where=text("added_by_id IS NOT NULL"),
        ),
        Index("ix_printing_product_order", "product_id", "language", "sort_key"),
        Index("ix_printing_card", "card_id", "language"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id", ondelete="CASCADE"))
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"))
    code: Mapped[str] = mapped_column(String(40))
    """Set number exactly as printed; empty when the product prints none."""
    code_folded: Mapped[str] = mapped_column(String(40), index=True)
    """``catalogue.codes.folded(code)``: what people type, without dash, case and spaces."""
    sort_key: Mapped[str] = mapped_column(String(60))
    """Number order within a product (``catalogue.codes.sort_key``)."""
    language: Mapped[str] = mapped_column(String(8))
    rarity: Mapped[str] = mapped_column(String(60), default="")
    """The catalogue's English rarity name; empty when the source states none."""
    artwork: Mapped[str] = mapped_column(String(40), default="")
    added_by_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    """The collector who entered a printing "not in catalogue"; seen by that collector only. None: the catalogue's."""
    retired: Mapped[bool] = mapped_column(default=False)
    """No longer in the source; kept because copies point to it."""
    sources: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """Bits of the sources that list it (``catalogue.importing.sources``); 0 for what a collector entered."""

    card: Mapped[Card] = relationship(back_populates="printings")
    product: Mapped[Product] = relationship()


class CardSource(Base):
    """What one source last said about a card, as hashes: an import skips what has not changed."""

    __tablename__ = "card_source"

    card_id: Mapped[int] = mapped_column(ForeignKey("card.id", ondelete="CASCADE"), primary_key=True)
    source: Mapped[str] = mapped_column(String(20), primary_key=True)
    """Format of the file, such as yaml_yugi."""
    facts: Mapped[str] = mapped_column(String(40))
    """Hash of everything but the printings."""
    printings: Mapped[str] = mapped_column(String(40))
    """Hash of the printings; empty while some of them wait for the owner's decision."""


class CatalogueImport(Base):
    """One import or update of card data, with its report."""

    __tablename__ = "catalogue_import"

    id: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(String(300))
    format: Mapped[str] = mapped_column(String(30), default="")
    sha256: Mapped[str] = mapped_column(String(64), default="")
    started_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]
    state: Mapped[str] = mapped_column(String(12), default="running")
    report: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """cards, printings, new, changed, unchanged, colliding, problems: numbers and lists of sentences."""
