"""Background work of duels: the opponent's part, when it takes longer than a page may."""

from __future__ import annotations

import logging
import time
from typing import Any

from flask_babel import lazy_gettext as _l

from marketplace.duels import playing, saving
from marketplace.errors import Conflict, NotFound
from marketplace.jobs import JobContext, job_kind

log = logging.getLogger(__name__)

_SLICE = 2.0
"""Seconds between two saved states: a killed worker loses no more than that."""


@job_kind(playing.THINK, title=_l("The opponent plays"))
def think(context: JobContext, *, duel_id: int, user_id: int) -> dict[str, Any]:
    """Play on until the person is asked or the duel is over; done at once if somebody else already did."""
    while True:
        context.progress(0, 0)
        try:
            with context.database.read() as session:
                row = saving.get_duel(session, user_id, duel_id)
            if row.waiting != "opponent":
                return {}
            table = saving.table_of(row)
            if table.fault:
                return {}
            try:
                table.run(time.monotonic() + _SLICE)
            except Exception:
                log.exception("the rules code broke down in duel %s", duel_id)
                playing.break_down(context.database, row)
                return {}
            packed = saving.pack(table)
            with context.database.write() as session:
                if saving.save(session, row, table, packed) and table.waiting == "over":
                    saving.thin_out(session, user_id)
        except (NotFound, Conflict):
            return {}  # Deleted meanwhile, or not to be read: nothing is left to do.
