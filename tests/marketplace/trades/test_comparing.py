"""What two versions of a trade differ in."""

from __future__ import annotations

import pytest

from marketplace.trades.comparing import Line, content, described_otherwise, difference

NEAR_MINT = {"code": "TST-EN001", "rarity": "Ultra Rare", "language": "en", "edition": "1st", "condition": "NM"}
PLAYED = NEAR_MINT | {"condition": "PL", "condition_words": "a crease"}


def copies(key: str, stack: int | None = 1, quantity: int = 1, giver: str = "proposer", **values) -> Line:
    return Line(key, giver, "copies", stack, quantity, **values)


def open_choice(key: str, *options: int, giver: str = "proposer", **values) -> Line:
    return Line(key, giver, "open", None, options=options, **values)


def item(key: str, text: str, kind: str = "item", giver: str = "proposer") -> Line:
    return Line(key, giver, kind, text=text)


# before, after, keys added, keys removed, key -> what changed
CASES = {
    "nothing": ([copies("a")], [copies("a")], [], [], {}),
    "order is no change": ([copies("a", 1), copies("b", 2)], [copies("b", 2), copies("a", 1)], [], [], {}),
    "added": ([copies("a", 1)], [copies("a", 1), copies("b", 2)], ["b"], [], {}),
    "removed": ([copies("a", 1), copies("b", 2)], [copies("a", 1)], [], ["b"], {}),
    "quantity": ([copies("a", 1, 1)], [copies("a", 1, 3)], [], [], {"a": ("quantity",)}),
    "other copies in the same line": ([copies("a", 1)], [copies("a", 2)], [], [], {"a": ("copies",)}),
    "typed anew": ([copies("a", 1)], [copies("z", 1)], [], [], {}),
    "typed anew with more": ([copies("a", 1)], [copies("z", 1, 2)], [], [], {"z": ("quantity",)}),
    "taken out and put on the other side": ([copies("a", 1)], [copies("a", 1, giver="partner")], ["a"], ["a"], {}),
    "settled": ([open_choice("a", 1, 2)], [copies("a", 2)], [], [], {"a": ("settled",)}),
    "opened": ([copies("a", 2)], [open_choice("a", 1, 2)], [], [], {"a": ("opened",)}),
    "other options": ([open_choice("a", 1, 2)], [open_choice("a", 1, 3)], [], [], {"a": ("options",)}),
    "options in another order": ([open_choice("a", 1, 2)], [open_choice("a", 2, 1)], [], [], {}),
    "item reworded": ([item("a", "playmat")], [item("a", "playmat, new")], [], [], {"a": ("text",)}),
    "item typed anew": ([item("a", "Playmat")], [item("b", "playmat")], [], [], {"b": ("text",)}),
    "money": ([], [item("a", "+10 EUR", "money")], ["a"], [], {}),
    "money is no item": ([item("a", "+10 EUR", "money")], [item("b", "+10 EUR")], ["b"], ["a"], {}),
    "condition": (
        [copies("a", description=NEAR_MINT)], [copies("a", description=PLAYED)], [], [], {"a": ("described",)},
    ),
    "quantity and condition": (
        [copies("a", description=NEAR_MINT)], [copies("a", quantity=2, description=PLAYED)], [], [],
        {"a": ("quantity", "described")},
    ),
    "the stack was deleted": ([copies("a", 1, description=NEAR_MINT)], [copies("a", None, description=NEAR_MINT)], [], [], {}),
    "the same copies twice": ([copies("a", 1), copies("b", 1)], [copies("c", 1)], [], ["b"], {}),
    "everything new": ([copies("a", 1)], [copies("b", 2), item("c", "dice")], ["b", "c"], ["a"], {}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_difference(case):
    before, after, added, removed, changed = CASES[case]
    found = difference(before, after)
    assert [line.key for line in found.added] == added
    assert [line.key for line in found.removed] == removed
    assert {change.after.key: change.what for change in found.changed} == changed
    assert found.same == len(after) - len(added) - len(changed)
    assert bool(found) is bool(added or removed or changed)


def test_a_change_of_description_names_the_facts():
    (change,) = difference([copies("a", description=NEAR_MINT)], [copies("a", description=PLAYED)]).changed
    assert change.facts == ("condition", "condition_words")


def test_an_older_description_without_a_fact_is_no_change():
    assert described_otherwise({"condition": "NM"}, {"condition": "NM", "storage": ""}) == ()
    assert described_otherwise(None, NEAR_MINT) == ()


def test_marks_by_key():
    found = difference([copies("a", 1)], [copies("a", 1, 2), copies("b", 2)])
    assert found.is_new("b")
    assert not found.is_new("a")
    assert found.change_of("a").before.quantity == 1
    assert found.change_of("b") is None


def test_equal_offers_have_equal_content():
    one = [copies("a", 1, 2), item("b", "Playmat ")]
    assert content(one) == content([item("y", "playmat"), copies("x", 1, 2)])
    assert content(one) != content([copies("a", 1, 1), item("b", "playmat")])
    other_way = [copies("p", 1, 2, giver="partner"), item("q", "playmat")]
    assert content(one) != content(other_way)
    assert content([copies("a", 1)]) == content([copies("b", 1, giver="partner")], swapped=True)
