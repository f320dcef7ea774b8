"""Side decking: whether a Deck may be played in the next duel of a match, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.banlists import Banlist
from engine.decks import CardSource, Deck, DeckCard, Pile, check_deck, identify
from engine.facts import CardFacts
from engine.match.cite import refusal
from engine.refusal import Refusal
from engine.rulesets import Ruleset, in_force

_SAME_SIDE = "match.side.count_unchanged"
_SAME_ALL = "zone.side_deck.counts_stay_the_same"
_SAME_MAIN = "match.side.opponent_verifies_deck_size"
_SCOPE = "match.side.swap_with_deck"


def check_swap(registered: Deck, sided: Deck, ruleset: Ruleset, source: CardSource, banlist: Banlist | None) -> list[Refusal]:
    """Return why a Deck as sided may not be played; an empty list when it may.

    Its cards must be those registered, as many in the Side Deck as before (and in each pile where a rule says so), only the
    piles the ruleset opens to the exchange may differ, and the list must be legal.
    """
    found = list(_swap(registered, sided, ruleset))
    return found or check_deck(sided, ruleset, banlist, source)


def _swap(registered: Deck, sided: Deck, ruleset: Ruleset) -> Iterator[Refusal]:
    held = in_force(ruleset)
    before, after = _sizes(registered), _sizes(sided)
    slots = {**after, **{f"{pile}_before": count for pile, count in before.items()}}
    strangers = _cards(sided) - _cards(registered)
    if strangers:
        yield refusal(ruleset, (_SAME_SIDE, _SAME_ALL), {**slots, "stranger": str(next(iter(strangers)))})
    elif _SAME_ALL in held and before != after:
        yield refusal(ruleset, (_SAME_ALL, _SAME_SIDE), slots)
    elif before["side"] != after["side"] or len(sided) != len(registered):
        yield refusal(ruleset, (_SAME_SIDE,), slots)
    elif _SAME_MAIN in held and before["main"] != after["main"]:
        yield refusal(ruleset, (_SAME_MAIN,), slots)
    if ruleset.match_side_swap_scope == "deck_only" and Counter(registered.extra) != Counter(sided.extra):
        yield refusal(ruleset, (_SCOPE,), {})


def _sizes(deck: Deck) -> dict[str, int]:
    return {pile.value: len(deck.pile(pile)) for pile in Pile}


def _cards(deck: Deck) -> Counter[DeckCard]:
    return Counter(card for _, card in deck.cards())


def resolved(cards: Sequence[DeckCard], source: CardSource) -> list[CardFacts]:
    """Return the cards of a pile; raises ``LookupError`` for one the source does not know."""
    found: dict[DeckCard, CardFacts] = {}
    for written in dict.fromkeys(cards):
        card = identify(written, source).card
        if card is None:
            raise LookupError(f"The card list has no {written}.")
        found[written] = card
    return [found[written] for written in cards]
