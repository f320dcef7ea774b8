"""Tables this process has just had in its hands, so that a page need not read them again.

Reading a saved table costs about as much as drawing its page. Tables are found by the digest of what the database
holds, so that a stale one can never be served; each is taken out while somebody works on it, so that no two requests
ever share one.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

from marketplace.duels.table import Table

MOST = 32
"""Tables kept per process, at about 0.3 MB each."""


class TablesAtHand:
    """The tables of one process, the longest unused forgotten first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._tables: OrderedDict[bytes, Table] = OrderedDict()

    def take(self, snapshot: bytes) -> Table | None:
        """The table that was saved as ``snapshot``, for the caller alone; None if it is not at hand."""
        with self._lock:
            return self._tables.pop(_digest(snapshot), None)

    def put(self, snapshot: bytes, table: Table) -> None:
        """Lay a table ready that stands as ``snapshot`` says; the caller is done with it."""
        with self._lock:
            self._tables[_digest(snapshot)] = table
            while len(self._tables) > self._most:
                self._tables.popitem(last=False)


def _digest(snapshot: bytes) -> bytes:
    return hashlib.blake2b(snapshot, digest_size=16).digest()
