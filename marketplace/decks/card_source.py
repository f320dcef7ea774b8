"""The catalogue as the engine's source of cards: loaded in batches, a handful of statements per deck.

``load`` reads the numbers of a deck, and what lies just below those nobody has: they may be another artwork of that
card. ``load_names`` reads names. What was not loaded before is still found, one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from engine import (
    Ability,
    Attribute,
    CardFacts,
    CardIndex,
    CardKind,
    Frame,
    LinkArrow,
    MonsterType,
    SpellTrapIcon,
)
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Card, CardAlias, CardName, CardText

_REACH = 10
"""How far above its card another artwork's number may lie."""
_SIMULATORS_OWN = 100_000_000
"""From here on simulators number cards one after the other: neighbours mean nothing."""
_HIGHEST = 2**31 - 1
"""The catalogue's columns hold no larger number; links can."""
_RUNS = 150
_IDS = 400
_NAMES = 3_000
_KINDS = frozenset(kind.value for kind in CardKind)
_GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "omega": "ω"}


class CatalogueCards:
    """Cards of the catalogue by number and by name. What collectors typed themselves is no card of the game here."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rows: dict[int, Card] = {}
        self._facts: dict[int, CardFacts] = {}
        self._ids: dict[int, int] = {}
        """Identity of a ``CardFacts`` made here -> id of its card."""
        self._by_number: dict[int, int | None] = {}
        self._names_asked: set[str] = set()
        self._index = CardIndex(())

    # What the engine asks

    def card(self, passcode: int) -> CardFacts | None:
        """The card with that passcode, alternate artworks and placeholder numbers included."""
        if passcode not in self._by_number:
            self.load((passcode,))
        card_id = self._by_number.get(passcode)
        return None if card_id is None else self._facts[card_id]

    def named(self, name: str) -> Sequence[CardFacts]:
        """The cards of that name in any language; case, accents and punctuation may differ."""
        if name not in self._names_asked:
            self.load_names((name,))
        return self._index.named(name)

    # What pages ask

    def id_of(self, facts: CardFacts) -> int:
        """The catalogue's id of a card this source gave."""
        return self._ids[id(facts)]

    def row_of(self, facts: CardFacts) -> Card:
        """The catalogue's row of a card this source gave."""
        return self._rows[self._ids[id(facts)]]

    def facts_of(self, card_id: int) -> CardFacts | None:
        """The card with that id; None for what a collector typed, and for ids nobody has."""
        if card_id not in self._facts:
            self.load_ids((card_id,))
        return self._facts.get(card_id)

    # Loading

    def load(self, numbers: Iterable[int]) -> None:
        """Read cards by number, and for numbers nobody has what lies just below: about ten statements per 400 numbers."""
        asked = {number for number in numbers if number >= 0 and number not in self._by_number}
        self._by_number.update(dict.fromkeys(number for number in asked if number > _HIGHEST))
        wanted = sorted(number for number in asked if number <= _HIGHEST)
        for part in chunks(wanted, _IDS):
            found = self._found(lambda column, part=part: column.in_(part))  # type: ignore[misc]
            self._by_number.update((number, found.get(number)) for number in part)
        unknown = [number for number in wanted if self._by_number[number] is None and 0 < number < _SIMULATORS_OWN]
        for runs in chunks(list(_runs_below(unknown)), _RUNS):
            found = self._found(lambda column, runs=runs: _within(column, runs))  # type: ignore[misc]
            for first, last in runs:
                for number in range(first, last + 1):
                    self._by_number.setdefault(number, found.get(number))

    def _found(self, condition: Callable[[InstrumentedAttribute[Any]], ColumnElement[bool]]) -> dict[int, int]:
        """Number -> card id, of the cards one of whose numbers meets the condition; the cards are kept."""
        meeting = or_(condition(Card.passcode), condition(Card.placeholder_passcode))
        rows = self._session.scalars(select(Card).where(meeting)).all()
        cards = sorted(filter(_is_of_the_game, rows), key=lambda card: -card.id)
        aliases = select(CardAlias.passcode, CardAlias.card_id).where(condition(CardAlias.passcode))
        artworks: dict[int, int] = dict(self._session.execute(aliases).all())
        self._keep([card for card in cards if card.id not in self._rows])
        self.load_ids(artworks.values())
        # A printed passcode goes before another card's artwork, and this before a placeholder. Ids decide between equals.
        found = {card.placeholder_passcode: card.id for card in cards if card.placeholder_passcode is not None}
        found.update((passcode, card_id) for passcode, card_id in artworks.items() if card_id in self._facts)
        found.update((card.passcode, card.id) for card in cards if card.passcode is not None)
        return found

    def load_ids(self, card_ids: Iterable[int]) -> None:
        """Read cards by id: at most four statements per 400."""
        for part in chunks(sorted(set(card_ids) - self._rows.keys()), _IDS):
            rows = self._session.scalars(select(Card).where(Card.id.in_(part))).all()
            self._keep(list(filter(_is_of_the_game, rows)))

    def _keep(self, cards: Sequence[Card]) -> None:
        for part in chunks(cards, _IDS):
            ids = [card.id for card in part]
            names: dict[int, dict[str, str]] = {}
            for card_id, language, name in self._session.execute(
                select(CardName.card_id, CardName.language, CardName.name).where(CardName.card_id.in_(ids))
            ):
                names.setdefault(card_id, {})[language] = name
            english = select(CardText.card_id, CardText.text).where(CardText.card_id.in_(ids), CardText.language == "en")
            texts: dict[int, str] = dict(self._session.execute(english).all())
            aliases: dict[int, list[int]] = {}
            for card_id, passcode in self._session.execute(
                select(CardAlias.card_id, CardAlias.passcode).where(CardAlias.card_id.in_(ids)).order_by(CardAlias.passcode)
            ):
                aliases.setdefault(card_id, []).append(passcode)
            for card in part:
                facts = facts_from(card, names.get(card.id, {}), texts.get(card.id, ""), aliases.get(card.id, ()))
                self._rows[card.id] = card
                self._facts[card.id] = facts
                self._ids[id(facts)] = card.id

    def load_names(self, names: Iterable[str]) -> None:
        """Read the cards of many names: first as they are spelled, then without spaces for those nobody has."""
        asked = {name for name in names if name not in self._names_asked}
        if not asked:
            return
        self._names_asked |= asked
        folds = sorted({folded for name in asked if (folded := fold(name))})
        found: set[int] = set()
        for part in chunks(folds, _IDS):
            found.update(self._card_ids(CardName.folded.in_(part)))
        self._index_with(found)
        missing = {name for name in asked if not self._index.named(name)}
        squeezed = sorted({spelling for name in missing for spelling in _squeezed(name)})
        found = set()
        for part in chunks(squeezed, _NAMES):
            found.update(self._card_ids(func.replace(CardName.folded, " ", "").in_(part)))
        if found:
            self._index_with(found)

    def _card_ids(self, condition: ColumnElement[bool]) -> Iterable[int]:
        # Without the table of cards: SQLite would begin there and walk through all names. `load_ids` leaves out what is no card.
        return self._session.scalars(select(CardName.card_id).where(condition).distinct())

    def _index_with(self, card_ids: Iterable[int]) -> None:
        self.load_ids(card_ids)
        self._index = CardIndex(self._facts[card_id] for card_id in sorted(self._facts))


def _is_of_the_game(card: Card) -> bool:
    return card.added_by_id is None and card.kind in _KINDS


def _runs_below(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What lies below the numbers, as runs that do not overlap. ``numbers`` are in order."""
    start: int | None = None
    end = 0
    for number in numbers:
        first, last = max(0, number - _REACH), number - 1
        if start is not None and first <= end + 1:
            end = max(end, last)
            continue
        if start is not None:
            yield start, end
        start, end = first, last
    if start is not None:
        yield start, end


def _within(column: InstrumentedAttribute[Any], ranges: Sequence[tuple[int, int]]) -> ColumnElement[bool]:
    return or_(*(column.between(first, last) for first, last in ranges))


def _squeezed(name: str) -> Iterator[str]:
    """The name without spaces, also with Greek letters that lists spell out."""
    folded = fold(name)
    yield folded.replace(" ", "")
    for word, letter in _GREEK.items():
        if word in folded.split():
            yield " ".join(letter if one == word else one for one in folded.split()).replace(" ", "")


def facts_from(card: Card, names: Mapping[str, str], text: str, aliases: Sequence[int]) -> CardFacts:
    """A card of the catalogue as the engine knows cards."""
    return CardFacts(
        page_id=card.page_id,
        passcode=card.passcode,
        konami_id=card.konami_id,
        names={"en": card.name, **names},
        kind=CardKind(card.kind),
        frame=Frame(card.frame),
        pendulum=card.pendulum,
        attribute=Attribute(card.attribute) if card.attribute else None,
        type=MonsterType(card.type) if card.type else None,
        abilities=tuple(map(Ability, card.abilities.split())),
        icon=SpellTrapIcon(card.icon) if card.icon else None,
        level=card.level,
        rank=card.rank,
        link=card.link,
        scale=card.scale,
        arrows=tuple(map(LinkArrow, card.arrows.split())),
        atk=card.atk,
        defense=card.defense,
        texts={"en": text} if text else {},
        alias_passcodes=tuple(aliases),
        placeholder_passcode=card.placeholder_passcode,
    )
