"""The rows of an imported file as they are kept: what was read, what was found, and back to copies to be written.

``BatchRow.reading`` holds (blank parts are left out):

- ``say``: what the row says, for the reader: code, name, rarity, quantity, edition, condition, language, place;
- ``copies``: fields of ``stock.Copies`` with JSON values, besides printing and place; ``place`` and ``place_kind`` by name;
- ``quantity``, ``for_trade``; ``line`` of the file;
- ``notes``: remarks in words; ``reason`` and ``column``: why the row is refused or open; ``bad`` when it cannot be read;
- ``candidates``: printings offered; ``localised``: the printing of the stated language; ``custom``: a printing to be made;
- ``guessed``, ``exact``, ``chosen`` (by the collector), ``effect`` (new, changed, unchanged: what a guessed row does).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from flask_babel import lazy_gettext as _l

from marketplace.collection.formats.rows import Row
from marketplace.collection.matching import Match
from marketplace.collection.models import Place
from marketplace.collection.stock import Copies
from marketplace.collection.stock_key import TEXT_LIMITS
from marketplace.db import now
from marketplace.errors import Refused

_TEXTS = ("edition", "condition", "condition_words", "artwork", "misprint", "grading", "storage", "note")
_MARKS = ("signed", "altered", "proxy")
_MOST_MONEY = Decimal("9999999.99")
LONGEST_PLACE = 60


def place_name(text: str) -> str:
    """A place's name as it can be kept: single spaces, at most 60 characters."""
    return " ".join(text.split())[:LONGEST_PLACE].strip()


def place_key(name: str) -> str:
    """The key places are compared under."""
    return place_name(name).casefold()


def joined(cells: Mapping[str, str]) -> str:
    """A row's cells as they stood."""
    return " | ".join(cells.values())


def _copies(row: Row, match: Match) -> dict[str, Any]:
    """The fields that tell the copies apart, as JSON; what cannot be kept is noted on the row or refuses it."""
    kept: dict[str, Any] = {"language": match.language or row.language}
    values: dict[str, str] = {name: getattr(row, name) for name in _TEXTS} | {"artwork": match.artwork}
    for name, text in values.items():
        if len(text) > TEXT_LIMITS.get(name, 10_000):
            row.refuse("", _l("a text is too long: at most %(most)d characters", most=TEXT_LIMITS[name]))
        if text:
            kept[name] = text.strip()
    kept |= {name: True for name in _MARKS if getattr(row, name)}
    if row.price is not None:
        if row.price > _MOST_MONEY:
            row.notes.append(_l("The price %(price)s was left out: it is too high.", price=row.price))
        else:
            kept["price_paid"] = str(row.price)
    if row.bought_on is not None:
        if not date(1996, 1, 1) <= row.bought_on <= now().date() + timedelta(days=1):
            row.notes.append(
                _l("The date %(date)s was left out: it is before 1996 or in the future.", date=row.bought_on.isoformat())
            )
        else:
            kept["acquired_on"] = row.bought_on.isoformat()
    if row.place:
        kept["place"] = place_name(row.place)
        if row.place_kind:
            kept["place_kind"] = row.place_kind
        kept |= {name: value for name, value in (("page", row.page), ("slot", row.slot)) if value is not None}
    return kept


def _say(row: Row) -> dict[str, str]:
    said = {
        "code": row.code,
        "name": row.name,
        "rarity": row.rarity_text,
        "product": row.product,
        "edition": row.edition,
        "condition": row.condition,
        "language": row.language,
        "place": row.place,
        "passcode": str(row.passcode or ""),
    }
    return {name: text[:300] for name, text in said.items() if text}


def reading_of(match: Match) -> dict[str, Any]:
    """The reading of a matched row."""
    row = match.row
    copies = _copies(row, match)
    reading: dict[str, Any] = {
        "say": _say(row),
        "copies": copies,
        "line": row.line,
        "quantity": row.quantity,
        "for_trade": row.for_trade,
        "guessed": match.guessed,
        "exact": match.exact,
        "notes": [str(note) for note in (*row.notes, *match.notes)],
        "candidates": [one.printing_id for one in match.candidates],
        "localised": match.localised.printing_id if match.localised else None,
    }
    if row.problems:
        reading |= {"bad": True, "reason": str(row.problems[0].message), "column": row.problems[0].column}
    elif match.make_custom:
        reading["custom"] = {
            "code": row.code,
            "name": row.name,
            "card_page": row.card_page,
            "language": row.print_language or match.language,
            "rarity": row.rarity_text,
        }
    elif match.found is None:
        reading["reason"] = str(match.reason)
    return {name: value for name, value in reading.items() if value not in (None, "", [], {}, False)}


def first_state(match: Match) -> str:
    """The state of a row before it is compared with the collection."""
    if match.row.problems:
        return "refused"
    return "open" if match.open else "new"


def copies_of_reading(reading: Mapping[str, Any], printing_id: int, place_id: int | None, *, pockets: bool = True) -> Copies:
    """The copies a kept row describes, at the place the caller resolved; page and pocket only with ``pockets``."""
    kept = reading.get("copies", {})
    values: dict[str, Any] = {name: kept[name] for name in (*_TEXTS, *_MARKS) if name in kept}
    if "price_paid" in kept:
        values["price_paid"] = Decimal(kept["price_paid"])
    if "acquired_on" in kept:
        values["acquired_on"] = date.fromisoformat(kept["acquired_on"])
    if place_id is not None and pockets:
        values |= {"page": kept.get("page"), "slot": kept.get("slot")}
    return Copies(printing_id=printing_id, language=kept.get("language", ""), place_id=place_id, **values)


class Folders:
    """Places by name for the rows of a file: those there are, and those to be made when it is applied.

    ``choice`` is "folders" (by the names in the file), "one" (all at ``place_id``) or "none". Places still to be made
    have negative ids, so that a preview can tell copies apart by them.
    """

    def __init__(self, places: Iterable[Place], choice: str, place_id: int | None) -> None:
        self.by_key = {place.name_folded: place for place in places}
        self.by_id = {place.id: place for place in self.by_key.values()}
        self.choice = choice
        self.place_id = place_id
        self.wanted: dict[str, int] = {}
        self.names: dict[str, tuple[str, str]] = {}
        """Places to be made: key -> name and kind."""
        self.slots: dict[str, int] = {}
        """The highest pocket each place to be made needs."""

    def id_for(self, reading: Mapping[str, Any]) -> int | None:
        """The place of a row: an id, a negative stand-in for one to be made, or None."""
        if self.choice == "one":
            return self.place_id
        kept = reading.get("copies", {})
        name = kept.get("place", "")
        if self.choice != "folders" or not name:
            return None
        key = place_key(name)
        if key in self.by_key:
            return self.by_key[key].id
        self.names.setdefault(key, (name, kept.get("place_kind") or "binder"))
        self.slots[key] = max(self.slots.get(key, 0), kept.get("slot") or 0)
        return self.wanted.setdefault(key, -1 - len(self.wanted))

    def refuse(self, copies: Copies, check: Any) -> str:
        """Why the copies cannot lie where the row says, or "". Places still to be made take any page."""
        if copies.place_id is not None and copies.place_id < 0:
            key = next(key for key, number in self.wanted.items() if number == copies.place_id)
            if self.names[key][1] != "binder" and (copies.page or copies.slot):
                return str(_l("only binders have pages"))
            return "" if copies.page or not copies.slot else str(_l("the pocket needs a page"))
        try:
            check(self.by_id, copies.place_id, copies.page, copies.slot)
        except Refused as refused:
            return str(refused.message)
        return ""
