"""Whoever lost the coin toss reads so at the top of the first page, with what the opponent did meanwhile."""

from __future__ import annotations

import pytest
from flask import Flask

from marketplace.duels.log_lines import Line
from marketplace.duels.page import DuelPage
from marketplace.duels.table import Table
from tests.marketplace.duels.boards import html_of, mixed_table, page_of
from tests.marketplace.duels.tables import do


def test_a_lost_coin_toss_is_told_until_the_first_answer(starter_app: Flask) -> None:
    table = next(table for seed in range(1, 40) if _lost(table := mixed_table(seed)))
    page = page_of(starter_app, table)
    assert page.opening is not None
    assert page.opening.title == "Your opponent won the coin toss and goes first."
    assert page.opening.lines
    assert all(line in {one.words for one in _lines(page)} for line in page.opening.lines)
    assert page.opening.title in html_of(starter_app, table)
    while table.undo_refusal == "nothing" and not table.can_undo:
        do(table, table.options()[0])
    assert page_of(starter_app, table).opening is None


def _lost(table: Table) -> bool:
    assert table.duel.log is not None
    return table.toss == 1 and next(one["player"] for one in table.duel.log.entries if one["what"] == "turn") == 1


def _lines(page: DuelPage) -> list[Line]:
    return [line for turn in page.log.turns for stage in turn.stages for block in stage.blocks for line in block.lines]


@pytest.mark.parametrize("seed", range(1, 12))
def test_a_won_coin_toss_needs_no_notice(starter_app: Flask, seed: int) -> None:
    table = mixed_table(seed)
    if table.toss == 0:
        assert page_of(starter_app, table).opening is None
