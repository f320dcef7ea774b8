"""Importing a deck: paste or upload, look at what was read, make it."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.collection.routes.acting import note_refusal, own_id, sent_once
from marketplace.db import get_db, get_session, reads_first
from marketplace.decks import bp, importing
from marketplace.decks.deck_view import PILE_NAMES
from marketplace.decks.forms import ImportForm
from marketplace.decks.routes.shared import content_of
from marketplace.errors import Refused


@bp.get("/import")
@login_required
def import_deck() -> ResponseReturnValue:
    """The form for a deck to read."""
    return _page(ImportForm(formdata=None), None)


def _page(form: ImportForm, preview: importing.Preview | None) -> str:
    return render_template(
        "decks/import.html",
        form=form,
        preview=preview,
        pile_names=PILE_NAMES,
        read_as=importing.format_words(preview.file.format) if preview else "",
    )


@bp.post("/import")
@login_required
@reads_first  # Guessing what unknown names mean takes its time: nobody waits for the write lock meanwhile.
def read_deck() -> ResponseReturnValue:
    """Show what was read of a deck, or make it."""
    form = ImportForm()
    try:
        if not form.validate():
            return _page(form, None), 422
        _take_file(form)
        if not (form.text.data or "").strip():
            raise Refused(_("Paste a deck, or choose its file."), rule="deck.empty", field="text")
        form.text.data = importing.corrected(form.text.data or "", _corrections())
        if request.form.get("act") == "make":
            with get_db().write() as session:
                made = importing.make(
                    session, own_id(), form.text.data, form.name.data or "", ruleset=form.ruleset.data, key=sent_once()
                )
            flash(_("“%(name)s” is ready.", name=made.name), "success")
            return redirect(url_for("decks.deck", deck_id=made.id), code=303)
        preview = importing.preview(get_session(), own_id(), form.text.data, form.name.data or "")
        if not form.name.data:
            form.name.data = preview.file.deck.name[:100]
        return _page(form, preview)
    except Refused as error:
        note_refusal(form, error, "text")
        return _page(form, None), 422


def _take_file(form: ImportForm) -> None:
    """Put the text of a chosen file into the field where it can be seen and corrected."""
    upload = form.file.data
    content = content_of(upload, importing.MOST_BYTES)
    if content is None:
        return
    form.text.data = importing.text_of(content)
    if not form.name.data:
        form.name.data = importing.stem(upload.filename)[:100]


def _corrections() -> dict[int, tuple[str, str]]:
    """Names put right on the preview: fields ``fix-N`` and ``was-N`` for line N."""
    found = {}
    for field, meant in request.form.items():
        prefix, _dash, line = field.partition("-")
        if prefix == "fix" and meant.strip() and line.isascii() and line.isdigit() and len(line) < 7:
            found[int(line)] = (request.form.get(f"was-{line}", ""), meant.strip()[:250])
    return found
