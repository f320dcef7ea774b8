"""Owners who sort their collection while an offer is open: the offer follows its copies."""

from __future__ import annotations

import pytest

from marketplace.collection import loans, stock, stock_move
from marketplace.collection.models import Stack
from marketplace.errors import Conflict, Refused
from marketplace.trades import availability, describing, offers
from marketplace.trades.agreement import accept
from marketplace.trades.own_trade import version_of
from tests.factories import catalogue, collection, trades


@pytest.fixture
def scene(session, pair):
    """Ann offers the two copies in her binder; an equal one lies in a box."""
    ann, bob = pair
    binder, box = collection.place(session, ann, "Binder"), collection.place(session, ann, "Box")
    printing = catalogue.printing(session)
    mine = trades.copies(session, ann, 2, of=printing, place_id=binder.id)
    boxed = trades.copies(session, ann, 1, of=printing, place_id=box.id, kept=1)
    theirs = trades.copies(session, bob)
    return ann, bob, mine, boxed, theirs, trades.offer(session, ann, bob, [(mine, 2)], [theirs])


def move(session, user, stack, to):
    stock_move.move(session, user.id, [(stack.id, None)], to.place_id)
    session.expire_all()


def test_moved_copies_are_still_offered(session, scene):
    ann, bob, mine, boxed, _theirs, trade = scene
    move(session, ann, mine, boxed)
    assert session.get(Stack, mine.id).quantity == 0, "they have joined the equal copy in the box"
    assert availability.shortages(session, [version_of(session, trade)]) == {}
    assert availability.refresh(session, [mine.id, boxed.id]) == []
    assert version_of(session, trade).lines[0].stack_id == boxed.id
    accept(session, bob.id, trade.id, 1)
    session.expire_all()
    assert session.get(Stack, boxed.id).promised == 2


def test_an_acceptance_and_an_answer_follow_them_too(session, scene):
    ann, bob, mine, boxed, theirs, trade = scene
    move(session, ann, mine, boxed)
    key = version_of(session, trade).lines[0].key
    with pytest.raises(Refused, match=r"^trade\.counter\.same$"):
        offers.counter(session, bob.id, trade.id, None, trades.lines([theirs], [(mine, 2)]))
    offers.counter(session, bob.id, trade.id, None, trades.lines([theirs], [(mine, 1)]))
    line = next(line for line in version_of(session, trade).lines if line.giver == "proposer")
    assert (line.stack_id, line.key, line.quantity) == (boxed.id, key, 1)
    accept(session, ann.id, trade.id, 2)


def test_a_top_up_and_a_new_version_follow_them(session, scene):
    ann, _bob, mine, boxed, _theirs, trade = scene
    move(session, ann, mine, boxed)
    offers.top_up(session, ann.id, trade.id, None, trades.lines([boxed]))
    line = version_of(session, trade).lines[0]
    assert (line.stack_id, line.quantity) == (boxed.id, 3)


def test_an_equal_copy_elsewhere_is_not_what_was_offered(session, scene):
    ann, bob, mine, boxed, _theirs, trade = scene
    stock.remove(session, ann.id, mine.id, 2, "sold")
    loans.lend(session, bob.id, _theirs.id, 1, "Cid")
    session.expire_all()
    assert session.get(Stack, boxed.id).quantity == 1
    short = availability.shortages(session, [version_of(session, trade)])[version_of(session, trade).id]
    assert [(line.have, line.wanted) for line in short] == [(0, 2), (0, 1)]
    with pytest.raises(Refused, match=r"^trade\.accept\.copies_gone$"):
        accept(session, bob.id, trade.id, 1)


def test_moved_and_then_lent_is_gone(session, scene):
    ann, bob, mine, boxed, _theirs, trade = scene
    move(session, ann, mine, boxed)
    loans.lend(session, ann.id, boxed.id, 2, "Cid")
    with pytest.raises(Refused, match=r"^trade\.accept\.copies_gone$"):
        accept(session, bob.id, trade.id, 1)
    assert availability.refresh(session, [mine.id]) == [trade.id]


def test_copies_that_join_others_by_an_edit_are_read_again(session, scene):
    ann, bob, mine, boxed, _theirs, trade = scene
    stock.edit(session, ann.id, boxed.id, None, {"condition": "PO"})
    stock.edit(session, ann.id, mine.id, None, {"condition": "PO", "place_id": boxed.place_id})
    session.expire_all()
    assert session.get(Stack, mine.id).quantity == 0
    with pytest.raises(Conflict, match=r"^trade\.changed$"):
        accept(session, bob.id, trade.id, 1, described=describing.mark(session, version_of(session, trade)))
    accept(session, bob.id, trade.id, 1, described=describing.mark(session, version_of(session, trade)))
    assert version_of(session, trade).lines[0].description["condition"] == "PO"
