"""The index of names stays right whoever writes, and names held in memory are dropped when they are old."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.orm import Session

from marketplace.catalogue import search_index
from marketplace.catalogue.models import Card, CardName
from marketplace.catalogue.name_memory import names_of
from marketplace.catalogue.search import find_names
from marketplace.db import Database
from tests.conftest import BACKEND
from tests.factories.catalogue import card

sqlite_only = pytest.mark.skipif(BACKEND != "sqlite", reason="the table of three-letter runs is SQLite's")


def test_the_index_follows_inserts_changes_and_deletions(session: Session) -> None:
    ogre = card(session, "Thunder Ogre")
    assert [hit.card_id for hit in find_names(session, "ogre", 5)] == [ogre.id]
    session.execute(update(CardName).where(CardName.card_id == ogre.id).values(folded="thunder giant"))
    assert find_names(session, "ogre", 5, typos=False) == []
    assert [hit.card_id for hit in find_names(session, "giant", 5)] == [ogre.id]
    session.expunge_all()
    session.execute(delete(Card).where(Card.id == ogre.id))
    assert find_names(session, "giant", 5, typos=False) == []


@sqlite_only
def test_lost_triggers_are_made_again_by_a_refresh(session: Session) -> None:
    for name in ("insert", "delete", "update"):
        session.execute(text(f"DROP TRIGGER card_name_fts_{name}"))
    ogre = card(session, "Thunder Ogre")
    assert find_names(session, "ogre", 5, typos=False) == []
    search_index.refresh(session.connection(), [ogre.id])
    assert [hit.card_id for hit in find_names(session, "ogre", 5, typos=False)] == [ogre.id]
    card(session, "Second Ogre")
    assert len(find_names(session, "ogre", 5, typos=False)) == 2


@sqlite_only
def test_a_search_works_without_the_index(session: Session) -> None:
    search_index.drop(session.connection())
    ogre = card(session, "Thunder Ogre")
    assert [hit.card_id for hit in find_names(session, "thun og", 5)] == [ogre.id]
    search_index.create(session.connection())
    assert [hit.card_id for hit in find_names(session, "thun og", 5)] == [ogre.id]


def test_making_the_index_twice_is_harmless(session: Session) -> None:
    ogre = card(session, "Thunder Ogre")
    search_index.create(session.connection())
    search_index.create(session.connection())
    assert [hit.card_id for hit in find_names(session, "ogre", 5)] == [ogre.id]


def test_names_in_memory_are_read_again_after_a_refresh(session: Session, database: Database) -> None:
    card(session, "Thunder Ogre")
    session.commit()
    with database.read() as reading:
        held = names_of(reading)
        assert len(held) == 1
        assert names_of(reading) is held
    card(session, "Second Ogre")
    search_index.refresh(session.connection())
    session.commit()
    with database.read() as reading:
        assert len(names_of(reading)) == 2
        assert [hit.name for hit in find_names(reading, "secnd ogre", 5)] == ["second ogre"]


def test_a_refresh_of_no_card_keeps_the_stamp(session: Session) -> None:
    search_index.refresh(session.connection())
    before = search_index.stamp(session.connection())
    search_index.refresh(session.connection(), [])
    assert search_index.stamp(session.connection()) == before != ""


def test_many_names_are_indexed_at_the_end(session: Session) -> None:
    search_index.pause(session.connection())
    ogre = card(session, "Thunder Ogre")
    search_index.refresh(session.connection())
    later = card(session, "Later Ogre")
    assert {hit.card_id for hit in find_names(session, "ogre", 5)} == {ogre.id, later.id}
