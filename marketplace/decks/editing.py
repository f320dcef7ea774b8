"""What is in a deck: cards added, counted, moved, swapped and taken out. Each act is saved at once.

An act names the version of the deck its page showed and the key of its form: a deck that was changed elsewhere is
left alone (Conflict), and a form that arrives twice acts once.
"""

from __future__ import annotations

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine import DeckCard, Pile, home_pile
from marketplace.catalogue.models import Card
from marketplace.catalogue.name_search import seen_by
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.contents import entries_of, key_of, written_for
from marketplace.decks.decks import MOST_CARDS, take, touch
from marketplace.decks.models import Deck, DeckEntry
from marketplace.errors import NotFound, Refused

MOST_COPIES = 99
"""Copies of one card in one pile; rules allow three, lists of other people hold what they hold."""


class Editor:
    """One act on one deck."""

    def __init__(
        self, session: Session, user_id: int, deck_id: int, *, version: int | None = None, key: str | None = None
    ) -> None:
        self.session = session
        self.user_id = user_id
        self.key = key
        self.deck, self.repeated = take(session, user_id, deck_id, version=version, key=key)

    def _written(self, card_id: int) -> tuple[DeckCard, Pile]:
        """How a card of the catalogue, or one the player typed, is written, and where it belongs."""
        source = CatalogueCards(self.session)
        facts = source.facts_of(card_id)
        if facts is not None:
            return written_for(facts), home_pile(facts)
        own = self.session.scalar(select(Card).where(Card.id == card_id, seen_by(self.user_id)))
        if own is None:
            raise NotFound(_("That card is not in the catalogue."))
        return DeckCard(own.passcode) if own.passcode is not None else DeckCard(None, own.name), Pile.MAIN

    def entry(self, entry_id: int) -> DeckEntry:
        """An entry of the deck; Refused when it is gone."""
        for entry in self.deck.cards:
            if entry.id == entry_id:
                return entry
        raise Refused(_("That card is no longer in the deck."), rule="decks.entry.gone")

    def add(self, card_id: int, pile: Pile | None = None, copies: int = 1) -> DeckEntry:
        """Add copies of a card, to the pile it belongs to unless another is named."""
        written, home = self._written(card_id)
        pile = pile or home
        # Another artwork of the card that is there already gets the copy.
        same = next((entry for entry in entries_of(self.deck, pile) if entry.card_id == card_id), None)
        entry = same or self._place(pile, written, card_id)
        self._set(entry, (entry.copies or 0) + copies)
        return entry

    def _place(self, pile: Pile, written: DeckCard, card_id: int | None) -> DeckEntry:
        key = key_of(written)
        for entry in entries_of(self.deck, pile):
            if entry.written == key:
                return entry
        entry = DeckEntry(pile=pile.value, written=key, passcode=written.passcode, name=written.name, card_id=card_id, copies=0)
        self.deck.cards.append(entry)
        return entry

    def _set(self, entry: DeckEntry, copies: int) -> None:
        if copies > MOST_COPIES and copies > (entry.copies or 0):
            raise Refused(_("At most %(most)d copies of a card fit in a pile.", most=MOST_COPIES), rule="decks.copies.most")
        total = sum(other.copies for other in self.deck.cards) - (entry.copies or 0) + copies
        if total > MOST_CARDS:
            raise Refused(_("A list holds at most %(most)d cards.", most=MOST_CARDS), rule="decks.cards.most")
        if copies <= 0:
            self.deck.cards.remove(entry)
        else:
            entry.copies = copies

    def step(self, entry_id: int, by: int) -> None:
        """One copy more or less; the last one takes the card out."""
        entry = self.entry(entry_id)
        self._set(entry, entry.copies + by)

    def set_copies(self, entry_id: int, copies: int) -> None:
        """A number of copies; 0 takes the card out."""
        if copies < 0:
            raise Refused(_("A number of copies is 0 or more."), rule="decks.copies.least")
        self._set(self.entry(entry_id), copies)

    def move(self, entry_id: int, pile: Pile, copies: int | None = None) -> None:
        """Move copies to another pile: all of them, or so many."""
        entry = self.entry(entry_id)
        if entry.pile == pile.value:
            return
        moved = entry.copies if copies is None else min(copies, entry.copies)
        target = self._place(pile, DeckCard(entry.passcode, entry.name), entry.card_id)
        self._set(entry, entry.copies - moved)
        self._set(target, (target.copies or 0) + moved)

    def remove(self, entry_id: int) -> None:
        """Take all copies of a card out of a pile."""
        self._set(self.entry(entry_id), 0)

    def swap(self, entry_id: int, card_id: int) -> None:
        """Put another card in the place of one, as often."""
        entry = self.entry(entry_id)
        if entry.card_id == card_id:
            return
        copies, pile = entry.copies, Pile(entry.pile)
        self._set(entry, 0)
        self.add(card_id, pile, copies)

    def forget_unread(self) -> None:
        """Put away what an import could not read."""
        self.deck.unread = []

    def done(self) -> Deck:
        """Note the act and write it."""
        touch(self.deck, self.key)
        self.session.flush()
        return self.deck
