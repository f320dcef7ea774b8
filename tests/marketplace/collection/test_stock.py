"""What may happen to copies: adding, editing, splitting, moving, removing."""

from __future__ import annotations

from decimal import Decimal

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.collection import stock
from marketplace.collection.models import Movement, Operation, Stack, StackChange
from marketplace.collection.stock import Copies
from marketplace.errors import Conflict, NotFound, Refused
from tests.factories import accounts, catalogue
from tests.factories import collection as made


@pytest.fixture(autouse=True)
def _words(app):
    """Refusals are sentences in the reader's language, so there is always a reader."""
    with app.test_request_context():
        yield


@pytest.fixture
def user(session):
    return accounts.user(session)


@pytest.fixture
def printing(session):
    return catalogue.printing(session, "LDD-F003", language="fr", rarity="Ultra Rare")


def stacks(session: Session, user) -> list[Stack]:
    return list(session.scalars(select(Stack).where(Stack.user_id == user.id).order_by(Stack.id)))


def counts(session: Session, user) -> list[tuple[int, int, int]]:
    return [(stack.quantity, stack.for_trade, stack.lent) for stack in stacks(session, user)]


def test_equal_copies_join_one_stack(session, user, printing):
    copies = Copies(printing.id, "fr", edition="1st", condition="NM")
    stock.add(session, user.id, [(copies, 2, 1)])
    stock.add(session, user.id, [(copies, 1, 0), (copies, 1, 1)])
    assert counts(session, user) == [(4, 2, 0)]


def test_an_edition_keeps_copies_apart(session, user, printing):
    """C13: SDJ-001 once 1st Edition, once Unlimited."""
    stock.add(
        session,
        user.id,
        [(Copies(printing.id, "fr", edition="1st"), 1, 0), (Copies(printing.id, "fr", edition="unlimited"), 1, 0)],
    )
    assert [stack.edition for stack in stacks(session, user)] == ["1st", "unlimited"]


def test_every_addition_is_journalled_with_its_state_before_and_after(session, user, printing):
    operation = stock.add(session, user.id, [(Copies(printing.id, "fr"), 2, 0)])
    change = session.scalars(select(StackChange)).one()
    line = session.scalars(select(Movement)).one()
    assert (change.before, change.after["quantity"]) == (None, 2)
    assert (line.kind, line.quantity, line.operation_id) == ("added", 2, operation.id)
    assert operation.summary["copies"] == 2
    assert operation.summary["code"] == "LDD-F003"


def test_the_same_form_sent_twice_adds_once(session, user, printing):
    entry = [(Copies(printing.id, "fr"), 1, 0)]
    first = stock.add(session, user.id, entry, request_key="form-1")
    assert not stock.was_repeated(session, first)
    second = stock.add(session, user.id, entry, request_key="form-1")
    assert second.id == first.id
    assert stock.was_repeated(session, second)
    assert counts(session, user) == [(1, 0, 0)]


@pytest.mark.parametrize("quantity", [0, -3, 10_000, 10**9, True, 1.5, "x"])
def test_a_number_of_copies_that_cannot_be_is_refused(session, user, printing, quantity):
    with pytest.raises(Refused) as refusal:
        stock.add(session, user.id, [(Copies(printing.id, "fr"), quantity, 0)])
    assert refusal.value.field == "quantity"


def test_a_stack_holds_99_999_copies_at_most(session, user, printing):
    for _round in range(10):
        stock.add(session, user.id, [(Copies(printing.id, "fr"), 9_999, 0)])
    stock.add(session, user.id, [(Copies(printing.id, "fr"), 9, 0)])
    assert counts(session, user) == [(99_999, 0, 0)]
    with pytest.raises(Refused):
        stock.add(session, user.id, [(Copies(printing.id, "fr"), 1, 0)])


def test_a_proxy_is_never_for_trade(session, user, printing):
    with pytest.raises(Refused) as refusal:
        stock.add(session, user.id, [(Copies(printing.id, "fr", proxy=True), 2, 1)])
    assert refusal.value.rule == "collection.trade.proxy"


def test_an_edit_of_all_copies_keeps_the_stack(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3, for_trade=2)
    stock.edit(session, user.id, stack.id, stack.version, {"condition": "EX", "note": "from a swap"})
    assert (stack.condition, stack.note, stack.quantity, stack.for_trade, stack.version) == ("EX", "from a swap", 3, 2, 2)


def test_an_edit_of_some_copies_splits_the_stack(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3, for_trade=2)
    operation = stock.edit(session, user.id, stack.id, stack.version, {"condition": "PO"}, quantity=2)
    assert operation.kind == "split"
    # One copy for trade still fits into what stayed behind, the other one went along.
    assert [(s.condition, s.quantity, s.for_trade) for s in stacks(session, user)] == [("", 1, 1), ("PO", 2, 1)]
    kinds = [
        (line.stack_id, line.kind) for line in session.scalars(select(Movement).where(Movement.operation_id == operation.id))
    ]
    assert kinds == [(stack.id, "split"), (stacks(session, user)[1].id, "split")]


def test_copies_that_become_equal_join(session, user, printing):
    worn = made.stack(session, user, printing, quantity=2, condition="EX")
    fresh = made.stack(session, user, printing, quantity=1, condition="NM", for_trade=1)
    stock.edit(session, user.id, fresh.id, fresh.version, {"condition": "EX"})
    assert [(s.id, s.quantity, s.for_trade) for s in stacks(session, user)] == [(worn.id, 3, 1), (fresh.id, 0, 0)]


def test_an_edit_on_an_old_page_is_a_conflict(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3)
    seen = stack.version
    stock.edit(session, user.id, stack.id, seen, {"note": "first"})
    with pytest.raises(Conflict):
        stock.edit(session, user.id, stack.id, seen, {"note": "second"})


def test_fewer_copies_lower_the_number_for_trade_and_say_so(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3, for_trade=3)
    operation = stock.remove(session, user.id, stack.id, 2, "sold", "Ana", Decimal("4.50"), "at the shop")
    assert (stack.quantity, stack.for_trade) == (1, 1)
    assert operation.summary["trade_lowered"] == 2
    line = session.scalars(select(Movement).where(Movement.operation_id == operation.id)).one()
    assert (line.kind, line.quantity, line.counterpart, line.price, line.note) == (
        "sold",
        2,
        "Ana",
        Decimal("4.50"),
        "at the shop",
    )


def test_more_than_there_are_cannot_leave(session, user, printing):
    stack = made.stack(session, user, printing, quantity=1)
    with pytest.raises(Refused) as refusal:
        stock.remove(session, user.id, stack.id, 2, "sold")
    assert refusal.value.rule == "collection.stack.not_enough"
    assert counts(session, user) == [(1, 0, 0)]


def test_an_empty_stack_stays_and_is_filled_again(session, user, printing):
    stack = made.stack(session, user, printing, quantity=1)
    stock.remove(session, user.id, stack.id, 1, "lost")
    assert counts(session, user) == [(0, 0, 0)]
    stock.add(session, user.id, [(Copies(printing.id, "fr"), 2, 0)])
    assert counts(session, user) == [(2, 0, 0)]
    assert stacks(session, user)[0].id == stack.id


def test_lent_copies_cannot_leave_be_for_trade_or_be_split_off(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3, for_trade=2)
    stock.lend(session, user.id, stack.id, 2, "Ben")
    assert (stack.quantity, stack.for_trade, stack.lent) == (3, 1, 2)
    with pytest.raises(Refused):
        stock.remove(session, user.id, stack.id, 2, "sold")
    with pytest.raises(Refused):
        stock.set_quantities(session, user.id, [(stack.id, 3, 2)])
    with pytest.raises(Refused):
        stock.edit(session, user.id, stack.id, None, {"condition": "NM"}, quantity=2)
    with pytest.raises(Refused):
        stock.lend(session, user.id, stack.id, 2, "Eva")


def test_copies_come_back_in_parts(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3)
    operation = stock.lend(session, user.id, stack.id, 3, "Ben")
    loan_id = operation.summary["loans"][0]["id"]
    stock.take_back(session, user.id, loan_id, 1)
    assert stack.lent == 2
    stock.take_back(session, user.id, loan_id)
    assert stack.lent == 0
    with pytest.raises(Refused):
        stock.take_back(session, user.id, loan_id)


def test_loans_follow_copies_into_another_stack(session, user, printing):
    here = made.stack(session, user, printing, quantity=1)
    there = made.stack(session, user, printing, quantity=1, condition="EX")
    loan_id = stock.lend(session, user.id, here.id, 1, "Ben").summary["loans"][0]["id"]
    operation = stock.edit(session, user.id, here.id, None, {"condition": "EX"})
    assert (there.quantity, there.lent, here.quantity, here.lent) == (2, 1, 0, 0)
    stock.undo(session, user.id, operation.id)
    assert (there.quantity, there.lent, here.quantity, here.lent) == (1, 0, 1, 1)
    stock.take_back(session, user.id, loan_id)
    assert here.lent == 0


def test_moving_some_copies_to_a_binder(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3)
    binder = made.binder(session, user, "Blue", pages=2, slots_per_page=9)
    stock.move(session, user.id, [(stack.id, 2)], binder.id, 1, 4)
    assert [(s.quantity, s.place_id, s.page, s.slot) for s in stacks(session, user)] == [
        (1, None, None, None),
        (2, binder.id, 1, 4),
    ]


def test_filling_a_binder_skips_taken_pockets(session, user):
    binder = made.binder(session, user, "Blue", pages=1, slots_per_page=4)
    taken = made.stack(session, user, catalogue.printing(session), place_id=binder.id, page=1, slot=2)
    loose = [made.stack(session, user, catalogue.printing(session)) for _number in range(3)]
    stock.move(session, user.id, [(stack.id, None) for stack in loose], binder.id, fill=True)
    assert [(s.page, s.slot) for s in (taken, *loose)] == [(1, 2), (1, 1), (1, 3), (1, 4)]
    more = made.stack(session, user, catalogue.printing(session))
    with pytest.raises(Refused) as refusal:
        stock.move(session, user.id, [(more.id, None)], binder.id, fill=True)
    assert refusal.value.facts == {"free": 0, "wanted": 1}


@pytest.mark.parametrize(("page", "slot", "field"), [(3, 1, "page"), (0, 1, "page"), (1, 10, "slot"), (None, 2, "page")])
def test_a_pocket_the_binder_does_not_have_is_refused(session, user, printing, page, slot, field):
    binder = made.binder(session, user, "Blue", pages=2, slots_per_page=9)
    stack = made.stack(session, user, printing)
    with pytest.raises(Refused) as refusal:
        stock.move(session, user.id, [(stack.id, None)], binder.id, page, slot)
    assert refusal.value.field == field


def test_the_same_change_for_many_stacks(session, user):
    several = [made.stack(session, user, catalogue.printing(session), quantity=2) for _number in range(4)]
    stock.bulk_edit(session, user.id, [stack.id for stack in several], {"condition": "EX", "for_trade": "all"})
    assert {(s.condition, s.quantity, s.for_trade) for s in several} == {("EX", 2, 2)}


def test_stacks_that_become_equal_in_bulk_join(session, user, printing):
    several = [made.stack(session, user, printing, condition=grade, quantity=2) for grade in ("NM", "EX", "GD")]
    stock.bulk_edit(session, user.id, [stack.id for stack in several], {"condition": "LP"})
    assert [(s.condition, s.quantity) for s in several] == [("LP", 6), ("EX", 0), ("GD", 0)]


def test_what_belongs_to_another_collector_is_not_found(session, user, printing):
    other = accounts.user(session)
    stack = made.stack(session, other, printing, quantity=2)
    binder = made.binder(session, other, "Theirs")
    operation = session.scalars(select(Operation).where(Operation.user_id == other.id)).one()
    loan_id = stock.lend(session, other.id, stack.id, 1, "Ben").summary["loans"][0]["id"]
    mine = made.stack(session, user, printing)
    custom = catalogue.printing(session, "ZZZZ-EN001")
    custom.added_by_id = other.id
    session.flush()
    for attempt in (
        lambda: stock.edit(session, user.id, stack.id, None, {"note": "mine now"}),
        lambda: stock.bulk_edit(session, user.id, [mine.id, stack.id], {"note": "x"}),
        lambda: stock.move(session, user.id, [(stack.id, None)], None),
        lambda: stock.move(session, user.id, [(mine.id, None)], binder.id),
        lambda: stock.remove(session, user.id, stack.id, 1, "sold"),
        lambda: stock.remove_many(session, user.id, [stack.id]),
        lambda: stock.set_quantities(session, user.id, [(stack.id, 5, 0)]),
        lambda: stock.lend(session, user.id, stack.id, 1, "me"),
        lambda: stock.take_back(session, user.id, loan_id),
        lambda: stock.undo(session, user.id, operation.id),
        lambda: stock.add(session, user.id, [(Copies(printing.id, "fr", place_id=binder.id), 1, 0)]),
        lambda: stock.add(session, user.id, [(Copies(custom.id, "en"), 1, 0)]),
        lambda: stock.add(session, user.id, [(Copies(999_999_999, "en"), 1, 0)]),
    ):
        with pytest.raises(NotFound):
            attempt()
    assert counts(session, other) == [(2, 0, 1)]
