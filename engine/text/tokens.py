"""Card texts as words: cleaned of the ways they have been printed over the years, each word with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

OWN_NAME = "\N{WHITE SQUARE}"
"""Stands for the card's own name."""

# What different years print differently and what means the same; applied to the text outside quotation marks.
_WORDINGS = (
    (r"\bGraveyards?\b", "GY"),
    (r"\bGYs\b", "GY"),
    (r"\b[Ll]ife [Pp]oints\b", "LP"),
    (
        r"\bSpell (?:or|and) Trap Cards?\b|\bSpell/Trap Cards?\b|\bSpells?/Traps?\b|\bSpell or Trap\b|\bSpells (?:or|and) Traps\b",
        "Spell/Trap",
    ),
    (r"\bSpell Cards?\b(?! Zone)", "Spell"),
    (r"\bTrap Cards?\b(?! Zone)", "Trap"),
    (r"\b(Normal|Continuous|Quick-Play|Equip|Ritual|Field|Counter) (Spell|Trap)s\b", r"\1 \2"),
    (r"\bSpells\b", "Spell"),
    (r"\bTraps\b", "Trap"),
    (r"\bMonster Card Zones?\b", "Monster Zone"),
    (r"-Type\b", ""),
    (r"\b[Mm]onsters\b", "monster"),
    (r"\b[Mm]onster's\b", "monster's"),
    (r"\b[Cc]ards\b", "card"),
    (r"\bTokens\b", "Token"),
    (r"\b([Cc])ounters\b", r"\1ounter"),
    (r"\b[Mm]aterials\b", "material"),
    (r"\bDecks\b", "Deck"),
    (r"\bTuners\b", "Tuner"),
    (r"\bLevels\b", "Level"),
    (r"\bhands\b", "hand"),
    (r"\bDuel\b", "duel"),
    (r"\((?:s|es)\)", ""),
    (r"(?<=\d)\+(?= )", " or more"),
    (r"\(([A-Z][A-Za-z -]*?)/([A-Z]+)/Level (\d+)/ATK (\d+)/DEF (\d+)\)", r"( token \1 \2 \3 \4 \5 )"),
    (
        r"\b[Aa]s long as this card remains face-up on (?:the|your side of the) field, ",
        "while this card is face-up on the field, ",
    ),
    (r",? during either player's turn(?=:)", " (Quick Effect)"),
    (r"\bDuring either player's turn:", "(Quick Effect):"),
    (r"\b(during the Main Phase) \(Quick Effect\)", r"\1 (Quick Effect)"),
    (r"\b([Xx]yz )[Mm]aterials?(?: [Mm]onsters?)?\b", r"\1material"),
    (r"\bdetach (\d) Xyz material\b", r"detach \1 material"),
    (r"\b[Rr]emoved from play\b", "banished"),
    (
        r"\b([Rr])emove (\d[^.;:,]{0,80}?|this card|it|them) from play\b",
        lambda found: ("banish " if found[1] == "r" else "Banish ") + found[2],
    ),
    (r"\beffects\b", "effect"),
    (r"\bPhases\b", "Phase"),
)
_CLEAN = tuple((re.compile(old), new) for old, new in _WORDINGS)
_QUOTED = re.compile(r'"[^"]*"')
_TOKEN = re.compile(r'"[^"]*"|[\w]+(?:[\'/&\-][\w]+)*\'?|[^\s\w]')
_SENTENCE = re.compile(r'(?<=[.)])\s+(?=[A-Z(\u25cf"\[\u25a1+-])|\s*\n\s*|\s+(?=\u25cf)')


@dataclass(frozen=True, slots=True)
class Token:
    """One word, name or mark; ``word`` in lower case is what the grammar compares, ``text`` as it is printed."""

    word: str
    text: str

    @property
    def name(self) -> str | None:
        """The name between quotation marks, or None."""
        return self.text[1:-1] if self.text.startswith('"') and len(self.text) > 2 else None


def clean(text: str, own: str) -> str:
    """Return the text in one way of printing, its own name replaced by ``OWN_NAME``."""
    plain = text.replace("\u201c", '"').replace("\u201d", '"').replace("\u2019", "'").replace("\u2018", "'")
    plain = plain.replace("\u2014", "-").replace("\u2013", "-")
    plain = plain.replace(f'"{own}"', OWN_NAME)
    parts: list[str] = []
    last = 0
    for found in _QUOTED.finditer(plain):
        parts += [_modern(plain[last : found.start()]), found.group().replace(',"', '",')]
        last = found.end()
    parts.append(_modern(plain[last:]))
    return "".join(parts).strip()


def _modern(text: str) -> str:
    for old, new in _CLEAN:
        text = old.sub(new, text)
    return text


def sentences(text: str) -> list[str]:
    """Split a cleaned text into its sentences."""
    return [part.strip() for part in _SENTENCE.split(text) if part and part.strip()]


def tokenize(sentence: str) -> list[Token]:
    """Return the words and marks of a sentence."""
    return [Token(found.group().lower(), found.group()) for found in _TOKEN.finditer(sentence)]
