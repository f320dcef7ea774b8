"""The ways to cut a run of words into a card name and remarks, the least cut first.

"7 Colored Fish" may be a name or seven copies of one, "Mago Negro, ultra, inglês" a name with or without its end. Pure:
all ways are kept, and the catalogue decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from marketplace.collection.paste import remarks
from marketplace.collection.paste.remarks import Remarks, Where

EDGES = " \t-–—:;,|/=_.•→>~"
"""Signs that never begin or end a name."""

_MOST_CUTS = 6
_QUOTES = "\"'“”„«»‘’"
_SEPARATOR = re.compile(r"(\s*[\t|;]\s*|\s+[-–—]+\s+|\s*-{2,}\s*|\s*[:=]>?\s+|\s*→\s*|(?<!\d),\s*|,(?!\d)\s*)")
_SOFT = re.compile(r"^\s*(?:,|:)\s*$")


@dataclass(frozen=True, slots=True)
class Cut:
    """One way to cut a line: what is left as the name, and what was cut off as remarks."""

    name: str
    remarks: Remarks
    words: int
    """How many words were cut off; 0 is the text as it stands."""
    raw: bool = False
    """The whole line with its brackets and numbers: a name only if it is one to the letter."""


def cuts_of(text: str) -> list[Cut]:
    """The ways to cut one run of words, the least cut first."""
    text = text.strip()
    if len(text) > 2 and text[0] in _QUOTES and text[-1] in _QUOTES:
        text = text[1:-1]
    pieces = _SEPARATOR.split(text.strip(EDGES.replace(".", "")))
    fields, separators = pieces[0::2], pieces[1::2]
    heads = _head_cuts(fields, separators)
    tails = _tail_cuts(fields, separators)
    found: list[Cut] = []
    for head_words, start, head_found in heads:
        for tail_words, end, tail_found in tails:
            if start >= end:
                continue
            name = _joined(fields, separators, start, end)
            for cut in _word_cuts(name, first=start == 0, last=end == len(fields)):
                merged = Remarks()
                for part in (head_found, cut.remarks, tail_found):
                    merged.merge(part)
                found.append(Cut(cut.name, merged, head_words + tail_words + cut.words))
    unique = {cut.name: cut for cut in sorted(found, key=lambda cut: -cut.words) if cut.name}
    return sorted(unique.values(), key=lambda cut: cut.words)


def _joined(fields: list[str], separators: list[str], start: int, end: int) -> str:
    text = fields[start]
    for place in range(start + 1, end):
        text += separators[place - 1] + fields[place]
    return " ".join(text.split()).strip(EDGES.replace(".", ""))


def _head_cuts(fields: list[str], separators: list[str]) -> list[tuple[int, int, Remarks]]:
    """Ways to cut whole fields off the front: ("3" | "Dark Magician")."""
    cuts = [(0, 0, Remarks())]
    taken = Remarks()
    for place, text in enumerate(fields[:-1]):
        hard = not _SOFT.match(separators[place])
        found, unread = remarks.read(text, Where.COLUMN if hard else Where.NAME)
        if unread or (found.says_nothing and text.strip()):
            break
        taken.merge(found)
        merged = Remarks()
        merged.merge(taken)
        cuts.append((sum(len(part.split()) for part in fields[: place + 1]), place + 1, merged))
    return cuts[:_MOST_CUTS]


def _tail_cuts(fields: list[str], separators: list[str]) -> list[tuple[int, int, Remarks]]:
    """Ways to cut whole fields off the end: ("Dark Magician" | "Ultra Rare" | "NM")."""
    cuts = [(0, len(fields), Remarks())]
    taken = Remarks()
    for place in range(len(fields) - 1, 0, -1):
        hard = not _SOFT.match(separators[place - 1])
        found, unread = remarks.read(fields[place], Where.COLUMN if hard else Where.NAME)
        if unread or (found.says_nothing and fields[place].strip()):
            break
        taken.merge(found)
        merged = Remarks()
        merged.merge(taken)
        cuts.append((sum(len(part.split()) for part in fields[place:]), place, merged))
    return cuts[:_MOST_CUTS]


def _word_cuts(name: str, *, first: bool, last: bool) -> list[Cut]:
    """Ways to cut words off either end of one field: "3 Raigeki Ultra 1st"."""
    tokens = name.split()
    fronts = [(0, Remarks())]
    if first:
        for count in (1, 2, 3):
            if count >= len(tokens):
                break
            found, unread = remarks.read(" ".join(tokens[:count]), Where.NAME)
            if count == 1 and tokens[0].isdecimal() and len(tokens[0]) <= 3:
                found, unread = Remarks(quantity=int(tokens[0]) or None), []
            elif count > 1 and tokens[0].isdecimal() and len(tokens[0]) <= 6:
                found, unread = remarks.read(" ".join(tokens[1:count]), Where.NAME)
                found.quantity = found.quantity or int(tokens[0]) or None
            if count == 1 and found.rarity and not tokens[0].isupper():
                continue  # "Fantôme du Chaos" begins with a word that is a rarity elsewhere.
            if not unread and not found.says_nothing and not found.side:
                fronts.append((count, found))
    backs = [(0, Remarks())]
    if last:
        for count in range(1, min(8, len(tokens) - 1) + 1):
            found, unread = remarks.read(" ".join(tokens[len(tokens) - count :]), Where.NAME)
            if not unread and not found.says_nothing:
                backs.append((count, found))
    cuts = []
    for front, front_found in fronts:
        for back, back_found in backs:
            kept = tokens[front : len(tokens) - back]
            if not kept:
                continue
            merged = Remarks()
            merged.merge(front_found)
            merged.merge(back_found)
            cuts.append(Cut(" ".join(kept).strip(EDGES.replace(".", "")), merged, front + back))
    return cuts
