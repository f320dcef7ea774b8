"""The names of cards, series and counters in the reader's language, where they are known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.explaining.grammar import Grammar
from engine.facts import read_starter


@cache
def _starter_names() -> dict[str, Mapping[str, str]]:
    return {card.name: card.names for card in read_starter().cards}


def card_name(grammar: Grammar, name: str) -> str:
    """Return a card's name in quotes, in the language if the starter catalogue has it, else in English."""
    return grammar.quoted(_starter_names().get(name, {}).get(grammar.language, name))


def proper_name(grammar: Grammar, name: str) -> str:
    """Return the name of a series, a counter or a Token in quotes."""
    return grammar.quoted(grammar.entry("proper", name) if grammar.has("proper", name) else name)


_ENDING = " Token"


def token_name(english: str, language: str) -> str:
    """Return the name of a Token in a language: no catalogue holds one. Anything else is returned as it is."""
    if not english.endswith(_ENDING):
        return english
    grammar = Grammar(language)
    kind = english.removesuffix(_ENDING)
    return grammar.say("step", "token_name", name=grammar.entry("proper", kind) if grammar.has("proper", kind) else kind)
