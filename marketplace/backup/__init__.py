"""Backup and restore: everything a site holds in one file that any Duelfolio can read back.

The file is a ZIP: one JSON-lines member per table, the photos, and ``manifest.json`` with the size and SHA-256 of
each member. It does not depend on the database behind it, so a site may move from SQLite to PostgreSQL and back.
The secret key of the site is not part of it: passwords stay valid, open sessions and links do not.
"""

from __future__ import annotations

from marketplace.backup.archive import BackupRefused, Manifest, inspect, verify
from marketplace.backup.dump import write_backup
from marketplace.backup.load import restore

__all__ = ["BackupRefused", "Manifest", "inspect", "restore", "verify", "write_backup"]
