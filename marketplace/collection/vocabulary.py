"""The collector's vocabulary: condition grades and editions, and every way tools and people write them.

One internal scale, the seven European grades, holds what every other scale says. Where a word means different
grades in different tools, the tool decides; without one the lower grade is proposed and marked as not sure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from marketplace.catalogue.words import plain, squeezed

Words: TypeAlias = "str | LazyString"


@dataclass(frozen=True)
class Grade:
    """A condition grade: 1 is the best, 7 the worst."""

    code: str
    rank: int
    label: LazyString


_GRADES = (
    Grade("MT", 1, _l("Mint")),
    Grade("NM", 2, _l("Near Mint")),
    Grade("EX", 3, _l("Excellent")),
    Grade("GD", 4, _l("Good")),
    Grade("LP", 5, _l("Light Played")),
    Grade("PL", 6, _l("Played")),
    Grade("PO", 7, _l("Poor")),
)

CONDITIONS: dict[str, Grade] = {grade.code: grade for grade in _GRADES}
"""Grades by code, best first."""

CONDITION_EXPLANATIONS: dict[str, LazyString] = {
    "MT": _l("as from a fresh pack, could be graded"),
    "NM": _l("looks fresh, tiny marks at most"),
    "EX": _l("light wear, seen when looked for"),
    "GD": _l("wear seen at a glance, no damage"),
    "LP": _l("clearly played, still plays in sleeves"),
    "PL": _l("heavily worn"),
    "PO": _l("damaged: crease, tear, water or ink"),
}


def condition_rank(code: str) -> int | None:
    """1 (Mint) to 7 (Poor); None when the condition is not stated, which never satisfies a minimum silently."""
    grade = CONDITIONS.get(code)
    return grade.rank if grade else None


def condition_label(code: str) -> Words:
    """The grade in the reader's language; "not stated" for a blank one."""
    grade = CONDITIONS.get(code)
    if grade:
        return grade.label
    return code or _l("not stated")


class ConditionReading(NamedTuple):
    """What a condition text means: ``grade`` None when it says nothing or is unknown; ``sure`` False when to be asked."""

    grade: str | None
    note: Words
    sure: bool


_FALSE_FRIEND = _l("This word means different grades in different tools: the lower one was taken.")
_NO_CLAIM = _l("This tool writes Mint for every card, so it is read as not stated.")
_UNKNOWN = _l("This condition is not known.")
_COARSE = _l("This scale is coarser than ours: the nearest grade was taken.")

# The words of section "any language" of the vocabulary; compared without case, accents, spaces and punctuation.
_WORDS: dict[str, str] = {
    "MT": "mint|gem mint|pack fresh|neuf|neuve|parfait|parfait etat|parfaite|etat neuf|neuwertig|nueva|nuevo|nuova|nuovo|nova"
    "|novo|perfeita",
    "NM": "near mint|nm|nm/m|nm-mint|presque neuf|presque neuve|quasi neuf|quasi neuve|comme neuf|comme neuve|proche du neuf"
    "|fast neuwertig|nahezu perfekt|casi nueva|casi nuevo|quasi nuova|quasi nuovo|quase nova|quase novo|como nova",
    "EX": "excellent|ex|ex+|excellent+|excellente|tres bon etat|tres bon|exzellent|sehr gut|excelente|eccellente|excellent etat"
    "|muito boa|muito bom|muito bom estado",
    "GD": "good|gd|very good|vg|bon|bon etat|bonne|gut|buena|bueno|buona|buono|boa|bom|bom estado",
    "LP": "light played|legerement joue|legerement jouee|peu joue|peu jouee|leicht gespielt|poco jugada|poco giocata"
    "|pouco jogada|pouco jogado|levemente jogada|lightplayed",
    "PL": "heavily played|hp|use|usee|usada|usado|played|gespielt|jugada|giocata|jogada|jogado|muito jogada",
    "PO": "poor|po|damaged|dmg|dm|mauvais|mauvais etat|mauvaise|abime|abimee|endommage|endommagee|pauvre|schlecht|beschadigt"
    "|pobre|danada|danado|scarsa|rovinata|danificada|danificado|ruim|ma",
}
_ANY = {squeezed(word): grade for grade, words in _WORDS.items() for word in words.split("|")}
_ANY |= {"mt": "MT", "d": "PO"}

CONDITION_WORDS: frozenset[str] = frozenset(
    word for phrases in _WORDS.values() for phrase in phrases.split("|") for word in plain(phrase).split()
) | frozenset(
    ("mt", "d", "mp", "sp", "lp", "pl", "m", "lightly", "moderately", "slightly", "joue", "jouee", "moyen", "moyenne")
)
"""Every single word (see ``words.plain``) a condition may be written with: a text of other words states none."""

# Without a known origin these are false friends: the lower grade is taken and asked about.
_DOUBTFUL: dict[str, str] = {
    "lp": "LP",
    "pl": "PL",
    "sp": "EX",
    "m": "MT",
    "played": "PL",
    "joue": "PL",
    "jouee": "PL",
    "moyen": "PL",
    "moyenne": "PL",
    "lightlyplayed": "LP",
    "moderatelyplayed": "PL",
    "mp": "PL",
    "slightlyplayed": "LP",
    "goodlightlyplayed": "LP",
    "legerementabime": "PL",
    "unpetitpeuabime": "PL",
    "unpeuabime": "PL",
    "legerementendommage": "PL",
    "lightlydamaged": "PL",
    "goodlp": "LP",
}

# Per tool, whole texts only: "Good (Lightly Played)" is not "Good".
_TOOLS: dict[str, dict[str, str]] = {
    "own": {grade.code.casefold(): grade.code for grade in _GRADES},
    "dragonshield": {
        "mint": "MT",
        "nearmint": "NM",
        "excellent": "EX",
        "good": "GD",
        "lightplayed": "LP",
        "played": "PL",
        "poor": "PO",
    },
    "tcgplayer": {
        "mint": "NM",
        "nearmint": "NM",
        "nm": "NM",
        "lightlyplayed": "EX",
        "lp": "EX",
        "moderatelyplayed": "GD",
        "mp": "GD",
        "heavilyplayed": "PL",
        "hp": "PL",
        "damaged": "PO",
        "d": "PO",
    },
    "cardmarket": {
        "1": "MT",
        "2": "NM",
        "3": "EX",
        "4": "GD",
        "5": "LP",
        "6": "PL",
        "7": "PO",
        "mt": "MT",
        "nm": "NM",
        "ex": "EX",
        "gd": "GD",
        "lp": "LP",
        "pl": "PL",
        "po": "PO",
        "mint": "MT",
        "nearmint": "NM",
        "excellent": "EX",
        "good": "GD",
        "lightplayed": "LP",
        "played": "PL",
        "poor": "PO",
    },
    "scanflip": {"m": "MT", "mt": "MT", "nm": "NM", "ex": "EX", "gd": "GD", "pl": "LP", "po": "PO", "dm": "PO"},
    "deckbox": {
        "mint": "MT",
        "nearmint": "NM",
        "goodlightlyplayed": "EX",
        "played": "LP",
        "heavilyplayed": "PL",
        "damaged": "PO",
        "poor": "PO",
    },
    "manabox": {
        "mint": "MT",
        "nearmint": "NM",
        "excellent": "EX",
        "good": "GD",
        "lightplayed": "LP",
        "played": "PL",
        "poor": "PO",
    },
    "ygoprodeck": {"nm": "NM", "lp": "LP"},
}
_TOOLS["moxfield"] = _TOOLS["deckbox"]

_COARSE_WORDS = {("tcgplayer", word) for word in ("moderatelyplayed", "mp", "heavilyplayed", "hp")} | {
    ("deckbox", "played"),
    ("moxfield", "played"),
    ("scanflip", "po"),
    ("scanflip", "dm"),
}


def condition_from(text: str, tool: str | None = None) -> ConditionReading:
    """Read a condition as ``tool`` writes it; without a tool, as people write it in six languages.

    A blank text is a condition that is not stated. YGOPRODeck's ``M`` is its unchanged default and claims nothing.
    """
    key = squeezed(text)
    if not key:
        return ConditionReading(None, "", True)
    if tool == "ygoprodeck" and key in ("m", "mint"):
        return ConditionReading(None, _NO_CLAIM, True)
    if tool and key in _TOOLS.get(tool, {}):
        grade = _TOOLS[tool][key]
        return ConditionReading(grade, _COARSE if (tool, key) in _COARSE_WORDS else "", True)
    if key in _DOUBTFUL:
        return ConditionReading(_DOUBTFUL[key], _FALSE_FRIEND, False)
    if key in _ANY:
        return ConditionReading(_ANY[key], "", True)
    return ConditionReading(None, _UNKNOWN, False)


_OUT: dict[str, dict[str, str]] = {
    "dragonshield": {
        "MT": "Mint",
        "NM": "NearMint",
        "EX": "Excellent",
        "GD": "Good",
        "LP": "LightPlayed",
        "PL": "Played",
        "PO": "Poor",
    },
    "cardmarket": {grade.code: str(grade.rank) for grade in _GRADES},
    "manabox": {
        "MT": "mint",
        "NM": "near_mint",
        "EX": "excellent",
        "GD": "good",
        "LP": "light_played",
        "PL": "played",
        "PO": "poor",
    },
    "tcgplayer": {
        "MT": "Near Mint",
        "NM": "Near Mint",
        "EX": "Lightly Played",
        "GD": "Moderately Played",
        "LP": "Heavily Played",
        "PL": "Heavily Played",
        "PO": "Damaged",
    },
    "deckbox": {
        "MT": "Mint",
        "NM": "Near Mint",
        "EX": "Good (Lightly Played)",
        "GD": "Played",
        "LP": "Played",
        "PL": "Heavily Played",
        "PO": "Damaged",
    },
    "scanflip": {"MT": "M", "NM": "NM", "EX": "EX", "GD": "GD", "LP": "PL", "PL": "PO", "PO": "DM"},
}
_OUT["moxfield"] = _OUT["deckbox"]


def condition_for(code: str, tool: str) -> tuple[str, bool]:
    """What ``tool`` writes for a grade, and whether reading it back gives another grade (a loss to be announced)."""
    if not code:
        return "", False
    if tool == "own":
        return code, False
    text = _OUT.get(tool, {}).get(code, code)
    return text, condition_from(text, tool).grade != code


EDITIONS: dict[str, LazyString] = {
    "": _l("not stated"),
    "1st": _l("1st Edition"),
    "limited": _l("Limited Edition"),
    "unlimited": _l("Unlimited"),
}
"""Editions by our code. An edition that is not stated is kept apart from Unlimited."""

EDITION_SHORT: dict[str, Words] = {"": "–", "1st": _l("1st"), "limited": _l("Lim."), "unlimited": _l("Unl.")}

_EDITION_WORDS: dict[str, str] = {
    "1st": "1st edition|1st|1st ed|1 st|1e|ed1|first|first edition|first ed|1ere|1ere edition|1ere ed|premiere edition|premiere"
    "|1re|1re edition|1 auflage|1auflage|erste auflage|erstauflage|1a edicion|primera edicion|1 edicion|1a edizione"
    "|prima edizione|1 edizione|1a edicao|primeira edicao|1 edicao|1ed",
    "unlimited": "unlimited|unlimited edition|ue|unl|un|illimitee|illimite|edition illimitee|unlimitiert|unlimitierte auflage"
    "|ilimitada|edicion ilimitada|illimitata|edizione illimitata|edicao ilimitada|unlim",
    "limited": "limited|limited edition|le|lim|limitee|limite|edition limitee|limitiert|limitierte auflage|limitada"
    "|edicion limitada|limitata|edizione limitata|edicao limitada|ltd",
    "": "not stated|non precisee|non precise|nao indicada|none|na|n/a|-|?",
}
_EDITIONS = {squeezed(word): code for code, words in _EDITION_WORDS.items() for word in words.split("|")}

EDITION_WORDS: frozenset[str] = frozenset(
    word for phrases in _EDITION_WORDS.values() for phrase in phrases.split("|") for word in plain(phrase).split()
)
"""Every single word (see ``words.plain``) an edition may be written with: a text of other words states none."""


def edition_from(text: str) -> str | None:
    """Our code for an edition in any wording; "" when it states none, None when the text is no edition."""
    key = squeezed(text.replace("ª", "a").replace("°", ""))
    return _EDITIONS.get(key)


def edition_label(code: str) -> Words:
    """The edition in the reader's language."""
    return EDITIONS.get(code, code)


_MISPRINT = re.compile(
    r"\b(?:misprint|miscut|erreur d impression|fehldruck|error de impresion|errore di stampa|erro de impressao)\b"
)


def is_misprint(text: str) -> bool:
    """Whether a remark tells of a printing error: no damage and no grade, it may raise the value."""
    return bool(_MISPRINT.search(plain(text.replace("'", " ").replace("\u2019", " "))))
