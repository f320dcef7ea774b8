"""Conditions as collectors tell them: a code, a grade in words, or damage more or less strong.

The owner's own words are always kept. A grade is one of the seven European grades; a word that means different
grades in different places gives the lower one and is marked as not sure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from marketplace.catalogue.folding import fold
from marketplace.collection.paste import words
from marketplace.collection.vocabulary import CONDITIONS, condition_from


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as stated: ``code`` is what the line says in short, ``words`` how it said it."""

    code: str
    """A grade's code, "damaged", "lightly damaged", or the words themselves when they fit no grade."""
    words: str
    grade: str | None
    sure: bool
    """False: the word has other meanings in other places, so the grade is assumed."""


_CODE = re.compile(r"^(?:MT|NM|EX|GD|LP|PL|PO|MINT|NM/M|NM-M|M/NM|EX\+|NM-|NM\+|EX-)$", re.I)
_COMMON_WORDS = words.words_of(
    "bon bonne good gut neuf neuve bom boa novo nova nuevo nueva nuovo nuova use usee moyen moyenne parfait parfaite mint m d"
    " ma ruim buono buona bueno buena joue jouee played used usada usado gespielt jugada giocata jogada jogado pobre poor"
    " pauvre excellent excelente excellente eccellente mauvais mauvaise vg ex gd po pl lp sp dm mp hp"
)
"""Alone and near a card name these are more often part of the name, or of talk."""

_LEADS = words.words_of("en in em carte card carta etat state estado condition est is")
"""Words that may stand before damage without saying anything else."""

_RUNNING = (
    # Misspelt as in messages: "en tre bn etat". Each phrase with the grade it stands for.
    (re.compile(r"\bcomme neu(?:f|ve)\b|\bquasi[- ]neu(?:f|ve)\b"), "NM"),
    (re.compile(r"\btr[eè]+s?\s+b(?:o)?n+e?\s+[ée]tat?s?\b"), "EX"),
    (re.compile(r"\b(?:en\s+)?b(?:o)?n+\s+[ée]tat?s?\b"), "GD"),
    (re.compile(r"\bmauvais\s+[ée]tat?s?\b"), "PO"),
    (re.compile(r"\b(?:near[ -]?mint)\b"), "NM"),
    (re.compile(r"\b(?:muito bom|[óo]timo) estado\b"), "EX"),
    (re.compile(r"\bbom estado\b"), "GD"),
)


def read_condition(text: str, *, near_name: bool = False, whole_item: bool = False) -> Condition | None:
    """The condition ``text`` states, or None.

    ``whole_item`` reads a remark of several words as one condition when it tells of damage or wear ("abîmé au coin");
    ``near_name`` leaves out words that card names are made of.
    """
    bare = text.strip().strip(".,;:!()[]{}")
    folded = fold(bare)
    if not folded:
        return None
    damage = _damage(bare, folded, whole_item)
    if damage:
        return damage
    if _CODE.match(bare):
        return _graded(bare)
    tokens = folded.split()
    if near_name and (len(tokens) == 1 or tokens[-1] in words.JOINTS):
        return None if folded in _COMMON_WORDS or len(tokens) == 1 else _graded(bare)
    if len(tokens) == 1 and len(folded) <= 2:
        return None  # Of one or two letters only the codes above are conditions.
    return _graded(bare)


def _graded(bare: str) -> Condition | None:
    core = re.sub(r"^(?:en|in|em|[ée]tat|condition|cond\.?|estado)\s*:?\s+", "", bare, flags=re.I)
    for text in (bare, core):
        reading = condition_from(text)
        if reading.grade:
            folded = fold(text)
            code = folded.upper() if folded.upper() in CONDITIONS else reading.grade
            return Condition(code if code in CONDITIONS else reading.grade, bare, reading.grade, reading.sure)
    return None


def _damage(bare: str, folded: str, whole_item: bool) -> Condition | None:
    tokens = folded.split()
    hits = [place for place, token in enumerate(tokens) if token in words.DAMAGE]
    if not hits:
        if whole_item and len(tokens) <= 8 and any(token in words.WEAR for token in tokens):
            return Condition(bare, bare, None, False)
        return None
    before = " ".join(tokens[: hits[0]])
    after = tokens[hits[-1] + 1 :]
    slightly = next((degree for degree in sorted(words.SLIGHTLY, key=len, reverse=True) if _ends(before, degree)), None)
    strongly = next((degree for degree in words.STRONGLY if _ends(before, degree)), None)
    rest = before
    if slightly or strongly:
        rest = before[: len(before) - len(slightly or strongly or "")].strip()
    told_plainly = not after and all(token in _LEADS for token in rest.split())
    if not told_plainly and (not whole_item or len(tokens) > 12):
        return None
    if slightly:
        reading = condition_from("lightly damaged")
        return Condition("lightly damaged", bare, reading.grade, False)
    return Condition("damaged", bare, "PO", True)


def _ends(text: str, tail: str) -> bool:
    return text == tail or text.endswith(" " + tail)


def in_running_text(text: str) -> Condition | None:
    """A condition told in a sentence, spelling forgiven: "elle est en tre bn etat" is very good (EX)."""
    lowered = text.casefold()
    for pattern, grade in _RUNNING:
        if match := pattern.search(lowered):
            return Condition(grade, text[match.start() : match.end()].strip(), grade, True)
    return None


def storage_in_running_text(text: str) -> str:
    """How a copy is kept, when a sentence tells it ("sous deux pochette"); empty otherwise."""
    folded = f" {fold(text)} "
    found = [phrase for phrase in words.STORAGE if " " in phrase and f" {phrase} " in folded]
    return max(found, key=len, default="")
