"""The whole card list over the starter catalogue, then once more: the acceptance test of imports.

The list lies in the shared data beside the repository, or where ``DUELFOLIO_SHARED`` says; with
``DUELFOLIO_SHARED=absent`` the test is left out.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sqlalchemy import func, select

from marketplace.catalogue.importing import import_file
from marketplace.catalogue.models import Card, CardName, Printing, Product
from marketplace.config import ROOT
from marketplace.db import Database

pytestmark = pytest.mark.thorough


def card_list() -> Path:
    named = os.environ.get("DUELFOLIO_SHARED", "")
    if named == "absent":
        pytest.skip("DUELFOLIO_SHARED=absent: the whole card list is not here")
    path = Path(named or ROOT.parent / "shared") / "data" / "cards.json.xz"
    assert path.is_file(), f"{path} is missing: set DUELFOLIO_SHARED to its folder, or to 'absent' to leave this out"
    return path


TWO_CARDS = (
    "AT08-JP001 DL1-001 DL1-002 DL2-001 DL2-002 DL3-001 DL4-001 EV12-KR013 QCAC-SC039 SGD1-SCB33 WJ-01 WJ-02 WJ-03 WJ-04"
)


def test_the_whole_card_list_goes_in_once(starter_database: Database) -> None:
    path = card_list()
    with starter_database.read() as session:
        cards = session.scalar(select(func.count(Card.id))) or 0
        starter = set(session.execute(select(Printing.id, Printing.code, Printing.rarity, Printing.card_id)).all())
    report = import_file(starter_database, path)

    assert (report.cards.total, report.printings.total) == (14276, 325729)
    assert (report.cards.new, report.cards.changed, report.cards.unchanged) == (14276 - cards, cards, 0)
    assert (report.printings.new, report.printings.changed, report.printings.unchanged) == (
        325729 - len(starter),
        0,
        len(starter),
    )
    assert (report.printings.retired, report.printings.held) == (0, 0)
    assert " ".join(collision.value for collision in report.collisions) == TWO_CARDS
    with starter_database.read() as session:
        assert session.scalar(select(func.count(Card.id))) == 14276
        assert session.scalar(select(func.count(Printing.id))) == 325729
        assert session.scalar(select(func.count(CardName.language.distinct()))) == 10
        assert session.scalar(select(func.sum(Product.printing_count))) == 325729
        now = set(session.execute(select(Printing.id, Printing.code, Printing.rarity, Printing.card_id)).all())
        assert starter <= now

    again = import_file(starter_database, path)
    assert (again.cards.unchanged, again.printings.unchanged) == (14276, 325729)
    assert again.to_json()["new"] == again.to_json()["changed"] == 0
    assert [collision.known for collision in again.collisions] == [True] * 14
