"""Which Deck the opponent brings when the person does not choose one for it."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import practice_deck
from marketplace.db import Database
from marketplace.duels import setup
from tests.marketplace.duels.conftest import stored


@pytest.mark.parametrize("ruleset", setup.RULESETS)
def test_the_learner_brings_a_relaxed_deck_and_the_club_one_as_strong(app: Flask, ruleset: str) -> None:
    with app.test_request_context("/"):
        offers = setup.practice_offers(ruleset)
        for mine in offers:
            learner = setup.fitting("sensible", mine.value, ruleset)
            assert learner == setup.MIRROR or practice_deck(learner.partition(":")[2]).power == 1
            club = setup.fitting("script", mine.value, ruleset)
            assert club != mine.value
            equals = {one.value for one in offers if one.power == mine.power and one.value != mine.value}
            assert club in equals if equals else club in {setup.MIRROR, *(one.value for one in offers)}


def test_it_is_what_the_form_proposes(web: FlaskClient, database: Database) -> None:
    page = web.get("/duels/new?ruleset=goat-2005").text
    assert 'name="their_deck" value="fitting" checked' in page
    form = {"ruleset": "goat-2005", "my_deck": "practice:hidden-claws", "their_deck": "fitting", "opponent": "sensible"}
    url = web.post("/duels/new", data=form).location
    row = stored(database, int(url.rsplit("/", 1)[1]))
    assert row.their_deck == practice_deck("village-guard").name["en"]
