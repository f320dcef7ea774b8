"""Response windows of the person: which are asked, which are passed for them, and which of those are told afterwards.

The engine asks both players at every window. Whether the person is troubled with one depends on their switch, their
phase stops and their own cards, and on nothing the opponent hides (priority.*, timing.*).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine import Action, Decision, Duel, Verb
from marketplace.duels.sides import is_with, team_of


class ResponseMode(StrEnum):
    """The response switch."""

    AUTO = "auto"
    """Asked when one of the own cards can respond to something worth it."""
    EVERY = "every"
    """Asked at every window, also when passing is the only answer."""
    OFF = "off"
    """Not asked until the own turn."""


PHASES = ("draw", "standby", "main1", "battle", "main2", "end")
STOPS = tuple(f"{side}_{phase}" for side in ("my", "their", "mate") for phase in PHASES)
"""The phase stops: in which phases, on whose turn, Auto asks although nothing but the phase begins or ends."""
DEFAULT_STOPS = frozenset({"their_main1", "their_battle", "their_main2", "their_end"})

_OPENINGS = ("my_draw", "my_standby")
"""Stops of the own phases before the Main Phase."""
_ACTS = ("summon", "would_summon", "attack")
_OWN_ACTS = (*_ACTS, "set", "position")


@dataclass(frozen=True, slots=True)
class SkippedWindow:
    """A window in which the person could have responded and was not asked."""

    turn: int
    phase: str
    reason: str
    """What it followed: "phase", "summon", "attack", "chain", "moving_on", "set", "trigger", ..."""
    log: int
    """Entries of the log there were then: what it followed is the last of them."""
    cards: tuple[str, ...]
    """English names of the own cards that could have responded, each once."""
    stop: str = ""
    """The phase stop that would ask next time; "" if none would."""

    def to_json(self) -> list[Any]:
        return [self.turn, self.phase, self.reason, self.log, list(self.cards), self.stop]

    @staticmethod
    def from_json(data: Sequence[Any]) -> SkippedWindow:
        turn, phase, reason, log, cards, stop = data
        return SkippedWindow(turn, phase, reason, log, tuple(cards), stop)


def is_window(decision: Decision) -> bool:
    """Whether passing is always an answer: a response window, or a trigger that need not be used."""
    return decision.kind == "respond" or (decision.kind == "trigger" and decision.reason == "optional")


def stop_of(duel: Duel, seat: int, reason: str) -> str:
    """Return the phase stop a window belongs to; "" if it follows something else than a phase."""
    if reason not in ("phase", "moving_on"):
        return ""
    turn = duel.state.turn_player
    side = "my" if turn == seat else "mate" if is_with(turn, seat) else "their"
    return f"{side}_{duel.state.phase.value}"


def is_answer_to_self(duel: Duel, seat: int, decision: Decision) -> bool:
    """Whether the window follows what the person, or their partner, did themselves and nobody answered."""
    s = duel.state
    if decision.reason == "chain" and s.chain:
        return is_with(s.chain[-1].player, seat)
    return is_with(s.turn_player, seat) and decision.reason in (*_OWN_ACTS, "chain")


def asks(
    duel: Duel, seat: int, decision: Decision, mode: ResponseMode, stops: frozenset[str], responses: Sequence[Action]
) -> bool:
    """Whether the person is asked at a window; ``responses`` are the answers there are beside passing."""
    if mode is ResponseMode.EVERY:
        return True
    if not responses or (mode is ResponseMode.OFF and duel.state.turn_player != seat):
        return False
    if decision.kind == "trigger":
        return True
    reason = decision.reason
    if is_answer_to_self(duel, seat, decision):
        return duel.state.turn_player == seat and _has_priority(duel, responses)
    stop = stop_of(duel, seat, reason)
    if stop:
        return stop in stops
    # Before and at the calculation only the few cards made for it are legal; the other parts come too early or too late.
    if reason.startswith("damage_"):
        return reason in ("damage_before", "damage_calculation")
    return reason not in ("set", "position")


def is_told(duel: Duel, seat: int, decision: Decision, responses: Sequence[Action]) -> bool:
    """Whether a window that was not asked is worth telling: it offered something, and not about one's own doing."""
    if not responses or decision.reason == "damage_start":  # Its cards are asked about just before the calculation.
        return False
    if stop_of(duel, seat, decision.reason) in _OPENINGS:
        return False  # What can be used there can be used in the Main Phase that follows: it need not be said every turn.
    return decision.kind == "trigger" or not is_answer_to_self(duel, seat, decision)


def _has_priority(duel: Duel, responses: Sequence[Action]) -> bool:
    """Whether something can be used now that must not wait: an Ignition Effect after a Summon (timing.ignition_priority)."""
    s = duel.state
    for action in responses:
        uid = None if action.card is None else s.by_token.get(action.card)
        if action.verb is Verb.ACTIVATE and uid is not None and action.effect not in s.cards[uid].printed.quick:
            return True
    return False


def mark_of_own(duel: Duel, seat: int) -> str:
    """Return a mark that changes when something happens to the person's cards: "pass until then" waits for that."""
    s = duel.state
    side = s.players[seat]
    field = [(uid, s.cards[uid].face_up, s.cards[uid].attack) for uid in (*side.monsters, *side.spells, side.field) if uid >= 0]
    links = [link for link in s.chain if not is_with(link.player, seat)]
    aimed = [uid for link in links for uid, _stamp in link.targets if s.cards[uid].controller == seat]
    attacked = None
    if s.battle is not None and not is_with(s.turn_player, seat):
        attacked = (s.battle.attacker, s.battle.target)
    packed = repr((s.teams[team_of(seat)].lp, sorted(side.hand), field, side.gy, side.banished, aimed, attacked))
    return hashlib.blake2b(packed.encode(), digest_size=8).hexdigest()
