"""Places: the list of binders and boxes, and what lies in one of them."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.catalogue import lookup
from marketplace.collection import bp, places, stack_list, stock
from marketplace.collection.forms import PlaceForm
from marketplace.collection.models import Place
from marketplace.collection.routes.acting import back_to, note_refusal, own_id, say, sent_once
from marketplace.collection.stack_filters import StackFilters
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.i18n import current_locale

PER_PAGE = 50
OFFERED = 40
"""Stacks without a place that a binder page offers to put into a pocket."""


def _page_number(default: int = 1) -> int:
    typed = request.values.get("page", "")
    return int(typed) if typed.isascii() and typed.isdigit() and 0 < len(typed) < 6 else default


@bp.get("/places", endpoint="places")
@login_required
def list_of_places() -> ResponseReturnValue:
    """Every place with what it holds."""
    return _places_page(PlaceForm(formdata=None))


def _places_page(form: PlaceForm) -> str:
    session, user_id = get_session(), own_id()
    return render_template(
        "collection/places.html",
        places=places.list_places(session, user_id),
        counts=places.counts(session, user_id),
        kinds=places.KINDS,
        icons=places.ICONS,
        form=form,
    )


@bp.post("/places")
@login_required
def add_place() -> ResponseReturnValue:
    """Make a place."""
    form = PlaceForm()
    if not form.validate():
        return _places_page(form), 422
    try:
        made = places.create_place(get_session(), own_id(), **_values(form))
    except Refused as error:
        get_session().rollback()
        note_refusal(form, error, "name")
        return _places_page(form), 422
    flash(_("“%(name)s” is ready.", name=made.name), "success")
    return redirect(url_for("collection.place", place_id=made.id), code=303)


def _values(form: PlaceForm) -> dict[str, Any]:
    return {
        "name": form.name.data or "",
        "kind": form.kind.data,
        "pages": form.pages.data,
        "slots_per_page": form.slots_per_page.data,
        "note": form.note.data or "",
    }


@bp.get("/places/<int:place_id>")
@login_required
def place(place_id: int) -> ResponseReturnValue:
    """A binder page by page, or the list of what lies in a box."""
    return _place_page(places.get_place(get_session(), own_id(), place_id), None)


def _place_page(found: Place, form: PlaceForm | None) -> str:
    session, user_id, locale = get_session(), own_id(), current_locale()
    held = places.counts(session, user_id).get(found.id, places.PlaceCounts(0, 0, 0))
    shared = {
        "place": found,
        "held": held,
        "kinds": places.KINDS,
        "icons": places.ICONS,
        "form": form or PlaceForm(formdata=None, obj=found),
        "editing": form is not None,
    }
    if found.kind == "binder":
        page = places.binder_page(session, found, _page_number())
        shown = [stack for pocket in page.pockets.values() for stack in pocket] + list(page.loose)
        names = lookup.names(session, {stack.printing.card_id for stack in shown}, locale)
        typed = " ".join(request.args.get("q", "").split())[:200]
        waiting = stack_list.page_of_stacks(
            session, user_id, StackFilters(q=typed, place=("none",)), locale=locale, sort="recent", per_page=OFFERED
        )
        return render_template("collection/binder.html", page=page, names=names, waiting=waiting, q=typed, **shared)
    rows = stack_list.page_of_stacks(
        session,
        user_id,
        StackFilters(place=(str(found.id),)),
        locale=locale,
        sort="name",
        page=_page_number(),
        per_page=PER_PAGE,
    )
    return render_template("collection/place.html", found=rows, **shared)


@bp.post("/places/<int:place_id>")
@login_required
def edit_place(place_id: int) -> ResponseReturnValue:
    """Rename or change a place."""
    session = get_session()
    found = places.get_place(session, own_id(), place_id)
    form = PlaceForm()
    if not form.validate():
        return _place_page(found, form), 422
    try:
        places.update_place(session, own_id(), place_id, **_values(form))
    except Refused as error:
        session.rollback()
        note_refusal(form, error, "name")
        return _place_page(places.get_place(session, own_id(), place_id), form), 422
    flash(_("Saved."), "success")
    return redirect(url_for("collection.place", place_id=place_id), code=303)


@bp.post("/places/<int:place_id>/shift")
@login_required
def shift_place(place_id: int) -> ResponseReturnValue:
    """Move a place up or down in the list."""
    places.shift_place(get_session(), own_id(), place_id, -1 if request.form.get("to") == "up" else 1)
    return redirect(url_for("collection.places"), code=303)


@bp.post("/places/<int:place_id>/delete")
@login_required
def delete_place(place_id: int) -> ResponseReturnValue:
    """Delete a place; its copies stay, without a place."""
    operation = places.delete_place(get_session(), own_id(), place_id, request_key=sent_once())
    say(operation)
    return redirect(url_for("collection.places"), code=303)


@bp.post("/places/<int:place_id>/put")
@login_required
def put_here(place_id: int) -> ResponseReturnValue:
    """Put a stack into a pocket of the open page."""
    session = get_session()
    found = places.get_place(session, own_id(), place_id)
    page = _page_number()
    here = url_for("collection.place", place_id=found.id, page=page)
    stack_id, slot = request.form.get("stack", ""), request.form.get("slot", "")
    try:
        if not (stack_id.isascii() and stack_id.isdigit() and len(stack_id) < 10):
            raise Refused(_("Choose the copies to put there."), rule="collection.place.nothing_chosen")
        pocket = int(slot) if slot.isascii() and slot.isdigit() and len(slot) < 4 else None
        operation = stock.move(session, own_id(), [(int(stack_id), None)], found.id, page, pocket, request_key=sent_once())
    except Refused as error:
        session.rollback()
        flash(str(error.message), "error")
        return back_to(here)
    say(operation)
    return back_to(here)
