"""Tables of two teams for tests: the person and Mika against Robin, who faces the person, and Alex."""

from __future__ import annotations

import math
from functools import cache

from engine import DuelDeck, practice_deck
from marketplace.duels.sides import COMPUTERS
from marketplace.duels.table import Table
from tests.engine.duels import mixed_deck
from tests.marketplace.duels.tables import starter

TEAMS = ("dragon-hoard", "black-feathers", "iron-vanguard", "frog-chorus")


@cache
def four_decks() -> tuple[DuelDeck, ...]:
    """Practice Decks by seat: the person's, Alex's, Mika's and Robin's."""
    return tuple(practice_deck(name).duel_deck(starter()) for name in TEAMS)


def tag_table(seed: int, agent: str = "sensible", *, mixed: bool = False) -> Table:
    """A Tag Duel at the person's first decision; ``mixed``: with every kind of card there is."""
    decks = [mixed_deck(seed + place) for place in range(4)] if mixed else four_decks()
    table = Table.start("tag-2017", decks, seed, agent, seed + 1, names=COMPUTERS)
    table.run(math.inf)
    return table
