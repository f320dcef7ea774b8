"""Continuous effects, limits and durations in words."""

from __future__ import annotations

from engine.effects.filters import THIS, Ref
from engine.effects.tree import Limit, Property, Scope, Static, Until, Who
from engine.explaining.grammar import Noun
from engine.explaining.names import card_name, proper_name
from engine.explaining.reading import Reader
from engine.vocab import Zone

SELF_ENDING = (Property.END_DESTROYS, Property.COUNTDOWN, Property.RETURNS, Property.DIES_WITH)
"""Properties whose words say when they end: how long they are kept is no matter to a reader."""
USUAL_ZONES = (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD)
_SIGNED = (Property.ATK, Property.DEF)
_BY_MONSTERS = (Property.NOT_ATTACKABLE, Property.BATTLE_PROOF, Property.EXTRA_NORMAL, Property.CANNOT_SPECIAL)


def static_clause(reader: Reader, static: Static, of: Noun | None = None) -> str:
    """Return "this card gains 500 ATK"; ``of`` names the cards it is applied to, instead of its own filter."""
    grammar = reader.grammar
    who = of if of is not None else _affected(reader, static)
    reader.owner = who
    (value, less), each = reader.change(static.value), ""
    key = static.property.value
    if static.player is not None and of is None and static.affects is None and grammar.has("static", f"{key}.player"):
        key = f"{key}.player"
    if static.property in _SIGNED:
        form, each = reader.form(static.value)
        if form == ".each":
            value = str(abs(static.value.times))  # type: ignore[union-attr]
        key = f"{key}{form}{'.less' if less else ''}"
    else:
        value = reader.amount(static.value)
        if not isinstance(static.value, int) and grammar.has("static", f"{key}.amount"):
            key = f"{key}.amount"
    itself = static.by is not None and static.property is Property.SUBSTITUTE and static.by.among == (THIS,)
    if static.by is not None and not itself:
        key = f"{key}.by"
    for end in (static.word, static.player.value if static.player is not None else ""):
        if end and grammar.has("static", f"{key}.{end}"):
            key = f"{key}.{end}"
    kind = "monster" if static.property in _BY_MONSTERS else "card"
    form = "those" if static.property is Property.SUBSTITUTE else "bare"
    by = reader.cards.every(static.by, form, kind) if static.by is not None else Noun("")
    text = grammar.say("static", key, agree=who, who=who, value=value, each=each, by=by, word=_word(reader, static, who))
    if static.times:
        text += " " + grammar.say("lasting", "times.one" if static.times == 1 else "times", number=static.times)
    return text


def _word(reader: Reader, static: Static, who: Noun) -> str:
    """Return the word of a property in the language: a card's name, a counter, a mark."""
    if not static.word:
        return ""
    if static.property in (Property.NAME, Property.ONLY_PLACED):
        return card_name(reader.grammar, static.word)
    if static.property is Property.ALSO_ATTRIBUTE:
        return reader.grammar.say("attribute", static.word)
    if static.property is Property.DIE_SHIELD:
        return reader.grammar.listed(static.word.split(), "or")
    if static.property is Property.MARK:
        return reader.grammar.say("mark", static.word, agree=who)
    return proper_name(reader.grammar, static.word)


def _affected(reader: Reader, static: Static) -> Noun:
    if static.affects is None:
        return reader.player(static.player) if static.player is not None else reader.grammar.noun("ref", "self")
    if isinstance(static.affects, Ref):
        return reader.cards.ref(static.affects)
    return reader.cards.every(static.affects, "those")


def static_words(reader: Reader, static: Static) -> str:
    """Return the paragraph of a continuous effect."""
    grammar = reader.grammar
    text = static_clause(reader, static)
    if static.player is not None and static.affects is not None:
        text += " " + grammar.say("lasting", f"for.{static.player.value}")
    if static.condition is not None:
        text = grammar.say("lasting", "while", condition=reader.condition(static.condition), clause=text)
    head = grammar.say("kind", "continuous")
    if static.zones != USUAL_ZONES:
        places = reader.cards.zones(static.zones, Who.YOU.value)
        head += grammar.say("head", "marks", marks=grammar.say("head", "in", places=places))
    return grammar.say("head", "whole", head=head, text=text)


def oath_words(reader: Reader, oaths: tuple[Static, ...]) -> str:
    """Return what the player cannot do in the turn of the activation; "" for nothing."""
    if not oaths:
        return ""
    clauses = [static_clause(reader, oath) for oath in oaths]
    return reader.grammar.say("lasting", "oath", clauses=reader.grammar.listed(clauses, "and_clause"))


def until_words(reader: Reader, until: Until) -> str:
    """Return "until the end of this turn"."""
    return reader.grammar.say("until", until.value)


def limit_mark(reader: Reader, limit: Limit | None) -> str:
    """Return "once per turn" for a limit of the copy, else ""."""
    if limit is not None and limit.scope is Scope.CHAIN:
        return reader.grammar.say("limit", "chain")
    if limit is None or limit.scope is not Scope.COPY:
        return ""
    if limit.word:
        return reader.grammar.say("limit", "copy.word")
    return reader.grammar.say("limit", "copy" if limit.times == 1 else "copy.times", number=limit.times)


def limit_sentence(reader: Reader, limit: Limit | None, name: str) -> str:
    """Return the sentence of a limit that counts by name, else ""."""
    if limit is None or limit.scope in (Scope.COPY, Scope.CHAIN):
        return ""
    key = limit.scope.value if limit.times == 1 else f"{limit.scope.value}.times"
    key = f"{limit.scope.value}.word" if limit.word else key
    return reader.grammar.say("limit", key, name=name, number=limit.times)
