"""Forms of the want list. What is allowed is the services' matter; these say how long and of what kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from wtforms import (
    BooleanField,
    HiddenField,
    IntegerField,
    RadioField,
    SelectField,
    SelectMultipleField,
    StringField,
    TextAreaField,
)
from wtforms.validators import InputRequired, Length, NumberRange

from marketplace.catalogue.found import Found
from marketplace.catalogue.rarities import RARITIES, rank, rarity_label
from marketplace.catalogue.vocabulary import LANGUAGES, language_label
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.options import options
from marketplace.wants.keeping import CONDITION_RULES, MOST_KEPT, RARITY_RULES, Rule
from marketplace.wants.want_view import URGENCIES, VISIBILITY_WORDS
from marketplace.wants.wishes import MOST_QUANTITY, Wish


def _number(least: int, most: int) -> list[object]:
    words = _l("Write a whole number from %(least)s to %(most)s.", least=least, most=most)
    return [InputRequired(words), NumberRange(least, most, words)]


class WantForm(FlaskForm):
    """Something to look for. Which fields are shown depends on its kind."""

    form_key = HiddenField()
    version = HiddenField()
    kind = HiddenField(default="card")
    card_id = HiddenField()
    set_id = HiddenField()
    item = StringField(_l("What do you look for?"), validators=[Length(max=120)])
    printing_id = SelectField(_l("Printing"), coerce=int, default=0)
    product_id = SelectField(_l("Only from this set"), coerce=int, default=0)
    quantity = IntegerField(_l("How many"), default=1, validators=_number(1, MOST_QUANTITY))
    urgency = RadioField(_l("How urgent"), coerce=int, default=2, choices=options(sorted(URGENCIES.items())))
    condition = SelectField(
        _l("Lowest condition"),
        default="",
        choices=options([("", _l("any")), *((c, _l("%(code)s or better", code=c)) for c in CONDITIONS)]),
    )
    languages = SelectMultipleField(_l("Languages"), choices=options((c, one.label) for c, one in LANGUAGES.items()))
    editions = SelectMultipleField(_l("Editions"), choices=options((c, words) for c, words in EDITIONS.items() if c))
    rarities = SelectMultipleField(_l("Only these rarities"))
    not_rarities = SelectMultipleField(_l("Not these rarities"))
    artwork = StringField(_l("Artwork"), validators=[Length(max=40)])
    note = TextAreaField(_l("Note"), validators=[Length(max=500)])
    visibility = SelectField(_l("Who sees it"), choices=options(VISIBILITY_WORDS.items()))
    deck_id = SelectField(_l("For the deck"), coerce=int, default=0)
    group = StringField(_l("Group"), validators=[Length(max=100)])

    def set_choices(self, printings: Sequence[Found], decks: Mapping[int, str], locale: str) -> None:
        """What the card was printed as, and the decks there are."""
        lines = [
            (one.printing_id, " · ".join(part for part in (one.code, rarity_label(one.rarity, locale),
                                                          str(language_label(one.language)), one.artwork) if part))
            for one in printings
        ]  # fmt: skip
        self.printing_id.choices = options([(0, _l("any printing")), *lines])
        products = {one.product_id: one.product for one in printings}
        self.product_id.choices = options([(0, _l("any set")), *sorted(products.items(), key=lambda pair: pair[1].casefold())])
        names = {one.rarity for one in printings if one.rarity in RARITIES} | set(self.rarities.data or ())
        names |= set(self.not_rarities.data or ())
        known = sorted(names or set(RARITIES), key=lambda name: (rank(name), name))
        pairs = [(name, rarity_label(name, locale)) for name in known if name in RARITIES]
        self.rarities.choices = options(pairs)
        self.not_rarities.choices = options(pairs)
        self.deck_id.choices = options([(0, _l("none")), *sorted(decks.items(), key=lambda pair: pair[1].casefold())])

    def wish(self) -> Wish:
        """What was filled in."""
        kind = self.kind.data or "card"
        pinned = kind in ("card", "printing") and bool(self.printing_id.data)
        return Wish(
            "printing" if pinned else "card" if kind == "printing" else kind,
            card_id=_id(self.card_id.data),
            printing_id=self.printing_id.data if pinned else None,
            product_id=_id(self.set_id.data) if kind == "set" else self.product_id.data or None,
            item=self.item.data or "",
            quantity=self.quantity.data or 1,
            languages=tuple(self.languages.data or ()),
            editions=tuple(self.editions.data or ()),
            condition=self.condition.data or "",
            rarities=tuple(self.rarities.data or ()),
            not_rarities=tuple(self.not_rarities.data or ()),
            artwork=self.artwork.data or "",
            note=self.note.data or "",
            urgency=self.urgency.data or 2,
            visibility=self.visibility.data or "members",
            deck_id=self.deck_id.data or None,
        )

    @property
    def seen_version(self) -> int | None:
        return _id(self.version.data)


def _id(text: str | None) -> int | None:
    typed = (text or "").strip()
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else None


class PasteForm(FlaskForm):
    """A want list to read."""

    form_key = HiddenField()
    text = TextAreaField(_l("Your want list"))
    group = StringField(_l("Name of the group"), validators=[Length(max=100)])
    visibility = SelectField(_l("Who sees it"), choices=options(VISIBILITY_WORDS.items()))


class KeepForm(FlaskForm):
    """How many copies of each card stay, and which."""

    form_key = HiddenField()
    digest = HiddenField()
    keep = IntegerField(_l("Copies to keep of each card"), default=3, validators=_number(0, MOST_KEPT))
    rarity = SelectField(_l("By rarity"), choices=options(RARITY_RULES.items()))
    condition = SelectField(_l("By condition"), choices=options(CONDITION_RULES.items()))
    language = SelectField(
        _l("Keep copies in this language first"),
        choices=options([("", _l("any language")), *((c, one.label) for c, one in LANGUAGES.items())]),
    )
    anew = BooleanField(_l("Set the marks I made before anew"))

    def rule(self) -> Rule:
        return Rule(
            self.keep.data if self.keep.data is not None else 3,
            self.rarity.data or "rare",
            self.condition.data or "best",
            self.language.data or "",
            bool(self.anew.data),
        )


class NoteForm(FlaskForm):
    """The note above the want list."""

    form_key = HiddenField()
    wants_note = TextAreaField(_l("Note above your want list"), validators=[Length(max=1_000)])
