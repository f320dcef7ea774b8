"""Mail: handed to a real SMTP server of the test, in the receiver's language."""

from __future__ import annotations

import re
import smtplib
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, Session
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from marketplace import create_app, mail
from marketplace.accounts import jobs as account_jobs
from marketplace.accounts.password_links import PasswordLinks
from marketplace.config import InvalidSetting, Settings, load_settings
from marketplace.db import Database
from marketplace.jobs import Job, run_pending
from tests.marketplace.accounts.conftest import PASSWORD, MakeAccount, fetch


class Sink:
    """Keeps what it is sent; ``answers`` are given first, one per message."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.answers: list[str] = []
        self.users: list[str] = []

    async def handle_DATA(self, _server: object, _session: Session, envelope: Envelope) -> str:
        if self.answers:
            return self.answers.pop(0)
        message = message_from_bytes(envelope.content, policy=policy.default)  # type: ignore[arg-type]
        assert isinstance(message, EmailMessage)
        self.messages.append(message)
        return "250 OK"

    def authenticate(self, _server: object, _session: object, _envelope: object, _mechanism: str, data: object) -> AuthResult:
        self.users.append(data.login.decode())  # type: ignore[attr-defined]
        return AuthResult(success=data.password == b"let me in", handled=False)  # type: ignore[attr-defined]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def sink() -> Iterator[tuple[Sink, int]]:
    """A mail server on a free port of this machine."""
    kept, port = Sink(), free_port()
    controller = Controller(kept, hostname="127.0.0.1", port=port, authenticator=kept.authenticate, auth_require_tls=False)
    controller.start()
    yield kept, port
    controller.stop()


@pytest.fixture
def mailing(app: Flask, sink: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch) -> Sink:
    """The site of ``app`` sends its mail to the sink, without pauses between attempts."""
    kept, port = sink
    app.config["SETTINGS"] = replace(
        app.config["SETTINGS"],
        mail_url=f"smtp://127.0.0.1:{port}",
        public_url="https://cards.example",
        mail_from="Cards <cards@example.org>",
    )
    monkeypatch.setattr(mail.time, "sleep", lambda _seconds: None)
    return kept


def text_of(message: EmailMessage) -> str:
    assert message.get_content_type() == "text/plain", "one plain part, nothing to load or to track"
    return str(message.get_content())


def test_a_forgotten_password_is_answered_by_mail(app: Flask, client: FlaskClient, account: MakeAccount, mailing: Sink) -> None:
    account("Marie", locale="en")
    answer = client.post("/forgot", data={"email": "Marie@example.org"})
    assert "Look into your mail" in answer.text
    assert mailing.messages == [], "the page does not wait for mail"
    assert run_pending(app) == 1
    (message,) = mailing.messages
    assert message["To"] == "marie@example.org"
    assert message["From"] == "Cards <cards@example.org>"
    assert message["Subject"] == "Choose a new password for Duelfolio"
    assert message["Auto-Submitted"] == "auto-generated"
    link = re.search(r"https://cards\.example(/reset/\S+)", text_of(message))
    assert link
    assert client.post(link[1], data={"password": "another fine sentence"}).status_code == 302


def test_a_stranger_gets_no_mail_and_nobody_notices(
    app: Flask, client: FlaskClient, account: MakeAccount, mailing: Sink
) -> None:
    account("Marie")
    client.post("/forgot", data={"email": "nobody@example.org"})
    assert run_pending(app) == 1
    assert mailing.messages == []


@pytest.mark.parametrize(("locale", "words"), [("fr", "Bonjour Marie"), ("pt", "Olá Marie")])
def test_mail_speaks_the_receivers_language(
    app: Flask, client: FlaskClient, account: MakeAccount, mailing: Sink, locale: str, words: str
) -> None:
    account("Marie", locale=locale)
    client.post("/forgot", data={"email": "marie@example.org"}, headers={"Accept-Language": "en"})
    run_pending(app)
    assert words in text_of(mailing.messages[0])
    assert "Choose" not in mailing.messages[0]["Subject"]


def test_a_link_never_follows_the_host_of_the_request(
    app: Flask, client: FlaskClient, account: MakeAccount, mailing: Sink
) -> None:
    account("Marie")
    client.post("/forgot", data={"email": "marie@example.org"}, headers={"Host": "evil.example"})
    run_pending(app)
    assert "evil.example" not in text_of(mailing.messages[0])


def test_changes_of_password_and_address_are_told(app: Flask, client: FlaskClient, account: MakeAccount, mailing: Sink) -> None:
    account("Marie")
    client.post("/login", data={"email": "marie@example.org", "password": PASSWORD})
    client.post("/profile/password", data={"email": "new@example.org", "password": PASSWORD, "change_email": "1"})
    client.post("/profile/password", data={"current": PASSWORD, "new": "another fine sentence", "change_password": "1"})
    assert run_pending(app) == 2
    first, second = mailing.messages
    assert first["To"] == "marie@example.org", "the old address is warned"
    assert "the address of your account" in text_of(first)
    assert second["To"] == "new@example.org"
    assert "the password of your account" in text_of(second)


def test_the_first_password_of_an_account_is_no_news(
    app: Flask, client: FlaskClient, database: Database, account: MakeAccount, links: PasswordLinks, mailing: Sink
) -> None:
    with app.app_context(), database.write() as session:
        from marketplace.accounts.sign_up import create_account

        user = create_account(session, email="paul@example.org")
    client.post(f"/reset/{links.token(user, handed_over=True)}", data={"password": "another fine sentence"})
    assert run_pending(app) == 0


def test_a_server_that_is_busy_is_asked_again(app: Flask, client: FlaskClient, account: MakeAccount, mailing: Sink) -> None:
    account("Marie")
    mailing.answers = ["451 try later", "421 busy"]
    client.post("/forgot", data={"email": "marie@example.org"})
    run_pending(app)
    assert len(mailing.messages) == 1


def test_a_refused_mail_leaves_the_request_to_the_owner(
    app: Flask, client: FlaskClient, database: Database, account: MakeAccount, mailing: Sink
) -> None:
    user = account("Marie")
    mailing.answers = ["550 no such mailbox"]
    client.post("/forgot", data={"email": "marie@example.org"})
    run_pending(app)
    assert mailing.messages == []
    assert fetch(database, user).reset_requested_at is not None
    with database.read() as session:
        job = session.scalars(select(Job)).one()
    assert job.state == "failed"
    assert "550 no such mailbox" in job.error


def test_the_owner_can_try_mail(app: Flask, client: FlaskClient, account: MakeAccount, mailing: Sink) -> None:
    account("Owner", owner=True)
    client.post("/login", data={"email": "owner@example.org", "password": PASSWORD})
    assert "Send me a test message" in client.get("/owner/settings").text
    assert client.post("/owner/settings/test-mail").status_code == 302
    assert run_pending(app) == 1
    assert mailing.messages[0]["To"] == "owner@example.org"


def test_without_a_server_there_is_nothing_to_try(client: FlaskClient, account: MakeAccount) -> None:
    account("Owner", owner=True)
    client.post("/login", data={"email": "owner@example.org", "password": PASSWORD})
    assert client.post("/owner/settings/test-mail").status_code == 422


def test_credentials_are_used(sink: tuple[Sink, int]) -> None:
    kept, port = sink
    settings = site(f"smtp://cards%40example.org:let%20me%20in@127.0.0.1:{port}")
    mail.send(settings, recipient="marie@example.org", subject="Hello\r\nBcc: x@evil.example", text="Élan\n")
    assert kept.users == ["cards@example.org"]
    assert kept.messages[0]["From"] == "Duelfolio <cards@example.org>"
    assert kept.messages[0]["Bcc"] is None
    assert kept.messages[0]["Subject"] == "Hello Bcc: x@evil.example"
    assert "Élan" in text_of(kept.messages[0])
    with pytest.raises(mail.MailNotSent, match=r"mail\.not_sent") as failure:
        mail.send(site(f"smtp://a:wrong@127.0.0.1:{port}"), recipient="m@example.org", subject="s", text="t", pauses=(0,))
    assert "535" in str(failure.value.facts["problem"])


def test_a_password_is_not_sent_in_the_clear_over_the_network(sink: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch) -> None:
    kept, port = sink
    monkeypatch.setattr(mail, "_is_this_machine", lambda _host: False)
    with pytest.raises(mail.MailNotSent) as failure:
        mail.send(
            site(f"smtp://user:let%20me%20in@127.0.0.1:{port}"), recipient="m@example.org", subject="s", text="t", pauses=(0,)
        )
    assert "no encryption" in str(failure.value.facts["problem"])
    assert kept.users == []


def test_nothing_listens_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(mail.MailNotSent) as failure:
        mail.send(site(f"smtp://127.0.0.1:{free_port()}"), recipient="m@example.org", subject="s", text="t", pauses=(0, 0))
    assert "refused" in str(failure.value.facts["problem"])


def test_a_silent_server_does_not_hold_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "TIMEOUT", 0.3)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        finished = threading.Event()

        def send() -> None:
            with pytest.raises(mail.MailNotSent):
                mail.send(
                    site(f"smtp://127.0.0.1:{silent.getsockname()[1]}"), recipient="m@e.org", subject="s", text="t", pauses=(0,)
                )
            finished.set()

        threading.Thread(target=send, daemon=True).start()
        assert finished.wait(5)


def site(mail_url: str, **more: object) -> Settings:
    return load_settings({}, testing=True, secret_key="x" * 32, mail_url=mail_url, public_url="https://cards.example", **more)


@pytest.mark.parametrize(
    "url", ["mail.example", "http://mail.example", "smtp://", "smtp://mail.example:port", "smtps://mail.example:99999"]
)
def test_a_mail_url_that_cannot_be_is_named_at_the_start(url: str) -> None:
    with pytest.raises(InvalidSetting, match="MAIL_URL must look like"):
        mail.check_settings(site(url))


def test_mail_needs_the_address_of_the_site() -> None:
    with pytest.raises(InvalidSetting, match="PUBLIC_URL"):
        mail.check_settings(replace(site("smtp://mail.example"), public_url=""))


def test_the_sender_must_be_an_address() -> None:
    with pytest.raises(InvalidSetting, match="MAIL_FROM"):
        mail.check_settings(site("smtp://mail.example", mail_from="cards"))


def test_the_site_does_not_start_with_a_mail_url_that_cannot_be(app: Flask) -> None:
    settings = replace(app.config["SETTINGS"], mail_url="ftp://mail.example")
    with pytest.raises(InvalidSetting, match="MAIL_URL"):
        create_app(settings, prepare=False)


def test_ports_and_encryption() -> None:
    assert mail.server("smtp://mail.example") == mail.MailServer("mail.example", 587, False)
    assert mail.server("smtps://u:p%3A@mail.example") == mail.MailServer("mail.example", 465, True, "u", "p:")
    assert "p:" not in repr(mail.server("smtps://u:p%3A@mail.example"))


def test_encryption_is_begun_when_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    class Server(smtplib.SMTP):
        def __init__(self, host: str, port: int, timeout: float) -> None:
            steps.append(f"connect {host}:{port}")
            self.esmtp_features = {"starttls": ""}

        def __exit__(self, *_arguments: object) -> None:
            steps.append("quit")

        def ehlo(self, name: str = "") -> tuple[int, bytes]:
            steps.append("ehlo")
            self.does_esmtp = True
            return 250, b""

        def starttls(self, **_options: object) -> tuple[int, bytes]:
            steps.append("starttls")
            return 220, b""

        def login(self, user: str, password: str, **_options: object) -> tuple[int, bytes]:
            steps.append(f"login {user}")
            return 235, b""

        def send_message(self, message: EmailMessage, **_options: object) -> dict[str, tuple[int, bytes]]:
            steps.append("send")
            return {}

    monkeypatch.setattr(mail.smtplib, "SMTP", Server)
    mail.send(site("smtp://user:secret@mail.example"), recipient="m@example.org", subject="s", text="t", pauses=(0,))
    assert steps == ["connect mail.example:587", "ehlo", "starttls", "ehlo", "login user", "send", "quit"]


def test_notices_are_not_queued_without_mail(app: Flask, database: Database) -> None:
    with app.app_context(), database.write() as session:
        account_jobs.tell(
            session, app.config["SETTINGS"], what="password_changed", email="m@example.org", name="M", locale=None
        )
    assert run_pending(app) == 0
