"""Getting back in without the password."""

from __future__ import annotations

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from marketplace import mail
from marketplace.accounts import bp, sign_in
from marketplace.accounts.forms import ForgotForm, ResetForm, note_refusal
from marketplace.accounts.jobs import tell
from marketplace.accounts.routes.edge import account_key, enter, keeper, password_links, site_settings
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.extensions import limiter
from marketplace.i18n import current_locale

PER_ADDRESS = "20 per hour"
PER_ACCOUNT = "4 per hour"


@bp.route("/forgot", methods=["GET", "POST"])
@limiter.limit(PER_ADDRESS, methods=["POST"])
@limiter.limit(PER_ACCOUNT, methods=["POST"], key_func=account_key)
def forgot() -> ResponseReturnValue:
    form = ForgotForm()
    by_mail = mail.is_configured(site_settings())
    if form.validate_on_submit():
        try:
            sign_in.request_reset(get_session(), email=form.email.data or "", by_mail=by_mail, locale=current_locale())
        except Refused as error:
            note_refusal(form, error)
        else:
            return render_template("accounts/forgot_sent.html", email=form.email.data, by_mail=by_mail)
    return render_template("accounts/forgot.html", form=form, by_mail=by_mail), 422 if form.is_submitted() else 200


@bp.route("/reset/<token>", methods=["GET", "POST"])
@limiter.limit(PER_ADDRESS, methods=["POST"])
def reset(token: str) -> ResponseReturnValue:
    """Choose a password with a link from a mail, from the owner or from the command line."""
    database = get_session()
    links = password_links()
    user = links.account(database, token)
    form = ResetForm()
    if form.validate_on_submit():
        had_password = user.password_hash is not None
        try:
            user = sign_in.choose_password(database, keeper(), links, token=token, password=form.password.data or "")
        except Refused as error:
            note_refusal(form, error)
        else:
            if had_password:
                tell(database, site_settings(), what="password_changed", email=user.email, name=user.name, locale=user.locale)
            enter(user)
            flash(_("Your new password is set. You are signed in."), "success")
            return redirect(url_for("site.home"))
    return render_template("accounts/reset.html", form=form, user=user), 422 if form.is_submitted() else 200
