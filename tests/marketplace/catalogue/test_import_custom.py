"""Printings entered as "not in catalogue" that a later import brings."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue.custom import custom_printing
from marketplace.catalogue.importing import Resolved, hooks, import_facts, on_custom_resolved
from marketplace.catalogue.models import Printing
from marketplace.db import Database
from tests.factories import accounts
from tests.factories.facts import card_list, line, monster, spell

Pairs = list[tuple[str, str, str]]


@pytest.fixture
def pointed(monkeypatch: pytest.MonkeyPatch) -> Pairs:
    """What the hook was told: number, rarity of the own printing, rarity of the catalogue's."""
    pairs: Pairs = []
    monkeypatch.setattr(hooks, "_HOOKS", [])

    @on_custom_resolved
    def note(session: Session, resolved: Mapping[int, int]) -> None:
        for own_id, catalogue_id in resolved.items():
            own, found = session.get_one(Printing, own_id), session.get_one(Printing, catalogue_id)
            assert (own.added_by_id is None, found.added_by_id is None) == (False, True)
            pairs.append((own.code, own.rarity, found.rarity))

    return pairs


def own(database: Database, code: str, name: str = "", rarity: str = "", language: str = "en") -> int:
    with database.write() as session:
        user = accounts.user(session)
        return custom_printing(
            session, user.id, code=code, card_id=None, name=name, language=language, rarity=rarity
        ).printing_id


def is_retired(database: Database, printing_id: int) -> bool:
    with database.read() as session:
        return session.scalars(select(Printing.retired).where(Printing.id == printing_id)).one()


def test_the_only_fitting_printing_takes_over(database: Database, pointed: Pairs) -> None:
    printing_id = own(database, "tst-en001", "Ogre of Tests")
    other = own(database, "XYZ-EN001", "Never printed")
    report = import_facts(database, card_list(monster(1, "Test Ogre", line("TST-EN001", "Rare"))))
    assert report.resolved == [Resolved("TST-EN001", "Ogre of Tests", "Test Ogre", 1)]
    assert pointed == [("TST-EN001", "", "Rare")]
    assert is_retired(database, printing_id)
    assert not is_retired(database, other)
    # Done once: the next import has nothing left to point anywhere.
    assert import_facts(database, card_list(monster(1, "Test Ogre", line("TST-EN001", "Rare")))).resolved == []
    assert len(pointed) == 1


def test_the_rarity_picks_among_several(database: Database, pointed: Pairs) -> None:
    own(database, "TST-EN001", "Test Ogre", rarity="Ultra Rare")
    own(database, "TST-EN001", "Test Ogre", rarity="Common")
    import_facts(
        database, card_list(monster(1, "Test Ogre", line("TST-EN001", "Short Print"), line("TST-EN001", "Ultra Rare")))
    )
    assert sorted(pointed) == [("TST-EN001", "Common", "Short Print"), ("TST-EN001", "Ultra Rare", "Ultra Rare")]


def test_several_that_fit_are_reported_and_left_alone(database: Database, pointed: Pairs) -> None:
    printing_id = own(database, "TST-EN001", "Test Ogre")
    report = import_facts(
        database, card_list(monster(1, "Test Ogre", line("TST-EN001", "Rare"), line("TST-EN001", "Ultra Rare")))
    )
    assert report.resolved == [Resolved("TST-EN001", "Test Ogre", "", 2)]
    assert pointed == []
    assert not is_retired(database, printing_id)


def test_the_name_picks_between_two_cards_and_a_contradiction_fits_nothing(database: Database, pointed: Pairs) -> None:
    own(database, "TST-EN001", "test CHARM")
    own(database, "TST-EN001", "Test Ogre", rarity="Ghost Rare")
    report = import_facts(
        database,
        card_list(monster(1, "Test Ogre", line("TST-EN001", "Rare")), spell(2, "Test Charm", line("TST-EN001", "Common"))),
    )
    assert [(resolved.name, resolved.card) for resolved in report.resolved] == [("test CHARM", "Test Charm")]
    assert pointed == [("TST-EN001", "", "Common")]


def test_nothing_is_put_away_while_nobody_takes_care_of_the_copies(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_HOOKS", [])
    printing_id = own(database, "TST-EN001", "Test Ogre")
    report = import_facts(database, card_list(monster(1, "Test Ogre", line("TST-EN001"))))
    assert len(report.resolved) == 1
    assert not is_retired(database, printing_id)


def test_a_hook_that_fails_undoes_the_import(database: Database, pointed: Pairs) -> None:
    own(database, "TST-EN001", "Test Ogre")

    @on_custom_resolved
    def fail(_session: Session, _resolved: Mapping[int, int]) -> None:
        raise RuntimeError("cannot point")

    with pytest.raises(RuntimeError):
        import_facts(database, card_list(monster(1, "Test Ogre", line("TST-EN001"))))
    with database.read() as session:
        assert session.scalars(select(Printing).where(Printing.added_by_id.is_(None))).all() == []
