"""Tell which card each number or name of a Deck list means."""

from dataclasses import dataclass

from engine.banlists import Banlist
from engine.card_numbers import ARTWORK_REACH, token_numbers
from engine.decks.deck import DeckCard
from engine.decks.source import CardSource, only_card
from engine.facts import CardFacts
from engine.vocab import CardKind


@dataclass(frozen=True, slots=True)
class Identified:
    """What one line of a list means. Neither a card nor a Token: unknown."""

    card: CardFacts | None = None
    is_token: bool = False
    is_assumed: bool = False
    """Whether the number was taken for another artwork of the card only because it is close by."""


UNKNOWN = Identified()
TOKEN = Identified(is_token=True)


def identify(written: DeckCard, source: CardSource, banlist: Banlist | None = None) -> Identified:
    """Return what a line of a Deck list means.

    A number is looked up in this order: the cards at hand with their artworks; known Tokens; the names that the list in
    use gives to its private numbers; the card at most ten below. What lies just above a card that makes Tokens is taken
    for its Token, as simulators number them so.
    """
    number = written.passcode
    if number is None:
        card = only_card(source.named(written.name))
        return _known(card) if card is not None else UNKNOWN
    if (card := source.card(number)) is not None:
        return _known(card)
    if number in token_numbers():
        return TOKEN
    if banlist is not None and (name := banlist.name_of(number)) and (card := only_card(source.named(name))):
        return _known(card)
    return _close_by(number, source)


def _known(card: CardFacts) -> Identified:
    return TOKEN if card.kind is CardKind.TOKEN else Identified(card)


def _close_by(number: int, source: CardSource) -> Identified:
    if number >= 100_000_000:  # Simulators number cards that are not printed one after the other.
        return UNKNOWN
    for distance in range(1, ARTWORK_REACH + 1):
        card = source.card(number - distance)
        if card is not None:
            if card.kind is CardKind.TOKEN or "Token" in card.texts.get("en", ""):
                return TOKEN
            return Identified(card, is_assumed=True)
    return UNKNOWN
