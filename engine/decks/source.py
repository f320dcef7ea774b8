"""Where a Deck check gets its cards from: a small protocol, and an index over the cards of a file."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from engine.card_names import loose_key, name_key
from engine.facts import CardFacts

_TREATED = Path(__file__).with_name("treated_as.json")
_ALWAYS = re.compile(r'is always treated as "([^"]+)"(?! card)')


class CardSource(Protocol):
    """Anything that finds cards by number and by name: a file in memory, a database."""

    def card(self, passcode: int) -> CardFacts | None:
        """Return the card with that passcode, alternate artworks and placeholder numbers included; None if there is none."""

    def named(self, name: str) -> Sequence[CardFacts]:
        """Return the cards of that name in any language; the spelling may differ in case, accents and punctuation."""


class CardIndex:
    """The cards of a file by number and name. Names are indexed when they are first asked for."""

    def __init__(self, cards: Iterable[CardFacts]) -> None:
        self._cards = list(cards)
        self._by_number = {card.passcode: card for card in reversed(self._cards) if card.passcode is not None}
        for card in self._cards:
            for number in card.alias_passcodes:
                self._by_number.setdefault(number, card)
        for card in self._cards:
            if card.placeholder_passcode is not None:
                self._by_number.setdefault(card.placeholder_passcode, card)
        self._exact: dict[str, list[CardFacts]] | None = None
        self._loose: dict[str, list[CardFacts]] | None = None

    def __len__(self) -> int:
        return len(self._cards)

    def card(self, passcode: int) -> CardFacts | None:
        """Return the card with that number, or None."""
        return self._by_number.get(passcode)

    def named(self, name: str) -> Sequence[CardFacts]:
        """Return the cards with exactly that name in some language, or else those whose letters and digits agree."""
        if self._exact is None:
            self._exact = self._index_names(name_key)
        if (found := self._exact.get(name_key(name))) is not None:
            return found
        if self._loose is None:
            self._loose = self._index_names(loose_key)
        key = loose_key(name)
        return self._loose.get(key, []) if key else []

    def _index_names(self, key_of: Callable[[str], str]) -> dict[str, list[CardFacts]]:
        index: dict[str, list[CardFacts]] = {}
        for card in self._cards:
            for key in {key_of(name): None for name in card.names.values()}:
                index.setdefault(key, []).append(card)
        return index


@cache
def _known_treated() -> dict[str, str]:
    names: dict[str, str] = json.loads(_TREATED.read_text(encoding="utf-8"))["names"]
    return names


def deck_name(card: CardFacts) -> str:
    """Return the English name under which the copies of a card are counted in a Deck.

    "Harpie Lady 1" is counted as "Harpie Lady": its text says that its name is always treated as that. Card files
    without texts are helped by the list of such cards that comes with the program.
    """
    text = card.texts.get("en", "")
    if "always treated as" in text and (match := _ALWAYS.search(text)):
        return match[1]
    return _known_treated().get(card.name, card.name)


def only_card(cards: Sequence[CardFacts]) -> CardFacts | None:
    """Return the card that a name means: None when there is none, or when different cards share it.

    Of the cards of one name those that have a passcode come first, then the one printed first ("Dark Magician" is two
    entries with one name).
    """
    if len({name_key(card.name) for card in cards}) != 1:
        return None
    return min(cards, key=lambda card: (card.passcode is None, card.page_id or 0))
