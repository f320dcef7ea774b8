"""The lines of a pasted list as they are kept, and what each of them will become.

``BatchRow.reading`` of a paste holds what was read: ``kind``; ``name``, ``card``, ``code``, ``product``, ``language``,
``edition``, ``rarity``, ``condition`` (a grade), ``words`` (the condition as told), ``quantity``, ``side``; ``how`` each
is known; what is open (``printings`` that fit, ``cards``, ``rarities``, ``products``); ``reasons``; ``heading`` and
``purpose`` of the part it stands in; ``marks`` and ``notes``; and the collector's ``answers``, which win over all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _

from marketplace.catalogue.found import Found
from marketplace.collection.models import BatchRow
from marketplace.collection.paste import Line
from marketplace.collection.paste.reading import ASSUMED, WRITTEN
from marketplace.collection.stock import Copies
from marketplace.collection.stock_key import TEXT_LIMITS

ANSWERS = ("printing_id", "quantity", "edition", "condition", "language", "place_id", "skip")
"""What a collector may answer for one line."""

MOST_COPIES = 9_999
_MOST_PRINTINGS = 150


@dataclass(frozen=True, slots=True)
class Values:
    """What a line will be written as, and how each value is known (answered: by the collector)."""

    printing_id: int | None
    quantity: int | None
    language: str
    edition: str
    condition: str
    place_id: int | None
    how: Mapping[str, str] = field(default_factory=dict)


def rows_of(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """The rows of a list: one for each line, one for each further copy a line names."""
    rows = []
    for line in lines:
        members = _members(line) if line.group else [line]
        for part, one in enumerate([*members, *line.alternates]):
            reading = reading_of(one)
            if part >= len(members):
                # A further copy stands where its line does.
                where = {"also": True, "heading": line.heading, "purpose": one.purpose or line.purpose, "side": line.side}
                reading |= {name: value for name, value in where.items() if value}
            rows.append({"number": line.number, "part": part, "text": line.input, "reading": reading})
    return rows


def _members(line: Line) -> list[Line]:
    """The cards of a group as lines of their own."""
    members = []
    for card_id, name in zip(line.card_candidate_ids, line.card_candidates, strict=True):
        printings = [one for one in line.printings if one.card_id == card_id]
        member = Line(line.number, line.input, remarks=line.remarks, reasons=line.reasons, heading=line.heading)
        member.purpose, member.name, member.side = line.purpose, line.name, line.side
        for value in ("edition", "condition", "grade", "quantity", "language", "rarity"):
            if getattr(line, value) is not None:
                member.put(value, getattr(line, value), line.how.get(value, ASSUMED))
        member.put("card", name, "derived")
        member.card_id, member.printings, member.group = card_id, printings, True
        numbers = {one.code for one in printings}
        if len(numbers) == 1:
            member.put("set_code", numbers.pop(), "derived")
        members.append(member)
    return members or [line]


def reading_of(line: Line) -> dict[str, Any]:
    """What is kept of a line; blank parts are left out."""
    said = line.remarks
    misprint = None if said.misprint is None else said.misprint or _("misprint")
    marks = {
        "misprint": misprint,
        "storage": said.storage,
        "signed": said.signed,
        "altered": said.altered,
        "proxy": said.proxy,
        "grading": said.grading,
    }
    notes = [*said.notes, *([said.price] if said.price else [])]
    kept = {
        "kind": line.kind,
        "name": line.name,
        "card": line.card,
        "card_id": line.card_id,
        "code": line.set_code,
        "product": line.product,
        "language": line.language,
        "edition": line.edition,
        "rarity": line.rarity,
        "condition": line.grade,
        "said_condition": line.condition,
        "words": said.condition.words if said.condition else "",
        "quantity": line.quantity,
        "side": line.side,
        "how": dict(line.how),
        "printings": [one.printing_id for one in line.printings[:_MOST_PRINTINGS]],
        "cards": [
            {"id": card_id, "name": name} for card_id, name in zip(line.card_candidate_ids, line.card_candidates, strict=True)
        ],
        "rarities": line.rarity_candidates,
        "reasons": [reason.as_json() for reason in line.reasons],
        "heading": line.heading,
        "purpose": line.purpose,
        "marks": {name: value for name, value in marks.items() if value},
        "notes": notes,
        "group": line.group,
        "whole_set": line.whole_set,
    }
    return {name: value for name, value in kept.items() if value}


def values_of(reading: Mapping[str, Any], options: Mapping[str, Any], found: Mapping[int, Found]) -> Values:
    """What the line will be written as: the collector's answers, else what was read, else the choices for the list."""
    answers = reading.get("answers", {})
    how = dict(reading.get("how", {}))
    for name in answers:
        how[name] = "answered"
    printings = reading.get("printings", [])
    printing_id = answers.get("printing_id") or (printings[0] if _is_settled(reading) else None)
    printing = found.get(printing_id) if printing_id else None
    language = answers.get("language") or ""
    if not language:
        written = reading.get("language") if how.get("language") == WRITTEN else ""
        language = written or (printing.language if printing else "") or reading.get("language") or ""
    edition = _first(answers, "edition", reading.get("edition"), options.get("edition"), how)
    condition = _first(answers, "condition", reading.get("condition"), options.get("condition"), how)
    place_id = answers["place_id"] if "place_id" in answers else options.get("place_id")
    quantity = answers.get("quantity") or reading.get("quantity")
    return Values(printing_id, quantity, language, edition, condition, place_id or None, how)


def _first(answers: Mapping[str, Any], name: str, read: str | None, chosen: str | None, how: dict[str, str]) -> str:
    if name in answers:
        return str(answers[name] or "")
    if read:
        return read
    if chosen:
        how[name] = ASSUMED
    return chosen or ""


def _is_settled(reading: Mapping[str, Any]) -> bool:
    """Whether reading alone settles the printing: one fits, and card and number are no question."""
    return len(reading.get("printings", [])) == 1 and bool(reading.get("card")) and bool(reading.get("code"))


def state_of(reading: Mapping[str, Any], values: Values) -> str:
    """ignored, new (will be written) or open (a question is left)."""
    answers = reading.get("answers", {})
    if reading.get("kind") != "card" or answers.get("skip"):
        return "ignored"
    if "skip" not in answers and reading.get("purpose") == "want":
        return "ignored"  # What somebody looks for is not there yet.
    return "new" if values.printing_id and values.quantity else "open"


def settle(row: BatchRow, options: Mapping[str, Any], found: Mapping[int, Found]) -> None:
    """Bring a row's printing, number of copies and state in line with its reading and answers."""
    values = values_of(row.reading, options, found)
    row.printing_id = values.printing_id
    row.quantity = values.quantity or 0
    row.state = state_of(row.reading, values)


def copies_of(reading: Mapping[str, Any], values: Values) -> Copies:
    """The copies a line becomes; the owner's own words on condition, misprint and storage are kept."""
    assert values.printing_id is not None
    marks = reading.get("marks", {})
    words = reading.get("words", "") if "condition" not in reading.get("answers", {}) else ""
    return Copies(
        printing_id=values.printing_id,
        language=values.language,
        edition=values.edition,
        condition=values.condition,
        condition_words=_short(words if words.upper() != values.condition else "", "condition_words"),
        signed=bool(marks.get("signed")),
        altered=bool(marks.get("altered")),
        proxy=bool(marks.get("proxy")),
        misprint=_short(marks.get("misprint", ""), "misprint"),
        grading=_short(marks.get("grading", ""), "grading"),
        storage=_short(marks.get("storage", ""), "storage"),
        note=_short("; ".join(reading.get("notes", [])), "note"),
        place_id=values.place_id,
    )


def _short(text: str, name: str) -> str:
    return text.strip()[: TEXT_LIMITS[name]].strip()


def offered(rows: Sequence[BatchRow]) -> set[int]:
    """Every printing the rows' questions offer, and those chosen."""
    return {number for row in rows for number in (*row.reading.get("printings", ()), row.printing_id) if number}
