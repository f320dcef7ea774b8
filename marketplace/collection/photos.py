"""Photos of a stack's copies: add, caption, order, delete and bring back, and sweep what nobody refers to.

The files are written before the row that names them and removed after it, so a row never lacks its file; a file
without a row is swept once it is an hour old.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from flask_babel import lazy_gettext as _l
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from marketplace.collection.models import Photo, Stack
from marketplace.collection.pictures import path_of, read_picture, store
from marketplace.db import Database, now
from marketplace.errors import NotFound, Refused

MOST_PER_STACK = 12
KEPT_AFTER_DELETION = timedelta(days=30)
_UNCLAIMED = 3_600
"""Seconds before a file without a row is taken for a leftover."""


def _own_stack(session: Session, user_id: int, stack_id: int) -> Stack:
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


def add_photos(session: Session, user_id: int, stack_id: int, files: Sequence[tuple[str, bytes]], folder: Path) -> list[Photo]:
    """Add pictures (name, content) to a stack, all or none.

    The same picture again is the photo that is there already (brought back if it was deleted), so a form sent twice
    adds nothing. Raises :class:`Refused` naming the file that is no picture or too much.
    """
    _own_stack(session, user_id, stack_id)
    if not files:
        raise Refused(_l("Choose at least one picture."), rule="collection.photo.none", field="photos")
    there = {
        photo.digest: photo for photo in session.scalars(select(Photo).where(Photo.stack_id == stack_id, Photo.user_id == user_id))
    }
    shown = [photo for photo in there.values() if photo.deleted_at is None]
    position = max((photo.position for photo in there.values()), default=0)
    added = []
    for name, content in files:
        try:
            picture = read_picture(content)
        except Refused as refused:
            raise Refused(
                _l("%(file)s: %(reason)s", file=name[:80] or "?", reason=refused.message), rule=refused.rule, field="photos"
            ) from None
        known = there.get(picture.digest)
        if known is not None and known.deleted_at is None:
            added.append(known)
            continue
        if len(shown) >= MOST_PER_STACK:
            raise Refused(
                _l("A stack takes %(most)s photos. Delete one first.", most=MOST_PER_STACK),
                rule="collection.photo.too_many",
                field="photos",
            )
        digest = store(folder, picture)
        position += 1
        if known is None:
            known = Photo(
                user_id=user_id,
                stack_id=stack_id,
                digest=digest,
                width=picture.width,
                height=picture.height,
                size=len(picture.content),
            )
            session.add(known)
            there[digest] = known
        known.deleted_at, known.position = None, position
        shown.append(known)
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


def put_first(session: Session, user_id: int, photo_id: int) -> Photo:
    """Make a photo the first of its stack: the one lists show."""
    photo = own_photo(session, user_id, photo_id)
    _own_stack(session, user_id, photo.stack_id)
    others = [other for other in photos_of(session, user_id, photo.stack_id) if other.id != photo.id]
    for position, other in enumerate([photo, *others], start=1):
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
    photo = own_photo(session, user_id, photo_id)
    photo.deleted_at = None
    session.flush()
    return photo


def first_photos(session: Session, user_id: int, stack_ids: Sequence[int]) -> dict[int, int]:
    """Stack id -> id of its first photo, in one query."""
    rows = session.execute(
        select(Photo.stack_id, Photo.id)
        .where(Photo.stack_id.in_(stack_ids), Photo.user_id == user_id, Photo.deleted_at.is_(None))
        .order_by(Photo.position.desc(), Photo.id.desc())
    )
    return dict(rows.tuples().all())


def sweep(database: Database, folder: Path) -> int:
    """Forget photos deleted over 30 days ago and remove files no photo refers to; returns how many files went."""
    with database.write() as session:
        session.execute(delete(Photo).where(Photo.deleted_at < now() - KEPT_AFTER_DELETION))
    removed = 0
    for path in folder.glob("*/*.webp"):
        if time.time() - path.stat().st_mtime < _UNCLAIMED:
            continue
        digest = path.name.split(".")[0]
        with database.write() as session:
            # Within the writing transaction, so that nobody names the file between the question and its removal.
            if not session.scalar(select(func.count()).select_from(Photo).where(Photo.digest == digest)):
                path.unlink(missing_ok=True)
                removed += 1
    for leftover in folder.glob("*/.new-*"):
        if time.time() - leftover.stat().st_mtime > _UNCLAIMED:
            leftover.unlink(missing_ok=True)
            removed += 1
    return removed


def file_of(photo: Photo, folder: Path, *, thumbnail: bool) -> Path:
    """The photo's file; raises :class:`NotFound` when a restored backup lacks it."""
    path = path_of(folder, photo.digest, thumbnail=thumbnail)
    if not path.is_file():
        raise NotFound(_l("The file of this photo is missing."))
    return path
