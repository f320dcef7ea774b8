"""How long the check of a Deck of 60 takes once the cards are loaded: 40 in Main, 15 in Extra, 5 in Side Deck."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.decks import CardIndex, Deck, check_deck, deck_of, default_list, home_pile
from engine.decks.deck import Pile
from engine.facts import CardFacts, read_facts
from engine.rulesets import NAMES, read_ruleset

if TYPE_CHECKING:
    from tests.bench.figures import Bench

DECKS = 40
RULESETS = [name for name in NAMES if name != "tag-2017"]


def deck_check(bench: Bench) -> None:
    """The floor is the time it takes to look each number of the list up and to count them."""
    facts = read_facts(bench.cards).cards
    cards = CardIndex(facts)
    decks = _random_decks(facts)
    floor = statistics.median(_milliseconds(partial(_counted, deck, cards)) for deck in decks)
    times = []
    for name in RULESETS:
        ruleset = read_ruleset(name)
        banlist = default_list(ruleset)
        check_deck(decks[0], ruleset, banlist, cards)  # Tables are read once.
        times += [_milliseconds(partial(check_deck, deck, ruleset, banlist, cards)) for deck in decks]
    bench.say("deck_check.60_cards.p50", statistics.median(times), "ms", floor)
    bench.say("deck_check.60_cards.p95", sorted(times)[int(len(times) * 0.95)], "ms", floor)


def _random_decks(facts: Sequence[CardFacts]) -> list[Deck]:
    chance = random.Random(60)
    by_pile: dict[Pile, list[int]] = {pile: [] for pile in Pile}
    for card in facts:
        if card.passcode is not None:
            by_pile[home_pile(card)].append(card.passcode)
    decks = []
    for _ in range(DECKS):
        main = [number for number in chance.sample(by_pile[Pile.MAIN], 15) for _ in range(3)]
        decks.append(deck_of(main[:40], chance.sample(by_pile[Pile.EXTRA], 15), main[40:]))
    return decks


def _counted(deck: Deck, cards: CardIndex) -> Counter[str]:
    return Counter(cards.card(card.passcode).name for _, card in deck.cards())


def _milliseconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000
