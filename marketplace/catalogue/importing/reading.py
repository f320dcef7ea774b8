"""Read a card file with progress, and say in words why it cannot be used."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

from flask_babel import lazy_gettext as _l

from engine import LANGUAGES, FactsFile, UnreadableFacts, read_facts
from marketplace.errors import Refused

READING = "catalogue.reading"

Progress = Callable[[int, int, str], None]


class _Counted:
    """A file that reports how much of it was read, and hashes it on the way."""

    def __init__(self, stream: BinaryIO, size: int, progress: Progress) -> None:
        self._stream = stream
        self._size = size
        self._progress = progress
        self._done = 0
        self.sha256 = hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(size)
        self.sha256.update(data)
        self._done += len(data)
        self._progress(min(self._done, self._size), self._size, READING)
        return data


def read_file(path: Path, language: str, progress: Progress) -> tuple[FactsFile, str]:
    """The cards of a file and its SHA-256. Raises :class:`Refused` with the reason in words."""
    if language not in LANGUAGES:
        raise Refused(_l("Choose a language of the list."), rule="catalogue.import.language", field="language")
    try:
        with path.open("rb") as stream:
            counted = _Counted(stream, os.fstat(stream.fileno()).st_size, progress)
            file = read_facts(cast(BinaryIO, counted), language=language)
            while counted.read(1024 * 1024):
                pass  # What follows the end of an archive belongs to the file's hash.
    except UnreadableFacts as error:
        raise unreadable(error) from error
    except FileNotFoundError as error:
        raise Refused(
            _l("There is no file %(path)s.", path=str(path)), rule="catalogue.import.no_file", field="file"
        ) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refused(
            _l("The file %(path)s cannot be read: %(reason)s.", path=str(path), reason=reason),
            rule="catalogue.import.no_file", field="file",
        ) from error  # fmt: skip
    check_not_empty(file)
    return file, counted.sha256.hexdigest()


def unreadable(error: UnreadableFacts) -> Refused:
    return Refused(
        _l("The card file cannot be used, nothing was changed. %(reason)s", reason=str(error)),
        rule="catalogue.import.unreadable", field="file", reason=str(error),
    )  # fmt: skip


def check_not_empty(file: FactsFile) -> None:
    """Refuse a file of which no entry could be read, telling what is wrong with the first."""
    if file.cards:
        return
    first = next(iter(file.problems), None)
    if first is None:
        raise Refused(_l("The card file holds no cards, nothing was changed."), rule="catalogue.import.empty", field="file")
    raise Refused(
        _l(
            "None of the %(count)d entries of the card file can be used, nothing was changed. "
            "Entry %(row)d, %(field)s: %(message)s",
            count=len(file.problems), row=first.row, field=first.field or "-", message=first.message,
        ),
        rule="catalogue.import.empty", field="file",
    )  # fmt: skip
