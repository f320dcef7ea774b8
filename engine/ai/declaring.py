"""Which card name to declare: one the opponent is known to hold, else one seen of the opponent before."""

from __future__ import annotations

from engine.action import Action, Verb
from engine.ai import look
from engine.procedures import naming
from engine.procedures.options import may_know
from engine.state.duel_state import State
from engine.state.records import Prompt
from engine.state.seats import are_mates
from engine.vocab import CardKind, Zone

_COPIES = 3


def best_name(s: State, prompt: Prompt) -> Action:
    """Return the answer to a question for a card name."""
    player = prompt.player
    held: dict[str, int] = {}
    seen: dict[str, int] = {}
    copies: dict[str, int] = {}
    for card in s.cards:
        if are_mates(card.owner, player) or card.printed.kind is CardKind.TOKEN or not may_know(player, card):
            continue
        name, worth = card.printed.name, look.worth(s, player, card)
        copies[name] = copies.get(name, 0) + 1
        if card.zone is Zone.HAND:
            held[name] = held.get(name, 0) + worth
        else:
            seen[name] = max(seen.get(name, 0), worth)
    # Of what has been seen, another copy may still come.
    left = {name: worth for name, worth in seen.items() if copies[name] < _COPIES}
    known = held or left or seen
    allowed = naming.declarable(s, player)
    best = max((name for name in known if name in allowed), key=lambda name: (known[name], name), default=allowed[0])
    return Action(Verb.CHOOSE, value=best)
