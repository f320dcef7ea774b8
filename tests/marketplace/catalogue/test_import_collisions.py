"""Numbers that name two cards: reported, and held back where they would turn a known number into another card's."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from marketplace.catalogue.importing import Collision, import_facts
from marketplace.catalogue.models import Card, Printing
from marketplace.db import Database
from tests.factories import accounts
from tests.factories.collection import stack
from tests.factories.facts import api_answer, card_list, changed, line, monster, spell, starter

OGRE = monster(1, "Test Ogre", line("TST-EN001"))
CHARM = spell(2, "Test Charm", line("TST-EN002"))


def current(database: Database) -> set[tuple[str, str]]:
    """Number and card of every printing that is offered."""
    with database.read() as session:
        rows = session.execute(select(Printing.code, Card.name).join(Card).where(Printing.retired.is_(False)))
        return {(code, name) for code, name in rows}


def test_numbers_of_two_cards_in_a_first_import_are_taken_in_and_reported(database: Database) -> None:
    japanese = changed(CHARM, printings=(line("TST-EN001", language="ja"), line("TST-EN???")))
    report = import_facts(database, card_list(changed(OGRE, printings=(line("TST-EN001"), line("TST-EN???"))), japanese))
    assert report.collisions == [Collision("number", "TST-EN001", ("Test Ogre", "Test Charm"))]
    assert (report.printings.held, report.printings.new) == (0, 4)
    again = import_facts(database, card_list(changed(OGRE, printings=(line("TST-EN001"), line("TST-EN???"))), japanese))
    assert again.collisions == [Collision("number", "TST-EN001", ("Test Ogre", "Test Charm"), known=True)]
    assert again.new_collisions == []


def test_an_update_that_gives_a_known_number_to_another_card_is_held_back(database: Database) -> None:
    import_facts(database, card_list(OGRE, CHARM))
    slip = changed(CHARM, printings=(line("TST-EN002"), line("TST-EN001"), line("TST-EN003")))
    report = import_facts(database, card_list(OGRE, slip))

    assert report.collisions == [Collision("number", "TST-EN001", ("Test Ogre", "Test Charm"), held=True)]
    assert (report.printings.held, report.printings.new) == (1, 1)
    assert current(database) == {("TST-EN001", "Test Ogre"), ("TST-EN002", "Test Charm"), ("TST-EN003", "Test Charm")}
    # It is held again until the source corrects it or the owner agrees.
    assert import_facts(database, card_list(OGRE, slip)).printings.held == 1
    report = import_facts(database, card_list(OGRE, slip), accept_collisions=True)
    assert (report.printings.held, report.printings.new) == (0, 1)
    assert ("TST-EN001", "Test Charm") in current(database)
    assert import_facts(database, card_list(OGRE, slip)).to_json()["new"] == 0


def test_a_number_that_moves_to_another_card_leaves_copies_with_theirs(database: Database) -> None:
    import_facts(database, card_list(OGRE, CHARM))
    with database.write() as session:
        ogre = session.scalars(select(Printing).where(Printing.code == "TST-EN001")).one()
        owned = stack(session, accounts.user(session), ogre)
        owned_id = owned.id
    moved = (changed(OGRE, printings=(line("TST-EN009"),)), changed(CHARM, printings=(*CHARM.printings, line("TST-EN001"))))
    report = import_facts(database, card_list(*moved))
    # Held back as a whole: the number stays where it was until the owner agrees.
    assert (report.printings.held, report.printings.retired) == (1, 0)
    assert ("TST-EN001", "Test Ogre") in current(database)

    report = import_facts(database, card_list(*moved), accept_collisions=True)
    assert (report.printings.held, report.printings.retired) == (0, 1)
    with database.read() as session:
        kept = session.get_one(type(owned), owned_id)
        assert (kept.printing.card.name, kept.printing.code, kept.printing.retired) == ("Test Ogre", "TST-EN001", True)
    assert ("TST-EN001", "Test Charm") in current(database)


def test_a_better_source_is_believed_at_once_and_a_weaker_one_held(database: Database) -> None:
    import_facts(database, starter(OGRE))
    other = changed(CHARM, printings=(line("TST-EN001"),))
    assert import_facts(database, api_answer(changed(other, page_id=None))).printings.held == 1
    report = import_facts(database, card_list(OGRE, other))
    assert (report.printings.held, [c.value for c in report.collisions]) == (0, ["TST-EN001"])


def test_a_second_entry_of_the_same_name_is_not_held(database: Database) -> None:
    import_facts(database, card_list(OGRE))
    report = import_facts(database, card_list(OGRE, changed(OGRE, page_id=3, passcode=3000)))
    assert (report.printings.held, report.printings.new, report.collisions) == (0, 1, [])


def test_an_artwork_passcode_of_two_cards_stays_with_the_first(database: Database) -> None:
    import_facts(database, card_list(changed(OGRE, alias_passcodes=(1001,)), CHARM))
    report = import_facts(database, card_list(changed(OGRE, alias_passcodes=(1001,)), changed(CHARM, alias_passcodes=(1001,))))
    assert report.collisions == [Collision("alias", "1001", ("Test Ogre", "Test Charm"))]
    again = import_facts(database, card_list(changed(OGRE, alias_passcodes=(1001,)), changed(CHARM, alias_passcodes=(1001,))))
    assert again.collisions == [Collision("alias", "1001", ("Test Ogre", "Test Charm"), known=True)]


@pytest.mark.parametrize("accept", [False, True])
def test_a_dry_run_tells_what_would_be_held(database: Database, accept: bool) -> None:
    import_facts(database, card_list(OGRE, CHARM))
    slip = card_list(OGRE, changed(CHARM, printings=(*CHARM.printings, line("TST-EN001"))))
    report = import_facts(database, slip, dry_run=True, accept_collisions=accept)
    assert (report.printings.held, report.printings.new) == ((0, 1) if accept else (1, 0))
    assert [collision.held for collision in report.collisions] == [not accept]
    assert current(database) == {("TST-EN001", "Test Ogre"), ("TST-EN002", "Test Charm")}
