"""The duel's own chance: one integer of state, the same numbers on every machine (SplitMix64)."""

from collections.abc import MutableSequence
from typing import TypeVar

_MASK = (1 << 64) - 1
_T = TypeVar("_T")


class Rng:
    """Random numbers from a 64-bit state."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def bits(self) -> int:
        """Return the next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit - 1``, all equally likely."""
        return (self.bits() * limit) >> 64

    def shuffle(self, items: MutableSequence[_T]) -> None:
        """Put the items into a random order."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
