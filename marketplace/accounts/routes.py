"""Pages of accounts."""

from __future__ import annotations

from marketplace.accounts import bp  # noqa: F401
from marketplace.accounts.models import User
from marketplace.db import get_session
from marketplace.extensions import login_manager


@login_manager.user_loader
def load_user(key: str) -> User | None:
    """The account of a session; None once its mark was renewed or the account closed."""
    number, _, mark = key.partition(":")
    user = get_session().get(User, int(number)) if number.isdigit() else None
    return user if user and user.session_mark == mark and user.is_active_account else None
