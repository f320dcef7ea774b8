"""What the readers of JSON card files have in common."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from engine.facts.card import CardFacts
from engine.facts.fields import BadField
from engine.facts.file import FactsFile, FactsFormat, Problem


class EntryReader(Protocol):
    """Turns the entries of one JSON format into cards."""

    format: ClassVar[FactsFormat]
    list_key: str
    """Key of the list that holds the cards; "" when the document is that list."""

    def header(self, key: str, value: object) -> None:
        """Take in a value that stands outside the list of cards."""

    def card(self, entry: Mapping[str, object], report: "Report") -> CardFacts:
        """Return the card of an entry.

        Raises ``BadField`` when the card has to be left out.
        """

    def finish(self, cards: Sequence[CardFacts]) -> Sequence[CardFacts]:
        """Return the cards to keep, now that all have been read."""


class Report:
    """Collects the problems of the entry at hand."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.row = 0
        self._once: set[str] = set()

    def add(self, field: str, message: str) -> None:
        """Note a problem of the current entry."""
        self.problems.append(Problem(self.row, field, message))

    def add_once(self, field: str, message: str) -> None:
        """Note a problem that every entry would repeat, the first time only."""
        if field not in self._once:
            self._once.add(field)
            self.add(field, message)


class CardCollector:
    """Feeds entries to a reader and keeps what comes of them."""

    def __init__(self, reader: EntryReader) -> None:
        self._reader = reader
        self._report = Report()
        self._cards: list[CardFacts] = []

    def take(self, key: str, value: object) -> None:
        """Take in one value of the document."""
        if key != self._reader.list_key:
            self._reader.header(key, value)
            return
        self._report.row += 1
        if not isinstance(value, dict):
            self._report.add("", "Expected an object for a card; this entry was left out.")
            return
        try:
            self._cards.append(self._reader.card(value, self._report))
        except BadField as error:
            self._report.add(error.field, error.message)

    def file(self) -> FactsFile:
        """Return all that was read."""
        return FactsFile(self._reader.format, self._reader.finish(self._cards), self._report.problems)
