"""Imports the owner starts in the browser, one at a time, and the history of all of them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from engine import LANGUAGES
from marketplace.accounts.ownership import require_owner
from marketplace.catalogue.fetching import check_address
from marketplace.catalogue.models import Card, CardName, CardText, CatalogueImport, Printing, Product
from marketplace.config import Settings
from marketplace.errors import NotFound, Refused
from marketplace.jobs import UNFINISHED, Job, enqueue

IMPORT = "catalogue.import"
UPDATE = "catalogue.update"
KINDS = (IMPORT, UPDATE)
PER_PAGE = 20
FILE_ENDINGS = (".json", ".xz", ".gz", ".cdb")

_START_LOCK = 4_107_303
"""Any fixed number: PostgreSQL's advisory lock that lets one request at a time start an import."""
_LONGEST_NAME = 120
_KEPT_SECONDS = 14 * 86_400


@dataclass(frozen=True, slots=True)
class Started:
    """The job of an import; ``is_new`` is False when one was under way already (a double click, another owner)."""

    job: Job
    is_new: bool


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the catalogue holds."""

    cards: int
    printings: int
    products: int
    name_languages: tuple[str, ...]
    text_languages: tuple[str, ...]


def folder_of(settings: Settings) -> Path:
    """Where card files lie: those the owner puts there by other means, and in ``uploads`` those sent in the browser."""
    return settings.instance / "catalogue"


def new_upload_path(settings: Settings) -> Path:
    """A place for a file that is being sent. Files nobody needs any more are cleared away."""
    folder = folder_of(settings) / "uploads"
    folder.mkdir(parents=True, exist_ok=True)
    oldest = time.time() - _KEPT_SECONDS
    for path in folder.iterdir():
        if path.is_file() and path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)
    return folder / secrets.token_hex(8)


def files_at_hand(settings: Settings) -> list[tuple[str, int]]:
    """Card files that lie in the folder of the site: name and bytes."""
    folder = folder_of(settings)
    if not folder.is_dir():
        return []
    return sorted(
        (path.name, path.stat().st_size)
        for path in folder.iterdir()
        if path.is_file() and not path.is_symlink() and path.name.lower().endswith(FILE_ENDINGS)
    )


def start_upload(session: Session, actor_id: int, path: Path, name: str, language: str) -> Started:
    """Import a file that was just sent; it is removed when another import is under way."""
    try:
        started = _start(
            session,
            actor_id,
            IMPORT,
            {"file": f"uploads/{path.name}", "name": _shown(name), "origin": "upload", "language": _language(language)},
        )
    except Exception:
        path.unlink(missing_ok=True)
        raise
    if not started.is_new:
        path.unlink(missing_ok=True)
    return started


def start_from_folder(session: Session, actor_id: int, settings: Settings, name: str, language: str) -> Started:
    """Import a file that lies in the folder of the site."""
    require_owner(session, actor_id)
    if name not in dict(files_at_hand(settings)):
        raise Refused(_l("Choose a file of the list."), rule="catalogue.import.no_file", field="file")
    payload = {"file": name, "name": _shown(name), "origin": "folder", "language": _language(language)}
    return _start(session, actor_id, IMPORT, payload)


def start_update(session: Session, actor_id: int, address: str, language: str) -> Started:
    """Fetch a file and import it."""
    require_owner(session, actor_id)
    return _start(session, actor_id, UPDATE, {"address": check_address(address), "language": _language(language)})


def start_acceptance(session: Session, actor_id: int, settings: Settings, import_id: int) -> Started:
    """Import the same file again and take in what was held back."""
    done = import_of(session, actor_id, import_id)
    if not done.report.get("held"):
        raise Refused(_l("Nothing of this import waits for a decision."), rule="catalogue.import.nothing_held")
    origin = done.report.get("origin", {})
    payload: dict[str, Any] = {"language": _language(origin.get("language", "en")), "accept_collisions": True}
    if origin.get("kind") == "address":
        return _start(session, actor_id, UPDATE, payload | {"address": done.source})
    if not can_accept(settings, done):
        raise Refused(
            _l("The file of this import is not here any more. Import it again, and agree then."),
            rule="catalogue.import.no_file",
        )
    return _start(session, actor_id, IMPORT, payload | {"file": origin["file"], "name": done.source, "origin": origin["kind"]})


def can_accept(settings: Settings, done: CatalogueImport) -> bool:
    """Whether the file of an import can be had again in the browser."""
    origin = done.report.get("origin", {})
    if origin.get("kind") == "address":
        return True
    return bool(origin.get("file")) and (folder_of(settings) / origin["file"]).is_file()


def _start(session: Session, actor_id: int, kind: str, payload: dict[str, Any]) -> Started:
    require_owner(session, actor_id)
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _START_LOCK})
    running = active_job(session)
    if running is not None:
        return Started(running, is_new=False)
    return Started(enqueue(session, kind, payload, actor_id), is_new=True)


def active_job(session: Session) -> Job | None:
    """The import that waits or runs."""
    return session.scalars(select(Job).where(Job.kind.in_(KINDS), Job.state.in_(UNFINISHED)).order_by(Job.id).limit(1)).first()


def latest_job(session: Session) -> Job | None:
    """The import started last, however it ended."""
    return session.scalars(select(Job).where(Job.kind.in_(KINDS)).order_by(Job.id.desc()).limit(1)).first()


def import_of(session: Session, actor_id: int, import_id: int) -> CatalogueImport:
    """One import. Raises NotFound if there is none."""
    require_owner(session, actor_id)
    found = session.get(CatalogueImport, import_id)
    if found is None:
        raise NotFound()
    return found


def history(session: Session, actor_id: int, page: int) -> tuple[Sequence[CatalogueImport], int]:
    """Imports, latest first, and the number of pages."""
    require_owner(session, actor_id)
    total = session.scalar(select(func.count(CatalogueImport.id))) or 0
    pages = max(1, -(-total // PER_PAGE))
    page = min(max(1, page), pages)
    query = select(CatalogueImport).order_by(CatalogueImport.id.desc()).limit(PER_PAGE).offset((page - 1) * PER_PAGE)
    return session.scalars(query).all(), pages


def last_address(session: Session) -> str:
    """The address fetched from last; empty when there was none."""
    query = select(Job.payload).where(Job.kind == UPDATE).order_by(Job.id.desc()).limit(1)
    payload = session.scalars(query).first()
    return str(payload.get("address", "")) if payload else ""


def holdings(session: Session) -> Holdings:
    order = {code: place for place, code in enumerate(LANGUAGES)}

    def languages(column: Any) -> tuple[str, ...]:
        return tuple(sorted(session.scalars(select(column).distinct()), key=lambda code: (order.get(code, 99), code)))

    return Holdings(
        cards=session.scalar(select(func.count(Card.id)).where(Card.added_by_id.is_(None))) or 0,
        printings=session.scalar(
            select(func.count(Printing.id)).where(Printing.added_by_id.is_(None), Printing.retired.is_(False))
        )
        or 0,
        products=session.scalar(select(func.count(Product.id)).where(Product.printing_count > 0)) or 0,
        name_languages=languages(CardName.language),
        text_languages=languages(CardText.language),
    )


def _language(code: str) -> str:
    if code not in LANGUAGES:
        raise Refused(_l("Choose a language of the list."), rule="catalogue.import.language", field="language")
    return code


def _shown(name: str) -> str:
    """A file's name as it may be shown: without folders, not too long."""
    plain = name.replace("\\", "/").rsplit("/", 1)[-1].strip()
    return "".join(character for character in plain if character.isprintable())[-_LONGEST_NAME:] or "cards"
