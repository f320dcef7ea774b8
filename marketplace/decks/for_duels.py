"""What the duel pages ask of decks."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from engine import CardFacts, Pile, not_playable
from marketplace.accounts.models import User
from marketplace.decks import decks
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.contents import entries_of, identified, load_cards
from marketplace.decks.models import Deck

Actor = User | int
"""A player, or the id of one."""


def _id_of(actor: Actor) -> int:
    return actor if isinstance(actor, int) else actor.id


def decks_of(session: Session, actor: Actor) -> list[Deck]:
    """The player's decks with their cards, changed last first: two statements."""
    query = select(Deck).where(Deck.user_id == _id_of(actor), Deck.deleted_at.is_(None)).options(selectinload(Deck.cards))
    return list(session.scalars(query.order_by(Deck.updated_at.desc(), Deck.id.desc())))


def get_deck(session: Session, actor: Actor, deck_id: int) -> Deck:
    """One of the player's decks with its cards; NotFound for anybody else's."""
    return decks.get_deck(session, _id_of(actor), deck_id)


def deck_facts(session: Session, deck: Deck, source: CatalogueCards | None = None) -> tuple[list[CardFacts], list[CardFacts]]:
    """The cards of the Main and the Extra Deck, one element per copy.

    Unknown cards and Tokens are left out: ``unplayable`` names them.
    """
    source = load_cards(session, [deck], source=source)
    main, extra = (
        [
            facts
            for entry in entries_of(deck, pile)
            if (facts := identified(entry, source).card) is not None
            for _copy in range(entry.copies)
        ]
        for pile in (Pile.MAIN, Pile.EXTRA)
    )
    return main, extra


def side_facts(session: Session, deck: Deck, source: CatalogueCards | None = None) -> list[CardFacts]:
    """The cards of the Side Deck, one element per copy; unknown cards and Tokens are left out."""
    source = load_cards(session, [deck], source=source)
    found = ((identified(entry, source).card, entry.copies) for entry in entries_of(deck, Pile.SIDE))
    return [facts for facts, copies in found if facts is not None for _copy in range(copies)]


def unplayable(session: Session, deck: Deck, source: CatalogueCards | None = None) -> list[str]:
    """What of the Main and Extra Deck can't be played in duels yet: English names, and unknown cards as written."""
    source = load_cards(session, [deck], source=source)
    named: list[str] = []
    for pile in (Pile.MAIN, Pile.EXTRA):
        for entry in entries_of(deck, pile):
            facts = identified(entry, source).card
            if facts is None:
                named.append(entry.name or str(entry.passcode))
            else:
                named += not_playable([facts])
    return list(dict.fromkeys(named))
