"""Forms of the decks: their length and shape. What is allowed is the services' matter."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from flask_wtf.file import FileField, FileRequired
from wtforms import SelectField, StringField, TextAreaField
from wtforms.fields import SelectChoice  # type: ignore[attr-defined]  # The stubs are older.
from wtforms.validators import DataRequired, Length

from marketplace.decks.decks import LONGEST_NAME
from marketplace.rules.words import RULESET_NAMES

_RULESETS = [SelectChoice(value, label) for value, label in RULESET_NAMES.items()]


class NewDeckForm(FlaskForm):
    """A new, empty deck."""

    name = StringField(_l("Name"), validators=[DataRequired(_l("Give the deck a name.")), Length(max=LONGEST_NAME)])
    ruleset = SelectField(_l("Ruleset"), choices=_RULESETS, default="advanced")


class RenameForm(FlaskForm):
    """Another name for a deck."""

    name = StringField(_l("Name"), validators=[DataRequired(_l("Give the deck a name.")), Length(max=LONGEST_NAME)])


class ImportForm(FlaskForm):
    """A deck to read: pasted, or a file."""

    name = StringField(_l("Name"), validators=[Length(max=LONGEST_NAME)])
    ruleset = SelectField(_l("Ruleset"), choices=_RULESETS, default="advanced")
    text = TextAreaField(_l("Paste a deck"))
    file = FileField(_l("or choose its file"))


class ListForm(FlaskForm):
    """A file with lists of limits."""

    file = FileField(_l("List file"), validators=[FileRequired(_l("Choose a file first."))])
    only = StringField(_l("Only the list of this name"), validators=[Length(max=200)])
