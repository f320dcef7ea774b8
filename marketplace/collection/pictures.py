"""Pictures people send: checked by content, re-encoded, stripped of everything but the picture itself.

What arrives is never stored. A picture is decoded within strict limits, turned upright, scaled down and written
anew as WebP, so that no EXIF block (place, time, camera), no hidden second file and no odd codec survives.
"""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from flask_babel import lazy_gettext as _l
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from marketplace.errors import Refused

FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
"""What is read; JPEG includes what phones write with a depth picture behind it."""
_HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypmsf1", b"ftyphevc")
"""How files of iPhones begin, after four bytes."""
MOST_BYTES = 25 * 1024 * 1024
MOST_PIXELS = 40_000_000
LONGEST = 2_000
"""Pixels of the longer side as kept."""
THUMBNAIL = 320


class TooLarge(Refused):
    """A file larger than what is taken."""

    status = 413


@dataclass(frozen=True, slots=True)
class Picture:
    """A re-encoded picture and its thumbnail, both WebP."""

    content: bytes
    thumbnail: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@lru_cache(maxsize=1)
def can_read_heic() -> bool:
    """Whether what iPhones write can be read: with the extra ``heic`` (the package pillow-heif), which is not needed otherwise."""
    try:
        from pillow_heif import register_heif_opener
    except ImportError:
        return False
    register_heif_opener(thumbnails=False)
    return True


def read_picture(content: bytes) -> Picture:
    """Re-encode ``content``; raises :class:`Refused` in words when it is no picture or too large."""
    if not content:
        raise Refused(_l("The file is empty."), rule="collection.photo.empty", field="photos")
    if len(content) > MOST_BYTES:
        raise TooLarge(
            _l("The picture is larger than %(mb)s MB. Send a smaller one.", mb=MOST_BYTES // 1024**2),
            rule="collection.photo.too_large",
            field="photos",
        )
    is_heic = content[4:12] in _HEIC
    if is_heic and not can_read_heic():
        raise Refused(
            _l("HEIC pictures cannot be read. Set the phone's camera to “most compatible”, or share the picture as JPEG."),
            rule="collection.photo.heic",
            field="photos",
        )
    with warnings.catch_warnings():
        # The size is checked below, before anything is decoded; Pillow's own warning would only repeat it.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            with Image.open(io.BytesIO(content), formats=("HEIF",) if is_heic else FORMATS) as image:
                _check_size(*image.size)
                image.draft("RGB", (LONGEST, LONGEST))
                image.load()
                profile = image.info.get("icc_profile")
                return _encode(ImageOps.exif_transpose(image), profile if image.mode in ("RGB", "RGBA") else None)
        except Image.DecompressionBombError:
            raise _too_many_pixels() from None
        except UnidentifiedImageError:
            raise Refused(
                _l("This is not a picture we can read. Send a JPEG, PNG, WebP or AVIF file."),
                rule="collection.photo.not_a_picture",
                field="photos",
            ) from None
        except (OSError, ValueError, SyntaxError, EOFError, MemoryError, OverflowError):
            raise Refused(
                _l("The picture is damaged or cut off. Take it again or send another copy."),
                rule="collection.photo.damaged",
                field="photos",
            ) from None


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise _too_many_pixels()
    if min(width, height) < 16:
        raise Refused(_l("The picture is too small to show anything."), rule="collection.photo.too_small", field="photos")


def _too_many_pixels() -> Refused:
    return Refused(
        _l("The picture has more than %(mp)s million pixels. Send a smaller one.", mp=MOST_PIXELS // 1_000_000),
        rule="collection.photo.too_many_pixels",
        field="photos",
    )


def _encode(image: Image.Image, profile: bytes | None) -> Picture:
    flat = Image.new("RGB", image.size, "white")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        solid = image.convert("RGBA")
        flat.paste(solid, mask=solid.getchannel("A"))
    else:
        flat.paste(image.convert("RGB"))
    if profile:
        flat = _in_screen_colours(flat, profile)
    flat.thumbnail((LONGEST, LONGEST), Image.Resampling.LANCZOS)
    small = flat.copy()
    small.thumbnail((THUMBNAIL, THUMBNAIL), Image.Resampling.LANCZOS)
    return Picture(_webp(flat, 84), _webp(small, 78), *flat.size)


def _in_screen_colours(image: Image.Image, profile: bytes) -> Image.Image:
    """The pixels in sRGB: phones write wider colours, which look dull once their profile is gone."""
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB") or image
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image  # A broken profile: the colours are a little off, the photo is still the photo.


def _webp(image: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=quality, method=4)
    return out.getvalue()


def path_of(folder: Path, digest: str, *, thumbnail: bool = False) -> Path:
    """Where a picture lies: two letters of its digest keep folders small."""
    return folder / digest[:2] / f"{digest}{'.small' if thumbnail else ''}.webp"


def store(folder: Path, picture: Picture) -> str:
    """Write both files if they are not there yet; returns the digest. A kill leaves no half file under the name."""
    digest = picture.digest
    for thumbnail, content in ((False, picture.content), (True, picture.thumbnail)):
        path = path_of(folder, digest, thumbnail=thumbnail)
        if path.exists():
            os.utime(path)  # Fresh again: the sweep of files nobody refers to leaves it alone.
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(file.name).chmod(0o640)
        Path(file.name).replace(path)
    return digest
