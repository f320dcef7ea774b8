"""Tables for tests: practice Decks, known seeds, and ways of playing the person's part."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache

from engine import Action, CardFacts, CardIndex, DuelDeck, Verb, practice_deck, read_starter
from marketplace.duels.table import Table

DECKS = {
    "rulebook-2009": ("frog-chorus", "black-feathers"),
    "goat-2005": ("village-guard", "hidden-claws"),
    "advanced": ("dragon-hoard", "iron-vanguard"),
}


@cache
def starter() -> CardIndex:
    return CardIndex(read_starter().cards)


def card(name: str) -> CardFacts:
    return next(facts for facts in starter().named(name) if facts.name == name)


def deck(*names: str, size: int = 40) -> DuelDeck:
    """A Deck of these cards over and over."""
    return DuelDeck([card(names[place % len(names)]) for place in range(size)])


@cache
def practice(ruleset: str) -> tuple[DuelDeck, DuelDeck]:
    first, second = (practice_deck(name).duel_deck(starter()) for name in DECKS[ruleset])
    return first, second


def new_table(
    seed: int, ruleset: str = "rulebook-2009", decks: Sequence[DuelDeck] | None = None, agent: str = "script"
) -> Table:
    table = Table.start(ruleset, decks or practice(ruleset), seed, agent, seed + 1)
    table.run(math.inf)
    return table


def seat_first(ruleset: str, decks: Sequence[DuelDeck], first: int = 0, agent: str = "script") -> Table:
    """A table at which seat ``first`` takes the first turn, at the first decision of the person after that."""
    for seed in range(1, 60):
        table = Table.start(ruleset, decks, seed, agent, 7)
        if table.toss == 0:
            table.answer(Action(Verb.CHOOSE, value="first" if first == 0 else "second"))
            table.run(math.inf)
            return table
    raise AssertionError("the coin never fell on the person's side")


def do(table: Table, action: Action) -> None:
    table.answer(action)
    table.run(math.inf)


def seen(table: Table) -> str:
    """Everything the page may show, as text to compare byte by byte."""
    assert table.duel.log is not None
    return json.dumps(
        [
            table.duel.view(table.seat),
            table.duel.view(1 - table.seat),
            [action.to_json() for action in table.options()],
            table.duel.log.lines(table.seat),
            [window.to_json() for window in table.skipped],
            [table.can_undo, None if table.undo_label is None else table.undo_label.to_json(), table.undo_refusal],
            table.waiting,
        ],
        default=str,
    )
