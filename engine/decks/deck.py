"""A Deck: three piles of cards, by the numbers and names its owner wrote."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Pile(StrEnum):
    """The three parts of a Deck list."""

    MAIN = "main"
    EXTRA = "extra"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One copy of one card, as it was written."""

    passcode: int | None
    """The number as written: it also tells the artwork. 0 stands for a card without a number in some programs.

    None for a card that was written by a name no card has, and for cards printed without a passcode.
    """
    name: str = ""
    """The name, only where ``passcode`` is None."""

    def __str__(self) -> str:
        return self.name if self.passcode is None else str(self.passcode)


@dataclass(frozen=True, slots=True)
class Deck:
    """Three piles in the order of the list, one element per copy. Nothing here says that a Deck is legal."""

    main: tuple[DeckCard, ...] = ()
    extra: tuple[DeckCard, ...] = ()
    side: tuple[DeckCard, ...] = ()
    name: str = ""
    author: str = ""

    def pile(self, pile: Pile) -> tuple[DeckCard, ...]:
        """Return one of the piles."""
        return {Pile.MAIN: self.main, Pile.EXTRA: self.extra, Pile.SIDE: self.side}[pile]

    def cards(self) -> Iterator[tuple[Pile, DeckCard]]:
        """Yield every copy with its pile: Main, Extra, Side."""
        for pile in Pile:
            for card in self.pile(pile):
                yield pile, card

    def __len__(self) -> int:
        return len(self.main) + len(self.extra) + len(self.side)


def deck_of(
    main: Sequence[int] = (), extra: Sequence[int] = (), side: Sequence[int] = (), name: str = "", author: str = ""
) -> Deck:
    """Return the Deck of three lists of passcodes, one number per copy."""
    main_cards, extra_cards, side_cards = (tuple(map(DeckCard, pile)) for pile in (main, extra, side))
    return Deck(main_cards, extra_cards, side_cards, name, author)


def counted(cards: Sequence[DeckCard]) -> list[tuple[DeckCard, int]]:
    """Return each card once with its number of copies, in the order of first mention."""
    return list(Counter(cards).items())
