"""Settings the owner changes in the browser, kept in the database."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session

from marketplace.accounts.models import SiteSetting
from marketplace.accounts.ownership import require_owner
from marketplace.errors import Refused

SIGN_UP_MODE = "sign_up"
DAILY_BACKUP = "daily_backup"

CHOICES: Mapping[str, tuple[str, ...]] = {
    SIGN_UP_MODE: ("invitation", "open", "closed"),
    DAILY_BACKUP: ("yes", "no"),
}
"""Setting -> its values, the default first."""


def setting(session: Session, key: str) -> str:
    """The value in force: the owner's choice, else the default."""
    row = session.get(SiteSetting, key)
    return row.value if row is not None and row.value in CHOICES[key] else CHOICES[key][0]


def change_setting(session: Session, actor_id: int, key: str, value: str) -> None:
    """The owner chooses ``value``; anything not offered is refused."""
    require_owner(session, actor_id)
    if value not in CHOICES.get(key, ()):
        raise Refused(_l("This is not one of the choices."), rule="accounts.setting.unknown", field=key)
    session.merge(SiteSetting(key=key, value=value))
    session.flush()
