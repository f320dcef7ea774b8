"""What rows change in each mode, and what they leave alone."""

from __future__ import annotations

import pytest

from marketplace.collection.comparing import Entry, Plan, compare
from marketplace.collection.stock import Copies
from tests.factories import accounts, catalogue
from tests.factories import collection as made

HOLDS = frozenset({"edition", "condition"})


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


def entry(number: int, printing, quantity: int, for_trade: int | None = None, **values: object) -> Entry:
    return Entry(number, Copies(printing.id, printing.language, **values), quantity, for_trade, number)  # type: ignore[arg-type]


def plan(session, user, *entries: Entry, mode: str, holds: frozenset[str] = HOLDS) -> Plan:
    return compare(session, user.id, entries, mode=mode, holds=holds)


def written(found: Plan) -> list[tuple[int | None, int | None, int | None]]:
    return [(change.add, change.set_to, change.for_trade) for change in found.changes]


def test_adding_makes_new_stacks_and_grows_those_there_are(session, user, printing):
    made.stack(session, user, printing, quantity=2, condition="NM")
    found = plan(
        session,
        user,
        entry(1, printing, 3, condition="NM"),
        entry(2, printing, 1),
        entry(3, printing, 2),
        entry(4, printing, 0, condition="PO"),
        mode="add",
    )
    assert found.states == {1: "changed", 2: "new", 3: "new", 4: "unchanged"}
    assert written(found) == [(3, None, None), (3, None, None)]
    assert (found.added, found.removed) == (6, 0)


def test_adding_adds_to_the_number_for_trade(session, user, printing):
    made.stack(session, user, printing, quantity=2, for_trade=1)
    assert written(plan(session, user, entry(1, printing, 3, 2), entry(2, printing, 1, 0), mode="add")) == [(4, None, 3)]


def test_adding_very_many_is_done_in_parts(session, user, printing):
    rows = [entry(number, printing, 9_999) for number in range(3)]
    assert [add for add, _set, _trade in written(plan(session, user, *rows, mode="add"))] == [9_999, 9_999, 9_999]
    found = plan(session, user, *[entry(number, printing, 9_999) for number in range(11)], mode="add")
    assert set(found.states.values()) == {"refused"}


def test_setting_to_the_same_numbers_changes_nothing(session, user, printing):
    made.stack(session, user, printing, quantity=3, for_trade=1, condition="NM", note="signed at an event")
    found = plan(session, user, entry(1, printing, 3, 1, condition="NM"), mode="set")
    assert (found.states, found.changes) == ({1: "unchanged"}, [])


def test_equal_rows_are_added_up_before_setting(session, user, printing):
    made.stack(session, user, printing, quantity=3)
    assert plan(session, user, entry(1, printing, 1), entry(2, printing, 2), mode="set").states == {
        1: "unchanged",
        2: "unchanged",
    }


def test_what_the_format_cannot_say_is_no_difference(session, user, printing):
    box = made.place(session, user, "Box")
    made.stack(session, user, printing, quantity=2, condition="NM", note="a")
    made.stack(session, user, printing, quantity=3, condition="NM", place_id=box.id)
    rows = entry(1, printing, 5, condition="NM")
    assert plan(session, user, rows, mode="set").states == {1: "unchanged"}
    assert plan(session, user, rows, mode="set", holds=HOLDS | {"place_id"}).states == {1: "changed"}


def test_setting_higher_and_lower(session, user, printing):
    made.stack(session, user, printing, quantity=2, note="kept")
    made.stack(session, user, printing, quantity=4, note="also kept")
    higher = plan(session, user, entry(1, printing, 8), mode="set")
    assert [(change.copies.note, change.set_to) for change in higher.changes] == [("also kept", 6)]
    lower = plan(session, user, entry(1, printing, 1), mode="set")
    assert {(change.copies.note, change.set_to) for change in lower.changes} == {("also kept", 0), ("kept", 1)}
    assert (lower.added, lower.removed) == (0, 5)
    gone = plan(session, user, entry(1, printing, 0), mode="set")
    assert {change.set_to for change in gone.changes} == {0}


def test_copies_the_row_describes_exactly_are_touched_first(session, user, printing):
    made.stack(session, user, printing, quantity=9, note="treasured")
    made.stack(session, user, printing, quantity=2)
    lower = plan(session, user, entry(1, printing, 10), mode="set")
    assert [(change.copies.note, change.set_to) for change in lower.changes] == [("", 1)]


def test_setting_the_number_for_trade(session, user, printing):
    made.stack(session, user, printing, quantity=3, for_trade=3)
    assert written(plan(session, user, entry(1, printing, 3, 1), mode="set")) == [(None, 3, 1)]
    assert plan(session, user, entry(1, printing, 3), mode="set").states == {1: "unchanged"}


def test_an_artwork_a_row_names_goes_to_the_stack_that_has_it(session, user, printing):
    made.stack(session, user, printing, quantity=1)
    made.stack(session, user, printing, quantity=2, artwork="alt")
    apart = plan(session, user, entry(1, printing, 1), entry(2, printing, 2, artwork="alt"), mode="set")
    assert apart.states == {1: "unchanged", 2: "unchanged"}
    together = plan(session, user, entry(1, printing, 3), mode="set")
    assert together.states == {1: "unchanged"}


def test_subtracting(session, user, printing):
    made.stack(session, user, printing, quantity=3, condition="NM", note="x")
    found = plan(
        session, user, entry(1, printing, 2, condition="NM"), entry(2, printing, 1), entry(3, printing, 0), mode="subtract"
    )
    assert found.states[1] == "changed"
    assert [(change.copies.note, change.set_to) for change in found.changes] == [("x", 1)]
    assert found.states[2] == "refused"
    assert "only 0" in str(found.reasons[2])


def test_subtracting_more_than_there_is_refuses_every_row_of_it(session, user, printing):
    made.stack(session, user, printing, quantity=3)
    found = plan(session, user, entry(1, printing, 2), entry(2, printing, 2), mode="subtract")
    assert found.states == {1: "refused", 2: "refused"}
    assert found.changes == []
    assert "only 3" in str(found.reasons[1])


def test_lent_copies_stay(session, user, printing):
    from marketplace.collection import stock

    stack = made.stack(session, user, printing, quantity=3)
    stock.lend(session, user.id, stack.id, 2, "Ana")
    assert "2 are lent" in str(plan(session, user, entry(1, printing, 2), mode="subtract").reasons[1])
    assert plan(session, user, entry(1, printing, 1), mode="set").states == {1: "refused"}
    assert plan(session, user, entry(1, printing, 2), mode="set").states == {1: "changed"}


def test_a_proxy_is_never_for_trade(session, user, printing):
    for mode in ("add", "set"):
        assert plan(session, user, entry(1, printing, 2, 1, proxy=True), mode=mode).states == {1: "refused"}


def test_another_collectors_stacks_do_not_count(session, user, printing):
    made.stack(session, accounts.user(session), printing, quantity=5)
    assert plan(session, user, entry(1, printing, 5), mode="set").states == {1: "new"}
    assert plan(session, user, entry(1, printing, 5), mode="subtract").states == {1: "refused"}
