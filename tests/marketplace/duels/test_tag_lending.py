"""A partner's monsters for one's Summons, and one's own for the partner's: asked for in words, and only with consent."""

from __future__ import annotations

import math
from typing import Any

import pytest
from flask import Flask

from engine import Action, Verb
from marketplace.duels.sides import COMPUTERS
from marketplace.duels.table import Table
from tests.marketplace.duels.boards import page_of
from tests.marketplace.duels.positions import act, duel_at, seated, until


def tag_at(given: dict[str, Any]) -> Table:
    duel = duel_at(given, "tag-2017")
    assert duel.log is not None
    duel.log.names = COMPUTERS
    return seated(duel)


def asked_by_mika() -> Table:
    """Mika wants to Tribute the person's monster for Jinzo."""
    table = tag_at({"turn": {"player": "partner"}, "you": {"monsters": ["Celtic Guardian"]}, "partner": {"hand": ["Jinzo"]}})
    act(table.duel, 2, Verb.TRIBUTE_SUMMON, "Jinzo")
    return until(table.duel, "yes_no", "lend")


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Mika asks: may Celtic Guardian (M"), ("fr", "Mika demande"), ("pt", "Mika pergunta: pode usar")],
)
def test_the_partner_asks_in_words(starter_app: Flask, language: str, title: str) -> None:
    page = page_of(starter_app, asked_by_mika(), language)
    assert page.question.title.startswith(title)
    assert "Jinzo" in page.question.title
    assert "Mika" in page.question.text
    assert page.question.about == []
    assert len(page.question.choices) == 2


def test_without_consent_nothing_is_spent() -> None:
    table = asked_by_mika()
    table.answer(Action(Verb.CHOOSE, value="no"))
    view = table.duel.view(0)
    assert any(one and one["name"] == "Celtic Guardian" for one in view["you"]["monsters"])
    assert [one["name"] for one in view["partner"]["hand"]] == ["Jinzo"]


def test_with_consent_it_is_used() -> None:
    table = asked_by_mika()
    table.answer(Action(Verb.CHOOSE, value="yes"))
    assert not any(table.duel.view(0)["you"]["monsters"])


def test_the_computer_partner_answers_by_itself(starter_app: Flask) -> None:
    table = tag_at({"you": {"hand": ["Jinzo"]}, "partner": {"monsters": ["Kozaky"]}})
    summon = next(action for action in table.options() if action.verb is Verb.TRIBUTE_SUMMON)
    table.answer(summon)
    table.run(math.inf)
    page = page_of(starter_app, table)
    assert any(
        "Mika" in line.words
        for turn in page.log.turns
        for stage in turn.stages
        for block in stage.blocks
        for line in block.lines
    )
    assert any(one and one.get("name") == "Jinzo" for one in table.duel.view(0)["you"]["monsters"])
