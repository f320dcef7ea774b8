"""Taking acts back, and taking that back; nothing later is ever lost by it."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from marketplace.collection import places, stock
from marketplace.collection.models import Movement, Operation, Place, Stack
from marketplace.collection.stock import Change, Copies
from marketplace.errors import Refused
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


def picture(session, user) -> list[tuple]:
    """Everything a reader can see of the stacks that hold copies."""
    query = select(Stack).where(Stack.user_id == user.id, Stack.quantity > 0).order_by(Stack.id)
    return [
        (s.id, s.quantity, s.for_trade, s.lent, s.condition, s.edition, s.note, s.place_id, s.page, s.slot)
        for s in session.scalars(query)
    ]


def test_undoing_an_addition_takes_the_copies_out_and_redo_puts_them_back(session, user, printing):
    operation = stock.add(session, user.id, [(Copies(printing.id, "fr"), 2, 1)])
    full = picture(session, user)
    undone = stock.undo(session, user.id, operation.id)
    assert picture(session, user) == []
    assert operation.undone_at is not None
    stock.undo(session, user.id, undone.id)
    assert picture(session, user) == full
    assert operation.undone_at is None


def test_an_act_can_be_undone_and_redone_many_times(session, user, printing):
    operation = stock.add(session, user.id, [(Copies(printing.id, "fr"), 2, 0)])
    for _round in range(3):
        undone = stock.undo(session, user.id, operation.id)
        assert undone.summary["redo"] is False
        redone = stock.undo(session, user.id, undone.id)
        assert redone.summary["redo"] is True
        assert redone.summary["root_kind"] == "add"
    assert len(picture(session, user)) == 1


def every_kind_of_act(session, user, printing):
    """(name, stacks to make first, act) for each verb."""
    binder = made.binder(session, user, "Blue")
    three = made.stack(session, user, printing, quantity=3, for_trade=2)
    worn = made.stack(session, user, printing, quantity=1, condition="PO")
    return {
        "edit": lambda: stock.edit(session, user.id, three.id, None, {"note": "x", "edition": "1st"}),
        "join": lambda: stock.edit(session, user.id, three.id, None, {"condition": "PO"}),
        "split": lambda: stock.edit(session, user.id, three.id, None, {"condition": "EX"}, quantity=1),
        "split into an equal stack": lambda: stock.edit(session, user.id, three.id, None, {"condition": "PO"}, quantity=2),
        "move": lambda: stock.move(session, user.id, [(three.id, None), (worn.id, None)], binder.id, fill=True),
        "move some": lambda: stock.move(session, user.id, [(three.id, 1)], binder.id),
        "bulk": lambda: stock.bulk_edit(session, user.id, [three.id, worn.id], {"condition": "GD", "for_trade": "none"}),
        "remove": lambda: stock.remove(session, user.id, three.id, 2, "sold", "Ana"),
        "remove all": lambda: stock.remove_many(session, user.id, [three.id, worn.id]),
        "numbers": lambda: stock.set_quantities(session, user.id, [(three.id, 7, 0), (worn.id, 0, None)]),
        "lend": lambda: stock.lend(session, user.id, three.id, 2, "Ben"),
        "import": lambda: stock.apply_batch(
            session,
            user.id,
            [Change(Copies(printing.id, "fr"), set_to=1), Change(Copies(printing.id, "de"), add=4)],
            kind="import",
        ),
    }


@pytest.mark.parametrize(
    "name",
    [
        "edit",
        "join",
        "split",
        "split into an equal stack",
        "move",
        "move some",
        "bulk",
        "remove",
        "remove all",
        "numbers",
        "lend",
        "import",
    ],
)
def test_every_act_is_undone_and_redone_exactly(session, user, printing, name):
    act = every_kind_of_act(session, user, printing)[name]
    before = picture(session, user)
    operation = act()
    after = picture(session, user)
    assert after != before
    undone = stock.undo(session, user.id, operation.id)
    assert picture(session, user) == before
    stock.undo(session, user.id, undone.id)
    assert picture(session, user) == after


def test_a_stack_that_changed_since_is_not_put_back(session, user, printing):
    operation = stock.add(session, user.id, [(Copies(printing.id, "fr"), 2, 0)])
    stack = session.scalars(select(Stack)).one()
    stock.remove(session, user.id, stack.id, 1, "sold")
    with pytest.raises(Refused) as refusal:
        stock.undo(session, user.id, operation.id)
    assert refusal.value.rule == "collection.undo.changed_since"
    assert "LDD-F003" in str(refusal.value.message)
    assert "copies 2 → 1" in str(refusal.value.message)
    assert picture(session, user)[0][1] == 1


def test_an_act_is_undone_once(session, user, printing):
    operation = stock.add(session, user.id, [(Copies(printing.id, "fr"), 2, 0)])
    stock.undo(session, user.id, operation.id)
    with pytest.raises(Refused) as refusal:
        stock.undo(session, user.id, operation.id)
    assert refusal.value.rule == "collection.undo.done"


def test_undo_of_an_edit_joins_equal_copies_added_since(session, user, printing):
    first = made.stack(session, user, printing, quantity=2)
    operation = stock.edit(session, user.id, first.id, None, {"condition": "EX"})
    second = made.stack(session, user, printing, quantity=3)
    assert second.id != first.id
    undone = stock.undo(session, user.id, operation.id)
    assert [line[:2] for line in picture(session, user)] == [(second.id, 5)]
    stock.undo(session, user.id, undone.id)
    assert [(line[0], line[1], line[4]) for line in picture(session, user)] == [(first.id, 2, "EX"), (second.id, 3, "")]


def test_stacks_that_exchanged_pockets_return(session, user, printing):
    binder = made.binder(session, user)
    one = made.stack(session, user, printing, place_id=binder.id, page=1, slot=1)
    two = made.stack(session, user, printing, place_id=binder.id, page=1, slot=2, quantity=2)
    before = picture(session, user)
    operation = stock.move(session, user.id, [(two.id, None), (one.id, None)], binder.id, fill=True)
    assert [(s.quantity, s.slot) for s in (one, two)] == [(1, 2), (2, 1)]
    stock.undo(session, user.id, operation.id)
    assert picture(session, user) == before


def test_undoing_a_return_makes_the_loan_open_again(session, user, printing):
    stack = made.stack(session, user, printing, quantity=3)
    loan_id = stock.lend(session, user.id, stack.id, 3, "Ben").summary["loans"][0]["id"]
    back = stock.take_back(session, user.id, loan_id, 2)
    stock.undo(session, user.id, back.id)
    assert stack.lent == 3
    stock.take_back(session, user.id, loan_id, 3)
    assert stack.lent == 0


def test_a_loan_exchanged_for_another_is_not_mistaken_for_it(session, user, printing):
    stack = made.stack(session, user, printing, quantity=1)
    lent = stock.lend(session, user.id, stack.id, 1, "Ben")
    stock.take_back(session, user.id, lent.summary["loans"][0]["id"])
    stock.lend(session, user.id, stack.id, 1, "Eva")
    with pytest.raises(Refused) as refusal:
        stock.undo(session, user.id, lent.id)
    assert refusal.value.rule == "collection.undo.loan_changed"


def test_a_deleted_place_and_its_order_come_back(session, user, printing):
    binder = made.binder(session, user, "Blue", pages=3)
    number = binder.id
    kept = made.stack(session, user, printing, quantity=2, place_id=number, page=2, slot=5)
    loose = made.stack(session, user, printing, quantity=1)
    emptied = made.stack(session, user, printing, quantity=1, condition="PO", place_id=number)
    stock.remove(session, user.id, emptied.id, 1, "lost")
    before = picture(session, user)
    operation = places.delete_place(session, user.id, number)
    # The two copies of the binder joined the one without a place.
    assert [(line[0], line[1], line[7]) for line in picture(session, user)] == [(loose.id, 3, None)]
    assert session.get(Place, number) is None
    undone = stock.undo(session, user.id, operation.id)
    assert picture(session, user) == before
    assert (session.get(Place, number).name, emptied.place_id, kept.slot) == ("Blue", number, 5)
    stock.undo(session, user.id, undone.id)
    assert session.get(Place, number) is None
    assert [line[:2] for line in picture(session, user)] == [(loose.id, 3)]


def test_a_place_used_again_is_not_deleted_by_a_redo(session, user, printing):
    binder = made.binder(session, user, "Blue")
    made.stack(session, user, printing, place_id=binder.id)
    undone = stock.undo(session, user.id, places.delete_place(session, user.id, binder.id).id)
    made.stack(session, user, catalogue.printing(session), place_id=undone.summary["restored_place"]["id"])
    with pytest.raises(Refused) as refusal:
        stock.undo(session, user.id, undone.id)
    assert refusal.value.rule == "collection.place.in_use"


def test_the_journal_tells_of_undo_and_what_it_was(session, user, printing):
    operation = stock.add(session, user.id, [(Copies(printing.id, "fr"), 2, 0)])
    stock.undo(session, user.id, operation.id)
    lines = session.scalars(select(Movement).order_by(Movement.id)).all()
    assert [line.kind for line in lines] == ["added", "undone"]
    assert lines[1].details == {"delta": -2, "of": operation.id, "of_kind": "add"}


def test_the_same_undo_sent_twice_happens_once(session, user, printing):
    operation = stock.add(session, user.id, [(Copies(printing.id, "fr"), 2, 0)])
    first = stock.undo(session, user.id, operation.id, request_key="undo-1")
    assert stock.undo(session, user.id, operation.id, request_key="undo-1").id == first.id
    assert session.scalar(select(func.count()).select_from(Operation)) == 2
