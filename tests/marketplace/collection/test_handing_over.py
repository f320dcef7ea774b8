"""Copies that change hands: promised ones to their receiver, back again, and with somebody without an account."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import func, select

from marketplace.catalogue.custom import custom_printing
from marketplace.catalogue.models import Card, Printing
from marketplace.collection import stock
from marketplace.collection.handing_over import Move, Return, exchange, give_back, hand_over
from marketplace.collection.models import Movement, Operation, Promise, Stack
from marketplace.collection.promises import Claim, promise, release
from marketplace.collection.stock import Copies
from marketplace.errors import NotFound, Refused
from tests.factories import accounts, catalogue
from tests.factories import collection as made
from tests.marketplace.collection.test_promises import numbers, sound


@pytest.fixture(autouse=True)
def _words(app):
    with app.test_request_context():
        yield


@pytest.fixture
def ana(session):
    return accounts.user(session, "Ana")


@pytest.fixture
def lea(session):
    return accounts.user(session, "Lea")


@pytest.fixture
def printing(session):
    return catalogue.printing(session, "LDD-F003", language="fr", rarity="Ultra Rare")


def of(session, user) -> list[Stack]:
    query = select(Stack).where(Stack.user_id == user.id).order_by(Stack.id).execution_options(populate_existing=True)
    return list(session.scalars(query))


def to_lea(lea, line_id: int, quantity: int) -> Move:
    return Move(line_id, quantity, lea.id, "Ana", "Lea")


def test_promised_copies_go_to_the_receiver_without_what_is_private(session, ana, lea, printing):
    binder = made.binder(session, ana)
    stack = made.stack(
        session, ana, printing, quantity=3, for_trade=2, condition="NM", condition_words="edge wear", edition="1st",
        signed=True, grading="PSA 9", storage="sleeved", note="from grandma", price_paid=Decimal("3.50"),
        acquired_on=date(2024, 2, 3), place_id=binder.id, page=1, slot=2,
    )  # fmt: skip
    promise(session, "trade", 7, [Claim(ana.id, stack.id, 2, 1, "Lea")])
    found = hand_over(session, "trade", 7, [to_lea(lea, 1, 2)], note="at the club")
    (theirs,) = of(session, lea)
    assert found == {1: theirs.id}
    assert numbers(stack) == (1, 0, 0, 0)
    assert numbers(theirs) == (2, 0, 0, 0)
    for name in ("printing_id", "language", "condition", "condition_words", "edition", "signed", "grading", "storage"):
        assert getattr(theirs, name) == getattr(stack, name), name
    assert (theirs.note, theirs.price_paid, theirs.acquired_on, theirs.place_id, theirs.page) == ("", None, None, None, None)
    assert session.scalars(select(Promise)).all() == []
    query = select(Movement).where(Movement.kind == "traded").order_by(Movement.id)
    lines = [
        (line.stack_id, line.quantity, line.counterpart, line.details["way"], line.note) for line in session.scalars(query)
    ]
    assert lines == [(stack.id, 2, "Lea", "out", "at the club"), (theirs.id, 2, "Ana", "in", "at the club")]
    sound(session)


def test_both_sides_hand_over_in_one_act_each(session, ana, lea, printing):
    other = catalogue.printing(session, "SDY-006", language="en")
    mine = made.stack(session, ana, printing, quantity=2)
    theirs = made.stack(session, lea, other, quantity=1)
    equal = made.stack(session, lea, printing, quantity=4, for_trade=1)
    promise(session, "trade", 7, [Claim(ana.id, mine.id, 2, 1, "Lea"), Claim(lea.id, theirs.id, 1, 2, "Ana")])
    found = hand_over(session, "trade", 7, [to_lea(lea, 1, 2), Move(2, 1, ana.id, "Lea", "Ana")])
    assert found[1] == equal.id
    assert numbers(equal) == (6, 1, 0, 0)
    assert [numbers(stack) for stack in of(session, ana)] == [(0, 0, 0, 0), (1, 0, 0, 0)]
    acts = session.scalars(select(Operation).where(Operation.kind == "handover").order_by(Operation.user_id)).all()
    assert [(one.user_id, one.summary["given"], one.summary["received"], one.summary["counterpart"]) for one in acts] == [
        (ana.id, 2, 1, "Lea"),
        (lea.id, 1, 2, "Ana"),
    ]
    assert all((one.summary["holder"], one.summary["holder_id"]) == ("trade", 7) for one in acts)


def test_a_part_leaves_the_rest_promised_and_marks_of_trade_go_first(session, ana, lea, printing):
    stack = made.stack(session, ana, printing, quantity=4, for_trade=2)
    promise(session, "trade", 7, [Claim(ana.id, stack.id, 3, 1, "Lea")])
    hand_over(session, "trade", 7, [to_lea(lea, 1, 1)])
    assert numbers(stack) == (3, 0, 0, 2)
    sound(session)
    release(session, "trade", 7)
    assert numbers(stack) == (3, 1, 0, 0)


@pytest.mark.parametrize("quantity", [1, 3])
def test_what_is_not_promised_any_more_is_not_handed_over(session, ana, lea, printing, quantity):
    stack = made.stack(session, ana, printing, quantity=4)
    promise(session, "trade", 7, [Claim(ana.id, stack.id, 2, 1, "Lea")])
    if quantity == 1:
        hand_over(session, "trade", 7, [to_lea(lea, 1, 2)])
    left = numbers(stack)
    with pytest.raises(Refused) as refusal, session.begin_nested():
        hand_over(session, "trade", 7, [to_lea(lea, 1, quantity)])
    assert refusal.value.rule == "collection.promise.gone"
    session.expire_all()
    assert numbers(stack) == left


def test_promised_copies_are_handed_over_from_where_they_are_by_then(session, ana, lea, printing):
    binder = made.binder(session, ana)
    stack = made.stack(session, ana, printing, quantity=2)
    joined = made.stack(session, ana, printing, quantity=1, condition="EX", place_id=binder.id)
    promise(session, "trade", 7, [Claim(ana.id, stack.id, 2, 1, "Lea")])
    stock.edit(session, ana.id, stack.id, None, {"condition": "EX", "place_id": binder.id})
    hand_over(session, "trade", 7, [to_lea(lea, 1, 2)])
    assert (numbers(stack), numbers(joined)) == ((0, 0, 0, 0), (1, 0, 0, 0))
    assert [(one.quantity, one.condition) for one in of(session, lea)] == [(2, "EX")]


@pytest.mark.parametrize("typed", ["number", "card"])
def test_a_printing_not_in_the_catalogue_becomes_the_receivers_own(session, ana, lea, typed):
    known = catalogue.card(session, "Dark Magician")
    card_id = known.id if typed == "number" else None
    found = custom_printing(session, ana.id, code="LDD-F999", card_id=card_id, name="Dragon Gris", language="fr", rarity="Rare")
    stack = made.stack(session, ana, session.get(Printing, found.printing_id), quantity=2)
    promise(session, "trade", 7, [Claim(ana.id, stack.id, 1, 1, "Lea"), Claim(ana.id, stack.id, 1, 2, "Lea")])
    for line_id in (1, 2):
        hand_over(session, "trade", 7, [to_lea(lea, line_id, 1)])
    (theirs,) = of(session, lea)
    printing = session.get(Printing, theirs.printing_id)
    assert (printing.added_by_id, printing.code, printing.rarity, theirs.quantity) == (lea.id, "LDD-F999", "Rare", 2)
    card = session.get(Card, printing.card_id)
    assert (card.id, card.added_by_id) == (known.id, None) if typed == "number" else (card.name, card.added_by_id) == (
        "Dragon Gris", lea.id,
    )  # fmt: skip
    # Whoever has it can go on working with it.
    stock.edit(session, lea.id, theirs.id, None, {"printing_id": printing.id, "condition": "NM"})
    give_back(session, [Return(lea.id, theirs.id, 2, ana.id, "Lea", "Ana", stack.id)])
    assert {one.printing_id for one in of(session, ana)} == {found.printing_id}


def test_hand_overs_and_what_was_before_them_are_not_undone(session, ana, lea, printing):
    added = stock.add(session, ana.id, [(Copies(printing.id, "fr"), 3, 0)])
    (stack,) = of(session, ana)
    promise(session, "trade", 7, [Claim(ana.id, stack.id, 2, 1, "Lea")])
    hand_over(session, "trade", 7, [to_lea(lea, 1, 2)])
    for user in (ana, lea):
        operation = session.scalars(select(Operation).where(Operation.kind == "handover", Operation.user_id == user.id)).one()
        with pytest.raises(Refused) as refusal:
            stock.undo(session, user.id, operation.id)
        assert refusal.value.rule == "collection.promise.final"
    with pytest.raises(Refused) as refusal:
        stock.undo(session, ana.id, added.id)
    assert refusal.value.rule == "collection.promise.traded_since"


def test_copies_go_back_to_the_stack_they_came_from(session, ana, lea, printing):
    binder = made.binder(session, ana)
    stack = made.stack(session, ana, printing, quantity=2, note="mine", place_id=binder.id)
    promise(session, "trade", 7, [Claim(ana.id, stack.id, 2, 1, "Lea")])
    theirs = hand_over(session, "trade", 7, [to_lea(lea, 1, 2)])[1]
    back = give_back(session, [Return(lea.id, theirs, 2, ana.id, "Lea", "Ana", stack.id)], holder_id=7)
    assert back == [stack.id]
    assert numbers(stack) == (2, 0, 0, 0)
    assert session.get(Stack, theirs).quantity == 0
    operation = session.scalars(select(Operation).where(Operation.user_id == lea.id).order_by(Operation.id.desc())).first()
    assert (operation.kind, operation.summary["back"], operation.summary["holder_id"]) == ("handover", True, 7)


def test_copies_that_changed_meanwhile_go_back_as_they_are(session, ana, lea, printing):
    stack = made.stack(session, ana, printing, quantity=1, condition="NM", note="mine")
    promise(session, "trade", 7, [Claim(ana.id, stack.id, 1, 1, "Lea")])
    theirs = hand_over(session, "trade", 7, [to_lea(lea, 1, 1)])[1]
    stock.edit(session, lea.id, theirs, None, {"condition": "PO"})
    (back,) = give_back(session, [Return(lea.id, theirs, 1, ana.id, "Lea", "Ana", stack.id)])
    assert back != stack.id
    assert (session.get(Stack, back).condition, session.get(Stack, back).note) == ("PO", "")


def test_copies_that_are_gone_do_not_go_back(session, ana, lea, printing):
    stack = made.stack(session, ana, printing, quantity=2)
    promise(session, "trade", 7, [Claim(ana.id, stack.id, 2, 1, "Lea")])
    theirs = hand_over(session, "trade", 7, [to_lea(lea, 1, 2)])[1]
    stock.lend(session, lea.id, theirs, 1, "Ben")
    with pytest.raises(Refused) as refusal, session.begin_nested():
        give_back(session, [Return(lea.id, theirs, 2, ana.id, "Lea", "Ana", stack.id)])
    assert refusal.value.rule == "collection.handover.gone"
    assert (refusal.value.facts["have"], refusal.value.facts["wanted"]) == (1, 2)
    with pytest.raises(NotFound), session.begin_nested():
        give_back(session, [Return(ana.id, theirs, 1, lea.id, "Ana", "Lea")])


# With somebody without an account


def test_an_exchange_is_one_act_that_is_undone_and_done_again(session, ana, printing):
    other = catalogue.printing(session, "SDY-006", language="en")
    stack = made.stack(session, ana, printing, quantity=3, for_trade=3)
    operation = exchange(
        session, ana.id, [(stack.id, 2)], [(Copies(other.id, "en", condition="EX"), 1, 1)], " Tom ", "at the club"
    )
    assert (operation.kind, operation.summary["given"], operation.summary["received"]) == ("trade", 2, 1)
    assert operation.summary["counterpart"] == "Tom"
    after = [numbers(one) for one in of(session, ana)]
    assert after == [(1, 1, 0, 0), (1, 1, 0, 0)]
    lines = session.scalars(select(Movement).where(Movement.operation_id == operation.id).order_by(Movement.id)).all()
    assert [(line.kind, line.quantity, line.counterpart, line.details["way"]) for line in lines] == [
        ("traded", 2, "Tom", "out"),
        ("traded", 1, "Tom", "in"),
    ]
    undone = stock.undo(session, ana.id, operation.id)
    assert [numbers(one) for one in of(session, ana)] == [(3, 3, 0, 0), (0, 0, 0, 0)]
    stock.undo(session, ana.id, undone.id)
    assert [numbers(one) for one in of(session, ana)] == after


def test_an_exchange_sent_twice_happens_once(session, ana, printing):
    stack = made.stack(session, ana, printing, quantity=3)
    for _round in range(2):
        exchange(session, ana.id, [(stack.id, 1)], [], "Tom", request_key="form-1")
    assert numbers(stack) == (2, 0, 0, 0)


def test_a_present_is_told_as_one(session, ana, printing):
    stack = made.stack(session, ana, printing, quantity=3)
    operation = exchange(session, ana.id, [(stack.id, 1)], [(Copies(printing.id, "de"), 1, 0)], "Tom", reason="given")
    kinds = session.scalars(select(Movement.kind).where(Movement.operation_id == operation.id)).all()
    assert kinds == ["given", "given"]


@pytest.mark.parametrize(
    ("given", "received", "rule"),
    [
        ([(0, 4)], [], "collection.stack.not_enough"),
        ([(0, 3)], [], "collection.stack.lent"),
        ([], [], "collection.exchange.nothing"),
        ([], [("proxy", 1, 1)], "collection.for_trade.range"),
        ([], [("plain", 1, 2)], "collection.for_trade.range"),
        ([(0, 0)], [], "collection.quantity.range"),
    ],
)
def test_an_exchange_of_what_is_not_there_is_refused(session, ana, printing, given, received, rule):
    stack = made.stack(session, ana, printing, quantity=3)
    stock.lend(session, ana.id, stack.id, 1, "Ben")
    got = [(Copies(printing.id, "fr", proxy=kind == "proxy"), number, trade) for kind, number, trade in received]
    with pytest.raises(Refused) as refusal:
        exchange(session, ana.id, [(stack.id, number) for _stack, number in given], got, "Tom")
    assert refusal.value.rule == rule


def test_an_exchange_of_others_copies_is_not_found(session, ana, lea, printing):
    theirs = made.stack(session, lea, printing)
    with pytest.raises(NotFound):
        exchange(session, ana.id, [(theirs.id, 1)], [], "Tom")
    assert session.scalar(select(func.sum(Stack.quantity))) == 1
