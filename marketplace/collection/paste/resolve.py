"""Reading a whole list: each line is identified, then settled in its context.

Headings, sides and questions act across lines; the rest of a line's values follow from its own words and from the
printings the catalogue has (``card_lines``, ``settle``).
"""

from __future__ import annotations

from dataclasses import dataclass

from marketplace.collection.paste import lines, talk
from marketplace.collection.paste.card_lines import CardLines
from marketplace.collection.paste.catalogue import Catalogue
from marketplace.collection.paste.conditions import in_running_text, storage_in_running_text
from marketplace.collection.paste.headings import Heading, Headings
from marketplace.collection.paste.identify import Identifier, Row
from marketplace.collection.paste.known import ENOUGH_LINES, Known
from marketplace.collection.paste.reading import DERIVED, WRITTEN, Line
from marketplace.collection.paste.remarks import Remarks, Where
from marketplace.collection.paste.remarks import read as read_remarks
from marketplace.collection.paste.settle import (
    Options,
    in_sets,
    language_of_names,
    number_list,
    put_condition,
    rarity_without_printing,
)
from marketplace.collection.paste.sides import give_sides

_ANSWER_WITHIN = 4


@dataclass(frozen=True, slots=True)
class ListReading:
    """A list as it was read."""

    lines: list[Line]
    language: str | None
    """Language of the list: given, or told from the text; None when nothing tells."""
    language_given: bool


def read_list(text: str, catalogue: Catalogue, options: Options | None = None) -> ListReading:
    """Read ``text``, one :class:`Line` for each line of it that is not empty, in order."""
    return _Reader(catalogue, options or Options()).read(text)


class _Reader:
    def __init__(self, catalogue: Catalogue, options: Options) -> None:
        self._catalogue = catalogue
        self._options = options
        self._cards_since_heading = False
        self._question: tuple[int, list[int], list[str]] | None = None
        """Where a sentence spoke of which cards, under names of which languages: an answer may follow."""

    def read(self, text: str) -> ListReading:
        drafts = lines.split(text)
        told = None if self._options.language else talk.language_of(draft.text for draft in drafts[:ENOUGH_LINES])
        identifier = Identifier(self._catalogue, self._options.language or told or "en")
        rows = identifier.run(drafts)
        self._known = Known(self._catalogue, identifier, self._options)
        self._known.load(rows)
        self._cards = CardLines(self._known)
        headings = Headings()
        read = [self._row(place, row, headings) for place, row in enumerate(rows)]
        give_sides(rows, read)
        return ListReading(read, self._known.language, self._options.language is not None)

    def _row(self, place: int, row: Row, headings: Headings) -> Line:
        draft = row.draft
        line = Line(draft.number, draft.input, row.kind)
        if draft.garbled:
            line.because("garbled", text=draft.text)
        if draft.unreadable:
            line.because("unreadable")
        if row.kind == "heading" and row.heading:
            headings.add(row.heading)
            self._cards_since_heading = False
            self._heading(line, row.heading)
        elif row.kind == "sentence":
            if self._cards_since_heading or not headings.text:
                headings.end()
            self._sentence(line, row, place)
        elif row.kind == "card":
            self._cards_since_heading = True
            if draft.purpose == "seen":
                headings.add(Heading("", purpose="seen"))
            line.purpose = draft.purpose or headings.purpose or None
            line.heading = headings.text
            self._cards.settle(line, row, headings.said())
        return line

    def _heading(self, line: Line, heading: Heading) -> None:
        """What a heading states, so that a reader of the JSON sees what acts on the lines below."""
        line.purpose = heading.purpose or None
        said = heading.remarks
        if heading.side:
            line.put("side", heading.side, WRITTEN)
        if said.rarity:
            line.remarks.rarity = said.rarity
            rarity_without_printing(line, Remarks())
        if said.edition:
            line.put("edition", said.edition, WRITTEN)
        if said.language:
            line.put("language", said.language, WRITTEN)
        if said.condition:
            put_condition(line, said.condition, WRITTEN, self._options.scale)

    def _sentence(self, line: Line, row: Row, place: int) -> None:
        """A sentence may speak of a card and its condition, or answer a question about one."""
        text = row.draft.text
        condition = in_running_text(text)
        if condition:
            line.remarks.condition = condition
            put_condition(line, condition, WRITTEN)
        line.remarks.storage = storage_in_running_text(text)
        said = Remarks()
        for clause in text.replace("?", ".").split("."):
            found, _unread = read_remarks(clause, Where.COLUMN)
            said.sets += found.sets
        cards, languages, how = row.cards, row.name_languages, WRITTEN
        if not cards and said.sets and self._question and place - self._question[0] <= _ANSWER_WITHIN:
            _place, cards, languages = self._question
            how = DERIVED
        if not cards:
            return
        if row.cards:
            self._question = (place, cards, languages)
        language, told = language_of_names(languages, self._known.language)
        printings = [one for card_id in cards for one in self._known.printings.get(card_id, [])]
        fitting, _sets = in_sets(printings, said.sets, self._catalogue)
        if language:
            line.put("language", language, told)
        self._cards.offer_cards(line, cards, fitting, how)
        # A sentence asks about printings of either language, whatever the name was written in.
        line.candidates = number_list(self._known.speakable(fitting), self._known.first())
