"""Taking a pasted text apart: lines, and in each line the set numbers, brackets, remarks and what may be the name.

Pure: no catalogue is asked. Where a line can be cut in several ways ("7 Colored Fish": seven copies, or a name?) all
ways are kept in order, the least cut first, and the catalogue decides (``resolve.py``).
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field, replace

from marketplace.catalogue import codes
from marketplace.catalogue.folding import fold
from marketplace.collection.paste import remarks, words
from marketplace.collection.paste.cutting import EDGES, Cut, cuts_of
from marketplace.collection.paste.remarks import Remarks, Where

MOST_BYTES = 200 * 1024
"""Longest text that is read, in bytes of UTF-8."""

_LONGEST_LINE = 600
_MOST_CODES = 40

_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad\u202a-\u202e\ue000-\uf8ff]")
_DASHES = re.compile("[\u2010-\u2012\u2212\ufe63\uff0d]")
_BULLET = re.compile(r"^\s*(?:[¤•●○◦▪▫■□◆◇★☆►▶▸‣→»✓✔☐☑–—]+\s*|[-*+>]+\s+|-(?=[^\W\d]))")
_NUMBERING = re.compile(r"^\s*(?:n[°o]\s*)?\d{1,4}\s*(?:[.)]|[/:])\s+(?=\S)", re.I)
_CODE = re.compile(r"(?<!\w)(?<!\w-)([A-Za-z0-9]{2,5})[ ]?[-\u2010-\u2015\u2212_][ ]?([A-Za-z]{0,4}\d{1,4}K?)(?![\w])")
_LOOSE_CODE = re.compile(r"(?<![\w-])([A-Za-z]{2,4}\d?|\d?[A-Za-z]{2,4})[ ]?([A-Za-z]{0,4}\d{3})(?![\w-])")
_SIDE_BEFORE = re.compile(r"^\s*([^\W\d]{2,5})\s*(?:[-=–—]*[>→»]+|:|→)\s*", re.I)
_SIDE_AFTER = re.compile(r"[\s\-–—>:]+([^\W\d]{2,5})\s*[.!:]*$", re.I)
_LIST_MARK = re.compile(r"^\s*\[\s*(E|R|H|W|T|FT|LF|WTT|WTB|WTS)\s*\]\s*", re.I)
_LIST_MARKS = re.compile(r"(\[\s*(?:E|R|H|W|T|FT|LF|WTT|WTB|WTS)\s*\])", re.I)
_LIST_WORD = re.compile(r"^\s*([^\W\d][^:]{0,24}?)\s*:\s*(?=\S)")
_SEEN = re.compile(
    r"^\s*(?:(?:lu|salut|slt|bonjour|hello|hi)[\s,!]+)?(?:j'?\s?ai\s+|g\s+)?"
    r"(?:vu|seen|i saw|eu vi|vi|gesehen|he visto|ho visto)\b\s*[:,]?\s*(?=\S)",
    re.I,
)
_MOJIBAKE = re.compile("[ÃÂâ][\u0080-\u00bf\u2018-\u2122€]")
_SEVERAL = re.compile(r"\s*[,;]\s+|\s+[+&/]\s+|\s+(?:et|and|und)\s+")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_CODE_MARKS, _BRACKET_MARKS = 0xE000, 0xF000
"""Private characters that stand for the n-th set number or bracket while a line is cut; ``clean`` removes any typed ones."""
_MARK = re.compile("([\ue000-\uf8ff])")


@dataclass(frozen=True, slots=True)
class Code:
    """A set number as typed. ``sure`` is False where only the catalogue can tell it from a name ("lod 091")."""

    text: str
    sure: bool


@dataclass(slots=True)
class Also:
    """Another copy of the line's card: an "also" remark, or a further number on the line."""

    remarks: Remarks
    code: Code | None


@dataclass
class Draft:
    """A line taken apart, before the catalogue is asked."""

    number: int
    """Line number in the text, from 1."""
    input: str
    text: str
    """The line without decoration, cleaned for reading."""
    blank_before: bool = False
    bullet: bool = False
    purpose: str = ""
    """offer, want or seen, when the line itself says so."""
    segments: list[Draft] = field(default_factory=list)
    """Further parts of a title such as "[E] Dark Magician, Playmat! [R] Primal Origin"."""
    side: str = ""
    side_place: str = ""
    """before or after the goods."""
    code: Code | None = None
    uncut: str = ""
    """The words of a number that is not sure, in their place on the line."""
    cuts: list[Cut] = field(default_factory=list)
    remarks: Remarks = field(default_factory=Remarks)
    also: list[Also] = field(default_factory=list)
    bracket_open: bool = False
    garbled: bool = False
    """Letters looked as if another encoding had been read; the repaired text was read instead."""
    unreadable: bool = False
    """Letters are lost (U+FFFD)."""


def clean(text: str) -> str:
    """One line without invisible characters, odd spaces and HTML entities; tabs stay, they separate columns."""
    if "&" in text and ";" in text:
        text = html.unescape(text)
    return _DASHES.sub("-", _INVISIBLE.sub("", _SPACES.sub(" ", text))).strip()


def repaired(text: str) -> str | None:
    """The text as it was before UTF-8 was read as Windows-1252, or None when it does not look like that."""
    if not _MOJIBAKE.search(text):
        return None
    for encoding in ("cp1252", "latin-1"):
        try:
            back = text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
        return back if back != text else None
    return None


def split(text: str) -> list[Draft]:
    """One draft per line that is not empty, in order."""
    drafts = []
    blank = True
    for number, raw in enumerate(re.split(r"\r\n|\r|\n|\u2028|\u2029|\x0b|\x0c|\x85", text), 1):
        if not clean(raw):
            blank = True
            continue
        drafts.append(_title(raw, number, blank) or take_apart(raw, number, blank))
        blank = False
    return drafts


def _title(raw: str, number: int, blank_before: bool) -> Draft | None:
    """A line that names what is offered and what is wanted at once: its first part, the others as segments."""
    text = clean(raw)[:_LONGEST_LINE]
    if len(_LIST_MARKS.findall(text)) < 2 or not _LIST_MARK.match(text):
        return None
    parts = []
    for marked in _LIST_MARKS.split(text)[1:]:
        if _LIST_MARK.match(marked + " x"):
            mark = marked
            continue
        parts += [f"{mark} {part}" for part in re.split(r"\s*[,;]\s+", marked.strip(" ,;")) if part.strip(EDGES)]
    if not parts:
        return None
    first, *others = [take_apart(part, number, blank_before) for part in parts[:_MOST_CODES]]
    for other in others:
        other.input = other.text
    first.input, first.segments = _INVISIBLE.sub("", raw).strip(), others
    return first


def take_apart(raw: str, number: int = 1, blank_before: bool = False) -> Draft:
    """Read one line."""
    text = clean(raw)[:_LONGEST_LINE]
    draft = Draft(number, _INVISIBLE.sub("", raw).strip(), text, blank_before)
    fixed = repaired(text)
    if fixed is not None:
        draft.garbled, text = True, fixed
    draft.unreadable = "\ufffd" in text
    text = _take_marks(draft, text)
    draft.text = text
    line = _Line(draft)
    line.read(line.cut_codes(line.cut_brackets(text)))
    return draft


def _take_marks(draft: Draft, text: str) -> str:
    """Take bullets, numbering and the marks in front of the goods off the line."""
    stripped = _BULLET.sub("", text, count=1)
    if stripped and stripped != text:
        draft.bullet, text = True, stripped
    stripped = _NUMBERING.sub("", text, count=1)
    if stripped and stripped != text:
        draft.bullet, text = True, stripped
    if match := _LIST_MARK.match(text):
        draft.purpose = "offer" if fold(match[1]) in words.OFFER | {"t"} else "want"
        text = text[match.end() :]
    elif (match := _LIST_WORD.match(text)) and fold(match[1]) in words.OFFER | words.WANT and len(match[1]) > 1:
        draft.purpose = "offer" if fold(match[1]) in words.OFFER else "want"
        text = text[match.end() :]
    if (match := _SEEN.match(text)) and match.end() < len(text):
        draft.purpose = draft.purpose or "seen"
        text = text[match.end() :]
    if (match := _SIDE_BEFORE.match(text)) and fold(match[1]) in words.SIDES and match.end() < len(text):
        draft.side, draft.side_place = words.SIDES[fold(match[1])], "before"
        text = text[match.end() :]
    return text.strip() or draft.text


def _also_part(content: str) -> str | None:
    """The text after an "also" word, or None."""
    head, _space, tail = content.strip().partition(" ")
    if head == "+":
        return tail
    return tail if tail and fold(head) in words.ALSO else None


def _leading_count(text: str) -> str:
    """ "1 en Super" as "1x, en Super": in an "also" remark the first number is a count."""
    text = text.strip()
    head, _space, tail = text.partition(" ")
    if head.isdecimal() and tail:
        return f"{head}x, {tail}"
    if tail and words.NUMBER_WORDS.get(fold(head)):
        return f"{words.NUMBER_WORDS[fold(head)]}x, {tail}"
    return text


class _Line:
    """Cuts one line: brackets and set numbers become marks, what stands between them is name or remark."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.codes: list[Code] = []
        self.brackets: list[tuple[Remarks, int | None]] = []
        """What each bracket says, and which number it holds first."""
        self.uncut = ""

    def cut_brackets(self, text: str) -> str:
        """Read each bracket and leave a mark in its place. A bracket that is never closed runs to the end."""
        outside: list[str] = []
        position = 0
        while position < len(text):
            char = text[position]
            if char not in _PAIRS:
                outside.append(" " if char in ")]}" else char)
                position += 1
                continue
            close, depth, end = _PAIRS[char], 0, position
            while end < len(text):
                depth += (text[end] == char) - (text[end] == close)
                if depth == 0:
                    break
                end += 1
            self.draft.bracket_open = self.draft.bracket_open or end >= len(text)
            outside.append(self._bracket(text[position + 1 : end]))
            position = end + 1
        return "".join(outside)

    def _bracket(self, content: str) -> str:
        also = _also_part(content)
        if also is not None:
            self._also(also)
            return " "
        plain, marks = self._marked(content, loose=True)
        found, unread = remarks.read(plain, Where.BRACKET)
        prefixes, rest = remarks.set_tokens(unread, Where.BRACKET)
        if len(unread) > 3 or (rest and not prefixes and found.says_nothing):
            prefixes, rest = [], unread
        found.sets += prefixes
        if rest:
            found.notes.append(content.strip() if len(rest) == len(unread) and not marks else " ".join(rest))
        self.brackets.append((found, ord(marks[0]) - _CODE_MARKS if marks else None))
        return f" {marks}{chr(_BRACKET_MARKS + len(self.brackets) - 1)} "

    def _also(self, text: str) -> None:
        plain, marks = self._marked(text, loose=True)
        found, unread = remarks.read(_leading_count(plain), Where.BRACKET)
        prefixes, rest = remarks.set_tokens(unread, Where.BRACKET)
        found.sets += prefixes
        if rest:
            found.notes.append(" ".join(rest))
        named = [self.codes[ord(mark) - _CODE_MARKS] for mark in marks]
        self.draft.also += [Also(found, code) for code in named] or [Also(found, None)]

    def _marked(self, text: str, *, loose: bool) -> tuple[str, str]:
        """``text`` without its set numbers, and their marks."""
        marks: list[str] = []

        def take(match: re.Match[str], sure: bool) -> str:
            if not codes.looks_like_code(match[0]) or len(self.codes) >= _MOST_CODES:
                return match[0]
            self.codes.append(Code(match[0], sure))
            marks.append(chr(_CODE_MARKS + len(self.codes) - 1))
            return f" {marks[-1]} "

        plain = _CODE.sub(lambda match: take(match, True), text)
        if loose and not marks:
            plain = _LOOSE_CODE.sub(lambda match: take(match, False), plain)
        return _MARK.sub(" ", plain), "".join(marks)

    def cut_codes(self, outside: str) -> str:
        """Leave a mark in the place of each set number outside the brackets."""
        before = len(self.codes)

        def take(match: re.Match[str], sure: bool) -> str:
            if not codes.looks_like_code(match[0]) or len(self.codes) >= _MOST_CODES:
                return match[0]
            self.codes.append(Code(match[0], sure))
            return f" {chr(_CODE_MARKS + len(self.codes) - 1)} "

        plain = _CODE.sub(lambda match: take(match, True), outside)
        if not self.codes:
            plain = _LOOSE_CODE.sub(lambda match: take(match, False), plain)
        if len(self.codes) > before and not self.codes[-1].sure:
            self.uncut = _tidy(outside)
        return plain

    def read(self, outside: str) -> None:
        """Find the name among the fragments between the marks, and read the others as remarks."""
        draft = self.draft
        if self.codes or self.brackets:
            # "TG-SX1" is a name, "(Menu du Jour)" part of one: the whole line is the first way to read it.
            draft.cuts.append(Cut(_tidy(draft.text), Remarks(), 0, raw=True))
        if self.uncut:
            draft.uncut = self.uncut
            draft.cuts.append(Cut(self.uncut, Remarks(), 0))
        current = draft.remarks
        named = False
        for piece in _MARK.split(outside):
            if _MARK.fullmatch(piece):
                current = self._mark(piece, current)
            elif piece.strip(EDGES):
                named = self._fragment(piece.strip(), current, named)
        if not draft.side and draft.remarks.side:
            draft.side, draft.side_place = draft.remarks.side, "after"
        if not draft.code and not draft.side:
            _side_after(draft)

    def _mark(self, mark: str, current: Remarks) -> Remarks:
        """Take in a number or a bracket; returns whose remarks come next."""
        draft = self.draft
        if ord(mark) >= _BRACKET_MARKS:
            found, number = self.brackets[ord(mark) - _BRACKET_MARKS]
            held = self.codes[number] if number is not None else None
            owner = next((one.remarks for one in draft.also if held is not None and one.code is held), None)
            (owner if owner is not None else draft.remarks if held is draft.code and held else current).merge(found)
            return current
        code = self.codes[ord(mark) - _CODE_MARKS]
        if draft.code is None:
            draft.code = code
            return draft.remarks
        draft.also.append(Also(Remarks(), code))
        return draft.also[-1].remarks

    def _fragment(self, text: str, current: Remarks, named: bool) -> bool:
        """Read one run of words; returns whether the name has been found."""
        draft = self.draft
        where = Where.COLUMN if named or draft.code or text[:1] in "-–—\t|;" else Where.NAME
        found, unread = remarks.read(text.strip(EDGES), where)
        if not unread and (where is Where.COLUMN or self.codes):
            current.merge(found)
            return named
        if not named:
            draft.cuts += cuts_of(text)
            return True
        also = _also_part(text.strip(EDGES))
        if also is not None:
            self._also(also)
            return named
        prefixes, rest = remarks.set_tokens(unread, Where.COLUMN)
        if draft.code:
            rest = unread
        else:
            found.sets += prefixes
        if rest:
            found.notes.append(" ".join(rest) if not found.says_nothing else text.strip(EDGES))
        current.merge(found)
        return named


def _side_after(draft: Draft) -> None:
    """ "ccv moi": a side at the end of a line without a number."""
    match = _SIDE_AFTER.search(draft.text)
    if match and fold(match[1]) in words.SIDES and draft.text[: match.start()].strip():
        head = draft.text[: match.start()].strip(EDGES)
        if head and len(head.split()) <= 8:
            draft.side, draft.side_place = words.SIDES[fold(match[1])], "after"
            draft.cuts += [replace(cut, words=cut.words + 1) for cut in cuts_of(head)]


def _tidy(text: str) -> str:
    return " ".join(_MARK.sub(" ", text).split()).strip(" \t-–—:;,|/=_•→>~")


def uncoded_cuts(draft: Draft) -> list[Cut]:
    """Ways to read a line whose number nobody prints as a name after all: "TG-SX1 x2"."""
    text = re.sub(r"[(\[{][^)\]}]*[)\]}]?", " ", draft.text)
    return [replace(cut, raw=True) for cut in cuts_of(text)]


def pieces(draft: Draft) -> list[list[Cut]]:
    """The parts of a line that may name several cards ("Raigeki, Dark Hole"), each with its cuts; empty for a plain line."""
    parts = [part.strip(EDGES) for part in _SEVERAL.split(draft.text)]
    if len(parts) < 2 or len(parts) > _MOST_CODES or any(bracket in draft.text for bracket in "([{"):
        return []
    return [cuts_of(part) for part in parts if part]
