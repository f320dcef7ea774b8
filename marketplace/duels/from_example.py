"""Duels that begin with an example of the rulebook: its position, and the computer on the other side."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from engine import Example, HouseRules, UnknownExample, example, house_rules, rule
from engine.notation.position import BadScenario
from engine.notation.showing import duel_at
from marketplace.db import Database
from marketplace.duels import opponents, starting
from marketplace.duels.deck_record import pack_decks
from marketplace.duels.models import PracticeDuel
from marketplace.duels.sides import COMPUTERS
from marketplace.duels.table import Table
from marketplace.errors import NotFound, Refused
from marketplace.i18n import current_locale
from marketplace.rules import examples


@dataclass(frozen=True, slots=True)
class Chosen:
    """An example, and which of its rulesets it is played under."""

    example: Example
    choice: int

    @property
    def written(self) -> str | Mapping[str, Any]:
        return self.example.rulesets[self.choice]


def chosen(example_id: str, under: str) -> Chosen:
    """The example of a form; NotFound for one that does not exist."""
    try:
        found = example(example_id)
    except UnknownExample as error:
        raise NotFound(_("There is no such example in the rulebook.")) from error
    number = int(under) if under.isascii() and under.isdigit() and len(under) < 3 else -1
    if not 0 <= number < len(found.rulesets):
        raise NotFound(_("There is no such example in the rulebook."))
    return Chosen(found, number)


def again(row: PracticeDuel) -> Chosen:
    """What a duel began with; NotFound once the rulebook has it no more."""
    assert row.example is not None
    try:
        found = example(row.example)
    except UnknownExample as error:
        raise NotFound(_("There is no such example in the rulebook.")) from error
    for number, written in enumerate(found.rulesets):
        base = written if isinstance(written, str) else written["base"]
        if base == row.ruleset and isinstance(written, str) == (row.house is None):
            return Chosen(found, number)
    return Chosen(found, examples.first_choice(found))


def begin(database: Database, user_id: int, wish: Chosen, request_key: str | None = None) -> int:
    """Begin a duel in the position of an example and return its id. Refused in words where that cannot be played."""
    with database.read() as session:
        known = starting.sent_before(session, user_id, request_key)
        if known is not None:
            return known
        starting.check_room(session, user_id)
        habits = starting.habits_of(session, user_id)
    base, kept = _rules(wish.written)
    try:
        duel = duel_at(wish.example, wish.written, examples.cards().get)
    except (BadScenario, ValueError) as error:
        words = _("This version of the site cannot play this example under that ruleset.")
        raise Refused(words, rule="duels.example") from error
    if duel.log is not None and len(duel.state.players) > 2:
        duel.log.names = COMPUTERS
    locale = current_locale()
    title = rule(wish.example.rules[0]).title
    row = PracticeDuel(
        user_id=user_id,
        request_key=request_key,
        ruleset=base,
        house=kept,
        agent=opponents.DEFAULT,
        agent_seed=secrets.randbits(starting.SEED_BITS),
        seed=0,
        my_deck=title.get(locale, title["en"])[:120],
        their_deck="",
        decks=pack_decks([]),
        example=wish.example.id,
    )
    return starting.write(database, row, Table.at(duel, row.agent, row.agent_seed), habits)


def _rules(written: str | Mapping[str, Any]) -> tuple[str, dict[str, Any] | None]:
    """The base of a ruleset, and what is kept of house rules."""
    if isinstance(written, str):
        return written, None
    definition: HouseRules = house_rules(written["base"], written.get("switches", {}))
    return definition.base, {"name": _("House rules of an example"), "key": definition.key, **definition.to_json()}
