"""Tables of the collection.

A stack is a number of equal copies: same printing, language, edition, condition, marks and place. Equal stacks
cannot exist twice: ``merge_key`` is unique per collector. A stack whose copies are all gone stays with
quantity 0, so that its journal, its photos and every undo keep their anchor; lists leave it out.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, Numeric, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from marketplace.catalogue.models import Printing
from marketplace.db import Base, now


class Place(Base):
    """A binder, box or deck box of one collector."""

    __tablename__ = "place"
    __table_args__ = (UniqueConstraint("user_id", "name_folded"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(12))
    """binder (pages and slots), box, deck_box, shelf, other."""
    name: Mapped[str] = mapped_column(String(60))
    name_folded: Mapped[str] = mapped_column(String(60))
    pages: Mapped[int | None]
    slots_per_page: Mapped[int | None]
    """Pockets of a binder page, such as 9."""
    note: Mapped[str] = mapped_column(Text, default="")
    position: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Stack(Base):
    """Equal copies of one printing at one place."""

    __tablename__ = "stack"
    __table_args__ = (
        UniqueConstraint("user_id", "merge_key"),
        CheckConstraint("quantity >= 0", name="quantity"),
        CheckConstraint("for_trade >= 0 AND lent >= 0 AND for_trade + lent <= quantity", name="parts"),
        CheckConstraint("promised >= 0 AND for_trade + lent + promised <= quantity", name="promised"),
        Index(
            "ix_stack_owned", "user_id", "printing_id", sqlite_where=text("quantity > 0"), postgresql_where=text("quantity > 0")
        ),
        Index("ix_stack_place", "place_id", "page", "slot"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    printing_id: Mapped[int] = mapped_column(ForeignKey("printing.id"), index=True)
    language: Mapped[str] = mapped_column(String(8))
    """Language of the copies: normally the printing's, but a file may say otherwise and is believed."""
    edition: Mapped[str] = mapped_column(String(10), default="")
    """"" (not stated), 1st, limited, unlimited."""
    condition: Mapped[str] = mapped_column(String(2), default="")
    """"" (not stated) or MT NM EX GD LP PL PO."""
    condition_words: Mapped[str] = mapped_column(String(120), default="")
    """The collector's or the source's own words, kept as typed."""
    artwork: Mapped[str] = mapped_column(String(40), default="")
    """Label of another artwork where the catalogue cannot tell them apart."""
    signed: Mapped[bool] = mapped_column(default=False)
    altered: Mapped[bool] = mapped_column(default=False)
    proxy: Mapped[bool] = mapped_column(default=False)
    """A stand-in: never for trade."""
    misprint: Mapped[str] = mapped_column(String(200), default="")
    """Description of a printing error; empty: none."""
    grading: Mapped[str] = mapped_column(String(80), default="")
    """Company, grade and certificate number of a slab, such as ``PSA 9 12345678``."""
    storage: Mapped[str] = mapped_column(String(80), default="")
    """How it is kept, such as double sleeved: no part of the condition."""
    note: Mapped[str] = mapped_column(Text, default="")
    price_paid: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    acquired_on: Mapped[date | None]
    place_id: Mapped[int | None] = mapped_column(ForeignKey("place.id", ondelete="SET NULL"))
    page: Mapped[int | None]
    slot: Mapped[int | None]

    quantity: Mapped[int]
    for_trade: Mapped[int] = mapped_column(default=0)
    lent: Mapped[int] = mapped_column(default=0)
    promised: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """Copies locked for somebody by an agreed trade: the sum of the stack's open promises."""
    merge_key: Mapped[str] = mapped_column(String(64))
    """Hash of everything above that tells copies apart; computed by ``stock.merge_key``."""
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now, index=True)

    __mapper_args__ = {"version_id_col": version}

    printing: Mapped[Printing] = relationship()
    place: Mapped[Place | None] = relationship()
    photos: Mapped[list[Photo]] = relationship(back_populates="stack", order_by="Photo.position")


class Operation(Base):
    """One act of a collector (an addition, an edit, an import...), the unit of undo."""

    __tablename__ = "operation"
    __table_args__ = (
        UniqueConstraint("user_id", "request_key"),
        Index("ix_operation_recent", "user_id", "created_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(20))
    """add, edit, move, split, bulk, remove, import, paste, lend, return, undo."""
    summary: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """Facts for a sentence in the reader's language: copies, stacks, names."""
    request_key: Mapped[str | None] = mapped_column(String(64))
    """Sent by the form; the same form sent twice finds the first operation and does nothing."""
    created_at: Mapped[datetime] = mapped_column(default=now)
    undone_at: Mapped[datetime | None]

    changes: Mapped[list[StackChange]] = relationship(back_populates="operation", order_by="StackChange.id")


class StackChange(Base):
    """What one operation did to one stack: its state before and after, for undo and for the journal."""

    __tablename__ = "stack_change"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    operation_id: Mapped[int] = mapped_column(ForeignKey("operation.id", ondelete="CASCADE"), index=True)
    stack_id: Mapped[int] = mapped_column(ForeignKey("stack.id", ondelete="CASCADE"), index=True)
    before: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """None: the stack was made by this operation."""
    after: Mapped[dict[str, Any]] = mapped_column(JSON)

    operation: Mapped[Operation] = relationship(back_populates="changes")


class Movement(Base):
    """A line of a stack's journal: how many copies came, went or moved, when, where and to whom."""

    __tablename__ = "movement"
    __table_args__ = (Index("ix_movement_stack", "stack_id", "id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    stack_id: Mapped[int] = mapped_column(ForeignKey("stack.id", ondelete="CASCADE"))
    operation_id: Mapped[int] = mapped_column(ForeignKey("operation.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(12))
    """added, imported, moved, changed, split, merged, sold, given, lost, removed, lent, returned, traded, undone."""
    quantity: Mapped[int]
    """Copies concerned, positive; the kind says in which direction."""
    from_place_id: Mapped[int | None] = mapped_column(ForeignKey("place.id", ondelete="SET NULL"))
    to_place_id: Mapped[int | None] = mapped_column(ForeignKey("place.id", ondelete="SET NULL"))
    counterpart: Mapped[str] = mapped_column(String(80), default="")
    """Who bought, got or borrowed them."""
    price: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    note: Mapped[str] = mapped_column(String(300), default="")
    details: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """For a change: field -> [before, after]."""
    at: Mapped[datetime] = mapped_column(default=now)


class Loan(Base):
    """Copies lent to somebody and not (all) back yet. ``Stack.lent`` is the sum of its open loans."""

    __tablename__ = "loan"
    __table_args__ = (CheckConstraint("quantity > 0", name="quantity"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    stack_id: Mapped[int] = mapped_column(ForeignKey("stack.id", ondelete="CASCADE"), index=True)
    quantity: Mapped[int]
    borrower: Mapped[str] = mapped_column(String(80))
    note: Mapped[str] = mapped_column(String(300), default="")
    lent_at: Mapped[datetime] = mapped_column(default=now)
    returned_at: Mapped[datetime | None]


class Promise(Base):
    """Copies an agreed trade has locked for somebody. ``Stack.promised`` is the sum of the stack's promises.

    A row exists exactly as long as the copies are locked: it goes when they are released or handed over.
    """

    __tablename__ = "promise"
    __table_args__ = (
        CheckConstraint("quantity > 0", name="quantity"),
        UniqueConstraint("holder", "holder_id", "line_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    """Whose copies they are."""
    stack_id: Mapped[int] = mapped_column(ForeignKey("stack.id", ondelete="CASCADE"), index=True)
    quantity: Mapped[int]
    from_trade: Mapped[int] = mapped_column(default=0)
    """How many of them were marked for trade before, and are so again when the promise is released."""
    holder: Mapped[str] = mapped_column(String(12), default="trade")
    """Which feature holds them."""
    holder_id: Mapped[int]
    """Its id there, of the trade."""
    line_id: Mapped[int]
    """The line of the agreement they are promised by."""
    to_name: Mapped[str] = mapped_column(String(80), default="")
    """For whom, in words."""
    made_at: Mapped[datetime] = mapped_column(default=now)


class Photo(Base):
    """A photo of a stack's copies; the files lie under the instance folder, named by content."""

    __tablename__ = "photo"
    __table_args__ = (UniqueConstraint("stack_id", "digest"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), index=True)
    stack_id: Mapped[int] = mapped_column(ForeignKey("stack.id", ondelete="CASCADE"), index=True)
    digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of the re-encoded picture: its file name."""
    width: Mapped[int]
    height: Mapped[int]
    size: Mapped[int]
    """Bytes of the re-encoded picture."""
    caption: Mapped[str] = mapped_column(String(120), default="")
    position: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=now)
    deleted_at: Mapped[datetime | None]
    """Deleted photos can be brought back until they are swept."""

    stack: Mapped[Stack] = relationship(back_populates="photos")


class EntryDefaults(Base):
    """What a collector's new copies are unless said otherwise: sticky on every entry form."""

    __tablename__ = "entry_defaults"

    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True)
    language: Mapped[str] = mapped_column(String(8), default="")
    edition: Mapped[str] = mapped_column(String(10), default="")
    condition: Mapped[str] = mapped_column(String(2), default="")
    place_id: Mapped[int | None] = mapped_column(ForeignKey("place.id", ondelete="SET NULL"))


class Batch(Base):
    """A pasted list or an uploaded file on its way into the collection: shown first, written on request."""

    __tablename__ = "batch"
    __table_args__ = (Index("ix_batch_user", "user_id", "created_at"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    source: Mapped[str] = mapped_column(String(10))
    """paste or file."""
    file_name: Mapped[str] = mapped_column(String(200), default="")
    sha256: Mapped[str] = mapped_column(String(64), default="", index=True)
    format: Mapped[str] = mapped_column(String(20), default="")
    mode: Mapped[str] = mapped_column(String(10), default="add")
    """add, set or subtract."""
    state: Mapped[str] = mapped_column(String(12), default="preview")
    """reading, preview, applied, undone, discarded, failed."""
    options: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """List language, place, column mapping: whatever the preview was computed with."""
    counts: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    raw: Mapped[str] = mapped_column(Text, default="")
    """The text as pasted or read; kept so that nothing typed is ever lost."""
    operation_id: Mapped[int | None] = mapped_column(ForeignKey("operation.id", ondelete="SET NULL"))
    job_id: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
    applied_at: Mapped[datetime | None]

    rows: Mapped[list[BatchRow]] = relationship(back_populates="batch", order_by="BatchRow.number", passive_deletes=True)


class BatchRow(Base):
    """One line or row of a batch, what it was read as, and what became of it."""

    __tablename__ = "batch_row"
    __table_args__ = (
        UniqueConstraint("batch_id", "number", "part"),
        Index("ix_batch_row_waiting", "user_id", "state"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    batch_id: Mapped[int] = mapped_column(ForeignKey("batch.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    number: Mapped[int]
    """Line or row number in the source, from 1."""
    part: Mapped[int] = mapped_column(default=0)
    """0, or the n-th copy an "also" remark on the line names."""
    text: Mapped[str] = mapped_column(Text, default="")
    """The line as typed, or the row's cells joined as they stood."""
    reading: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """What was understood: the values, how each was found, candidates still open, reasons."""
    state: Mapped[str] = mapped_column(String(12), default="new")
    """new, changed, unchanged, guessed, refused, open (a question is left), ignored, waiting (in the queue), done."""
    printing_id: Mapped[int | None] = mapped_column(ForeignKey("printing.id", ondelete="SET NULL"))
    quantity: Mapped[int] = mapped_column(default=1)
    stack_id: Mapped[int | None] = mapped_column(ForeignKey("stack.id", ondelete="SET NULL"))

    batch: Mapped[Batch] = relationship(back_populates="rows")
