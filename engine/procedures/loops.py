"""Continuous effects that undo each other for ever: found, and ended as the ruleset says (loop.no_progress).

What has the highest ATK is settled step by step, since being unaffected may change the very ATK that is compared. When a
step leads back to what was before, the loop changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.effects import continuous, matching
from engine.effects.tree import Property
from engine.procedures import moving
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Cause, Zone


def settle_strongest(s: State) -> None:
    """Let the monsters with the highest ATK be known; a loop sends the card that causes it to the Graveyard."""
    cause = _cycle(s)
    if cause is not None:
        s.write("loop", card=cause.uid)
        moving.send(s, [cause], cause=Cause.RULE)
        _cycle(s)


def would_loop(s: State, player: int, card: CardState) -> bool:
    """Whether this monster, Summoned face-up, would start a loop that changes nothing (loop.no_progress.may_not_be_started)."""
    if next(_sources(s), None) is None or s.rules.loop_no_progress != "may_not_be_started":
        return False
    there = s.copy()
    there.log = None
    coming = there.cards[card.uid]
    if coming.zone is Zone.MONSTER:
        coming.face_up = coming.attack = True
        return _cycle(there) is not None
    index = moving.free_zone(there, player, Zone.MONSTER)
    if index is None:
        return False
    moving.to_row(there, coming, Zone.MONSTER, player, index, face_up=True, attack=True)
    return _cycle(there) is not None


def _sources(s: State) -> Iterator[CardState]:
    """Yield the face-up cards that ask for the highest ATK, the one played last first."""
    found = [s.cards[uid] for uid, _ in s.index.statics.get(Property.STRONGEST_UNAFFECTED, ())]
    here = [card for card in found if card.live is not None and card.face_up and not continuous.negated(s, card)]
    yield from sorted(here, key=lambda card: -card.on_field.since)


def _cycle(s: State) -> CardState | None:
    """Mark the strongest monsters until nothing changes; return the cause if that never happens."""
    monsters = [card for player in range(len(s.players)) for card in matching.in_zone(s, player, Zone.MONSTER)]
    cause = next(_sources(s), None)
    if cause is None:
        for card in monsters:
            card.on_field.strongest = False
        return None
    shown = [card for card in monsters if card.face_up]
    seen: list[set[int]] = []
    while True:
        best = max((continuous.atk(s, card) for card in shown), default=0)
        now = {card.uid for card in shown if continuous.atk(s, card) == best}
        if now == {card.uid for card in monsters if card.on_field.strongest}:
            return None
        if now in seen:
            for card in monsters:
                card.on_field.strongest = False
            return cause
        seen.append(now)
        for card in monsters:
            card.on_field.strongest = card.uid in now
