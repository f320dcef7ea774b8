"""The collector's answers to the questions of a pasted list: for one line, for many, and what is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import lookup
from marketplace.catalogue.found import Found, visible
from marketplace.catalogue.models import Printing
from marketplace.catalogue.vocabulary import LANGUAGES, canonical, rank
from marketplace.collection.models import Batch, BatchRow, Place
from marketplace.collection.pasting import in_preview, locked, resettle
from marketplace.collection.pasting_rows import ANSWERS, MOST_COPIES, values_of
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.errors import NotFound, Refused

SCOPES = ("all", "open", "heading", "seen", "you", "want")
"""Which lines an answer for many concerns."""


def check_answers(session: Session, user_id: int, answers: Mapping[str, Any]) -> dict[str, Any]:
    """The answers for one line, each of a known kind. Raises Refused naming the field."""
    checked = {name: value for name, value in answers.items() if name in ANSWERS}
    if "quantity" in checked:
        number = checked["quantity"]
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_COPIES:
            raise Refused(_("A number of copies from 1 to 9,999."), rule="paste.quantity", field="quantity")
    for name, allowed in (("edition", EDITIONS), ("condition", ("", *CONDITIONS)), ("language", ("", *LANGUAGES))):
        if name in checked and checked[name] not in allowed:
            raise Refused(_("Choose one of the offered values."), rule="paste.option", field=name)
    if checked.get("place_id"):
        owner = session.scalar(select(Place.user_id).where(Place.id == checked["place_id"]))
        if owner != user_id:
            raise Refused(_("Choose one of your places."), rule="paste.option", field="place_id")
    if checked.get("printing_id"):
        known = select(Printing.id).where(Printing.id == checked["printing_id"], visible(user_id))
        if session.scalar(known) is None:
            raise Refused(_("Choose one of the offered printings."), rule="paste.printing", field="printing_id")
    return checked


def answer(session: Session, user_id: int, batch_id: int, answers: Mapping[int, Mapping[str, Any]]) -> Batch:
    """Take over answers for lines of a list in preview: row id to its answers. A blank printing takes a choice back."""
    batch = locked(session, user_id, batch_id)
    in_preview(batch)
    query = select(BatchRow).where(BatchRow.batch_id == batch.id, BatchRow.id.in_(list(answers)))
    rows = session.scalars(query.order_by(BatchRow.id)).all()
    if len(rows) != len(answers):
        raise NotFound(_("That line is not on this list any more."))
    for row in rows:
        put_answers(row, check_answers(session, user_id, answers[row.id]))
    resettle(session, batch, rows)
    return batch


def put_answers(row: BatchRow, answers: Mapping[str, Any]) -> None:
    """Lay answers over what a line was read as."""
    together = {**row.reading.get("answers", {}), **answers}
    if not together.get("printing_id"):
        together.pop("printing_id", None)
    row.reading = {**row.reading, "answers": together}


def changed(row: BatchRow, batch: Batch, found: Mapping[int, Found], typed: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the ``typed`` values that say something else than the line does already."""
    values = values_of(row.reading, batch.options, found)
    now = {name: getattr(values, name) for name in ANSWERS if name != "skip"} | {"skip": row.state == "ignored"}
    return {name: value for name, value in typed.items() if name in now and (value or None) != (now[name] or None)}


def answer_many(
    session: Session,
    user_id: int,
    batch_id: int,
    answers: Mapping[str, Any],
    *,
    scope: str = "all",
    heading: str = "",
    rarity: str = "",
) -> int:
    """The same answer for many lines of a list; returns how many changed.

    ``rarity`` takes that rarity wherever it is one of the rarities in question and leaves one printing.
    """
    batch = locked(session, user_id, batch_id)
    in_preview(batch)
    if scope not in SCOPES:
        raise Refused(_("Choose one of the offered values."), rule="paste.option", field="scope")
    checked = check_answers(session, user_id, answers)
    query = select(BatchRow).where(BatchRow.batch_id == batch.id).order_by(BatchRow.number, BatchRow.part)
    rows = [row for row in session.scalars(query) if _concerned(row, scope, heading, bool(checked.get("skip") is False))]
    found = lookup.by_ids(session, {number for row in rows for number in row.reading.get("printings", ())}) if rarity else {}
    touched = []
    for row in rows:
        mine = dict(checked)
        if rarity:
            fitting = _of_rarity(row, found, rarity)
            if fitting is None:
                continue
            mine["printing_id"] = fitting
        if mine:
            put_answers(row, mine)
            touched.append(row)
    resettle(session, batch, touched)
    return len(touched)


def _concerned(row: BatchRow, scope: str, heading: str, taking_in: bool) -> bool:
    reading = row.reading
    if reading.get("kind") != "card" or (row.state == "ignored" and not taking_in):
        return False
    if scope == "open":
        return row.state == "open"
    if scope == "heading":
        return bool(reading.get("heading") == heading)
    if scope in ("seen", "want"):
        return bool(reading.get("purpose") == scope)
    if scope == "you":
        return bool(reading.get("side") == "you")
    return True


def _of_rarity(row: BatchRow, found: Mapping[int, Found], rarity: str) -> int | None:
    """The one printing of this rarity among those an open line leaves; None when there is none or several."""
    if row.state != "open" or not row.reading.get("card"):
        return None
    fitting = [
        number for number in row.reading.get("printings", ()) if number in found and canonical(found[number].rarity) == rarity
    ]
    return fitting[0] if len(fitting) == 1 else None


def open_rarities(session: Session, batch: Batch) -> list[tuple[str, int]]:
    """The rarities that would settle open lines, from common to rare, each with how many lines."""
    query = select(BatchRow).where(BatchRow.batch_id == batch.id, BatchRow.state == "open")
    rows = session.scalars(query).all()
    found = lookup.by_ids(session, {number for row in rows for number in row.reading.get("printings", ())})
    counts: Counter[str] = Counter()
    for row in rows:
        for name in row.reading.get("rarities", ()):
            if _of_rarity(row, found, name) is not None:
                counts[name] += 1
    return sorted(counts.items(), key=lambda item: (rank(item[0]), item[0]))


def headings_of(session: Session, batch: Batch) -> list[tuple[str, int]]:
    """The headings card lines stand under, in order, each with how many lines."""
    query = select(BatchRow.reading).where(BatchRow.batch_id == batch.id).order_by(BatchRow.number, BatchRow.part)
    counts: dict[str, int] = {}
    for reading in session.scalars(query):
        if reading.get("kind") == "card" and reading.get("heading"):
            counts[reading["heading"]] = counts.get(reading["heading"], 0) + 1
    return list(counts.items())


def not_ones_own(session: Session, batch: Batch) -> dict[str, int]:
    """How many lines that will be written may belong to somebody else: wishes out of another's list, the other side."""
    query = select(BatchRow.reading, BatchRow.state).where(BatchRow.batch_id == batch.id)
    counts = {"seen": 0, "you": 0, "want": 0}
    for reading, state in session.execute(query):
        if reading.get("kind") != "card":
            continue
        if reading.get("purpose") == "want" and state == "ignored":
            counts["want"] += 1
        elif state in ("new", "open"):
            counts["seen"] += reading.get("purpose") == "seen"
            counts["you"] += reading.get("side") == "you"
    return counts


def unsure_grades(rows: Iterable[BatchRow]) -> bool:
    """Whether LP, PL or Played stand on the list, which mean one thing in Europe and another in America."""
    return any(reason.get("id") == "grade_unsure" for row in rows for reason in row.reading.get("reasons", ()))


def offers(session: Session, rows: Sequence[BatchRow]) -> dict[int, list[Found]]:
    """The printings each line's question offers, in their order."""
    found = lookup.by_ids(
        session, {number for row in rows for number in (*row.reading.get("printings", ()), row.printing_id) if number}
    )
    given: dict[int, list[Found]] = {}
    for row in rows:
        numbers = dict.fromkeys([*([row.printing_id] if row.printing_id else []), *row.reading.get("printings", ())])
        given[row.id] = [found[number] for number in numbers if number in found]
    return given
