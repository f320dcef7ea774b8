"""What goes by the date of an event: which ruleset holds, and which cards may be played yet."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from engine.decks import CardSource, Deck, identify
from engine.facts import CardFacts
from engine.match.cite import refusal
from engine.refusal import Refusal
from engine.rulesets import Ruleset, in_force

_SINCE = ((date(2020, 4, 1), "advanced"), (date(2017, 7, 20), "master-rule-4"))
"""(ruleset.advanced.effective_from_2020_04_01, mr4.effective_from_2017_07_20)"""


class NoRulesetThen(LookupError):
    """No ruleset of this program held on that day: one must be chosen."""


def ruleset_on(day: date, chosen: str | None = None) -> str:
    """Return the ruleset of a match: the chosen one, else that of its date in the TCG.

    Formats that look back are never derived from a date, only chosen (ruleset.goat.window_2005). Raises ``NoRulesetThen``
    for days before Master Rule 4.
    """
    if chosen is not None:
        return chosen
    for since, name in _SINCE:
        if day >= since:
            return name
    raise NoRulesetThen(f"On {day} another Master Rule held, which is none of the rulesets here; choose one.")


def not_yet_legal(
    deck: Deck, ruleset: Ruleset, source: CardSource, legal_from: Callable[[CardFacts], date | None], day: date
) -> list[Refusal]:
    """Return a refusal for each card that may be played only after the day of the event (legality.not_yet_legal).

    ``legal_from`` tells the first day a card may be played; None where nobody knows one, which refuses nothing.
    """
    rule = "legality.not_yet_legal"
    if rule not in in_force(ruleset):
        return []
    found = []
    for written in dict.fromkeys(card for _, card in deck.cards()):
        card = identify(written, source).card
        since = None if card is None else legal_from(card)
        if card is not None and since is not None and since > day:
            found.append(refusal(ruleset, (rule,), {"card": card.name, "day": since.isoformat()}))
    return found
