"""The list of decks, each with its counts and its verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from engine import Pile
from marketplace.decks import decks
from marketplace.decks.contents import identified, load_cards, size
from marketplace.decks.copies import stand_of
from marketplace.decks.limits import list_of
from marketplace.decks.models import Deck, DeckList
from marketplace.decks.verdict import Verdict, verdict


@dataclass(frozen=True, slots=True)
class Line:
    """One deck of the list."""

    deck: Deck
    verdict: Verdict
    sizes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Overview:
    """One page of the list."""

    lines: Sequence[Line]
    total: int
    page: int
    pages: int


def overview(session: Session, user_id: int, page: int, per_page: int) -> Overview:
    """One page of the player's decks with their verdicts: a fixed number of statements, however many decks there are."""
    found = decks.page_of_decks(session, user_id, page, per_page)
    partners = _partners(session, user_id, found.decks)
    # Asked for together, so that each deck finds its list in the session.
    own = {deck.list_id for deck in found.decks if deck.list_kind == "own" and deck.list_id is not None}
    kept = list(session.scalars(select(DeckList).where(DeckList.id.in_(own), DeckList.user_id == user_id))) if own else []
    banlists = {deck.id: list_of(session, deck) for deck in found.decks}
    del kept
    source = load_cards(session, [*found.decks, *partners.values()], banlists.values())
    names = {
        card.name
        for deck in found.decks
        if deck.only_owned
        for entry in [*deck.cards, *(partners[deck.partner_id].cards if deck.partner_id in partners else [])]
        if (card := identified(entry, source, banlists[deck.id]).card) is not None
    }
    stands = stand_of(session, user_id, names) if names else {}
    lines = [
        Line(
            deck,
            verdict(
                session, deck, source, partner=partners.get(deck.partner_id or 0), banlist=banlists[deck.id], stands=stands
            ),
            {pile.value: size(deck, pile) for pile in Pile},
        )
        for deck in found.decks
    ]
    return Overview(lines, found.total, found.page, found.pages)


def _partners(session: Session, user_id: int, found: Sequence[Deck]) -> dict[int, Deck]:
    ids = {deck.partner_id for deck in found if deck.partner_id is not None}
    if not ids:
        return {}
    query = select(Deck).where(Deck.id.in_(ids), Deck.user_id == user_id, Deck.deleted_at.is_(None))
    return {deck.id: deck for deck in session.scalars(query.options(selectinload(Deck.cards)))}


def partner_of(session: Session, deck: Deck) -> Deck | None:
    """The second deck of a team, if it is still there."""
    return _partners(session, deck.user_id, [deck]).get(deck.partner_id or 0)
