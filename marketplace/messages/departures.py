"""When an account is deleted: its threads stay with the others, who still read whom they talked with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.accounts.profile import before_deletion
from marketplace.messages.models import Conversation, Message, Participant
from marketplace.messages.words import event_words

LEFT = "account.left"
"""Event: somebody of the thread has deleted the account; its facts keep the name."""


@event_words(LEFT)
def _left(facts: Mapping[str, Any], _reader_id: int) -> str:
    return _("%(name)s has deleted the account. What was written stays here for you.", name=facts["name"])


def note_departure(session: Session, user_id: int) -> None:
    """Leave a line with the name in every thread of an account that is about to be deleted."""
    from marketplace.messages.threads import participants_of, say  # They read departures in turn.

    name = session.scalar(select(User.name).where(User.id == user_id)) or ""
    own = select(Participant.conversation_id).where(Participant.user_id == user_id).order_by(Participant.conversation_id)
    for conversation_id in session.scalars(own).all():
        if participants_of(session, conversation_id) == [user_id]:
            session.execute(delete(Conversation).where(Conversation.id == conversation_id))  # Nobody could read it any more.
        else:
            say(session, conversation_id, LEFT, {"name": name}, author_id=user_id, mail=False)


before_deletion.append(note_departure)


def names_of_departed(session: Session, conversation_ids: Sequence[int]) -> dict[int, str]:
    """The name of whoever has left each of these threads last."""
    if not conversation_ids:
        return {}
    found = session.execute(
        select(Message.conversation_id, Message.facts)
        .where(Message.conversation_id.in_(conversation_ids), Message.event == LEFT)
        .order_by(Message.id)
    )
    return {conversation_id: str(facts["name"]) for conversation_id, facts in found}
