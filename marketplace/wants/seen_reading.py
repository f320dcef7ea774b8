"""Reading a pasted list or message against two people's copies: which very copies each line means.

A line that stands exactly as one of them is printed (``seen_writing``, in any of its languages) means that copy.
Any other is read as lists are (``collection.paste``), with the shelves as the catalogue, and narrowed to the copies
that fit what it says. What may be several is left open with its options; what is not there is said.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.catalogue.vocabulary import rank, same_rarity
from marketplace.collection.paste import Line, Options, read_list
from marketplace.collection.paste.reading import WRITTEN
from marketplace.wants.shelves import Printed, Shelf, ShelfCatalogue, headings, loosened, tidy
from marketplace.wants.shown_copies import Copy

_COUNT = re.compile(r" \*(\d{1,4})(?= \(| \[| -- |$)")
_GOODS_FOLLOW = re.compile(r"\b(?:j ?ai ca|j ?ai|je donne|je propose|i have|i give|i offer|tenho|dou|ich habe)\s*$")
_SEEN = re.compile(r"\b(?:vu|seen|saw|vi|visto|gesehen)\b")
FOUND, OPEN, ABSENT = "found", "open", "absent"


@dataclass
class Finding:
    """What one line means."""

    number: int
    text: str
    state: str
    mine: bool = False
    """The copies are the reader's own, not the other's."""
    quantity: int = 1
    takes: list[tuple[int, int]] = field(default_factory=list)
    """(stack, copies)."""
    options: list[int] = field(default_factory=list)
    short: int = 0
    """Copies asked for beyond those there are."""


def read(
    session: Session,
    viewer_id: int,
    text: str,
    theirs: Shelf,
    mine: Shelf,
    *,
    by_other: bool = False,
    list_language: str = "",
) -> list[Finding]:
    """What the lines of ``text`` mean, talk and headings left out. ``by_other``: the other person wrote it.

    ``list_language`` is the language of copies that state none on the other's printed list; it decides only where
    the text itself does not tell.
    """
    return _Reader(session, viewer_id, theirs, mine, by_other, list_language).read(text)


@dataclass
class _Wish:
    """A line on its way: its raw text, what paste made of it, the shelves to look at in order."""

    line: Line
    heading: str
    shelves: list[bool]
    """Of whom, in order: True for the reader's own."""
    quantity: int = 1
    entries: list[Printed] = field(default_factory=list)
    mine: bool = False


class _Reader:
    def __init__(
        self, session: Session, viewer_id: int, theirs: Shelf, mine: Shelf, by_other: bool, list_language: str
    ) -> None:
        self._catalogue = ShelfCatalogue(session, viewer_id, (theirs, mine))
        self._shelves = {False: theirs, True: mine}
        self._by_other = by_other
        self._list_language = list_language
        self._left = {owner: dict(shelf.at_hand) for owner, shelf in self._shelves.items()}
        copies = [*theirs.copies.values(), *mine.copies.values()]
        self._headings = headings({copy.rarity for copy in copies if copy.rarity})

    def read(self, text: str) -> list[Finding]:
        reading = read_list(text, self._catalogue, Options())
        wishes = list(self._wishes(reading.lines))
        usual = self._usual_language(wishes) or self._list_language or reading.language or ""
        has_headings = any(wish.heading for wish in wishes)
        for wish in wishes:
            wish.entries = self._narrowed(wish, usual, has_headings)
        groups = self._groups(wishes)
        return [self._finding(wish, groups) for wish in wishes]

    # Which lines are wishes, and whose copies they are about

    def _wishes(self, lines: Sequence[Line]) -> Iterable[_Wish]:
        heading = ""
        goods = False
        for line in lines:
            raw = tidy(line.input)
            named = fold(line.input.strip(" -=_*#~:\t"))
            known = self._exact(raw)
            if not known and named in self._headings:
                heading, goods = named, goods
                continue
            if not known and line.kind == "sentence":
                folded = fold(line.input)
                goods = bool(_GOODS_FOLLOW.search(folded))
                if not (_SEEN.search(folded) and (line.card_id or goods)):
                    continue  # Talk. What was seen for the goods below is a wish even if its name is not understood.
                yield _Wish(line, "", self._owners("you"))
                continue
            if not known and line.kind != "card":
                if line.kind == "heading":
                    goods = False
                    heading = "" if not line.rarity else heading
                continue
            side = line.side or {"seen": "you", "want": "you", "offer": "me"}.get(line.purpose or "") or ("me" if goods else "")
            parts = [line] if known else [*_members(line), *line.alternates]
            for part in parts:
                part.input = part.input or line.input
                yield self._wish(part, raw if part is line else "", heading, side)

    def _wish(self, line: Line, raw: str, heading: str, side: str) -> _Wish:
        wish = _Wish(line, heading, self._owners(side), line.quantity or 1)
        counted = _COUNT.search(raw)
        for owner in wish.shelves:
            entries = self._exact(raw, owner) if raw else []
            if entries:
                wish.entries, wish.mine = entries, owner
                wish.quantity = int(counted[1]) if counted and int(counted[1]) else 1
                break
        return wish

    def _owners(self, side: str) -> list[bool]:
        """Whose copies to look at: "me" is the writer of the text."""
        if not side:
            return [self._by_other, not self._by_other]
        return [(side == "me") is not self._by_other]

    def _exact(self, raw: str, owner: bool | None = None) -> list[Printed]:
        line = tidy(_COUNT.sub("", raw, count=1))
        for one in (False, True) if owner is None else (owner,):
            shelf = self._shelves[one]
            if entries := shelf.exact.get(line) or shelf.loose.get(loosened(line)):
                return entries
        return []

    # Lines that stand as printed

    def _usual_language(self, wishes: Iterable[_Wish]) -> str:
        """The language of copies that state none, as the lines that can mean one language only tell."""
        votes: Counter[str] = Counter()
        for wish in wishes:
            languages = {self._copy(wish, entry).language for entry in wish.entries}
            if len(languages) == 1 and not any(entry.remarked for entry in wish.entries):
                votes.update(languages)
        return votes.most_common(1)[0][0] if votes else ""

    def _copy(self, wish: _Wish, entry: Printed) -> Copy:
        return self._shelves[wish.mine].copies[entry.stack_id]

    def _narrowed(self, wish: _Wish, usual: str, has_headings: bool) -> list[Printed]:
        entries = wish.entries
        if not entries:
            return []
        named = self._headings.get(wish.heading, set())
        if named:
            entries = [one for one in entries if one.rarity in named] or entries
        elif has_headings:
            entries = [one for one in entries if not one.rarity] or entries
        if len({self._copy(wish, one).language for one in entries}) > 1:
            entries = [one for one in entries if one.remarked or self._copy(wish, one).language == usual] or entries
        return entries

    def _groups(self, wishes: Iterable[_Wish]) -> dict[int, list[Printed]]:
        """For lines that may be several kinds of copies: printed once for each kind they mean one each, in that order."""
        same: dict[tuple[object, ...], list[_Wish]] = defaultdict(list)
        for wish in wishes:
            kinds = _kinds(wish.entries)
            if len(kinds) > 1:
                same[wish.mine, wish.heading, tuple(kinds)].append(wish)
        chosen: dict[int, list[Printed]] = {}
        for those in same.values():
            order = _kinds(those[0].entries)
            if len(those) == len(order):
                for wish, kind in zip(those, order, strict=True):
                    chosen[id(wish)] = [one for one in wish.entries if one.alike == kind]
        return chosen

    def _finding(self, wish: _Wish, groups: dict[int, list[Printed]]) -> Finding:
        if wish.entries:
            entries = groups.get(id(wish), wish.entries)
            ids = list(dict.fromkeys(entry.stack_id for entry in entries))
            return self._settled(wish, wish.mine, ids, len(_kinds(entries)) == 1)
        for owner in wish.shelves:
            ids = _fitting(self._shelves[owner], wish.line)
            if ids:
                shelf = self._shelves[owner]
                wish.quantity = wish.line.quantity or 1
                missed = _asks_for_another(shelf, wish.line, ids)
                return self._settled(wish, owner, ids, len({shelf.alike(one) for one in ids}) == 1 and not missed)
        finding = Finding(wish.line.number, wish.line.input, ABSENT, wish.shelves[0])
        finding.quantity = wish.line.quantity or 1
        return finding

    def _settled(self, wish: _Wish, owner: bool, ids: list[int], one_kind: bool) -> Finding:
        finding = Finding(wish.line.number, wish.line.input, FOUND if one_kind else OPEN, owner, wish.quantity)
        if not one_kind:
            finding.options = ids
            return finding
        left, asked = self._left[owner], wish.quantity
        for stack_id in ids:
            take = min(asked, left[stack_id])
            if take:
                finding.takes.append((stack_id, take))
                left[stack_id] -= take
                asked -= take
        finding.short = asked
        if not finding.takes:
            finding.takes = [(ids[0], 0)]
        return finding


def _kinds(entries: Iterable[Printed]) -> list[tuple[str, str]]:
    """The different kinds of copies among these, in the order lists print them."""
    return sorted({entry.alike for entry in entries}, key=lambda kind: (-rank(kind[0]), kind))


def _members(line: Line) -> list[Line]:
    """The cards of a group as lines of their own."""
    if not line.group:
        return [line]
    found = []
    for card_id, name in zip(line.card_candidate_ids, line.card_candidates, strict=True):
        member = Line(line.number, f"{line.input} – {name}", remarks=line.remarks, card=name, card_id=card_id)
        member.printings = [one for one in line.printings if one.card_id == card_id]
        member.quantity, member.side = line.quantity, line.side
        found.append(member)
    return found


def _fitting(shelf: Shelf, line: Line) -> list[int]:
    """The copies of the shelf a line may mean: of its card, narrowed by whatever else it says and some copy meets."""
    cards = {line.card_id} if line.card_id else set(line.card_candidate_ids) or {one.card_id for one in line.printings}
    names = {line.card} if line.card else set(line.card_candidates)
    numbers = {codes.folded(line.set_code)} if line.set_code and line.how.get("set_code") == WRITTEN else set()
    ids = [
        one
        for one, copy in shelf.copies.items()
        if copy.card_id in cards or copy.english in names or (numbers and codes.folded(copy.code) in numbers)
    ]
    said = line.remarks
    printings = {one.printing_id for one in line.printings}
    tests: list[Callable[[Copy], bool]] = []
    if line.set_code:
        wanted = codes.folded(line.set_code)
        tests.append(lambda copy: codes.folded(copy.code) == wanted)
    if printings:
        tests.append(lambda copy: copy.printing_id in printings)
    if line.product:
        tests.append(lambda copy: copy.product == line.product)
    if line.language:
        tests.append(lambda copy: copy.language == line.language)
    if line.rarity:
        tests.append(lambda copy: same_rarity(copy.rarity, line.rarity or ""))
    if line.edition:
        tests.append(lambda copy: copy.edition == line.edition)
    if said.misprint is not None:
        tests.append(lambda copy: bool(copy.misprint))
    if said.condition:
        words = fold(said.condition.words)
        tests.append(lambda copy: bool(copy.condition_words) and fold(copy.condition_words) in words)
    if line.grade:
        tests.append(lambda copy: copy.condition == line.grade)
    if said.grading:
        tests.append(lambda copy: copy.grading.startswith(said.grading))
    for mark in ("signed", "altered"):
        if getattr(said, mark):
            tests.append(lambda copy, mark=mark: bool(getattr(copy, mark)))  # type: ignore[misc]
    for test in tests:
        ids = [one for one in ids if test(shelf.copies[one])] or ids
    return ids


def _asks_for_another(shelf: Shelf, line: Line, ids: Iterable[int]) -> bool:
    """Whether the line writes a number, language or edition none of these copies has: the reader must say if they do."""
    copies = [shelf.copies[one] for one in ids]
    if line.set_code and line.how.get("set_code") == WRITTEN:
        wanted = codes.folded(line.set_code)
        if not any(codes.folded(copy.code) == wanted for copy in copies):
            return True
    for name in ("language", "edition"):
        if line.how.get(name) == WRITTEN and not any(getattr(copy, name) == getattr(line, name) for copy in copies):
            return True
    written = line.rarity if line.how.get("rarity") == WRITTEN else None
    return bool(written) and not any(same_rarity(copy.rarity, written or "") for copy in copies)
