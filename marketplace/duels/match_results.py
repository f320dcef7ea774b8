"""What a duel's end means for its match; written in the same transaction as the duel."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from engine import Match, Stage
from marketplace.db import now
from marketplace.duels.models import PracticeDuel, PracticeMatch
from marketplace.duels.table import Table


def take_down(session: Session, row: PracticeDuel, table: Table) -> None:
    """Count a duel that has just ended; the match goes on to side decking, or is decided."""
    if row.match_id is None:
        return
    query = select(PracticeMatch).where(PracticeMatch.id == row.match_id).options(undefer(PracticeMatch.state))
    found = session.scalar(query.with_for_update().execution_options(populate_existing=True))
    if found is None or not found.is_running:
        return
    match = Match.from_json(found.state)
    if match.stage is not Stage.BEGINNING or len(match.duels) + 1 != row.match_number:
        return  # Counted already.
    beginning = match.beginning
    if beginning.how == "random":
        match.draw(table.toss)
    state = table.duel.state
    chooser = match.beginning.chooser
    first = state.first if state.turn else (table.seat if chooser is None else chooser)
    match.begin(first, chooser)
    match.record(table.duel.winner if table.duel.ended else None, state.reason if table.duel.ended else "")
    write(found, match, row.seat)


def write(row: PracticeMatch, match: Match, seat: int = 0) -> None:
    """Put the engine's match into its row."""
    row.state = match.to_json()
    row.version += 1
    row.updated_at = now()
    row.won, row.lost, row.tied = match.wins(seat), match.wins(1 - seat), match.ties
    row.stage = "over" if match.over else "siding" if match.stage is Stage.SIDING else "duel"
    if match.over:
        row.status, row.finished_at, row.reason = "over", now(), match.reason
        row.result = result_of(match, seat)


def result_of(match: Match, seat: int) -> str:
    """won, lost or tie."""
    if match.winner is None:
        return "tie"
    return "won" if match.winner == seat else "lost"


def facts_of(row: PracticeMatch) -> dict[str, int]:
    """The score as slots of a sentence."""
    return {"won": row.won, "lost": row.lost, "tied": row.tied}
