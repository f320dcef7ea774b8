"""Forms of the owner's catalogue page: where a card file comes from."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from flask_wtf.file import FileField, FileRequired
from wtforms import SelectField, StringField
from wtforms.fields import SelectChoice  # type: ignore[attr-defined]  # The stubs are older.
from wtforms.validators import InputRequired

from engine import LANGUAGES
from marketplace.catalogue.languages import language_label
from marketplace.options import options

_LANGUAGES = [SelectChoice(code, language_label(code)) for code in LANGUAGES]


class _CardFileForm(FlaskForm):
    language = SelectField(_l("Language"), choices=options(_LANGUAGES), default="en")


class FetchForm(_CardFileForm):
    address = StringField(_l("Address of the card file"), [InputRequired(_l("Type the address of a card file."))])


class UploadForm(_CardFileForm):
    file = FileField(_l("Card file"), [FileRequired(_l("Choose a file first."))])


class FolderForm(_CardFileForm):
    name = SelectField(_l("File"), [InputRequired(_l("Choose a file of the list."))])
