"""What the pages of accounts share: the session's account, the answer to the signed-out, limits, absolute links."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

from flask import current_app, g, jsonify, make_response, redirect, render_template, request, session, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_login import current_user, login_user
from sqlalchemy.exc import OperationalError
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.wrappers import Response

from marketplace import mail
from marketplace.accounts import addresses, bp, presence, sessions
from marketplace.accounts.forms import SignInForm
from marketplace.accounts.models import User
from marketplace.accounts.password_links import PasswordLinks
from marketplace.accounts.passwords import PasswordKeeper
from marketplace.accounts.redirects import path_of, safe_path
from marketplace.config import Settings
from marketplace.db import get_db, get_session
from marketplace.errors import wants_json
from marketplace.extensions import login_manager
from marketplace.kept import kept_form
from marketplace.network import is_loopback, lan_address


@bp.record_once
def _set_up(state: BlueprintSetupState) -> None:
    settings: Settings = state.app.config["SETTINGS"]
    mail.check_settings(settings)
    state.app.extensions["accounts_keeper"] = PasswordKeeper(testing=settings.testing)


def site_settings() -> Settings:
    settings = current_app.config["SETTINGS"]
    assert isinstance(settings, Settings)
    return settings


def keeper() -> PasswordKeeper:
    found = current_app.extensions["accounts_keeper"]
    assert isinstance(found, PasswordKeeper)
    return found


def password_links() -> PasswordLinks:
    return PasswordLinks(site_settings().secret_key)


def absolute(path: str) -> str:
    """``path`` as a link to hand to somebody: with the site's public address, else one this network understands."""
    settings = site_settings()
    if settings.public_url:
        return settings.public_url.rstrip("/") + path
    parts = urlsplit(request.host_url)
    host = parts.netloc
    if is_loopback(parts.hostname or "") and current_app.config.get("SERVES_NETWORK") and (own := lan_address()):
        host = f"{own}:{parts.port}" if parts.port else own
    return f"{parts.scheme}://{host}{path}"


@bp.app_template_global()
def has_page(endpoint: str) -> bool:
    """Whether a feature above this one offers a page, so that a link to it may be shown."""
    return endpoint in current_app.view_functions


@login_manager.user_loader
def load_user(key: str) -> User | None:
    """The account of a session; None once the session ended or the account closed."""
    user = sessions.account_of(get_session(), key)
    if user is not None and presence.is_old(user.last_seen_at):
        g.is_here = user.id
    return user


@bp.teardown_app_request
def _note_presence(_error: BaseException | None) -> None:
    """A sign-in lasts for weeks: who comes back meanwhile is here as well. After the request, because that may only read."""
    user_id = g.pop("is_here", None)
    if user_id is None:
        return
    if "session" in g:
        g.session.close()  # It may hold a connection, or SQLite's write lock.
    try:
        presence.note(get_db(), user_id)
    except OperationalError:
        current_app.logger.info("The database was busy: the visit is noted with the next page.")


def enter(user: User, *, remember: bool = False) -> None:
    """Begin a fresh session for ``user``: nothing of the one before is kept, its form tokens included."""
    chosen = session.get("locale")
    session.clear()
    g.pop("csrf_token", None)  # Kept for the length of a request: a form of this answer needs one of the new session.
    if user.locale is None and chosen:
        session["locale"] = chosen
    login_user(user, remember=remember, duration=timedelta(days=sessions.LONGEST_DAYS))


def after_sign_in(target: str | None) -> Response:
    return redirect(safe_path(target) or url_for("site.home"))


def account_key() -> str:
    """Rate limit per account tried, whether it exists or not."""
    return "account:" + (addresses.normalised_or_none(request.form.get("email", "")) or "-")


def failed(response: Response) -> bool:
    """Only refused attempts count against a limit."""
    return response.status_code >= 400


@login_manager.unauthorized_handler
def _signed_out() -> ResponseReturnValue:
    """Somebody signed out (or whose session ended) opened a page of their own.

    Never an empty list: the visitor is asked to sign in, and comes back to the page.
    """
    if request.headers.get("HX-Request") == "true":
        here = path_of(request.headers.get("HX-Current-URL"), request.host)
        response = make_response("", 401)
        response.headers["HX-Redirect"] = url_for("accounts.login", next=here)
        return response
    if wants_json():
        answer = jsonify({"ok": False, "rule": "accounts.sign_in.needed", "message": _("Sign in first."), "facts": {}})
        answer.www_authenticate = WWWAuthenticate("session")
        return answer, 401
    if request.method in ("GET", "HEAD"):
        return redirect(url_for("accounts.login", next=request.full_path.rstrip("?")))
    # A form sent after the session ended: it goes through the sign-in and is offered again behind it.
    back = path_of(request.referrer, request.host)
    kept = kept_form()
    form = SignInForm(formdata=None, next=back or "", kept=kept.sealed() if kept and not kept.had_files else "")
    return render_template("accounts/signed_out.html", back=back, form=form), 401


def is_signed_in() -> bool:
    return bool(current_user.is_authenticated)


def own_id() -> int:
    return int(current_user.id)
