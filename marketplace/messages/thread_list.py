"""The list of somebody's threads: unread ones first, then by their newest message. A fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session, selectinload

from marketplace.accounts.models import User
from marketplace.accounts.names import folded
from marketplace.messages.models import Conversation, Message, Participant
from marketplace.messages.reading import Person, participant, people_of, titles_of
from marketplace.messages.threads import mark_read
from marketplace.messages.words import sentence

PER_PAGE = 30
SNIPPET = 140
"""Characters of the newest message the list shows."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A thread as the list shows it."""

    id: int
    kind: str
    title: str
    url: str
    others: Sequence[Person]
    last: str
    """The beginning of the newest message, or the event in words."""
    last_mine: bool
    at: datetime | None
    unread: int
    muted: bool


@dataclass(frozen=True, slots=True)
class ThreadList:
    """One page of the list."""

    entries: Sequence[Entry]
    page: int
    pages: int
    total: int
    away: int
    """How many threads are put away."""


def list_threads(session: Session, user_id: int, *, text: str = "", away: bool = False, page: int = 1) -> ThreadList:
    """Threads in which something was said, with somebody whose name contains ``text``; or those put away."""
    put_away = and_(Participant.hidden_to_id > 0, Participant.hidden_to_id >= Conversation.last_message_id)
    away_count = _count(session, _own(user_id).where(put_away))
    wanted = _own(user_id).where(put_away if away else ~put_away)
    if text.strip():
        wanted = wanted.where(_with_person(user_id, text))
    total = _count(session, wanted)
    pages = max(1, -(-total // PER_PAGE))
    page = min(max(1, page), pages)
    unread = _unread(user_id)
    found = session.execute(
        wanted.add_columns(unread)
        .order_by((unread > 0).desc(), Conversation.last_message_id.desc())
        .limit(PER_PAGE)
        .offset((page - 1) * PER_PAGE)
    ).all()
    return ThreadList(_entries(session, user_id, found), page, pages, total, away_count)


def _own(user_id: int) -> Select[Conversation, Participant]:
    return (
        select(Conversation, Participant)
        .join(Participant, Participant.conversation_id == Conversation.id)
        .where(Participant.user_id == user_id, Conversation.last_message_id > 0)
    )


def _count(session: Session, wanted: Select[Conversation, Participant]) -> int:
    return session.scalar(select(func.count()).select_from(wanted.with_only_columns(Conversation.id).subquery())) or 0


def _unread(user_id: int) -> ColumnElement[int]:
    return (
        select(func.count(Message.id))
        .where(
            Message.conversation_id == Conversation.id,
            Message.id > Participant.read_to_id,
            or_(Message.author_id.is_(None), Message.author_id != user_id),
        )
        .correlate(Conversation, Participant)
        .scalar_subquery()
    )


def _with_person(user_id: int, text: str) -> ColumnElement[bool]:
    """Threads with somebody else whose name contains ``text``; none for a text without letters and digits."""
    others = (
        select(Participant.conversation_id)
        .join(User, User.id == Participant.user_id)
        .where(User.id != user_id, User.name_folded.contains(folded(text) or "\uffff", autoescape=True))
    )
    return Conversation.id.in_(others)


def _entries(session: Session, user_id: int, found: Sequence[Any]) -> list[Entry]:
    threads: list[Conversation] = [row[0] for row in found]
    people = people_of(session, user_id, threads)
    titles = titles_of(session, user_id, threads, people)
    newest = {
        message.conversation_id: message
        for message in session.scalars(
            select(Message)
            .where(Message.id.in_([thread.last_message_id for thread in threads]))
            .options(selectinload(Message.photos))
        )
    }
    entries = []
    for thread, place, unread in found:
        message = newest.get(thread.id)
        title, url = titles[thread.id]
        entries.append(
            Entry(
                thread.id,
                thread.kind,
                title,
                url,
                people[thread.id],
                _last_words(message, people[thread.id], user_id) if message is not None else "",
                message is not None and message.kind == "text" and message.author_id == user_id,
                thread.last_message_at,
                unread,
                place.muted,
            )
        )
    return entries


def _last_words(message: Message, others: Sequence[Person], reader_id: int) -> str:
    if message.kind == "event":
        name = next((person.name for person in others if person.user_id == message.author_id), "")
        return sentence(message.event, {**message.facts, "author_id": message.author_id, "author_name": name}, reader_id)
    text = " ".join(message.body.split())
    if not text:
        return ngettext("%(num)d photo", "%(num)d photos", len(message.photos))
    return text if len(text) <= SNIPPET else _("%(beginning)s…", beginning=text[:SNIPPET].rstrip())


def put_away(session: Session, user_id: int, conversation_id: int) -> None:
    """Take the thread off the list until something new comes; what is in it counts as read."""
    place = participant(session, user_id, conversation_id)
    thread = session.get_one(Conversation, conversation_id)
    mark_read(session, user_id, conversation_id, thread.last_message_id)
    place.hidden_to_id = thread.last_message_id
    session.flush()


def bring_back(session: Session, user_id: int, conversation_id: int) -> None:
    """Put a thread on the list again."""
    participant(session, user_id, conversation_id).hidden_to_id = 0
    session.flush()


def set_muted(session: Session, user_id: int, conversation_id: int, muted: bool) -> None:
    """Send no mails about this thread, or send them again."""
    participant(session, user_id, conversation_id).muted = muted
    session.flush()
