"""Worker processes: one that works, and one that keeps several working."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import threading
import time
from types import FrameType

from flask import Flask

from marketplace.jobs.alone import join
from marketplace.jobs.worker import Worker

log = logging.getLogger(__name__)

_GRACE = 20.0
"""Seconds a worker gets to put its job back before it is killed; the lease saves the job even then."""
_RESTART_AFTER = 2.0


def work(app: Flask) -> None:
    """Work off the outbox in this process until SIGTERM or SIGINT."""
    join(app.config["SETTINGS"].instance)
    worker = Worker(app, app.extensions["duelfolio_jobs"].waker)

    def stop(_number: int, _frame: FrameType | None) -> None:
        worker.ask_to_stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    worker.run()


def keep_working(count: int) -> None:
    """Run ``count`` worker processes, replace those that die, and end them all on SIGTERM or SIGINT."""
    stopping = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    running = [_start() for _ in range(count)]
    while not stopping.is_set():
        stopping.wait(0.5)
        for place, process in enumerate(running):
            if process.poll() is not None and not stopping.is_set():
                log.warning("worker process %s ended with %s; starting another", process.pid, process.returncode)
                stopping.wait(_RESTART_AFTER)
                running[place] = _start()
    for process in running:
        if process.poll() is None:
            process.terminate()
    end = time.monotonic() + _GRACE
    for process in running:
        try:
            process.wait(max(0.1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "marketplace.jobs"])
