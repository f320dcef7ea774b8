"""Processes that act on a duel; run by ``test_concurrency`` and ``test_restart``."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from flask import Flask
from flask_babel import Babel

import marketplace.models
from engine import Action
from marketplace.db import Database
from marketplace.duels import playing, saving
from marketplace.errors import Conflict

marketplace.models.load_all()


def reader() -> Flask:
    """Refusals are sentences, which need a language."""
    app = Flask(__name__)
    Babel(app)
    return app


def answer_together(url: str, start: str, user_id: int, duel_id: int, version: int, choice: dict[str, object]) -> str:
    """Answer the question of ``version`` with the others; returns "done" or "conflict"."""
    database = Database(url)
    with reader().test_request_context():
        while not Path(start).exists():
            time.sleep(0.002)
        try:
            playing.act(database, user_id, duel_id, version, lambda table: table.answer(Action.from_json(choice)))
            return "done"
        except Conflict:
            return "conflict"
        finally:
            database.dispose()


def die(url: str, user_id: int, duel_id: int, when: str) -> None:
    """Give the first answer there is, and be killed before or after it is written."""
    database = Database(url)

    def killed(*_arguments: object, **_more: object) -> bytes:
        os.kill(os.getpid(), signal.SIGKILL)
        return b""

    if when == "before":
        saving.pack = killed
    with reader().test_request_context():
        playing.act(database, user_id, duel_id, None, lambda table: table.answer(table.options()[0]))
    killed()


if __name__ == "__main__":
    die(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
