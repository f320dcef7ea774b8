"""Name the rule that refuses a Deck, and the rules that say the same or explain it."""

from collections.abc import Mapping

from engine.decks.formats import DeckRules
from engine.refusal import Refusal

ALSO = "also"
"""The slot of a refusal's facts with the ids of further rules, separated by spaces; absent when there are none.

Show these by their title and text: the refusal says what is wrong in the words of the rule it goes by.
"""
DECK = "deck"
"""The slot that tells which Deck of a team is refused: 1 or 2; absent for a single Deck."""


def refuse(rules: DeckRules, candidates: tuple[str, ...], facts: Mapping[str, str | int]) -> Refusal:
    """Return the refusal by the first candidate in force; the others in force are named in the slot ``also``."""
    holding = [rule for rule in dict.fromkeys(candidates) if rules.holds(rule)]
    slots = dict(facts)
    if len(holding) > 1:
        slots[ALSO] = " ".join(holding[1:])
    return Refusal(holding[0], slots)


def rules_of(refusal: Refusal) -> tuple[str, ...]:
    """Return all rules a refusal names: the one it goes by, then those that say the same or explain it."""
    return refusal.rule, *str(refusal.facts.get(ALSO, "")).split()
