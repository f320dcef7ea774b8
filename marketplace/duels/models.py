"""The tables of practice duels: one row per duel, from its first card to its result, and one per match."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, deferred, mapped_column

from marketplace.db import Base, now


class PracticeDuel(Base):
    """A duel of one person against the computer.

    ``snapshot`` is the whole table (``Table.to_json``) and is written together with ``version``, on which every change
    is conditional: of two answers to the same question one finds the version it read gone.
    """

    __tablename__ = "duel"
    __table_args__ = (
        UniqueConstraint("user_id", "request_key"),
        Index("ix_duel_user", "user_id", "status", "updated_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    request_key: Mapped[str | None] = mapped_column(String(64))
    """The form that began it: sent twice, it begins one duel."""
    ruleset: Mapped[str] = mapped_column(String(40))
    house: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """House rules as they were when the duel began: ``name``, ``base``, ``changes``; ``ruleset`` is their base."""
    match_id: Mapped[int | None] = mapped_column(ForeignKey("duel_match.id", ondelete="CASCADE"), index=True)
    match_number: Mapped[int | None]
    """Which duel of the match it is, from 1."""
    seat: Mapped[int] = mapped_column(default=0)
    """The person's seat."""
    seed: Mapped[int] = mapped_column(BigInteger)
    """Of shuffling and chance; shown to nobody before the duel is over."""
    agent: Mapped[str] = mapped_column(String(20))
    agent_seed: Mapped[int] = mapped_column(BigInteger)
    my_deck: Mapped[str] = mapped_column(String(120))
    """Name of the Deck as it was when the duel began; so is ``their_deck``."""
    their_deck: Mapped[str] = mapped_column(String(120))
    decks: Mapped[bytes] = deferred(mapped_column(LargeBinary, nullable=False))
    """Both Decks with the printed values of their cards (``deck_record``): the catalogue may change meanwhile."""
    snapshot: Mapped[bytes | None] = deferred(mapped_column(LargeBinary))
    """``Table.to_json``, compressed; None once only the transcript of a finished duel is kept."""
    transcript: Mapped[bytes | None] = deferred(mapped_column(LargeBinary))
    """Seed and answers of a finished duel whose board is not kept any more, compressed."""
    rules_version: Mapped[int]
    """Of the rules code the duel was begun with."""
    version: Mapped[int]
    status: Mapped[str] = mapped_column(String(10), default="running")
    """running; over (by the rules); closed (too long to go on)."""
    waiting: Mapped[str] = mapped_column(String(10))
    """you, opponent or over."""
    turn: Mapped[int] = mapped_column(default=0)
    result: Mapped[str] = mapped_column(String(10), default="")
    """won, lost or tie, as soon as it is over."""
    reason: Mapped[str] = mapped_column(String(80), default="")
    """Id of the rule that ended it."""
    mode: Mapped[str] = mapped_column(String(10), default="auto")
    """The response switch as it was last set here; so are ``stops``. The person's next duel begins with them."""
    stops: Mapped[str] = mapped_column(String(200), default="")
    """Phase stops, separated by spaces."""
    speed: Mapped[str] = mapped_column(String(10), default="instant")
    """How quickly the page shows what the opponent did."""
    example: Mapped[str | None] = mapped_column(String(120))
    """Id of the rulebook's example it began with; then there are no Decks, and ``my_deck`` is the title of a rule."""
    rematch_of: Mapped[int | None] = mapped_column(ForeignKey("duel.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]

    @property
    def is_running(self) -> bool:
        return self.status == "running"


class PracticeMatch(Base):
    """A match of one person against the computer: up to three duels with side decking in between.

    ``state`` is the engine's match (``Match.to_json``); every change is conditional on ``version``.
    """

    __tablename__ = "duel_match"
    __table_args__ = (
        Index("ix_duel_match_user", "user_id", "status", "updated_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id", ondelete="CASCADE"))
    ruleset: Mapped[str] = mapped_column(String(40))
    house: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """As in ``PracticeDuel``."""
    agent: Mapped[str] = mapped_column(String(20))
    my_deck: Mapped[str] = mapped_column(String(120))
    their_deck: Mapped[str] = mapped_column(String(120))
    cards: Mapped[bytes] = deferred(mapped_column(LargeBinary, nullable=False))
    """The printed values of all cards of both Decks, Side Decks included (``deck_record``)."""
    limits: Mapped[list[Any]] = mapped_column(JSON, default=list)
    """What the list the person's Deck goes by says of its cards: its name, then number, name and limit of each."""
    state: Mapped[str] = deferred(mapped_column(Text, nullable=False))
    version: Mapped[int] = mapped_column(default=1)
    status: Mapped[str] = mapped_column(String(10), default="running")
    """running or over."""
    stage: Mapped[str] = mapped_column(String(10), default="duel")
    """What it waits for: duel, siding or over."""
    won: Mapped[int] = mapped_column(default=0)
    lost: Mapped[int] = mapped_column(default=0)
    tied: Mapped[int] = mapped_column(default=0)
    result: Mapped[str] = mapped_column(String(10), default="")
    """won, lost or tie, as soon as it is over."""
    reason: Mapped[str] = mapped_column(String(80), default="")
    """Id of the rule that decided it."""
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]

    @property
    def is_running(self) -> bool:
        return self.status == "running"
