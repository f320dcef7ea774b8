"""The exact odds of an opening hand, and sample hands from a seed."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import comb
from typing import TypeVar

from engine.rulesets import Ruleset

Card = TypeVar("Card")

HAND = 5
"""Cards each player draws before the duel begins."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many cards of a group a hand must have."""

    group: str
    """A name the caller gives: a card, or "starters"."""
    at_least: int = 1
    at_most: int | None = None
    """None for no upper bound."""

    def __post_init__(self) -> None:
        if self.at_least < 0 or (self.at_most is not None and self.at_most < self.at_least):
            raise ValueError(f"A hand can't have from {self.at_least} to {self.at_most} cards of {self.group}.")


def hand_size(ruleset: Ruleset, *, goes_first: bool) -> int:
    """Return how many cards a player has seen when the first Main Phase of theirs begins: 5, or 6 after a draw."""
    draws = not goes_first or ruleset.turn_first_draw == "draw"
    return HAND + (1 if draws else 0)


def odds_of_count(deck_size: int, copies: int, draws: int) -> list[Fraction]:
    """Return the probabilities of drawing 0, 1, 2… of ``copies`` cards among ``draws`` of ``deck_size``.

    The hypergeometric distribution, exact; the list ends with the most that can be drawn. Raises ``ValueError`` for
    numbers no Deck can have.
    """
    if not (0 <= copies <= deck_size and 0 <= draws <= deck_size):
        raise ValueError(f"Can't draw {draws} of {deck_size} cards with {copies} wanted among them.")
    hands = comb(deck_size, draws)
    return [
        Fraction(comb(copies, count) * comb(deck_size - copies, draws - count), hands)
        for count in range(min(copies, draws) + 1)
    ]


def odds_of_hand(cards: Sequence[tuple[int, frozenset[str]]], draws: int, any_of: Sequence[Sequence[Wanted]]) -> Fraction:
    """Return the exact probability that a hand satisfies one of several wishes.

    ``cards`` are the cards of the Main Deck as (copies, groups they belong to); a card may belong to several groups,
    and to none. ``any_of`` are wishes; each asks for several groups at once. Raises ``ValueError`` for more draws than
    cards.
    """
    deck_size = sum(copies for copies, _ in cards)
    if not 0 <= draws <= deck_size:
        raise ValueError(f"Can't draw {draws} cards of a Deck of {deck_size}.")
    groups = sorted({wanted.group for wish in any_of for wanted in wish})
    caps = [_highest_that_matters(group, any_of) for group in groups]
    # Cards that belong to the same of the groups asked for are alike.
    alike: dict[tuple[int, ...], int] = {}
    for copies, names in cards:
        membership = tuple(int(group in names) for group in groups)
        alike[membership] = alike.get(membership, 0) + copies
    # Number of ways to have drawn so many cards, with so many of each group (counted no further than matters).
    ways: dict[tuple[int, tuple[int, ...]], int] = {(0, (0,) * len(groups)): 1}
    for membership, copies in sorted(alike.items()):
        extended: dict[tuple[int, tuple[int, ...]], int] = {}
        for (drawn, counts), number in ways.items():
            for more in range(min(copies, draws - drawn) + 1):
                reached = tuple(min(cap, count + more * one) for cap, count, one in zip(caps, counts, membership, strict=True))
                key = drawn + more, reached
                extended[key] = extended.get(key, 0) + number * comb(copies, more)
        ways = extended
    good = sum(
        number
        for (drawn, counts), number in ways.items()
        if drawn == draws and any(_satisfies(dict(zip(groups, counts, strict=True)), wish) for wish in any_of)
    )
    return Fraction(good, comb(deck_size, draws))


def _highest_that_matters(group: str, any_of: Sequence[Sequence[Wanted]]) -> int:
    bounds = [wanted for wish in any_of for wanted in wish if wanted.group == group]
    return max(wanted.at_least if wanted.at_most is None else wanted.at_most + 1 for wanted in bounds)


def _satisfies(counts: Mapping[str, int], wish: Sequence[Wanted]) -> bool:
    return all(
        wanted.at_least <= counts[wanted.group] and (wanted.at_most is None or counts[wanted.group] <= wanted.at_most)
        for wanted in wish
    )


def sample_hands(main: Sequence[Card], size: int, hands: int, seed: int) -> list[list[Card]]:
    """Return hands drawn from freshly shuffled Decks: the same for the same seed, on any machine.

    A hand has no more cards than the Deck.
    """
    stream = _Chance(seed)
    return [stream.drawn(main, size) for _ in range(hands)]


class _Chance:
    """A stream of random numbers that depends on nothing but its seed."""

    def __init__(self, seed: int) -> None:
        self._seed = str(seed).encode("ascii")
        self._block = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound`` - 1, all equally likely."""
        limit = 2**64 - 2**64 % bound
        while True:
            digest = hashlib.blake2b(self._seed + b":" + str(self._block).encode("ascii"), digest_size=8).digest()
            self._block += 1
            number = int.from_bytes(digest, "little")
            if number < limit:
                return number % bound

    def drawn(self, cards: Sequence[Card], size: int) -> list[Card]:
        """Return ``size`` cards of a shuffled pile."""
        pile = list(cards)
        for index in islice(range(len(pile)), size):
            other = index + self.below(len(pile) - index)
            pile[index], pile[other] = pile[other], pile[index]
        return pile[:size]
