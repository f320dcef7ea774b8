"""The backup file itself: its manifest, its members, and everything that can be wrong with it."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from flask_babel import lazy_gettext as _l

from marketplace.errors import Refused, Words

FORMAT = "duelfolio-backup"
FORMAT_VERSION = 1
MANIFEST = "manifest.json"
CHUNK = 1 << 20

KINDS = frozenset({"int", "float", "text", "bool", "moment", "date", "decimal", "json", "bytes"})
"""How a column's values stand in a member: moments and dates in ISO 8601, decimals and JSON as strings, bytes in base64."""

Progress = Callable[[int, int, str], None]
"""Called with bytes or rows done, the total, and the step: ``tables``, ``photos``, ``check``, ``load`` or ``replace``."""


def silent(_done: int, _total: int, _step: str) -> None:
    """Nobody wants to know."""


_TABLE_MEMBER = re.compile(r"tables/[a-z][a-z0-9_]{0,62}\.jsonl")
_PHOTO_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,62}")
_LARGEST_MANIFEST = 256 << 20


class BackupRefused(Refused):
    """The file cannot be restored; nothing was changed."""

    def __init__(self, message: Words, rule: str) -> None:
        super().__init__(message, rule=f"backup.{rule}")


class Counted:
    """Adds up what several parts report as done."""

    def __init__(self, tell: Progress, total: int, step: str) -> None:
        self._tell, self._total, self._step, self._done = tell, total, step, 0

    def add(self, more: int) -> None:
        self._done += more
        self._tell(self._done, self._total, self._step)


@dataclass(frozen=True, slots=True)
class Member:
    """One member as the manifest describes it."""

    size: int
    """Bytes, uncompressed."""
    sha256: str


@dataclass(frozen=True, slots=True)
class TablePart:
    """The rows of one table."""

    name: str
    rows: int
    columns: tuple[tuple[str, str], ...]
    """(column, one of ``KINDS``), in the order of the values of each row."""
    next_id: int = 0
    """The highest number ever given out by the table's counter; 0 when it has none."""

    @property
    def member(self) -> str:
        return f"tables/{self.name}.jsonl"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds."""

    made_at: datetime
    product_version: str
    schema: str
    """Migration the tables were at."""
    site_name: str
    database: str
    tables: tuple[TablePart, ...]
    members: dict[str, Member] = field(repr=False)
    counts: dict[str, int] = field(default_factory=dict)
    """people, cards, printings, copies, photos: for whoever has to decide."""

    @property
    def photos(self) -> list[str]:
        return [name for name in self.members if name.startswith("photos/")]

    @property
    def size(self) -> int:
        """Bytes of all members, uncompressed."""
        return sum(member.size for member in self.members.values())

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "made_at": self.made_at.isoformat(),
            "product_version": self.product_version,
            "schema": self.schema,
            "site_name": self.site_name,
            "database": self.database,
            "counts": self.counts,
            "tables": [
                {"name": t.name, "rows": t.rows, "next_id": t.next_id, "columns": [list(column) for column in t.columns]}
                for t in self.tables
            ],
            "members": {name: {"size": member.size, "sha256": member.sha256} for name, member in self.members.items()},
        }


class ArchiveWriter:
    """Writes members one after the other, hashing what passes, and the manifest last."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", allowZip64=True)
        self.members: dict[str, Member] = {}

    @contextmanager
    def member(self, name: str, *, compressed: bool) -> Iterator[Callable[[bytes], None]]:
        """Write one member through the callable the block gets."""
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
        info.external_attr = 0o600 << 16
        digest, size = hashlib.sha256(), 0
        with self._zip.open(info, "w", force_zip64=True) as out:

            def write(data: bytes) -> None:
                nonlocal size
                size += len(data)
                digest.update(data)
                out.write(data)

            yield write
        self.members[name] = Member(size, digest.hexdigest())

    def abandon(self) -> None:
        """Write nothing more: the file will be thrown away."""
        self._zip.fp = None

    def close(self, manifest: Manifest) -> None:
        text = json.dumps(manifest.to_json(), ensure_ascii=False, indent=1)
        self._zip.writestr(zipfile.ZipInfo(MANIFEST, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
        self._zip.close()


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """The ZIP at ``path``. Raises :class:`BackupRefused` when it is no whole ZIP."""
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError:
        raise BackupRefused(_l("There is no file “%(name)s”.", name=path.name), "missing") from None
    except zipfile.BadZipFile:
        raise _foreign_or_cut(path) from None
    except OSError as error:
        raise BackupRefused(
            _l("The file cannot be read: %(reason)s", reason=error.strerror or str(error)), "unreadable"
        ) from None
    with archive:
        yield archive


def inspect(path: Path) -> Manifest:
    """Read what a backup holds, checking its list but not yet its contents. Raises :class:`BackupRefused`."""
    with opened(path) as archive:
        return _manifest(archive)


def verify(path: Path, progress: Progress | None = None) -> Manifest:
    """Check every member against the manifest, reading the whole file. Raises :class:`BackupRefused`."""
    with opened(path) as archive:
        manifest = _manifest(archive)
        counted = Counted(progress or silent, manifest.size, "check")
        for name, expected in manifest.members.items():
            digest = hashlib.sha256()
            for chunk in chunks(archive, name, expected.size):
                digest.update(chunk)
                counted.add(len(chunk))
            if digest.hexdigest() != expected.sha256:
                raise damaged(name)
    return manifest


def chunks(archive: zipfile.ZipFile, name: str, size: int) -> Iterator[bytes]:
    """The bytes of a member, at most ``size`` of them; a longer, shorter or broken member is refused."""
    left = size
    try:
        with archive.open(name) as source:
            while chunk := source.read(min(CHUNK, left + 1)):
                left -= len(chunk)
                if left < 0:
                    raise damaged(name)
                yield chunk
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        raise damaged(name) from None
    if left:
        raise damaged(name)


def rows(archive: zipfile.ZipFile, part: TablePart) -> Iterator[list[Any]]:
    """The rows of a table, one list of values each."""
    width = len(part.columns)
    try:
        with archive.open(part.member) as source:
            for line in source:
                values = json.loads(line)
                if not isinstance(values, list) or len(values) != width:
                    raise damaged(part.member)
                yield values
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError):
        raise damaged(part.member) from None


def damaged(name: str) -> BackupRefused:
    return BackupRefused(
        _l(
            "The backup is damaged: “%(member)s” is not as it was written. Nothing was changed. Use another backup.",
            member=name,
        ),
        "damaged",
    )


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        info = archive.getinfo(MANIFEST)
        if info.file_size > _LARGEST_MANIFEST:
            raise _foreign()
        raw = json.loads(b"".join(chunks(archive, MANIFEST, info.file_size)))
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise _foreign()
    except (KeyError, ValueError):
        raise _foreign() from None
    if not isinstance(raw.get("format_version"), int) or raw["format_version"] > FORMAT_VERSION:
        raise newer(str(raw.get("product_version", "?")))
    try:
        manifest = _read(raw)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise damaged(MANIFEST) from None
    _check_names(archive, manifest)
    return manifest


def _read(raw: dict[str, Any]) -> Manifest:
    return Manifest(
        made_at=datetime.fromisoformat(raw["made_at"]),
        product_version=str(raw["product_version"]),
        schema=str(raw["schema"]),
        site_name=str(raw["site_name"]),
        database=str(raw["database"]),
        tables=tuple(
            TablePart(
                t["name"], int(t["rows"]), tuple((str(name), str(kind)) for name, kind in t["columns"]), int(t["next_id"])
            )
            for t in raw["tables"]
        ),
        members={name: Member(int(m["size"]), str(m["sha256"])) for name, m in raw["members"].items()},
        counts={str(key): int(value) for key, value in raw["counts"].items()},
    )


def _check_names(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Only members the manifest names, each once, under names that cannot leave their folder."""
    names = archive.namelist()
    if len(set(names)) != len(names) or set(names) != {*manifest.members, MANIFEST}:
        raise damaged(MANIFEST)
    for name, member in manifest.members.items():
        if not (_TABLE_MEMBER.fullmatch(name) or is_photo_name(name)) or member.size < 0:
            raise BackupRefused(
                _l("The backup holds a file that does not belong there: “%(member)s”. Nothing was changed.", member=name),
                "name",
            )
    tables = [part.name for part in manifest.tables]
    if len(set(tables)) != len(tables) or {part.member for part in manifest.tables} != set(manifest.members) - set(
        manifest.photos
    ):
        raise damaged(MANIFEST)
    for part in manifest.tables:
        columns = [name for name, _kind in part.columns]
        if len(set(columns)) != len(columns) or not all(_NAME.fullmatch(n) and k in KINDS for n, k in part.columns):
            raise damaged(MANIFEST)


def is_photo_name(name: str) -> bool:
    """``photos/ab/abcd.webp``: plain names only, so that a member can only land within the photo folder."""
    head, *parts = name.split("/")
    return head == "photos" and 1 <= len(parts) <= 4 and all(_PHOTO_PART.fullmatch(part) for part in parts)


def newer(version: str) -> BackupRefused:
    return BackupRefused(
        _l(
            "This backup was made by a newer Duelfolio (%(version)s). Update this site first. Nothing was changed.",
            version=version,
        ),
        "newer",
    )


def _foreign() -> BackupRefused:
    return BackupRefused(_l("This file is not a Duelfolio backup. Nothing was changed."), "foreign")


def _foreign_or_cut(path: Path) -> BackupRefused:
    with path.open("rb") as file:
        begins_like_zip = file.read(4) == b"PK\x03\x04"
    if begins_like_zip:
        return BackupRefused(
            _l("The file is cut off: its end is missing. Copy it again from where it came. Nothing was changed."), "cut_off"
        )
    return _foreign()
