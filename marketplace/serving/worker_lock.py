"""Of several web processes, one works off the background jobs."""

from __future__ import annotations

from pathlib import Path
from typing import IO

_held: list[IO[str]] = []


def takes_jobs(instance: Path) -> bool:
    """True for the one process of this machine that holds the lock; it is free again when that process ends."""
    try:
        import fcntl
    except ImportError:
        return True  # Windows serves with a single process.
    file = (instance / "jobs.lock").open("w", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return False
    _held.append(file)  # Kept open as long as the process lives.
    return True
