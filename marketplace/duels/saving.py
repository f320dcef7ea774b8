"""Practice duels in the database: read a table, write it back if nobody else did, keep what is worth keeping.

Nobody holds a lock while the opponent thinks: a duel is read, played on in memory, and written in one short
transaction that is conditional on the version it was read with.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import select, update
from sqlalchemy.orm import Session, undefer
from sqlalchemy.orm.attributes import set_committed_value

from engine import UnreadableDuel
from marketplace.db import now
from marketplace.duels import match_results
from marketplace.duels.at_hand import TablesAtHand
from marketplace.duels.models import PracticeDuel
from marketplace.duels.sides import is_with
from marketplace.duels.table import Table
from marketplace.errors import Conflict, NotFound, Refused, Words

BOARDS_KEPT = 100
"""Finished duels of a person whose last board is kept; of older ones the transcript stays."""


class CannotBeRead(Conflict):
    """The saved duel cannot be taken up by this version of the site; the message says why."""

    def __init__(self, row: PracticeDuel, message: Words, rule: str) -> None:
        super().__init__(message, rule=rule)
        self.row = row


def get_duel(session: Session, user_id: int, duel_id: int) -> PracticeDuel:
    """The duel with its snapshot; NotFound for anybody else's."""
    query = select(PracticeDuel).where(PracticeDuel.id == duel_id, PracticeDuel.user_id == user_id)
    row = session.scalar(query.options(undefer(PracticeDuel.snapshot)))
    if row is None:
        raise NotFound(_("That duel is not one of yours."))
    return row


def pack(table: Table) -> bytes:
    """A table as it is stored: 8 to 20 kB, and at most about 1 MB (``table.MOST_ANSWERS``)."""
    return zlib.compress(table.to_json().encode(), 4)


_at_hand = TablesAtHand()


def table_of(row: PracticeDuel) -> Table:
    """The table of a row, for the caller alone. Raises ``CannotBeRead``, in words."""
    if row.snapshot is None:
        words = _("Of this duel only the course is kept, not its last board.")
        raise CannotBeRead(row, words, "duels.thinned")
    found = _at_hand.take(row.snapshot)
    if found is not None:
        return found
    try:
        return Table.from_json(zlib.decompress(row.snapshot).decode())
    except (UnreadableDuel, zlib.error, UnicodeDecodeError) as fault:
        words = _("This duel was saved by another version of the site, and its board cannot be read any more.")
        raise CannotBeRead(row, words, "duels.unreadable") from fault


def put_back(row: PracticeDuel, table: Table) -> None:
    """Lay the table of a row ready for the next request; the caller is done with it and has left it as the row says."""
    if row.snapshot is not None:
        _at_hand.put(row.snapshot, table)


def is_readable(row: PracticeDuel) -> bool:
    """Whether the table of a row can be taken up."""
    try:
        table_of(row)
    except CannotBeRead:
        return False
    return True


def state_of(table: Table) -> dict[str, Any]:
    """The columns that tell how a table stands; lists are made from them without reading a snapshot."""
    duel = table.duel
    found: dict[str, Any] = {
        "version": table.version,
        "waiting": table.waiting,
        "turn": duel.state.turn,
        "mode": table.mode.value,
        "stops": " ".join(sorted(table.stops)),
        "updated_at": now(),
    }
    if duel.ended:
        result = "tie" if duel.winner is None else "won" if is_with(duel.winner, table.seat) else "lost"
        found |= {"status": "over", "result": result, "reason": duel.state.reason, "finished_at": now()}
    elif table.too_long:
        found |= {"status": "closed", "waiting": "over", "result": "tie", "finished_at": now()}
    return found


def save(session: Session, row: PracticeDuel, table: Table, packed: bytes) -> bool:
    """Write the table in place of the one ``row`` was read with; False if it has been changed meanwhile."""
    values: dict[str, Any] = {**state_of(table), "snapshot": packed}
    query = update(PracticeDuel).where(
        PracticeDuel.id == row.id, PracticeDuel.version == row.version, PracticeDuel.status == "running"
    )
    result = session.execute(query.values(**values).execution_options(synchronize_session=False))
    if not result.rowcount:  # type: ignore[attr-defined]
        return False
    if values.get("status", "running") != "running":
        match_results.take_down(session, row, table)
    for name, value in values.items():
        set_committed_value(row, name, value)  # The row in hand is what the database holds now.
    return True


def thin_out(session: Session, user_id: int) -> None:
    """Keep the last board of the newest finished duels only; of the others the transcript stays."""
    query = select(PracticeDuel).where(PracticeDuel.user_id == user_id, PracticeDuel.status != "running")
    query = query.where(PracticeDuel.snapshot.is_not(None)).order_by(PracticeDuel.id.desc()).offset(BOARDS_KEPT).limit(20)
    for row in session.scalars(query.options(undefer(PracticeDuel.snapshot))):
        try:
            transcript = table_of(row).transcript.to_json()
        except CannotBeRead:
            continue  # What cannot be read cannot be made smaller either.
        row.transcript = zlib.compress(json.dumps(transcript, separators=(",", ":")).encode())
        row.snapshot = None
    session.flush()


def version_of(session: Session, user_id: int, duel_id: int) -> int:
    """The version of a duel, without reading its board; NotFound for anybody else's."""
    version = session.scalar(select(PracticeDuel.version).where(PracticeDuel.id == duel_id, PracticeDuel.user_id == user_id))
    if version is None:
        raise NotFound(_("That duel is not one of yours."))
    return version


def set_speed(session: Session, user_id: int, duel_id: int, speed: str) -> None:
    """Set how quickly the page shows what the opponent did."""
    get_duel(session, user_id, duel_id).speed = speed
    session.flush()


def delete(session: Session, user_id: int, duel_id: int) -> None:
    """Delete a duel for good; NotFound for anybody else's, Refused for one of a match, which is deleted whole."""
    row = get_duel(session, user_id, duel_id)
    if row.match_id is not None:
        raise Refused(_("This duel belongs to a match: delete the match with all its duels."), rule="duels.match.whole")
    session.delete(row)
    session.flush()
