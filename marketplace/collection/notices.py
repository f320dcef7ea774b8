"""Where later features say something above the collection's list without the collection knowing them.

A feature registers a function when its package is imported; it is called with the request's session and the reader's id
and must not write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import render_template
from markupsafe import Markup
from sqlalchemy.orm import Session

Notice = Callable[[Session, int], dict[str, Any] | None]

_notices: list[tuple[str, Notice]] = []


def collection_notice(template: str) -> Callable[[Notice], Notice]:
    """Register ``function(session, user_id)``: values for ``template`` above the list, or None for nothing."""

    def register(function: Notice) -> Notice:
        _notices.append((template, function))
        return function

    return register


def for_collection(session: Session, user_id: int) -> list[Markup]:
    """The notices, drawn."""
    return [
        Markup(render_template(template, **values))  # noqa: S704  a template of ours, which escapes its values.
        for template, function in _notices
        if (values := function(session, user_id))
    ]
