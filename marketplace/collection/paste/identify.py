"""What each line is, and which card it names: asked of the catalogue in bulk.

Numbers are looked up first, a few hundred a query; then every way to cut the lines without a known number, as exact
names; only what is left after that is searched for one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import Found
from marketplace.collection.paste import headings, lines, matching, talk, words
from marketplace.collection.paste.catalogue import Catalogue, Kind, NamedSet, NameHit
from marketplace.collection.paste.cutting import Cut
from marketplace.collection.paste.headings import Heading
from marketplace.collection.paste.lines import Draft
from marketplace.collection.paste.remarks import Remarks

MOST_SEARCHES = 1_500
"""Names that are searched for in one list; those beyond are left open."""

_MOST_NEAR = 300
_MOST_PHRASES = 120
_SENTENCE = 0.6
_LONG_SENTENCE = 0.45
_NO_CARD_BUT_WORDS = 0.3
_LONG = 6
_CLEAR_LEAD = 6.0
_CLEAR_LIKENESS = 84.0
_ALMOST = 94.0
_LEAST_LIKENESS = 62.0
_WHOLE_WORDS = frozenset(
    (Kind.EXACT_READER, Kind.EXACT, Kind.PREFIX, Kind.PHRASE, Kind.INITIALS, Kind.WORDS, Kind.OTHER_PREFIX, Kind.OTHER_PHRASE,
     Kind.OTHER_WORDS)
)  # fmt: skip
_DECORATED = ("-", "=", "*", "_", "~", "#", "•", "—", "–")


@dataclass
class Row:
    """One line with what was found out about it."""

    draft: Draft
    kind: str = ""
    """card, heading, remark or sentence; empty until known."""
    found: list[Found] = field(default_factory=list)
    """Printings of its number."""
    near: list[Found] = field(default_factory=list)
    """What its unknown number may stand for."""
    heading: Heading | None = None
    rule: str = ""
    cards: list[int] = field(default_factory=list)
    """Cards its words name, likeliest first."""
    name_languages: list[str] = field(default_factory=list)
    cut: Cut | None = None
    """The way the line was cut to find those cards."""
    fit: str = ""
    """How the words name the cards: exact, part, initials, typo, group, mention; several of them are open."""
    named_set: NamedSet | None = None
    prefixes: tuple[str, ...] = ()
    """Prefixes of the set the whole line names."""
    not_searched: bool = False
    pieces: list[list[Cut]] = field(default_factory=list)
    """Parts of a line that may each name a card."""
    further: list[Row] = field(default_factory=list)
    """Other cards the same line names ("Raigeki, Dark Hole")."""

    @property
    def unknown_code(self) -> bool:
        return self.draft.code is not None and not self.found


class Identifier:
    """Finds out what the lines of one list are."""

    def __init__(self, catalogue: Catalogue, locale: str) -> None:
        self._catalogue = catalogue
        self._locale = locale
        self._exact: dict[str, list[tuple[int, str]]] = {}
        self._by_code: dict[str, list[Found]] = {}
        self._searches = 0

    def run(self, drafts: Sequence[Draft]) -> list[Row]:
        rows = [Row(draft, further=[Row(part) for part in draft.segments]) for draft in drafts]
        every = [*rows, *(part for row in rows for part in row.further)]
        self._numbers(every)
        self._names(every)
        for row in every:
            self._tell(row)
        self._near_numbers(every)
        for place, row in enumerate(every):
            if not row.kind:
                self._search(row, place < len(rows) and self._starts_list(rows, place))
        for row in rows:
            row.further = [part for part in row.further if part.kind == "card"]
        return rows

    def found(self, code: lines.Code | None) -> list[Found]:
        """The printings of a number on the list."""
        return self._by_code.get(codes.folded(code.text), []) if code else []

    def _numbers(self, rows: Sequence[Row]) -> None:
        written = [code.text for row in rows for code in (row.draft.code, *(also.code for also in row.draft.also)) if code]
        self._by_code = self._catalogue.by_codes(written) if written else {}
        for row in rows:
            draft = row.draft
            row.found = self.found(draft.code)
            if draft.code and not row.found and not draft.code.sure:
                draft.code = None
            draft.also = [also for also in draft.also if not also.code or also.code.sure or self.found(also.code)]
            if row.found:
                row.kind = "card"
                draft.cuts = [cut for cut in draft.cuts if not draft.uncut or cut.name != draft.uncut]
            elif draft.code:
                draft.cuts += lines.uncoded_cuts(draft)

    def _names(self, rows: Sequence[Row]) -> None:
        wanted: set[str] = set()
        for row in rows:
            if row.found:
                continue
            text = _whole(row.draft)
            row.heading = headings.read_heading(text) if row.draft.code is None else None
            row.rule = (headings.read_rule(text) or "") if row.draft.code is None else ""
            if row.draft.code is None:
                self._cut_sets(row.draft)
                row.pieces = lines.pieces(row.draft)
                wanted.update(fold(cut.name) for piece in row.pieces for cut in piece)
            wanted.add(fold(row.draft.text))
            wanted.update(fold(cut.name) for cut in row.draft.cuts)
            if row.draft.code is None and talk.likelihood(text) >= _NO_CARD_BUT_WORDS:
                wanted.update(fold(phrase) for phrase in talk.phrases(text)[:_MOST_PHRASES])
        self._exact = self._catalogue.exact(wanted) if wanted else {}

    def _cut_sets(self, draft: Draft) -> None:
        """Add ways to cut a set's prefix off either end of the name: "Dieux Egypt. PGLD"."""
        further = []
        for cut in draft.cuts:
            tokens = cut.name.split()
            if cut.raw or len(tokens) < 2:
                continue
            for token, rest in ((tokens[-1], tokens[:-1]), (tokens[0], tokens[1:])):
                bare = token.strip(".,;:()[]")
                if len(bare) >= 3 and bare.isupper() and self._catalogue.prefixes(bare):
                    said = Remarks(sets=[bare])
                    said.merge(cut.remarks)
                    further.append(Cut(" ".join(rest).strip(" .,;:-"), said, cut.words + 1))
        draft.cuts += further

    def _tell(self, row: Row) -> None:
        """What the line is, as far as exact names and vocabulary tell."""
        if row.kind:
            return
        draft = row.draft
        text = _whole(draft)
        whole = self._exact.get(fold(draft.text))
        if row.heading and (row.heading.starts_part or not whole or text[:1] in _DECORATED or text.endswith(":")):
            row.kind = "heading"
        elif row.rule and not whole:
            row.kind = "remark"
        elif self._take_exact(row) or self._take_group(row) or self._take_several(row):
            row.kind = "card"
        elif row.unknown_code:
            row.kind = "card"
            self._search_names(row)
        elif self._is_talk(text):
            row.kind = "sentence"
            self._take_mention(row, text)

    def _is_talk(self, text: str) -> bool:
        likelihood = talk.likelihood(text)
        return likelihood >= (_LONG_SENTENCE if len(text.split()) >= _LONG else _SENTENCE)

    def _take_exact(self, row: Row) -> bool:
        for cut in row.draft.cuts:
            hits = self._exact.get(fold(cut.name), [])
            if hits and (not cut.raw or row.draft.code is None or not row.draft.code.sure or len(cut.name.split()) < 8):
                self._take(row, cut, list(dict.fromkeys(card_id for card_id, _language in hits)), "exact")
                row.name_languages = [language for card_id, language in hits if card_id == row.cards[0]]
                if cut.raw:
                    row.draft.code, row.found = None, []  # "TG-SX1" is a name, though it has the shape of a number.
                return True
        return False

    def _take(self, row: Row, cut: Cut | None, cards: list[int], fit: str) -> None:
        row.cut, row.cards, row.fit = cut, cards, fit

    def _take_several(self, row: Row) -> bool:
        """Take a line that names several cards, when each of its parts is exactly one."""
        if len(row.pieces) < 2:
            return False
        parts = []
        for piece in row.pieces:
            part = Row(Draft(row.draft.number, row.draft.input, row.draft.text, cuts=piece), kind="card")
            if not self._take_exact(part):
                return False
            parts.append(part)
        first, *row.further = parts
        row.cut, row.cards, row.fit, row.name_languages = first.cut, first.cards, first.fit, first.name_languages
        row.draft.remarks = Remarks()
        return True

    def _take_group(self, row: Row) -> bool:
        for cut in row.draft.cuts:
            names = words.GROUPS.get(fold(cut.name))
            if names:
                known = self._catalogue.cards_named(names)
                cards = [known[name] for name in names if name in known]
                if cards:
                    self._take(row, cut, cards, "group")
                    return True
        return False

    def _take_mention(self, row: Row, text: str) -> None:
        """A card a sentence speaks of."""
        for phrase in talk.phrases(text)[:_MOST_PHRASES]:
            hits = self._exact.get(fold(phrase))
            if hits:
                self._take(
                    row, Cut(phrase, Remarks(), 0), list(dict.fromkeys(card_id for card_id, _language in hits)), "mention"
                )
                row.name_languages = [language for card_id, language in hits if card_id == row.cards[0]]
                return

    def name_of_numbered(self, row: Row) -> None:
        """Find the card named on a line whose number is another card's."""
        wanted = {fold(cut.name) for cut in row.draft.cuts}
        self._exact = {**self._exact, **self._catalogue.exact(wanted - self._exact.keys())}
        for cut in row.draft.cuts:
            hits = self._exact.get(fold(cut.name), [])
            if hits and not cut.raw:
                self._take(row, cut, list(dict.fromkeys(card_id for card_id, _language in hits)), "exact")
                return
        self._search_names(row)

    def _near_numbers(self, rows: Iterable[Row]) -> None:
        asked: dict[str, list[Found]] = {}
        for row in rows:
            if not row.unknown_code or row.draft.code is None:
                continue
            key = codes.folded(row.draft.code.text)
            if key not in asked:
                asked[key] = self._catalogue.near(row.draft.code.text) if len(asked) < _MOST_NEAR else []
            row.near = asked[key]

    def _starts_list(self, rows: Sequence[Row], place: int) -> bool:
        """Whether cards follow right below: then a set's name is a heading."""
        following = next((row for row in rows[place + 1 :]), None)
        return following is not None and following.kind in ("card", "") and not following.draft.blank_before

    def _search(self, row: Row, starts_list: bool) -> None:
        """What is left: a set, a card in part or misspelt, or words that are none of these."""
        text = _whole(row.draft)
        if self._take_set(row, text, starts_list, near=False):
            return
        if row.cards or self._search_names(row):
            row.kind = "card"
            if row.fit != "typo":
                return
        # A misspelt set against a misspelt card: the nearer name counts.
        if self._take_set(row, text, starts_list, near=True):
            return
        if row.cards:
            return
        likelihood = talk.likelihood(text)
        wordy = len(text.split()) > 2 * _LONG
        row.kind = "sentence" if likelihood >= _NO_CARD_BUT_WORDS or wordy else "card"
        if row.kind == "sentence":
            self._take_mention(row, text)

    def _take_set(self, row: Row, text: str, starts_list: bool, *, near: bool) -> bool:
        bare = row.draft.text.strip(" \t-–—:=*#~_.")
        key = fold(bare)
        prefixes: tuple[str, ...] = ()
        named = self._catalogue.sets_named(key, near=near)
        if named:
            row.named_set, prefixes = named[0], named[0].prefixes
        elif not near and " " not in key and (bare.isupper() or text.endswith(":")) and len(bare) >= 3:
            prefixes = self._catalogue.prefixes(bare)
        if not prefixes:
            return False
        row.cards, row.cut, row.prefixes = [], None, prefixes
        if row.draft.purpose or not starts_list:
            row.kind = "card"
        else:
            row.kind = "heading"
            row.heading = Heading(bare, Remarks(sets=list(prefixes)))
        return True

    def _search_names(self, row: Row) -> bool:
        """Search for the card the line names in part or misspelt; False when no card is near."""
        cuts = self._worth_searching(row.draft.cuts)
        if not cuts:
            return False
        tried: list[tuple[Cut, list[NameHit]]] = []
        for cut in cuts:
            if self._searches >= MOST_SEARCHES:
                row.not_searched = True
                break
            self._searches += 1
            hits = self._catalogue.similar(cut.name, self._locale)
            strong = [hit for hit in hits if hit.kind in _WHOLE_WORDS]
            if strong:
                self._take_hits(row, cut, strong)
                return True
            if hits:
                tried.append((cut, hits))
        likened = [(matching.likeness(cut.name, hit.name), hit.score, cut, hit) for cut, hits in tried for hit in hits]
        misspelt = [
            one for one in likened if one[0] >= _CLEAR_LIKENESS or (one[1] >= _LEAST_LIKENESS and _alike(one[2].name, one[3]))
        ]
        if not misspelt:
            return False
        likeness, score, cut, best = max(misspelt, key=lambda one: (max(one[0], _CLEAR_LIKENESS), one[1], one[0]))
        if likeness >= _CLEAR_LIKENESS:
            close = [hit for other, _score, by, hit in misspelt if by is cut and other >= likeness - _CLEAR_LEAD]
        else:
            close = [hit for _other, other, by, hit in misspelt if by is cut and other >= score - _CLEAR_LEAD]
        close.sort(key=lambda hit: hit is not best)
        self._take(row, cut, list(dict.fromkeys(hit.card_id for hit in close)), "typo")
        row.name_languages = [hit.language for hit in close if hit.card_id == row.cards[0]]
        self._undo_count(row, best)
        return True

    def _take_hits(self, row: Row, cut: Cut, hits: list[NameHit]) -> None:
        initials = all(hit.kind is Kind.INITIALS for hit in hits)
        nearly = [hit for hit in hits if matching.likeness(cut.name, hit.name) >= _ALMOST]
        if len({hit.name for hit in nearly}) == 1 and not nearly[0].exact:
            # "Magicienne des Tenebre" is one letter short of one card, and part of the names of others.
            self._take(row, cut, [hit.card_id for hit in nearly], "typo")
            row.name_languages = [nearly[0].language]
            return
        exact = [hit for hit in hits if hit.exact]
        typed = set(fold(cut.name).split())
        # The name with least beside the typed words is what is usually meant, and goes first.
        chosen = exact or sorted(hits, key=lambda hit: (not typed <= set(hit.name.split()), len(hit.name.split())))
        self._take(row, cut, [hit.card_id for hit in chosen], "initials" if initials else "exact" if exact else "part")
        row.name_languages = []

    def _undo_count(self, row: Row, hit: NameHit) -> None:
        """ "7 Colored Fsh": the number in front belongs to the name that was found."""
        cut = row.cut
        head = hit.name.split()[0]
        if (
            cut
            and cut.remarks.quantity is not None
            and head == str(cut.remarks.quantity)
            and fold(row.draft.text).startswith(head + " ")
        ):
            kept = Remarks()
            kept.merge(cut.remarks)
            kept.quantity = None
            row.cut = Cut(f"{head} {cut.name}", kept, cut.words)

    def _worth_searching(self, cuts: Sequence[Cut]) -> list[Cut]:
        """The least cut way and the most cut one: what lies between says little more."""
        plain = [cut for cut in cuts if not cut.raw and len(fold(cut.name)) > 1]
        if not plain:
            return []
        least, most = plain[0], max(plain, key=lambda cut: cut.words)
        return [least] if most is least else [least, most]


def _whole(draft: Draft) -> str:
    """The line as a whole; of a title, the part at hand."""
    return draft.text if draft.segments else lines.clean(draft.input)


def _alike(name: str, hit: NameHit) -> bool:
    """Whether a misspelt name has about the words of the one found: "Gradius" is no "Caius"."""
    typed = fold(name)
    return hit.kind is Kind.PARTS or abs(len(typed) - len(hit.name)) <= max(3, len(hit.name) // 2) or len(typed.split()) > 1
