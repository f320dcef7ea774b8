"""Mails about an account, sent in the background and in the receiver's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import current_app, render_template
from flask_babel import force_locale
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from marketplace import mail
from marketplace.accounts.models import User
from marketplace.accounts.password_links import PasswordLinks
from marketplace.accounts.sign_in import RESET_MAIL
from marketplace.config import Settings
from marketplace.db import now
from marketplace.jobs import JobContext, enqueue, job_kind

NOTICE_MAIL = "accounts.notice_mail"
"""Kind of the job that tells somebody what was changed about the account."""


def tell(session: Session, settings: Settings, *, what: str, email: str, name: str, locale: str | None) -> None:
    """Enqueue a notice: ``password_changed`` or ``email_changed``. Nothing happens on a site without mail."""
    if mail.is_configured(settings):
        enqueue(session, NOTICE_MAIL, {"what": what, "email": email, "name": name, "locale": locale or settings.default_locale})


@job_kind(RESET_MAIL, title=_l("Mail: link for a new password"))
def send_reset_mail(context: JobContext, *, email: str, locale: str) -> dict[str, Any]:
    """Write to ``email`` with a link that resets the password, if an account has that address.

    When the mail cannot be sent, the request goes to the owner's list instead, so that it is not lost.
    """
    settings: Settings = current_app.config["SETTINGS"]
    with context.database.read() as session:
        user = session.scalar(select(User).where(User.email == email, User.is_active_account))
    if user is None:
        return {}
    token = PasswordLinks(settings.secret_key).token(user)
    with _speaking(user.locale or locale):
        subject = _("Choose a new password for %(site)s", site=settings.site_name)
        text = render_template("accounts/mail/reset.txt", user=user, link=f"{settings.public_url.rstrip('/')}/reset/{token}")
    try:
        mail.send(settings, recipient=user.email, subject=subject, text=text)
    except mail.MailNotSent:
        with context.database.write() as session:
            session.execute(update(User).where(User.id == user.id).values(reset_requested_at=now()))
        raise
    return {}


@job_kind(NOTICE_MAIL, title=_l("Mail: notice of a change"))
def send_notice_mail(_context: JobContext, *, what: str, email: str, name: str, locale: str) -> dict[str, Any]:
    """Tell ``email`` that the password or the address of the account was changed."""
    settings: Settings = current_app.config["SETTINGS"]
    with _speaking(locale):
        if what == "password_changed":
            subject = _("Your password for %(site)s was changed", site=settings.site_name)
        else:
            subject = _("Your address for %(site)s was changed", site=settings.site_name)
        text = render_template("accounts/mail/notice.txt", what=what, name=name, address=settings.public_url)
    mail.send(settings, recipient=email, subject=subject, text=text)
    return {}


@contextmanager
def _speaking(locale: str) -> Iterator[None]:
    """Words in ``locale``. A request context, because templates of this site expect one."""
    with current_app.test_request_context(), force_locale(locale):
        yield
