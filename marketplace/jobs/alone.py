"""Whether other workers of this machine may be at work, so that jobs left "running" by dead ones can be told apart."""

from __future__ import annotations

from pathlib import Path
from typing import IO

_held: list[IO[str]] = []
_FILE = "workers.lock"


def join(instance: Path) -> None:
    """Say that this process works off jobs beside others, as long as it lives."""
    try:
        import fcntl
    except ImportError:
        return  # Windows serves with a single process; a lease that runs out is enough there.
    file = (instance / _FILE).open("a", encoding="ascii")
    fcntl.flock(file, fcntl.LOCK_SH)
    _held.append(file)


def is_alone(instance: Path) -> bool:
    """True when no process that joined is alive."""
    try:
        import fcntl
    except ImportError:
        return True
    with (instance / _FILE).open("a", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
