"""The search language: how it is read, and that what is not understood is named while the rest works."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from marketplace.catalogue.queries import parse
from marketplace.catalogue.search import search
from marketplace.db import Database


@pytest.fixture
def starter(starter_app: Flask, starter_database: Database) -> Iterator[Session]:
    with starter_app.test_request_context("/"), starter_database.read() as session:
        yield session


def names(session: Session, typed: str) -> set[str]:
    return {one.card.name for one in search(session, typed, per_page=1000).cards}


def test_plain_words_are_a_name(app: Flask) -> None:
    with app.test_request_context("/"):
        for typed in (
            "dark magician",
            "S:P Little Knight",
            "Number 39: Utopia",
            "Artmage Movement -Pedigree-",
            "Red-Eyes B. Dragon",
        ):
            query = parse(typed)
            assert query.plain, typed
            assert query.words == typed.replace(" - ", " ")


@pytest.mark.parametrize(
    ("typed", "words", "conditions", "printing"),
    [
        ("dragon type:synchro atk>=2500", "dragon", 2, 0),
        ("level>=7 attr:light race:dragon", "", 3, 0),
        ("niveau>=7 attribut:lumière race:dragon", "", 3, 0),
        ("nivel>=7 atributo:luz raça:dragão", "", 3, 0),
        ("set:LDD lang:fr r:ultra", "", 0, 3),
        ('set:"metal raiders" -r:common', "", 1, 1),
        ("-type:trap mirror", "mirror", 1, 0),
        ("atk:? link=2 scale<4 rank:4 def<1000", "", 5, 0),
        ("code:LDD-F id:46986414 r!=common", "", 2, 1),
        ('name:"dark magician"', "dark magician", 0, 0),
        ("atk≥2500", "", 1, 0),
    ],
)
def test_keys_are_read(app: Flask, typed: str, words: str, conditions: int, printing: int) -> None:
    with app.test_request_context("/"):
        query = parse(typed)
    assert query.problems == []
    assert (query.words, len(query.conditions), len(query.printing)) == (words, conditions, printing)
    assert len(query.parts) == conditions + printing


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("foo:bar dragon", "foo:"),
        ("own>=3 dragon", "own:"),
        ("lang:klingon dragon", "lang:klingon"),
        ("atk>many dragon", "atk>many"),
        ("type:sorcerer dragon", "type:sorcerer"),
        ("r:shiny dragon", "r:shiny"),
        ("attr>light dragon", "attr>light"),
        ("level:? dragon", "level:?"),
    ],
)
def test_what_is_not_understood_is_named_and_the_rest_works(starter: Session, typed: str, named: str) -> None:
    results = search(starter, typed)
    assert len(results.reading.problems) == 1
    assert named in results.reading.problems[0]
    assert results.total == search(starter, "dragon").total > 0


def test_conditions_narrow_and_exclude(starter: Session) -> None:
    monsters = names(starter, "type:monster")
    assert names(starter, "type:monster attr:dark") < monsters
    assert names(starter, "type:monster attr:dark") | names(starter, "type:monster -attr:dark") == monsters
    assert "Dark Magician Girl" in names(starter, '"dark magician"')
    assert "Dark Magician Girl" not in names(starter, '"dark magician" -girl')
    assert "Dark Magician" in names(starter, '"dark magician" -girl')
    assert names(starter, "type:tuner") == names(starter, "type:syntoniseur") != set()
    assert names(starter, "type:dragon level>=8") >= {"Blue-Eyes White Dragon"}


def test_conditions_on_printings_speak_of_one_printing(starter: Session) -> None:
    assert "Dark Magician" in names(starter, "code:LDD-F003")
    assert names(starter, "set:LDD lang:fr r:ultra") >= {"Blue-Eyes White Dragon", "Dark Magician"}
    assert names(starter, "set:LDD lang:ja") == set()
    assert names(starter, "r>=secret") | names(starter, "r<secret") >= names(starter, "set:LDD")


def test_a_printed_question_mark_is_no_number(starter: Session) -> None:
    unknown = names(starter, "atk:?")
    assert not unknown & names(starter, "atk<1000")
    assert not unknown & names(starter, "atk>=0")
