"""Restoring from the browser: asked for by the owner, done by the server between a stop and a start.

A restore replaces every account and session, so it is not done while people are being answered. The owner's wish
is a small file in the instance folder; ``marketplace.serve`` stops answering, makes a backup of the present state,
restores, and starts again. What came of it is another small file the backup page shows.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from marketplace.backup import BackupRefused, Manifest, restore, verify, write_backup
from marketplace.config import Settings
from marketplace.db import Database, now
from marketplace.site.backups import BackupFile, new_name

log = logging.getLogger(__name__)

_SHOWN_FOR = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the last restore."""

    name: str
    at: datetime
    safety: str
    """Backup of the state before; empty when there was none to make."""
    problem: str = ""


def request_restore(settings: Settings, file: BackupFile) -> Manifest:
    """Check ``file`` to its last byte and leave the wish to restore it. Raises ``BackupRefused``."""
    manifest = verify(file.path)
    _write(_request_file(settings), {"name": file.name})
    return manifest


def is_requested(settings: Settings) -> bool:
    return _request_file(settings).exists()


def fulfil_request(database: Database, settings: Settings) -> Outcome | None:
    """Do what the owner asked for; None when nothing was. Never raises: the site starts again whatever happens."""
    request = _request_file(settings)
    try:
        name = str(json.loads(request.read_text(encoding="utf-8"))["name"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, OSError):
        request.unlink(missing_ok=True)
        return None
    # Taken away first: if the machine goes down on the way, the old state is still there and nothing starts by itself.
    request.unlink(missing_ok=True)
    safety = settings.backups_folder / new_name("before-restore")
    problem = ""
    try:
        write_backup(database, settings, safety)
        restore(database, settings, settings.backups_folder / Path(name).name)
    except BackupRefused as error:
        problem = str(error.message)
    except Exception as error:
        log.exception("the restore of %s failed", name)
        problem = str(error) or type(error).__name__
    outcome = Outcome(name, now(), safety.name if safety.exists() else "", problem)
    _write(_outcome_file(settings), {**asdict(outcome), "at": outcome.at.isoformat()})
    return outcome


def last_outcome(settings: Settings) -> Outcome | None:
    """What came of the last restore, for two days."""
    try:
        raw = json.loads(_outcome_file(settings).read_text(encoding="utf-8"))
        found = Outcome(str(raw["name"]), datetime.fromisoformat(raw["at"]), str(raw["safety"]), str(raw["problem"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if now() - found.at < _SHOWN_FOR else None


def _request_file(settings: Settings) -> Path:
    return settings.instance / "restore-request.json"


def _outcome_file(settings: Settings) -> Path:
    return settings.instance / "restore-outcome.json"


def _write(path: Path, content: dict[str, object]) -> None:
    part = path.with_suffix(".part")
    part.write_text(json.dumps(content), encoding="utf-8")
    part.replace(path)
