"""A collector's defaults for new copies: language, edition, condition, place."""

from __future__ import annotations

from flask_babel import gettext as _
from sqlalchemy.orm import Session

from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.collection.models import EntryDefaults
from marketplace.collection.places import get_place
from marketplace.collection.stock_act import lock_collection
from marketplace.collection.vocabulary import CONDITIONS, EDITIONS
from marketplace.errors import Refused


def get_defaults(session: Session, user_id: int) -> EntryDefaults:
    """The defaults; blank ones when none were chosen yet."""
    return session.get(EntryDefaults, user_id) or EntryDefaults(user_id=user_id, language="", edition="", condition="")


def set_defaults(
    session: Session, user_id: int, *, language: str, edition: str, condition: str, place_id: int | None
) -> EntryDefaults:
    """Choose the defaults; an empty value leaves the fact open. NotFound for another collector's place."""
    lock_collection(session, user_id)
    for field, value, known in (
        ("language", language, LANGUAGES),
        ("edition", edition, EDITIONS),
        ("condition", condition, CONDITIONS),
    ):
        if value and value not in known:
            raise Refused(_("Choose one of the list."), rule="collection.defaults", field=field)
    if place_id is not None:
        get_place(session, user_id, place_id)
    kept = session.get(EntryDefaults, user_id)
    if kept is None:
        kept = EntryDefaults(user_id=user_id)
        session.add(kept)
    kept.language, kept.edition, kept.condition, kept.place_id = language, edition, condition, place_id
    session.flush()
    return kept
