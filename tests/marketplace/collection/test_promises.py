"""Copies promised by an agreed trade: locked, released, and respected by everything that may happen to copies."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError

from marketplace.collection import places, stock
from marketplace.collection.models import Movement, Operation, Promise, Stack
from marketplace.collection.promises import Claim, promise, release
from marketplace.collection.stock import Change, Copies
from marketplace.errors import Conflict, NotFound, Refused
from tests.factories import accounts, catalogue
from tests.factories import collection as made


@pytest.fixture(autouse=True)
def _words(app):
    with app.test_request_context():
        yield


@pytest.fixture
def user(session):
    return accounts.user(session)


@pytest.fixture
def printing(session):
    return catalogue.printing(session, "LDD-F003", language="fr", rarity="Ultra Rare")


def numbers(stack) -> tuple[int, int, int, int]:
    return stack.quantity, stack.for_trade, stack.lent, stack.promised


def sound(session) -> None:
    """Every stack holds what its promises say, and no more than it has."""
    sums = dict(session.execute(select(Promise.stack_id, func.sum(Promise.quantity)).group_by(Promise.stack_id)).all())
    for stack in session.scalars(select(Stack).execution_options(populate_existing=True)):
        assert stack.promised == sums.get(stack.id, 0), stack.id
        assert stack.quantity >= stack.for_trade + stack.lent + stack.promised


def test_copies_for_trade_are_promised_first_and_come_back_when_released(session, user, printing):
    stack = made.stack(session, user, printing, quantity=5, for_trade=2)
    promise(session, "trade", 1, [Claim(user.id, stack.id, 3, 11, "Lea")])
    assert numbers(stack) == (5, 0, 0, 3)
    assert session.scalars(select(Promise.from_trade)).one() == 2
    sound(session)
    release(session, "trade", 1)
    assert numbers(stack) == (5, 2, 0, 0)
    assert session.scalars(select(Promise)).all() == []
    release(session, "trade", 1)
    lines = [(line.kind, line.quantity, line.counterpart) for line in session.scalars(select(Movement).order_by(Movement.id))]
    assert lines == [("added", 5, ""), ("promised", 3, "Lea"), ("released", 3, "Lea")]
    assert [one.kind for one in session.scalars(select(Operation).order_by(Operation.id))] == ["add", "promise", "release"]


# Every verb and promised copies


@pytest.fixture
def scene(session, user, printing):
    """Five copies: one lent, two promised to Lea, two free, one of these for trade."""
    binder = made.binder(session, user, "Blue")
    stack = made.stack(session, user, printing, quantity=5, for_trade=2)
    stock.lend(session, user.id, stack.id, 1, "Ben")
    promise(session, "trade", 7, [Claim(user.id, stack.id, 1, 1, "Lea"), Claim(user.id, stack.id, 1, 2, "Lea")])
    stock.set_quantities(session, user.id, [(stack.id, 5, 1)])
    assert numbers(stack) == (5, 1, 1, 2)
    return Scene(session, user, printing, stack, binder)


class Scene:
    def __init__(self, session, user, printing, stack, binder):
        self.session, self.user, self.printing, self.stack, self.binder = session, user, printing, stack, binder

    def do(self, verb, *arguments, **more):
        return verb(self.session, self.user.id, *arguments, **more)

    @property
    def equal(self) -> Copies:
        return Copies(self.printing.id, "fr")


HELD = "collection.promise.held"
REFUSED = {
    "remove three": (lambda s: s.do(stock.remove, s.stack.id, 3, "sold"), HELD),
    "remove four": (lambda s: s.do(stock.remove, s.stack.id, 4, "sold"), HELD),
    "lend three": (lambda s: s.do(stock.lend, s.stack.id, 3, "Eva"), HELD),
    "set to two": (lambda s: s.do(stock.set_quantities, [(s.stack.id, 2, 0)]), HELD),
    "four for trade": (lambda s: s.do(stock.set_quantities, [(s.stack.id, 5, 4)]), "collection.promise.for_trade"),
    "edit: three for trade": (lambda s: s.do(stock.edit, s.stack.id, None, {"for_trade": 3}), "collection.promise.for_trade"),
    "edit: three for trade, and more": (
        lambda s: s.do(stock.edit, s.stack.id, None, {"for_trade": 3, "note": "x"}),
        "collection.promise.for_trade",
    ),
    "split three": (lambda s: s.do(stock.edit, s.stack.id, None, {"condition": "EX"}, quantity=3), HELD),
    "move three": (lambda s: s.do(stock.move, [(s.stack.id, 3)], s.binder.id), HELD),
    "proxies": (lambda s: s.do(stock.edit, s.stack.id, None, {"proxy": True}), "collection.promise.proxy"),
    "proxies in bulk": (lambda s: s.do(stock.bulk_edit, [s.stack.id], {"proxy": True}), "collection.promise.proxy"),
    "import subtract three": (lambda s: s.do(stock.apply_batch, [Change(s.equal, add=-3)], kind="import"), HELD),
    "import set to two": (lambda s: s.do(stock.apply_batch, [Change(s.equal, set_to=2)], kind="import"), HELD),
    "sheet set to none": (lambda s: s.do(stock.apply_batch, [Change(s.equal, set_to=1)], kind="grid"), HELD),
    "exchange three": (lambda s: s.do(stock.exchange, [(s.stack.id, 3)], [], "Tom"), HELD),
}


@pytest.mark.parametrize("name", REFUSED)
def test_no_act_takes_promised_copies_away(scene, name):
    act, rule = REFUSED[name]
    before = numbers(scene.stack)
    with pytest.raises(Refused) as refusal, scene.session.begin_nested():
        act(scene)
    assert refusal.value.rule == rule
    assert "2 of these copies are promised to Lea" in str(refusal.value.message)
    scene.session.expire_all()
    assert numbers(scene.stack) == before
    sound(scene.session)


def test_lent_copies_are_named_first_when_they_stand_in_the_way_too(scene):
    with pytest.raises(Refused) as refusal:
        scene.do(stock.remove, scene.stack.id, 5, "sold")
    assert refusal.value.rule == "collection.stack.lent"


def test_all_of_a_stack_for_trade_leaves_promised_copies_alone(scene):
    scene.do(stock.bulk_edit, [scene.stack.id], {"for_trade": "all"})
    assert numbers(scene.stack) == (5, 2, 1, 2)
    scene.do(stock.bulk_edit, [scene.stack.id], {"for_trade": "none"})
    assert numbers(scene.stack) == (5, 0, 1, 2)


ALLOWED = {
    "remove two": (lambda s: s.do(stock.remove, s.stack.id, 2, "sold"), (3, 0, 1, 2)),
    "lend two": (lambda s: s.do(stock.lend, s.stack.id, 2, "Eva"), (5, 0, 3, 2)),
    "split two": (lambda s: s.do(stock.edit, s.stack.id, None, {"condition": "EX"}, quantity=2), (3, 0, 1, 2)),
    "move two": (lambda s: s.do(stock.move, [(s.stack.id, 2)], s.binder.id), (3, 0, 1, 2)),
    "set to three": (lambda s: s.do(stock.set_quantities, [(s.stack.id, 3, None)]), (3, 0, 1, 2)),
    "import subtract two": (lambda s: s.do(stock.apply_batch, [Change(s.equal, add=-2)], kind="import"), (3, 0, 1, 2)),
    "import set to three": (lambda s: s.do(stock.apply_batch, [Change(s.equal, set_to=3)], kind="import"), (3, 0, 1, 2)),
    "exchange two": (lambda s: s.do(stock.exchange, [(s.stack.id, 2)], [(s.equal, 1, 0)], "Tom"), (4, 0, 1, 2)),
    "edit all": (lambda s: s.do(stock.edit, s.stack.id, None, {"condition": "EX", "note": "seen"}), (5, 1, 1, 2)),
    "move all": (lambda s: s.do(stock.move, [(s.stack.id, None)], s.binder.id), (5, 1, 1, 2)),
    "bulk": (lambda s: s.do(stock.bulk_edit, [s.stack.id], {"condition": "EX"}), (5, 1, 1, 2)),
    "add equal ones": (lambda s: s.do(stock.add, [(s.equal, 2, 2)]), (7, 3, 1, 2)),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_free_may_go_and_what_copies_are_may_change(scene, name):
    """Undone and done again as well: the promises stay with their copies."""
    act, expected = ALLOWED[name]
    before = numbers(scene.stack)
    operation = act(scene)
    assert numbers(scene.stack) == expected
    sound(scene.session)
    undone = scene.do(stock.undo, operation.id)
    assert numbers(scene.stack) == before
    sound(scene.session)
    scene.do(stock.undo, undone.id)
    assert numbers(scene.stack) == expected
    sound(scene.session)
    release(scene.session, "trade", 7)
    sound(scene.session)


MERGES = {
    "edit": lambda s, other: s.do(stock.edit, s.stack.id, None, {"condition": "EX"}),
    "bulk": lambda s, other: s.do(stock.bulk_edit, [s.stack.id, other.id], {"condition": "EX"}),
    "move": lambda s, other: s.do(stock.move, [(s.stack.id, None), (other.id, None)], s.binder.id),
    "place": lambda s, other: s.do(places.delete_place, s.binder.id),
}


@pytest.mark.parametrize("name", MERGES)
def test_promises_go_along_when_a_stack_joins_another(scene, name):
    """The other one has a promise of its own, which must stay where it is and come back where it was."""
    session, user, stack = scene.session, scene.user, scene.stack
    values = {"condition": "EX"} if name in ("edit", "bulk") else {"place_id": scene.binder.id}
    other = made.stack(session, user, scene.printing, quantity=2, for_trade=1, **values)
    promise(session, "trade", 8, [Claim(user.id, other.id, 1, 3, "Tom")])
    before = numbers(stack), numbers(other)
    held = dict(session.execute(select(Promise.line_id, Promise.stack_id)).all())
    operation = MERGES[name](scene, other)
    assert sorted((numbers(stack), numbers(other)))[1] == (7, 1, 1, 3)
    assert len(set(session.scalars(select(Promise.stack_id)))) == 1
    sound(session)
    for _round in range(2):
        undone = stock.undo(session, user.id, operation.id)
        assert (numbers(stack), numbers(other)) == before
        assert dict(session.execute(select(Promise.line_id, Promise.stack_id)).all()) == held
        sound(session)
        operation = stock.undo(session, user.id, undone.id)
        assert sorted((numbers(stack), numbers(other)))[1] == (7, 1, 1, 3)
        sound(session)
        operation = session.get(Operation, undone.summary["of"])
    release(session, "trade", 7)
    release(session, "trade", 8)
    sound(session)


def test_copies_for_trade_are_restored_where_they_are_now(scene):
    """Promised, then joined with another stack: the marks come back on the joined one."""
    session = scene.session
    other = made.stack(session, scene.user, scene.printing, quantity=1, condition="EX")
    scene.do(stock.edit, scene.stack.id, None, {"condition": "EX"})
    release(session, "trade", 7)
    assert numbers(other) == (6, 3, 1, 0)


# Undo


def test_what_was_done_before_a_promise_is_not_undone_while_it_stands(session, user, printing):
    added = stock.add(session, user.id, [(Copies(printing.id, "fr"), 3, 2)])
    stack = session.scalars(select(Stack)).one()
    promise(session, "trade", 7, [Claim(user.id, stack.id, 2, 1, "Lea")])
    with pytest.raises(Refused) as refusal:
        stock.undo(session, user.id, added.id)
    assert refusal.value.rule == "collection.promise.undo"
    assert "2 of these copies are promised to Lea" in str(refusal.value.message)
    release(session, "trade", 7)
    stock.undo(session, user.id, added.id)
    assert numbers(stack) == (0, 0, 0, 0)


def test_a_promise_is_not_undone_in_the_history(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3)
    promise(session, "trade", 7, [Claim(user.id, stack.id, 2, 1, "Lea")])
    release(session, "trade", 7)
    for kind in ("promise", "release"):
        operation = session.scalars(select(Operation).where(Operation.kind == kind)).one()
        assert (operation.summary["holder"], operation.summary["holder_id"]) == ("trade", 7)
        with pytest.raises(Refused) as refusal:
            stock.undo(session, user.id, operation.id)
        assert refusal.value.rule == "collection.promise.final"


def test_a_move_of_promised_copies_is_not_undone_once_they_are_released_for_somebody_else(session, user, printing):
    """The counts are the same again, but the promises are others: nothing is guessed."""
    one = made.stack(session, user, printing, quantity=2)
    two = made.stack(session, user, printing, quantity=2, condition="EX")
    promise(session, "trade", 7, [Claim(user.id, one.id, 2, 1, "Lea")])
    joined = stock.edit(session, user.id, one.id, None, {"condition": "EX"})
    release(session, "trade", 7)
    promise(session, "trade", 8, [Claim(user.id, two.id, 2, 2, "Tom")])
    with pytest.raises(Refused) as refusal, session.begin_nested():
        stock.undo(session, user.id, joined.id)
    assert refusal.value.rule == "collection.promise.changed"
    sound(session)


# Claims


def test_more_than_is_at_hand_is_not_promised_and_nothing_is_locked(session, user, printing):
    lea = accounts.user(session, "Lea")
    mine = made.stack(session, user, printing, quantity=3, for_trade=1)
    theirs = made.stack(session, lea, printing, quantity=1)
    stock.lend(session, user.id, mine.id, 1, "Ben")
    claims = [Claim(lea.id, theirs.id, 1, 1, "Me"), Claim(user.id, mine.id, 1, 2, "Lea"), Claim(user.id, mine.id, 2, 3, "Lea")]
    with pytest.raises(Refused) as refusal, session.begin_nested():
        promise(session, "trade", 7, claims)
    assert refusal.value.rule == "collection.promise.not_free"
    assert {name: refusal.value.facts[name] for name in ("stack_id", "have", "wanted")} == {
        "stack_id": mine.id, "have": 1, "wanted": 2,
    }  # fmt: skip
    assert session.scalars(select(Promise)).all() == []
    session.expire_all()
    assert (numbers(mine), numbers(theirs)) == ((3, 1, 1, 0), (1, 0, 0, 0))


def test_proxies_and_copies_of_others_are_not_promised(session, user, printing):
    lea = accounts.user(session, "Lea")
    proxy = made.stack(session, user, printing, quantity=1, proxy=True)
    with pytest.raises(Refused) as refusal:
        promise(session, "trade", 7, [Claim(user.id, proxy.id, 1, 1, "Lea")])
    assert refusal.value.rule == "collection.promise.proxy"
    theirs = made.stack(session, lea, printing, quantity=1)
    with pytest.raises(NotFound):
        promise(session, "trade", 7, [Claim(user.id, theirs.id, 1, 1, "Lea")])


def test_the_same_claims_twice_lock_once(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3)
    claims = [Claim(user.id, stack.id, 2, 1, "Lea")]
    for _round in range(2):
        promise(session, "trade", 7, claims, request_key="accept-1")
    promise(session, "trade", 7, claims)
    assert numbers(stack) == (3, 0, 0, 2)
    assert session.scalar(select(func.count()).select_from(Operation).where(Operation.kind == "promise")) == 1
    with pytest.raises(Conflict):
        promise(session, "trade", 7, [Claim(user.id, stack.id, 1, 1, "Lea")])


def test_single_lines_are_released(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3, for_trade=3)
    promise(session, "trade", 7, [Claim(user.id, stack.id, 2, 1, "Lea"), Claim(user.id, stack.id, 1, 2, "Lea")])
    release(session, "trade", 7, [2, 99])
    assert numbers(stack) == (3, 1, 0, 2)
    release(session, "duel", 7)
    sound(session)
    assert session.scalars(select(Promise.line_id)).all() == [1]


def test_states_kept_before_there_were_promises_compare_equal(session, user, printing):
    """What operations kept of a stack does not name empty fields, so the new one is as if it had always been there."""
    operation = stock.add(session, user.id, [(Copies(printing.id, "fr"), 3, 1)])
    assert "promised" not in operation.changes[0].after
    stock.undo(session, user.id, operation.id)
    assert numbers(session.scalars(select(Stack)).one()) == (0, 0, 0, 0)


BROKEN = {
    "more promised than there is": "UPDATE stack SET promised = 4 WHERE id = :stack",
    "less than none promised": "UPDATE stack SET promised = -1 WHERE id = :stack",
    "promised copies for trade": "UPDATE stack SET for_trade = 2 WHERE id = :stack",
    "promised copies lent": "UPDATE stack SET lent = 2 WHERE id = :stack",
    "promised copies gone": "UPDATE stack SET quantity = 1 WHERE id = :stack",
    "a promise of nothing": "UPDATE promise SET quantity = 0",
    "a line twice": (
        "INSERT INTO promise (user_id, stack_id, quantity, from_trade, holder, holder_id, line_id, to_name, made_at) "
        "SELECT user_id, stack_id, 1, 0, holder, holder_id, line_id, to_name, made_at FROM promise"
    ),
    "of a stack that is not there": "UPDATE promise SET stack_id = 999999",
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_database_itself_refuses_what_cannot_be(session, user, printing, name):
    stack = made.stack(session, user, printing, quantity=3)
    promise(session, "trade", 7, [Claim(user.id, stack.id, 2, 1, "Lea")])
    with pytest.raises(IntegrityError), session.begin_nested():
        session.execute(text(BROKEN[name]), {"stack": stack.id} if ":stack" in BROKEN[name] else {})
