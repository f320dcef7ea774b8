"""What a collector's new copies are unless said otherwise: a tab of the profile."""

from __future__ import annotations

from flask import flash, redirect, render_template, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace.collection import bp, entry_defaults, places
from marketplace.collection.forms import DefaultsForm
from marketplace.collection.routes.acting import note_refusal, own_id
from marketplace.collection.routes.stack import place_choices
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.options import options


@bp.route("/defaults", methods=["GET", "POST"])
@login_required
def defaults() -> ResponseReturnValue:
    """Show and change them."""
    session, user_id = get_session(), own_id()
    kept = entry_defaults.get_defaults(session, user_id)
    form = DefaultsForm(obj=kept)
    form.place_id.choices = options(place_choices(places.list_places(session, user_id)))
    if not form.is_submitted():
        form.place_id.data = kept.place_id or 0
    elif form.validate():
        try:
            entry_defaults.set_defaults(
                session,
                user_id,
                language=form.language.data or "",
                edition=form.edition.data or "",
                condition=form.condition.data or "",
                place_id=form.place_id.data or None,
            )
        except Refused as error:
            session.rollback()
            note_refusal(form, error)
        else:
            cookie.pop("entry", None)  # What was last entered in this session no longer overrides them.
            flash(_("Your defaults are saved."), "success")
            return redirect(url_for("collection.defaults"), code=303)
    return render_template("collection/defaults.html", form=form), 422 if form.is_submitted() else 200
