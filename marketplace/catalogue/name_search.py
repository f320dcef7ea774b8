"""Finding cards by name: in every language at once, from part of a name, from initials, and mistyped.

The kinds of match, best first, decide the order of results; inside one kind the reader's language comes first, then
English, then the name with least beside what was typed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from rapidfuzz import fuzz
from sqlalchemy import ColumnElement, column, func, literal, select, table, text
from sqlalchemy.orm import Session

from marketplace.catalogue import search_index
from marketplace.catalogue.folding import fold, has_cjk
from marketplace.catalogue.models import Card, CardName, Printing
from marketplace.catalogue.name_memory import names_of

_RUN = 3
"""Letters of the shortest piece the index of runs can find."""
_MOST_ROWS = 6000
_FEW = 10
_FTS = table("card_name_fts", column("rowid"))


class Kind(IntEnum):
    """How a name matches what was typed; smaller is better. ``OTHER_``: neither the reader's language nor English."""

    EXACT_READER = 0
    EXACT = 1
    PREFIX = 2
    PHRASE = 3
    INITIALS = 4
    WORDS = 5
    OTHER_PREFIX = 6
    OTHER_PHRASE = 7
    OTHER_WORDS = 8
    PARTS = 9
    TYPO = 10


_OTHER = Kind.OTHER_PREFIX - Kind.PREFIX
Row = tuple[int, str, str]
"""Card id, language, folded name."""


@dataclass(frozen=True, slots=True)
class NameHit:
    """One card and the (folded) name by which it was found."""

    card_id: int
    name: str
    language: str
    score: float
    """0 to about 100; comparable inside one kind only."""
    kind: Kind

    @property
    def kind_of_match(self) -> str:
        """exact_reader, exact, prefix, phrase, words, initials, parts or typo."""
        return self.kind.name.lower().removeprefix("other_")

    @property
    def exact(self) -> bool:
        """Whether the name is what was typed, but for case, accents and punctuation."""
        return self.kind <= Kind.EXACT


def find_names(
    session: Session, typed: str, limit: int | None, *, locale: str = "en", viewer_id: int | None = None, typos: bool = True
) -> list[NameHit]:
    """The cards whose name in any language matches ``typed``, best first, one hit a card, at most ``limit``.

    Names near a mistyped query are given when nothing else matches, or next to nothing. With ``viewer_id`` that
    collector's own cards are found too.
    """
    query = fold(typed)
    words = query.split()
    if not words:
        return []
    best: dict[int, tuple[int, int, float, str, str]] = {}
    length = len(query)
    for card_id, language, folded in _matching(session, words, locale, viewer_id):
        spoken = 0 if language == locale else 1 if language == "en" else 2
        kind = _kind(query, words, folded, spoken)
        whole = 40.0 if folded[length : length + 1] in ("", " ") else 0.0
        key = (kind, spoken, -whole - 60 * length / len(folded), folded, language)
        held = best.get(card_id)
        if held is None or key < held:
            best[card_id] = key
    if _RUN <= len(query) <= 6 and query.isascii() and query.isalpha():
        for card_id, language, folded in names_of(session).by_initials(query):
            _keep(best, card_id, (Kind.INITIALS, 0, -90 * len(query) / len(folded), folded, language))
    if typos and len(query) >= _RUN and len(best) <= _FEW and all(key[0] > Kind.WORDS for key in best.values()):
        for likeness, (card_id, language, folded) in _alike(session, query, viewer_id):
            score = likeness + {locale: 6.0, "en": 4.0}.get(language, 0.0)
            _keep(best, card_id, (Kind.TYPO, 0, -score, folded, language))
    ranked = sorted((key, card_id) for card_id, key in best.items())
    namesakes = [card_id for key, card_id in ranked if key[0] <= Kind.EXACT]
    if len(namesakes) > 1:
        printed = _printings(session, namesakes)
        ranked[: len(namesakes)] = sorted(
            ranked[: len(namesakes)], key=lambda pair: (pair[0][0], -printed.get(pair[1], 0), pair[1])
        )
    return [NameHit(card_id, key[3], key[4], -key[2], Kind(key[0])) for key, card_id in ranked[:limit]]


def _printings(session: Session, card_ids: list[int]) -> dict[int, int]:
    """How often each card was printed: of cards with the same name the usual one is meant."""
    counted = select(Printing.card_id, func.count()).where(Printing.card_id.in_(card_ids)).group_by(Printing.card_id)
    return {row[0]: row[1] for row in session.execute(counted)}


def _keep(best: dict[int, tuple[int, int, float, str, str]], card_id: int, key: tuple[int, int, float, str, str]) -> None:
    held = best.get(card_id)
    if held is None or key < held:
        best[card_id] = key


# Plain numbers: this is asked for every row of a common piece.
_EXACT_READER, _EXACT, _PREFIX, _PHRASE, _WORDS, _PARTS = (
    int(kind) for kind in (Kind.EXACT_READER, Kind.EXACT, Kind.PREFIX, Kind.PHRASE, Kind.WORDS, Kind.PARTS)
)


def _kind(query: str, words: list[str], folded: str, spoken: int) -> int:
    """The kind of a name that holds all words; ``spoken`` is 0 for the reader's language, 1 for English, else 2."""
    if folded.startswith(query):
        if len(folded) == len(query):
            return _EXACT if spoken else _EXACT_READER
        kind = _PREFIX
    else:
        spaced = f" {folded} "
        if len(words) == 1:
            kind = _PHRASE if f" {query} " in spaced else _WORDS if " " + query in spaced else _PARTS
        elif " " + query in spaced:
            kind = _PHRASE
        else:
            kind = _WORDS if all(" " + word in spaced for word in words) else _PARTS
    return kind + _OTHER if spoken == 2 and kind != _PARTS else kind


def _matching(session: Session, words: list[str], locale: str, viewer_id: int | None) -> Iterable[Row]:
    """Every name that holds all words."""
    if any(has_cjk(word) for word in words):
        yield from names_of(session).with_cjk(words)
        yield from _own(session, words, viewer_id)
        return
    if all(len(word) < _RUN for word in words):
        # One or two letters begin half of all names: those of the languages the reader knows are enough.
        spoken = {locale, "en"} if len(words) == 1 else None
        yield from names_of(session).with_word_starts(words, spoken, at_start=len(words[0]) == 1)
        yield from _own(session, words, viewer_id)
        return
    query = (
        select(CardName.card_id, CardName.language, CardName.folded)
        .join(Card, Card.id == CardName.card_id)
        .where(seen_by(viewer_id), *_holds(session, words))
        .limit(_MOST_ROWS)
    )
    # Thousands of rows may come for a common piece: plain rows of the connection are quicker than the session's.
    for row in session.connection().execute(query).all():
        yield row[0], row[1], row[2]


def _holds(session: Session, words: list[str]) -> list[ColumnElement[bool]]:
    """Conditions for names that hold each word; a piece of one or two letters must begin a word."""
    short = [(literal(" ") + CardName.folded).contains(" " + word, autoescape=True) for word in words if len(word) < _RUN]
    long = [word for word in words if len(word) >= _RUN]
    if session.get_bind().dialect.name == "sqlite" and search_index.has_runs(session.connection()):
        runs = " ".join(f'"{word}"' for word in long)
        found = select(_FTS.c.rowid).where(text("card_name_fts MATCH :runs").bindparams(runs=runs))
        return [CardName.id.in_(found), *short]
    return [*(CardName.folded.contains(word, autoescape=True) for word in long), *short]


def _own(session: Session, words: list[str], viewer_id: int | None) -> Iterable[Row]:
    """Names of the viewer's own cards that hold all words."""
    for card_id, language, folded in _own_names(session, viewer_id):
        if all(word in folded for word in words):
            yield card_id, language, folded


def _own_names(session: Session, viewer_id: int | None) -> list[Row]:
    if viewer_id is None:
        return []
    found = select(CardName.card_id, CardName.language, CardName.folded).join(Card).where(Card.added_by_id == viewer_id)
    return [(row[0], row[1], row[2]) for row in session.execute(found)]


def _alike(session: Session, query: str, viewer_id: int | None) -> Iterable[tuple[float, Row]]:
    """Names near a mistyped query, with likeness."""
    for score, name in names_of(session).alike(query):
        yield score, name
    for card_id, language, folded in _own_names(session, viewer_id):
        score = fuzz.ratio(query, folded)
        if score >= 70:
            yield score, (card_id, language, folded)


def seen_by(viewer_id: int | None) -> ColumnElement[bool]:
    """The cards a reader may see: the catalogue's, and those the reader added."""
    return func.coalesce(Card.added_by_id, 0).in_((0, viewer_id or 0))  # As for printings: see found.visible.
