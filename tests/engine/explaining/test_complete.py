"""Every definition of every playable card is said in words, in three languages, and different ones differently."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest

from engine import RULESETS, read_ruleset
from engine.cards import written, written_names
from engine.effects import filters, statics, tree, values, verbs
from engine.effects.tree import Action, Card, Effect, EffectKind
from engine.explaining.effects import card_words
from engine.explaining.grammar import LANGUAGES, Grammar, Unexplained, all_words, slots_of
from engine.explaining.steps import explained_verbs
from engine.vocab import (
    Ability,
    Attribute,
    Cause,
    Frame,
    MonsterType,
    Phase,
    SpellTrapIcon,
    SummonKind,
    Zone,
)
from tests.engine.explaining.trees import changed, nodes, other_values

NAME = "“this one”"
HOW = "Add its words to engine/explaining/words/{en,fr,pt}.json; docs/explaining.md says how."

UNSAID = {
    ("SpecialSummon", "frees_zone"): "how zones are counted; the steps before say what leaves the field",
    ("Card", "name"): "the heading",
    ("Filter", "personal"): "with two players it makes no difference",
    ("TakeControl", "frees_zone"): "how zones are counted; the cost says what leaves the field",
    ("SummonRules", "toon"): "what the rules say of Toons, beyond the card",
    ("Effect", "pendulum"): "what every Pendulum Monster has by the rules",
}
"""Fields that change nothing a reader is told, with the reason."""

SOMETIMES_UNSAID = {
    ("Static", "affects"): "Apply names its cards itself",
    ("Static", "player"): "a property of a card is said of the card",
    ("Static", "value"): "properties without a value",
    ("Static", "word"): "properties without a word",
    ("Apply", "to"): "properties of a player",
    ("Apply", "until"): "properties whose words say when they end",
    ("Effect", "timing"): "an effect without an event, or one in a phase",
    ("Event", "direct"): "events that are neither attacks, damage nor activations",
    ("Event", "phase"): "events that are no phases",
    ("Event", "player"): "an attack whose monster is named",
    ("Event", "summoned"): "events that are no Summons",
    ("Event", "subject"): "a phase has none",
    ("Event", "other"): "events of a single card",
    ("Filter", "zones"): "an Equip Card lies in a Spell & Trap Zone",
    ("Filter", "kinds"): "Types, Levels and names already say that it is a monster",
    ("Select", "count"): "all of them",
    ("Select", "up_to"): "all of them",
    ("Materials", "least"): "no further materials",
    ("Damage", "who"): "damage to the controller of a card",
    ("Limit", "word"): "limits that count by name",
    ("ToDeck", "bottom"): "what goes to the top",
    ("TossCoins", "count"): "the one coin that is called",
}
"""Fields that some of their neighbours make meaningless, with the reason."""


@cache
def definitions() -> tuple[Card, ...]:
    versions = switch_values("card.text.version")
    found = [written(name, version) for name in written_names() for version in versions]
    return tuple(dict.fromkeys(card for card in found if card is not None))


def switch_values(group: str) -> list[str]:
    return sorted({str(read_ruleset(name).switches()[group]) for name in RULESETS})


def said(card: Card, language: str) -> tuple[str, ...]:
    return tuple(card_words(Grammar(language), card, NAME))


def without_names(text: str) -> str:
    return re.sub(r"“[^”]*”|«[^»]*»", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_explained(language: str):
    missing = []
    for card in definitions():
        try:
            paragraphs = said(card, language)
        except Unexplained as error:
            missing.append(f"{card.name}: {error}")
            continue
        for text in paragraphs:
            assert text.endswith("."), text
            assert not re.search(r"[\[\]<>|~@{}_]|  | [,.)]|\( |\.\.|,,|None", text), text
            assert text[0].isupper() or not text[0].isalpha(), text
    assert missing == [], f"{HOW}\n" + "\n".join(missing)


def test_an_effect_gives_a_paragraph_and_a_card_without_effects_none():
    for card in definitions():
        plain = (Effect(EffectKind.ACTIVATION), Effect(EffectKind.ACTIVATION, pendulum=True))
        expected = [effect for effect in card.effects if effect not in plain]
        assert len(said(card, "en")) >= len(expected) + len(card.statics), card.name
    assert said(Card("Gemini Elf"), "fr") == ()


@cache
def english_only(language: str) -> frozenset[str]:
    def words(chosen: str) -> set[str]:
        found: set[str] = set()
        for section in all_words(chosen).values():
            for entry in section.values():
                texts = entry if isinstance(entry, list) else [entry]
                for text in texts:
                    if isinstance(text, str):
                        plain = without_names(re.sub(r"\{\w+\}", " ", text))
                        found.update(word.lower() for word in re.findall(r"[^\W\d_]{2,}", plain))
        return found

    return frozenset(words("en") - words(language))


@pytest.mark.parametrize("language", ["fr", "pt"])
def test_no_english_word_is_left(language: str):
    assert {"the", "destroy", "your", "card"} <= english_only(language)
    for card in definitions():
        for text in said(card, language):
            words = {word.lower() for word in re.findall(r"[^\W\d_]{2,}", without_names(text))}
            assert words & english_only(language) == set(), text


@pytest.mark.parametrize("language", ["fr", "pt"])
def test_entries_are_translated(language: str):
    """A sentence that reads the same as in English is a forgotten one; single words may be shared."""
    for section, entries in all_words("en").items():
        for key, entry in entries.items():
            if isinstance(entry, str) and len(re.findall(r"[a-z]{3,}", re.sub(r"\{\w+\}", "", entry))) > 2:
                assert all_words(language)[section][key] != entry, (section, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_definitions_are_said_differently(language: str):
    by_text: defaultdict[tuple[str, ...], list[Card]] = defaultdict(list)
    for card in definitions():
        by_text[said(card, language)].append(card)
    for text, cards in by_text.items():
        if text:
            assert len({replace(card, name="") for card in cards}) == 1, ([card.name for card in cards], text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_part_of_a_definition_goes_unsaid(language: str):
    """Change one part of a definition after another: the words change too, or the table above says why not."""
    seen: defaultdict[tuple[str, str], list[Any]] = defaultdict(list)
    places: defaultdict[tuple[str, str], list[tuple[Card, Any, Any]]] = defaultdict(list)
    for card in definitions():
        for path, node in nodes(card):
            for item in fields(node):
                value, key = getattr(node, item.name), (type(node).__name__, item.name)
                if value not in seen[key]:
                    seen[key].append(value)
                places[key].append((card, (*path, item.name), value))
    told: set[tuple[str, str]] = set()
    untold: dict[tuple[str, str], str] = {}
    for key, found in places.items():
        for card, path, value in spread(found):
            for other in other_values(value, seen[key]):
                try:
                    if said(changed(card, path, other), language) != said(card, language):
                        told.add(key)
                    else:
                        untold.setdefault(key, f"{card.name} {path}: {value!r} or {other!r}")
                except (Unexplained, AttributeError, TypeError):
                    continue
    assert len(told) > 60
    allowed = set(UNSAID) | set(SOMETIMES_UNSAID)
    assert {key: example for key, example in untold.items() if key not in allowed} == {}
    assert sorted(set(untold) - set(UNSAID) - told) == [], HOW


def spread(found: list[tuple[Card, Any, Any]]) -> list[tuple[Card, Any, Any]]:
    """A dozen of the places, with as many different values as there are."""
    by_value: defaultdict[str, list[tuple[Card, Any, Any]]] = defaultdict(list)
    for one in found:
        by_value[repr(one[2])].append(one)
    return [group[turn] for turn in range(12) for group in by_value.values() if turn < len(group)][:12]


def node_classes() -> list[type]:
    found = {
        value
        for module in (tree, filters, values, statics, verbs)
        for value in vars(module).values()
        if isinstance(value, type) and is_dataclass(value)
    }
    return sorted(found, key=lambda one: one.__name__)


def test_every_verb_and_value_has_words():
    """Also those no card uses yet, so that the first card that does finds its words."""
    words = all_words("en")
    names = [one.__name__ for one in node_classes() if issubclass(one, Action)]
    lacking = [name for name in names if name not in explained_verbs() and name not in words["verb"]]
    pairs = [
        ("ref", filters.RefKind), ("extreme", filters.Extreme), ("until", statics.Until), ("joint", tree.Joint),
        ("kind", tree.EffectKind), ("timing", tree.Timing), ("phase", Phase), ("summoned", SummonKind), ("cause", Cause),
        ("type", MonsterType), ("attribute", Attribute), ("ability", Ability), ("frame", Frame), ("player", values.Who),
    ]  # fmt: skip
    lacking += [f"{section} {value.value}" for section, kind in pairs for value in kind if value.value not in words[section]]
    for section, kind, ends in (
        ("static", statics.Property, ("",)),
        ("event", statics.Happening, ("", ".card", ".you")),
        ("icon", SpellTrapIcon, (".card",)),
        ("zone", [zone for zone in Zone if zone is not Zone.NOWHERE], (".you", ".opponent", ".any", ".the", ".both")),
    ):
        for value in kind:
            keys = [f"{value.value}{end}" for end in ends]
            present = [key in words[section] for key in keys]
            if not (all(present) if section == "zone" else any(present)) and value is not statics.Happening.ACTIVATED:
                lacking.append(f"{section} {value.value}")
    assert lacking == [], HOW


def test_the_languages_have_the_same_entries_with_the_same_slots():
    for language in ("fr", "pt"):
        assert set(all_words(language)) == set(all_words("en"))
        for section, entries in all_words("en").items():
            assert set(all_words(language)[section]) == set(entries), section
            for key, entry in entries.items():
                translated = all_words(language)[section][key]
                assert type(translated) is type(entry), (section, key)
                assert slots_of(translated) == slots_of(entry), (section, key)


def test_an_unknown_word_is_an_error_that_says_where_it_belongs():
    with pytest.raises(Unexplained, match=r"engine/explaining/words/fr\.json"):
        Grammar("fr").entry("verb", "Juggle")
    with pytest.raises(Unexplained, match="'de'"):
        Grammar("de")
