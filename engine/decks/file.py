"""What reading a Deck list gives: the Deck, and what was odd in it."""

from dataclasses import dataclass
from enum import StrEnum

from engine.decks.deck import Deck, DeckCard, Pile
from engine.message import Message, UnreadableFile

MAX_CARDS = 5_000
"""Most cards of a list that is read; more is no Deck."""


class DeckFormat(StrEnum):
    """The ways Decks are written down."""

    YDK = "ydk"
    YDKE = "ydke"
    LINK = "link"
    """An address that carries a Deck."""
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class DeckFile:
    """The content of one Deck list."""

    format: DeckFormat
    deck: Deck
    messages: tuple[Message, ...] = ()
    """In the order of the list."""

    @property
    def is_whole(self) -> bool:
        """Whether every card of the list is in ``deck``."""
        return not any(message.is_loss for message in self.messages)


class Piles:
    """Collects the cards of a list that is being read."""

    def __init__(self) -> None:
        self._cards: dict[Pile, list[DeckCard]] = {pile: [] for pile in Pile}
        self._count = 0

    def add(self, pile: Pile, card: DeckCard, copies: int = 1) -> None:
        """Add copies of a card; raises ``UnreadableFile`` when the list is longer than any Deck."""
        self._count += copies
        if self._count > MAX_CARDS:
            raise UnreadableFile(Message("deck.too_many", {"count": MAX_CARDS}))
        self._cards[pile].extend([card] * copies)

    def size(self, pile: Pile) -> int:
        """Return how many cards are in a pile."""
        return len(self._cards[pile])

    def deck(self, name: str = "", author: str = "") -> Deck:
        """Return what was collected."""
        main, extra, side = (tuple(self._cards[pile]) for pile in Pile)
        return Deck(main, extra, side, name, author)


@dataclass(frozen=True, slots=True)
class Written:
    """A Deck written down."""

    text: str
    left_out: tuple[DeckCard, ...] = ()
    """Copies the format has no way to write: cards known by name only."""
