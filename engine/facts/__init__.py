"""Printed values of cards and the readers of card files."""

from engine.facts.card import LANGUAGES, QUESTION_MARK, CardFacts, PrintingFacts
from engine.facts.file import FactsFile, FactsFormat, Problem, UnreadableFacts
from engine.facts.reading import MAX_SIZE, read_facts, read_starter

__all__ = [
    "LANGUAGES",
    "MAX_SIZE",
    "QUESTION_MARK",
    "CardFacts",
    "FactsFile",
    "FactsFormat",
    "PrintingFacts",
    "Problem",
    "UnreadableFacts",
    "read_facts",
    "read_starter",
]
