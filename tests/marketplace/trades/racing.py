"""Processes that act on the same trades and copies at the same moment; run by ``test_racing`` and ``tests.bench races``.

Both races go in rounds. In each the processes wait for each other at a barrier, so that their acts really meet.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path
from tempfile import gettempdir
from typing import Any, NamedTuple

from flask import Flask
from flask_babel import Babel
from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

import marketplace.models
from marketplace.accounts.models import User
from marketplace.collection import loans, stock
from marketplace.collection.models import Movement, Promise, Stack
from marketplace.config import load_settings
from marketplace.db import Database
from marketplace.errors import DomainError
from marketplace.trades import availability, limits, offers
from marketplace.trades.agreement import accept
from marketplace.trades.lines import LineInput
from marketplace.trades.models import Trade, TradeEvent, TradeLine, TradeVersion
from tests.factories import accounts, catalogue, collection, trades

marketplace.models.load_all()

PROCESSES = 4
PEOPLE = 5
PATIENCE = 120.0
"""Seconds a process may take for its part of a round: far more than any lock may be held."""

Act = Callable[[Session, Any], str]


class Outcome(NamedTuple):
    """What the processes report: outcomes counted by name, the slowest act, and how long all took."""

    counts: Counter[str]
    slowest: float
    seconds: float


def reader() -> Flask:
    """Refusals are sentences, which need a language; notices ask whether the site sends mail."""
    app = Flask(__name__)
    app.config["SETTINGS"] = load_settings({}, instance=Path(gettempdir()), secret_key="x" * 40, testing=True)
    Babel(app)
    return app


@contextmanager
def without_limits() -> Iterator[None]:
    """Let the same few people make hundreds of offers."""
    names = ("MOST_OPEN", "MOST_OPEN_TO_ONE", "MOST_AN_HOUR")
    before = {name: getattr(limits, name) for name in names}
    try:
        for name in names:
            setattr(limits, name, 10**9)
        yield
    finally:
        for name, value in before.items():
            setattr(limits, name, value)


# Many offers that want the same copies


def lay_offers(database: Database, number: int, seed: int = 1) -> list[list[tuple[int, int]]]:
    """``number`` offers among five people, in rounds of one for each process; returns (trade, who accepts) by round.

    In a round each person has one or two copies of one new card, and every offer takes the cards of two of them: all
    want the same copies, each pair in its own order.
    """
    chance = random.Random(seed)
    rounds = []
    with reader().test_request_context(), without_limits(), database.write() as session:
        people = [accounts.user(session) for _person in range(PEOPLE)]
        for _round in range(number // PROCESSES):
            printing = catalogue.printing(session)
            hot = {one.id: collection.stack(session, one, printing, quantity=2, for_trade=2) for one in people}
            made = []
            for _process in range(PROCESSES):
                proposer, partner = chance.sample(people, 2)
                give, want = (hot[proposer.id], chance.choice((1, 2))), (hot[partner.id], chance.choice((1, 2)))
                trade = trades.offer(session, proposer, partner, [give], [want])
                made.append((trade.id, partner.id))
            rounds.append(made)
            session.flush()
    return rounds


def accept_one(session: Session, task: Sequence[Any]) -> str:
    trade_id, who = task
    return "already" if accept(session, who, trade_id, 1).already else "accepted"


def check_offers(database: Database, rounds: Sequence[Sequence[Any]], outcome: Outcome) -> dict[str, int]:
    """What went wrong, counted; all zero when the race did no harm.

    twice: copies promised that are not there, or not as the stack says; lost: an agreement without its promises, a
    promise without its agreement, copies gone, or somebody refused who could have been served; untold: an offer that
    cannot be accepted any more without a word; failed: acts that ended in anything but an agreement or a refusal.
    """
    wrong = {"twice": 0, "lost": 0, "untold": 0, "failed": 0}
    with database.read() as session:
        raced = [trade_id for one in rounds for trade_id, _who in one]
        promised: Counter[int] = Counter()
        by_trade: dict[int, set[tuple[int | None, int]]] = {}
        for one in session.scalars(select(Promise).where(Promise.holder_id.in_(raced))):
            promised[one.stack_id] += one.quantity
            by_trade.setdefault(one.holder_id, set()).add((one.stack_id, one.quantity))
        stacks = _stacks_of(session, raced)
        for stack in stacks:
            wrong["twice"] += stack.promised != promised[stack.id] or stack.promised > 2
            wrong["lost"] += stack.quantity != 2 or stack.for_trade != 2 - stack.promised
        agreed = 0
        versions = select(TradeVersion, Trade).join(Trade).where(Trade.id.in_(raced))
        rows = session.execute(versions.options(selectinload(TradeVersion.lines))).all()
        short = availability.shortages(session, [version for version, _trade in rows])
        for version, trade in rows:
            lines = {(line.stack_id, line.quantity) for line in version.lines}
            if trade.state == "agreed":
                agreed += 1
                wrong["lost"] += by_trade.get(trade.id, set()) != lines
            else:
                wrong["lost"] += trade.id in by_trade or version.id not in short
                wrong["untold"] += not trade.needs_change
        of_stacks = Movement.stack_id.in_([stack.id for stack in stacks])
        journal = session.scalar(select(func.sum(Movement.quantity)).where(Movement.kind == "promised", of_stacks))
        wrong["twice"] += (journal or 0) != sum(promised.values())
        of_trades = TradeEvent.trade_id.in_(raced)
        told = session.scalar(select(func.count(TradeEvent.id)).where(TradeEvent.kind == "accepted", of_trades)) or 0
        wrong["twice"] += told != agreed
        wrong["lost"] += outcome.counts["accepted"] != agreed
    wrong["failed"] = sum(number for name, number in outcome.counts.items() if name not in _EXPECTED)
    return wrong


def _stacks_of(session: Session, trade_ids: Sequence[int]) -> list[Stack]:
    """The stacks the trades have named."""
    named = select(TradeLine.stack_id).join(TradeVersion).where(TradeVersion.trade_id.in_(trade_ids))
    return list(session.scalars(select(Stack).where(Stack.id.in_(named))))


_EXPECTED = ("accepted", "trade.accept.copies_gone")


# Different acts on one trade


def lay_duels(database: Database, number: int) -> list[list[tuple[int, int, int, int, int]]]:
    """One offer for each round, and four acts on it: (what, trade, proposer, partner, stack of the proposer)."""
    rounds = []
    with reader().test_request_context(), without_limits(), database.write() as session:
        ann, bob = accounts.user(session), accounts.user(session)
        for turn in range(number):
            printing = catalogue.printing(session)
            mine = collection.stack(session, ann, printing, quantity=3, for_trade=3)
            theirs = collection.stack(session, bob, printing, quantity=1, for_trade=1)
            trade = trades.offer(session, ann, bob, [(mine, 2)], [theirs])
            acts = (
                (0, 0, 1, 1),  # accepted twice, edited by the owner twice
                (0, 0, 2, 1),  # against a counter-offer of its author and an edit
                (0, 0, 3, 1),  # against a withdrawal and an edit
                (0, 2, 3, 4),  # against a changed offer, a withdrawal and a refusal
            )[turn % 4]
            rounds.append([(act, trade.id, ann.id, bob.id, mine.id) for act in acts])
    return rounds


def act_on(session: Session, task: Sequence[Any]) -> str:
    act, trade_id, ann, bob, stack = task
    # Who comes first shall change: in every other trade the acceptances begin after the rest, else at once.
    late = random.Random(trade_id).random() < 0.5
    time.sleep((0.08 if late and not act else 0.0) + (random.random() * 0.06 if act or late else 0.0))
    if act == 0:
        return "already" if accept(session, bob, trade_id, 1).already else "accepted"
    if act == 1:
        if random.random() < 0.5:
            number = random.randrange(1, 3)
            stock.remove(session, ann, stack, number, "sold")
            return f"sold:{number}"
        loans.lend(session, ann, stack, 1, "Cid")
        return "lent"
    if act == 2:
        offers.counter(session, ann, trade_id, None, [LineInput("me", "copies", stack, 1), LineInput("me", "item", text="x")])
        return "changed"
    if act == 3:
        offers.withdraw(session, ann, trade_id)
        return "withdrawn"
    offers.decline(session, bob, trade_id)
    return "declined"


def check_duels(database: Database, rounds: Sequence[Sequence[Any]], outcome: Outcome) -> list[str]:
    """What does not fit together after the race of different acts; empty when nothing was lost or doubled."""
    wrong = []
    states: Counter[str] = Counter()
    with database.read() as session:
        raced = [one[0][1] for one in rounds]
        promised: Counter[int] = Counter()
        for one in session.scalars(select(Promise).where(Promise.holder_id.in_(raced))):
            promised[one.holder_id] += one.quantity
        for trade in session.scalars(select(Trade).where(Trade.id.in_(raced))):
            states[trade.state] += 1
            kinds = session.scalars(select(TradeEvent.kind).where(TradeEvent.trade_id == trade.id)).all()
            ends = [kind for kind in kinds if kind in ("accepted", "withdrawn", "declined")]
            if ends != ([] if trade.state == "open" else ["accepted" if trade.state == "agreed" else trade.state]):
                wrong.append(f"trade {trade.id} is {trade.state} after {kinds}")
            if promised[trade.id] != (3 if trade.state == "agreed" else 0):
                wrong.append(f"trade {trade.id} is {trade.state} and holds {promised[trade.id]} copies")
            if trade.state == "agreed" and (trade.agreed, trade.latest) != (1, 1):
                wrong.append(f"trade {trade.id} agreed on {trade.agreed} of {trade.latest}")
        stacks = _stacks_of(session, raced)
        for stack in stacks:
            if stack.for_trade + stack.lent + stack.promised > stack.quantity:
                wrong.append(f"stack {stack.id} holds more than it has")
        sold = sum(int(name[5:]) * number for name, number in outcome.counts.items() if name.startswith("sold:"))
        trades_made = sum(states.values())
        left = sum(stack.quantity for stack in stacks)
        if left != 4 * trades_made - sold:
            wrong.append(f"{left} copies are left of {4 * trades_made} after {sold} were sold")
    for state, act in (("agreed", "accepted"), ("withdrawn", "withdrawn"), ("declined", "declined")):
        if states[state] != outcome.counts[act]:
            wrong.append(f"{states[state]} trades are {state}, {outcome.counts[act]} were told so")
    return wrong + [name for name in outcome.counts if name.startswith("failed")]


# The race itself


def processes() -> ForkServerContext:
    """Processes begun by a server that has imported the site once: each on its own would take seconds for that."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


def race(database: Database, rounds: Sequence[Sequence[Any]], act: Act) -> Outcome:
    """Let four processes work the rounds off together, one task of each round per process."""
    context = processes()
    barrier, answers = context.Barrier(PROCESSES), context.Queue()
    children = [
        context.Process(target=_run, args=(database.url, act, [one[place] for one in rounds], barrier, answers), daemon=True)
        for place in range(PROCESSES)
    ]
    for child in children:
        child.start()
    counts: Counter[str] = Counter()
    slowest = seconds = 0.0
    for _child in children:
        found, slow, took = answers.get(timeout=PATIENCE + 5.0 * len(rounds))
        counts += found
        slowest, seconds = max(slowest, slow), max(seconds, took)
    for child in children:
        child.join(30)
    return Outcome(counts, slowest, seconds)


def _run(url: str, act: Act, tasks: Sequence[Any], barrier: Any, answers: Any) -> None:
    database = Database(url)
    counts: Counter[str] = Counter()
    slowest = 0.0
    with reader().test_request_context():
        with database.read() as session:
            session.scalar(select(User.id).limit(1))
        barrier.wait(PATIENCE)
        begun = time.monotonic()
        for task in tasks:
            barrier.wait(PATIENCE)
            started = time.monotonic()
            counts[_one(database, act, task)] += 1
            slowest = max(slowest, time.monotonic() - started)
        answers.put((counts, slowest, time.monotonic() - begun))
    database.dispose()


def _one(database: Database, act: Act, task: Any) -> str:
    try:
        with database.write() as session:
            return act(session, task)
    except DomainError as error:
        return error.rule
    except Exception as error:
        return f"failed: {type(error).__name__}: {error}"[:400]
