"""The catalogue learns of a number somebody had entered by hand: the copies move over, nothing is lost."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from marketplace.catalogue.importing.hooks import announce_resolved
from marketplace.collection import journal, stock
from marketplace.collection.models import Operation, Promise, Stack
from marketplace.collection.promises import Claim, promise, release
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
def own(session, user):
    printing = catalogue.printing(session, "ZZZZ-EN001", in_product="Not in catalogue")
    printing.added_by_id = user.id
    session.flush()
    return printing


def test_copies_move_over_and_past_acts_can_still_be_undone(session, user, own):
    """C11."""
    stack = made.stack(session, user, own, quantity=2, note="from the sneak peek")
    added = session.scalars(select(Operation)).one()
    real = catalogue.printing(session, "ZZZZ-EN001")
    assert announce_resolved(session, {own.id: real.id})
    session.expire_all()
    assert (stack.printing_id, stack.quantity, stack.note) == (real.id, 2, "from the sneak peek")
    assert [line.words for line in journal.journal(session, user.id, stack.id)] == ["2 copies changed", "2 copies added"]
    stock.undo(session, user.id, added.id)
    assert stack.quantity == 0


def test_copies_join_those_of_the_real_printing(session, user, own):
    typed = made.stack(session, user, own, quantity=2, for_trade=1)
    real = catalogue.printing(session, "ZZZZ-EN001")
    known = made.stack(session, user, real, quantity=1)
    announce_resolved(session, {own.id: real.id})
    session.expire_all()
    assert [(s.id, s.quantity, s.for_trade) for s in (typed, known)] == [(typed.id, 0, 0), (known.id, 3, 1)]
    assert session.scalars(select(Stack.printing_id).distinct()).all() == [real.id]


def test_what_the_catalogue_decided_is_told_and_final(session, user, own):
    made.stack(session, user, own)
    announce_resolved(session, {own.id: catalogue.printing(session, "ZZZZ-EN001").id})
    told = journal.history(session, user.id, 1, "en").acts[0]
    assert told.words.startswith("The catalogue now knows 1 copy of")
    assert told.undo_id is None
    with pytest.raises(Refused):
        stock.undo(session, user.id, told.operation.id)


def test_collections_without_such_copies_are_left_alone(session, user, own):
    other = accounts.user(session)
    made.stack(session, other, catalogue.printing(session))
    before = session.scalars(select(Operation.id)).all()
    announce_resolved(session, {own.id: catalogue.printing(session, "ZZZZ-EN001").id})
    assert session.scalars(select(Operation.id)).all() == before


def test_promises_go_along_to_the_real_printing(session, user, own):
    """They may even join other promised copies there; the trade finds both where they are."""
    real = catalogue.printing(session, "ZZZZ-EN001")
    typed, known = made.stack(session, user, own, quantity=2), made.stack(session, user, real, quantity=3)
    claims = [Claim(user.id, typed.id, 2, 1, "Lea"), Claim(user.id, known.id, 1, 2, "Lea")]
    promise(session, "trade", 7, claims)
    announce_resolved(session, {own.id: real.id})
    assert (typed.quantity, typed.promised, known.quantity, known.promised) == (0, 0, 5, 3)
    assert set(session.scalars(select(Promise.stack_id))) == {known.id}
    release(session, "trade", 7)
    assert known.promised == 0
