"""The search beside a deck: the catalogue's search, with what the deck and its player have of each card found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from engine import Banlist, Pile, home_pile, not_playable
from marketplace.catalogue import filters as filtering
from marketplace.catalogue.filters import Arguments, CardFilters
from marketplace.catalogue.search import Result, Results, search
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.copies import NOTHING, Stand, stand_of
from marketplace.decks.limits import limit_of
from marketplace.decks.models import Deck
from marketplace.decks.narrowing import owned_by, playable_in_duels

PER_PAGE = 20


@dataclass(frozen=True, slots=True)
class Hit:
    """One card found."""

    result: Result
    home: Pile
    in_deck: int
    stand: Stand
    limit: int | None
    playable: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """One page of the search beside a deck."""

    typed: str
    filters: CardFilters
    problems: Sequence[str]
    hits: Sequence[Hit]
    total: int
    page: int
    pages: int
    asked: bool
    """Whether anything was searched for."""
    kind: str
    """How the words were read: ``Reading.kind``."""
    own: bool = False
    """Only cards the player owns."""
    duels: bool = False
    """Only cards that can be played in duels."""

    def arguments(self, **changes: Any) -> dict[str, Any]:
        """The search as parts of an address."""
        ticked = {name: "1" for name in ("own", "duels") if getattr(self, name)}
        values: dict[str, Any] = {"q": self.typed, **self.filters.arguments(), **ticked, **changes}
        return {name: value for name, value in values.items() if value not in ("", None, [])}


def find(
    session: Session,
    user_id: int,
    deck: Deck,
    banlist: Banlist | None,
    typed: str,
    arguments: Arguments,
    page: int,
    locale: str,
) -> Finding:
    """One page of cards for a deck; nothing while nothing is asked for."""
    typed = typed.strip()[:300]
    chosen, problems = filtering.read(arguments)
    own, duels = (arguments.getlist(name)[:1] == ["1"] for name in ("own", "duels"))
    if not (typed or chosen or own or duels):
        return Finding(typed, chosen, problems, (), 0, 1, 1, False, "all")
    also = [*([owned_by(user_id)] if own else []), *([playable_in_duels(session)] if duels else [])]

    def at(page: int) -> Results:
        sort = "" if typed else "name"
        return search(
            session, typed, chosen, locale=locale, page=page, per_page=PER_PAGE, sort=sort, viewer_id=user_id, also=also
        )

    found = at(page)
    pages = max(1, -(-found.total // PER_PAGE))
    if page > pages:
        page = pages
        found = at(page)
    hits = _hits(session, user_id, deck, banlist, found)
    said = [*problems, *found.reading.problems]
    return Finding(typed, chosen, said, hits, found.total, page, pages, True, found.reading.kind, own, duels)


def _hits(session: Session, user_id: int, deck: Deck, banlist: Banlist | None, found: Results) -> list[Hit]:
    source = CatalogueCards(session)
    source.load_ids(result.card.id for result in found.cards)
    stands = stand_of(session, user_id, {result.card.name for result in found.cards}, deck.id)
    in_deck: dict[int, int] = {}
    for entry in deck.cards:
        if entry.card_id is not None:
            in_deck[entry.card_id] = in_deck.get(entry.card_id, 0) + entry.copies
    hits = []
    for result in found.cards:
        # What the player typed into the catalogue is no card the rules know.
        facts = source.facts_of(result.card.id) if result.card.added_by_id is None else None
        hits.append(
            Hit(
                result=result,
                home=home_pile(facts) if facts is not None else Pile.MAIN,
                in_deck=in_deck.get(result.card.id, 0),
                stand=stands.get(result.card.name, NOTHING),
                limit=limit_of(banlist, facts) if facts is not None else None,
                playable=facts is not None and not not_playable([facts]),
            )
        )
    return hits
