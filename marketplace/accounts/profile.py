"""What people change about themselves: profile, address, password, sessions, and leaving."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session

from marketplace.accounts import addresses, names, passwords
from marketplace.accounts.countries import is_country
from marketplace.accounts.models import User
from marketplace.accounts.ownership import other_active_owners
from marketplace.accounts.passwords import PasswordKeeper
from marketplace.accounts.sign_in import set_password
from marketplace.accounts.sign_up import flush_unique, new_session_mark, refuse_taken
from marketplace.errors import NotFound, Refused

LONGEST_ABOUT = 2000
LOCALES = ("en", "fr", "pt")

before_deletion: list[Callable[[Session, int], None]] = []
"""Called with the session and the account's id before it goes: features that keep files outside the database register here."""


def account(session: Session, user_id: int) -> User:
    user = session.get(User, user_id)
    if user is None:
        raise NotFound
    return user


def change_profile(session: Session, user_id: int, *, name: str, country: str | None, locale: str | None, about: str) -> User:
    """Change what others see and the language of the interface."""
    user = account(session, user_id)
    shown = names.cleaned(name)
    key = names.folded(shown)
    about = about.replace("\r\n", "\n").replace("\x00", "").strip()
    if len(about) > LONGEST_ABOUT:
        raise Refused(_l("Use at most %(count)d characters.", count=LONGEST_ABOUT), rule="accounts.about.long", field="about")
    if country and not is_country(country):
        raise Refused(_l("Choose a country of the list."), rule="accounts.country.unknown", field="country")
    if locale and locale not in LOCALES:
        raise Refused(_l("Choose a language of the list."), rule="accounts.locale.unknown", field="locale")
    refuse_taken(session, name_folded=key, but=user.id)
    user.name, user.name_folded = shown, key
    user.country, user.locale, user.about = country or None, locale or None, about
    flush_unique(session, user)
    return user


def change_email(session: Session, keeper: PasswordKeeper, user_id: int, *, email: str, password: str) -> str:
    """Change the address one signs in with; returns the old one. Links sent to the old address are void."""
    user = account(session, user_id)
    _check_password(keeper, user, password)
    address = addresses.normalised(email)
    refuse_taken(session, email=address, but=user.id)
    old, user.email = user.email, address
    flush_unique(session, user)
    return old


def change_password(session: Session, keeper: PasswordKeeper, user_id: int, *, current: str, new: str) -> User:
    """Change the password; every other session of the account ends."""
    user = account(session, user_id)
    _check_password(keeper, user, current, field="current")
    passwords.check_new(new, email=user.email, name=user.name, field="new")
    if current == new:
        raise Refused(_l("This is the password you have now."), rule="accounts.password.same", field="new")
    set_password(session, keeper, user, new)
    return user


def end_sessions(session: Session, user_id: int) -> User:
    """Sign out everywhere: on this and every other device."""
    user = account(session, user_id)
    user.session_mark = new_session_mark()
    session.flush()
    return user


def choose_locale(session: Session, user_id: int, locale: str) -> None:
    account(session, user_id).locale = locale
    session.flush()


def delete_account(session: Session, keeper: PasswordKeeper, user_id: int, *, password: str) -> None:
    """Delete the account with its whole collection: copies, places, journal, photos, lists. Cannot be undone."""
    user = account(session, user_id)
    _check_password(keeper, user, password)
    if user.is_owner and not other_active_owners(session, user.id):
        raise Refused(
            _l("You are the only owner of this site. Make somebody else an owner first."),
            rule="accounts.owner.last",
            field="password",
        )
    for tell in before_deletion:
        tell(session, user.id)
    session.delete(user)
    session.flush()


def confirm_password(session: Session, keeper: PasswordKeeper, user_id: int, password: str) -> None:
    """Refuse (field ``password``) unless ``password`` is the account's: for acts an open browser must not be enough for."""
    _check_password(keeper, account(session, user_id), password)


def _check_password(keeper: PasswordKeeper, user: User, password: str, *, field: str = "password") -> None:
    if not keeper.verify(user.password_hash, password):
        raise Refused(_l("This is not your password."), rule="accounts.password.wrong", field=field)
