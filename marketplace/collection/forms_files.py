"""Forms for files in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from flask_wtf.file import FileField, FileRequired
from wtforms import RadioField, SelectField

from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.collection.formats.columns import FIELDS
from marketplace.collection.formats.detect import FORMATS
from marketplace.collection.formats.files import EXPORTS
from marketplace.options import options

MODES: list[tuple[str, Any]] = [
    ("add", _l("Add these copies")),
    ("set", _l("Set to these numbers")),
    ("subtract", _l("Take these copies away")),
]
MODE_HINTS: dict[str, Any] = {
    "add": _l("What you own already grows by the numbers of the file."),
    "set": _l(
        "Of each card in the file you own exactly that many afterwards; cards that are not in the file stay as they are."
    ),
    "subtract": _l("The numbers of the file are taken off; nothing goes below zero."),
}
PLACES: list[tuple[str, Any]] = [
    ("folders", _l("Places by the names in the file")),
    ("one", _l("All at one place")),
    ("none", _l("No place")),
]


class UploadForm(FlaskForm):
    """A file to import."""

    file = FileField(_l("File"), validators=[FileRequired(_l("Choose a file first."))])


class OptionsForm(FlaskForm):
    """How a file is read, and what becomes of its numbers."""

    as_format = SelectField(_l("Format of the file"), choices=options(FORMATS.items()))
    mode = RadioField(_l("What becomes of the numbers"), choices=options(MODES))
    places = RadioField(_l("Where the copies go"), choices=options(PLACES))
    place_id = SelectField(_l("Place"), coerce=int)
    language = SelectField(
        _l("Language of the copies"),
        choices=options([("", _l("as the file says")), *((code, language.label) for code, language in LANGUAGES.items())]),
    )

    def set_places(self, places: Sequence[Any]) -> None:
        self.place_id.choices = options([(0, _l("choose a place")), *((place.id, place.name) for place in places)])


def column_choices(header: Sequence[str]) -> list[tuple[str, Any]]:
    """Columns of a table to choose from for one field."""
    return [("", _l("not in this file")), *((title, title) for title in header)]


COLUMN_FIELDS = FIELDS


class ExportForm(FlaskForm):
    """A file to take away. Sent by GET: it changes nothing, so it needs no token."""

    class Meta:
        csrf = False

    format = RadioField(_l("Format"), choices=options(EXPORTS.items()), default="own")
    scope = RadioField(
        _l("Which copies"), choices=options([("all", _l("All copies")), ("trade", _l("Only those for trade"))]), default="all"
    )
    delimiter = RadioField(
        _l("Between the cells"),
        choices=options([(",", _l("Comma")), (";", _l("Semicolon"))]),
        default=",",
    )
    list_language = SelectField(
        _l("Language of the list"), choices=options((code, language.label) for code, language in LANGUAGES.items())
    )
