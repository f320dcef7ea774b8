"""The collector's answers to the questions of a pasted list: for one line, for many, and what is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    if rarity:
        rows = [row for row in rows if row.state == "open" and _asks_rarity(row.reading)]
    found = lookup.by_ids(session, {number for row in rows for number in row.reading["printings"]}) if rarity else {}
    touched = []
    for row in rows:
        mine = dict(checked)
        if rarity:
            fitting = _of_rarity(row.reading, found, rarity)
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


def _of_rarity(reading: Mapping[str, Any], found: Mapping[int, Found], rarity: str) -> int | None:
    """The one printing of this rarity among those an open line leaves; None when there is none or several."""
    numbers = [number for number in reading["printings"] if number in found and canonical(found[number].rarity) == rarity]
    return numbers[0] if len(numbers) == 1 else None


@dataclass(frozen=True, slots=True)
class Overview:
    """What a list as a whole leaves to say."""

    rarities: list[tuple[str, int]]
    """Rarities that would settle open lines, from common to rare, each with how many lines."""
    headings: list[tuple[str, int]]
    """Headings card lines stand under, in order, each with how many lines."""
    foreign: dict[str, int]
    """Lines that may be somebody else's: ``seen`` and ``you`` are taken in, ``want`` is left out."""


def overview(session: Session, batch: Batch) -> Overview:
    """Look over all lines of a list, in one query and the printings of those that ask for a rarity."""
    query = (
        select(BatchRow.reading, BatchRow.state).where(BatchRow.batch_id == batch.id).order_by(BatchRow.number, BatchRow.part)
    )
    cards = [(reading, state) for reading, state in session.execute(query) if reading.get("kind") == "card"]
    headings: Counter[str] = Counter(reading["heading"] for reading, _state in cards if reading.get("heading"))
    foreign = {"seen": 0, "you": 0, "want": 0}
    for reading, state in cards:
        purpose = reading.get("purpose")
        foreign["want"] += purpose == "want" and state == "ignored"
        foreign["seen"] += purpose == "seen" and state in ("new", "open")
        foreign["you"] += reading.get("side") == "you" and state in ("new", "open")
    asking = [reading for reading, state in cards if state == "open" and _asks_rarity(reading)]
    found = lookup.by_ids(session, {number for reading in asking for number in reading["printings"]})
    rarities = Counter(
        name for reading in asking for name in reading["rarities"] if _of_rarity(reading, found, name) is not None
    )
    ranked = sorted(rarities.items(), key=lambda item: (rank(item[0]), item[0]))
    return Overview(ranked, list(headings.items()), foreign)


def _asks_rarity(reading: Mapping[str, Any]) -> bool:
    """Whether the rarity is what a line with a known number leaves open."""
    return bool(reading.get("code") and reading.get("rarities") and reading.get("printings"))


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
