"""``python -m marketplace.serve``: the whole site with one command.

Prepares the database and the starter catalogue, says where the site is, and serves it: with gunicorn's threads where
that runs, with waitress on Windows. Between a stop and a start it restores a backup if the owner asked for it.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask

from marketplace import create_app
from marketplace.assets import FrontEndNotBuilt, Manifest
from marketplace.config import InvalidSetting, Settings, load_settings
from marketplace.running import note_running, note_stopped
from marketplace.serving.announcement import Announcement, open_owner_link
from marketplace.serving.ports import CannotListen, hand_on, listen
from marketplace.serving.waiting import waiting_page
from marketplace.site import restoring
from marketplace.site.backups import plan_daily_backup

ENVIRONMENT = {"host": "HOST", "port": "PORT", "processes": "WEB_PROCESSES", "threads": "WEB_THREADS"}
"""Option of this command -> environment variable. README lists them with the settings."""


EVERYWHERE = "0.0.0.0"  # noqa: S104 (the club's other devices shall reach it; HOST=127.0.0.1 keeps it to this machine)


@dataclass(frozen=True, slots=True)
class Options:
    """Where and with how much to serve."""

    host: str = EVERYWHERE
    port: int = 8000
    processes: int = 1
    threads: int = 64


def read_options(environ: Mapping[str, str]) -> Options:
    """Read the options. Raises :class:`InvalidSetting` naming the variable that cannot be used."""
    given: dict[str, int] = {}
    for name, lowest, highest in (("port", 1, 65535), ("processes", 1, 64), ("threads", 2, 1000)):
        variable = ENVIRONMENT[name]
        raw = environ.get(variable, "").strip()
        if raw:
            if not raw.isdecimal() or not lowest <= int(raw) <= highest:
                raise InvalidSetting(f"{variable} must be a whole number from {lowest} to {highest}, not {raw!r}.")
            given[name] = int(raw)
    return Options(host=environ.get("HOST", "").strip() or EVERYWHERE, **given)


def main(environ: Mapping[str, str] | None = None) -> int:
    """Serve until stopped; the exit status."""
    environ = os.environ if environ is None else environ
    os.umask(0o077)  # What the site writes holds addresses and password hashes: other users of the machine cannot read it.
    try:
        options, settings = read_options(environ), load_settings(environ)
        Manifest().name("app.css")
        listener = listen(options.host, options.port)
        app = create_app(settings)
    except (InvalidSetting, FrontEndNotBuilt, CannotListen) as error:
        print(error, file=sys.stderr)
        return 2
    database = app.extensions["duelfolio_db"]
    plan_daily_backup(database, settings)
    announcement = Announcement(settings, options.host, options.port, open_owner_link(database), workers=options.processes)
    database.dispose()  # Connections must not be shared with the processes to come.
    if sys.platform == "win32":
        from marketplace.serving.windows import serve
    else:
        from marketplace.serving.unix import serve
    note_running(settings.instance, announcement.addresses()[-1][1])
    try:
        status = serve(options, listener, settings, announcement)
    finally:
        note_stopped(settings.instance)
    if restoring.is_requested(settings):
        _restore(app, settings, listener)
        hand_on(listener)
        os.execv(sys.executable, [sys.executable, "-m", "marketplace.serve"])  # noqa: S606 (this very program again)
    return status


def _restore(app: Flask, settings: Settings, listener: socket.socket) -> None:
    # From here on a stop signal ends the program at once: the old state is still there.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    print("Restoring a backup ...", flush=True)
    with app.app_context(), waiting_page(listener):
        outcome = restoring.fulfil_request(app.extensions["duelfolio_db"], settings)
    app.extensions["duelfolio_db"].dispose()
    if outcome is not None:
        print(
            f"Could not restore {outcome.name}: {outcome.problem}" if outcome.problem else f"Restored {outcome.name}.",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
