"""Find rules: by chapter, by ruleset, by words. The rulebook is the engine's data; no table holds it."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from engine import Chapter, chapters, rules
from marketplace.catalogue.words import plain
from marketplace.rules.reading import RuleView, rule_view

_TITLE, _TEXT, _ID = 0, 1, 2


@dataclass(frozen=True, slots=True)
class ChapterView:
    """A chapter in the contents: its title and how many of its rules are in force."""

    chapter: Chapter
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class Found:
    """One page of rules."""

    rules: list[RuleView]
    total: int


def contents(locale: str, ruleset: str) -> list[ChapterView]:
    """The chapters with the number of their rules in force under ``ruleset`` (all rules if ""); empty ones are left out."""
    counts: dict[str, int] = {}
    for rule in rules().values():
        if not ruleset or ruleset in rule.rulesets:
            counts[rule.chapter] = counts.get(rule.chapter, 0) + 1
    return [
        ChapterView(chapter, chapter.title.get(locale, chapter.title["en"]), counts[chapter.id])
        for chapter in chapters().values()
        if chapter.id in counts
    ]


def find_rules(typed: str, *, locale: str, ruleset: str, chapter: str, page: int, per_page: int) -> Found:
    """Rules that hold every word typed (accents and case do not matter), those that hold them in the title first.

    Words are looked for in the reader's language and in English, in titles, texts, refusals and ids.
    """
    wanted = plain(typed).split()
    hits: list[tuple[int, int, str]] = []
    for place, (rule_id, folded) in enumerate(_folded(locale).items()):
        rule = rules()[rule_id]
        if (ruleset and ruleset not in rule.rulesets) or (chapter and rule.chapter != chapter):
            continue
        where = _where(folded, wanted)
        if where is not None:
            hits.append((where if wanted else 0, place, rule_id))
    hits.sort()
    shown = hits[(page - 1) * per_page : page * per_page]
    return Found([rule_view(rules()[rule_id], locale) for _where, _place, rule_id in shown], len(hits))


def near_ids(typed: str, locale: str) -> list[RuleView]:
    """Rules whose ids look like what was typed, the nearest first."""
    near = get_close_matches(typed.strip().lower()[:120], list(rules()), n=5, cutoff=0.6)
    return [rule_view(rules()[rule_id], locale) for rule_id in near]


@cache
def _folded(locale: str) -> dict[str, tuple[str, str, str]]:
    """Titles, all words, and id of every rule, folded for comparing. Half a megabyte per language."""
    found: dict[str, tuple[str, str, str]] = {}
    for rule_id, rule in rules().items():
        languages = dict.fromkeys((locale, "en"))
        titles = plain(" ".join(rule.title.get(language, "") for language in languages))
        told = (rule.text, rule.refusal, rule.differs)
        texts = plain(" ".join(words.get(language, "") for words in told for language in languages))
        found[rule_id] = (titles, f"{titles} {texts}", plain(rule_id))
    return found


def _where(folded: tuple[str, str, str], wanted: list[str]) -> int | None:
    titles, texts, rule_id = folded
    if all(word in titles for word in wanted):
        return _TITLE
    if all(word in texts for word in wanted):
        return _TEXT
    return _ID if all(word in rule_id for word in wanted) else None
