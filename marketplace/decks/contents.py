"""A stored deck as the engine sees it, and the cards of several decks loaded together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy.orm import Session

import engine
from engine import Banlist, CardFacts, DeckCard, Identified, Pile, identify, shipped_lists
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.models import Deck, DeckEntry

PILES = tuple(Pile)
_ARTWORKS = 10
"""How far above its card another artwork's number may lie."""


def written_of(entry: DeckEntry) -> DeckCard:
    """An entry as it was written."""
    return DeckCard(entry.passcode, entry.name if entry.passcode is None else "")


def key_of(card: DeckCard) -> str:
    """What tells entries of a pile apart."""
    return f"={card.name}" if card.passcode is None else f"#{card.passcode}"


def entries_of(deck: Deck, pile: Pile) -> Iterator[DeckEntry]:
    """The entries of one pile in the order they were added."""
    return (entry for entry in deck.cards if entry.pile == pile.value)


def engine_deck(deck: Deck) -> engine.Deck:
    """The deck as the engine takes it: one element per copy."""
    main, extra, side = (
        tuple(card for entry in entries_of(deck, pile) for card in [written_of(entry)] * entry.copies) for pile in PILES
    )
    return engine.Deck(main, extra, side, deck.name, deck.author)


def size(deck: Deck, pile: Pile) -> int:
    """Cards in one pile."""
    return sum(entry.copies for entry in entries_of(deck, pile))


def load_cards(
    session: Session, decks: Sequence[Deck], banlists: Iterable[Banlist | None] = (), source: CatalogueCards | None = None
) -> CatalogueCards:
    """The cards of several decks: a handful of statements, however many decks there are."""
    source = source or CatalogueCards(session)
    entries = [entry for deck in decks for entry in deck.cards]
    load_written(source, map(written_of, entries), banlists)
    return source


def load_written(source: CatalogueCards, cards: Iterable[DeckCard], banlists: Iterable[Banlist | None] = ()) -> None:
    """Read the cards of a list, by number and by name, and those a list of limits names for numbers nobody knows."""
    known = list(cards)
    numbers = {card.passcode for card in known if card.passcode is not None}
    source.load(numbers)
    names = {card.name for card in known if card.passcode is None}
    # By identity: comparing two lists takes longer than looking numbers up in them.
    lists = {id(banlist): banlist for banlist in (*shipped_lists(), *banlists) if banlist is not None}.values()
    # A list may mean a card by an artwork's number that the deck does not have.
    printed = [card.passcode for number in numbers if (card := source.card(number)) is not None and card.passcode is not None]
    source.load(
        number
        for passcode in printed
        for number in range(passcode + 1, passcode + _ARTWORKS + 1)
        if any(banlist.lists_number(number) for banlist in lists)
    )
    unknown = [number for number in numbers if source.card(number) is None]
    for banlist in lists:
        names.update(filter(None, map(banlist.name_of, unknown)))
    source.load_names(names)


def identified(entry: DeckEntry, source: CatalogueCards, banlist: Banlist | None = None) -> Identified:
    """What an entry means."""
    return identify(written_of(entry), source, banlist)


def card_id_of(found: Identified, source: CatalogueCards) -> int | None:
    """The catalogue's id of what an entry means, None for Tokens and unknown cards."""
    return None if found.card is None else source.id_of(found.card)


def written_for(facts: CardFacts) -> DeckCard:
    """How a card of the catalogue is written into a deck: by its number, else by the placeholder, else by its name."""
    number = facts.passcode if facts.passcode is not None else facts.placeholder_passcode
    return DeckCard(None, facts.name) if number is None else DeckCard(number)
