"""Lines that are no cards: headings, which act on the lines below them, and short remarks between the lines.

Pure. A heading that names a set can only be told with the catalogue; ``resolve`` asks about those.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from marketplace.catalogue.folding import fold
from marketplace.collection.paste import remarks, words
from marketplace.collection.paste.remarks import Remarks, Where

_DECORATION = " \t-–—_=~*#•·.:;>→<|+^!¤°\"'()[]{}★☆◆■"
_LEVELS = ("set", "language", "edition", "condition", "rarity")
_RULE = re.compile(r"^[\W_]+$")
_ATTRIBUTION = re.compile(
    r"^(?:le|on|em|el|am|il)?\s*\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}\b.*"
    r"|^.{1,60}\b(?:a [ée]crit|avait [ée]crit|wrote|escreveu|schrieb|escribi[óo])\b.{0,20}$"
    r"|^(?:page|sujet|topic|re)\s*:\s*.*$",
    re.I,
)
_LINK = re.compile(r"^(?:https?://|www\.)\S+$", re.I)
_BETWEEN = words.words_of("vs contre gegen por against versus up uppp upp")
_COUNT_TAIL = re.compile(r"\s*[(\[]?\s*\d{1,4}\s*(?:cartes?|cards?|cartas?|karten)?\s*[)\]]?\s*$", re.I)


@dataclass
class Heading:
    """What a heading says about the lines below it."""

    text: str
    remarks: Remarks = field(default_factory=Remarks)
    purpose: str = ""
    """offer, want or seen: a new part of the text begins, and earlier headings end."""
    side: str = ""
    neutral: bool = False
    """It sorts the list ("Monsters") and says nothing about the copies."""

    @property
    def starts_part(self) -> bool:
        return bool(self.purpose or self.side)

    def levels(self) -> list[str]:
        """The things this heading settles, for nesting (see ``Headings``)."""
        said = {
            "set": bool(self.remarks.sets),
            "language": bool(self.remarks.language),
            "edition": bool(self.remarks.edition),
            "condition": self.remarks.condition is not None,
            "rarity": bool(self.remarks.rarity),
        }
        return [level for level in _LEVELS if said[level]]


def read_heading(text: str) -> Heading | None:
    """The heading ``text`` is, or None. Every word of it must be of the headings' vocabulary."""
    bare = text.strip(_DECORATION)
    folded = fold(bare)
    if not bare or len(bare) > 80:
        return None
    if folded in words.SEEN:
        return Heading(bare, purpose="seen")
    core = _without_greeting(folded)
    if core in words.SEEN:
        return Heading(bare, purpose="seen")
    if folded in words.WANT:
        return Heading(bare, purpose="want")
    if folded in words.OFFER and len(folded) > 1:
        return Heading(bare, purpose="offer")
    if folded in words.SIDES:
        return Heading(bare, side=words.SIDES[folded])
    for side, sentences in words.SIDE_SENTENCES.items():
        if folded in sentences:
            return Heading(bare, side=side)
    if folded in words.KINDS:
        return Heading(bare, neutral=True)
    if " " not in folded and "-" in bare and any(char.isdigit() for char in bare):
        return None  # A set number.
    for candidate in (bare, _COUNT_TAIL.sub("", bare)):
        heading = _of_remarks(candidate, bare)
        if heading:
            return heading
    return None


def _of_remarks(candidate: str, bare: str) -> Heading | None:
    found, unread = remarks.read(candidate.replace(":", " , "), Where.COLUMN)
    kinds = " ".join(fold(word) for word in unread)
    if unread and kinds not in words.KINDS:
        return None
    if found.codes or found.quantity is not None or found.side or found.signed or found.misprint is not None:
        return None
    heading = Heading(bare, found)
    if not heading.levels() or (found.condition is not None and found.condition.grade is None):
        return None
    return heading


def _without_greeting(folded: str) -> str:
    parts = folded.split()
    while parts and parts[0] in words.GREETINGS:
        parts = parts[1:]
    return " ".join(parts)


def read_rule(text: str) -> str | None:
    """Why a line is neither card nor sentence: a ruled line, "vs", a price, a link, who wrote what; None otherwise."""
    folded = fold(text)
    if _RULE.match(text):
        return "rule"
    if folded in _BETWEEN:
        return "between"
    if _LINK.match(text):
        return "link"
    if _ATTRIBUTION.match(text):
        return "attribution"
    if folded.split()[0] in words.OTHER_ITEMS and len(folded.split()) <= 4:
        return "other_item"
    found, unread = remarks.read(text, Where.COLUMN)
    if not unread and found.price and not Heading(text, found).levels():
        return "price"
    return None


class Headings:
    """The headings in force. A heading replaces the earlier one of its own kind and everything nested in that one.

    "Ultra Rare / French / English / Super Rare": the second language replaces the first and stays under Ultra; the
    next rarity ends both.
    """

    def __init__(self) -> None:
        self._open: list[tuple[str, Heading]] = []
        self.purpose = ""

    def add(self, heading: Heading) -> None:
        if heading.starts_part:
            self._open.clear()
            self.purpose = heading.purpose
        if heading.neutral:
            return
        for level in heading.levels():
            for place, (known, earlier) in enumerate(self._open):
                if known == level and earlier is not heading:
                    del self._open[place:]
                    break
            self._open.append((level, heading))

    def end(self) -> None:
        """Talk between two lists ends what was in force."""
        self._open.clear()
        self.purpose = ""

    def said(self) -> Remarks:
        """What the headings in force say together."""
        together = Remarks()
        for level, heading in reversed(self._open):
            part = Remarks()
            if level == "set":
                part.sets = list(heading.remarks.sets)
            elif level == "language":
                part.language = heading.remarks.language
            elif level == "edition":
                part.edition = heading.remarks.edition
            elif level == "condition":
                part.condition = heading.remarks.condition
            else:
                part.rarity = heading.remarks.rarity
            together.merge(part)
        return together

    @property
    def text(self) -> str:
        """The headings in force as written, outermost first."""
        return " / ".join(dict.fromkeys(heading.text for _level, heading in self._open))
