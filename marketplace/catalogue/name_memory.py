"""The catalogue's names in the memory of one process: for typing errors, initials and one- or two-letter pieces.

These are the questions an index of three-letter runs cannot answer. About 15 MB for the full catalogue; read on first
need, dropped when another process changed the names (``search_index.stamp``). Names of one collector's own cards are
not held here.
"""

from __future__ import annotations

import threading
import weakref
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from marketplace.catalogue import search_index
from marketplace.catalogue.folding import has_cjk, initials
from marketplace.catalogue.models import Card, CardName

_WORTH_SHOWING = 70.0
"""Least likeness of a whole name to the query, in per cent of equal letters."""
_MOST_NEAR_WORDS = 60
_AFTER_ALL = "\uffff"


class Name(NamedTuple):
    """One folded name and whose it is."""

    card_id: int
    language: str
    folded: str


class _Names:
    """Names of one kind of script, one place each."""

    def __init__(self) -> None:
        self.folded: list[str] = []
        self.cards = array("I")
        self.languages: list[str] = []
        self.spoken = array("B")

    def add(self, card_id: int, language: str, folded: str) -> None:
        if language not in self.languages:
            self.languages.append(language)
        self.folded.append(folded)
        self.cards.append(card_id)
        self.spoken.append(self.languages.index(language))

    def at(self, place: int) -> Name:
        return Name(self.cards[place], self.languages[self.spoken[place]], self.folded[place])


class NameMemory:
    """All names of the catalogue, read once and never changed."""

    def __init__(self, rows: Iterable[tuple[int, str, str]]) -> None:
        """``rows``: card id, language, folded name."""
        self._latin = _Names()
        cjk = _Names()
        numbers: dict[str, int] = {}
        word_of, place_of = array("I"), array("I")
        self._initials: dict[str, array[int]] = {}
        for card_id, language, folded in rows:
            if has_cjk(folded):
                cjk.add(card_id, language, folded)
                continue
            place = len(self._latin.folded)
            self._latin.add(card_id, language, folded)
            for word in folded.split():
                word_of.append(numbers.setdefault(word, len(numbers)))
                place_of.append(place)
            letters = initials(folded) if language == "en" else ""
            if letters:
                self._initials.setdefault(letters, array("I")).append(place)
        self._index_words(numbers, word_of, place_of)
        # One text instead of 56,000: a fifth of the memory, and searched in one go.
        self._cjk = cjk
        self._cjk_text = "\n".join(cjk.folded)
        self._cjk_starts = array("I")
        start = 0
        for folded in cjk.folded:
            self._cjk_starts.append(start)
            start += len(folded) + 1
        cjk.folded = []

    def _index_words(self, numbers: dict[str, int], word_of: array[int], place_of: array[int]) -> None:
        """Words in alphabetical order, and the places of each as one run of a common array."""
        self._words = sorted(numbers)
        rank = array("I", bytes(4 * len(numbers)))
        for order, word in enumerate(self._words):
            rank[numbers[word]] = order
        counts = array("I", bytes(4 * (len(numbers) + 1)))
        for number in word_of:
            counts[rank[number] + 1] += 1
        for order in range(1, len(counts)):
            counts[order] += counts[order - 1]
        self._run_starts = array("I", counts)
        self._runs = array("I", bytes(4 * len(word_of)))
        for number, place in zip(word_of, place_of, strict=True):
            order = rank[number]
            self._runs[counts[order]] = place
            counts[order] += 1
        self._by_length: dict[int, list[str]] = defaultdict(list)
        for word in self._words:
            self._by_length[len(word)].append(word)

    def __len__(self) -> int:
        return len(self._latin.cards) + len(self._cjk.cards)

    def by_initials(self, letters: str) -> list[Name]:
        """English names of three words or more with these first letters ("ccv": crush card virus)."""
        return [self._latin.at(place) for place in self._initials.get(letters, ())]

    def with_cjk(self, pieces: list[str]) -> list[Name]:
        """Chinese, Japanese and Korean names that hold all pieces, of any length."""
        first, *rest = sorted(pieces, key=len, reverse=True)
        found = []
        for place, folded in self._cjk_holding(first):
            if all(piece in folded for piece in rest):
                found.append(Name(self._cjk.cards[place], self._cjk.languages[self._cjk.spoken[place]], folded))
        return found

    def _cjk_holding(self, piece: str) -> Iterator[tuple[int, str]]:
        text, starts = self._cjk_text, self._cjk_starts
        at = text.find(piece)
        while at >= 0:
            place = bisect_right(starts, at) - 1
            end = starts[place + 1] - 1 if place + 1 < len(starts) else len(text)
            yield place, text[starts[place] : end]
            at = text.find(piece, end)

    def with_word_starts(self, starts: list[str], languages: set[str] | None = None, *, at_start: bool = False) -> list[Name]:
        """Names in which each of ``starts`` begins a word; with ``at_start`` the first of them begins the name."""
        found: set[int] | None = None
        for start in sorted(starts, key=len, reverse=True):
            places = {place for order in self._orders(start) for place in self._run(order)}
            found = places if found is None else found & places
        spoken = {number for number, language in enumerate(self._latin.languages) if languages is None or language in languages}
        return [
            self._latin.at(place)
            for place in sorted(found or ())
            if self._latin.spoken[place] in spoken and (not at_start or self._latin.folded[place].startswith(starts[0]))
        ]

    def alike(self, query: str) -> list[tuple[float, Name]]:
        """The names nearest to a mistyped query with their likeness (0 to 100), nearest first.

        Names in which every typed word has a neighbour one or two slips away ("dark magican gril"), so that part of
        a name is enough; if there are none, whole names with enough equal letters ("blueeyes whitedragon").
        """
        nearness = self._near_by_words(query.split())
        if nearness:
            scored = [
                (75 * near + 25 * fuzz.ratio(query, self._latin.folded[place]) / 100, place) for place, near in nearness.items()
            ]
        else:
            alike = process.extract(query, self._latin.folded, scorer=fuzz.ratio, limit=60, score_cutoff=_WORTH_SHOWING)
            scored = [(score, place) for _name, score, place in alike]
        scored.sort(key=lambda pair: (-pair[0], pair[1]))
        return [(score, self._latin.at(place)) for score, place in scored]

    def _near_by_words(self, words: list[str]) -> dict[int, float]:
        """Places where each word has a near one, with the mean nearness (0 to 1).

        A word that names do have is taken as right at first, and as mistyped only when that leads nowhere.
        """
        exact = {word: self._with_nearness(dict.fromkeys(self._orders(word), 1.0)) for word in words}
        near = {word: self._with_nearness(self._near_words(word)) for word in words if not self._is_word(word)}
        found = _in_all([near.get(word, exact[word]) for word in words])
        if found or not words:
            return found
        for doubted in words:
            if doubted in near:
                continue
            chosen = self._with_nearness(self._near_words(doubted))
            for place, value in _in_all([chosen if word == doubted else near.get(word, exact[word]) for word in words]).items():
                found[place] = max(value, found.get(place, 0.0))
        return found

    def _is_word(self, word: str) -> bool:
        order = bisect_left(self._words, word)
        return order < len(self._words) and self._words[order] == word

    def _orders(self, start: str) -> range:
        """The words that begin with ``start``."""
        return range(bisect_left(self._words, start), bisect_right(self._words, start + _AFTER_ALL))

    def _run(self, order: int) -> array[int]:
        return self._runs[self._run_starts[order] : self._run_starts[order + 1]]

    def _near_words(self, word: str) -> dict[int, float]:
        """Words one slip away (two from seven letters on), and words that begin so, each with its nearness."""
        near = dict.fromkeys(self._orders(word), 0.97)
        slips = 0 if len(word) < 3 else 1 if len(word) < 7 else 2
        for length in range(len(word) - slips, len(word) + slips + 1):
            for other, distance, _ in process.extract(
                word, self._by_length.get(length, ()), scorer=OSA.distance, score_cutoff=slips, limit=_MOST_NEAR_WORDS
            ):
                near[bisect_left(self._words, other)] = 1.0 - distance / (len(word) + 1)
        return near

    def _with_nearness(self, orders: dict[int, float]) -> dict[int, float]:
        """Places of the words, each with the nearness of its nearest word."""
        places: dict[int, float] = {}
        for order, value in orders.items():
            for place in self._run(order):
                if value > places.get(place, 0.0):
                    places[place] = value
        return places


def _in_all(found: list[dict[int, float]]) -> dict[int, float]:
    """The places all parts have, with the mean of their values."""
    if not found:
        return {}
    least, *rest = sorted(found, key=len)
    return {
        place: (value + sum(part[place] for part in rest)) / len(found)
        for place, value in least.items()
        if all(place in part for part in rest)
    }


_held: weakref.WeakKeyDictionary[Engine, tuple[str, NameMemory]] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def names_of(session: Session) -> NameMemory:
    """The names of the session's database, read again if they changed since."""
    connection = session.connection()
    engine = connection.engine
    stamp = search_index.stamp(connection)
    held = _held.get(engine)
    if held is not None and held[0] == stamp:
        return held[1]
    with _lock:
        held = _held.get(engine)
        if held is None or held[0] != stamp:
            rows = connection.execute(
                select(CardName.card_id, CardName.language, CardName.folded)
                .join(Card, Card.id == CardName.card_id)
                .where(Card.added_by_id.is_(None)),
                execution_options={"yield_per": 5000},
            )
            held = _held[engine] = (stamp, NameMemory((row[0], row[1], row[2]) for row in rows))
    return held[1]
