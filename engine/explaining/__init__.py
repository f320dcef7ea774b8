"""What a card does in duels, in our own words: every effect definition as sentences in three languages."""

from engine.cards import definition
from engine.explaining.effects import card_words
from engine.explaining.grammar import LANGUAGES, Grammar, Unexplained
from engine.facts import CardFacts

__all__ = ["LANGUAGES", "Unexplained", "explain"]


def explain(facts: CardFacts, language: str = "en") -> list[str] | None:
    """Return one paragraph per effect of a card in "en", "fr" or "pt"; none for a card without effects.

    None for a card that cannot be played in duels yet. Raises ``Unexplained`` where words are missing: the tests keep
    that from happening to a card that is delivered.
    """
    card = definition(facts)
    if card is None:
        return None
    grammar = Grammar(language)
    return card_words(grammar, card, grammar.quoted(facts.names.get(language, facts.name)))
