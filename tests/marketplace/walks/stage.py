"""A running site, fresh people for each try, and what a case of the walks says."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha1
from types import SimpleNamespace
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from PIL import Image
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.accounts.models import User
from marketplace.collection import photos
from marketplace.db import Database
from marketplace.trades.models import Trade
from tests.factories import accounts, catalogue, trades

_numbers = itertools.count(1)


def picture_file() -> bytes:
    """A small photo, of another colour each time."""
    file = io.BytesIO()
    Image.new("RGB", (32, 24), (next(_numbers) % 256, 40, 90)).save(file, "JPEG")
    return file.getvalue()


@dataclass
class Try:
    """One use of a route: who may, where, and what the form holds."""

    who: User
    url: str
    data: Mapping[str, Any] = field(default_factory=dict)
    secrets: tuple[str, ...] = ()
    """Names nobody but the people concerned may read."""


@dataclass(frozen=True)
class Case:
    """A route and how to make something of somebody's that it acts on. ``make`` is called anew for each try."""

    endpoint: str
    make: Callable[[Stage], Try]
    method: str = "POST"
    variant: str = ""
    """The value of an ``any(...)`` part of the address."""
    status: int = 303
    """What one gets who may."""
    repeats: bool = True
    """Sent twice it has one effect. False: each sending is an act of its own, and ``why`` says why."""
    why: str = ""
    says: bool = True
    """A page of GET that shows one of the secrets to who may read it."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.endpoint}{f'[{self.variant}]' if self.variant else ''}"


class Stage:
    """The site and its database."""

    def __init__(self, app: Flask, log_in: Callable[[FlaskClient, object], None]) -> None:
        self.app = app
        self.database: Database = app.extensions["duelfolio_db"]
        self._log_in = log_in
        with self.writing() as session:
            self.mallory = accounts.user(session, "Mallory")
            trades.copies(session, self.mallory, 2)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A committed transaction in a context that has words."""
        with self.app.test_request_context(), self.database.write() as session:
            yield session

    def person(self, session: Session, role: str) -> User:
        return accounts.user(session, f"{role}{next(_numbers)}x")

    def two(self, session: Session) -> SimpleNamespace:
        """Two people: 3 copies of hers, 2 of his for trade; a copy each that is not for trade."""
        number = next(_numbers)
        names = [f"{word} Gleamwyrm {number}" for word in ("Her", "His", "Her hidden", "His hidden")]
        her, his, her_hidden, his_hidden = (catalogue.printing(session, of=catalogue.card(session, name)) for name in names)
        ann, bob = self.person(session, "Annabelle"), self.person(session, "Bobadilla")
        return SimpleNamespace(
            ann=ann, bob=bob,
            mine=trades.copies(session, ann, 3, of=her), theirs=trades.copies(session, bob, 2, of=his),
            my_hidden=trades.copies(session, ann, 1, of=her_hidden, kept=1),
            their_hidden=trades.copies(session, bob, 1, of=his_hidden, kept=1),
            secrets=(*names, ann.name, bob.name),
        )  # fmt: skip

    def photo(self, session: Session, owner: User, stack_id: int) -> Any:
        pictures = photos.read_files([("a.jpg", picture_file())])
        return photos.add_photos(session, owner.id, stack_id, pictures, self.app.config["SETTINGS"].photos_folder)[0]

    def revision(self, trade_id: int) -> str:
        with self.database.read() as session:
            return str(session.scalar(select(Trade.revision).where(Trade.id == trade_id)))

    def visit(self, user: User | None) -> tuple[FlaskClient, str]:
        """A browser, signed in or not, and its token against forged forms."""
        client = self.app.test_client()
        if user is not None:
            self._log_in(client, user)
        raw = sha1(str(next(_numbers)).encode()).hexdigest()
        with client.session_transaction() as cookie:
            cookie["csrf_token"] = raw
        token = URLSafeTimedSerializer(self.app.secret_key or "", salt="wtf-csrf-token").dumps(raw)
        return client, str(token)

    def send(self, user: User | None, case: Case, tried: Try, *, token: bool = True, address: str = "") -> Any:
        """The answer somebody gets."""
        client, value = self.visit(user)
        return self.send_with(client, value if token else "", case, tried, address)

    def send_with(self, client: FlaskClient, token: str, case: Case, tried: Try, address: str = "") -> Any:
        if case.method == "GET":
            return client.get(address or tried.url)
        data = {
            name: [(io.BytesIO(one), f"{place}.jpg") for place, one in enumerate(value)] if name == "photos" else value
            for name, value in tried.data.items()
        }
        return client.post(address or tried.url, data={"form_key": "a-form", **data, "csrf_token": token})
