"""What differs between two rulesets, question by question, and which rules only one of them has."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine import Ruleset, chapters, in_force, rule, rules
from engine.rulesets import switch_members
from marketplace.rules.reading import RuleView, rule_view

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """One question the two rulesets answer otherwise."""

    switch: str
    left: Sequence[RuleView]
    right: Sequence[RuleView]
    """Empty where a ruleset lacks the thing the question is about."""


@dataclass(frozen=True, slots=True)
class ChapterOf(Generic[T]):
    """A chapter's part of a list."""

    id: str
    title: str
    entries: Sequence[T]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rulesets side by side."""

    questions: Sequence[ChapterOf[Question]]
    only_left: Sequence[ChapterOf[RuleView]]
    only_right: Sequence[ChapterOf[RuleView]]
    shared: int
    """Rules that are the same in both."""

    @property
    def asked(self) -> int:
        """How many questions have two answers."""
        return sum(len(one.entries) for one in self.questions)


def compare(left: Ruleset, right: Ruleset, locale: str) -> Comparison:
    """Compare what is in force under two rulesets; house rules are rulesets as well."""
    held_left, held_right = in_force(left), in_force(right)
    values_right = right.switches()
    questions: dict[str, list[Question]] = {}
    told: set[str] = set()
    for switch, value in left.switches().items():
        if value == values_right[switch]:
            continue
        here = _held(switch, value, held_left)
        there = _held(switch, values_right[switch], held_right)
        if set(here) == set(there):
            continue
        told.update(here, there)
        about = rule((here or there)[0])
        questions.setdefault(about.chapter, []).append(Question(switch, _views(here, locale), _views(there, locale)))
    return Comparison(
        _by_chapter(questions, locale),
        _only(held_left - held_right - told, locale),
        _only(held_right - held_left - told, locale),
        len(held_left & held_right),
    )


def _held(switch: str, value: str | None, held: Collection[str]) -> list[str]:
    return [] if value is None else [one for one in switch_members(switch, value) if one in held]


def _views(ids: Sequence[str], locale: str) -> list[RuleView]:
    return [rule_view(rule(one), locale) for one in ids]


def _only(ids: Collection[str], locale: str) -> list[ChapterOf[RuleView]]:
    found: dict[str, list[RuleView]] = {}
    for rule_id, one in rules().items():
        if rule_id in ids:
            found.setdefault(one.chapter, []).append(rule_view(one, locale))
    return _by_chapter(found, locale)


def _by_chapter(found: dict[str, list[T]], locale: str) -> list[ChapterOf[T]]:
    return [
        ChapterOf(one.id, one.title.get(locale, one.title["en"]), found[one.id])
        for one in chapters().values()
        if one.id in found
    ]
