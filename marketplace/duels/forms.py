"""What the duel pages send, read strictly: a forged field is refused, never guessed at."""

from __future__ import annotations

import json
from collections.abc import Iterable

from flask_babel import gettext as _

from engine import Action
from marketplace.duels.starting import SPEEDS
from marketplace.duels.windows import STOPS, ResponseMode
from marketplace.errors import DomainError

_LONGEST = 300
_LONGEST_NAME = 120


class Unreadable(DomainError):
    """A field no page of ours sends."""

    status = 400


def read_version(text: str) -> int:
    """The version of the page that was answered."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Unreadable(_("We could not read what was sent. Nothing was done."), rule="duels.form")
    return int(text)


def read_choice(text: str) -> Action:
    """The action a button stands for: the JSON of ``Action.to_json``."""
    try:
        if len(text) > _LONGEST:
            raise ValueError("too long")
        data = json.loads(text)
        if not isinstance(data, dict) or not data.keys() <= {"verb", "card", "effect", "target", "zone", "value"}:
            raise ValueError("no action")
        return Action.from_json(data)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Unreadable(_("We could not read what was sent. Nothing was done."), rule="duels.form") from None


def read_name(text: str) -> str:
    """A card name as somebody typed it."""
    name = " ".join(text.split())
    if not name or len(name) > _LONGEST_NAME:
        raise Unreadable(_("Type the name of a card."), rule="duels.form")
    return name


def read_mode(text: str) -> ResponseMode:
    """A position of the response switch."""
    try:
        return ResponseMode(text)
    except ValueError:
        raise Unreadable(_("We could not read what was sent. Nothing was done."), rule="duels.form") from None


def read_stops(values: Iterable[str]) -> frozenset[str]:
    """Phase stops; unknown ones are refused."""
    found = frozenset(values)
    if not found <= set(STOPS):
        raise Unreadable(_("We could not read what was sent. Nothing was done."), rule="duels.form")
    return found


def read_speed(text: str) -> str:
    """How quickly the opponent's moves are shown."""
    if text not in SPEEDS:
        raise Unreadable(_("We could not read what was sent. Nothing was done."), rule="duels.form")
    return text
