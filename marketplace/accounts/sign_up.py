"""Becoming a member: who may, and how an account is made exactly once."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marketplace.accounts import addresses, invitations, names, passwords
from marketplace.accounts.models import User
from marketplace.accounts.ownership import has_owner
from marketplace.accounts.passwords import PasswordKeeper
from marketplace.accounts.site_settings import SIGN_UP_MODE, setting
from marketplace.errors import Refused


@dataclass(frozen=True, slots=True)
class Door:
    """Who may sign up at this moment."""

    mode: str
    """open, invitation, closed; or unclaimed while the site has no owner."""

    @property
    def is_open(self) -> bool:
        return self.mode == "open"


def door(session: Session) -> Door:
    return Door(setting(session, SIGN_UP_MODE) if has_owner(session) else "unclaimed")


def sign_up(
    session: Session,
    keeper: PasswordKeeper,
    *,
    email: str,
    name: str,
    password: str,
    locale: str | None = None,
    token: str = "",
) -> User:
    """A new account, by invitation (``token``) or because the site is open.

    Raises :class:`Refused` naming the field, or ``InvitationVoid``. The account made with the first start's link
    becomes the owner.
    """
    invitation = None
    if token:
        invitation = invitations.use(session, token)
        if not invitation.makes_owner and setting(session, SIGN_UP_MODE) == "closed":
            raise Refused(_l("This site takes no new members at the moment."), rule="accounts.sign_up.closed")
    else:
        _refuse_unless_open(session)
    shown, address = names.cleaned(name), addresses.normalised(email)
    passwords.check_new(password, email=address, name=shown)
    return _added(
        session,
        User(
            email=address,
            name=shown,
            name_folded=names.folded(shown),
            password_hash=keeper.hash(password),
            session_mark=new_session_mark(),
            is_owner=bool(invitation and invitation.makes_owner),
            locale=locale,
        ),
    )


def create_account(session: Session, *, email: str, name: str = "", is_owner: bool = False) -> User:
    """An account without a password, made by whoever runs the site; its link lets the person choose one."""
    address = addresses.normalised(email)
    shown = names.cleaned(name) if name else _free_name(session, address)
    return _added(
        session,
        User(email=address, name=shown, name_folded=names.folded(shown), session_mark=new_session_mark(), is_owner=is_owner),
    )


def new_session_mark() -> str:
    """Part of every session of an account: when it changes, they all end."""
    return secrets.token_urlsafe(16)


def refuse_taken(session: Session, *, email: str | None = None, name_folded: str | None = None, but: int | None = None) -> None:
    """Refuse an address or a name another account has."""
    if email is not None and session.scalar(select(User.id).where(User.email == email, User.id != (but or 0))) is not None:
        raise Refused(
            _l("There is an account with this address already. Sign in, or choose “Forgotten password”."),
            rule="accounts.email.taken",
            field="email",
        )
    if (
        name_folded is not None
        and session.scalar(select(User.id).where(User.name_folded == name_folded, User.id != (but or 0))) is not None
    ):
        raise Refused(
            _l("Somebody has this name, or one that looks the same. Choose another one."),
            rule="accounts.name.taken",
            field="name",
        )


def flush_unique(session: Session, user: User) -> None:
    """Write ``user``; if somebody took the address or the name in the same moment, refuse like ``refuse_taken``."""
    identifier, email, name_folded = user.id, user.email, user.name_folded
    try:
        with session.begin_nested():
            session.add(user)
            session.flush()
    except IntegrityError:
        session.expire_all()
        refuse_taken(session, email=email, name_folded=name_folded, but=identifier)
        raise


def _added(session: Session, user: User) -> User:
    refuse_taken(session, email=user.email, name_folded=user.name_folded)
    flush_unique(session, user)
    return user


def _refuse_unless_open(session: Session) -> None:
    match door(session).mode:
        case "open":
            return
        case "unclaimed":
            words, rule = (
                _l("This site has no owner yet. Open the link its server printed when it started."),
                "accounts.sign_up.unclaimed",
            )
        case "invitation":
            words, rule = _l("You need an invitation link from a member to sign up here."), "accounts.sign_up.by_invitation"
        case _:
            words, rule = _l("This site takes no new members at the moment."), "accounts.sign_up.closed"
    raise Refused(words, rule=rule)


def _free_name(session: Session, address: str) -> str:
    """A name made from the address; the person changes it in the profile."""
    local = "".join(character if character.isalnum() else " " for character in address.partition("@")[0])
    stem = " ".join(local.split())[: names.LONGEST - 5].strip().title() or "Collector"
    stem = stem if len(stem) >= names.SHORTEST else f"Collector {stem}"
    number = 1
    while True:
        name = stem if number == 1 else f"{stem} {number}"
        if session.scalar(select(User.id).where(User.name_folded == names.folded(name))) is None:
            return names.cleaned(name)
        number += 1
