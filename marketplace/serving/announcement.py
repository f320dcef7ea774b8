"""What whoever starts the site reads on the terminal: addresses, a code for phones, the owner's link."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import segno

from marketplace import __version__
from marketplace.accounts.invitations import owner_link_token
from marketplace.config import Settings
from marketplace.db import Database
from marketplace.network import is_loopback, lan_address


@dataclass(frozen=True, slots=True)
class Announcement:
    """The words, once the site answers."""

    settings: Settings
    host: str
    port: int
    owner_token: str | None
    """Token of the link that makes the first owner; None when the site has one."""
    workers: int = 1

    def addresses(self) -> list[tuple[str, str]]:
        """(where, address), the one for this machine first."""
        port = "" if self.port == 80 else f":{self.port}"
        everywhere = self.host in ("0.0.0.0", "::", "")  # noqa: S104 (compared, not bound)
        found = []
        if everywhere or is_loopback(self.host):
            found.append(("On this machine", f"http://localhost{port}"))
        lan = lan_address() if everywhere else None if is_loopback(self.host) else self.host
        if lan:
            found.append(("In your network", f"http://[{lan}]{port}" if ":" in lan else f"http://{lan}{port}"))
        if self.settings.public_url:
            found.append(("Public address", self.settings.public_url.rstrip("/")))
        return found

    def text(self) -> str:
        addresses = self.addresses()
        lines = ["", f"{self.settings.site_name} {__version__} is running.", ""]
        lines += [f"  {where:<16}  {address}" for where, address in addresses]
        network = dict(addresses).get("In your network")
        if network:
            lines += ["", "  For a phone in the same network:", "", *_code(network)]
        if self.owner_token:
            lines += [
                "",
                "  This site has no owner yet. Whoever opens this link first becomes the owner.",
                "  It works once, and until the site is started again:",
                "",
            ]
            lines += [f"    {address}/join/{self.owner_token}" for _where, address in addresses]
        if self.workers > 1 and not self.settings.redis_url:
            lines += ["", "  Several processes without REDIS_URL: each counts failed sign-ins for itself."]
        return "\n".join([*lines, "", "  Ctrl+C stops the site.", ""])

    def print(self) -> None:
        """Print it; a terminal that cannot show a character shows another one instead of failing."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        print(self.text(), flush=True)


def open_owner_link(database: Database) -> str | None:
    """A new token for the first owner, or None; links printed at earlier starts are void from now on."""
    with database.write() as session:
        return owner_link_token(session)


def _code(address: str) -> list[str]:
    """The address as a QR code, light on the dark of a terminal: half blocks, or plain signs where those are missing."""
    code = segno.make(address, error="l", micro=False)
    if not _can_show_blocks():
        return ["    " + "".join("  " if dark else "##" for dark in row) for row in code.matrix_iter(border=2)]
    out = io.StringIO()
    code.terminal(out=out, border=2, compact=True)
    return ["    " + line for line in out.getvalue().splitlines()]


def _can_show_blocks() -> bool:
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
