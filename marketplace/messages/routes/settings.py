"""Which mails to get, and whom not to hear from."""

from __future__ import annotations

from flask import current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import login_required

from marketplace import mail
from marketplace.accounts.models import User
from marketplace.collection.routes.acting import back_to, own_id
from marketplace.db import get_session
from marketplace.messages import blocks, bp, notices
from marketplace.messages.forms import NoticesForm


@bp.route("/messages/settings", methods=["GET", "POST"])
@login_required
def settings() -> ResponseReturnValue:
    """Mail notices, and the people somebody has blocked."""
    session = get_session()
    form = NoticesForm(obj=notices.choice_of(session, own_id()))
    if form.validate_on_submit():
        notices.choose(session, own_id(), mail_trades=bool(form.mail_trades.data), mail_messages=bool(form.mail_messages.data))
        flash(_("Your choice is saved."), "success")
        return redirect(url_for("messages.settings"), code=303)
    return render_template(
        "messages/settings.html",
        form=form,
        blocked=blocks.blocked_people(session, own_id()),
        sends_mail=mail.is_configured(current_app.config["SETTINGS"]),
    ), (422 if request.method == "POST" else 200)


@bp.post("/messages/block/<int:user_id>")
@login_required
def block(user_id: int) -> ResponseReturnValue:
    """No messages and offers between the two any more."""
    session = get_session()
    blocks.block(session, own_id(), user_id)
    other = session.get_one(User, user_id)
    undo = {
        "text": _("You have blocked %(name)s.", name=other.name),
        "url": url_for("messages.unblock", user_id=user_id),
        "label": _("Undo"),
    }
    flash(undo, "undo")  # type: ignore[arg-type]  # The toasts draw a mapping as words with a button.
    return back_to(url_for("messages.settings"))


@bp.post("/messages/unblock/<int:user_id>")
@login_required
def unblock(user_id: int) -> ResponseReturnValue:
    """Take one's own block back."""
    blocks.unblock(get_session(), own_id(), user_id)
    flash(_("Your block is lifted."), "success")
    return back_to(url_for("messages.settings"))
