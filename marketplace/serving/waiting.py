"""The page that answers while a backup is restored."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>One moment</title></head><body>
<h1>One moment, please</h1>
<p>A backup is being restored. This page comes back by itself.</p>
<p lang="fr">Une sauvegarde est en cours de restauration. Cette page revient d’elle-même.</p>
<p lang="pt">Uma cópia de segurança está sendo restaurada. Esta página volta sozinha.</p>
</body></html>
""".encode()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(503)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(_PAGE)))
        self.send_header("Content-Security-Policy", "default-src 'none'")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Retry-After", "5")
        self.send_header("Refresh", "3")
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(_PAGE)

    do_HEAD = do_GET
    do_POST = do_GET

    def log_message(self, format: str, *_arguments: object) -> None:
        """Say nothing: browsers ask every three seconds."""


class _Server(ThreadingHTTPServer):
    """Answers on a socket that is listening already, and leaves it listening."""

    daemon_threads = True

    def __init__(self, listener: socket.socket) -> None:
        super().__init__(("", 0), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener.dup()
        self.socket.setblocking(True)


@contextmanager
def waiting_page(listener: socket.socket) -> Iterator[None]:
    """Answer every request with 503 and "one moment" while the block runs."""
    server = _Server(listener)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join(2)
        server.server_close()
