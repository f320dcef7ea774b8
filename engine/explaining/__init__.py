"""What a card does in duels, in our own words: every effect definition as sentences in three languages."""

from collections.abc import Mapping
from functools import cache

from engine.cards import definition
from engine.effects.tree import Condition
from engine.explaining.effects import card_words
from engine.explaining.grammar import LANGUAGES, Grammar, Unexplained
from engine.explaining.names import token_name
from engine.explaining.reading import Reader
from engine.facts import CardFacts
from engine.rulesets import Ruleset
from engine.vocab import Ability

__all__ = ["LANGUAGES", "Unexplained", "condition_words", "explain", "token_name"]


@cache
def condition_words(condition: Condition) -> Mapping[str, str]:
    """Return a condition as facts of a refusal: "unmet", and "unmet.fr" and "unmet.pt"; none where words are missing."""
    try:
        words = {language: Reader(Grammar(language)).condition(condition) for language in LANGUAGES}
    except Unexplained:
        return {}
    return {"unmet": words["en"]} | {f"unmet.{language}": text for language, text in words.items() if language != "en"}


def explain(facts: CardFacts, language: str = "en", ruleset: Ruleset | None = None) -> list[str] | None:
    """Return one paragraph per effect of a card in "en", "fr" or "pt"; none for a card without effects.

    With a ruleset the card does what its text of that time says (card.text.version_2005). None for a card that cannot be played in duels yet. Raises ``Unexplained`` where words are missing: the tests keep
    that from happening to a card that is delivered.
    """
    card = definition(facts) if ruleset is None else definition(facts, ruleset.card_text_version)
    if card is None:
        return None
    grammar = Grammar(language)
    texts = card_words(grammar, card, grammar.quoted(facts.names.get(language, facts.name)))
    if Ability.GEMINI in facts.abilities:
        texts.insert(0, grammar.sentence(grammar.say("rules", "gemini")))
    return texts
