"""What a message may be, and how many of them somebody may write: people who did not ask for it are not flooded."""

from __future__ import annotations

from datetime import timedelta

from flask_babel import lazy_gettext as _l
from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from marketplace.db import now
from marketplace.errors import Refused
from marketplace.messages.models import Conversation, Message

LONGEST = 4_000
"""Characters of a message."""
MOST_PHOTOS = 6
PER_MINUTE = 20
"""Messages one person writes in a minute, over all threads."""
NEW_PEOPLE_A_DAY = 15
"""People to whom somebody writes for the first time within 24 hours."""


def cleaned(body: str) -> str:
    """The text as kept: line ends of one kind, without empty ends and without characters no database takes."""
    return body.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").strip()


def check_message(text: str, photos: int) -> None:
    """Raise :class:`Refused` when there is nothing to send or too much."""
    if not text and not photos:
        raise Refused(_l("Write something or add a photo."), rule="messages.empty", field="body")
    if len(text) > LONGEST:
        raise Refused(
            _l(
                "A message takes %(most)s characters; this one has %(have)s. Send it in two parts.",
                most=LONGEST,
                have=len(text),
            ),
            rule="messages.too_long",
            field="body",
        )
    if photos > MOST_PHOTOS:
        raise Refused(
            _l("A message takes %(most)s photos. Send the others with the next one.", most=MOST_PHOTOS),
            rule="messages.too_many_photos",
            field="photos",
        )


def check_pace(session: Session, author_id: int, *, starts: bool) -> None:
    """Raise :class:`Refused` when the author writes too fast, or ``starts`` threads with too many new people."""
    moment = now()
    recent = session.scalar(
        select(func.count(Message.id)).where(
            Message.author_id == author_id, Message.kind == "text", Message.created_at > moment - timedelta(minutes=1)
        )
    )
    if (recent or 0) >= PER_MINUTE:
        raise Refused(
            _l("You are writing very fast. Wait a minute, then send it again."), rule="messages.too_fast", field="body"
        )
    if starts and _new_people(session, author_id) >= NEW_PEOPLE_A_DAY:
        raise Refused(
            _l(
                "You have written to %(most)s people for the first time today. Answers go through; write to others tomorrow.",
                most=NEW_PEOPLE_A_DAY,
            ),
            rule="messages.too_many_new_people",
            field="body",
        )


def _new_people(session: Session, author_id: int) -> int:
    """Private threads of the last 24 hours whose first message is the author's."""
    earlier = aliased(Message)
    first = select(func.min(earlier.id)).where(earlier.conversation_id == Message.conversation_id).scalar_subquery()
    begun = (
        select(func.count(Message.id))
        .join(Conversation, Conversation.id == Message.conversation_id)
        .where(
            Message.author_id == author_id,
            Message.created_at > now() - timedelta(days=1),
            Conversation.kind == "private",
            Message.id == first,
        )
    )
    return session.scalar(begun) or 0
