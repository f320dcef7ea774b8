"""The owner's first page and the settings."""

from __future__ import annotations

from typing import Any

from flask import current_app, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import current_user, login_required

from marketplace import mail
from marketplace.accounts.ownership import require_owner
from marketplace.accounts.site_settings import DAILY_BACKUP, SIGN_UP_MODE, change_setting, setting
from marketplace.config import Settings
from marketplace.db import get_session
from marketplace.errors import Refused
from marketplace.jobs import REGISTRY, JobContext, enqueue, job_kind
from marketplace.site import bp
from marketplace.site.forms import SettingsForm
from marketplace.site.overview import overview

TEST_MAIL = "site.test_mail"


def settings() -> Settings:
    found = current_app.config["SETTINGS"]
    assert isinstance(found, Settings)
    return found


@bp.get("/owner")
@login_required
def owner() -> ResponseReturnValue:
    session = get_session()
    figures = overview(session, settings(), current_user.id)
    return render_template(
        "site/owner.html",
        figures=figures,
        job_titles={kind: registered.title for kind, registered in REGISTRY.items()},
        sign_up_mode=setting(session, SIGN_UP_MODE),
    )


@bp.route("/owner/settings", methods=["GET", "POST"])
@login_required
def owner_settings() -> ResponseReturnValue:
    session = get_session()
    require_owner(session, current_user.id)
    form = SettingsForm(
        data={"sign_up": setting(session, SIGN_UP_MODE), "daily_backup": setting(session, DAILY_BACKUP) == "yes"}
    )
    if form.validate_on_submit():
        change_setting(session, current_user.id, SIGN_UP_MODE, form.sign_up.data)
        change_setting(session, current_user.id, DAILY_BACKUP, "yes" if form.daily_backup.data else "no")
        flash(_("The settings are saved."), "success")
        return redirect(url_for("site.owner_settings"))
    page = render_template(
        "site/owner_settings.html", form=form, by_mail=mail.is_configured(settings()), public_url=settings().public_url
    )
    return page, 422 if form.is_submitted() else 200


@bp.post("/owner/settings/test-mail")
@login_required
def test_mail() -> ResponseReturnValue:
    session = get_session()
    actor = require_owner(session, current_user.id)
    if not mail.is_configured(settings()):
        raise Refused(_("This site has no mail server: set MAIL_URL."), rule="mail.not_configured")
    enqueue(session, TEST_MAIL, {"email": actor.email}, user_id=actor.id)
    flash(_("A test message to %(email)s is on its way. If it fails, the overview says why.", email=actor.email), "success")
    return redirect(url_for("site.owner_settings"))


@job_kind(TEST_MAIL, title=_l("Mail: test message"))
def send_test_mail(_context: JobContext, *, email: str) -> dict[str, Any]:
    """Tell the owner that mail works."""
    site = current_app.config["SETTINGS"]
    mail.send(
        site,
        recipient=email,
        subject=_("%(site)s can send mail", site=site.site_name),
        text=_("This is the test message you asked for. Mail works.") + f"\n\n{site.public_url}\n",
    )
    return {}
