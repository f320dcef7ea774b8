"""Who plays the other seat: the computer players by name, and one decision of theirs.

An opponent keeps nothing in memory between two decisions: what it does follows from the duel, its own seed and the
number of the decision, so that a duel taken up again after a restart goes on as it would have.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from engine import Action, Duel, Verb, make_agent

MOST_USES = 4
"""Activations of one effect of one card in a turn: no combination of cards keeps the computer busy for ever."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player as people see it."""

    id: str
    """Name of the agent in the engine."""
    name: LazyString
    about: LazyString


OPPONENTS: Mapping[str, Opponent] = {
    "sensible": Opponent(
        "sensible", _l("Learner"), _l("Plays without a plan, but does itself no harm. Good for a first duel or a new Deck.")
    ),
    "script": Opponent("script", _l("Club"), _l("Draws and searches first, removes what is in the way, attacks when it pays.")),
}
"""The opponents by id, the weakest first."""
DEFAULT = "sensible"


def choose(agent: str, seed: int, number: int, duel: Duel, player: int, uses: Mapping[str, int]) -> Action:
    """Return what the computer does at decision ``number`` of the duel; ``uses`` counts its activations of this turn."""
    actions = list(duel.options(player))
    allowed: Sequence[Action] = [action for action in actions if uses.get(use_key(action), 0) < MOST_USES] or actions
    if len(allowed) == 1:
        return allowed[0]
    return make_agent(agent, _mixed(seed, number)).choose(duel, player, allowed)


def use_key(action: Action) -> str:
    """Return under which name an activation is counted; other actions have a name that is never counted."""
    return f"{action.card}/{action.effect}" if action.verb is Verb.ACTIVATE else ""


def _mixed(seed: int, number: int) -> int:
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")
