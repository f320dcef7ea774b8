"""What changed about copies, in words: field names and values for the journal, the history and refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import format_decimal
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue.models import Printing
from marketplace.catalogue.vocabulary import language_label
from marketplace.collection.models import Place
from marketplace.collection.stock_key import from_snapshot
from marketplace.collection.vocabulary import condition_label, edition_label
from marketplace.dates import format_date

FIELD_LABELS = {
    "printing_id": _l("printing"),
    "language": _l("language"),
    "edition": _l("edition"),
    "condition": _l("condition"),
    "condition_words": _l("condition in words"),
    "artwork": _l("artwork"),
    "signed": _l("signed"),
    "altered": _l("altered"),
    "proxy": _l("proxy"),
    "misprint": _l("misprint"),
    "grading": _l("grading"),
    "storage": _l("storage"),
    "note": _l("note"),
    "price_paid": _l("price paid"),
    "acquired_on": _l("acquired on"),
    "place_id": _l("place"),
    "page": _l("page"),
    "slot": _l("pocket"),
    "quantity": _l("copies"),
    "for_trade": _l("for trade"),
    "lent": _l("lent"),
    "promised": _l("promised"),
}
"""Names of the fields of a stack, in the middle of a sentence."""


def change_words(session: Session, changes: Mapping[str, Sequence[Any]]) -> list[str]:
    """One phrase per changed field, such as "copies 3 → 4"; ``changes`` maps fields to snapshot values [before, after]."""
    places = _names(session, Place, changes.get("place_id"))
    printings = _names(session, Printing, changes.get("printing_id"))
    known = {"place_id": places, "printing_id": printings}
    return [
        _(
            "%(field)s %(before)s → %(after)s",
            field=FIELD_LABELS[name],
            before=value_words(name, old, known),
            after=value_words(name, new, known),
        )
        for name, (old, new) in changes.items()
        if name in FIELD_LABELS
    ]


def value_words(name: str, value: Any, known: Mapping[str, Mapping[int, str]]) -> str:
    """One value of a snapshot as a reader sees it; ``known`` names places and printings by id."""
    if name in known and value is not None:
        return known[name].get(value, _("(deleted)"))
    if name == "edition":
        return str(edition_label(value))
    if name == "condition":
        return str(condition_label(value))
    if name == "language":
        return str(language_label(value))
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if value is None or value == "":
        return "–"
    if name == "price_paid":
        return str(format_decimal(from_snapshot({name: value})[name], "#,##0.00"))
    if name == "acquired_on":
        return str(format_date(from_snapshot({name: value})[name], "short"))
    if isinstance(value, str):
        return str(_("“%(text)s”", text=value if len(value) <= 60 else value[:59] + "…"))
    return str(value)


def _names(session: Session, model: type[Place] | type[Printing], values: Sequence[Any] | None) -> dict[int, str]:
    ids = [value for value in values or () if value is not None]
    if not ids:
        return {}
    column = Place.name if model is Place else Printing.code
    return dict(session.execute(select(model.id, column).where(model.id.in_(ids))).all())
