"""The composer's form: what it carries, and what each button does to it."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from marketplace.trades.composing import Draft, DraftLine, apply_step, number_in, read_address, read_form


def form(*pairs: tuple[str, str]) -> MultiDict[str, str]:
    return MultiDict(list(pairs))


def drafted(*lines: DraftLine) -> Draft:
    return Draft(lines=list(lines))


def shape(draft: Draft) -> list[tuple]:
    return [(line.giver, line.kind, line.stack_id, line.quantity, line.text, line.options) for line in draft.lines]


def test_an_address_begins_an_offer():
    draft = read_address(form(("want", "7:2,8,7:1,x:3,9:0"), ("give", "5:1")))
    assert shape(draft) == [
        ("them", "copies", 7, "2", "", []),
        ("them", "copies", 8, "1", "", []),
        ("them", "copies", 9, "1", "", []),
        ("me", "copies", 5, "1", "", []),
    ]


def test_a_form_reads_back_what_it_carried():
    draft = read_form(
        form(
            ("row", "r1"), ("giver-r1", "me"), ("kind-r1", "copies"), ("stack-r1", "5"), ("quantity-r1", "two"),
            ("text-r1", " as is "), ("key-r1", "k"),
            ("row", "r2"), ("giver-r2", "them"), ("kind-r2", "open"), ("options-r2", "3,4,x"), ("quantity-r2", "1"),
            ("row", "r3"), ("giver-r3", "nobody"), ("kind-r3", "copies"), ("stack-r3", "1"),
            ("row", "r4"), ("giver-r4", "me"), ("kind-r4", "copies"), ("stack-r4", ""),
            ("q-them", "  dark   mag "), ("only-me", "trade"), ("pick-me", "9"), ("pick-me", "9"), ("item-me", "playmat"),
            ("note", "hello"), ("days", "3"), ("tick", "deck:1:1"), ("valued", "12"), ("value-12", "3,50"),
        )
    )  # fmt: skip
    assert shape(draft) == [("me", "copies", 5, "two", " as is ", []), ("them", "open", None, "1", "", [3, 4])]
    assert draft.lines[0].number is None
    assert draft.lines[0].key == "k"
    assert draft.sides["them"].search.q == "dark mag"
    assert draft.sides["me"].search.only == "trade"
    assert draft.sides["me"].picks == [9]
    assert (draft.note, draft.days, draft.ticks, draft.values) == ("hello", "3", {"deck:1:1"}, {12: "3,50"})


COPIES = DraftLine("r1", "me", "copies", 5, "1")
OPEN = DraftLine("r2", "me", "open", None, "1", options=[5, 6, 7])

STEPS = {
    "add:me:5": ([COPIES], [("me", "copies", 5, "2", "", [])]),
    "add:them:8": ([], [("them", "copies", 8, "1", "", [])]),
    "remove:r1": ([COPIES], []),
    "remove:r9": ([COPIES], [("me", "copies", 5, "1", "", [])]),
    "drop:r2:6": ([OPEN], [("me", "open", None, "1", "", [5, 7])]),
    "settle:r2:6": ([OPEN], [("me", "copies", 6, "1", "", [])]),
    "settle:r2:99": ([OPEN], [("me", "open", None, "1", "", [5, 6, 7])]),
    "nonsense": ([COPIES], [("me", "copies", 5, "1", "", [])]),
    "add:me:99999999999": ([], []),
}


@pytest.mark.parametrize("step", STEPS)
def test_steps(step):
    before, after = STEPS[step]
    draft = drafted(
        *(DraftLine(one.row, one.giver, one.kind, one.stack_id, one.quantity, one.text, list(one.options)) for one in before)
    )
    apply_step(draft, step)
    assert shape(draft) == after


def test_an_open_choice_of_two_becomes_copies_when_one_is_dropped():
    draft = drafted(DraftLine("r1", "me", "open", None, "2", options=[5, 6], key="k"))
    apply_step(draft, "drop:r1:5")
    assert shape(draft) == [("me", "copies", 6, "2", "", [])]
    assert draft.lines[0].key == "k"


def test_ticked_copies_are_added_or_become_a_choice():
    draft = drafted()
    draft.sides["me"].picks = [5, 6]
    apply_step(draft, "choice:me")
    assert shape(draft) == [("me", "open", None, "1", "", [5, 6])]
    assert draft.sides["me"].picks == []
    draft.sides["them"].picks = [8, 9]
    apply_step(draft, "picked:them")
    assert shape(draft)[1:] == [("them", "copies", 8, "1", "", []), ("them", "copies", 9, "1", "", [])]


def test_things_and_money_leave_their_fields_only_when_added():
    draft = drafted()
    draft.sides["me"].item, draft.sides["me"].money = " playmat ", "+10 EUR"
    apply_step(draft, "item:me")
    assert shape(draft) == [("me", "item", None, "1", "playmat", [])]
    assert (draft.sides["me"].item, draft.sides["me"].money) == ("", "+10 EUR")
    apply_step(draft, "money:them")
    assert len(draft.lines) == 1


@pytest.mark.parametrize(
    ("typed", "number"), [("7", 7), (" 7 ", 7), ("", None), ("-1", None), ("²", None), ("99999999999", None)]
)
def test_numbers(typed, number):
    assert number_in(typed) == number


def test_lines_there_is_no_room_for_are_counted():
    draft = drafted(*(DraftLine(f"r{number}", "me", "copies", number, "1") for number in range(1, 200)))
    draft.add_copies("me", 500)
    assert (len(draft.lines), draft.left_out) == (200, 0)
    draft.add_copies("me", 501)
    draft.add_copies("them", 502)
    draft.add_copies("me", 500, 2)
    assert (len(draft.lines), draft.left_out) == (200, 2)
    assert draft.lines[-1].quantity == "3"
