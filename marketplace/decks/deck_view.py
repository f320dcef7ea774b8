"""A deck as its pages show it: piles, groups and rows, with what is owned, limited and playable of each card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session

from engine import Banlist, CardFacts, Frame, Pile, deck_rules, home_pile, not_playable
from marketplace.catalogue.models import Card
from marketplace.decks.card_source import CatalogueCards
from marketplace.decks.contents import PILES, entries_of, identified, load_cards
from marketplace.decks.copies import NOTHING, Stand, stand_of
from marketplace.decks.limits import limit_of, list_of, rules_for
from marketplace.decks.models import Deck, DeckEntry
from marketplace.decks.verdict import Verdict, verdict
from marketplace.i18n import current_locale

PILE_NAMES = {"main": _l("Main Deck"), "extra": _l("Extra Deck"), "side": _l("Side Deck")}
_GROUPS = {
    "monster": _l("Monsters"),
    "spell": _l("Spells"),
    "trap": _l("Traps"),
    "fusion": _l("Fusion Monsters"),
    "synchro": _l("Synchro Monsters"),
    "xyz": _l("Xyz Monsters"),
    "link": _l("Link Monsters"),
    "skill": _l("Skill Cards"),
    "token": _l("Tokens"),
    "unknown": _l("Unknown cards"),
}
"""Groups of a pile in the order they are shown."""
_ORDER = {group: place for place, group in enumerate(_GROUPS)}
_EXTRA = {Frame.FUSION, Frame.SYNCHRO, Frame.XYZ, Frame.LINK}


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a deck."""

    entry: DeckEntry
    name: str
    """In the reader's language; for an unknown card what was written."""
    group: str
    facts: CardFacts | None
    card: Card | None
    is_assumed: bool
    """Taken for another artwork only because its number is close by."""
    limit: int | None
    """Copies the list allows where it limits the card: -1 (outside the pool) to 2."""
    stand: Stand
    needed: int
    """Copies of the card in the whole deck."""
    playable: bool
    home: Pile | None

    @property
    def missing(self) -> int:
        return self.stand.missing(self.needed)

    @property
    def misplaced(self) -> bool:
        """Whether the card is in the Main or Extra Deck and belongs in the other one."""
        return self.home is not None and self.entry.pile != Pile.SIDE and self.entry.pile != self.home.value

    @property
    def stars(self) -> int:
        if self.facts is None:
            return 0
        return self.facts.level or self.facts.rank or self.facts.link or 0


@dataclass(frozen=True, slots=True)
class PileView:
    """One pile with its rows in groups."""

    pile: str
    name: str
    copies: int
    groups: Sequence[tuple[str, int, Sequence[Row]]]
    """Name, copies and rows of each group."""


@dataclass(frozen=True, slots=True)
class DeckView:
    """Everything the page of a deck shows of it."""

    deck: Deck
    piles: Sequence[PileView]
    rows: Sequence[Row]
    verdict: Verdict
    banlist: Banlist | None
    source: CatalogueCards
    is_for_teams: bool
    partner: Deck | None

    @property
    def unplayable(self) -> list[Row]:
        """Cards of the Main and Extra Deck that can't be played in duels yet, each once."""
        rows = [row for row in self.rows if not row.playable and row.entry.pile != Pile.SIDE.value]
        return list({row.name: row for row in rows}.values())

    @property
    def missing(self) -> list[tuple[int, Row]]:
        """Copies to find, with a row of the card; each card once, in the order of the piles."""
        known = {row.facts.name: row for row in sorted(self.rows, key=_place) if row.facts is not None and row.missing}
        return [(row.missing, row) for row in known.values()]

    @property
    def copies(self) -> int:
        return sum(pile.copies for pile in self.piles)


def deck_view(session: Session, deck: Deck, partner: Deck | None = None, source: CatalogueCards | None = None) -> DeckView:
    """Put the page of a deck together: a fixed number of statements, whatever is in the deck."""
    banlist = list_of(session, deck)
    is_for_teams = deck_rules(rules_for(deck)).is_for_teams
    partner = partner if is_for_teams else None
    source = load_cards(session, [deck, *([partner] if partner else [])], (banlist,), source)
    rows = _rows(session, deck, banlist, source)
    stands = {row.facts.name: row.stand for row in rows if row.facts is not None}
    found = verdict(session, deck, source, partner=partner, banlist=banlist, stands=stands if partner is None else None)
    return DeckView(deck, [_pile(deck, pile, rows) for pile in PILES], rows, found, banlist, source, is_for_teams, partner)


def _rows(session: Session, deck: Deck, banlist: Banlist | None, source: CatalogueCards) -> list[Row]:
    locale = current_locale()
    found = {entry.id: identified(entry, source, banlist) for entry in deck.cards}
    needed: dict[str, int] = {}
    for entry in deck.cards:
        card = found[entry.id].card
        if card is not None:
            needed[card.name] = needed.get(card.name, 0) + entry.copies
    stands = stand_of(session, deck.user_id, needed, deck.id)
    unplayable = set(not_playable([one.card for one in found.values() if one.card is not None]))
    rows = []
    for entry in deck.cards:
        meant = found[entry.id]
        card = meant.card
        if card is None:
            name = entry.name or (
                _("Token %(number)s", number=entry.passcode)
                if meant.is_token
                else _("Unknown card %(number)s", number=entry.passcode)
            )
            group = "token" if meant.is_token else "unknown"
            rows.append(Row(entry, name, group, None, None, False, None, NOTHING, 0, False, None))
            continue
        rows.append(
            Row(
                entry=entry,
                name=card.names.get(locale) or card.name,
                group=_group(card),
                facts=card,
                card=source.row_of(card),
                is_assumed=meant.is_assumed,
                limit=limit_of(banlist, card),
                stand=stands[card.name],
                needed=needed[card.name],
                playable=card.name not in unplayable,
                home=home_pile(card),
            )
        )
    return rows


def _place(row: Row) -> tuple[int, int, str, int]:
    """Where a row stands: by group, then high Levels first, then by name."""
    return _ORDER.get(row.group, 99), -row.stars, row.name.casefold(), row.entry.id


def _group(card: CardFacts) -> str:
    return card.frame.value if card.frame in _EXTRA else card.kind.value


def _pile(deck: Deck, pile: Pile, rows: Iterable[Row]) -> PileView:
    by_entry: Mapping[int, Row] = {row.entry.id: row for row in rows}
    mine = [by_entry[entry.id] for entry in entries_of(deck, pile)]
    mine.sort(key=_place)
    groups: dict[str, list[Row]] = {}
    for row in mine:
        groups.setdefault(row.group, []).append(row)
    return PileView(
        pile.value,
        str(PILE_NAMES[pile.value]),
        sum(row.entry.copies for row in mine),
        [(str(_GROUPS.get(group, group)), sum(row.entry.copies for row in some), some) for group, some in groups.items()],
    )
