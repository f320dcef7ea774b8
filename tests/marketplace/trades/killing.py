"""A process killed with SIGKILL in the middle of an act on a trade; run by ``test_killed`` and ``tests.bench killed``.

The killed process does what a request does: one transaction around one service. It stops at a statement chosen by
chance and says so, so that the kill lands inside the transaction; in every fifth round it does not stop and is killed
at any moment. Then the whole database is compared: it must be as before the act or as after it, row by row, and doing
the act again must complete it.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import event, func, select, text
from sqlalchemy.orm import Session

from marketplace.collection.models import Promise, Stack
from marketplace.db import Database
from marketplace.trades import agreement, corrections, meeting, sending
from marketplace.trades.corrections import ChangeInput
from marketplace.trades.models import Correction, Parcel, ParcelLine, Trade, TradeEvent
from tests.factories import accounts, catalogue, collection, deals, trades
from tests.marketplace.snapshots import Snapshot, difference, snapshot
from tests.marketplace.trades.racing import processes, reader, without_limits

KINDS = ("accept", "received", "met", "back")
"""Acceptance; a parcel has come; the second "we met"; the second signature under "copies go back"."""

PATIENCE = 120.0

UNSTOPPED = 5
"""In one round of so many nothing stops the process: the kill comes at any moment."""

CATALOGUE = frozenset({"card", "card_name", "card_text", "card_alias", "product", "printing"})

ANN_HAS, BOB_HAS = 5, 2


class Scene(NamedTuple):
    """One trade: who acts on what, and the printings whose copies must neither grow nor shrink."""

    kind: str
    trade: int
    actor: int
    subject: int
    mine: int
    theirs: int


@dataclass
class Found:
    """What the kills came to."""

    inside: int = 0
    """Killed between the first statement of the transaction and its commit."""
    done: int = 0
    """Killed when the commit had been done already."""
    before: int = 0
    """Killed before the transaction began."""
    seconds: float = 0.0
    stops: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def lay(database: Database, kind: str) -> Scene:
    """A trade of three copies for one, one step before the act; another offer wants the same copies."""
    with reader().test_request_context(), without_limits(), database.write() as session:
        ann, bob, cid = (accounts.user(session) for _person in range(3))
        mine = collection.stack(session, ann, catalogue.printing(session), quantity=ANN_HAS, for_trade=4)
        theirs = collection.stack(session, bob, catalogue.printing(session), quantity=BOB_HAS, for_trade=2)
        trade = trades.offer(session, ann, bob, [(mine, 3)], [(theirs, 1)])
        trades.offer(session, cid, bob, [], [(theirs, 2)])
        if kind == "accept":
            return Scene(kind, trade.id, bob.id, 1, mine.printing_id, theirs.printing_id)
        agreement.accept(session, bob.id, trade.id, 1)
        subject = 0
        if kind == "met":
            deals.by(session, trade, "hand")
            meeting.confirm(session, ann.id, trade.id)
        else:
            deals.by(session, trade, "post")
            out, back = deals.parcels(session, trade)
            sending.mark_sent(session, ann.id, trade.id, out.id)
            sending.mark_sent(session, bob.id, trade.id, back.id)
            subject = out.id
        if kind == "back":
            sending.mark_received(session, bob.id, trade.id, out.id)
            sending.mark_received(session, ann.id, trade.id, back.id)
            line = session.scalars(select(ParcelLine.id).where(ParcelLine.parcel_id == out.id)).one()
            subject = corrections.propose(session, ann.id, trade.id, [ChangeInput(line, "back", 2)], "two come back").id
        return Scene(kind, trade.id, bob.id, subject, mine.printing_id, theirs.printing_id)


def act(session: Session, scene: Scene) -> None:
    if scene.kind == "accept":
        agreement.accept(session, scene.actor, scene.trade, scene.subject)
    elif scene.kind == "received":
        sending.mark_received(session, scene.actor, scene.trade, scene.subject)
    elif scene.kind == "met":
        meeting.confirm(session, scene.actor, scene.trade)
    else:
        corrections.sign(session, scene.actor, scene.trade, scene.subject)


# The process that is killed


def watch(database: Database, stop: int, tell: Callable[[str], None]) -> None:
    """Say what the transaction is at, and hang at its ``stop``-th moment: its statements, then before and after COMMIT."""
    seen = 0

    def pass_by(what: str) -> None:
        nonlocal seen
        seen += 1
        if seen == stop:
            tell(what)
            time.sleep(600)

    @event.listens_for(database.engine, "begin")
    def _begin(_connection: Any) -> None:
        tell("begun")

    @event.listens_for(database.engine, "after_cursor_execute")
    def _statement(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        pass_by(f"after statement {seen + 1}: {' '.join(statement.split()[:3])}")

    @event.listens_for(database.engine, "commit")
    def _commit(_connection: Any) -> None:
        pass_by("before COMMIT")


def doomed(url: str, scene: Scene, stop: int, wire: Any) -> None:
    """Do the act in a transaction of its own; hangs at its ``stop``-th moment, or never if that is 0."""
    database = Database(url)
    with reader().test_request_context():
        with database.read() as session:
            session.execute(text("SELECT 1"))
        watch(database, stop, wire.send)
        with database.write() as session:
            act(session, scene)
        wire.send("committed")
        time.sleep(600)


def moments(database: Database, kind: str) -> int:
    """How many moments an act has at which it may stop: its statements, before its commit, after it."""
    scene, seen = lay(database, kind), Counter[str]()

    def count(*_arguments: Any) -> None:
        seen["all"] += 1

    event.listen(database.engine, "after_cursor_execute", count)
    try:
        with reader().test_request_context(), database.write() as session:
            act(session, scene)
    finally:
        event.remove(database.engine, "after_cursor_execute", count)
    return seen["all"] + 2


# Killing and looking


def kill(database: Database, kind: str, rounds: int, seed: int | None = None) -> Found:
    """Kill ``rounds`` processes in the middle of the act, and look each time at what they left."""
    chance, found, started = random.Random(seed), Found(), time.monotonic()
    most = moments(database, kind)
    context = processes()
    # One stop in each stretch of the transaction, so that few rounds see its beginning, middle and end, too.
    stops = [1 + int((place + chance.random()) * (most - 2) / (rounds - 1)) for place in range(rounds - 1)]
    stops.append(most - chance.randrange(2))  # Before COMMIT or after it.
    for place, stop in enumerate(stops):
        scene = lay(database, kind)
        before = snapshot(database, without=CATALOGUE)
        free = place % UNSTOPPED == UNSTOPPED - 2
        last = _kill_one(database, context, scene, 0 if free else stop, chance.random() * 0.3)
        _settle(database)
        left = snapshot(database, without=CATALOGUE)
        found.stops.append(f"{kind} {last}" + (" (unstopped)" if free else ""))
        with reader().test_request_context(), database.write() as session:
            act(session, scene)
        found.wrong += [f"{found.stops[-1]}: {words}" for words in _wrongs(database, scene, before, left, last, found)]
    found.seconds = time.monotonic() - started
    return found


def _kill_one(database: Database, context: Any, scene: Scene, stop: int, delay: float) -> str:
    """Start the process and kill it where it stops, or ``delay`` seconds after it began; returns what it said last."""
    ours, wire = context.Pipe(duplex=False)
    child = context.Process(target=doomed, args=(database.url, scene, stop, wire), daemon=True)
    child.start()
    wire.close()
    last = "nothing"
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            if not ours.poll(1.0):
                continue
            last = ours.recv()
            if last == "committed" or (stop and last != "begun"):
                break
            if not stop:
                time.sleep(delay)
                break
    except EOFError:
        last += ", then it ended by itself"
    finally:
        os.kill(child.pid, signal.SIGKILL)
        child.join(PATIENCE)
    with suppress(EOFError):
        while not stop and ours.poll():
            last = ours.recv()  # What it had still said before the kill.
    ours.close()
    if child.exitcode != -signal.SIGKILL:
        last += f", then it ended with {child.exitcode}"
    return last


def _settle(database: Database) -> None:
    """Wait until the server has noticed that its client is gone; SQLite has no server to wait for."""
    if database.engine.dialect.name != "postgresql":
        return
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND state IN ('active', 'idle in transaction') AND backend_type = 'client backend'"
    )
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with database.read() as session:
            if not session.scalar(others):
                return
        time.sleep(0.01)
    raise AssertionError("the killed process still holds its transaction")


def _wrongs(database: Database, scene: Scene, before: Snapshot, left: Snapshot, last: str, found: Found) -> list[str]:
    """What is not as it has to be after the kill (``left``) and after the act was done again (now)."""
    now = snapshot(database, without=CATALOGUE)
    wrong: list[str] = []
    if "ended" in last or last == "nothing":
        wrong.append("it was not killed while it acted")
    if left == before:
        found.inside += last != "nothing"
        if last == "committed":
            wrong.append("the commit was confirmed and is lost")
    elif left == now:
        found.done += 1
        if last.startswith(("after statement", "before COMMIT")):
            wrong.append("changed without a commit")
    else:
        wrong += [f"half done: {words}" for words in difference(before, left)[:10]]
    if now == before:
        wrong.append("the act did not complete when it was done again")
    with database.read() as session:
        return wrong + state_wrongs(session, scene)


def state_wrongs(session: Session, scene: Scene) -> list[str]:
    """What of a finished act does not fit together: copies, promises, the trade, what both were told."""
    wrong = []
    trade = session.get_one(Trade, scene.trade)
    ann, bob = trade.proposer_id, trade.partner_id
    promised = {"accept": (3, 1), "received": (0, 1), "met": (0, 0), "back": (0, 0)}[scene.kind]
    moved = {"accept": (0, 0), "received": (3, 0), "met": (3, 1), "back": (1, 1)}[scene.kind]
    state = {"accept": "agreed", "received": "agreed", "met": "done", "back": "done"}[scene.kind]
    told = {"accept": "accepted", "received": "received", "met": "met_both", "back": "corrected"}[scene.kind]
    if trade.state != state:
        wrong.append(f"the trade is {trade.state}")
    events = session.scalars(select(TradeEvent.kind).where(TradeEvent.trade_id == trade.id)).all()
    if events.count(told) != (2 if told == "received" and scene.kind == "back" else 1):
        wrong.append(f"{told} was told {events.count(told)} times")
    sides: Sequence[tuple[int, int | None, int | None, int, int, int]] = (
        (scene.mine, ann, bob, ANN_HAS, promised[0], moved[0]),
        (scene.theirs, bob, ann, BOB_HAS, promised[1], moved[1]),
    )
    for printing, giver, receiver, total, held, gone in sides:
        stacks = session.scalars(select(Stack).where(Stack.printing_id == printing)).all()
        owned = Counter({giver: 0, receiver: 0})
        for stack in stacks:
            owned[stack.user_id] += stack.quantity
            rows = session.scalar(select(func.coalesce(func.sum(Promise.quantity), 0)).where(Promise.stack_id == stack.id))
            if stack.promised != rows or stack.for_trade + stack.lent + stack.promised > stack.quantity:
                wrong.append(f"stack {stack.id} says {stack.promised} promised, {rows} are")
        if owned != Counter({giver: total - gone, receiver: gone}):
            wrong.append(f"{dict(owned)} own the {total} copies of printing {printing}")
        if sum(stack.promised for stack in stacks) != held:
            wrong.append(f"{sum(stack.promised for stack in stacks)} copies of printing {printing} are promised, not {held}")
    if scene.kind == "received":
        parcels = session.scalars(select(Parcel.state).where(Parcel.trade_id == trade.id).order_by(Parcel.step)).all()
        if sorted(parcels) != ["received", "sent"]:
            wrong.append(f"the parcels are {parcels}")
    if scene.kind == "back" and session.get_one(Correction, scene.subject).state != "agreed":
        wrong.append("the correction is not agreed")
    return wrong
