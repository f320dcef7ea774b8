"""Forms of the pages for pasted lists and the queue."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import SelectField, StringField, TextAreaField
from wtforms.validators import Length

from marketplace.catalogue.rarities import RARITIES
from marketplace.catalogue.vocabulary import LANGUAGES, rarity_label
from marketplace.collection.models import Place
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.i18n import current_locale
from marketplace.options import options


class ListForm(FlaskForm):
    """A list and what holds for all of it."""

    text = TextAreaField(_l("Your list"))
    language = SelectField(
        _l("Language of the list"),
        choices=options([("", _l("tell it from the text")), *((c, lang.label) for c, lang in LANGUAGES.items())]),
    )
    edition = SelectField(_l("Edition of unmarked cards"), choices=options(EDITIONS.items()))
    condition = SelectField(
        _l("Condition of unmarked cards"),
        choices=options([("", _l("not stated")), *((code, grade.label) for code, grade in CONDITIONS.items())]),
    )
    place_id = SelectField(_l("Place"), coerce=int, default=0)
    scale = SelectField(
        _l("LP and PL mean"),
        choices=options(
            [
                ("", _l("ask me: the lower grade is taken")),
                ("european", _l("European: Light Played, Played")),
                ("american", _l("American: Lightly Played, close to Excellent")),
            ]
        ),
        # The first page does not ask: a form without the field asks nothing.
        default="",
    )

    def set_places(self, places: Sequence[Place]) -> None:
        self.place_id.choices = options([(0, _l("no place yet")), *((place.id, place.name) for place in places)])

    def options(self) -> dict[str, object]:
        """The choices as the service takes them."""
        return {
            "language": self.language.data or "",
            "edition": self.edition.data or "",
            "condition": self.condition.data or "",
            "place_id": self.place_id.data or None,
            "scale": self.scale.data or "",
        }


class UnknownForm(FlaskForm):
    """A printing the catalogue does not know, entered on request."""

    code = StringField(_l("Set number"), validators=[Length(max=40)])
    name = StringField(_l("Name of the card"), validators=[Length(max=200)])
    language = SelectField(_l("Language"), choices=options((code, lang.label) for code, lang in LANGUAGES.items()))
    rarity = SelectField(_l("Rarity"))

    def set_rarities(self) -> None:
        self.rarity.choices = options(
            [("", _l("not stated")), *((name, rarity_label(name, current_locale())) for name in RARITIES)]
        )
