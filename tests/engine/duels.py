"""Duels for tests: Decks from the starter catalogue, and a way of playing at random that is the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine import CardFacts, read_starter
from engine.action import Action, Verb
from engine.cards import definition
from engine.duel import Duel, DuelDeck
from engine.state.printed import EXTRA_FRAMES
from engine.state.rng import Rng


@cache
def starter() -> dict[str, CardFacts]:
    return {facts.name: facts for facts in read_starter().cards}


def playable() -> list[CardFacts]:
    return [facts for facts in starter().values() if definition(facts) is not None]


def mixed_deck(seed: int) -> DuelDeck:
    """Return 45 random playable cards and the Extra Deck monsters there are."""
    rng = Rng(seed)
    pool = playable()
    main = [facts for facts in pool if facts.frame not in EXTRA_FRAMES]
    extra = [facts for facts in pool if facts.frame in EXTRA_FRAMES]
    return DuelDeck([main[rng.below(len(main))] for _ in range(45)], extra)


def choose(rng: Rng, actions: list[Action]) -> Action:
    """Return a random action that ends a phase early only now and then."""
    staying = [action for action in actions if action.verb is not Verb.PHASE]
    if staying and rng.below(10):
        actions = staying
    return actions[rng.below(len(actions))]


def random_duel(ruleset: str, seed: int, *, look: Callable[[Duel], Duel | None] | None = None, most: int = 4000) -> Duel:
    """Play a random duel; ``look`` sees it before every decision and may put another in its place."""
    seats = 4 if ruleset == "tag-2017" else 2
    duel = Duel.start(ruleset, [mixed_deck(seed + seat) for seat in range(seats)], seed)
    rng = Rng(seed)
    for _ in range(most):
        if duel.ended:
            break
        if look is not None:
            duel = look(duel) or duel
        decision = duel.decision
        assert decision is not None
        actions = list(duel.options(decision.player))
        assert actions, f"nothing to choose at {decision}"
        duel.apply_legal(decision.player, choose(rng, actions))
    return duel
