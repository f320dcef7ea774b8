"""Sample hands of a deck, and the odds that an opening hand has what one wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine import Pile, Wanted, odds_of_hand, sample_hands
from marketplace.decks.deck_view import DeckView, Row

SIZES = (5, 6)
"""Cards a player has seen in the first Main Phase: going first, and going second."""
GROUPS = ("a", "b", "c")


@dataclass(frozen=True, slots=True)
class Odds:
    """The probability for one hand size, exact, and as percent for the page."""

    size: int
    exact: Fraction

    @property
    def percent(self) -> float:
        return float(self.exact * 100)


def main_rows(view: DeckView) -> list[Row]:
    """The rows of the Main Deck as they are shown."""
    pile = next(pile for pile in view.piles if pile.pile == Pile.MAIN.value)
    return [row for _name, _copies, rows in pile.groups for row in rows]


def hand(view: DeckView, size: int, seed: int) -> list[Row]:
    """A hand from the shuffled Main Deck; the same seed gives the same hand."""
    cards = [row for row in main_rows(view) for _copy in range(row.entry.copies)]
    return sample_hands(cards, size, 1, seed)[0]


def odds(
    view: DeckView, chosen: Mapping[str, frozenset[int]], at_least: Mapping[str, int], sizes: Sequence[int] = SIZES
) -> list[Odds]:
    """The odds of a hand with at least so many cards of each group that has any. ``chosen``: group -> ids of entries.

    Nothing for a Main Deck smaller than the hand, or when no group has a card.
    """
    rows = main_rows(view)
    here = {row.entry.id for row in rows}
    groups = {group: ids & here for group, ids in chosen.items() if ids & here}
    if not groups:
        return []
    wish = [Wanted(group, at_least.get(group, 1)) for group in groups]
    cards = [(row.entry.copies, frozenset(group for group, ids in groups.items() if row.entry.id in ids)) for row in rows]
    total = sum(copies for copies, _names in cards)
    return [Odds(size, odds_of_hand(cards, size, [wish])) for size in sizes if size <= total]
