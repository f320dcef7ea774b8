"""The pages of one's own account."""

from __future__ import annotations

from itertools import starmap

from flask import flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user, login_required, logout_user
from wtforms.fields import SelectChoice  # type: ignore[attr-defined]  # The stubs are older.

from marketplace.accounts import bp
from marketplace.accounts import profile as services
from marketplace.accounts.countries import countries
from marketplace.accounts.forms import DeleteForm, EmailForm, PasswordForm, ProfileForm, note_refusal
from marketplace.accounts.jobs import tell
from marketplace.accounts.routes.edge import enter, failed, keeper, own_id, site_settings
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.extensions import limiter
from marketplace.i18n import LOCALES, current_locale

GUESSES = "15 per 15 minutes"
"""Wrong passwords typed by somebody who is signed in: a device left open must not be good for guessing."""


def _person_key() -> str:
    return f"person:{current_user.id}" if current_user.is_authenticated else "person:-"


@bp.route("/profile", methods=["GET", "POST"])
@login_required
def profile() -> ResponseReturnValue:
    user = services.account(get_session(), own_id())
    form = ProfileForm(obj=user)
    form.country.choices = [SelectChoice("", _("Not stated")), *starmap(SelectChoice, countries(current_locale()))]
    form.locale.choices = [SelectChoice("", _("As my browser asks")), *starmap(SelectChoice, LOCALES.items())]
    if form.validate_on_submit():
        try:
            services.change_profile(
                get_session(),
                user.id,
                name=form.name.data or "",
                country=form.country.data,
                locale=form.locale.data,
                about=form.about.data or "",
            )
        except Refused as error:
            note_refusal(form, error)
        else:
            session.pop("locale", None)
            flash(_("Your profile is saved."), "success")
            return redirect(url_for("accounts.profile"))
    return render_template("accounts/profile.html", form=form), 422 if form.is_submitted() else 200


@bp.route("/profile/password", methods=["GET", "POST"])
@login_required
@limiter.limit(GUESSES, methods=["POST"], key_func=_person_key, deduct_when=failed)
def password() -> ResponseReturnValue:
    """Password and address: two forms on one page, told apart by their buttons."""
    sent = request.form if request.method == "POST" else None
    email_form = EmailForm(sent if sent and "change_email" in sent else None, prefix="")
    password_form = PasswordForm(sent if sent and "change_password" in sent else None, prefix="")
    if sent and "change_email" in sent:
        if email_form.validate() and _email_changed(email_form):
            return redirect(url_for("accounts.password"))
    elif sent and password_form.validate() and _password_changed(password_form):
        return redirect(url_for("accounts.password"))
    page = render_template("accounts/password.html", email_form=email_form, password_form=password_form)
    return page, 422 if sent is not None else 200


def _email_changed(form: EmailForm) -> bool:
    database = get_session()
    try:
        old = services.change_email(
            database, keeper(), own_id(), email=form.email.data or "", password=form.password.data or ""
        )
    except Refused as error:
        note_refusal(form, error)
        return False
    user = services.account(database, own_id())
    tell(database, site_settings(), what="email_changed", email=old, name=user.name, locale=user.locale)
    flash(_("Your address is changed. From now on you sign in with %(email)s.", email=user.email), "success")
    return True


def _password_changed(form: PasswordForm) -> bool:
    database = get_session()
    try:
        user = services.change_password(database, keeper(), own_id(), current=form.current.data or "", new=form.new.data or "")
    except Refused as error:
        note_refusal(form, error)
        return False
    tell(database, site_settings(), what="password_changed", email=user.email, name=user.name, locale=user.locale)
    enter(user)
    flash(_("Your password is changed. All other devices are signed out."), "success")
    return True


@bp.post("/profile/sessions/end")
@login_required
def end_sessions() -> ResponseReturnValue:
    services.end_sessions(get_session(), own_id())
    session.clear()
    logout_user()
    flash(_("You are signed out on every device."), "success")
    return redirect(url_for("accounts.login"))


@bp.route("/profile/delete", methods=["GET", "POST"])
@login_required
@limiter.limit(GUESSES, methods=["POST"], key_func=_person_key, deduct_when=failed)
def delete() -> ResponseReturnValue:
    form = DeleteForm()
    if form.validate_on_submit():
        try:
            services.delete_account(get_session(), keeper(), own_id(), password=form.password.data or "")
        except Refused as error:
            note_refusal(form, error)
        else:
            session.clear()
            logout_user()
            flash(_("Your account is deleted. Thank you for having been here."), "success")
            return redirect(url_for("site.home"))
    return render_template("accounts/delete.html", form=form), 422 if form.is_submitted() else 200
