"""Becoming a member: the open door, and the two kinds of links."""

from __future__ import annotations

from flask import Response, flash, g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from marketplace.accounts import bp, invitations, sign_up
from marketplace.accounts.forms import SignUpForm, note_refusal
from marketplace.accounts.models import User
from marketplace.accounts.routes.edge import enter, is_signed_in, keeper
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.extensions import limiter
from marketplace.i18n import current_locale

PER_ADDRESS = "40 per hour"
"""A whole club may sign up from one network in an evening; a script may not."""
TAKEN = "8 per hour"
"""How often one network may learn that an address has an account here: enough for people who forgot, not for lists."""


def _told_taken(_response: Response) -> bool:
    return bool(g.get("told_taken"))


@bp.route("/signup", methods=["GET", "POST"])
@limiter.limit(PER_ADDRESS, methods=["POST"])
@limiter.limit(TAKEN, methods=["POST"], deduct_when=_told_taken)
def signup() -> ResponseReturnValue:
    if is_signed_in():
        return redirect(url_for("site.home"))
    database = get_session()
    door = sign_up.door(database)
    form = SignUpForm()
    if not door.is_open:
        return render_template("accounts/sign_up_closed.html", door=door), 403 if form.is_submitted() else 200
    user = _made(form, "") if form.validate_on_submit() else None
    if user is not None:
        return _welcome(user)
    return render_template("accounts/signup.html", form=form, invitation=None), 422 if form.is_submitted() else 200


@bp.route("/join/<token>", methods=["GET", "POST"])
@limiter.limit(PER_ADDRESS, methods=["POST"])
@limiter.limit(TAKEN, methods=["POST"], deduct_when=_told_taken)
def join(token: str) -> ResponseReturnValue:
    """Follow an invitation, or the link printed at the first start."""
    database = get_session()
    invitation = invitations.find_open(database, token)
    if is_signed_in():
        flash(_("You are signed in already. Sign out to use an invitation for another account."), "info")
        return redirect(url_for("site.home"))
    form = SignUpForm()
    user = _made(form, token) if form.validate_on_submit() else None
    if user is not None:
        return _welcome(user)
    return render_template("accounts/signup.html", form=form, invitation=invitation), 422 if form.is_submitted() else 200


def _made(form: SignUpForm, token: str) -> User | None:
    try:
        return sign_up.sign_up(
            get_session(),
            keeper(),
            email=form.email.data or "",
            name=form.name.data or "",
            password=form.password.data or "",
            locale=current_locale(),
            token=token,
        )
    except Refused as error:
        g.told_taken = error.rule == "accounts.email.taken"
        note_refusal(form, error)
        return None


def _welcome(user: User) -> ResponseReturnValue:
    enter(user)
    if user.is_owner:
        flash(_("Welcome, %(name)s. This site is yours.", name=user.name), "success")
    else:
        flash(_("Welcome, %(name)s.", name=user.name), "success")
    return redirect(url_for("site.home"))
