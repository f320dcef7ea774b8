"""Questions about a person's duels that change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.duels.models import PracticeDuel, PracticeMatch

PER_PAGE = 20


@dataclass(frozen=True, slots=True)
class DuelList:
    """The duels that are going on, and one page of those that are over."""

    running: Sequence[PracticeDuel]
    finished: Sequence[PracticeDuel]
    page: int
    pages: int
    won: int
    lost: int
    tied: int


def duels_of(session: Session, user_id: int, page: int) -> DuelList:
    """The person's duels, the latest first: three statements."""
    mine = select(PracticeDuel).where(PracticeDuel.user_id == user_id)
    running = session.scalars(
        mine.where(PracticeDuel.status == "running").order_by(PracticeDuel.updated_at.desc(), PracticeDuel.id.desc())
    ).all()
    tally = select(PracticeDuel.result, func.count()).where(PracticeDuel.user_id == user_id, PracticeDuel.status != "running")
    counts = {row.result: int(row[1]) for row in session.execute(tally.group_by(PracticeDuel.result))}
    pages = max(1, -(-sum(counts.values()) // PER_PAGE))
    page = min(max(page, 1), pages)
    over = mine.where(PracticeDuel.status != "running").order_by(PracticeDuel.id.desc())
    finished = session.scalars(over.offset((page - 1) * PER_PAGE).limit(PER_PAGE)).all()
    return DuelList(running, finished, page, pages, counts.get("won", 0), counts.get("lost", 0), counts.get("tie", 0))


def last_ruleset(session: Session, user_id: int) -> str | None:
    """The ruleset of the person's last duel, its base if it was begun with house rules."""
    query = select(PracticeDuel.ruleset).where(PracticeDuel.user_id == user_id)
    return session.scalar(query.order_by(PracticeDuel.id.desc()).limit(1))


def running_duel(session: Session, user_id: int) -> int | None:
    """The id of the unfinished duel the person played last; None if there is none."""
    query = select(PracticeDuel.id).where(PracticeDuel.user_id == user_id, PracticeDuel.status == "running")
    return session.scalar(query.order_by(PracticeDuel.updated_at.desc(), PracticeDuel.id.desc()).limit(1))


def matches_of(
    session: Session, user_id: int, most_finished: int = 10
) -> tuple[Sequence[PracticeMatch], Sequence[PracticeMatch]]:
    """The person's matches that go on, and the latest of those that are over: two statements."""
    mine = select(PracticeMatch).where(PracticeMatch.user_id == user_id)
    running = mine.where(PracticeMatch.status == "running").order_by(PracticeMatch.updated_at.desc(), PracticeMatch.id.desc())
    over = mine.where(PracticeMatch.status != "running").order_by(PracticeMatch.id.desc()).limit(most_finished)
    return session.scalars(running).all(), session.scalars(over).all()
