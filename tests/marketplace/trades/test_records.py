"""Trades, gifts and loans with people who have no account: stock, journal, decks and the way back."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from marketplace.collection import stock
from marketplace.collection.models import Loan, Movement, Operation, Stack
from marketplace.collection.stock_key import Copies
from marketplace.decks.copies import stand_of
from marketplace.errors import NotFound, Refused
from marketplace.trades import records
from marketplace.trades.models import Trade
from marketplace.trades.records import Entry
from tests.factories import catalogue, deals, trades


def refused(rule):
    return pytest.raises(Refused, match=f"^{rule}$")


@pytest.fixture
def ann(session, pair):
    return pair[0]


@pytest.fixture
def mine(session, ann):
    return trades.copies(session, ann, 3, kept=1)


@pytest.fixture
def printing(session):
    return catalogue.printing(session, rarity="Ultra Rare")


def trade_of(mine, printing, **values):
    received = [(Copies(printing.id, "en", edition="1st", condition="NM"), 2)]
    return Entry(**({"kind": "trade", "name": "Tom", "given": [(mine.id, 2)], "received": received} | values))


def counts(session, stack_id):
    session.expire_all()
    found = session.get(Stack, stack_id)
    return found.quantity, found.for_trade


def test_a_trade_moves_the_copies_with_their_journal(session, ann, mine, printing):
    noted = records.record(session, ann.id, trade_of(mine, printing, items_received=["playmat"], money="and 5 EUR"))
    assert counts(session, mine.id) == (1, 1)
    assert deals.owned(session, ann, printing.id) == 2
    told = session.execute(select(Movement.counterpart, Movement.quantity).where(Movement.kind == "traded")).all()
    assert told == [("Tom", 2), ("Tom", 2)]
    seen = records.view(session, ann.id, noted.trade.id)
    assert [(line.giver, line.kind, line.quantity) for line in seen.lines] == [
        ("proposer", "copies", 2), ("partner", "copies", 2), ("partner", "item", 1), ("proposer", "money", 1),
    ]  # fmt: skip
    assert seen.lines[1].description["edition"] == "1st"
    assert (noted.trade.state, noted.trade.partner_id, noted.trade.operation_id) == ("recorded", None, noted.operations[0].id)


def test_free_numbers_of_decks_agree(session, ann, mine, printing):
    name, new = mine.printing.card.name, printing.card.name
    assert stand_of(session, ann.id, [name])[name].free == 3
    noted = records.record(session, ann.id, trade_of(mine, printing))
    stands = stand_of(session, ann.id, [name, new])
    assert (stands[name].free, stands[new].free) == (1, 2)
    records.undo(session, ann.id, noted.trade.id)
    stands = stand_of(session, ann.id, [name, new])
    assert (stands[name].free, stands[new].free) == (3, 0)


def test_one_click_takes_it_back(session, ann, mine, printing):
    noted = records.record(session, ann.id, trade_of(mine, printing))
    records.undo(session, ann.id, noted.trade.id)
    records.undo(session, ann.id, noted.trade.id)
    assert counts(session, mine.id) == (3, 2)
    assert deals.owned(session, ann, printing.id) == 0
    assert records.view(session, ann.id, noted.trade.id).undone
    assert [one.undone for one in records.records_of(session, ann.id)] == [True]


def test_the_history_of_the_collection_takes_it_back_as_well(session, ann, mine, printing):
    noted = records.record(session, ann.id, trade_of(mine, printing))
    done = stock.undo(session, ann.id, noted.trade.operation_id)
    assert records.view(session, ann.id, noted.trade.id).undone
    stock.undo(session, ann.id, done.id)
    session.expire_all()
    assert not records.view(session, ann.id, noted.trade.id).undone


def test_what_has_changed_since_is_not_taken_back(session, ann, mine, printing):
    noted = records.record(session, ann.id, trade_of(mine, printing))
    new = session.scalars(select(Stack).where(Stack.printing_id == printing.id)).one()
    stock.remove(session, ann.id, new.id, 1, "sold")
    with pytest.raises(Refused):
        records.undo(session, ann.id, noted.trade.id)


def test_gifts_either_way(session, ann, mine, printing):
    records.record(session, ann.id, Entry("given", "Tom", given=[(mine.id, 1)]))
    records.record(session, ann.id, Entry("received", "Tom", received=[(Copies(printing.id, "en"), 1)]))
    assert counts(session, mine.id)[0] == 2
    assert deals.owned(session, ann, printing.id) == 1
    assert (
        session.scalar(
            select(func.count()).select_from(Movement).where(Movement.kind == "given", Movement.counterpart == "Tom")
        )
        == 2
    )
    assert [(one.kind, one.given, one.received) for one in records.records_of(session, ann.id)] == [
        ("received", 0, 1), ("given", 1, 0),
    ]  # fmt: skip


def test_a_loan_is_lent_and_no_trade(session, ann, mine):
    other = trades.copies(session, ann)
    noted = records.record(session, ann.id, Entry("loan", "Tom", given=[(mine.id, 1), (other.id, 1)]), request_key="k" * 64)
    assert noted.trade is None
    assert len(noted.operations) == 2
    assert session.scalar(select(func.count()).select_from(Loan).where(Loan.borrower == "Tom")) == 2
    assert session.scalar(select(func.count()).select_from(Trade)) == 0
    again = records.record(session, ann.id, Entry("loan", "Tom", given=[(mine.id, 1), (other.id, 1)]), request_key="k" * 64)
    assert again.repeated
    assert session.get(Stack, mine.id).lent == 1


def test_the_same_form_twice_is_one_record(session, ann, mine, printing):
    first = records.record(session, ann.id, trade_of(mine, printing), request_key="once")
    second = records.record(session, ann.id, trade_of(mine, printing), request_key="once")
    assert (second.trade.id, second.repeated, first.repeated) == (first.trade.id, True, False)
    assert counts(session, mine.id)[0] == 1
    assert session.scalar(select(func.count()).select_from(Operation).where(Operation.kind == "trade")) == 1


def test_things_alone_are_a_record_without_copies(session, ann):
    noted = records.record(session, ann.id, Entry("trade", "Tom", items_given=["dice"], items_received=["sleeves", " "]))
    assert noted.trade.operation_id is None
    records.undo(session, ann.id, noted.trade.id)
    assert records.view(session, ann.id, noted.trade.id).undone


def test_promised_copies_are_not_given_away(session, pair):
    ann, bob = pair
    mine = trades.copies(session, ann, 2)
    deals.agreed(session, ann, bob, [(mine, 2)], [])
    with pytest.raises(Refused):
        records.record(session, ann.id, Entry("trade", "Tom", given=[(mine.id, 1)], items_received=["x"]))


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ({"kind": "trade", "name": " "}, "trades.record.name"),
        ({"kind": "theft"}, "trades.record.kind"),
        ({"kind": "trade"}, "trades.record.nothing"),
        ({"kind": "given", "items_received": ["x"]}, "trades.record.one_sided"),
        ({"kind": "received", "items_given": ["x"]}, "trades.record.one_sided"),
        ({"kind": "loan"}, "trades.record.loan"),
        ({"kind": "trade", "items_given": ["x" * 301]}, "trades.text.too_long"),
        ({"kind": "trade", "name": "x" * 81}, "trades.text.too_long"),
    ],
)
def test_what_is_refused(session, ann, entry, rule):
    with refused(rule):
        records.record(session, ann.id, Entry(**({"name": "Tom"} | entry)))


def test_only_own_copies_records_and_names(session, pair, mine, printing):
    ann, bob = pair
    with pytest.raises(NotFound):
        records.record(session, bob.id, trade_of(mine, printing))
    noted = records.record(session, ann.id, trade_of(mine, printing))
    collection_of_bob = trades.copies(session, bob)
    stock.lend(session, bob.id, collection_of_bob.id, 1, "Uma")
    assert records.names_before(session, ann.id) == ["Tom"]
    assert records.names_before(session, bob.id) == ["Uma"]
    for act in (records.view, records.undo):
        with pytest.raises(NotFound):
            act(session, bob.id, noted.trade.id)
    between_members = deals.agreed(session, ann, bob, [], [trades.copies(session, bob)])
    with pytest.raises(NotFound):
        records.undo(session, ann.id, between_members.id)


def test_the_list_takes_one_statement(session, ann, printing, database, count_queries):
    for number in range(6):
        records.record(session, ann.id, Entry("received", f"Tom {number}", received=[(Copies(printing.id, "en"), 1)]))
    session.flush()
    with count_queries(database) as queries:
        assert len(records.records_of(session, ann.id)) == 6
    assert queries.count == 1
