"""Photos sent with messages: shown to the people of the thread, kept in the folder of all photos while a row names them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection.photos import photo_holders
from marketplace.errors import NotFound
from marketplace.messages.models import Message, MessagePhoto, Participant


def photo_for(session: Session, user_id: int, photo_id: int) -> MessagePhoto:
    """The photo; raises :class:`NotFound` for somebody who is not in its thread."""
    found = session.scalar(
        select(MessagePhoto)
        .join(Message, Message.id == MessagePhoto.message_id)
        .join(Participant, Participant.conversation_id == Message.conversation_id)
        .where(MessagePhoto.id == photo_id, Participant.user_id == user_id)
    )
    if found is None:
        raise NotFound
    return found


def _sent(session: Session, digests: Sequence[str]) -> set[str]:
    return set(session.scalars(select(MessagePhoto.digest).where(MessagePhoto.digest.in_(digests))))


photo_holders.append(_sent)
