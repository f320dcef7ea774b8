"""Picking cards one by one: what may be picked next, and when the picks are complete."""

from __future__ import annotations

from collections.abc import Sequence

from engine.procedures import joint
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.records import Prompt


def ask_cards(
    s: State,
    player: int,
    cards: Sequence[CardState],
    least: int,
    most: int,
    reason: str,
    source: int | None = None,
    rule: tuple[str, int] | tuple[str, int, int | None] | None = None,
) -> None:
    """Ask a player for cards; the answer is a tuple of uids. Without a choice the answer is taken at once.

    ``rule`` names a joint constraint (``joint.py``), the card it is about, and the zone that card is to come to, if stated.
    """
    uids = tuple(card.uid for card in cards)
    bound = None if rule is None else (rule[0], rule[1], rule[2] if len(rule) == 3 else None)
    if len(uids) == least and (bound is None or joint.is_complete(s, *bound, player, uids)):
        s.answer = uids
        return
    for card in cards:
        if not card.token:
            from engine.procedures.moving import show

            show(s, player, [other for other in cards if not other.token])
            break
    s.ask(Prompt("cards", player, reason, source, uids, least, most, (), (), bound))


def pickable(s: State, prompt: Prompt) -> list[int]:
    """Return the uids that may be picked next."""
    if len(prompt.picked) >= prompt.most:
        return []
    rest = [uid for uid in prompt.cards if uid not in prompt.picked]
    if prompt.extra is None:
        return rest
    name, about, zone = prompt.extra
    return [uid for uid in rest if joint.can_complete(s, name, about, zone, prompt.player, (*prompt.picked, uid), prompt.cards)]


def complete(s: State, prompt: Prompt) -> bool:
    """Whether the picks so far are an answer."""
    if len(prompt.picked) < prompt.least:
        return False
    if prompt.extra is None:
        return True
    name, about, zone = prompt.extra
    return joint.is_complete(s, name, about, zone, prompt.player, prompt.picked)


def pick(s: State, prompt: Prompt, uid: int) -> None:
    """Pick one card; the answer is given as soon as no other pick is possible."""
    prompt.picked = (*prompt.picked, uid)
    if complete(s, prompt) and not pickable(s, prompt):
        s.prompt, s.answer = None, prompt.picked
