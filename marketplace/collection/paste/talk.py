"""Telling running text from list lines, and in which language a list is written. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from marketplace.catalogue.folding import fold
from marketplace.collection.paste import words

_SMILEY = re.compile(r"(?:\^\^|:-?[)(DP]|;-?\)|xD|=\)|\blol\b|\bmdr\b)")
_LONG = 9
_PHRASE = 7


def likelihood(text: str) -> float:
    """How much a line looks like running text: 0 like a card name, 1 and more like a sentence.

    Only meant for lines without a set number and without a known card name.
    """
    tokens = fold(text).split()
    if not tokens:
        return 1.0
    talk = sum(token in words.TALK or token in words.GREETINGS for token in tokens)
    score = talk / len(tokens)
    if tokens[0] in words.GREETINGS or tokens[0] in words.THANKS:
        score += 0.5
    if talk >= 3:
        score += 0.5
    if text.rstrip().endswith("?"):
        score += 0.5
    if text.rstrip().endswith(("!", "...", ".", ":")):
        score += 0.15
    if _SMILEY.search(text):
        score += 0.4
    if len(tokens) > _LONG:
        score += 0.3
    return score


def phrases(text: str) -> list[str]:
    """Runs of two to seven words of a sentence that may be a card name, longest first; single words say too little."""
    found: list[str] = []
    for clause in re.split(r"[,;:!?]|\.\s|\s-\s|\.$", text):
        tokens = clause.split()[:40]
        for length in range(min(_PHRASE, len(tokens)), 1, -1):
            for start in range(len(tokens) - length + 1):
                run = tokens[start : start + length]
                if fold(run[0]) not in words.JOINTS and fold(run[-1]) not in words.JOINTS:
                    found.append(" ".join(run))
    return list(dict.fromkeys(sorted(found, key=lambda phrase: -len(phrase.split()))))


def language_of(lines: Iterable[str]) -> str | None:
    """The language a list is written in, by the words around the card names; None when nothing tells.

    Each sign counts once a line. A tie tells nothing.
    """
    counts: Counter[str] = Counter()
    for line in lines:
        tokens = set(fold(line).split())
        for language, signs in words.LANGUAGE_SIGNS.items():
            counts[language] += len(tokens & signs)
    ranked = counts.most_common(2)
    if not ranked or not ranked[0][1] or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
