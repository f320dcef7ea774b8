"""Photos of a stack's copies: add, caption, order, delete and bring back, and sweep what nobody refers to.

The files are written before the row that names them and removed after it, so a row never lacks its file; a file
without a row is swept once it is an hour old.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, TypeAlias

from flask_babel import lazy_gettext as _l
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from marketplace.collection.models import Photo, Stack
from marketplace.collection.pictures import Picture, path_of, read_picture, store
from marketplace.collection.stock_act import chunks, lock_collection
from marketplace.db import Database, now
from marketplace.errors import NotFound, Refused

MOST_PER_STACK = 12
KEPT_AFTER_DELETION = timedelta(days=30)
_UNCLAIMED = 3_600
"""Seconds before a file without a row is taken for a leftover."""


def own_stack(session: Session, user_id: int, stack_id: int) -> Stack:
    """The stack; raises :class:`NotFound` for somebody else's."""
    stack = session.scalar(select(Stack).where(Stack.id == stack_id, Stack.user_id == user_id).with_for_update())
    if stack is None:
        raise NotFound
    return stack


def own_photo(session: Session, user_id: int, photo_id: int) -> Photo:
    """The photo, deleted or not; raises :class:`NotFound` for somebody else's."""
    photo = session.scalar(select(Photo).where(Photo.id == photo_id, Photo.user_id == user_id))
    if photo is None:
        raise NotFound
    return photo


def photos_of(session: Session, user_id: int, stack_id: int) -> Sequence[Photo]:
    """The photos shown for a stack, in order."""
    return session.scalars(
        select(Photo)
        .where(Photo.stack_id == stack_id, Photo.user_id == user_id, Photo.deleted_at.is_(None))
        .order_by(Photo.position, Photo.id)
    ).all()


def read_files(files: Iterable[tuple[str, bytes]]) -> list[Picture]:
    """The pictures of uploaded files (name, content). Takes a second per photo, so hold no lock meanwhile.

    Raises :class:`Refused` naming the file that is no picture or too much.
    """
    pictures = []
    for name, content in files:
        try:
            pictures.append(read_picture(content))
        except Refused as refused:
            words = _l("%(file)s: %(reason)s", file=name[:80] or "?", reason=refused.message)
            raise type(refused)(words, rule=refused.rule, field="photos") from None
    if not pictures:
        raise Refused(_l("Choose at least one picture."), rule="collection.photo.none", field="photos")
    return pictures


def add_photos(session: Session, user_id: int, stack_id: int, pictures: Sequence[Picture], folder: Path) -> list[Photo]:
    """Add pictures to a stack, all or none.

    The same picture again is the photo that is there already (brought back if it was deleted), so a form sent twice
    adds nothing.
    """
    lock_collection(session, user_id)
    own_stack(session, user_id, stack_id)
    there = {photo.digest: photo for photo in session.scalars(select(Photo).where(Photo.stack_id == stack_id))}
    shown = {digest for digest, photo in there.items() if photo.deleted_at is None}
    if len(shown | {picture.digest for picture in pictures}) > MOST_PER_STACK:
        raise Refused(
            _l("A stack takes %(most)s photos. Delete one first.", most=MOST_PER_STACK),
            rule="collection.photo.too_many",
            field="photos",
        )
    position = max((photo.position for photo in there.values()), default=0)
    added = []
    for picture in pictures:
        digest = store(folder, picture)
        known = there.get(digest)
        if known is None:
            known = Photo(user_id=user_id, stack_id=stack_id, digest=digest, position=0)
            known.width, known.height, known.size = picture.width, picture.height, len(picture.content)
            there[digest] = known
            session.add(known)
        if digest not in shown:
            position += 1
            known.deleted_at, known.position = None, position
            shown.add(digest)
        added.append(known)
    session.flush()
    return added


def set_caption(session: Session, user_id: int, photo_id: int, caption: str) -> Photo:
    photo = own_photo(session, user_id, photo_id)
    if len(caption) > 120:
        raise Refused(_l("A caption takes 120 letters."), rule="collection.photo.caption", field="caption")
    photo.caption = caption.strip()
    session.flush()
    return photo


def shift(session: Session, user_id: int, photo_id: int, steps: int) -> Photo:
    """Move a photo forward (negative) or back among those of its stack; the first one is the one lists show."""
    lock_collection(session, user_id)
    photo = own_photo(session, user_id, photo_id)
    order = list(photos_of(session, user_id, photo.stack_id))
    if photo in order:
        here = order.index(photo)
        order.insert(max(0, here + steps), order.pop(here))
        for position, other in enumerate(order, start=1):
            other.position = position
        session.flush()
    return photo


def delete_photo(session: Session, user_id: int, photo_id: int) -> Photo:
    """Hide a photo; it can be brought back for 30 days."""
    photo = own_photo(session, user_id, photo_id)
    if photo.deleted_at is None:
        photo.deleted_at = now()
        session.flush()
    return photo


def bring_back(session: Session, user_id: int, photo_id: int) -> Photo:
    """Show a deleted photo again; raises :class:`Refused` when the stack is full meanwhile."""
    lock_collection(session, user_id)
    photo = own_photo(session, user_id, photo_id)
    if photo.deleted_at is not None and len(photos_of(session, user_id, photo.stack_id)) >= MOST_PER_STACK:
        raise Refused(
            _l("A stack takes %(most)s photos. Delete one first.", most=MOST_PER_STACK), rule="collection.photo.too_many"
        )
    photo.deleted_at = None
    session.flush()
    return photo


PhotoHolder: TypeAlias = Callable[[Session, Sequence[str]], set[str]]
"""Which of these digests another feature refers to, such as messages or the record of an agreed trade."""

photo_holders: list[PhotoHolder] = []
"""Asked by the sweep before it removes a file: the folder of photos is shared."""


def held_elsewhere(session: Session, digests: Sequence[str]) -> set[str]:
    """Those of these digests that some other feature still shows."""
    return {digest for part in chunks(digests) for holder in photo_holders for digest in holder(session, part)}


class Sweep(NamedTuple):
    """What a sweep did: files removed, photos hidden because their file is gone."""

    files: int
    missing: int


def sweep(database: Database, folder: Path) -> Sweep:
    """Make rows and files agree: forget photos deleted over 30 days ago, remove files no photo refers to, and hide
    photos whose file is gone. When no file at all is there the folder is missing, not the photos: nothing is hidden.
    """
    with database.write() as session:
        session.execute(delete(Photo).where(Photo.deleted_at < now() - KEPT_AFTER_DELETION))
    removed = 0
    files = list(folder.glob("*/*.webp"))
    with database.read() as session:
        wanted = set(session.scalars(select(Photo.digest).distinct()))
        held = held_elsewhere(session, sorted({path.name.split(".")[0] for path in files} - wanted))
    for path in files:
        digest = path.name.split(".")[0]
        if digest in wanted or digest in held or time.time() - path.stat().st_mtime < _UNCLAIMED:
            continue
        with database.write() as session:
            # Within the writing transaction, so that nobody names the file between the question and its removal.
            named = session.scalar(select(func.count()).select_from(Photo).where(Photo.digest == digest))
            if not named and not held_elsewhere(session, [digest]):
                path.unlink(missing_ok=True)
                removed += 1
    for leftover in folder.glob("*/.new-*"):
        if time.time() - leftover.stat().st_mtime > _UNCLAIMED:
            leftover.unlink(missing_ok=True)
            removed += 1
    gone = sorted(wanted - {path.name.split(".")[0] for path in files}) if files else []
    missing = 0
    with database.write() as session:
        for part in chunks(gone):
            lost = update(Photo).where(Photo.digest.in_(part), Photo.deleted_at.is_(None)).values(deleted_at=now())
            missing += session.execute(lost).rowcount  # type: ignore[attr-defined]
    return Sweep(removed, missing)


def file_of(photo: Photo, folder: Path, *, thumbnail: bool) -> Path:
    """The photo's file; raises :class:`NotFound` when a restored backup lacks it."""
    path = path_of(folder, photo.digest, thumbnail=thumbnail)
    if not path.is_file():
        raise NotFound(_l("The file of this photo is missing."))
    return path
