"""The page of one stack, and everything one does with its copies."""

from __future__ import annotations

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.catalogue import lookup
from marketplace.catalogue.vocabulary import rarity_label
from marketplace.collection import bp, journal, photos, places, stack_page, stock
from marketplace.collection.forms import ActForm, FactsForm, LendForm, MoveForm, NumbersForm, RemoveForm
from marketplace.collection.models import Operation, Stack
from marketplace.collection.promises import promised_of
from marketplace.collection.routes.acting import (
    NOTHING_CHANGED,
    back_to,
    is_nothing_changed,
    note_refusal,
    number,
    own_id,
    say,
    sent_once,
)
from marketplace.db import get_session
from marketplace.errors import Conflict, DomainError, NotFound, Refused
from marketplace.i18n import current_locale
from marketplace.options import options


@bp.get("/stacks/<int:stack_id>")
@login_required
def stack(stack_id: int) -> ResponseReturnValue:
    """One stack: facts, photos, loans, journal, and the forms that change it."""
    return _page(stack_page.get_stack(get_session(), own_id(), stack_id))


def stack_with_photo_error(stack_id: int, words: str) -> str:
    """The page with a sentence on why photos were not taken."""
    return _page(stack_page.get_stack(get_session(), own_id(), stack_id), photo_error=words)


def _page(found: Stack, open_form: ActForm | None = None, conflict: Conflict | None = None, photo_error: str = "") -> str:
    """The page; ``open_form`` is the one that was refused, shown open with everything typed."""
    session, user_id, locale = get_session(), own_id(), current_locale()
    others = stack_page.other_printings(session, user_id, found)
    homes = places.list_places(session, user_id)
    forms = _forms(found, others, homes, open_form)
    siblings = stack_page.siblings(session, user_id, found)
    name = lookup.names(session, [found.printing.card_id], locale).get(found.printing.card_id, found.printing.card.name)
    return render_template(
        "collection/stack.html",
        stack=found,
        name=name,
        printing=found.printing,
        printed_name=lookup.names(session, [found.printing.card_id], found.language).get(found.printing.card_id, ""),
        fitting=stack_page.fitting_numbers(session, found),
        loans=stack_page.loans_of(session, user_id, found.id),
        promises=promised_of(session, [found.id]).get(found.id, []) if found.promised else [],
        siblings=siblings,
        photos=photos.photos_of(session, user_id, found.id),
        lines=journal.journal(session, user_id, found.id),
        places_exist=bool(homes),
        binders={place.id for place in homes if place.kind == "binder"},
        forms=forms,
        opened=type(open_form).__name__ if open_form else "",
        conflict=conflict,
        photo_error=photo_error,
    )


def _forms(found: Stack, others: Any, homes: Any, open_form: ActForm | None) -> dict[str, Any]:
    kept = {type(open_form).__name__: open_form} if open_form else {}
    facts = {name: getattr(found, name) for name in FactsForm.FACTS}
    many = found.quantity
    forms: dict[str, Any] = {
        "facts": kept.get("FactsForm") or FactsForm(formdata=None, count=many, **facts),
        "numbers": kept.get("NumbersForm") or NumbersForm(formdata=None, quantity=many, for_trade=found.for_trade),
        "move": kept.get("MoveForm")
        or MoveForm(formdata=None, count=many, place_id=found.place_id or 0, page=found.page, slot=found.slot),
        "remove": kept.get("RemoveForm") or RemoveForm(formdata=None, count=1),
        "lend": kept.get("LendForm") or LendForm(formdata=None, count=1),
    }
    forms["facts"].printing_id.choices = options(_printing_choices(found, others))
    forms["move"].place_id.choices = options(place_choices(homes))
    for form in forms.values():
        form.version.data = str(found.version)
    return forms


def place_choices(homes: Any) -> list[tuple[int, Any]]:
    """Places for a select: 0 stands for none."""
    return [(0, _("no place")), *((place.id, place.name) for place in homes)]


def _printing_choices(found: Stack, others: Any) -> list[tuple[int, str]]:
    locale, here = current_locale(), found.printing

    def words(code: str, rarity: str, language: str, product: str) -> str:
        return " · ".join(
            filter(None, (code or product, rarity_label(rarity, locale), language.upper(), product if code else ""))
        )

    first = (here.id, words(here.code, here.rarity, here.language, here.product.name))
    return [first, *((one.printing_id, words(one.code, one.rarity, one.language, one.product)) for one in others)]


def _done(operation: Operation, found: Stack) -> ResponseReturnValue:
    """Say it, and go to where the copies are now."""
    say(operation)
    target = int(operation.summary.get("stack_id") or found.id)
    if found.quantity > 0:
        target = found.id
    return back_to(url_for("collection.stack", stack_id=target))


def _refused(found: Stack, form: ActForm, error: DomainError, field: str | None = None) -> ResponseReturnValue:
    get_session().rollback()
    found = stack_page.get_stack(get_session(), own_id(), found.id)
    if is_nothing_changed(error):  # type: ignore[arg-type]
        flash(str(NOTHING_CHANGED), "info")
        return back_to(url_for("collection.stack", stack_id=found.id))
    if isinstance(error, Conflict):
        return _page(found, form, error), error.status
    note_refusal(form, error, field)  # type: ignore[arg-type]
    return _page(found, form), error.status


def _begin(stack_id: int) -> Stack:
    return stack_page.get_stack(get_session(), own_id(), stack_id)


@bp.post("/stacks/<int:stack_id>/facts")
@login_required
def edit_stack(stack_id: int) -> ResponseReturnValue:
    """Change what the copies are: all of them, or some, which splits the stack."""
    session, found, form = get_session(), _begin(stack_id), FactsForm()
    form.printing_id.choices = options(_printing_choices(found, stack_page.other_printings(session, own_id(), found)))
    if not form.validate():
        return _page(found, form), 422
    changes = {name: getattr(form, name).data for name in FactsForm.FACTS}
    changes = {name: value or "" if isinstance(getattr(found, name), str) else value for name, value in changes.items()}
    if changes["printing_id"] != found.printing_id and changes["language"] == found.language == found.printing.language:
        # Another number was chosen and the language left alone: the copies are of the new number's language.
        chosen = lookup.by_ids(session, [changes["printing_id"]])[changes["printing_id"]]
        changes["language"] = chosen.language
    try:
        operation = stock.edit(
            session, own_id(), stack_id, form.seen_version, changes, quantity=number(form.count), request_key=sent_once()
        )
    except (Refused, Conflict) as error:
        return _refused(found, form, error, "count")
    return _done(operation, found)


@bp.post("/stacks/<int:stack_id>/number")
@login_required
def use_number(stack_id: int) -> ResponseReturnValue:
    """Take the number of the copies' own language that the catalogue offers."""
    session, found, form = get_session(), _begin(stack_id), ActForm()
    offered = {one.printing_id for one in stack_page.fitting_numbers(session, found)}
    chosen = request.form.get("printing_id", "")
    if chosen not in {str(one) for one in offered}:
        raise NotFound(_("We could not find that printing."))
    try:
        changes = {"printing_id": int(chosen)}
        operation = stock.edit(session, own_id(), stack_id, form.seen_version, changes, request_key=sent_once())
    except (Refused, Conflict) as error:
        return _refused(found, form, error)
    return _done(operation, found)


@bp.post("/stacks/<int:stack_id>/numbers")
@login_required
def count_stack(stack_id: int) -> ResponseReturnValue:
    """Set how many there are and how many are for trade."""
    session, found, form = get_session(), _begin(stack_id), NumbersForm()
    if not form.validate():
        return _page(found, form), 422
    quantity = number(form.quantity)
    for_trade: int | None = number(form.for_trade)
    if for_trade == found.for_trade and quantity < found.quantity:
        for_trade = None  # Only the copies were changed: the number for trade follows.
    versions = {stack_id: form.seen_version} if form.seen_version is not None else {}
    try:
        operation = stock.set_quantities(
            session, own_id(), [(stack_id, quantity, for_trade)], versions=versions, request_key=sent_once()
        )
    except (Refused, Conflict) as error:
        return _refused(found, form, error, "quantity")
    return _done(operation, found)


@bp.post("/stacks/<int:stack_id>/move")
@login_required
def move_stack(stack_id: int) -> ResponseReturnValue:
    """Put copies into another place."""
    session, found, form = get_session(), _begin(stack_id), MoveForm()
    form.place_id.choices = options(place_choices(places.list_places(session, own_id())))
    if not form.validate():
        return _page(found, form), 422
    place_id = form.place_id.data or None
    try:
        if number(form.count) > found.quantity:
            raise Refused(_("There are only %(have)d copies in this stack.", have=found.quantity), field="count")
        operation = stock.move(
            session,
            own_id(),
            [(stack_id, number(form.count))],
            place_id,
            form.page.data if place_id else None,
            form.slot.data if place_id else None,
            request_key=sent_once(),
        )
    except (Refused, Conflict) as error:
        return _refused(found, form, error, "count")
    return _done(operation, found)


@bp.post("/stacks/<int:stack_id>/remove")
@login_required
def remove_copies(stack_id: int) -> ResponseReturnValue:
    """Copies leave the collection: sold, given, lost or entered by mistake."""
    session, found, form = get_session(), _begin(stack_id), RemoveForm()
    if not form.validate():
        return _page(found, form), 422
    try:
        operation = stock.remove(
            session,
            own_id(),
            stack_id,
            number(form.count),
            form.reason.data,
            form.counterpart.data or "",
            form.price.data,
            form.note.data or "",
            version=form.seen_version,
            request_key=sent_once(),
        )
    except (Refused, Conflict) as error:
        return _refused(found, form, error, "count")
    return _done(operation, found)


@bp.post("/stacks/<int:stack_id>/lend")
@login_required
def lend_copies(stack_id: int) -> ResponseReturnValue:
    """Lend copies to somebody."""
    session, found, form = get_session(), _begin(stack_id), LendForm()
    if not form.validate():
        return _page(found, form), 422
    try:
        operation = stock.lend(
            session,
            own_id(),
            stack_id,
            number(form.count),
            form.borrower.data or "",
            form.note.data or "",
            version=form.seen_version,
            request_key=sent_once(),
        )
    except (Refused, Conflict) as error:
        return _refused(found, form, error, "count")
    return _done(operation, found)


@bp.post("/loans/<int:loan_id>/back")
@login_required
def take_back(loan_id: int) -> ResponseReturnValue:
    """Lent copies are back."""
    typed = request.form.get("quantity", "").strip()
    quantity = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else None
    try:
        if typed and quantity is None:
            raise Refused(_("Write how many copies came back as a number."), field="quantity")
        operation = stock.take_back(get_session(), own_id(), loan_id, quantity, request_key=sent_once())
    except Refused as error:
        get_session().rollback()
        flash(str(error.message), "error")
        loan = stack_page.get_loan(get_session(), own_id(), loan_id)
        return back_to(url_for("collection.stack", stack_id=loan.stack_id))
    say(operation)
    return back_to(url_for("collection.stack", stack_id=operation.summary["stack_id"]))
