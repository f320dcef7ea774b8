"""Notices by mail: which are wanted, and when one is planned. The mails themselves are written in ``jobs.py``.

Planned within the transaction that writes the message. The job looks again when it runs: who has read the thread in the
meantime, silenced it or wants no mails gets none.
"""

from __future__ import annotations

from datetime import timedelta

from flask import current_app, has_app_context
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marketplace import mail
from marketplace.accounts.own_row import lock_account
from marketplace.db import now
from marketplace.jobs import enqueue
from marketplace.messages.models import Message, NoticeChoice, Participant

MAIL = "messages.notice_mail"
"""Kind of the job that tells somebody by mail what is new in a thread."""
MESSAGES_WAIT = timedelta(minutes=5)
"""How long a message may stay unread before a mail tells of it, together with those after it."""
EVENTS_WAIT = timedelta(seconds=20)
"""Time for somebody who has the thread open to see it there."""


def choice_of(session: Session, user_id: int) -> NoticeChoice:
    """What the person wants; the defaults when nothing was chosen (not added to the session)."""
    return session.get(NoticeChoice, user_id) or NoticeChoice(user_id=user_id, mail_trades=True, mail_messages=True)


def choose(session: Session, user_id: int, *, mail_trades: bool, mail_messages: bool) -> None:
    """Keep which mails the person wants."""
    lock_account(session, user_id)
    choice = choice_of(session, user_id)
    choice.mail_trades, choice.mail_messages = mail_trades, mail_messages
    session.add(choice)
    session.flush()


def plan_event_mail(session: Session, message: Message, user_id: int) -> None:
    """Tell ``user_id`` of an event, at once but for the moment it takes to see it on an open page."""
    if _sends_mail() and choice_of(session, user_id).mail_trades:
        _plan(session, message, user_id, EVENTS_WAIT)


def plan_message_mail(session: Session, message: Message, user_id: int) -> None:
    """Tell ``user_id`` of a message that stays unread; one that is planned already will tell of this one as well."""
    if not _sends_mail() or not choice_of(session, user_id).mail_messages or _is_planned(session, message, user_id):
        return
    _plan(session, message, user_id, MESSAGES_WAIT)


def _sends_mail() -> bool:
    return has_app_context() and mail.is_configured(current_app.config["SETTINGS"])


def _is_planned(session: Session, message: Message, user_id: int) -> bool:
    """Whether an earlier message of the thread still waits for its mail."""
    waiting = (
        select(Message.id)
        .join(Participant, Participant.conversation_id == Message.conversation_id)
        .where(
            Participant.user_id == user_id,
            Message.conversation_id == message.conversation_id,
            Message.kind == "text",
            Message.id < message.id,
            Message.id > Participant.read_to_id,
            Message.id > Participant.mailed_to_id,
            or_(Message.author_id.is_(None), Message.author_id != user_id),
            Message.created_at > now() - MESSAGES_WAIT,
        )
    )
    return session.scalar(waiting.limit(1)) is not None


def _plan(session: Session, message: Message, user_id: int, wait: timedelta) -> None:
    job = enqueue(session, MAIL, {"conversation_id": message.conversation_id, "user_id": user_id, "message_id": message.id})
    job.lease_until = now() + wait
    session.flush()
