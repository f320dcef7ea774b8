"""A whole card: every sentence of its text read in exactly one way, or not played at all."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import Any

from engine.cards.shorthand import AS_PENDULUM_CARD
from engine.effects.filters import Select
from engine.effects.tree import Card, Effect, Materials, SummonRules
from engine.facts import CardFacts
from engine.text.applying import grammar_of_applying
from engine.text.assembling import Assembly
from engine.text.costs import grammar_of_costs
from engine.text.effects import grammar_of_effects
from engine.text.events import grammar_of_events
from engine.text.grammar import Grammar, Reading
from engine.text.heads import grammar_of_heads
from engine.text.lines import grammar_of_lines
from engine.text.materials import grammar_of_materials
from engine.text.nouns import grammar_of_nouns
from engine.text.summons import grammar_of_summons
from engine.text.tokens import OWN_NAME, clean, sentences, tokenize
from engine.text.values import grammar_of_values
from engine.text.verbs import grammar_of_verbs
from engine.text.words import grammar_of_words
from engine.vocab import Ability, CardKind, Frame, SpellTrapIcon, Zone

SCALE = (Zone.SPELL_TRAP,)
BULLET = "\N{BLACK CIRCLE}"
_PARTS = re.compile(r"(?<!FLIP)[:;]|\band if you do\b|, then ")
"""The marks that part condition, activation and resolution since 2011; "FLIP:" is older."""
_IN_SIGHT = frozenset({Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD, Zone.GY, Zone.BANISHED})
_EXTRA = (Frame.FUSION, Frame.SYNCHRO, Frame.XYZ, Frame.LINK)
_STAYING = (SpellTrapIcon.CONTINUOUS, SpellTrapIcon.FIELD, SpellTrapIcon.EQUIP)
_OWN_RULES = (Ability.UNION, Ability.GEMINI, Ability.SPIRIT, Ability.TOON)


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a card is not understood: the sentence, and where in it the reading ends."""

    reason: str
    """ "unread", "ambiguous", "kind" (the sentence does not belong on such a card) or "pendulum"."""
    sentence: str = ""
    read: str = ""
    """The part of the sentence that was read."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the compiler makes of a card: its definition, or why there is none."""

    card: Card | None
    unread: tuple[Unread, ...] = ()


@cache
def grammar() -> Grammar:
    """Return the grammar of card texts."""
    g = Grammar()
    for add in (
        grammar_of_words,
        grammar_of_nouns,
        grammar_of_costs,
        grammar_of_verbs,
        grammar_of_applying,
        grammar_of_events,
        grammar_of_heads,
        grammar_of_effects,
        grammar_of_lines,
        grammar_of_materials,
        grammar_of_summons,
        grammar_of_values,
    ):
        add(g)
    return g


@lru_cache(maxsize=50_000)
def read_sentence(sentence: str, phrases: tuple[str, ...] = ("line", "sentence")) -> Any:
    """Return the one meaning of a cleaned sentence, or an ``Unread``."""
    reading = Reading(grammar(), tokenize(sentence))
    found: list[Any] = []
    for phrase in phrases:
        # What lies there for a time says what applies meanwhile; only a card that is used up does it once.
        found = found or list(reading.whole(phrase))
    if len(found) == 1:
        return found[0]
    done = " ".join(token.text for token in reading.tokens[: reading.furthest])
    return Unread("ambiguous" if found else "unread", sentence, done)


def compile_card(facts: CardFacts) -> Compiled:
    """Return the definition of a card by its English text; nothing is guessed."""
    if any(word in facts.abilities for word in _OWN_RULES):
        return Compiled(None, (Unread("kind", facts.abilities[0].value),))
    text = "" if facts.frame is Frame.NORMAL else facts.texts.get("en", "")
    materials: Materials | None = None
    unread: list[Unread] = []
    if facts.frame in _EXTRA:
        line, text = _material_line(facts, text)
        read = read_sentence(clean(line, facts.name), ("materials",)) if line else None
        if isinstance(read, Unread):
            unread.append(read)
        else:
            materials = read
    main = _block(text, facts, unread)
    scale = _block(facts.pendulum_texts.get("en", ""), _as_scale(facts), unread) if facts.pendulum else None
    if unread or main is None or (facts.pendulum and scale is None):
        return Compiled(None, tuple(unread))
    effects, statics = list(main.effects), list(main.statics)
    if not _PARTS.search(text) and any(_may_target(effect) for effect in effects):
        # Texts from before 2011 do not tell what is targeted; so neither do we.
        return Compiled(None, (Unread("old", text),))
    if scale is not None:
        effects = [AS_PENDULUM_CARD, *(_in_scale(one) for one in scale.effects[1:]), *effects]
        statics = [*(replace(one, zones=SCALE) for one in scale.statics), *statics]
    if not (effects or statics or main.rules or facts.frame in _EXTRA):
        return Compiled(None, (Unread("kind", text),))
    card = Card(facts.name, tuple(effects), tuple(statics), SummonRules(**main.rules), materials, equips_to=main.equips_to)
    return Compiled(_named(card, facts.name))


def _may_target(effect: Effect) -> bool:
    """Whether it works on a card chosen where all players see it, without saying that it is a target."""
    chosen = [step.do.selection() for step in effect.body]
    return any(
        isinstance(what, Select)
        and not (what.every or what.random or what.extreme)
        and bool(set(what.filter.zones) & _IN_SIGHT)
        for what in chosen
    )


def _material_line(facts: CardFacts, text: str) -> tuple[str, str]:
    """Return the line of materials and the text below it. A monster only an effect brings may have none."""
    line, _, below = text.partition("\n")
    if below:
        return line, below
    if facts.materials and text.startswith(facts.materials):
        return facts.materials, text[len(facts.materials) :].strip()
    return (facts.materials, text) if facts.materials or Ability.EFFECT in facts.abilities else (text, "")


def _block(text: str, facts: CardFacts, unread: list[Unread]) -> Assembly | None:
    """Return what one text of a card says; None if it is not understood, which ``unread`` then tells."""
    made = Assembly(facts)
    used_up = facts.kind is not CardKind.MONSTER and not made.permanent
    order = ("sentence", "line") if used_up else ("line", "sentence")
    whole = True
    for sentence in sentences(clean(text, facts.name)):
        listed = sentence.startswith(BULLET)
        if listed and not made.lists and not unread:
            unread.append(Unread("options", sentence))
            continue
        meaning = read_sentence(sentence.removeprefix(BULLET).strip(), order)
        if isinstance(meaning, Unread):
            unread.append(meaning)
        elif whole and not unread and not made.take(meaning, listed=listed):
            unread.append(Unread("kind", sentence))
            whole = False
    if whole and not unread and not made.finish():
        unread.append(Unread("kind", text))
    return made if not unread else None


def _as_scale(facts: CardFacts) -> CardFacts:
    """A Pendulum Monster in a Pendulum Zone is a Spell that stays there."""
    return replace(facts, kind=CardKind.SPELL, frame=Frame.SPELL, icon=SpellTrapIcon.CONTINUOUS)


def _in_scale(effect: Effect) -> Effect:
    return replace(effect, zones=effect.zones or SCALE)


def _named(node: Any, name: str) -> Any:
    """Put the card's own name where the text has it."""
    if isinstance(node, str):
        return name if node == OWN_NAME else node
    if isinstance(node, tuple):
        return tuple(_named(item, name) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        changed = {spec.name: _named(getattr(node, spec.name), name) for spec in fields(node)}
        return replace(node, **changed)
    return node


__all__ = ["Compiled", "Unread", "compile_card", "grammar", "read_sentence"]
