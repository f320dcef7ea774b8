"""Sending mail through the server ``MAIL_URL`` names: plain text, in the receiver's language, nothing tracked.

Pages never wait for mail: they enqueue a job, and the job calls :func:`send`.
"""

from __future__ import annotations

import ipaddress
import smtplib
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

from flask_babel import lazy_gettext as _l

from marketplace.config import InvalidSetting, Settings
from marketplace.errors import DomainError

TIMEOUT = 15.0
"""Seconds to wait for the mail server at each step."""
PAUSES = (0.0, 4.0, 15.0)
"""Seconds before each attempt: a server that is busy or greylists gets two more chances."""


class MailNotSent(DomainError):
    """The mail server could not be reached or refused the message; the words say which."""

    status = 502

    def __init__(self, problem: str) -> None:
        super().__init__(_l("The mail could not be sent: %(problem)s", problem=problem), rule="mail.not_sent", problem=problem)


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where mail is handed in."""

    host: str
    port: int
    encrypted: bool
    """True for smtps: encrypted from the first byte. Otherwise STARTTLS is used when the server offers it."""
    user: str = ""
    password: str = field(default="", repr=False)


def is_configured(settings: Settings) -> bool:
    """False on a site without mail: there the owner hands links over."""
    return bool(settings.mail_url)


def check_settings(settings: Settings) -> None:
    """Raise :class:`InvalidSetting` at start rather than when somebody waits for a mail."""
    if not settings.mail_url:
        return
    server(settings.mail_url)
    sender(settings)
    if not settings.public_url:
        # A link built from the request's Host header could lead the receiver to somebody else's site.
        raise InvalidSetting(
            "MAIL_URL needs PUBLIC_URL: the address of this site, such as https://cards.example, for the links in mails."
        )


def server(mail_url: str) -> MailServer:
    """Read ``smtp://user:password@host:587`` or ``smtps://host``."""
    form = "MAIL_URL must look like smtp://user:password@mail.example:587 or smtps://mail.example."
    try:
        parts = urlsplit(mail_url)
        port = parts.port
    except ValueError:
        raise InvalidSetting(form) from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise InvalidSetting(form)
    encrypted = parts.scheme == "smtps"
    return MailServer(
        parts.hostname,
        port or (465 if encrypted else 587),
        encrypted,
        unquote(parts.username or ""),
        unquote(parts.password or ""),
    )


def sender(settings: Settings) -> Address:
    """Who mails come from: ``MAIL_FROM``, else the mail account, else a name at the site's own host."""
    name, address = parseaddr(settings.mail_from)
    if settings.mail_from and "@" not in address:
        raise InvalidSetting("MAIL_FROM must be an address such as cards@example.org or Duelfolio <cards@example.org>.")
    user = server(settings.mail_url).user
    host = urlsplit(settings.public_url).hostname or "localhost"
    address = address or (user if "@" in user else f"duelfolio@{host}")
    try:
        return Address(name or settings.site_name, addr_spec=address)
    except (ValueError, IndexError):
        raise InvalidSetting(f"MAIL_FROM: {address!r} is not an e-mail address.") from None


def send(settings: Settings, *, recipient: str, subject: str, text: str, pauses: Sequence[float] = PAUSES) -> None:
    """Hand one message to the mail server. Raises :class:`MailNotSent` when the last attempt failed."""
    message = _message(settings, recipient, subject, text)
    problem = ""
    for pause in pauses:
        time.sleep(pause)
        try:
            _hand_in(server(settings.mail_url), message)
        except smtplib.SMTPResponseException as error:
            problem = f"{error.smtp_code} {_words(error.smtp_error)}"
            if error.smtp_code >= 500:
                break
        except smtplib.SMTPRecipientsRefused as error:
            code, words = next(iter(error.recipients.values()))
            problem = f"{code} {_words(words)}"
            if code >= 500:
                break
        except (OSError, smtplib.SMTPException) as error:
            problem = str(error) or type(error).__name__
        else:
            return
    raise MailNotSent(f"{server(settings.mail_url).host}: {problem}")


def _message(settings: Settings, recipient: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    origin = sender(settings)
    message["From"] = origin
    message["To"] = recipient
    message["Subject"] = " ".join(subject.split())
    message["Date"] = formatdate(localtime=False)
    message["Message-ID"] = make_msgid(domain=origin.domain)
    # Keeps out-of-office answers away.
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def _hand_in(target: MailServer, message: EmailMessage) -> None:
    context = ssl.create_default_context()
    if target.encrypted:
        connection: smtplib.SMTP = smtplib.SMTP_SSL(target.host, target.port, timeout=TIMEOUT, context=context)
    else:
        connection = smtplib.SMTP(target.host, target.port, timeout=TIMEOUT)
    with connection:
        connection.ehlo()
        if not target.encrypted and connection.has_extn("starttls"):
            connection.starttls(context=context)
            connection.ehlo()
        elif not target.encrypted and target.user and not _is_this_machine(target.host):
            raise smtplib.SMTPException(
                "the server offers no encryption, so the password was not sent; use smtps:// or another port"
            )
        if target.user:
            connection.login(target.user, target.password)
        connection.send_message(message)


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _words(answer: bytes | str) -> str:
    return answer.decode(errors="replace") if isinstance(answer, bytes) else answer
