"""Commands about accounts: ``flask --app app accounts ...``."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click
from flask import current_app
from flask.cli import AppGroup
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts import addresses, invitations, sign_up
from marketplace.accounts.models import User
from marketplace.accounts.password_links import PasswordLinks
from marketplace.accounts.sign_up import new_session_mark
from marketplace.db import get_db
from marketplace.errors import DomainError
from marketplace.running import running_address

cli = AppGroup("accounts", help="Create accounts and hand out links.")

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON only.")


def site_address() -> str:
    """The address links begin with: ``PUBLIC_URL``, else where the site runs just now, else where ``PORT`` says it will."""
    settings = current_app.config["SETTINGS"]
    known = settings.public_url.rstrip("/") or running_address(settings.instance)
    if known:
        return known
    if "PORT" not in os.environ:
        print(
            "The site does not run just now, so the link has its usual port. If it runs elsewhere, set PORT or PUBLIC_URL.",
            file=sys.stderr,
        )
    return f"http://localhost:{os.environ.get('PORT', '8000')}"


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except DomainError as error:
        print(error.message, file=sys.stderr)
        raise SystemExit(1) from None


@cli.command("create")
@click.argument("email")
@click.option("--owner", is_flag=True, help="The account owns the site.")
@click.option("--name", default="", help="The name others see; made from the address when left out.")
@as_json
def create(email: str, owner: bool, name: str, as_json: bool) -> None:
    """Make an account for EMAIL and print a link with which the person chooses a password."""
    with _in_words(), get_db().write() as session:
        user = sign_up.create_account(session, email=email, name=name, is_owner=owner)
        _print_link(user, as_json)


@cli.command("reset")
@click.argument("email")
@as_json
def reset(email: str, as_json: bool) -> None:
    """Print a link with which EMAIL chooses a new password. The present password works until then."""
    with _in_words(), get_db().write() as session:
        _print_link(_found(session, email), as_json)


@cli.command("sign-out")
@click.argument("email")
def sign_out(email: str) -> None:
    """End every session of EMAIL, on every device."""
    with _in_words(), get_db().write() as session:
        _found(session, email).session_mark = new_session_mark()
    print(f"{email} is signed out everywhere.")


@cli.command("list")
@as_json
def list_accounts(as_json: bool) -> None:
    """Print all accounts: address, name, owner or member, active or not."""
    with get_db().read() as session:
        users = session.scalars(select(User).order_by(User.id)).all()
    if as_json:
        rows = [{"email": u.email, "name": u.name, "owner": u.is_owner, "active": u.is_active_account} for u in users]
        print(json.dumps(rows, ensure_ascii=False))
        return
    for user in users:
        marks = ("owner" if user.is_owner else "member") + ("" if user.is_active_account else ", deactivated")
        print(f"{user.email}\t{user.name}\t{marks}")


@cli.command("owner-link")
def owner_link() -> None:
    """Print a new one-time link for the site's first owner; links printed before are void."""
    with get_db().write() as session:
        token = invitations.owner_link_token(session)
    if token is None:
        print("This site has an owner already.", file=sys.stderr)
        raise SystemExit(1)
    print(f"{site_address()}/join/{token}")


def _found(session: Session, email: str) -> User:
    address = addresses.normalised(email)
    user = session.scalar(select(User).where(User.email == address))
    if user is None:
        print(f"No account has the address {address}.", file=sys.stderr)
        raise SystemExit(1)
    return user


def _print_link(user: User, as_json: bool) -> None:
    link = f"{site_address()}/reset/{PasswordLinks(current_app.config['SECRET_KEY']).token(user, handed_over=True)}"
    if as_json:
        print(json.dumps({"email": user.email, "name": user.name, "owner": user.is_owner, "link": link}, ensure_ascii=False))
        return
    print(f"{user.name} <{user.email}>: choose a password within 7 days at", file=sys.stderr)
    print(link)
