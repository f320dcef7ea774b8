"""The starter catalogue: the facts that ship with the product."""

from __future__ import annotations

from sqlalchemy import select

from engine import read_starter
from marketplace.catalogue.importing import Overtaken, import_facts
from marketplace.catalogue.models import Card
from marketplace.db import Database

NAME = "starter catalogue"


def load_starter_if_empty(database: Database) -> None:
    """Load the starter catalogue into a site that has no cards yet.

    Several processes may start at once: one of them loads it, in one transaction.
    """
    if not _is_empty(database):
        return
    try:
        import_facts(database, read_starter(), name=NAME, tries=1)
    except Overtaken:
        # Whoever was faster loaded it or a fuller catalogue.
        if _is_empty(database):
            raise


def _is_empty(database: Database) -> bool:
    with database.read() as session:
        return session.scalar(select(Card.id).where(Card.added_by_id.is_(None)).limit(1)) is None
