"""Processes that act on one collection at the same time; run by ``test_concurrency``."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from flask import Flask
from flask_babel import Babel
from sqlalchemy import select

import marketplace.models
from marketplace.collection import stock, stock_write
from marketplace.collection.handing_over import Move, hand_over
from marketplace.collection.models import Operation, Stack
from marketplace.collection.promises import Claim, promise, release
from marketplace.collection.stock import Change, Copies
from marketplace.db import Database
from marketplace.errors import NotFound, Refused

marketplace.models.load_all()


def reader() -> Flask:
    """Refusals are sentences, which need a language."""
    app = Flask(__name__)
    Babel(app)
    return app


def wait_for(start: str) -> None:
    """Begin together with the other processes."""
    while not Path(start).exists():
        time.sleep(0.005)


def race(url: str, start: str, user_id: int, printing_ids: list[int], seed: int, acts: int) -> dict[str, int]:
    """Do random acts; returns what they should have changed in all: copies, and how many were done and refused."""
    chance = random.Random(seed)
    database = Database(url)
    tally = {"copies": 0, "done": 0, "refused": 0, "undone": 0}
    wait_for(start)
    with reader().test_request_context():
        for _act in range(acts):
            what = chance.choice(["add", "add", "remove", "undo", "edit", "batch"])
            try:
                with database.write() as session:
                    tally["copies"] += _one(session, user_id, printing_ids, what, chance)
                tally["done"] += 1
                tally["undone"] += what == "undo"
            except (Refused, NotFound):
                tally["refused"] += 1
    database.dispose()
    return tally


def _one(session, user_id, printing_ids, what, chance) -> int:
    """One act; returns by how many copies the collection grew."""
    copies = Copies(chance.choice(printing_ids), "en", condition=chance.choice(["", "NM"]))
    if what == "add":
        stock.add(session, user_id, [(copies, 2, 1)])
        return 2
    if what == "batch":
        stock.apply_batch(session, user_id, [Change(copies, add=3), Change(copies, add=-1)], kind="import")
        return 2
    if what == "undo":
        query = select(Operation).where(Operation.user_id == user_id, Operation.undone_at.is_(None))
        found = session.scalars(query.order_by(Operation.id.desc()).limit(4)).all()
        if not found:
            raise NotFound()
        done = stock.undo(session, user_id, chance.choice(found).id)
        return sum(change.after.get("quantity", 0) - (change.before or {}).get("quantity", 0) for change in done.changes)
    query = select(Stack).where(Stack.user_id == user_id, Stack.quantity > 0)
    stacks = session.scalars(query.order_by(Stack.id)).all()
    if not stacks:
        raise NotFound()
    stack = chance.choice(stacks)
    if what == "remove":
        stock.remove(session, user_id, stack.id, 1, "sold")
        return -1
    stock.edit(session, user_id, stack.id, None, {"condition": chance.choice(["", "NM", "EX"])}, quantity=1)
    return 0


def same_form(url: str, start: str, user_id: int, printing_id: int) -> int:
    """Send the form everybody sends; returns the operation's id."""
    database = Database(url)
    wait_for(start)
    with reader().test_request_context(), database.write() as session:
        found = stock.add(session, user_id, [(Copies(printing_id, "en"), 1, 0)], request_key="the-form").id
    database.dispose()
    return found


def promise_copies(url: str, start: str, seed: int, users: list[int], stacks: list[int], rounds: int) -> dict[str, int]:
    """Promise copies of the same stacks to trades of one's own, and sometimes release them; what holds in the end."""
    chance = random.Random(seed)
    database = Database(url)
    tally = {"held": 0, "refused": 0, "released": 0}
    wait_for(start)
    with reader().test_request_context():
        for number in range(rounds):
            trade = seed * 1_000 + number
            # In any order: the collections are locked in one order all the same.
            sides = list(zip(users, stacks, strict=True))
            chance.shuffle(sides)
            claims = [
                Claim(user_id, stack_id, chance.randint(1, 2), trade * 10 + line, f"trade {trade}")
                for line, (user_id, stack_id) in enumerate(sides)
            ]
            try:
                with database.write() as session:
                    promise(session, "trade", trade, claims)
            except Refused as refusal:
                if refusal.rule != "collection.promise.not_free":
                    raise
                tally["refused"] += 1
                continue
            if chance.random() < 0.4:
                with database.write() as session:
                    release(session, "trade", trade)
                tally["released"] += 1
            else:
                tally["held"] += sum(claim.quantity for claim in claims)
    database.dispose()
    return tally


def hand_over_once(url: str, start: str, line_ids: list[int], receiver_id: int) -> int:
    """Hand the same promised lines over as everybody does; returns how many were."""
    database = Database(url)
    wait_for(start)
    done = 0
    with reader().test_request_context():
        for line_id in line_ids:
            try:
                with database.write() as session:
                    hand_over(session, "trade", 1, [Move(line_id, 1, receiver_id, "Ana", "Lea")])
                done += 1
            except Refused as refusal:
                if refusal.rule != "collection.promise.gone":
                    raise
    database.dispose()
    return done


def undo_or_promise(url: str, start: str, which: str, user_id: int, pairs: list[tuple[int, int]]) -> int:
    """Undo each addition, or promise its copies: (operation, stack) each. Returns how often it went through."""
    database = Database(url)
    wait_for(start)
    done = 0
    with reader().test_request_context():
        for operation_id, stack_id in pairs:
            try:
                with database.write() as session:
                    if which == "undo":
                        stock.undo(session, user_id, operation_id)
                    else:
                        promise(session, "trade", stack_id, [Claim(user_id, stack_id, 1, stack_id, "Lea")])
                done += 1
            except Refused as refusal:
                if refusal.rule not in ("collection.promise.undo", "collection.promise.not_free"):
                    raise
    database.dispose()
    return done


def die_while_writing(url: str, user_id: int, printing_id: int, ready: str) -> None:
    """Import a thousand rows, and hang once the stacks are written but not the journal."""
    database = Database(url)

    def hang(*_arguments: object) -> None:
        Path(ready).touch()
        time.sleep(600)

    stock_write.insert_lines = hang
    with reader().test_request_context(), database.write() as session:
        changes = [Change(Copies(printing_id, "en", note=f"row {number}"), add=1) for number in range(1_000)]
        stock.apply_batch(session, user_id, changes, kind="import", request_key="import-1")


if __name__ == "__main__":
    die_while_writing(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
