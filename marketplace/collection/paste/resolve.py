"""Reading a whole list: each line is identified, then settled in its context.

Headings, sides and questions act across lines; the rest of a line's values follow from its own words and from the
printings the catalogue has (``settle``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import Found
from marketplace.collection.paste import lines, matching, talk
from marketplace.collection.paste.catalogue import Catalogue
from marketplace.collection.paste.conditions import in_running_text, storage_in_running_text
from marketplace.collection.paste.headings import Heading, Headings
from marketplace.collection.paste.identify import Identifier, Row
from marketplace.collection.paste.matching import Fit
from marketplace.collection.paste.reading import ASSUMED, DERIVED, WRITTEN, Line
from marketplace.collection.paste.remarks import Remarks, Where
from marketplace.collection.paste.remarks import read as read_remarks
from marketplace.collection.paste.settle import (
    Options,
    in_sets,
    language_of_names,
    number_list,
    ordered_cards,
    put_condition,
    rarity_without_printing,
    settle_doubtful,
    settle_language,
    settle_plain,
    settle_product,
    settle_rarity,
)
from marketplace.collection.paste.sides import give_sides

_MOST_LISTED_CARDS = 12
_ANSWER_WITHIN = 4
_MAJORITY = 0.6
_FEWEST_VOTES = 3


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
        self._language = options.language
        self._names: dict[int, dict[str, str]] = {}
        self._printings: dict[int, list[Found]] = {}
        self._mentioned: dict[int, int] = {}
        """Cards the text names with a number, and how often: the likelier reading of lines without one."""
        self._numbers_of: dict[int, list[str]] = {}
        self._question: tuple[int, list[int], list[str]] | None = None

    def read(self, text: str) -> ListReading:
        drafts = lines.split(text)
        told = talk.language_of(draft.text for draft in drafts)
        self._identifier = Identifier(self._catalogue, self._options, self._options.language or told or "en")
        rows = self._identifier.run(drafts)
        self._load(rows)
        self._language = self._options.language or self._told_language(rows)
        headings = Headings()
        self._cards_since_heading = False
        read = [self._row(place, row, headings) for place, row in enumerate(rows)]
        give_sides(rows, read)
        return ListReading(read, self._language, self._options.language is not None)

    def _load(self, rows: Sequence[Row]) -> None:
        """The names and printings the lines are settled with, in a few queries."""
        numbered = {one.card_id for row in rows for one in (*row.found, *row.near)}
        also = {one.card_id for row in rows for part in row.draft.also for one in self._identifier.found(part.code)}
        named = {card_id for row in rows for card_id in row.cards[:_MOST_LISTED_CARDS]}
        for row in rows:
            if len({one.card_id for one in row.found}) == 1:
                card_id = row.found[0].card_id
                self._mentioned[card_id] = self._mentioned.get(card_id, 0) + 1
                numbers = self._numbers_of.setdefault(card_id, [])
                if row.found[0].code not in numbers:
                    numbers.append(row.found[0].code)
        self._names = self._catalogue.names_of(numbered | also | named)
        self._printings = self._catalogue.of_cards(named) if named else {}

    def _told_language(self, rows: Sequence[Row]) -> str | None:
        """The language of the list: by the words around the names, else the one most of its cards are in."""
        around = []
        for row in rows:
            text = row.draft.text
            name = row.cut.name if row.cut else ""
            if not name and row.found:
                names = self._names.get(row.found[0].card_id, {})
                place, _fit = matching.best([cut.name for cut in row.draft.cuts], names)
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
            self._card(line, row, headings.said())
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
        language, told = language_of_names(languages, self._language)
        printings = [one for card_id in cards for one in self._printings.get(card_id, [])]
        fitting, _sets = in_sets(printings, said.sets, self._catalogue)
        if language:
            line.put("language", language, told)
        self._offer_cards(line, cards, fitting, how)
        # A sentence asks about printings of either language, whatever the name was written in.
        line.candidates = number_list(self._speakable(fitting), self._first())

    def _card(self, line: Line, row: Row, said: Remarks) -> None:
        draft = row.draft
        line.remarks = draft.remarks
        if draft.bracket_open:
            line.because("bracket_open")
        if draft.side:
            line.put("side", draft.side, WRITTEN)
        if row.found:
            self._numbered(line, row, said)
        elif row.unknown_code:
            self._unknown_number(line, row, said)
        elif row.cards:
            self._named(line, row, said)
        elif row.prefixes:
            line.because("whole_set")
            line.whole_set = True
            line.candidates = self._catalogue.of_prefixes(row.prefixes, self._spoken())
            line.name = draft.text
        else:
            line.because("not_searched" if row.not_searched else "name_unknown")
            line.name = draft.cuts[-1].name if draft.cuts else draft.text
            rarity_without_printing(line, said)
            language = line.remarks.language or said.language
            if language:
                line.put("language", language, WRITTEN if line.remarks.language else DERIVED)
        settle_plain(line, said, self._options)
        self._assume_language(line)
        line.alternates = [self._alternate(line, also) for also in draft.also]

    def _assume_language(self, line: Line) -> None:
        if line.language is None and self._language and not line.whole_set:
            line.put("language", self._language, ASSUMED)

    def _numbered(self, line: Line, row: Row, said: Remarks) -> None:
        """A line with a number the catalogue knows."""
        draft, found = row.draft, row.found
        names = [cut.name for cut in draft.cuts if not cut.raw]
        cuts = [cut for cut in draft.cuts if not cut.raw]
        cards = list(dict.fromkeys(one.card_id for one in found))
        fits = {card_id: matching.best(names, self._names.get(card_id, {}), found[0].language) for card_id in cards}
        if len(cards) > 1:
            cards = self._one_of(line, cards, fits, found, said)
            found = [one for one in found if one.card_id in cards]
        line.candidates = [found[0].code]
        if len(cards) > 1:
            line.because("code_several_cards")
            self._list_cards(line, cards)
            line.put("set_code", found[0].code, WRITTEN)
            line.printings = found
            return
        place, fit = fits[cards[0]]
        typed = bool(names) and any(fold(name) for name in names)
        if typed and fit is Fit.NONE and self._disagrees(line, row, found):
            return
        if place >= 0 and fit is not Fit.NONE:
            line.remarks.merge(cuts[place].remarks)
            line.name = cuts[place].name
        elif typed:
            line.remarks.notes.append(names[0])
        self._settle_code(line, found, said, spelt=fit)
        line.put("card", found[0].name, WRITTEN if fit <= Fit.PUNCTUATION else DERIVED)
        line.card_id = found[0].card_id
        self._tell_fit(line, fit, numbered=True)

    def _settle_code(self, line: Line, found: list[Found], said: Remarks, spelt: Fit = Fit.EQUAL) -> None:
        """Number, language, rarity and product of a line whose card is known."""
        line.put("set_code", found[0].code, WRITTEN)
        settle_doubtful(line, found)
        found = settle_language(line, found, said)
        found = settle_rarity(line, found, said)
        line.printings = settle_product(line, found, line.remarks.notes)

    def _one_of(self, line: Line, cards: list[int], fits: dict[int, tuple[int, Fit]], found: list[Found], said: Remarks) -> list[int]:
        """Which of several cards under one number is meant: by the name, else by the language."""
        named = [card_id for card_id in cards if fits[card_id][1] is not Fit.NONE]
        if len(named) == 1:
            return named
        language = line.remarks.language or said.language
        spoken = list(dict.fromkeys(one.card_id for one in found if one.language == language))
        return spoken if len(spoken) == 1 else cards

    def _disagrees(self, line: Line, row: Row, found: list[Found]) -> bool:
        """Whether the name on the line is another card's: then both are shown, and one of them is a typing error."""
        self._identifier.name_of_numbered(row)
        others = [card_id for card_id in row.cards if card_id != found[0].card_id]
        if not others or row.cards[0] == found[0].card_id:
            return False
        self._load_more(others)
        typed = row.cut.name if row.cut else row.draft.text
        line.name = typed
        line.because("name_differs", card=found[0].name, typed=typed)
        self._list_cards(line, [found[0].card_id, *others])
        same_set = codes.normalise(found[0].code).partition("-")[0]
        there = [one for card_id in others for one in self._printings.get(card_id, []) if one.language == found[0].language]
        near = [one for one in there if one.code.partition("-")[0] == same_set] or there
        line.candidates = list(dict.fromkeys([found[0].code, *number_list(near)]))
        line.printings = [*found, *near]
        return True

    def _load_more(self, card_ids: Sequence[int]) -> None:
        missing = [card_id for card_id in card_ids if card_id not in self._printings]
        if missing:
            self._names |= self._catalogue.names_of(missing)
            self._printings |= self._catalogue.of_cards(missing)

    def _unknown_number(self, line: Line, row: Row, said: Remarks) -> None:
        """A number nobody prints: the card if its name is there, and what the number may stand for."""
        code = row.draft.code
        assert code is not None
        near = row.near
        if row.cut:
            line.remarks.merge(row.cut.remarks)
            line.name = row.cut.name
        elif row.draft.cuts:
            line.name = min((cut for cut in row.draft.cuts if not cut.raw), key=lambda cut: -cut.words, default=row.draft.cuts[-1]).name
        if row.cards:
            agreeing = [one for one in near if one.card_id in row.cards]
            near = agreeing or near
            self._list_cards(line, row.cards)
            if len(row.cards) == 1:
                self._name_card(line, row)
                if not agreeing:
                    near = self._fitting(line, row, said)
        elif near and len({one.card_id for one in near}) == 1 and not line.name:
            line.put("card", near[0].name, DERIVED)
            line.card_id = near[0].card_id
        line.because("code_near" if row.near else "code_unknown", code=codes.normalise(code.text))
        language = line.remarks.language or said.language
        if language:
            line.put("language", language, WRITTEN if line.remarks.language else DERIVED)
        rarity_without_printing(line, said)
        line.candidates = number_list(near, self._first())
        line.printings = near

    def _named(self, line: Line, row: Row, said: Remarks) -> None:
        """A line without a number: the card by its name, the printing as far as the remarks narrow it."""
        if row.cut:
            line.remarks.merge(row.cut.remarks)
            line.name = row.cut.name
        cards = ordered_cards(row.cards, self._mentioned)
        fitting = self._fitting(line, row, said)
        line.candidates = number_list(fitting, self._first())
        mentioned = next((number for number in line.candidates if any(number in self._numbers_of.get(card_id, ()) for card_id in cards)), None)
        if mentioned:
            line.candidates.sort(key=lambda number: number != mentioned)
            line.because("in_same_text", code=mentioned)
        line.printings = fitting
        if len(cards) > 1 or row.fit == "group":
            line.because("name_group" if row.fit == "group" else "name_several")
            line.group = row.fit == "group"
            self._list_cards(line, cards)
            rarity_without_printing(line, said)
            return
        self._name_card(line, row)
        numbers = list(dict.fromkeys(one.code for one in fitting))
        left = settle_rarity(line, fitting, said) if fitting else []
        if len(numbers) == 1 and numbers[0]:
            self._complete(line, left, bool(line.remarks.sets or said.sets))

    def _complete(self, line: Line, left: list[Found], by_set: bool) -> None:
        """One number is left: take it."""
        line.put("set_code", left[0].code, DERIVED)
        line.because("code_completed" if by_set else "code_only_print")
        languages = {one.language for one in left}
        if line.language is None and len(languages) == 1:
            line.put("language", languages.pop(), DERIVED)
        line.printings = settle_product(line, left, line.remarks.notes)

    def _fitting(self, line: Line, row: Row, said: Remarks) -> list[Found]:
        """The printings of the named cards that languages, sets and rarity on the line or above it allow."""
        printings = [one for card_id in row.cards[:_MOST_LISTED_CARDS] for one in self._printings.get(card_id, [])]
        settle_doubtful(line, printings)
        written = line.remarks.language or said.language
        by_name, how = language_of_names(row.name_languages, self._language)
        if written:
            line.put("language", written, WRITTEN if line.remarks.language else DERIVED)
            fitting = [one for one in printings if one.language == written]
        elif by_name and len(row.cards) == 1:
            line.put("language", by_name, how)
            fitting = [one for one in printings if one.language == by_name]
        else:
            fitting = self._speakable(printings)
        tokens = [*line.remarks.sets, *said.sets]
        narrowed, naming = in_sets(fitting, tokens, self._catalogue)
        line.remarks.notes += [token for token in line.remarks.sets if token not in naming]
        if naming and not narrowed:
            line.because("set_unknown", set=", ".join(naming))
        fitting = narrowed or fitting
        probe = Line(line.number, line.input, remarks=line.remarks)
        return settle_rarity(probe, fitting, said) if fitting and (line.remarks.rarity or said.rarity) else fitting

    def _speakable(self, printings: list[Found]) -> list[Found]:
        """Those in the language of the list and in English; all when there is none in either."""
        spoken = self._spoken()
        return [one for one in printings if one.language in spoken] or printings

    def _spoken(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self._language, "en"))) if self._language else self._options.languages

    def _first(self) -> tuple[str, ...]:
        return (self._language, "en") if self._language else ("en",)

    def _name_card(self, line: Line, row: Row) -> None:
        names = self._names.get(row.cards[0], {})
        exact = row.fit in ("exact", "mention")
        line.put("card", names.get("en"), WRITTEN if exact else DERIVED)
        line.card_id = row.cards[0]
        if row.fit == "part":
            line.because("name_part_of", card=names.get("en", ""))
        elif row.fit == "initials":
            line.because("name_initials", card=names.get("en", ""))
        elif row.fit == "typo":
            line.because("name_typo", card=names.get(line.language or "en") or names.get("en", ""))
        elif exact and row.cut:
            self._tell_fit(line, matching.fit(row.cut.name, names, line.language), numbered=False)

    def _tell_fit(self, line: Line, fit: Fit, *, numbered: bool) -> None:
        if fit is Fit.ACCENTS:
            line.because("name_accents")
        elif fit is Fit.PUNCTUATION:
            line.because("name_punctuation")
        elif fit in (Fit.PART, Fit.INITIALS) and numbered:
            line.because("name_partial")
        elif fit is Fit.TYPO and numbered:
            line.because("name_typo", card=self._names[line.card_id or 0].get(line.language or "en", line.card or ""))

    def _offer_cards(self, line: Line, cards: Sequence[int], fitting: list[Found], how: str) -> None:
        line.printings = fitting
        if len(cards) == 1:
            line.put("card", self._names.get(cards[0], {}).get("en"), how)
            line.card_id = cards[0]
        else:
            self._list_cards(line, cards)

    def _list_cards(self, line: Line, cards: Sequence[int]) -> None:
        line.card_candidate_ids = list(cards[:_MOST_LISTED_CARDS])
        line.card_candidates = [self._names.get(card_id, {}).get("en", "") for card_id in line.card_candidate_ids]

    def _alternate(self, line: Line, also: lines.Also) -> Line:
        """Another copy the line names: its own number, rarity, edition and count, never those of the first."""
        other = Line(line.number, line.input, remarks=also.remarks, name=line.name)
        found = self._identifier.found(also.code)
        if found:
            own = [one for one in found if one.card_id == line.card_id] or found
            self._settle_code(other, own, Remarks())
            other.put("card", own[0].name, DERIVED)
            other.card_id = own[0].card_id
            other.candidates = [own[0].code]
        elif line.card_id is not None:
            row = Row(lines.Draft(line.number, line.input, line.input), cards=[line.card_id])
            self._load_more([line.card_id])
            if not other.remarks.language and line.language and line.how.get("language") != ASSUMED:
                other.remarks.language = line.language
            fitting = self._fitting(other, row, Remarks())
            if also.code:
                other.because("code_unknown", code=codes.normalise(also.code.text))
            other.put("card", line.card, DERIVED)
            other.card_id = line.card_id
            other.candidates = number_list(fitting, self._first())
            other.printings = fitting
            left = settle_rarity(other, fitting, Remarks()) if fitting else []
            if len(other.candidates) == 1 and also.code is None:
                self._complete(other, left, False)
        elif also.code:
            other.because("code_unknown", code=codes.normalise(also.code.text))
        settle_plain(other, Remarks(), self._options)
        if not also.remarks.quantity:
            other.put("quantity", None, "")
            other.because("also_count")
        if other.language is None and line.language:
            other.put("language", line.language, DERIVED)
        return other
