"""What a computer player is, and the ones there are by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.action import Action
from engine.duel import Duel


class Agent(Protocol):
    """Chooses for one seat. It may read only what ``duel.view`` of that seat tells, cards it knows included.

    The same seed in the same position gives the same choice: an agent keeps nothing between decisions.
    """

    def choose(self, duel: Duel, player: int, actions: Sequence[Action]) -> Action:
        """Return one of the legal actions; there are at least two."""


class UnknownAgent(ValueError):
    """No agent has that name; ``str()`` names those there are."""


def make_agent(name: str, seed: int, policy: str = "uniform") -> Agent:
    """Return an agent by name; ``policy`` is how "random" treats phases."""
    from engine.ai.random_agent import RandomAgent
    from engine.ai.script import ScriptAgent
    from engine.ai.sensible import SensibleAgent

    if name == "random":
        return RandomAgent(seed, active=policy == "active")
    if name == "sensible":
        return SensibleAgent(seed)
    if name == "script":
        return ScriptAgent(seed)
    raise UnknownAgent(f"There is no agent {name!r}; there are random, sensible and script.")
