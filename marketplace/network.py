"""The address by which other devices of the same network reach this machine."""

from __future__ import annotations

import ipaddress
import socket


def lan_address() -> str | None:
    """The IPv4 address of this machine in its network, or None without one. Sends nothing.

    Connecting a UDP socket only makes the system choose the interface it would use.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # An address reserved for documentation (RFC 5737).
            address = str(probe.getsockname()[0])
    except OSError:
        return None
    found = ipaddress.ip_address(address)
    return None if found.is_loopback or found.is_unspecified else address


def is_loopback(host: str) -> bool:
    """True for addresses only this machine understands."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
