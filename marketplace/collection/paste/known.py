"""What is known while one list is read: the catalogue's answers, loaded together, and the language of the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from marketplace.catalogue.found import Found
from marketplace.collection.paste import matching, talk
from marketplace.collection.paste.catalogue import Catalogue
from marketplace.collection.paste.identify import Identifier, Row
from marketplace.collection.paste.reading import Line
from marketplace.collection.paste.settle import Options, language_of_names

MOST_LISTED_CARDS = 12

_MAJORITY = 0.6
_FEWEST_VOTES = 3
ENOUGH_LINES = 400
"""Lines that tell the language of a list; more would say the same."""


class Known:
    """The answers for one list."""

    def __init__(self, catalogue: Catalogue, identifier: Identifier, options: Options) -> None:
        self.catalogue = catalogue
        self.identifier = identifier
        self.options = options
        self.language = options.language
        """Language of the list; None: nothing tells."""
        self.names: dict[int, dict[str, str]] = {}
        self.printings: dict[int, list[Found]] = {}
        self.mentioned: dict[int, int] = {}
        """Cards the text names with a number, and how often: the likelier reading of lines without one."""
        self.numbers_of: dict[int, list[str]] = {}

    def load(self, rows: Sequence[Row]) -> None:
        """The names and printings the lines are settled with, in a few queries."""
        numbered = {one.card_id for row in rows for one in (*row.found, *row.near)}
        also = {one.card_id for row in rows for part in row.draft.also for one in self.identifier.found(part.code)}
        named = {card_id for row in rows for part in (row, *row.further) for card_id in part.cards[:MOST_LISTED_CARDS]}
        for row in rows:
            if len({one.card_id for one in row.found}) == 1:
                card_id = row.found[0].card_id
                self.mentioned[card_id] = self.mentioned.get(card_id, 0) + 1
                numbers = self.numbers_of.setdefault(card_id, [])
                if row.found[0].code not in numbers:
                    numbers.append(row.found[0].code)
        self.names = self.catalogue.names_of(numbered | also | named)
        self.printings = self.catalogue.of_cards(named) if named else {}
        self.language = self.options.language or self.told_language(rows)

    def load_more(self, card_ids: Sequence[int]) -> None:
        """Load the names and printings of cards that turned up later."""
        missing = [card_id for card_id in card_ids if card_id not in self.printings]
        if missing:
            self.names |= self.catalogue.names_of(missing)
            self.printings |= self.catalogue.of_cards(missing)

    def told_language(self, rows: Sequence[Row]) -> str | None:
        """The language of the list: by the words around the names, else the one most of its cards are in."""
        around = []
        for row in rows[:ENOUGH_LINES]:
            text = row.draft.text
            name = row.cut.name if row.cut else ""
            if not name and row.found:
                names = self.names.get(row.found[0].card_id, {})
                place, _fit = matching.best([cut.name for cut in row.draft.cuts], names, row.found[0].language)
                name = row.draft.cuts[place].name if place >= 0 and not row.draft.cuts[place].raw else ""
            around.append(text.replace(name, " ") if name and row.kind == "card" else text)
        told = talk.language_of(around)
        if told:
            return told
        votes = Counter(language for row in rows if (language := self._vote(row)))
        total = sum(votes.values())
        if total < _FEWEST_VOTES:
            return None
        language, count = votes.most_common(1)[0]
        return language if count >= _MAJORITY * total else None

    def _vote(self, row: Row) -> str | None:
        languages = {one.language for one in row.found}
        if len(languages) == 1:
            return languages.pop()
        return language_of_names(row.name_languages, None)[0]

    def one_name(self, cards: Sequence[int]) -> bool:
        """Whether there is one card, or several entries of one English name (the printing tells those apart)."""
        return len({self.names.get(card_id, {}).get("en") for card_id in cards}) == 1

    def speakable(self, printings: list[Found]) -> list[Found]:
        """Those in the language of the list and in English; all when there is none in either."""
        spoken = self.spoken()
        return [one for one in printings if one.language in spoken] or printings

    def spoken(self) -> tuple[str, ...]:
        """The languages of printings worth offering on this list."""
        return tuple(dict.fromkeys((self.language, "en"))) if self.language else self.options.languages

    def first(self) -> tuple[str, ...]:
        """The languages offered first."""
        return (self.language, "en") if self.language else ("en",)

    def list_cards(self, line: Line, cards: Sequence[int]) -> None:
        """Leave the card of a line open between these."""
        line.card_candidate_ids = list(cards[:MOST_LISTED_CARDS])
        line.card_candidates = [self.names.get(card_id, {}).get("en", "") for card_id in line.card_candidate_ids]
