"""One rule as a reader of one language sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine import Chapter, Rule, chapters

_SLOT = re.compile(r"\{\w+\}")
_REFUSES_NOTHING = "win."
"""Rules of victory forbid nothing: their sentence says how a duel ended."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words and the language they are in, for the ``lang`` attribute."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule with its words in the reader's language where they exist, else in English."""

    rule: Rule
    title: Words
    text: Words
    refusal: str
    """Empty for a rule that refuses nothing; "…" stands where a refusal names a card or a number."""
    differs: Words | None = None
    """How it differs from the rules that settle the same question."""


def rule_view(rule: Rule, locale: str) -> RuleView:
    """The rule for a reader of that language."""
    refusal = "" if rule.id.startswith(_REFUSES_NOTHING) else rule.refusal.get(locale, "")
    return RuleView(
        rule=rule,
        title=_words(rule.title, locale),
        # Some rules have been translated as far as their refusal only; that is shown apart.
        text=_words(rule.text, locale if not refusal or rule.text.get(locale) != refusal else "en"),
        refusal=_SLOT.sub("…", refusal).replace("….", "…"),
        differs=_words(rule.differs, locale) if rule.differs else None,
    )


def chapter_of(rule: Rule) -> Chapter | None:
    """The chapter a rule stands in."""
    return chapters().get(rule.chapter)


def _words(by_language: Mapping[str, str], locale: str) -> Words:
    language = locale if by_language.get(locale) else "en"
    return Words(by_language[language], language)
