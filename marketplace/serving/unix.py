"""Serving with gunicorn: a master and its worker processes, each with many threads."""

from __future__ import annotations

import os
import signal
import socket
import threading
from typing import TYPE_CHECKING, Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.workers import gthread

from marketplace import create_app
from marketplace.config import Settings
from marketplace.jobs import start_embedded
from marketplace.serving.announcement import Announcement
from marketplace.serving.static import serve_static
from marketplace.serving.worker_lock import takes_jobs

if TYPE_CHECKING:
    from marketplace.serve import Options

GRACE_SECONDS = 10
"""How long a stop waits for answers that have begun; idle connections are closed at once."""


# Browsers open connections ahead of need. One that says nothing soon leaves its thread and waits in the poller, so that
# it neither takes a thread from somebody nor delays a stop.
gthread.DEFAULT_WORKER_DATA_TIMEOUT = 0.5
gthread.STOP_KEEPALIVE_LINGER = 0.5


class Server(BaseApplication):
    """gunicorn, configured here instead of by files and command lines."""

    def __init__(self, options: Options, listener: socket.socket, settings: Settings, announcement: Announcement) -> None:
        self._options, self._listener, self._settings, self._announcement = options, listener, settings, announcement
        super().__init__()

    def load_config(self) -> None:
        values: dict[str, Any] = {
            "bind": f"fd://{os.dup(self._listener.fileno())}",  # gunicorn closes the number it is given.
            "worker_class": "gthread",
            "workers": self._options.processes,
            "threads": self._options.threads,
            "timeout": 120,
            "graceful_timeout": GRACE_SECONDS,
            "keepalive": 5,
            "loglevel": "warning",
            "control_socket_disable": True,
            "forwarded_allow_ips": "127.0.0.1,::1",
            "when_ready": lambda _server: self._announcement.print(),
            "post_worker_init": _begin,
        }
        for name, value in values.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        app = create_app(self._settings, prepare=False)
        app.config["RESTARTS_ITSELF"] = True
        app.config["SERVES_NETWORK"] = self._options.host in ("0.0.0.0", "::")  # noqa: S104 (compared, not bound)
        app.extensions["stopping"] = threading.Event()
        app.config["THREADS"] = self._options.threads  # Streams that stay open take some of them, never all.
        serve_static(app)
        return app


def _begin(worker: Any) -> None:
    """In each new worker process: background jobs in one of them, and a quick end for all."""
    app: Flask = worker.app.wsgi()
    jobs = None
    if takes_jobs(app.config["SETTINGS"].instance):
        jobs = start_embedded(app, only_worker=True)
    else:
        app.extensions["duelfolio_jobs"].leave_to_another()
    before = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: Any) -> None:
        app.extensions["stopping"].set()  # Streams that stay open end by themselves.
        if jobs is not None:
            jobs.ask_to_stop()
        for connection in (*getattr(worker, "keepalived_conns", ()), *getattr(worker, "pending_conns", ())):
            connection.timeout = 0.0  # Idle connections need not be waited for.
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, stop)


def serve(options: Options, listener: socket.socket, settings: Settings, announcement: Announcement) -> int:
    """Serve until a signal ends it; the exit status."""
    master = os.getpid()
    try:
        Server(options, listener, settings, announcement).run()
    except SystemExit as end:
        if os.getpid() != master:
            raise  # A worker process ends here: what follows is the master's.
        return end.code if isinstance(end.code, int) else 0
    return 0
