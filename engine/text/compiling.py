"""A whole card: every sentence of its text read in exactly one way, or not played at all."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import Any

from engine.effects.filters import EQUIPPED, TARGET, Filter, Select
from engine.effects.statics import Property, Static
from engine.effects.tree import Card, Effect, EffectKind, Materials, Step, SummonRules, Timing
from engine.effects.verbs import Apply, Equip
from engine.facts import CardFacts
from engine.text.effects import Activated, grammar_of_effects
from engine.text.grammar import Grammar, Reading
from engine.text.heads import OWN_MAIN, grammar_of_heads
from engine.text.lines import EquipLine, LimitLine, OathLine, OwnSummon, SeriesLine, StaticLine, SummonLine, grammar_of_lines
from engine.text.nouns import grammar_of_nouns
from engine.text.refining import refined
from engine.text.tokens import OWN_NAME, clean, sentences, tokenize
from engine.text.verbs import grammar_of_verbs
from engine.vocab import Ability, CardKind, Frame, SpellTrapIcon, Zone

BULLET = "\N{BLACK CIRCLE}"
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
    for add in (grammar_of_nouns, grammar_of_verbs, grammar_of_heads, grammar_of_effects, grammar_of_lines):
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
    text = facts.texts.get("en", "")
    if facts.pendulum:
        return Compiled(None, (Unread("pendulum"),))
    if any(word in facts.abilities for word in _OWN_RULES):
        return Compiled(None, (Unread("kind", facts.abilities[0].value),))
    materials: Materials | None = None
    unread: list[Unread] = []
    if facts.frame in _EXTRA:
        line, _, text = text.partition("\n")
        if facts.materials and not line.startswith(facts.materials):
            line = facts.materials
        read = read_sentence(clean(line, facts.name), ("materials",))
        if isinstance(read, Unread):
            unread.append(read)
        else:
            materials = read
    meanings: list[tuple[str, Any]] = []
    following = False
    used_up = facts.kind is not CardKind.MONSTER and facts.icon not in _STAYING
    order = ("sentence", "line") if used_up else ("line", "sentence")
    for sentence in sentences(clean(text, facts.name)):
        bullet = sentence.startswith(BULLET)
        if bullet and not following:
            unread.append(Unread("options", sentence))
            continue
        meaning = read_sentence(sentence.removeprefix(BULLET).strip(), order)
        following = following or (isinstance(meaning, LimitLine) and meaning.of == "following")
        if isinstance(meaning, Unread):
            unread.append(meaning)
        else:
            meanings.append((sentence, meaning))
    if unread:
        return Compiled(None, tuple(unread))
    card = _assembled(facts, materials, meanings)
    return Compiled(None, (card,)) if isinstance(card, Unread) else Compiled(_named(card, facts.name))


def _assembled(facts: CardFacts, materials: Materials | None, meanings: list[tuple[str, Any]]) -> Card | Unread:
    effects: list[Effect] = []
    statics: list[Static] = []
    rules: dict[str, Any] = {}
    equips_to: Filter | None = None
    following: LimitLine | None = None
    permanent = facts.kind is not CardKind.MONSTER and facts.icon in _STAYING
    for sentence, meaning in meanings:
        for part in meaning if isinstance(meaning, tuple) else (meaning,):
            fault = Unread("kind", sentence)
            if isinstance(part, Activated):
                made = _effect(facts, part)
                if made is None:
                    return fault
                effects.append(refined(made, facts))
            elif isinstance(part, LimitLine):
                if part.of == "following":
                    following = part
                elif not _limited(effects, rules, part):
                    return fault
            elif isinstance(part, OathLine):
                last = next(
                    (number for number in reversed(range(len(effects))) if effects[number].kind is not EffectKind.SUMMON), None
                )
                if last is None:
                    return fault
                effects[last] = replace(effects[last], oaths=(*effects[last].oaths, part.oath))
            elif isinstance(part, SeriesLine):
                if part.series not in facts.archetypes:
                    return fault
            elif isinstance(part, SummonLine):
                if facts.kind is not CardKind.MONSTER or not all(
                    rules.setdefault(key, value) == value for key, value in part.changes
                ):
                    return fault
            elif isinstance(part, OwnSummon):
                if facts.kind is not CardKind.MONSTER:
                    return fault
                effects.append(Effect(EffectKind.SUMMON, zones=part.zones, condition=part.condition, cost=part.cost))
            elif isinstance(part, StaticLine):
                if facts.kind is not CardKind.MONSTER and not permanent:
                    return fault
                if any(one.affects == EQUIPPED for one in part.statics) != (facts.icon is SpellTrapIcon.EQUIP):
                    return fault
                statics += part.statics
            elif isinstance(part, EquipLine):
                if facts.icon is not SpellTrapIcon.EQUIP or equips_to is not None:
                    return fault
                equips_to = part.to
            else:
                return fault
    if following is not None and not _limited(effects, rules, following):
        return Unread("kind", "")
    if facts.icon is SpellTrapIcon.EQUIP:
        if any(one.kind is EffectKind.ACTIVATION for one in effects):
            return Unread("kind", "")
        where = replace(equips_to or Filter(), zones=(Zone.MONSTER,), face_up=True)
        effects.insert(0, Effect(EffectKind.ACTIVATION, (Step(Equip(TARGET)),), targets=(Select(where),)))
    elif permanent and not any(one.kind is EffectKind.ACTIVATION for one in effects):
        effects.insert(0, Effect(EffectKind.ACTIVATION))
    elif facts.kind is not CardKind.MONSTER and sum(one.kind is EffectKind.ACTIVATION for one in effects) != 1:
        return Unread("kind", "")
    if facts.kind is CardKind.MONSTER and not effects and not statics and not rules and facts.frame not in _EXTRA:
        return Unread("kind", "")
    return Card(facts.name, tuple(effects), tuple(statics), SummonRules(**rules), materials, equips_to=equips_to)


def _effect(facts: CardFacts, found: Activated) -> Effect | None:
    head = found.head
    optional = found.offered
    made = Effect(
        EffectKind.ACTIVATION,
        found.body,
        head.zones,
        event=head.event,
        or_event=head.or_event,
        condition=head.condition,
        cost=found.cost,
        targets=found.targets,
        limit=head.limit,
        optional=optional,
        timing=head.timing or Timing.IF,
    )
    if facts.kind is CardKind.MONSTER:
        return _of_monster(facts, found, made)
    if head.zones:
        if not optional or head.event is not None:
            return None
        kind = EffectKind.QUICK if facts.kind is CardKind.TRAP or head.quick else EffectKind.IGNITION
        return replace(made, kind=kind, optional=True)
    stays = facts.icon in _STAYING
    if stays:
        if head.event is not None:
            kind = EffectKind.TRIGGER
        elif head.limit is not None or optional:
            kind = EffectKind.QUICK if facts.kind is CardKind.TRAP or head.quick else EffectKind.IGNITION
            if not optional:
                return None
        else:
            return None
        condition = None if made.condition == OWN_MAIN and kind is EffectKind.IGNITION else made.condition
        return replace(made, kind=kind, condition=condition)
    if (optional and not (head.event or head.condition)) or head.quick or head.limit:
        return None
    if facts.icon is SpellTrapIcon.RITUAL:
        return None
    return replace(made, optional=True, damage_step=_changes_values(made), timing=Timing.IF)


def _of_monster(facts: CardFacts, found: Activated, made: Effect) -> Effect | None:
    head = found.head
    if found.flip:
        return None if Ability.FLIP not in facts.abilities else replace(made, kind=EffectKind.FLIP)
    if head.event is not None:
        return None if head.quick else replace(made, kind=EffectKind.TRIGGER)
    if not found.offered:
        return None
    if head.quick:
        return replace(made, kind=EffectKind.QUICK, damage_step=_changes_values(made))
    condition = None if made.condition == OWN_MAIN else made.condition
    return replace(made, kind=EffectKind.IGNITION, condition=condition)


def _changes_values(effect: Effect) -> bool:
    """Whether it changes ATK or DEF directly, so that it may be activated in the Damage Step."""
    return any(isinstance(step.do, Apply) and step.do.static.property in (Property.ATK, Property.DEF) for step in effect.body)


def _limited(effects: list[Effect], rules: dict[str, Any], line: LimitLine) -> bool:
    if line.of == "own way":
        for number, one in enumerate(effects):
            if one.kind is EffectKind.SUMMON:
                effects[number] = replace(one, limit=line.limit)
        return any(one.kind is EffectKind.SUMMON for one in effects)
    wanted = [
        number
        for number, one in enumerate(effects)
        if one.kind is not EffectKind.SUMMON and (line.of != "activation" or one.kind is EffectKind.ACTIVATION)
    ]
    if line.of == "only" and len(wanted) != 1:
        return False
    if line.of == "this":
        wanted = wanted[-1:]
    if not wanted or any(effects[number].limit is not None for number in wanted):
        return False
    for number in wanted:
        effects[number] = replace(effects[number], limit=line.limit)
    return True


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
