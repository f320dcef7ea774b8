"""What is in a Deck list, put together for the checks: cards, Tokens and unknown lines with their counts."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.banlists import Banlist
from engine.card_names import name_key
from engine.card_numbers import ARTWORK_REACH
from engine.decks.deck import Deck, DeckCard, Pile
from engine.decks.identify import identify
from engine.decks.source import CardSource, deck_name
from engine.facts import CardFacts


@dataclass(slots=True)
class Copies:
    """How often something is in each pile."""

    main: int = 0
    extra: int = 0
    side: int = 0

    def add(self, pile: Pile) -> None:
        """Count one more copy."""
        match pile:
            case Pile.MAIN:
                self.main += 1
            case Pile.EXTRA:
                self.extra += 1
            case Pile.SIDE:
                self.side += 1

    @property
    def total(self) -> int:
        """Copies over all piles."""
        return self.main + self.extra + self.side

    def facts(self) -> dict[str, str | int]:
        """Return the slots that sentences name the piles by."""
        return {"main": self.main, "extra": self.extra, "side": self.side}


@dataclass(slots=True)
class CardLines:
    """The lines of a list that mean one entry of the card file."""

    card: CardFacts
    copies: Copies = field(default_factory=Copies)


@dataclass(slots=True)
class SameName:
    """All lines of a list that are one card by the rules: one name, whatever artwork or number."""

    name: str
    """The English name they are counted under."""
    lines: list[CardLines] = field(default_factory=list)
    written: dict[int, int] = field(default_factory=dict)
    """Numbers as written, with their copies."""
    copies: Copies = field(default_factory=Copies)

    def names(self) -> list[str]:
        """Return the names a list may call these cards by."""
        return list(dict.fromkeys([self.name, *(line.card.name for line in self.lines)]))

    def numbers(self, source: CardSource, banlist: Banlist) -> Iterator[int]:
        """Yield the numbers by which a list may mean these cards: written, printed, artworks, and unknown ones close by."""
        yield from self.written
        for line in self.lines:
            card = line.card
            if card.placeholder_passcode is not None:
                yield card.placeholder_passcode
            yield from card.alias_passcodes
            if card.passcode is not None:
                yield card.passcode
                for number in range(card.passcode + 1, card.passcode + ARTWORK_REACH + 1):
                    if banlist.lists_number(number) and _is_number_of(number, card, source):
                        yield number

    def facts(self) -> dict[str, str | int]:
        """Return the slots that sentences name these cards by; ``passcode`` is for those who show more than a name."""
        passcode = self.lines[0].card.passcode
        return {"card": self.name} | ({} if passcode is None else {"passcode": passcode})


@dataclass(slots=True)
class Contents:
    """A Deck list put together; everything in the order of first mention."""

    cards: dict[str, SameName] = field(default_factory=dict)
    """By the key of the name."""
    unknown: dict[DeckCard, int] = field(default_factory=dict)
    tokens: dict[DeckCard, int] = field(default_factory=dict)
    written: Copies = field(default_factory=Copies)
    """Cards in each pile as written."""
    counted: Copies = field(default_factory=Copies)
    """Cards in each pile that count: without Tokens."""


def contents_of(deck: Deck, source: CardSource, banlist: Banlist | None) -> Contents:
    """Put a Deck list together; ``banlist`` names the private numbers it has."""
    contents = Contents()
    identified = {written: identify(written, source, banlist) for written in dict.fromkeys(card for _, card in deck.cards())}
    lines: dict[tuple[object, ...], tuple[SameName, CardLines]] = {}
    for pile, written in deck.cards():
        found = identified[written]
        contents.written.add(pile)
        if found.is_token:
            contents.tokens[written] = contents.tokens.get(written, 0) + 1
            continue
        contents.counted.add(pile)
        if found.card is None:
            contents.unknown[written] = contents.unknown.get(written, 0) + 1
            continue
        entry = _entry(found.card)
        if entry not in lines:
            name = deck_name(found.card)
            same_name = contents.cards.setdefault(name_key(name), SameName(name))
            line = CardLines(found.card)
            same_name.lines.append(line)
            lines[entry] = same_name, line
        same_name, line = lines[entry]
        line.copies.add(pile)
        same_name.copies.add(pile)
        if written.passcode is not None:
            same_name.written[written.passcode] = same_name.written.get(written.passcode, 0) + 1
    return contents


def _entry(card: CardFacts) -> tuple[object, ...]:
    """Return what tells entries of a card file apart; a database makes new objects every time it is asked."""
    return card.page_id, card.passcode, card.placeholder_passcode, card.name


def _is_number_of(number: int, card: CardFacts, source: CardSource) -> bool:
    found = identify(DeckCard(number), source).card
    return found is not None and _entry(found) == _entry(card)
