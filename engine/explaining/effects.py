"""One paragraph per effect: its kind, when it works, what it costs, what it does."""

from __future__ import annotations

from itertools import groupby

from engine.effects.tree import Card, Effect, EffectKind, Happening, Materials, SummonRules, Who
from engine.effects.verbs import Token
from engine.explaining.events import event_words
from engine.explaining.grammar import Grammar
from engine.explaining.lasting import limit_mark, limit_sentence, oath_words, static_clause, static_words
from engine.explaining.names import card_name
from engine.explaining.reading import Reader
from engine.explaining.steps import Steps


def card_words(grammar: Grammar, card: Card, name: str) -> list[str]:
    """Return the paragraphs of a card: materials, Summoning conditions, effects in their order, continuous effects."""
    texts = [*_materials(grammar, card.materials), *_summon_rules(grammar, card.summon, name)]
    if card.equips_to is not None:
        texts.append(grammar.say("rules", "equips_to", what=Reader(grammar).cards.noun(card.equips_to, plural=True)))
    texts += [text for effect in card.effects if (text := effect_words(grammar, effect, name))]
    texts += [static_words(Reader(grammar), static) for static in card.statics]
    for static in card.gives_as_link_material:
        clause = static_clause(Reader(grammar), static, grammar.noun("ref", "made_with_this"))
        texts.append(grammar.say("rules", "gives_as_link_material", clause=clause))
    if card.wins_in_hand_with:
        others = grammar.listed([card_name(grammar, other) for other in card.wins_in_hand_with], "and")
        texts.append(grammar.say("rules", "wins_in_hand_with", others=others))
    if card.wins_on_field_with:
        others = grammar.listed([card_name(grammar, other) for other in card.wins_on_field_with], "and")
        texts.append(grammar.say("rules", "wins_on_field_with", others=others))
    return [grammar.sentence(text) for text in texts]


def effect_words(grammar: Grammar, effect: Effect, name: str) -> str:
    """Return the paragraph of an effect; "" for an activation that does nothing by itself."""
    if effect == Effect(EffectKind.ACTIVATION, pendulum=effect.pendulum):
        return ""
    reader = Reader(grammar)
    steps = Steps(reader, _token_words)
    text = _opening(reader, effect)
    optional = effect.optional and effect.kind is not EffectKind.ACTIVATION
    parts = []
    if effect.cost:
        parts.append(steps.costs(effect.cost, optional))
    if effect.targets:
        parts.append(steps.targets(effect.targets, optional and not parts))
    if effect.kind is EffectKind.SUMMON:
        key = f"special_summon_this.{effect.summon_to.value}"
        parts.append(grammar.say("rules", key, infinitive=optional and not parts))
        if effect.body:
            parts.append(steps.body(effect.body, False))
    elif effect.body:
        parts.append(steps.body(effect.body, optional and not parts))
    elif parts:
        parts.append(grammar.say("step", "nothing"))
    deed = "; ".join(parts) if grammar.language != "fr" else " ; ".join(parts)
    if optional:
        deed = grammar.say("step", "you_can", deed=deed)
    text = grammar.say("head", "after_opening", opening=text, deed=deed) if text and deed else text or deed
    whole = grammar.say("head", "whole", head=_head(reader, effect), text=text)
    return "".join([whole, *(f". {more}" for more in _further(reader, effect, name) if more)])


def _head(reader: Reader, effect: Effect) -> str:
    """Return "Trigger Effect (mandatory, once per turn, in your Graveyard)"."""
    grammar = reader.grammar
    marks = []
    if effect.kind in (EffectKind.TRIGGER, EffectKind.QUICK, EffectKind.FLIP, EffectKind.REACTION):
        usual = effect.kind in (EffectKind.TRIGGER, EffectKind.QUICK)
        if effect.kind is EffectKind.TRIGGER or effect.optional is not usual:
            marks.append(grammar.say("head", "optional" if effect.optional else "mandatory"))
    elif not effect.optional:
        marks.append(grammar.say("head", "mandatory"))
    marks.append(limit_mark(reader, effect.limit))
    if effect.zones:
        marks.append(grammar.say("head", "in", places=reader.cards.zones(effect.zones, Who.YOU.value)))
    if effect.damage_step:
        marks.append(grammar.say("head", "damage_step"))
    if effect.any_part:
        marks.append(grammar.say("head", "any_part"))
    if effect.calculation:
        marks.append(grammar.say("head", "calculation"))
    if effect.users is not Who.YOU:
        marks.append(grammar.say("head", f"users.{effect.users.value}"))
    marks = [mark for mark in marks if mark]
    head = grammar.say("kind", effect.kind.value)
    return head + (grammar.say("head", "marks", marks=", ".join(marks)) if marks else "")


def _opening(reader: Reader, effect: Effect) -> str:
    """Return "When this card is destroyed, if you control no monster"."""
    event = "" if effect.event is None else event_words(reader, effect.event, effect.timing)
    if effect.or_event is not None:
        event = reader.grammar.listed([event, event_words(reader, effect.or_event, effect.timing)], "or")
    if effect.condition is None:
        return event
    condition = reader.condition(effect.condition)
    if effect.event is not None and effect.event.what is not Happening.PHASE:
        return reader.grammar.say("lasting", "and_if", opening=event, condition=condition)
    clause = reader.grammar.say("lasting", "if", condition=condition)
    return f"{event}, {clause}" if event else clause


def _further(reader: Reader, effect: Effect, name: str) -> list[str]:
    """Return the sentences after the effect."""
    grammar = reader.grammar
    further = [oath_words(reader, effect.oaths), limit_sentence(reader, effect.limit, name)]
    if effect.limit is not None and effect.limit.while_face_up:
        further.append(grammar.say("limit", "while_face_up"))
    if effect.cost_first:
        further.append(grammar.say("rules", "cost_first"))
    if effect.condition_at_resolution:
        further.append(grammar.say("rules", "condition_at_resolution"))
    if effect.stays:
        further.append(grammar.say("rules", "stays", number=effect.stays))
    if effect.kind is not EffectKind.SUMMON and effect.summon_to is not Who.YOU:
        further.append(grammar.say("rules", f"special_summon_this.{effect.summon_to.value}"))
    return further


def _token_words(reader: Reader, token: Token) -> str:
    """Return what a Token says about itself, in brackets."""
    grammar = reader.grammar
    name = card_name(grammar, token.name)
    texts = [effect_words(grammar, effect, name) for effect in token.effects]
    texts += [static_words(Reader(grammar), static) for static in token.statics]
    return grammar.say("step", "token_says", text=". ".join(texts)) if texts else ""


def _materials(grammar: Grammar, materials: Materials | None) -> list[str]:
    if materials is None:
        return []
    reader = Reader(grammar)
    parts = []
    for one, group in groupby(materials.named):
        number = len(list(group))
        noun = reader.cards.noun(one, number > 1, kind="monster")
        parts.append(grammar.say("card", "number", agree=noun, number=number, noun=noun))
    if materials.others is not None:
        others = reader.cards.noun(materials.others, plural=True, kind="monster")
        key = "or_more.one" if materials.least == 1 else "or_more"
        parts.append(grammar.say("rules", key, agree=others, number=materials.least, cards=others))
    text = grammar.say("rules", "materials", cards=grammar.entry("join", "plus").join(parts))
    if materials.overlay is not None:
        text += ". " + grammar.say("rules", "overlay", card=reader.cards.noun(materials.overlay, kind="monster"))
    return [text]


def _summon_rules(grammar: Grammar, rules: SummonRules, name: str) -> list[str]:
    texts = []
    if not rules.normal and not rules.special:
        texts.append(grammar.say("rules", "no_summon"))
    elif not rules.normal:
        texts.append(grammar.say("rules", "no_normal"))
    elif not rules.special:
        texts.append(grammar.say("rules", "no_special"))
    if rules.own_way_first:
        texts.append(grammar.say("rules", "own_way_first"))
    if rules.only_own_way:
        texts.append(grammar.say("rules", "only_own_way"))
    if rules.summoned_by:
        cards = grammar.listed([card_name(grammar, card) for card in rules.summoned_by])
        texts.append(grammar.say("rules", "summoned_by", cards=cards))
    if rules.special_if is not None:
        texts.append(grammar.say("rules", "special_if", condition=Reader(grammar).condition(rules.special_if)))
    if rules.normal_if is not None:
        texts.append(grammar.say("rules", "normal_if", condition=Reader(grammar).condition(rules.normal_if)))
    if rules.without_tribute is not None:
        texts.append(grammar.say("rules", "without_tribute", condition=Reader(grammar).condition(rules.without_tribute)))
    if rules.tributes:
        texts.append(grammar.say("rules", "tributes", number=rules.tributes))
    if not rules.settable:
        texts.append(grammar.say("rules", "no_set"))
    if rules.once_per_turn:
        texts.append(grammar.say("rules", "once_per_turn", name=name))
    if not texts:
        return []
    return [grammar.say("head", "whole", head=grammar.say("kind", "rules"), text=". ".join(texts))]
