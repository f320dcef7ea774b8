"""The rules of the game, without a web site or a database: import from here, no deeper."""

from engine.facts import (
    LANGUAGES,
    QUESTION_MARK,
    CardFacts,
    FactsFile,
    FactsFormat,
    PrintingFacts,
    Problem,
    UnreadableFacts,
    read_facts,
    read_starter,
)
from engine.vocab import (
    Ability,
    Attribute,
    CardKind,
    Frame,
    LinkArrow,
    MonsterType,
    SpellTrapIcon,
)

__all__ = [
    "LANGUAGES",
    "QUESTION_MARK",
    "Ability",
    "Attribute",
    "CardFacts",
    "CardKind",
    "FactsFile",
    "FactsFormat",
    "Frame",
    "LinkArrow",
    "MonsterType",
    "PrintingFacts",
    "Problem",
    "SpellTrapIcon",
    "UnreadableFacts",
    "read_facts",
    "read_starter",
]
