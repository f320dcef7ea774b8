"""How a waiting worker learns that there is work.

Nothing is lost if a call goes astray: workers look into the outbox by themselves every few seconds.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from marketplace.config import InvalidSetting

log = logging.getLogger(__name__)

_ENOUGH = 100
"""Calls kept in a queue nobody listens to; more would add nothing."""


class Waker(Protocol):
    """Calls workers, and lets a worker wait for the call."""

    def wake(self) -> None:
        """Call a worker; never raises."""

    def wait(self, seconds: float) -> bool:
        """Wait for a call, at most ``seconds``; True when one came."""


class ThreadWaker:
    """Calls the worker thread of this process."""

    def __init__(self) -> None:
        self._called = threading.Event()

    def wake(self) -> None:
        self._called.set()

    def wait(self, seconds: float) -> bool:
        called = self._called.wait(seconds)
        self._called.clear()
        return called


class QueueWaker:
    """Calls workers of other processes through a huey queue on Redis or PostgreSQL.

    Only the queue's storage is used: a call carries nothing, so what somebody else writes there is never run.
    """

    def __init__(self, url: str) -> None:
        self._connect = queue_storage(url)
        self._storage: Any = None

    def wake(self) -> None:
        try:
            storage = self._connected()
            if storage.queue_size() < _ENOUGH:
                storage.enqueue(b"wake")
        except Exception:
            # The job is safe in the outbox: workers find it at their next look.
            log.warning("the queue of JOBS_URL does not answer; workers will find the job by themselves", exc_info=True)

    def wait(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self._connected().dequeue() is not None:  # The storage itself waits a second.
                    return True
            except Exception:
                log.warning("the queue of JOBS_URL does not answer; looking into the outbox instead", exc_info=True)
                time.sleep(max(0.0, end - time.monotonic()))
        return False

    def _connected(self) -> Any:
        if self._storage is None:
            self._storage = self._connect()
        return self._storage


def queue_storage(url: str) -> Callable[[], Any]:
    """What makes the huey storage a ``JOBS_URL`` names, connecting when called.

    Raises :class:`InvalidSetting` when the address or the installation cannot serve.
    """
    from huey import storage

    scheme = url.split(":", 1)[0]
    if scheme in ("redis", "rediss"):
        if storage.Redis is None:
            raise InvalidSetting('JOBS_URL names a Redis server: install the extra "redis".')
        return lambda: storage.RedisStorage("duelfolio", url=url, read_timeout=1)
    if scheme in ("postgresql", "postgres"):
        if storage.psycopg is None:
            raise InvalidSetting('JOBS_URL names a PostgreSQL server: install the extra "postgres".')
        return lambda: storage.PostgresStorage("duelfolio", dsn=url, read_timeout=1)
    raise InvalidSetting(f"JOBS_URL must begin with redis:// or postgresql://, not {scheme}://.")
