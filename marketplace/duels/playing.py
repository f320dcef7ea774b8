"""One act at the table: read the duel, do it, let the opponent answer, write it back."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from flask_babel import gettext as _

from engine import ReplayDiffers
from marketplace.db import Database
from marketplace.duels import saving
from marketplace.duels.deck_record import unpack_decks
from marketplace.duels.models import PracticeDuel
from marketplace.duels.table import CannotUndo, NotAnOption, Table
from marketplace.duels.windows import STOPS, ResponseMode
from marketplace.errors import Conflict
from marketplace.jobs import enqueue

log = logging.getLogger(__name__)

PATIENCE = 0.4
"""Seconds a request lets the opponent play before it hands the rest to the background."""
THINK = "duels.think"
"""The kind of background work that plays the opponent's part on."""

Change = Callable[[Table], None]


@dataclass(frozen=True, slots=True)
class Played:
    """A duel after an act."""

    row: PracticeDuel
    table: Table


def stale() -> Conflict:
    """The refusal of an act that was meant for an earlier state of the duel."""
    return Conflict(
        _("The duel has moved on since this page was shown; nothing was done. This is how it stands now."), rule="duels.stale"
    )


def act(database: Database, user_id: int, duel_id: int, version: int | None, change: Change) -> Played:
    """Do something at the table and play on until the person is asked again, for ``PATIENCE`` seconds at most.

    ``version`` is the state the person saw; None does it whatever the state. Raises ``Conflict`` if that is not the
    state any more, NotFound for somebody else's duel, and what ``change`` raises. Nothing is written then.
    """
    with database.read() as session:
        row = saving.get_duel(session, user_id, duel_id)
    if version is not None and row.version != version:
        raise stale()
    table = saving.table_of(row)
    before = table.version
    try:
        change(table)
        table.run(time.monotonic() + PATIENCE)
    except (Conflict, NotAnOption, CannotUndo, ReplayDiffers):
        raise
    except Exception as fault:
        log.exception("the rules code broke down in duel %s", duel_id)
        if row.waiting == "opponent":
            return break_down(database, row)
        raise broke_down() from fault
    if table.version == before:
        return Played(row, table)
    keep(database, row, table)
    return Played(row, table)


def broke_down() -> Conflict:
    """What is said when the rules code fails over what the person has just done."""
    return Conflict(
        _(
            "Something went wrong in this duel when that was carried out, and it was put down for whoever runs the site."
            " Your answers up to here are kept: choose something else, go back one step, or surrender."
        ),
        rule="duels.broken",
    )


def break_down(database: Database, row: PracticeDuel) -> Played:
    """Mark the duel as it was saved last: playing the opponent's part on from there fails. Raises ``Conflict``."""
    table = saving.table_of(row)
    if not table.fault:
        table.break_down()
        keep(database, row, table)
    return Played(row, table)


def keep(database: Database, row: PracticeDuel, table: Table) -> None:
    """Write a table back, and hand the opponent's turn to the background if it goes on. Raises ``Conflict``."""
    packed = saving.pack(table)
    with database.write() as session:
        if not saving.save(session, row, table, packed):
            raise stale()
        if table.waiting == "opponent" and not table.fault:
            enqueue(session, THINK, {"duel_id": row.id, "user_id": row.user_id}, row.user_id)
        elif table.waiting == "over":
            saving.thin_out(session, row.user_id)


def take_back(database: Database, user_id: int, duel_id: int, version: int) -> Played:
    """Take back the person's last action. Raises what ``act`` and ``Table.undo`` raise."""
    with database.read() as session:
        row = saving.get_duel(session, user_id, duel_id)
        decks = unpack_decks(row.decks) if row.version == version else []
    return act(database, user_id, duel_id, version, lambda table: table.undo(table.duel.state.rules, decks))


def set_up(
    database: Database,
    user_id: int,
    duel_id: int,
    *,
    mode: ResponseMode | None = None,
    stops: frozenset[str] | None = None,
    toggle: str | None = None,
    speed: str | None = None,
) -> Played:
    """Change settings; what is None stays. ``toggle`` sets or takes away one phase stop."""

    def change(table: Table) -> None:
        chosen = table.stops if stops is None else stops
        if toggle in STOPS:
            chosen = chosen ^ {toggle}
        table.set_windows(table.mode if mode is None else mode, chosen)

    if speed is not None:
        with database.write() as session:
            saving.set_speed(session, user_id, duel_id, speed)
    return act(database, user_id, duel_id, None, change)
