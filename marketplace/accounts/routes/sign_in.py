"""Signing in and out."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import logout_user

from marketplace.accounts import bp, sessions, sign_in
from marketplace.accounts.forms import SignInForm, note_refusal
from marketplace.accounts.ownership import has_owner
from marketplace.accounts.redirects import safe_path
from marketplace.accounts.routes.edge import account_key, after_sign_in, enter, failed, is_signed_in, keeper
from marketplace.accounts.sign_up import door
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.extensions import limiter
from marketplace.kept import unsealed

PER_ADDRESS = "20 per 5 minutes; 100 per hour"
PER_ACCOUNT = "10 per 15 minutes"


@bp.route("/login", methods=["GET", "POST"])
@limiter.limit(PER_ADDRESS, methods=["POST"], deduct_when=failed)
@limiter.limit(PER_ACCOUNT, methods=["POST"], key_func=account_key, deduct_when=failed)
def login() -> ResponseReturnValue:
    form = SignInForm()
    target = safe_path(form.next.data or request.args.get("next"))
    if is_signed_in():
        return after_sign_in(target)
    form.next.data = target or ""
    database = get_session()
    if form.validate_on_submit():
        try:
            user = sign_in.log_in(database, keeper(), email=form.email.data or "", password=form.password.data or "")
        except Refused as error:
            note_refusal(form, error)
        else:
            enter(user, remember=bool(form.remember.data))
            kept = unsealed(form.kept.data or "")
            if kept is not None:
                return render_template("accounts/send_again.html", kept=kept, back=target)
            return after_sign_in(target)
    page = render_template(
        "accounts/login.html", form=form, came_for=_came_for(target), door=door(database), unclaimed=not has_owner(database)
    )
    return page, 422 if form.is_submitted() else 200


@bp.post("/logout")
def logout() -> ResponseReturnValue:
    was_signed_in = is_signed_in()
    locale = session.get("locale")
    if was_signed_in:
        sessions.end(get_session(), str(session.get("_user_id", "")))
    session.clear()
    logout_user()  # After clear(): it leaves the word in the session that takes the lasting cookie away.
    if locale:
        session["locale"] = locale
    if was_signed_in:
        flash(_("You are signed out."), "success")
    return redirect(url_for("site.home"))


def _came_for(target: str | None) -> str:
    """Why the visitor is asked to sign in, in words."""
    if not target or target == "/":
        return ""
    if target.startswith("/collection"):
        return _("Sign in to see your cards. They are all still there.")
    if target.startswith("/owner"):
        return _("Sign in as the owner of this site to go on.")
    return _("Sign in to go on to the page you opened.")
