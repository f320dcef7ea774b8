"""Where the site of an instance folder is running, for commands that print links to it."""

from __future__ import annotations

import json
import os
from pathlib import Path

_FILE = "running.json"


def note_running(instance: Path, address: str) -> None:
    """Write down that this process serves the site at ``address``. A folder that cannot be written changes nothing."""
    path = instance / _FILE
    try:
        path.with_suffix(".new").write_text(json.dumps({"process": os.getpid(), "address": address}), encoding="utf-8")
        path.with_suffix(".new").replace(path)
    except OSError:
        return


def note_stopped(instance: Path) -> None:
    """The site does not run any more. Worker processes end through here, too: only who noted it takes the note away."""
    found = _noted(instance)
    if found is not None and found[0] == os.getpid():
        (instance / _FILE).unlink(missing_ok=True)


def running_address(instance: Path) -> str | None:
    """The address of the running site; None when none runs, or nobody knows."""
    found = _noted(instance)
    return found[1] if found is not None and _is_alive(found[0]) else None


def _noted(instance: Path) -> tuple[int, str] | None:
    """Process and address."""
    try:
        found = json.loads((instance / _FILE).read_text(encoding="utf-8"))
        return int(found["process"]), str(found["address"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_alive(process: int) -> bool:
    if os.name == "nt":
        return True  # Asking there would end the process; a stop removes the file anyway.
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # Somebody else's process: it lives.
    return True
