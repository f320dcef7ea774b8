"""Where a rule is stated, in words: each document once, with its places under it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from engine import Rule, RuleSource
from marketplace.rules.words import DOCUMENTS

_LINES = re.compile(r", (l\.\d+(?:-\d+)?(?:, l\.\d+(?:-\d+)?)*)$|\(lines? ([\d, -]+)\)")


@dataclass(frozen=True, slots=True)
class Stated:
    """One document and the places in it."""

    name: str
    number: str
    """The number by which texts on the same page call the document; empty where none does."""
    places: Sequence[str]


def stated(rule: Rule) -> list[Stated]:
    """The documents that state a rule, in their order."""
    by_document: dict[str, list[str]] = {}
    for source in _sources(rule):
        by_document.setdefault(source.document, []).append(place_words(source.place))
    told = f"{rule.text['en']} {rule.differs.get('en', '')}"
    return [
        Stated(
            str(DOCUMENTS.get(document, document)),
            document if document.isdigit() and re.search(rf"\b{document}\b", told) else "",
            list(dict.fromkeys(places)),
        )
        for document, places in by_document.items()
    ]


def place_words(place: str) -> str:
    """A place with its lines in words: "Battle Step, l.499-501" is "Battle Step, lines 499–501"."""

    def words(match: re.Match[str]) -> str:
        lines = (match[1] or match[2]).replace("l.", "").replace("-", "–")
        many = 2 if "," in lines or "–" in lines else 1
        said = str(ngettext("line %(lines)s", "lines %(lines)s", many, lines=lines))
        return f", {said}" if match[1] else f"({said})"

    return _LINES.sub(words, place)


def _sources(rule: Rule) -> Sequence[RuleSource]:
    return rule.sources or [RuleSource(rule.source, "")]


def back_words(address: str) -> str:
    """What the link back to where a rule was opened says."""
    return _("Back to the duel") if address.startswith("/duels/") else _("Back to the deck")
