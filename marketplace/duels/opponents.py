"""Who plays the other seat: the computer players by name, and one decision of theirs.

An opponent keeps nothing in memory between two decisions: what it does follows from the duel, its own seed and the
number of the decision, so that a duel taken up again after a restart goes on as it would have.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from engine import Action, Duel, make_agent

log = logging.getLogger(__name__)


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
    "script": Opponent(
        "script", _l("Club"), _l("Thinks each move through: draws and searches first, clears the way, attacks when it pays.")
    ),
}
"""The opponents by id, the weakest first."""
DEFAULT = "sensible"


def choose(agent: str, seed: int, number: int, duel: Duel, player: int) -> Action:
    """Return what the computer does at decision ``number`` of the duel.

    A computer player that breaks down over a position waives what it could have done; the duel goes on.
    """
    actions = list(duel.options(player))
    if len(actions) == 1:
        return actions[0]
    try:
        return make_agent(agent, _mixed(seed, number)).choose(duel, player, actions)
    except Exception:
        log.exception("the opponent %s broke down at decision %s of a duel", agent, number)
        return actions[-1]


def _mixed(seed: int, number: int) -> int:
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")
