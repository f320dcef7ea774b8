"""A thread as one reader sees it: plain data for the pages, read with a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from marketplace.accounts.models import User
from marketplace.errors import NotFound
from marketplace.messages.blocks import blocked_among, has_blocked
from marketplace.messages.departures import names_of_departed
from marketplace.messages.models import Conversation, Message, MessagePhoto, Participant
from marketplace.messages.words import sentence, titles

PER_PAGE = 50
"""Messages shown at once; older ones follow by a link."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody else in a thread. ``user_id`` is None once the account is gone; the name stays."""

    user_id: int | None
    name: str
    is_active: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One message or event, in the reader's words."""

    id: int
    kind: str
    """text or event."""
    event: str
    mine: bool
    author_id: int | None
    author_name: str
    """Empty for what the site itself says."""
    text: str
    photos: Sequence[MessagePhoto]
    at: datetime
    is_new: bool
    """The reader has not seen it before."""


@dataclass(frozen=True, slots=True)
class ThreadView:
    """A thread, or a part of it, for one reader."""

    id: int
    kind: str
    title: str
    url: str
    """The page the thread belongs to (a trade's); empty for a private one."""
    others: Sequence[Person]
    lines: Sequence[Line]
    older_from: int | None
    """Show older messages than this id; None when these are the first ones."""
    has_newer: bool
    """Messages newer than these exist (an older part is shown)."""
    newest_id: int
    """Id of the newest line shown; 0 when there is none."""
    read_to_id: int
    muted: bool
    blocked: bool
    """Somebody of the thread has blocked the other."""
    blocked_by_me: bool
    closed: bool
    """Nobody else is left who could read here."""

    @property
    def can_write(self) -> bool:
        return not (self.blocked or self.closed)


def participant(session: Session, user_id: int, conversation_id: int) -> Participant:
    """The person's place in the thread; raises :class:`NotFound` for somebody who is not in it."""
    place = session.get(Participant, (conversation_id, user_id))
    if place is None:
        raise NotFound
    return place


def view_of(
    session: Session, user_id: int, conversation_id: int, *, before: int | None = None, after: int | None = None
) -> ThreadView:
    """The newest messages of a thread, those older than ``before``, or those newer than ``after``.

    Raises :class:`NotFound` for somebody who is not in the thread.
    """
    place = participant(session, user_id, conversation_id)
    thread = session.get_one(Conversation, conversation_id)
    others = people_of(session, user_id, [thread])[thread.id]
    messages, more = _messages(session, conversation_id, before, after)
    lines = lines_of(messages, user_id, others, place.read_to_id)
    title, url = title_of(session, user_id, thread, others)
    active = [person.user_id for person in others if person.user_id is not None]
    newest = lines[-1].id if lines else (after or 0)
    return ThreadView(
        id=thread.id,
        kind=thread.kind,
        title=title,
        url=url,
        others=others,
        lines=lines,
        older_from=messages[0].id if more and messages else None,
        has_newer=thread.last_message_id > newest,
        newest_id=newest,
        read_to_id=place.read_to_id,
        muted=place.muted,
        blocked=bool(blocked_among(session, user_id, active)),
        blocked_by_me=any(has_blocked(session, user_id, other) for other in active),
        closed=not any(person.is_active for person in others),
    )


def _messages(session: Session, conversation_id: int, before: int | None, after: int | None) -> tuple[list[Message], bool]:
    """A page of messages in order, and whether older ones exist."""
    wanted = select(Message).where(Message.conversation_id == conversation_id).options(selectinload(Message.photos))
    if after is not None:
        return list(session.scalars(wanted.where(Message.id > after).order_by(Message.id).limit(PER_PAGE * 4))), False
    if before is not None:
        wanted = wanted.where(Message.id < before)
    found = list(session.scalars(wanted.order_by(Message.id.desc()).limit(PER_PAGE + 1)))
    return found[:PER_PAGE][::-1], len(found) > PER_PAGE


def lines_of(messages: Sequence[Message], reader_id: int, others: Sequence[Person], read_to_id: int) -> list[Line]:
    """Messages as the reader gets them; what somebody wrote whose account is gone still has the name."""
    names = {person.user_id: person.name for person in others if person.user_id is not None}
    departed = next((person.name for person in others if person.user_id is None), "")
    return [_line(message, reader_id, names, departed, read_to_id) for message in messages]


def _line(message: Message, reader_id: int, names: dict[int, str], departed: str, read_to: int) -> Line:
    author = message.author_id
    mine = author == reader_id
    name = names.get(author, "") if author is not None else (departed if message.kind == "text" else "")
    if message.kind == "event":
        text = sentence(message.event, {**message.facts, "author_id": author, "author_name": name}, reader_id)
    else:
        text = message.body
    is_new = message.id > read_to and not mine
    return Line(message.id, message.kind, message.event, mine, author, name, text, message.photos, message.created_at, is_new)


def people_of(session: Session, user_id: int, threads: Sequence[Conversation]) -> dict[int, list[Person]]:
    """Everybody but ``user_id`` in each of these threads, those whose accounts are gone included."""
    ids = [thread.id for thread in threads]
    people: dict[int, list[Person]] = {thread: [] for thread in ids}
    found = session.execute(
        select(Participant.conversation_id, User.id, User.name, User.is_active_account)
        .join(User, User.id == Participant.user_id)
        .where(Participant.conversation_id.in_(ids), Participant.user_id != user_id)
        .order_by(User.name_folded)
    )
    for conversation_id, person, name, active in found:
        people[conversation_id].append(Person(person, name, active))
    lonely = [thread for thread, others in people.items() if not others]
    for conversation_id, name in names_of_departed(session, lonely).items():
        people[conversation_id].append(Person(None, name, False))
    return people


def title_of(session: Session, user_id: int, thread: Conversation, others: Sequence[Person]) -> tuple[str, str]:
    """What one thread is called, and the address of the page it belongs to."""
    return titles_of(session, user_id, [thread], {thread.id: others})[thread.id]


def titles_of(
    session: Session,
    user_id: int,
    threads: Sequence[Conversation],
    people: dict[int, list[Person]] | dict[int, Sequence[Person]],
) -> dict[int, tuple[str, str]]:
    """Titles of several threads at once: the others' names, or what the feature of the subject says."""
    found: dict[int, tuple[str, str]] = {}
    subjects = {int(thread.subject.partition(":")[2]): thread.id for thread in threads if thread.kind != "private"}
    named = titles(session, "trade", list(subjects), user_id)
    for subject, thread_id in subjects.items():
        found[thread_id] = named.get(subject, (_("Trade %(number)s", number=subject), ""))
    for thread in threads:
        if thread.kind == "private":
            names = ", ".join(person.name for person in people[thread.id])
            found[thread.id] = (names or _("Somebody whose account is gone"), "")
    return found


def day_of(session: Session, conversation_id: int, message_id: int) -> str:
    """The day of a message of this thread (ISO), so that the part after it does not repeat the day's heading."""
    at = session.scalar(select(Message.created_at).where(Message.id == message_id, Message.conversation_id == conversation_id))
    return at.date().isoformat() if at is not None else ""
