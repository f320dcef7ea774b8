"""Adding copies by set number, with the keyboard alone."""

from __future__ import annotations

import uuid
from typing import Any

from flask import redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from flask_login import current_user, login_required
from flask_wtf import FlaskForm
from wtforms import HiddenField, IntegerField, RadioField, SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, NumberRange
from wtforms.validators import Optional as Blank

from marketplace.catalogue import lookup
from marketplace.catalogue.rarities import RARITIES
from marketplace.catalogue.vocabulary import LANGUAGES, language_label, rarity_label
from marketplace.collection import bp, entry, places, stock
from marketplace.collection.models import EntryDefaults
from marketplace.collection.routes.acting import note_refusal, number, say
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.i18n import current_locale
from marketplace.options import options

STICKY = ("edition", "condition", "place_id", "page", "language")


class EntryForm(FlaskForm):
    """One addition: a printing and what the copies are like."""

    printing_id = RadioField(
        _l("Printing"),
        coerce=int,
        validators=[InputRequired(_l("Choose which of these printings it is."))],
        validate_choice=False,
    )
    edition = RadioField(_l("Edition"), choices=options(EDITIONS.items()))
    condition = RadioField(_l("Condition"), choices=options([("", _l("not stated")), *((code, code) for code in CONDITIONS)]))
    quantity = IntegerField(
        _l("Copies"),
        default=1,
        validators=[InputRequired(_l("Say how many.")), NumberRange(1, entry.MOST_QUANTITY, _l("From 1 to 9,999 copies."))],
    )
    for_trade = IntegerField(_l("For trade"), default=0, validators=[Blank(), NumberRange(0, entry.MOST_QUANTITY)])
    place_id = SelectField(_l("Place"), coerce=int)
    page = IntegerField(_l("Page"), validators=[Blank(), NumberRange(1, 9_999, _l("A page number from 1."))])
    slot = IntegerField(_l("Slot"), validators=[Blank(), NumberRange(1, 999, _l("A slot number from 1."))])
    language = SelectField(
        _l("Language of the copies"),
        choices=options([("", _l("as printed")), *((c, lang.label) for c, lang in LANGUAGES.items())]),
    )
    note = TextAreaField(_l("Note"), validators=[Length(max=2_000)])
    request_key = HiddenField()
    typed = HiddenField()


class UnknownForm(FlaskForm):
    """A printing the catalogue does not know, entered on request."""

    code = StringField(_l("Set number"), validators=[InputRequired(_l("Type the number printed on the card.")), Length(max=40)])
    name = StringField(
        _l("Name of the card"), validators=[InputRequired(_l("Type the name printed on the card.")), Length(max=200)]
    )
    language = SelectField(_l("Language"), choices=options((code, lang.label) for code, lang in LANGUAGES.items()))
    rarity = SelectField(_l("Rarity"), choices=options([("", _l("not stated")), *((name, name) for name in RARITIES)]))


def sticky_values() -> dict[str, Any]:
    """Edition, condition and place of the last entry in this session, else the profile's defaults."""
    defaults = get_session().get(EntryDefaults, current_user.id)
    values: dict[str, Any] = {name: getattr(defaults, name, None) for name in STICKY}
    values.update({name: value for name, value in cookie.get("entry", {}).items() if name in STICKY})
    return values


def keep_sticky(**values: Any) -> None:
    cookie["entry"] = {**cookie.get("entry", {}), **values}


def place_choices() -> list[tuple[int, Any]]:
    found = places.list_places(get_session(), current_user.id)
    return [(0, _("no place yet")), *((place.id, place.name) for place in found)]


@bp.get("/add")
@login_required
def add() -> ResponseReturnValue:
    """The entry form; with ``?code=`` the printings that number stands for."""
    offered = entry.offer(get_session(), current_user.id, request.args.get("code", "")[:200], language=_own_language())
    return _page(offered, _blank_form(offered))


@bp.post("/add")
@login_required
def add_copies() -> ResponseReturnValue:
    session = get_session()
    form = EntryForm()
    form.place_id.choices = options(place_choices())
    offered = entry.offer(session, current_user.id, (form.typed.data or "")[:200], language=_own_language())
    if not form.validate():
        return _page(offered, form), 422
    found = lookup.by_ids(session, [form.printing_id.data]).get(form.printing_id.data)
    if found is None:
        form.printing_id.errors = [_("This printing no longer exists. Type the number again.")]
        return _page(offered, form), 422
    copies = stock.Copies(
        printing_id=found.printing_id,
        language=form.language.data or found.language,
        edition=form.edition.data or "",
        condition=form.condition.data or "",
        note=(form.note.data or "").strip(),
        place_id=form.place_id.data or None,
        page=form.page.data if form.place_id.data else None,
        slot=form.slot.data if form.place_id.data else None,
    )
    try:
        operation = stock.add(
            session,
            current_user.id,
            [(copies, number(form.quantity), form.for_trade.data or 0)],
            request_key=form.request_key.data or None,
        )
    except Refused as refused:
        session.rollback()
        note_refusal(form, refused, "printing_id")
        return _page(offered, form), 422
    keep_sticky(edition=copies.edition, condition=copies.condition, place_id=copies.place_id, page=copies.page)
    name = lookup.names(session, [found.card_id], current_locale()).get(found.card_id, found.name)
    say(
        operation,
        ngettext(
            "%(num)d copy of %(name)s (%(code)s) added.",
            "%(num)d copies of %(name)s (%(code)s) added.",
            number(form.quantity),
            name=name,
            code=found.code or found.product,
        ),
    )
    return redirect(url_for("collection.add"), code=303)


@bp.post("/add/unknown")
@login_required
def add_unknown() -> ResponseReturnValue:
    """Accept a number the catalogue does not know: it becomes a printing of this collector's own."""
    session = get_session()
    form = UnknownForm()
    if not form.validate():
        offered = entry.offer(session, current_user.id, form.code.data or "")
        return _page(offered, _blank_form(offered), form), 422
    code, name = (form.code.data or "").strip(), (form.name.data or "").strip()
    lookup.custom_printing(
        session,
        current_user.id,
        code=code,
        card_id=None,
        name=name,
        language=form.language.data,
        rarity=form.rarity.data,
    )
    return redirect(url_for("collection.add", code=code), code=303)


def _own_language() -> str:
    return str(sticky_values().get("language") or current_user.locale or "en")


def _blank_form(offered: entry.Offer) -> EntryForm:
    values = sticky_values()
    typed = offered.typed
    form = EntryForm(
        formdata=None,
        printing_id=offered.chosen,
        edition=typed.edition if typed.edition is not None else values.get("edition") or "",
        condition=typed.condition if typed.condition is not None else values.get("condition") or "",
        quantity=typed.quantity or 1,
        for_trade=0,
        place_id=values.get("place_id") or 0,
        page=values.get("page"),
        language=typed.language or "",
        request_key=uuid.uuid4().hex,
        typed=typed.text,
    )
    homes = place_choices()
    form.place_id.choices = options(homes)
    if form.place_id.data not in {number for number, _name in homes}:
        form.place_id.data = 0
    return form


def _page(offered: entry.Offer, form: EntryForm, unknown: UnknownForm | None = None) -> str:
    session = get_session()
    shown = offered.found or offered.near or offered.by_name
    recent = entry.recent(session, current_user.id)
    cards = {one.card_id for one in shown} | {one.stack.printing.card_id for one in recent}
    owned = stock.owned_by_printing(session, current_user.id, [one.printing_id for one in shown])
    typed = offered.typed
    unknown = unknown or UnknownForm(
        formdata=None, code=typed.code or typed.text, language=typed.language or _own_language(), rarity=""
    )
    return render_template(
        "collection/add.html",
        offer=offered,
        form=form,
        unknown=unknown,
        names={
            language: lookup.names(session, cards, language)
            for language in {*(one.language for one in shown), current_locale()}
        },
        owned={number: sum(stack.quantity for stack in stacks) for number, stacks in owned.items()},
        recent=recent,
        rarity_label=rarity_label,
        language_label=language_label,
    )
