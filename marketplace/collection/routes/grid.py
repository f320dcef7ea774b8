"""The set grid: entering a whole set on one page."""

from __future__ import annotations

import uuid
from typing import Any

from flask import jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import current_user, login_required

from marketplace.catalogue.rarities import rarity_label
from marketplace.catalogue.vocabulary import LANGUAGES, language_label
from marketplace.collection import bp, grid
from marketplace.collection.routes.acting import say
from marketplace.collection.routes.entry import keep_sticky, place_choices, sticky_values
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.db import get_session
from marketplace.errors import DomainError, Refused


def _like(values: Any) -> grid.Like:
    """Edition, condition and place of a request, falling back to what is sticky."""
    sticky = sticky_values()
    edition = values.get("edition", sticky.get("edition") or "")
    condition = values.get("condition", sticky.get("condition") or "")
    place = values.get("place_id", type=int) if "place_id" in values else sticky.get("place_id")
    places = {number for number, _name in place_choices()}
    return grid.Like(
        edition=edition if edition in EDITIONS else "",
        condition=condition if condition in CONDITIONS else "",
        place_id=place if place in places and place else None,
    )


def _language(values: Any) -> str:
    language = values.get("language") or sticky_values().get("language") or current_user.locale or "en"
    return language if language in LANGUAGES else "en"


@bp.get("/grid/<slug>")
@login_required
def grid_sheet(slug: str) -> ResponseReturnValue:
    like = _like(request.args)
    shown = grid.sheet(get_session(), current_user.id, slug, _language(request.args), like)
    if request.args:
        keep_sticky(edition=like.edition, condition=like.condition, place_id=like.place_id, language=shown.language)
    return _page(shown, like)


def _page(shown: grid.Sheet, like: grid.Like, error: DomainError | None = None, typed: dict[int, str] | None = None) -> str:
    return render_template(
        "collection/grid.html",
        sheet=shown,
        like=like,
        error=error,
        typed=typed or {},
        places=place_choices(),
        editions=EDITIONS,
        conditions=CONDITIONS,
        request_key=uuid.uuid4().hex,
        rarity_label=rarity_label,
        language_label=language_label,
    )


def _cells() -> tuple[dict[int, tuple[int, int]], dict[int, str]]:
    """The cells sent: printing id -> (shown, wanted), and what was typed. A blank cell means 0."""
    cells: dict[int, tuple[int, int]] = {}
    typed: dict[int, str] = {}
    for name, text in request.form.items():
        kind, _sep, number = name.partition("-")
        if kind != "n" or not (number.isascii() and number.isdigit() and len(number) < 10):
            continue
        printing_id = int(number)
        typed[printing_id] = text
        shown = request.form.get(f"was-{number}", "0")
        text = text.strip() or "0"
        if not (text + shown).isascii() or not text.isdigit() or not shown.isdigit() or max(len(text), len(shown)) > 6:
            raise Refused(
                _("“%(text)s” is not a number of copies.", text=text[:20]), rule="collection.grid.number", field=number
            )
        cells[printing_id] = (int(shown), int(text))
    return cells, typed


@bp.post("/grid/<slug>")
@login_required
def save_grid(slug: str) -> ResponseReturnValue:
    """Save the changed cells; a script sends one at a time and gets JSON, a plain form sends the whole sheet."""
    session = get_session()
    like = _like(request.form)
    language = _language(request.form)
    one_cell = request.headers.get("X-Requested-With") == "grid"
    typed: dict[int, str] = {}
    try:
        cells, typed = _cells()
        operation = grid.save(
            session, current_user.id, slug, language, like, cells, request_key=request.form.get("request_key") or None
        )
    except DomainError as error:
        session.rollback()
        if one_cell:
            return jsonify({"ok": False, "rule": error.rule, "message": str(error.message), "facts": error.facts}), error.status
        if error.status == 404:
            raise
        return _page(grid.sheet(session, current_user.id, slug, language, like), like, error, typed), error.status
    keep_sticky(edition=like.edition, condition=like.condition, place_id=like.place_id, language=language)
    changed = sum(1 for shown, wanted in cells.values() if shown != wanted)
    if one_cell:
        undo = url_for("collection.undo", operation_id=operation.id) if operation else None
        return jsonify({"ok": True, "changed": changed, "undo": undo})
    if operation:
        say(operation, ngettext("%(num)d number saved.", "%(num)d numbers saved.", changed))
    return redirect(
        url_for(
            "collection.grid_sheet",
            slug=slug,
            language=language,
            edition=like.edition,
            condition=like.condition,
            place_id=like.place_id or 0,
        ),
        code=303,
    )
