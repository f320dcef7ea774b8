"""The site owner's own folder of card pictures (``CARD_PICTURES``): files named by passcode, never shipped, never copied.

``46986414.jpg`` (also png, webp, jpeg; with or without leading zeros) is the picture of that passcode: a scan of the
whole card where it is clearly upright, else the art alone, which the drawn face then frames.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, UnidentifiedImageError

_FILE = re.compile(r"^0*(\d{1,9})\.(jpe?g|png|webp)$", re.IGNORECASE)
_TYPES = {"jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "webp": "image/webp"}
_WHOLE_CARD = 0.85
"""Width to height below which a picture is a whole card (a card has 0.69, art is about square)."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One file of the folder."""

    path: Path
    content_type: str
    stamp: int
    """Time of its last change; part of the address, so that browsers may keep it."""


class Pictures:
    """The pictures of one folder. The listing is read again when the folder changes."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder) if folder else None
        self._listed = -1
        self._names: dict[int, str] = {}
        self._whole: dict[tuple[str, int], bool] = {}

    def of(self, passcode: int | None) -> Picture | None:
        """The picture of a passcode, or None. Only names the folder lists are ever opened."""
        if self.folder is None or passcode is None:
            return None
        name = self._listing().get(passcode)
        if name is None:
            return None
        path = self.folder / name
        try:
            stamp = path.stat().st_mtime_ns // 1_000_000
        except OSError:
            return None
        return Picture(path, _TYPES[path.suffix[1:].lower()], stamp)

    def is_whole_card(self, picture: Picture) -> bool:
        """Whether the picture shows the whole card and not the art alone. A broken file counts as art."""
        key = (picture.path.name, picture.stamp)
        if key not in self._whole:
            try:
                with Image.open(picture.path, formats=("JPEG", "PNG", "WEBP")) as image:
                    width, height = image.size
            except (OSError, UnidentifiedImageError, Image.DecompressionBombError):
                width, height = 1, 1
            self._whole[key] = width < height * _WHOLE_CARD
        return self._whole[key]

    def _listing(self) -> dict[int, str]:
        assert self.folder is not None
        try:
            changed = self.folder.stat().st_mtime_ns
            if changed != self._listed:
                found: dict[int, str] = {}
                with os.scandir(self.folder) as entries:
                    for entry in sorted(entries, key=lambda entry: entry.name):
                        match = _FILE.match(entry.name)
                        if match and entry.is_file():
                            found.setdefault(int(match[1]), entry.name)
                self._names, self._listed = found, changed
        except OSError:
            self._names, self._listed = {}, -1
        return self._names
