"""How somebody trades: notes above the lists, who sees them, away until, which offers are taken."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session

from marketplace.accounts.own_row import lock_account
from marketplace.catalogue.vocabulary import LANGUAGES
from marketplace.db import now
from marketplace.errors import Refused
from marketplace.wants.models import TradeProfile

VISIBILITIES = {"members": _l("Members of the site"), "nobody": _l("Nobody")}
MOST_OPEN = 50
LONGEST_NOTE = 1_000
LONGEST_AWAY = timedelta(days=366)


def profile_of(session: Session, user_id: int) -> TradeProfile:
    """The member's settings; the defaults, not stored, when nothing was chosen yet."""
    found = session.get(TradeProfile, user_id)
    if found is not None:
        return found
    return TradeProfile(
        user_id=user_id, haves_note="", wants_note="", visibility="members", list_language="", away_until=None,
        only_with_wanted=False, most_open=0,
    )  # fmt: skip


def is_away(profile: TradeProfile) -> bool:
    """Whether the member said they are away at this moment."""
    return profile.away_until is not None and profile.away_until > now()


def save_profile(session: Session, user_id: int, **values: Any) -> TradeProfile:
    """Keep the settings; raises Refused naming the field."""
    _check(values)
    lock_account(session, user_id)
    found = session.get(TradeProfile, user_id, with_for_update=True)
    if found is None:
        found = TradeProfile(user_id=user_id)
        session.add(found)
    for name in _FIELDS:
        if name in values:
            setattr(found, name, values[name])
    found.updated_at = now()
    session.flush()
    return found


_FIELDS = ("haves_note", "wants_note", "visibility", "list_language", "away_until", "only_with_wanted", "most_open")


def _check(values: dict[str, Any]) -> None:
    for name in ("haves_note", "wants_note"):
        values[name] = str(values.get(name) or "").replace("\x00", "").strip()
        if len(values[name]) > LONGEST_NOTE:
            raise Refused(_l("A note takes %(most)s letters.", most=LONGEST_NOTE), rule="wants.profile.note", field=name)
    if values.get("visibility", "members") not in VISIBILITIES:
        raise Refused(_l("Choose one of the offered values."), rule="wants.profile.choice", field="visibility")
    if values.get("list_language", "") not in ("", *LANGUAGES):
        raise Refused(_l("Choose one of the offered values."), rule="wants.profile.choice", field="list_language")
    if not 0 <= int(values.get("most_open") or 0) <= MOST_OPEN:
        raise Refused(_l("From 0 to %(most)s.", most=MOST_OPEN), rule="wants.profile.most_open", field="most_open")
    until: datetime | None = values.get("away_until")
    if until is not None and until > now() + LONGEST_AWAY:
        raise Refused(_l("At most a year ahead."), rule="wants.profile.away", field="away_until")
