"""Many changes at once: added, set or subtracted, all or nothing."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from marketplace.collection import stock
from marketplace.collection.models import Movement, Operation, Stack, StackChange
from marketplace.collection.stock import Change, Copies
from marketplace.errors import NotFound, Refused
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
    return catalogue.printing(session, "LDD-F003", language="fr")


def owned(session, user) -> dict[str, tuple[int, int]]:
    query = select(Stack.condition, Stack.quantity, Stack.for_trade).where(Stack.user_id == user.id)
    return {condition: (quantity, trade) for condition, quantity, trade in session.execute(query)}


def test_changes_of_one_stack_are_applied_in_order(session, user, printing):
    copies = Copies(printing.id, "fr", condition="NM")
    changes = [Change(copies, add=2), Change(copies, add=3, for_trade=1), Change(copies, add=-1)]
    operation = stock.apply_batch(session, user.id, changes, kind="paste", summary={"source": "list"})
    assert owned(session, user) == {"NM": (4, 1)}
    assert (operation.kind, operation.summary["copies"], operation.summary["stacks"]) == ("paste", 6, 1)


def test_setting_leaves_what_agrees_without_a_trace(session, user, printing):
    kept = made.stack(session, user, printing, quantity=3, condition="NM")
    grown = made.stack(session, user, printing, quantity=1, condition="EX", for_trade=1)
    version = kept.version
    changes = [
        Change(Copies(printing.id, "fr", condition="NM"), set_to=3),
        Change(Copies(printing.id, "fr", condition="EX"), set_to=2),
        Change(Copies(printing.id, "fr", condition="GD"), set_to=0),
    ]
    operation = stock.apply_batch(session, user.id, changes, kind="import")
    assert owned(session, user) == {"NM": (3, 0), "EX": (2, 1)}
    touched = session.scalars(select(StackChange.stack_id).where(StackChange.operation_id == operation.id)).all()
    assert touched == [grown.id]
    assert kept.version == version


def test_subtracting_below_zero_is_refused_with_every_row(session, user, printing):
    made.stack(session, user, printing, quantity=2, condition="NM")
    changes = [
        Change(Copies(printing.id, "fr", condition="NM"), add=-3, row=14),
        Change(Copies(printing.id, "fr", condition="EX"), add=-1, row=15),
        Change(Copies(printing.id, "fr", condition="GD"), add=1, row=16),
    ]
    with pytest.raises(Refused) as refusal:
        stock.apply_batch(session, user.id, changes, kind="import")
    assert refusal.value.facts["rows"] == [{"row": 14, "have": 2, "wanted": 3}, {"row": 15, "have": 0, "wanted": 1}]
    assert "14, 15" in str(refusal.value.message)
    assert owned(session, user) == {"NM": (2, 0)}


def test_lent_copies_cannot_be_subtracted(session, user, printing):
    stack = made.stack(session, user, printing, quantity=2)
    stock.lend(session, user.id, stack.id, 2, "Ben")
    with pytest.raises(Refused):
        stock.apply_batch(session, user.id, [Change(Copies(printing.id, "fr"), set_to=1)], kind="import")


def test_a_row_with_a_strange_printing_or_place_stops_everything(session, user, printing):
    foreign = made.place(session, accounts.user(session), "Theirs")
    good = Change(Copies(printing.id, "fr"), add=1)
    for bad in (Copies(10**9, "fr"), Copies(printing.id, "fr", place_id=foreign.id)):
        with pytest.raises(NotFound):
            stock.apply_batch(session, user.id, [good, Change(bad, add=1)], kind="import")
    assert owned(session, user) == {}


def test_more_for_trade_than_there_are_names_the_row(session, user, printing):
    with pytest.raises(Refused) as refusal:
        stock.apply_batch(session, user.id, [Change(Copies(printing.id, "fr"), add=1, for_trade=2, row=57)], kind="import")
    assert "57" in str(refusal.value.message)


def test_the_same_import_sent_twice_is_written_once(session, user, printing):
    change = [Change(Copies(printing.id, "fr"), add=1)]
    first = stock.apply_batch(session, user.id, change, kind="import", request_key="batch-7")
    assert stock.apply_batch(session, user.id, change, kind="import", request_key="batch-7").id == first.id
    assert owned(session, user) == {"": (1, 0)}


def test_what_exists_is_told_by_key(session, user, printing):
    stack = made.stack(session, user, printing, quantity=2, for_trade=1)
    here, nowhere = stock.merge_key(Copies(printing.id, "fr")), stock.merge_key(Copies(printing.id, "de"))
    found = stock.existing(session, user.id, [here, nowhere])
    assert found == {here: (stack.id, 2, 1, 0)}


def test_two_thousand_rows_take_few_statements_and_are_undone_in_one(session, user, database, count_queries):
    made.many_cards(session, 250)
    session.flush()
    with count_queries(database) as queries:
        made.many_stacks(session, user, 2_000)
    assert queries.count < 80
    assert session.scalar(select(func.count()).where(Stack.user_id == user.id)) == 2_000
    assert session.scalar(select(func.count()).select_from(Movement)) == 2_000
    operation = session.scalars(select(Operation)).one()
    with count_queries(database) as queries:
        stock.undo(session, user.id, operation.id)
    assert queries.count < 60
    assert session.scalar(select(func.coalesce(func.sum(Stack.quantity), 0)).where(Stack.user_id == user.id)) == 0
