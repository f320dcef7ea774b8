"""What the pages that change a collection share: forms sent once, where to go afterwards, words with an undo."""

from __future__ import annotations

import hashlib
import uuid

from flask import flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import current_user
from flask_wtf import FlaskForm
from wtforms import Field

from marketplace.accounts.redirects import safe_path
from marketplace.collection import bp, holders, journal, stock
from marketplace.collection.models import Operation
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.i18n import current_locale

FORM_KEY = "form_key"


def own_id() -> int:
    """The id of the collector who is signed in."""
    return int(current_user.id)


@bp.app_template_global()
def new_form_key() -> str:
    """A value for the hidden field ``form_key`` of a form that changes something."""
    return uuid.uuid4().hex


@bp.app_template_global()
def promise_url(holder: str, holder_id: int) -> str | None:
    """The page of the agreement that holds promised copies."""
    return holders.promise_url(holder, holder_id)


def sent_once() -> str | None:
    """The request key of the form that was sent: the same form sent twice with the same values gives the same key.

    Going back, changing a value and sending again is another act, so the values are part of the key.
    """
    key = request.form.get(FORM_KEY, "")
    if not key:
        return None
    values = sorted((name, value) for name, value in request.form.items(multi=True) if name != "csrf_token")
    return hashlib.sha256(repr((request.path, values)).encode()).hexdigest()


def back_to(default: str) -> ResponseReturnValue:
    """Go to the page the form named in ``next`` (of this site only), or to ``default``."""
    return redirect(safe_path(request.form.get("next")) or default, code=303)


def say(operation: Operation, words: str | None = None) -> None:
    """Tell what was done, with a button that takes it back."""
    session = get_session()
    if stock.was_repeated(session, operation):
        flash(_("This form had been sent already: nothing was done twice."), "info")
        return
    text = words or journal.act_words(session, operation, current_locale()) + "."
    note = journal.trade_note(operation)
    undo = {"text": f"{text} {note}".strip(), "url": url_for("collection.undo", operation_id=operation.id), "label": _("Undo")}
    flash(undo, "undo")  # type: ignore[arg-type]  # The toasts draw a mapping as words with a button.


def number(field: Field) -> int:
    """The value of a validated field for whole numbers."""
    assert isinstance(field.data, int)
    return field.data


def note_refusal(form: FlaskForm, error: Refused, default: str | None = None) -> None:
    """Show a service's refusal at the field it concerns, at the ``default`` field, or above the form."""
    field = next((form[name] for name in (error.field, default) if name and name in form), None)
    if field is not None:
        field.errors = [*field.errors, str(error.message)]
    else:
        form.form_errors.append(str(error.message))


NOTHING_CHANGED = _l("Nothing was changed: everything was so already.")


def is_nothing_changed(error: Refused) -> bool:
    return error.rule == "collection.nothing_changed"
