"""Settling a line that is about a card: by its number, or by the name as far as the remarks narrow the printing."""

from __future__ import annotations

from collections.abc import Sequence

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import Found
from marketplace.collection.paste import lines, matching
from marketplace.collection.paste.identify import Row
from marketplace.collection.paste.known import MOST_LISTED_CARDS, Known
from marketplace.collection.paste.matching import Fit
from marketplace.collection.paste.reading import ASSUMED, DERIVED, WRITTEN, Line
from marketplace.collection.paste.remarks import Remarks
from marketplace.collection.paste.settle import (
    in_sets,
    language_of_names,
    number_list,
    ordered_cards,
    rarity_without_printing,
    settle_doubtful,
    settle_language,
    settle_plain,
    settle_product,
    settle_rarity,
)

_MOSTLY = 0.6


class CardLines:
    """Settles the card lines of one list."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def settle(self, line: Line, row: Row, said: Remarks) -> None:
        """Settle ``line``; ``said`` is what the headings in force say."""
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
            line.candidates = self.known.catalogue.of_prefixes(row.prefixes, self.known.spoken())
            line.name = draft.text
        else:
            line.because("not_searched" if row.not_searched else "name_unknown")
            line.name = draft.cuts[-1].name if draft.cuts else draft.text
            rarity_without_printing(line, said)
            language = line.remarks.language or said.language
            if language:
                line.put("language", language, WRITTEN if line.remarks.language else DERIVED)
        settle_plain(line, said, self.known.options)
        self._assume_language(line)
        line.alternates = [self._alternate(line, also) for also in draft.also]
        for further in row.further:
            other = Line(draft.number, draft.input, purpose=further.draft.purpose or None)
            self.settle(other, further, said)
            line.alternates.append(other)

    def _assume_language(self, line: Line) -> None:
        if line.language is None and self.known.language and not line.whole_set:
            line.put("language", self.known.language, ASSUMED)

    def _numbered(self, line: Line, row: Row, said: Remarks) -> None:
        """A line with a number the catalogue knows."""
        draft, found = row.draft, row.found
        names = [cut.name for cut in draft.cuts if not cut.raw]
        cuts = [cut for cut in draft.cuts if not cut.raw]
        cards = list(dict.fromkeys(one.card_id for one in found))
        fits = {card_id: matching.best(names, self.known.names.get(card_id, {}), found[0].language) for card_id in cards}
        if len(cards) > 1:
            cards = self._one_of(line, cards, fits, found, said)
            found = [one for one in found if one.card_id in cards]
        line.candidates = [found[0].code]
        if len(cards) > 1:
            line.because("code_several_cards")
            self.known.list_cards(line, cards)
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

    def _one_of(
        self, line: Line, cards: list[int], fits: dict[int, tuple[int, Fit]], found: list[Found], said: Remarks
    ) -> list[int]:
        """Which of several cards under one number is meant: by the name, else by the language."""
        named = [card_id for card_id in cards if fits[card_id][1] is not Fit.NONE]
        if len(named) == 1:
            return named
        language = line.remarks.language or said.language
        spoken = list(dict.fromkeys(one.card_id for one in found if one.language == language))
        return spoken if len(spoken) == 1 else cards

    def _disagrees(self, line: Line, row: Row, found: list[Found]) -> bool:
        """Whether the name on the line is another card's: then both are shown, and one of them is a typing error."""
        self.known.identifier.name_of_numbered(row)
        own = found[0].card_id
        if own in row.cards or not row.cards:
            return False
        if row.fit == "typo" and matching.overlap(row.cut.name if row.cut else "", self.known.names.get(own, {})) >= _MOSTLY:
            return False  # "Fracas & co": the words left over are nearer to this card than to any other.
        others = row.cards
        self.known.load_more(others)
        typed = row.cut.name if row.cut else row.draft.text
        line.name = typed
        line.because("name_differs", card=found[0].name, typed=typed)
        self.known.list_cards(line, [own, *others])
        same_set = codes.normalise(found[0].code).partition("-")[0]
        there = [
            one for card_id in others for one in self.known.printings.get(card_id, []) if one.language == found[0].language
        ]
        near = [one for one in there if one.code.partition("-")[0] == same_set] or there
        line.candidates = list(dict.fromkeys([found[0].code, *number_list(near)]))
        line.printings = [*found, *near]
        return True

    def _unknown_number(self, line: Line, row: Row, said: Remarks) -> None:
        """A number nobody prints: the card if its name is there, and what the number may stand for."""
        code = row.draft.code
        assert code is not None
        near = row.near
        parts = codes.parse(code.text)
        if not line.remarks.language and parts and parts.language:
            line.put("language", parts.language, DERIVED)
        plain = [cut for cut in row.draft.cuts if not cut.raw]
        if row.cut:
            line.remarks.merge(row.cut.remarks)
        line.name = row.cut.name if row.cut else max(plain, key=lambda cut: cut.words).name if plain else ""
        agreeing = [one for one in near if one.card_id in row.cards]
        near = agreeing or near
        if len({one.card_id for one in near}) == 1 and (agreeing or not line.name):
            line.put("card", near[0].name, DERIVED)
            line.card_id = near[0].card_id
        elif self.known.one_name(row.cards):
            self._name_card(line, row)
            near = self._fitting(line, row, said)
        elif row.cards:
            self.known.list_cards(line, row.cards)
        line.because("code_near" if row.near else "code_unknown", code=codes.normalise(code.text))
        language = line.remarks.language or said.language
        if language:
            line.put("language", language, WRITTEN if line.remarks.language else DERIVED)
        rarity_without_printing(line, said)
        line.candidates = number_list(near, self.known.first())
        line.printings = near

    def _named(self, line: Line, row: Row, said: Remarks) -> None:
        """A line without a number: the card by its name, the printing as far as the remarks narrow it."""
        if row.cut and row.cut.raw:
            line.remarks = Remarks()  # The brackets belong to the name.
        if row.cut:
            line.remarks.merge(row.cut.remarks)
            line.name = row.cut.name
        cards = ordered_cards(row.cards, self.known.mentioned)
        fitting = self._fitting(line, row, said)
        line.candidates = number_list(fitting, self.known.first())
        mentioned = next(
            (
                number
                for number in line.candidates
                if any(number in self.known.numbers_of.get(card_id, ()) for card_id in cards)
            ),
            None,
        )
        if mentioned:
            line.candidates.sort(key=lambda number: number != mentioned)
            line.because("in_same_text", code=mentioned)
        line.printings = fitting
        if not self.known.one_name(cards) or row.fit == "group":
            line.because("name_group" if row.fit == "group" else "name_several")
            line.group = row.fit == "group"
            self.known.list_cards(line, cards)
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
        printings = [one for card_id in row.cards[:MOST_LISTED_CARDS] for one in self.known.printings.get(card_id, [])]
        settle_doubtful(line, printings)
        written = line.remarks.language or said.language
        by_name, how = language_of_names(row.name_languages, self.known.language)
        if written:
            line.put("language", written, WRITTEN if line.remarks.language else DERIVED)
            fitting = [one for one in printings if one.language == written]
        elif line.language and line.how.get("language") == DERIVED:
            fitting = [one for one in printings if one.language == line.language]
        elif by_name and self.known.one_name(row.cards):
            line.put("language", by_name, how)
            fitting = [one for one in printings if one.language == by_name]
        else:
            fitting = self.known.speakable(printings)
        tokens = [*line.remarks.sets, *said.sets]
        narrowed, naming = in_sets(fitting, tokens, self.known.catalogue)
        line.remarks.notes += [token for token in line.remarks.sets if token not in naming]
        if naming and not narrowed:
            line.because("set_unknown", set=", ".join(naming))
        fitting = narrowed or fitting
        probe = Line(line.number, line.input, remarks=line.remarks)
        return settle_rarity(probe, fitting, said) if fitting and (line.remarks.rarity or said.rarity) else fitting

    def _name_card(self, line: Line, row: Row) -> None:
        names = self.known.names.get(row.cards[0], {})
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
            line.because("name_typo", card=self.known.names[line.card_id or 0].get(line.language or "en", line.card or ""))

    def offer_cards(self, line: Line, cards: Sequence[int], fitting: list[Found], how: str) -> None:
        """Name the card, or leave several open."""
        line.printings = fitting
        if len(cards) == 1:
            line.put("card", self.known.names.get(cards[0], {}).get("en"), how)
            line.card_id = cards[0]
        else:
            self.known.list_cards(line, cards)

    def _alternate(self, line: Line, also: lines.Also) -> Line:
        """Another copy the line names: its own number, rarity, edition and count, never those of the first."""
        other = Line(line.number, line.input, remarks=also.remarks, name=line.name)
        found = self.known.identifier.found(also.code)
        if found:
            own = [one for one in found if one.card_id == line.card_id] or found
            self._settle_code(other, own, Remarks())
            other.put("card", own[0].name, DERIVED)
            other.card_id = own[0].card_id
            other.candidates = [own[0].code]
        elif line.card_id is not None:
            row = Row(lines.Draft(line.number, line.input, line.input), cards=[line.card_id])
            self.known.load_more([line.card_id])
            if not other.remarks.language and line.language and line.how.get("language") != ASSUMED:
                other.remarks.language = line.language
            fitting = self._fitting(other, row, Remarks())
            if also.code:
                other.because("code_unknown", code=codes.normalise(also.code.text))
            other.put("card", line.card, DERIVED)
            other.card_id = line.card_id
            other.candidates = number_list(fitting, self.known.first())
            other.printings = fitting
            left = settle_rarity(other, fitting, Remarks()) if fitting else []
            if len(other.candidates) == 1 and also.code is None:
                self._complete(other, left, False)
        elif also.code:
            other.because("code_unknown", code=codes.normalise(also.code.text))
        settle_plain(other, Remarks(), self.known.options)
        if not also.remarks.quantity:
            other.put("quantity", None, "")
            other.because("also_count")
        if other.language is None and line.language:
            other.put("language", line.language, DERIVED)
        return other
