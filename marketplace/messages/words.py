"""What higher features tell the messages: the sentence of an event, and what the thread of a subject is called.

The messages store ``event`` and ``facts`` only. Whoever says an event registers its sentence, so that each reader gets
it in the own language and from the own side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext as _
from sqlalchemy.orm import Session

EventWords = Callable[[Mapping[str, Any], int], str]
"""``(facts, reader_id) -> sentence``. ``facts`` also holds ``author_id`` and ``author_name`` (None and "" without author)."""


class Title(NamedTuple):
    """How a thread is called in lists, and the page it belongs to."""

    title: str
    url: str


ThreadTitles = Callable[[Session, Sequence[int], int], Mapping[int, tuple[str, str]]]
"""``(session, subject ids, reader_id) -> subject id -> (title, url)``, for all threads of a list at once."""

_EVENTS: dict[str, EventWords] = {}
_TITLES: dict[str, ThreadTitles] = {}


def event_words(event: str) -> Callable[[EventWords], EventWords]:
    """Register the sentence of an event: ``@event_words("trade.accepted")`` above ``function(facts, reader_id)``."""

    def register(function: EventWords) -> EventWords:
        _EVENTS[event] = function
        return function

    return register


def thread_title(kind: str) -> Callable[[ThreadTitles], ThreadTitles]:
    """Register the titles of a kind of thread: ``@thread_title("trade")`` above ``function(session, ids, reader_id)``."""

    def register(function: ThreadTitles) -> ThreadTitles:
        _TITLES[kind] = function
        return function

    return register


def sentence(event: str, facts: Mapping[str, Any], reader_id: int) -> str:
    """The words of an event for a reader; a general sentence when nobody registered it (a feature that is gone)."""
    words = _EVENTS.get(event)
    return words(facts, reader_id) if words is not None else _("Something changed.")


def titles(session: Session, kind: str, subject_ids: Sequence[int], reader_id: int) -> dict[int, Title]:
    """Titles of the threads of a kind by subject; ids nobody has words for are missing."""
    find = _TITLES.get(kind)
    if find is None or not subject_ids:
        return {}
    return {subject: Title(*found) for subject, found in find(session, subject_ids, reader_id).items()}
