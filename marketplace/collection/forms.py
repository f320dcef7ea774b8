"""Forms of the collection: what copies are, where they go, and how they leave."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from flask_babel import format_decimal
from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import (
    BooleanField,
    DateField,
    Field,
    HiddenField,
    IntegerField,
    RadioField,
    SelectField,
    StringField,
    TextAreaField,
)
from wtforms.validators import InputRequired, Length, NumberRange, Optional, ValidationError
from wtforms.widgets import TextInput

from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.collection.places import KINDS, MOST_PAGES, MOST_POCKETS
from marketplace.collection.stock_key import MOST_PER_ACT, MOST_PER_STACK
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.options import options

LEAVE = "keep"
"""The choice of a bulk form that leaves a fact as it is."""

Choices = list[tuple[str, Any]]


def language_choices() -> Choices:
    return [(code, language.label) for code, language in LANGUAGES.items()]


def edition_choices() -> Choices:
    return list(EDITIONS.items())


def condition_choices() -> Choices:
    """Grades as code and word: "NM · Near Mint"."""
    return [("", EDITIONS[""]), *((code, _graded(code)) for code in CONDITIONS)]


def _graded(code: str) -> Any:
    return _l("%(code)s · %(word)s", code=code, word=CONDITIONS[code].label)


class MoneyField(Field):
    """A price: comma or point, with or without a sign of currency; None when empty."""

    widget = TextInput()

    def _value(self) -> str:
        if self.raw_data:
            return str(self.raw_data[0])
        return str(format_decimal(self.data, "0.00")) if self.data is not None else ""

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.data = None
        typed = "".join(char for char in (valuelist[0] if valuelist else "") if not char.isspace()).strip("€$£")
        if not typed:
            return
        # The last of the two signs parts the cents; the other groups thousands.
        comma, point = typed.rfind(","), typed.rfind(".")
        if comma >= 0 and point >= 0:
            typed = typed.replace("," if point > comma else ".", "")
        try:
            self.data = Decimal(typed.replace(",", "."))
        except InvalidOperation:
            raise ValueError(_l("Write a price such as 4.50.")) from None
        if not self.data.is_finite() or not 0 <= self.data < 10_000_000:
            self.data = None
            raise ValueError(_l("Write a price such as 4.50."))


def _copies(most: int = MOST_PER_ACT, least: int = 1) -> list[Any]:
    return [
        InputRequired(_l("Say how many.")),
        NumberRange(least, most, _l("Write a whole number from %(least)s to %(most)s.", least=least, most=most)),
    ]


class ActForm(FlaskForm):
    """A form that changes stock: ``form_key`` makes it happen once, ``version`` is the stack as the reader saw it."""

    form_key = HiddenField()
    version = HiddenField()

    @property
    def seen_version(self) -> int | None:
        text = self.version.data or ""
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


class FactsForm(ActForm):
    """What the copies of a stack are. ``count`` says how many of them the change concerns."""

    count = IntegerField(_l("How many of the copies"), validators=_copies(MOST_PER_STACK))
    printing_id = SelectField(_l("Printing"), coerce=int)
    language = SelectField(_l("Language of the copies"), choices=options(language_choices()))
    edition = SelectField(_l("Edition"), choices=options(edition_choices()))
    condition = SelectField(_l("Condition"), choices=options(condition_choices()))
    condition_words = StringField(_l("Condition in your own words"), validators=[Length(max=120)])
    artwork = StringField(_l("Artwork"), validators=[Length(max=40)])
    misprint = StringField(_l("Misprint"), validators=[Length(max=200)])
    grading = StringField(_l("Grading"), validators=[Length(max=80)])
    storage = StringField(_l("Storage"), validators=[Length(max=80)])
    signed = BooleanField(_l("Signed"))
    altered = BooleanField(_l("Altered"))
    proxy = BooleanField(_l("Proxy"))
    price_paid = MoneyField(_l("Price paid per copy"))
    acquired_on = DateField(_l("Acquired on"), validators=[Optional()])
    note = TextAreaField(_l("Note"), validators=[Length(max=4_000)])

    FACTS = (
        "printing_id", "language", "edition", "condition", "condition_words", "artwork", "misprint", "grading", "storage",
        "signed", "altered", "proxy", "price_paid", "acquired_on", "note",
    )  # fmt: skip


class NumbersForm(ActForm):
    """How many copies there are, and how many of them are for trade."""

    quantity = IntegerField(_l("Copies"), validators=_copies(MOST_PER_STACK, 0))
    for_trade = IntegerField(_l("For trade"), validators=_copies(MOST_PER_STACK, 0))


class MoveForm(ActForm):
    """Where copies go."""

    count = IntegerField(_l("How many of the copies"), validators=_copies(MOST_PER_STACK))
    place_id = SelectField(_l("To"), coerce=int)
    page = IntegerField(_l("Page"), validators=[Optional(), NumberRange(1, MOST_PAGES, _l("A page number from 1."))])
    slot = IntegerField(_l("Pocket"), validators=[Optional(), NumberRange(1, MOST_POCKETS, _l("A pocket number from 1."))])


class RemoveForm(ActForm):
    """Copies that leave the collection."""

    count = IntegerField(_l("How many"), validators=_copies())
    reason = RadioField(
        _l("Why"),
        choices=options(
            [
                ("sold", _l("Sold")),
                ("given", _l("Given away")),
                ("lost", _l("Lost")),
                ("removed", _l("Entered by mistake")),
            ]
        ),
        validators=[InputRequired(_l("Say why the copies leave your collection."))],
    )
    counterpart = StringField(_l("To whom"), validators=[Length(max=80)])
    price = MoneyField(_l("Price for all of them"))
    note = StringField(_l("Note"), validators=[Length(max=300)])


class LendForm(ActForm):
    """Copies lent to somebody."""

    count = IntegerField(_l("How many"), validators=_copies())
    borrower = StringField(_l("To whom"), validators=[InputRequired(_l("Say who borrows the copies.")), Length(max=80)])
    note = StringField(_l("Note"), validators=[Length(max=300)])


class PlaceForm(FlaskForm):
    """A binder, box or other place."""

    name = StringField(_l("Name"), validators=[InputRequired(_l("Give the place a name.")), Length(max=60)])
    kind = SelectField(_l("Kind"), choices=options(KINDS.items()))
    pages = IntegerField(
        _l("Pages"), validators=[Optional(), NumberRange(1, MOST_PAGES, _l("A number of pages from 1 to 999."))]
    )
    slots_per_page = IntegerField(
        _l("Pockets per page"), default=9, validators=[Optional(), NumberRange(1, MOST_POCKETS, _l("From 1 to 36 pockets."))]
    )
    note = TextAreaField(_l("Note"), validators=[Length(max=2_000)])


class DefaultsForm(FlaskForm):
    """What new copies are unless said otherwise."""

    language = SelectField(_l("Language"), choices=options([("", _l("as the number says")), *language_choices()]))
    edition = SelectField(_l("Edition"), choices=options(edition_choices()))
    condition = SelectField(_l("Condition"), choices=options(condition_choices()))
    place_id = SelectField(_l("Place"), coerce=int)


class BulkForm(ActForm):
    """One act on many stacks; which fields count depends on ``act``."""

    act = HiddenField()


class BulkFactsForm(BulkForm):
    """The same facts for many stacks; what is left open stays as it is."""

    language = SelectField(_l("Language of the copies"), choices=options([(LEAVE, _l("leave as it is")), *language_choices()]))
    edition = SelectField(_l("Edition"), choices=options([(LEAVE, _l("leave as it is")), *edition_choices()]))
    condition = SelectField(_l("Condition"), choices=options([(LEAVE, _l("leave as it is")), *condition_choices()]))
    signed = SelectField(_l("Signed"), choices=options([(LEAVE, _l("leave as it is")), ("yes", _l("yes")), ("no", _l("no"))]))
    proxy = SelectField(_l("Proxy"), choices=options([(LEAVE, _l("leave as it is")), ("yes", _l("yes")), ("no", _l("no"))]))
    storage = StringField(_l("Storage"), validators=[Length(max=80)])
    price_paid = MoneyField(_l("Price paid per copy"))
    acquired_on = DateField(_l("Acquired on"), validators=[Optional()])
    note = TextAreaField(_l("Note"), validators=[Length(max=4_000)])
    clear_note = BooleanField(_l("Delete the notes"))

    def changes(self) -> dict[str, Any]:
        """The fields that were chosen, as ``stock.bulk_edit`` takes them."""
        found: dict[str, Any] = {}
        for name in ("language", "edition", "condition"):
            if self[name].data != LEAVE:
                found[name] = self[name].data
        for name in ("signed", "proxy"):
            if self[name].data != LEAVE:
                found[name] = self[name].data == "yes"
        for name in ("storage", "note"):
            if (self[name].data or "").strip():
                found[name] = self[name].data.strip()
        for name in ("price_paid", "acquired_on"):
            if self[name].data is not None:
                found[name] = self[name].data
        if self.clear_note.data:
            found["note"] = ""
        return found

    def validate_clear_note(self, field: BooleanField) -> None:
        if field.data and (self.note.data or "").strip():
            raise ValidationError(_l("Either write a note or delete the notes, not both."))


class BulkMoveForm(BulkForm):
    """Many stacks to one place; in a binder each in a pocket of its own if wished."""

    place_id = SelectField(_l("To"), coerce=int)
    fill = BooleanField(_l("Give each stack an empty pocket of the binder, in the order of the list"))
    page = IntegerField(_l("From page"), validators=[Optional(), NumberRange(1, MOST_PAGES, _l("A page number from 1."))])


class BulkTradeForm(BulkForm):
    """How many copies of each stack are for trade."""

    how = RadioField(
        _l("For trade"),
        default="all",
        choices=options([("all", _l("all copies")), ("keep", _l("all but those I keep")), ("none", _l("none"))]),
    )
    keep = IntegerField(
        _l("Copies to keep of each stack"),
        default=3,
        validators=[Optional(), NumberRange(0, MOST_PER_ACT, _l("A number from 0."))],
    )


class BulkRemoveForm(BulkForm):
    """Many stacks that leave the collection."""

    reason = RadioField(
        _l("Why"),
        choices=options(
            [
                ("sold", _l("Sold")),
                ("given", _l("Given away")),
                ("lost", _l("Lost")),
                ("removed", _l("Entered by mistake")),
            ]
        ),
        validators=[InputRequired(_l("Say why the copies leave your collection."))],
    )
    counterpart = StringField(_l("To whom"), validators=[Length(max=80)])
    note = StringField(_l("Note"), validators=[Length(max=300)])
