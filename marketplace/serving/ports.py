"""Whether an address can be served, in words."""

from __future__ import annotations

import errno
import socket
import sys


def port_problem(host: str, port: int) -> str | None:
    """Why nothing can be served at ``host``:``port``, or None when it is free."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        return (
            f"HOST: this machine has no address {host!r}. Use 0.0.0.0 for the whole network, 127.0.0.1 for this machine only."
        )
    family, kind, protocol, _name, address = found[0]
    try:
        with socket.socket(family, kind, protocol) as probe:
            if sys.platform != "win32":  # There it would succeed beside a running server.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} is taken: is the site running already? Set PORT to another number, such as PORT={port + 1}."
        if error.errno == errno.EACCES:
            return f"Port {port} is not allowed for this user. Set PORT to a number above 1023, such as PORT=8000."
        return f"HOST: this machine cannot serve at {host!r} ({error.strerror})."
    return None
