"""Threads: made, written to, read. What other features use of the messages is named here.

Messages of one thread get their ids one after the other (the thread's row is locked meanwhile), so "everything up to
this id" is a complete statement. Who says something in several threads in one transaction goes in the order of their
ids. Everything flushes, nothing commits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.collection.pictures import Picture, store
from marketplace.db import now
from marketplace.errors import NotFound, Refused
from marketplace.messages import limits, notices
from marketplace.messages.blocks import is_blocked
from marketplace.messages.marks import touch
from marketplace.messages.models import Conversation, Message, MessagePhoto, Participant
from marketplace.messages.reading import view_of
from marketplace.messages.words import event_words, thread_title

__all__ = [
    "event_words",
    "is_blocked",
    "mark_read",
    "participants_of",
    "post",
    "private_thread",
    "private_thread_id",
    "say",
    "thread_title",
    "touch",
    "trade_thread",
    "unread_count",
    "view_of",
]


def trade_thread(session: Session, trade_id: int, user_ids: Sequence[int]) -> Conversation:
    """The thread of a trade, made when it is not there yet, with these people in it."""
    return _thread(session, "trade", f"trade:{trade_id}", user_ids)


def private_thread(session: Session, user_id: int, other_id: int) -> Conversation:
    """The thread between two people, made when it is not there yet.

    Raises :class:`NotFound` when the other has no account (any more), :class:`Refused` for oneself.
    """
    if user_id == other_id:
        raise Refused(_l("This is your own account."), rule="messages.self")
    if session.get(User, other_id) is None:
        raise NotFound
    return _thread(session, "private", _private_subject(user_id, other_id), (user_id, other_id))


def private_thread_id(session: Session, user_id: int, other_id: int) -> int | None:
    """The id of the thread between two people, if they have one."""
    return session.scalar(select(Conversation.id).where(Conversation.subject == _private_subject(user_id, other_id)))


def _private_subject(one_id: int, other_id: int) -> str:
    return f"private:{min(one_id, other_id)}:{max(one_id, other_id)}"


def _thread(session: Session, kind: str, subject: str, user_ids: Sequence[int]) -> Conversation:
    wanted = select(Conversation).where(Conversation.subject == subject)
    thread = session.scalar(wanted)
    if thread is not None:
        return thread
    try:
        with session.begin_nested():
            thread = Conversation(kind=kind, subject=subject)
            session.add(thread)
            session.flush()
            session.add_all(Participant(conversation_id=thread.id, user_id=user) for user in sorted(set(user_ids)))
    except IntegrityError:  # Somebody else made it in the meantime.
        return session.scalars(wanted).one()
    return thread


def participants_of(session: Session, conversation_id: int) -> list[int]:
    """The people in a thread who have an account, by id."""
    found = select(Participant.user_id).where(Participant.conversation_id == conversation_id)
    return list(session.scalars(found.order_by(Participant.user_id)))


def _locked(session: Session, conversation_id: int) -> Conversation:
    thread = session.scalar(select(Conversation).where(Conversation.id == conversation_id).with_for_update())
    if thread is None:
        raise NotFound
    return thread


def post(
    session: Session,
    conversation_id: int,
    author_id: int,
    body: str,
    pictures: Sequence[Picture] = (),
    *,
    folder: Path | None = None,
    request_key: str | None = None,
) -> Message:
    """Write a message; the same ``request_key`` again is the message that is there already.

    ``folder``: where pictures are kept, needed when there are any. Raises :class:`NotFound` for somebody who is not in
    the thread, :class:`Refused` (field ``body`` or ``photos``) when it is empty, too long, too fast or blocked.
    """
    thread = _locked(session, conversation_id)
    people = participants_of(session, conversation_id)
    if author_id not in people:
        raise NotFound
    if request_key is not None:
        sent = session.scalar(select(Message).where(Message.author_id == author_id, Message.request_key == request_key))
        if sent is not None:
            return sent
    text = limits.cleaned(body)
    limits.check_message(text, len(pictures))
    others = [person for person in people if person != author_id]
    _check_receivers(session, author_id, others)
    limits.check_pace(session, author_id, starts=thread.kind == "private" and not thread.last_message_id)
    message = Message(conversation_id=thread.id, author_id=author_id, body=text, request_key=request_key)
    _append(session, thread, message)
    _attach(session, message, pictures, folder)
    touch(session, people)
    for person in others:
        notices.plan_message_mail(session, message, person)
    return message


def _check_receivers(session: Session, author_id: int, others: Sequence[int]) -> None:
    active = session.scalars(select(User.id).where(User.id.in_(others), User.is_active_account)).all()
    if not active:
        raise Refused(
            _l("Nobody reads here any more: the other account was closed."), rule="messages.closed_account", field="body"
        )
    if any(is_blocked(session, author_id, other) for other in others):
        raise Refused(_l("You cannot write to each other at the moment."), rule="messages.blocked", field="body")


def _append(session: Session, thread: Conversation, message: Message) -> None:
    session.add(message)
    session.flush()
    thread.last_message_id, thread.last_message_at = message.id, message.created_at
    session.flush()


def _attach(session: Session, message: Message, pictures: Sequence[Picture], folder: Path | None) -> None:
    if not pictures:
        return
    assert folder is not None, "pictures need a folder"
    there: set[str] = set()
    for picture in pictures:
        digest = store(folder, picture)
        if digest not in there:
            there.add(digest)
            size = len(picture.content)
            photo = MessagePhoto(message_id=message.id, digest=digest, position=len(there))
            photo.width, photo.height, photo.size = picture.width, picture.height, size
            session.add(photo)
    session.flush()


def say(
    session: Session,
    conversation_id: int,
    event: str,
    facts: Mapping[str, Any],
    *,
    author_id: int | None = None,
    mail: bool = True,
) -> Message:
    """Note something that happened as a line of the thread; its sentence comes from ``@event_words(event)``.

    It is unread for everybody but ``author_id``, who did it (None: the site). ``facts`` must be JSON. ``mail=False``
    sends no notice of it. Blocks do not matter: it has happened.
    """
    thread = _locked(session, conversation_id)
    people = participants_of(session, conversation_id)
    message = Message(
        conversation_id=thread.id, author_id=author_id, kind="event", event=event, facts=dict(facts), created_at=now()
    )
    _append(session, thread, message)
    touch(session, people)
    if mail:
        for person in people:
            if person != author_id:
                notices.plan_event_mail(session, message, person)
    return message


def mark_read(session: Session, user_id: int, conversation_id: int, to_id: int) -> None:
    """The person has seen everything up to message ``to_id``; never goes back. Nothing happens in others' threads."""
    newest = select(Conversation.last_message_id).where(Conversation.id == conversation_id).scalar_subquery()
    read = session.execute(
        update(Participant)
        .where(
            Participant.conversation_id == conversation_id,
            Participant.user_id == user_id,
            Participant.read_to_id < to_id,
            Participant.read_to_id < newest,
        )
        .values(read_to_id=min(to_id, session.scalar(select(newest)) or 0))
        .execution_options(synchronize_session="fetch")
    )
    if read.rowcount:  # type: ignore[attr-defined]
        touch(session, [user_id])


def unread_count(session: Session, user_id: int) -> int:
    """How many messages and events by others the person has not seen, over all threads."""
    unread = (
        select(func.count())
        .select_from(Participant)
        .join(Conversation, Conversation.id == Participant.conversation_id)
        .join(Message, Message.conversation_id == Participant.conversation_id)
        .where(
            Participant.user_id == user_id,
            Conversation.last_message_id > Participant.read_to_id,
            Message.id > Participant.read_to_id,
            or_(Message.author_id.is_(None), Message.author_id != user_id),
        )
    )
    return session.scalar(unread) or 0
