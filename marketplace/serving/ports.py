"""The socket the site listens on, and in words why there may be none."""

from __future__ import annotations

import errno
import os
import socket
import sys

INHERITED = "DUELFOLIO_LISTENING"
"""Set when the program starts itself again: the number of the socket that kept listening meanwhile."""
_BACKLOG = 512


class CannotListen(Exception):
    """The address cannot be served; the text says why and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket at ``host``:``port``. Raises :class:`CannotListen`."""
    number = os.environ.pop(INHERITED, "")
    if number.isdecimal():
        return socket.socket(fileno=int(number))
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise CannotListen(
            f"HOST: this machine has no address {host!r}. Use 0.0.0.0 for the whole network, 127.0.0.1 for this machine only."
        ) from None
    family, kind, protocol, _name, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # There it would let two servers share a port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise CannotListen(_words(error, host, port)) from None
    return listener


def hand_on(listener: socket.socket) -> None:
    """Keep ``listener`` open for this same program started again: browsers wait in its queue meanwhile."""
    listener.set_inheritable(True)
    os.environ[INHERITED] = str(listener.fileno())


def _words(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port + 1 if port < 65535 else port - 1
        return f"Port {port} is taken: is the site running already? Set PORT to another number, such as PORT={other}."
    if error.errno == errno.EACCES:
        return f"Port {port} is not allowed for this user. Set PORT to a number above 1023, such as PORT=8000."
    return f"HOST: this machine cannot serve at {host!r} ({error.strerror})."
