"""The list of a player's decks, and what is done to a deck as a whole."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.collection.routes.acting import back_to, note_refusal, own_id, sent_once
from marketplace.db import get_session
from marketplace.decks import bp, decks, overview
from marketplace.decks.forms import NewDeckForm, RenameForm
from marketplace.decks.routes.shared import number
from marketplace.errors import Refused

PER_PAGE = 20


@bp.get("")
@login_required
def index() -> ResponseReturnValue:
    """The player's decks."""
    return _index_page(NewDeckForm(formdata=None))


def _index_page(form: NewDeckForm) -> str:
    found = overview.overview(get_session(), own_id(), number("page") or 1, PER_PAGE)
    return render_template("decks/index.html", found=found, form=form)


@bp.post("")
@login_required
def create() -> ResponseReturnValue:
    """Make an empty deck."""
    form = NewDeckForm()
    if not form.validate():
        return _index_page(form), 422
    try:
        made = decks.create(get_session(), own_id(), form.name.data or "", ruleset=form.ruleset.data, key=sent_once())
    except Refused as error:
        get_session().rollback()
        note_refusal(form, error, "name")
        return _index_page(form), 422
    return redirect(url_for("decks.deck", deck_id=made.id), code=303)


@bp.post("/<int:deck_id>/rename")
@login_required
def rename(deck_id: int) -> ResponseReturnValue:
    """Give a deck another name."""
    form = RenameForm()
    try:
        if not form.validate():
            raise Refused(_("Give the deck a name of up to %(most)d characters.", most=decks.LONGEST_NAME))
        decks.rename(get_session(), own_id(), deck_id, form.name.data or "")
    except Refused as error:
        get_session().rollback()
        flash(str(error.message), "error")
        return back_to(url_for("decks.deck", deck_id=deck_id))
    flash(_("Saved."), "success")
    return back_to(url_for("decks.deck", deck_id=deck_id))


@bp.post("/<int:deck_id>/state")
@login_required
def state(deck_id: int) -> ResponseReturnValue:
    """Say whether a deck is built of real copies."""
    try:
        decks.set_state(get_session(), own_id(), deck_id, request.form.get("state", ""))
    except Refused as error:
        get_session().rollback()
        flash(str(error.message), "error")
    return back_to(url_for("decks.deck", deck_id=deck_id))


@bp.post("/<int:deck_id>/copy")
@login_required
def copy(deck_id: int) -> ResponseReturnValue:
    """Copy a deck, if wanted as one in which cards are swapped for duels."""
    session, for_duels = get_session(), request.form.get("for_duels") == "1"
    deck = decks.get_deck(session, own_id(), deck_id)
    words = _("%(name)s (duel copy)", name=deck.name) if for_duels else _("%(name)s (copy)", name=deck.name)
    try:
        made = decks.copy(session, own_id(), deck_id, words[: decks.LONGEST_NAME], for_duels=for_duels, key=sent_once())
    except Refused as error:
        session.rollback()
        flash(str(error.message), "error")
        return back_to(url_for("decks.deck", deck_id=deck_id))
    flash(_("“%(name)s” is ready.", name=made.name), "success")
    return redirect(url_for("decks.deck", deck_id=made.id), code=303)


@bp.post("/<int:deck_id>/delete")
@login_required
def delete(deck_id: int) -> ResponseReturnValue:
    """Delete a deck; the message brings it back."""
    deck = decks.delete(get_session(), own_id(), deck_id)
    undo = {
        "text": _("“%(name)s” was deleted.", name=deck.name),
        "url": url_for("decks.restore", deck_id=deck.id),
        "label": _("Undo"),
    }
    flash(undo, "undo")  # type: ignore[arg-type]  # The toasts draw a mapping as words with a button.
    return redirect(url_for("decks.index"), code=303)


@bp.post("/<int:deck_id>/restore")
@login_required
def restore(deck_id: int) -> ResponseReturnValue:
    """Bring a deleted deck back."""
    deck = decks.restore(get_session(), own_id(), deck_id)
    flash(_("“%(name)s” is back.", name=deck.name), "success")
    return redirect(url_for("decks.deck", deck_id=deck.id), code=303)
