"""The rules by id: title, text and refusal sentence, where each is stated and under which rulesets it holds.

``duel.json``, ``deck.json``, ``match.json`` and ``tag.json`` hold the rules that refusals cite, in three languages;
``chapters/`` holds the whole rulebook, one file per chapter of ``chapters.json``, read when a rule of the chapter is asked
for. Where both know a rule, the words of the first four win.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr", "pt")

_FOLDER = Path(__file__).parent
_CITED_FILES = ("deck.json", "duel.json", "match.json", "tag.json")


@dataclass(frozen=True, slots=True)
class RuleSource:
    """Where a rule is stated."""

    document: str
    """"000" to "004" for the five documents, "official" for rules and rulings of the publisher by date, "decision" for
    one of this project, "program" for how this program runs a duel."""
    place: str
    """Heading and lines, or the name and date of the official rule."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. The mappings go from language to words; ``refusal`` may hold slots such as ``{card}``."""

    id: str
    title: Mapping[str, str]
    """Always in English; in the other languages where it has been translated."""
    text: Mapping[str, str]
    """Always in English, like ``title``."""
    refusal: Mapping[str, str]
    """Empty for a rule that forbids nothing."""
    source: str
    """Document and place, or the official rule and its date."""
    chapter: str = ""
    """The id of its ``Chapter``."""
    rulesets: tuple[str, ...] = ()
    """The rulesets in which the rule is in force; none for a rule that only a house rule brings in."""
    sources: tuple[RuleSource, ...] = ()
    enforced_by: str = "engine"
    """Who sees to it: "engine", "deck", "match", "catalogue", "ui", or "etiquette" for the players themselves."""
    related: tuple[str, ...] = ()
    """The ids of the rules that settle the same question, in this ruleset or another."""
    differs: Mapping[str, str] = field(default_factory=dict)
    """How it differs from the related ones, by language; empty for a rule without such relatives."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the rulebook: all rules whose ids begin with one of ``areas``."""

    id: str
    title: Mapping[str, str]
    areas: tuple[str, ...] = field(repr=False)


class UnknownRule(KeyError):
    """No rule has that id."""


@cache
def chapters() -> dict[str, Chapter]:
    """Return the chapters by id, in the order of the rulebook."""
    return {entry["id"]: Chapter(entry["id"], entry["title"], tuple(entry["areas"])) for entry in _read("chapters.json")}


@cache
def chapter_rules(chapter: str) -> dict[str, Rule]:
    """Return the rules of a chapter by id, in the order of the chapter."""
    return {entry["id"]: _rule(chapter, entry) for entry in _read(f"chapters/{chapter}.json")}


@cache
def rules() -> dict[str, Rule]:
    """Return all rules by id, chapter by chapter. This reads the whole rulebook: for one rule ask ``rule``."""
    found: dict[str, Rule] = {}
    for chapter in chapters():
        found |= chapter_rules(chapter)
    for rule_id, entry in _cited().items():
        if rule_id not in found:
            found[rule_id] = _only_cited(entry)
    return found


def rule(rule_id: str) -> Rule:
    """Return the rule of that id; raises ``UnknownRule``."""
    chapter = _chapter_of(rule_id)
    found = chapter_rules(chapter).get(rule_id) if chapter else None
    if found is not None:
        return found
    if rule_id in _cited():
        return _only_cited(_cited()[rule_id])
    raise UnknownRule(rule_id)


def refusal_sentence(rule_id: str, facts: Mapping[str, str | int], language: str) -> str:
    """Return the sentence that refuses something by that rule, its slots filled.

    A rule may have a second sentence for a fact that is not always known (``refusal_with``), and words of its own for what
    fills a slot (``words``); a fact "a/b" names two of them. A fact "slot.fr" is that of the slot in French.
    """
    entry = _cited().get(rule_id)
    if entry is None:
        raise UnknownRule(rule_id)
    words = entry["refusal"]
    for slot, more in entry.get("refusal_with", {}).items():
        if facts.get(slot):
            words = more
    sentence: str = words[language]
    told = {key: facts.get(f"{key}.{language}", fact) for key, fact in {"card": "", **facts}.items()}
    return sentence.format_map({key: _filling(entry, key, str(fact), language) for key, fact in told.items()})


def _filling(entry: Mapping[str, Any], slot: str, fact: str, language: str) -> str:
    words = entry.get("words", {})
    if slot not in words:
        return fact
    return f" {words['or']['or'][language]} ".join(words[slot][key][language] for key in fact.split("/"))


@cache
def _cited() -> dict[str, Any]:
    return {entry["id"]: entry for name in _CITED_FILES for entry in _read(name)}


@cache
def _areas() -> dict[str, str]:
    return {area: chapter.id for chapter in chapters().values() for area in chapter.areas}


def _chapter_of(rule_id: str) -> str:
    return _areas().get(rule_id.partition(".")[0], "")


def _read(name: str) -> Any:
    return json.loads((_FOLDER / name).read_text(encoding="utf-8"))


def _rule(chapter: str, entry: Mapping[str, Any]) -> Rule:
    words = _cited().get(entry["id"], {})
    sources = tuple(RuleSource(one["document"], one["place"]) for one in entry["sources"])
    return Rule(
        id=entry["id"],
        title=words.get("title", entry["title"]),
        text=words.get("text", entry["text"]),
        refusal=words.get("refusal", {}),
        source=words.get("source") or "; ".join(f"{one.document}: {one.place}" for one in sources),
        chapter=chapter,
        rulesets=tuple(entry["rulesets"]),
        sources=sources,
        enforced_by=entry["enforced_by"],
        related=tuple(entry.get("related", ())),
        differs=entry.get("differs", {}),
    )


def _only_cited(entry: Mapping[str, Any]) -> Rule:
    """Return a rule that stands in no chapter yet."""
    return Rule(entry["id"], entry["title"], entry["text"], entry["refusal"], entry["source"], chapter=_chapter_of(entry["id"]))
