"""The mail about news in a thread: who and where, with a link; never what was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import current_app, render_template
from flask_babel import force_locale, ngettext
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marketplace import mail
from marketplace.accounts.models import User
from marketplace.config import Settings
from marketplace.db import Database
from marketplace.jobs import Job, JobContext, job_kind
from marketplace.messages import notices
from marketplace.messages.models import Conversation, Message, Participant
from marketplace.messages.reading import Line, Person, lines_of, people_of, title_of

MOST_EVENTS = 10
"""Events one mail words; further ones are only counted."""


@dataclass(frozen=True, slots=True)
class _News:
    """What one mail tells, read before the mail server is asked."""

    email: str
    name: str
    locale: str
    conversation_id: int
    told_before: int
    """What earlier mails had told of, to be restored if this one cannot be sent."""
    told_to: int
    lines: Sequence[Line]
    title: str
    url: str
    others: Sequence[Person]


@job_kind(notices.MAIL, title=_l("Mail: news in a thread"))
def send_notice_mail(context: JobContext, *, conversation_id: int, user_id: int, message_id: int) -> dict[str, Any]:
    """Tell the person of everything in the thread that is unread and that no mail has told of; safe to run again.

    The mark is set first, so that two jobs about one thread send one mail. An attempt that was killed in between is
    recognised by the count of attempts: the next one sends the mail all the same.
    """
    settings: Settings = current_app.config["SETTINGS"]
    if not mail.is_configured(settings):
        return {}
    news = _take(context, settings, conversation_id, user_id, message_id)
    if news is None:
        return {}
    with _speaking(news.locale, settings):
        subject, text = _worded(news, settings)
    try:
        mail.send(settings, recipient=news.email, subject=subject, text=text)
    except mail.MailNotSent:
        _restore(context.database, news, user_id)
        raise
    return {}


def _take(context: JobContext, settings: Settings, conversation_id: int, user_id: int, message_id: int) -> _News | None:
    with context.database.write() as session:
        user = session.get(User, user_id)
        place = session.get(Participant, (conversation_id, user_id), with_for_update=True)
        if user is None or not user.is_active_account or place is None or place.muted:
            return None
        job = session.get(Job, context.job_id)
        killed = job is not None and job.attempts > 1
        told = min(place.mailed_to_id, message_id - 1) if killed else place.mailed_to_id
        messages = _untold(session, user_id, place, told)
        if not messages:
            return None
        before, place.mailed_to_id = place.mailed_to_id, messages[-1].id
        thread = session.get_one(Conversation, conversation_id)
        locale = user.locale or settings.default_locale
        with _speaking(locale, settings):
            others = people_of(session, user_id, [thread])[thread.id]
            title, url = title_of(session, user_id, thread, others)
            lines = lines_of(messages, user_id, others, place.read_to_id)
        return _News(user.email, user.name, locale, thread.id, before, messages[-1].id, lines, title, url, others)


def _untold(session: Session, user_id: int, place: Participant, told: int) -> Sequence[Message]:
    choice = notices.choice_of(session, user_id)
    kinds = [kind for kind, wanted in (("event", choice.mail_trades), ("text", choice.mail_messages)) if wanted]
    return session.scalars(
        select(Message)
        .where(
            Message.conversation_id == place.conversation_id,
            Message.id > max(told, place.read_to_id),
            Message.kind.in_(kinds),
            or_(Message.author_id.is_(None), Message.author_id != user_id),
        )
        .order_by(Message.id)
    ).all()


def _restore(database: Database, news: _News, user_id: int) -> None:
    with database.write() as session:
        place = session.get(Participant, (news.conversation_id, user_id), with_for_update=True)
        if place is not None and place.mailed_to_id == news.told_to:
            place.mailed_to_id = news.told_before


def _worded(news: _News, settings: Settings) -> tuple[str, str]:
    written = [line for line in news.lines if line.kind == "text"]
    events = [line for line in news.lines if line.kind == "event"]
    who = next((line.author_name for line in written if line.author_name), "") or news.title
    if events:
        subject = _("%(site)s: news in “%(thread)s”", site=settings.site_name, thread=news.title)
    else:
        subject = _("%(site)s: %(name)s has written to you", site=settings.site_name, name=who)
    wrote = (
        ngettext("%(name)s has written %(num)d message.", "%(name)s has written %(num)d messages.", len(written), name=who)
        if written
        else ""
    )
    root = settings.public_url.rstrip("/")
    text = render_template(
        "messages/mail/news.txt",
        name=news.name,
        thread=news.title,
        wrote=wrote,
        events=[line.text for line in events[-MOST_EVENTS:]],
        link=root + (news.url or f"/messages/{news.conversation_id}"),
        settings_link=f"{root}/messages/settings",
    )
    return subject, text


@contextmanager
def _speaking(locale: str, settings: Settings) -> Iterator[None]:
    """Words in ``locale``, addresses of this site. A request context, because templates of this site expect one."""
    with current_app.test_request_context(base_url=settings.public_url or None), force_locale(locale):
        yield
