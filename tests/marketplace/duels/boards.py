"""Pages of tables for tests, without a request that leads to them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace

from flask import Flask, render_template
from sqlalchemy.orm import Session

from engine import Action, Verb
from marketplace.duels.page import DuelPage, duel_page
from marketplace.duels.table import Table
from tests.engine.duels import mixed_deck
from tests.marketplace.duels.tables import do, new_table

ROW = SimpleNamespace(id=1, speed="instant")
_STAYS = (Verb.PHASE, Verb.PASS, Verb.DONE)


@contextmanager
def reading(app: Flask, language: str = "en") -> Iterator[Session]:
    """A request of a reader of that language."""
    with (
        app.test_request_context("/duels/1", headers={"Accept-Language": language}),
        app.extensions["duelfolio_db"].read() as session,
    ):
        yield session


def page_of(app: Flask, table: Table, language: str = "en", card: int | None = None, pile: str | None = None) -> DuelPage:
    with reading(app, language) as session:
        return duel_page(session, table, ROW, language, card, pile)


def html_of(app: Flask, table: Table, language: str = "en", card: int | None = None, pile: str | None = None) -> str:
    with reading(app, language) as session:
        page = duel_page(session, table, ROW, language, card, pile)
        return re.sub(r'name="(csrf_token|form_key)" value="[^"]*"', "", render_template("duels/_regions.html", page=page))


def mixed_table(seed: int, ruleset: str = "goat-2005") -> Table:
    """A duel with every kind of card there is."""
    return new_table(seed, ruleset, (mixed_deck(seed), mixed_deck(seed + 1)), agent="sensible")


def wandering(table: Table, chance: random.Random, most: int = 150) -> Iterator[Table]:
    """Play at random, with a liking for doing something; gives the table before every decision."""
    for _ in range(most):
        yield table
        if table.waiting == "over":
            return
        options = table.options()
        staying = [action for action in options if action.verb not in _STAYS]
        do(table, chance.choice(staying if staying and chance.random() < 0.85 else options))


def wander(table: Table, chance: random.Random, look: Callable[[Table], None], most: int = 150) -> None:
    """Look at the table before every decision of a duel played at random."""
    for now in wandering(table, chance, most):
        look(now)


def find(wanted: Callable[[Table], bool], seeds: range = range(1, 40), ruleset: str = "goat-2005") -> Table:
    """A table at a decision that is wanted."""

    class Found(Exception):
        pass

    for seed in seeds:
        table = mixed_table(seed, ruleset)

        def look(now: Table) -> None:
            if wanted(now):
                raise Found

        try:
            wander(table, random.Random(seed), look)
        except Found:
            return table
    raise AssertionError("no such position was met")


def option(table: Table, verb: Verb) -> Action:
    return next(action for action in table.options() if action.verb is verb)
