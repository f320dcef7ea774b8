"""Serving with waitress: one process with many threads, which runs where gunicorn does not."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

from marketplace import create_app
from marketplace.config import Settings
from marketplace.jobs import start_embedded
from marketplace.serving.announcement import Announcement
from marketplace.serving.static import serve_static

if TYPE_CHECKING:
    from marketplace.serve import Options


def serve(options: Options, listener: socket.socket, settings: Settings, announcement: Announcement) -> int:
    """Serve until Ctrl+C."""
    import waitress

    app = create_app(settings, prepare=False)
    app.config["SERVES_NETWORK"] = options.host in ("0.0.0.0", "::")  # noqa: S104 (compared, not bound)
    app.extensions["stopping"] = threading.Event()
    app.config["THREADS"] = options.threads  # Streams that stay open take some of them, never all.
    serve_static(app)
    jobs = start_embedded(app, only_worker=True)
    server = waitress.create_server(app.wsgi_app, sockets=[listener], threads=options.threads, ident=None)
    announcement.print()
    try:
        server.run()
    except KeyboardInterrupt:
        pass
    finally:
        app.extensions["stopping"].set()
        if jobs is not None:
            jobs.ask_to_stop()
        server.close()
    return 0
