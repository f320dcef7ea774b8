"""Looking waiting rows of files up again, once the catalogue knows more than when the file came.

Only rows whose number now names exactly one printing (in the stated rarity and language) are taken, in one act that
one undo takes back; whatever still leaves a question goes on waiting.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, contains_eager

from marketplace.catalogue import lookup
from marketplace.catalogue.codes import folded
from marketplace.catalogue.found import Found
from marketplace.catalogue.vocabulary import choose_rarity
from marketplace.collection import places, stock
from marketplace.collection.batch_plan import folders_of
from marketplace.collection.batch_rows import Folders, copies_of_reading
from marketplace.collection.models import Batch, BatchRow, Operation
from marketplace.collection.stock import Change
from marketplace.collection.stock_act import lock_collection

MOST_AT_ONCE = 20_000


def look_again(session: Session, user_id: int) -> Operation | None:
    """Add the waiting rows of files that are settled by now; None when there is none."""
    lock_collection(session, user_id)
    rows = session.scalars(
        select(BatchRow)
        .join(BatchRow.batch)
        .where(BatchRow.user_id == user_id, BatchRow.state == "waiting", Batch.state == "applied", Batch.source == "file")
        .options(contains_eager(BatchRow.batch))
        .order_by(BatchRow.batch_id, BatchRow.number)
        .limit(MOST_AT_ONCE)
    ).all()
    settled = _settled(session, user_id, rows)
    if not settled:
        return None
    changes = _changes(session, user_id, settled)
    operation = stock.apply_batch(
        session,
        user_id,
        changes,
        kind="import",
        summary={"file_name": settled[0][0].batch.file_name, "queue_rows": [row.id for row, _found in settled]},
    )
    for row, _found in settled:
        row.reading = row.reading | {"by": operation.id}
        row.state = "done"
    session.flush()
    return operation


def _settled(session: Session, user_id: int, rows: Sequence[BatchRow]) -> list[tuple[BatchRow, Found]]:
    readable = [row for row in rows if row.quantity and not row.reading.get("bad") and _code(row)]
    known = lookup.by_codes(session, {_code(row) for row in readable}, user_id)
    settled = []
    for row in readable:
        found = _one_of(row, known.get(folded(_code(row)), []))
        if found is not None:
            settled.append((row, found))
    return settled


def _code(row: BatchRow) -> str:
    return str(row.reading.get("say", {}).get("code", ""))


def _one_of(row: BatchRow, found: list[Found]) -> Found | None:
    """The only printing the row can mean, or None."""
    said = row.reading.get("say", {})
    if said.get("language"):
        language = row.reading.get("copies", {}).get("language")
        found = [one for one in found if one.language == language] or found
    rarity = choose_rarity(said.get("rarity", ""), [one.rarity for one in found]).rarity if found else None
    fitting = [one for one in found if one.rarity == rarity]
    return fitting[0] if len(fitting) == 1 else None


def _changes(session: Session, user_id: int, settled: Sequence[tuple[BatchRow, Found]]) -> list[Change]:
    seats: dict[int, Folders] = {}
    made: dict[str, int] = {}
    changes = []
    for row, found in settled:
        if row.batch_id not in seats:
            seats[row.batch_id] = folders_of(session, row.batch)
        folders = seats[row.batch_id]
        place_id = folders.id_for(row.reading)
        if place_id is not None and place_id < 0:
            key = next(key for key, number in folders.wanted.items() if number == place_id)
            if key not in made:
                name, kind = folders.names[key]
                made[key] = places.create_place(session, user_id, name, kind if kind in places.KINDS else "other").id
            place_id = made[key]
        copies = dict(row.reading.get("copies", {}))
        if not row.reading.get("say", {}).get("language"):
            copies["language"] = found.language
        reading = {key: value for key, value in row.reading.items() if key != "reason"} | {"copies": copies, "chosen": True}
        row.reading, row.printing_id = reading, found.printing_id
        new = copies_of_reading(reading, found.printing_id, place_id, pockets=folders.choice == "folders")
        changes.append(Change(new, add=row.quantity, row=row.number))
    return changes
