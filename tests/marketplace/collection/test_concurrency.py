"""Several processes at once, double submits and killed processes: nothing lost, nothing doubled, never negative."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlalchemy import func, select

from marketplace.collection import stock
from marketplace.collection.models import Movement, Operation, Stack, StackChange
from marketplace.collection.stock import Change, Copies
from marketplace.collection.stock_key import from_snapshot, key_of_state, snapshot
from tests.factories import accounts, catalogue
from tests.marketplace.collection import racing

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]
PROCESSES = 4
ACTS = 50


@pytest.fixture
def scene(session):
    user = accounts.user(session)
    printings = [catalogue.printing(session).id for _number in range(2)]
    session.commit()
    return user.id, printings


def together(tmp_path, function, calls: list[tuple]) -> list:
    """Run the calls in processes of their own that begin at the same moment."""
    start = tmp_path / "start"
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(function, call[0], str(start), *call[1:]) for call in calls]
        time.sleep(2)
        start.touch()
        return [one.result(timeout=240) for one in running]


def test_two_hundred_raced_acts_lose_and_double_nothing(database, scene, tmp_path):
    user_id, printings = scene
    calls = [(database.url, user_id, printings, seed, ACTS) for seed in range(PROCESSES)]
    tallies = together(tmp_path, racing.race, calls)
    assert sum(tally["done"] + tally["refused"] for tally in tallies) == PROCESSES * ACTS
    assert sum(tally["done"] for tally in tallies) > PROCESSES * ACTS // 2
    assert sum(tally["undone"] for tally in tallies) > 0
    with database.read() as session:
        stacks = session.scalars(select(Stack).where(Stack.user_id == user_id)).all()
        assert sum(stack.quantity for stack in stacks) == sum(tally["copies"] for tally in tallies)
        assert all(0 <= stack.for_trade + stack.lent <= stack.quantity for stack in stacks)
        assert session.scalar(select(func.count()).select_from(Operation)) == sum(tally["done"] for tally in tallies)
        for stack in stacks:
            # Every act found the stack exactly as the one before had left it.
            changes = session.scalars(
                select(StackChange).where(StackChange.stack_id == stack.id).order_by(StackChange.id)
            ).all()
            assert changes[0].before is None
            assert [change.before for change in changes[1:]] == [change.after for change in changes[:-1]]
            state = {name: getattr(stack, name) for name in from_snapshot({})}
            assert snapshot(state) == changes[-1].after
            assert stack.quantity == 0 or key_of_state(state) == stack.merge_key
            assert stack.version == len(changes)


def test_the_same_form_sent_by_four_at_once_acts_once(database, scene, tmp_path):
    user_id, printings = scene
    calls = [(database.url, user_id, printings[0])] * PROCESSES
    operations = together(tmp_path, racing.same_form, calls)
    assert len(set(operations)) == 1
    with database.read() as session:
        assert session.scalars(select(Stack.quantity)).all() == [1]


def test_a_process_killed_while_writing_leaves_nothing_half_done(database, scene, tmp_path, app):
    user_id, printings = scene
    ready = tmp_path / "ready"
    command = [
        sys.executable,
        "-m",
        "tests.marketplace.collection.racing",
        database.url,
        str(user_id),
        str(printings[0]),
        str(ready),
    ]
    child = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)})
    try:
        deadline = time.monotonic() + 120
        while not ready.exists():
            assert child.poll() is None, "the child ended before it was killed"
            assert time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    with database.read() as session:
        for model in (Stack, Operation, StackChange, Movement):
            assert session.scalar(select(func.count()).select_from(model)) == 0, model
    with app.test_request_context(), database.write() as session:
        changes = [Change(Copies(printings[0], "en"), add=1)]
        stock.apply_batch(session, user_id, changes, kind="import", request_key="import-1")
    with database.read() as session:
        assert session.scalars(select(Stack.quantity)).all() == [1]
