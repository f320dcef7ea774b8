"""Fetch a card file over HTTP: limits on time and size, redirects looked at, every failure in words."""

from __future__ import annotations

import errno
import hashlib
import http.client
import ssl
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from marketplace.errors import Refused
from marketplace.version import __version__

FETCHING = "catalogue.fetching"
LONGEST_ADDRESS = 300

_OWN_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server may cost us."""

    silence: float = 30
    """Seconds without a byte."""
    total: float = 900
    """Seconds in all."""
    size: int = 512 * 1024 * 1024
    """Bytes."""
    redirects: int = 5


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that was fetched whole."""

    path: Path
    sha256: str
    size: int
    validators: dict[str, str]
    """``etag`` and ``last_modified`` as the server gave them, to ask for news with next time."""


def check_address(address: str) -> str:
    """The address without surrounding space. Raises Refused (field ``url``) unless it is one of http or https."""
    address = address.strip()
    try:
        parts = urlsplit(address)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        raise _bad_address(_l("This is no web address. It should look like https://example.org/cards.json.")) from None
    if not address:
        raise _bad_address(_l("Type the address of a card file."))
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_fine:
        raise _bad_address(_l("The address must begin with http:// or https:// and name a server."))
    if parts.username is not None or parts.password is not None:
        raise _bad_address(_l("Leave name and password out of the address: it is kept in the history of imports."))
    if any(character.isspace() or ord(character) < 32 for character in address):
        raise _bad_address(_l("The address contains a space."))
    if len(address) > LONGEST_ADDRESS:
        raise _bad_address(_l("The address is too long: %(longest)d characters at most.", longest=LONGEST_ADDRESS))
    return address


def fetch(
    address: str, folder: Path, progress: Progress, *, validators: dict[str, str] | None = None, limits: Limits = DEFAULT_LIMITS
) -> Fetched | None:
    """Fetch ``address`` into a new file in ``folder``; None when the server says nothing changed since ``validators``.

    Raises Refused, in words and with nothing left behind, whatever the server does.
    """
    address = check_address(address)
    end = time.monotonic() + limits.total
    request = urllib.request.Request(address, headers=_headers(validators or {}))  # noqa: S310  checked above
    opener = urllib.request.build_opener(_Redirects(limits.redirects))
    try:
        with opener.open(request, timeout=min(limits.silence, limits.total)) as answer:
            return _save(answer, folder, progress, limits, end)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 304:
            return None
        if 300 <= error.code < 400:
            raise _not_followed(error.headers.get("Location") or "?") from error
        raise _refused(
            _l("The server answered with error %(code)d (%(reason)s). Try again later or check the address.",
               code=error.code, reason=error.reason or "?"),
            "status",
        ) from error  # fmt: skip
    except urllib.error.URLError as error:
        raise _refused(_words_for(error.reason, limits), "connection") from error
    except (TimeoutError, ConnectionError, http.client.HTTPException, ssl.SSLError, OSError) as error:
        raise _refused(_words_for(error, limits), "connection") from error


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a few redirects, never to another kind of address and never from https to http."""

    # The count below decides, with words of ours.
    max_repeats = 1000
    max_redirections = 1000

    def __init__(self, most: int) -> None:
        self._left = most

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        self._left -= 1
        if self._left < 0:
            raise _refused(_l("The server redirects again and again. Check the address."), "redirects")
        target = urlsplit(newurl)
        is_downgrade = req.type == "https" and target.scheme != "https"
        if target.scheme not in ("http", "https") or not target.hostname or is_downgrade:
            raise _not_followed(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def _headers(validators: dict[str, str]) -> dict[str, str]:
    headers = {"User-Agent": f"Duelfolio/{__version__}", "Accept": "application/json, */*", "Accept-Encoding": "identity"}
    if validators.get("etag"):
        headers["If-None-Match"] = validators["etag"]
    if validators.get("last_modified"):
        headers["If-Modified-Since"] = validators["last_modified"]
    return headers


def _save(answer: Any, folder: Path, progress: Progress, limits: Limits, end: float) -> Fetched:
    kind = answer.headers.get_content_type() if answer.headers.get("Content-Type") else ""
    if kind in ("text/html", "application/xhtml+xml"):
        raise _refused(
            _l("The address leads to a web page, not to a card file. Use the address of the file itself."), "content"
        )
    announced = answer.headers.get("Content-Length")
    total = int(announced) if announced and announced.isdecimal() else 0
    if total > limits.size:
        raise _too_large(limits)
    folder.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    with tempfile.NamedTemporaryFile(dir=folder, prefix="fetched-", delete=False) as file:
        path = Path(file.name)
        try:
            # read1 returns what has arrived: a server that drips byte by byte meets the limit of time all the same.
            while piece := answer.read1(256 * 1024):
                if time.monotonic() > end:
                    raise _refused(
                        _l(
                            "The server is too slow: the file was not whole after %(seconds)d seconds.",
                            seconds=int(limits.total),
                        ),
                        "slow",
                    )
                file.write(piece)
                digest.update(piece)
                size += len(piece)
                if size > limits.size:
                    raise _too_large(limits)
                progress(size, total, FETCHING)
            if total and size != total:
                raise _refused(
                    _l("The connection broke off: %(size)d of %(total)d bytes came. Try again.", size=size, total=total),
                    "cut_off",
                )
            if not size:
                raise _refused(_l("The server sent an empty file."), "content")
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    validators = {
        "etag": (answer.headers.get("ETag") or "")[:200],
        "last_modified": (answer.headers.get("Last-Modified") or "")[:100],
    }
    return Fetched(path, digest.hexdigest(), size, {name: value for name, value in validators.items() if value})


def _words_for(reason: object, limits: Limits) -> LazyString | str:
    if isinstance(reason, TimeoutError):
        return _l("The server sent nothing for %(seconds)d seconds. Try again later.", seconds=int(limits.silence))
    if isinstance(reason, ConnectionRefusedError):
        return _l("The server refuses connections. Check the address, or try again later.")
    if isinstance(reason, ssl.SSLError):
        return _l("The server's certificate cannot be trusted: %(reason)s.", reason=reason.reason or str(reason))
    if isinstance(reason, http.client.IncompleteRead | http.client.RemoteDisconnected | ConnectionError):
        return _l("The connection broke off. Try again.")
    if isinstance(reason, http.client.HTTPException):
        return _l("The server does not answer as a web server does (%(reason)s).", reason=type(reason).__name__)
    words = (reason.strerror if isinstance(reason, OSError) else None) or str(reason)
    if isinstance(reason, OSError) and reason.errno in _OWN_DISK:
        return _l("The file cannot be stored on this machine: %(reason)s.", reason=words)
    return _l("The server cannot be reached: %(reason)s.", reason=words)


def _not_followed(address: str) -> Refused:
    return _refused(_l("The server redirects to %(url)s, which is not followed.", url=address[:200]), "redirects")


def _too_large(limits: Limits) -> Refused:
    return _refused(_l("The file is larger than the %(mb)d MB allowed.", mb=limits.size // (1024 * 1024)), "too_large")


def _refused(message: LazyString | str, rule: str) -> Refused:
    return Refused(message, rule=f"catalogue.fetch.{rule}", field="url")


def _bad_address(message: LazyString | str) -> Refused:
    return _refused(message, "address")
