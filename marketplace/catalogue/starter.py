"""The starter catalogue: the facts that ship with the product."""

from __future__ import annotations

from marketplace.db import Database


def load_starter_if_empty(database: Database) -> None:
    """Load the starter catalogue into a site that has no cards yet."""
