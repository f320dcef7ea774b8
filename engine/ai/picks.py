"""Which card to pick when the rules ask for cards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.action import Action, Verb
from engine.ai import look
from engine.ai.tags import aims_at_own, tags
from engine.state.duel_state import State
from engine.state.records import Prompt
from engine.state.seats import are_mates
from engine.vocab import Zone

_GIVEN_UP = ("cost", "discard", "tribute", "send", "banish", "return", "hand_limit", "material", "detach")


def best_pick(s: State, player: int, prompt: Prompt, actions: Sequence[Action]) -> Action:
    """Return the pick that hurts the other side most, or costs the own side least."""
    picks = [action for action in actions if action.verb is Verb.CHOOSE]
    done = next((action for action in actions if action.verb is Verb.DONE), None)
    if not picks:
        assert done is not None
        return done

    def value(action: Action) -> int:
        card = look.card_of(s, action.card)
        assert card is not None
        worth = look.worth(s, player, card)
        own = are_mates(card.controller, player)
        if prompt.reason in _GIVEN_UP:
            if not own:
                return worth
            asked = 0 if card.controller == player else 300  # The partner has to agree to give it up.
            return -worth - asked - (500 if card.zone is Zone.MONSTER else 0)
        if prompt.reason in ("specialsummon", "tohand", "add", "fusion", "ritual") or _helps(s, prompt):
            if card.zone in (Zone.MONSTER, Zone.SPELL_TRAP, Zone.FIELD):
                return worth if own and _helps(s, prompt) else (-worth if own else worth)
            return worth
        return -worth if own else worth

    best = max(picks, key=value)
    if done is not None and (value(best) <= 0 or prompt.reason in _GIVEN_UP):
        return done
    return best


def _helps(s: State, prompt: Prompt) -> bool:
    """Whether the effect that asks is good for what it works on."""
    if prompt.source is None:
        return False
    effects = s.cards[prompt.source].printed.definition.effects
    return any(aims_at_own(effect) for effect in effects if tags(effect))
