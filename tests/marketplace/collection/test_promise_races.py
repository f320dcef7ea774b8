"""Several processes at the same promised copies, and long random lives of two collections."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import func, select

from marketplace.collection import stock
from marketplace.collection.handing_over import Move, Return, exchange, give_back, hand_over
from marketplace.collection.models import Loan, Operation, Promise, Stack
from marketplace.collection.promises import Claim, promise, release
from marketplace.collection.stock import Change, Copies
from marketplace.errors import NotFound, Refused
from tests.factories import accounts, catalogue
from tests.factories import collection as made
from tests.marketplace.collection import racing
from tests.marketplace.collection.test_concurrency import PROCESSES, together
from tests.marketplace.collection.test_promises import sound

pytestmark = pytest.mark.thorough


@pytest.fixture
def pair(session, app):
    """Ana and Lea with ten equal copies each."""
    with app.test_request_context():
        printing = catalogue.printing(session)
        users = [accounts.user(session, name) for name in ("Ana", "Lea")]
        stacks = [made.stack(session, user, printing, quantity=10, for_trade=4) for user in users]
        session.commit()
    return [user.id for user in users], [stack.id for stack in stacks], printing.id


def test_raced_promises_lock_at_most_what_is_there(database, pair, tmp_path):
    users, stacks, _printing = pair
    calls = [(database.url, seed, users, stacks, 25) for seed in range(1, PROCESSES + 1)]
    tallies = together(tmp_path, racing.promise_copies, calls)
    assert sum(tally["refused"] for tally in tallies) > 0, "nobody ever wanted what was gone: nothing was raced"
    assert sum(tally["released"] for tally in tallies) > 0
    with database.read() as session:
        sound(session)
        promised = session.scalars(select(Stack.promised)).all()
        assert sum(promised) == sum(tally["held"] for tally in tallies)
        assert max(promised) <= 10
        assert session.scalars(select(Stack.quantity)).all() == [10, 10]


def test_a_hand_over_raced_by_four_moves_every_copy_once(database, pair, tmp_path, app):
    (ana, lea), (mine, _theirs), _printing = pair
    lines = list(range(1, 9))
    with app.test_request_context(), database.write() as session:
        promise(session, "trade", 1, [Claim(ana, mine, 1, line, "Lea") for line in lines])
    calls = [(database.url, lines if number % 2 else lines[::-1], lea) for number in range(PROCESSES)]
    done = together(tmp_path, racing.hand_over_once, calls)
    assert sum(done) == len(lines)
    with database.read() as session:
        sound(session)
        owned = dict(session.execute(select(Stack.user_id, func.sum(Stack.quantity)).group_by(Stack.user_id)).all())
        assert owned == {ana: 2, lea: 18}


def test_undo_and_promise_of_the_same_copies_exclude_each_other(database, pair, tmp_path, app):
    (ana, _lea), _stacks, printing = pair
    pairs = []
    with app.test_request_context(), database.write() as session:
        for number in range(20):
            operation = stock.add(session, ana, [(Copies(printing, "en", note=f"copy {number}"), 1, 1)])
            pairs.append((operation.id, operation.summary["stack_id"]))
    calls = [(database.url, which, ana, pairs) for which in ("undo", "promise")]
    undone, promised = together(tmp_path, racing.undo_or_promise, calls)
    assert undone + promised == len(pairs)
    with database.read() as session:
        sound(session)
        left = session.scalars(select(Stack).where(Stack.note != "")).all()
        assert sorted((one.quantity, one.promised) for one in left) == [(0, 0)] * undone + [(1, 1)] * promised


# Random lives


class Life:
    """Two collectors who do everything there is, at random; ``grown`` is by how many copies they have more together."""

    def __init__(self, session, seed: int) -> None:
        self.session, self.chance, self.grown, self.done = session, random.Random(seed), 0, dict[str, int]()
        self.users = [accounts.user(session, name) for name in ("Ana", "Lea")]
        self.printings = [catalogue.printing(session).id for _number in range(2)]
        self.places = {user.id: made.binder(session, user).id for user in self.users}
        self.trade = 0
        self.handed: list[Return] = []

    def copies(self) -> Copies:
        return Copies(self.chance.choice(self.printings), "en", condition=self.chance.choice(["", "NM"]))

    def step(self) -> None:
        verbs = [name for name in dir(self) if name.startswith("do_")]
        name = self.chance.choice([*verbs, "do_promise", "do_undo", "do_hand_over"])
        user = self.chance.choice(self.users)
        query = select(Stack).where(Stack.user_id == user.id, Stack.quantity > 0).order_by(Stack.id)
        stacks = self.session.scalars(query).all()
        try:
            with self.session.begin_nested():
                grown = getattr(self, name)(user, self.chance.choice(stacks) if stacks else None)
        except (Refused, NotFound):
            return
        self.grown += grown or 0
        self.done[name] = self.done.get(name, 0) + 1

    def do_add(self, user, _stack) -> int:
        stock.add(self.session, user.id, [(self.copies(), 3, 2)])
        return 3

    def do_import(self, user, _stack) -> int:
        changes = [Change(self.copies(), add=2), Change(self.copies(), add=-1, for_trade=self.chance.choice([None, 1]))]
        stock.apply_batch(self.session, user.id, changes, kind="import")
        return 1

    def do_remove(self, user, stack) -> int:
        if stack is None:
            return 0
        stock.remove(self.session, user.id, stack.id, self.chance.randint(1, stack.quantity), "sold")
        return -self.last(user)

    def do_numbers(self, user, stack) -> int:
        if stack is None:
            return 0
        before = stack.quantity
        wanted = self.chance.randint(0, before + 1)
        stock.set_quantities(self.session, user.id, [(stack.id, wanted, self.chance.choice([None, 0, 1]))])
        return wanted - before

    def do_edit(self, user, stack) -> None:
        if stack is not None:
            count = self.chance.choice([None, self.chance.randint(1, stack.quantity)])
            changes = self.chance.choice([{"condition": ""}, {"condition": "NM"}, {"for_trade": 1}, {"proxy": True}])
            stock.edit(self.session, user.id, stack.id, None, changes, quantity=count)

    def do_move(self, user, stack) -> None:
        if stack is not None:
            place = self.chance.choice([None, self.places[user.id]])
            stock.move(self.session, user.id, [(stack.id, self.chance.choice([None, 1]))], place)

    def do_lend(self, user, stack) -> None:
        if stack is not None:
            stock.lend(self.session, user.id, stack.id, 1, "Ben")

    def do_take_back(self, user, _stack) -> None:
        loans = self.session.scalars(select(Loan).where(Loan.user_id == user.id, Loan.returned_at.is_(None))).all()
        if loans:
            stock.take_back(self.session, user.id, self.chance.choice(loans).id)

    def do_promise(self, user, stack) -> None:
        if stack is not None:
            self.trade += 1
            claims = [Claim(user.id, stack.id, self.chance.randint(1, 2), line, "the other") for line in (1, 2)]
            promise(self.session, "trade", self.trade, claims[: self.chance.randint(1, 2)])

    def promised(self) -> Promise | None:
        found = self.session.scalars(select(Promise).order_by(Promise.id)).all()
        return self.chance.choice(found) if found else None

    def do_release(self, _user, _stack) -> None:
        if (found := self.promised()) is not None:
            release(self.session, "trade", found.holder_id, self.chance.choice([None, [found.line_id]]))

    def do_hand_over(self, _user, _stack) -> None:
        if (found := self.promised()) is not None:
            receiver = next(user for user in self.users if user.id != found.user_id)
            giver, origin, trade = found.user_id, found.stack_id, found.holder_id
            quantity = self.chance.randint(1, found.quantity)
            moved = hand_over(self.session, "trade", trade, [Move(found.line_id, quantity, receiver.id, "a", "b")])
            (stack_id,) = moved.values()
            self.handed.append(Return(receiver.id, stack_id, quantity, giver, "b", "a", origin))

    def do_give_back(self, _user, _stack) -> None:
        if self.handed:
            give_back(self.session, [self.handed[-1]])
            self.handed.pop()

    def do_exchange(self, user, stack) -> int:
        if stack is None:
            return 0
        exchange(self.session, user.id, [(stack.id, 1)], [(self.copies(), 2, 1)], "Tom")
        return 1

    def do_undo(self, user, _stack) -> int:
        query = select(Operation).where(Operation.user_id == user.id, Operation.undone_at.is_(None))
        found = self.session.scalars(query.order_by(Operation.id.desc()).limit(5)).all()
        if not found:
            return 0
        stock.undo(self.session, user.id, self.chance.choice(found).id)
        return self.last(user, signed=True)

    def last(self, user, *, signed: bool = False) -> int:
        """Copies the last operation added (or took away)."""
        query = select(Operation).where(Operation.user_id == user.id).order_by(Operation.id.desc()).limit(1)
        changes = self.session.scalars(query).one().changes
        delta = sum(change.after.get("quantity", 0) - (change.before or {}).get("quantity", 0) for change in changes)
        return delta if signed else -delta


@pytest.mark.parametrize("seed", range(6))
def test_whatever_two_collectors_do_no_copy_is_lost_or_promised_twice(session, app, seed):
    with app.test_request_context():
        life = Life(session, seed)
        for _step in range(150):
            before = life.grown
            life.step()
            sound(session)
            owned = session.scalar(select(func.coalesce(func.sum(Stack.quantity), 0)))
            assert owned == life.grown, (life.done, before)
            lent = dict(
                session.execute(
                    select(Loan.stack_id, func.sum(Loan.quantity)).where(Loan.returned_at.is_(None)).group_by(Loan.stack_id)
                ).all()
            )
            for stack in session.scalars(select(Stack)):
                assert stack.lent == lent.get(stack.id, 0)
                assert not (stack.proxy and (stack.promised or stack.for_trade))
        assert min(life.done.get(name, 0) for name in ("do_promise", "do_release", "do_hand_over", "do_undo")) > 0, life.done
