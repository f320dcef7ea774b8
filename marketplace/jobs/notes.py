"""How far a job has got while the database cannot be told.

On SQLite a job that writes holds the only write lock, so its progress cannot be stored in its own row until it is
done. It is noted in a small file of the instance folder instead, which every process of the machine can read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from marketplace.jobs.models import Job


@dataclass(frozen=True, slots=True)
class Note:
    """Units of work finished and expected (total 0: unknown), and the key of what is being done."""

    done: int
    total: int
    step: str


class Notes:
    """The notes of one site."""

    def __init__(self, instance: Path) -> None:
        self._folder = instance / "jobs"

    def _path(self, job_id: int) -> Path:
        return self._folder / f"{job_id}.json"

    def write(self, job_id: int, attempt: int, note: Note) -> None:
        """Note the progress of an attempt. A full disk must not stop the work: the note is left out then."""
        path = self._path(job_id)
        fresh = path.with_suffix(".new")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            fresh.write_text(
                json.dumps({"attempt": attempt, "done": note.done, "total": note.total, "step": note.step}), encoding="utf-8"
            )
            fresh.replace(path)
        except OSError:
            return

    def of(self, job: Job) -> Note | None:
        """What a running job noted since its row was last written; None if its row says all."""
        if job.state != "running":
            return None
        try:
            found = json.loads(self._path(job.id).read_text(encoding="utf-8"))
            if found["attempt"] != job.attempts:
                return None  # An earlier worker's, which died over it.
            return Note(int(found["done"]), int(found["total"]), str(found["step"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def remove(self, job_id: int) -> None:
        """The row says all again."""
        self._path(job_id).unlink(missing_ok=True)
