"""An example of the rulebook for people: the position, each step with what happened then, the position at the end.

Everything is data with English names of cards; whoever shows it puts it into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from engine.duel import Duel
from engine.log import Log
from engine.notation.command import ruleset_of
from engine.notation.expecting import value_of, zone_word
from engine.notation.position import SEATS, Builder, Cards
from engine.notation.scenario import Run
from engine.rulebook.proving import Example
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.vocab import Zone

_CARDS = ("target", "targets", "cost", "tributes", "materials", "choose", "cards")


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on the field."""

    card: str
    zone: str
    """"M3", "EL", "S2", or "field"."""
    state: str
    """"attack", "defense" or "set" for a monster, "open" or "set" for another card."""
    frame: str
    counters: Mapping[str, int]
    under: tuple[str, ...]
    """Xyz Materials."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one seat has."""

    seat: str
    """"you", "opp", and in a Tag Duel "partner" and "opp_partner"."""
    lp: int
    hand: tuple[str, ...]
    field: tuple[Placed, ...]
    gy: tuple[str, ...]
    banished: tuple[str, ...]
    extra: tuple[str, ...]
    deck: tuple[str, ...]
    """From the top."""


@dataclass(frozen=True, slots=True)
class Told:
    """One step, and the entries of the log it led to."""

    seat: str
    """Empty for a step that only looks."""
    verb: str
    """As scenarios call it, without "cannot "."""
    refused: bool
    because: str
    """The rule that refuses it; empty where none is named."""
    card: str
    facts: Mapping[str, tuple[str, ...]]
    """What the step names besides: targets, tributes, position, zone, and what it finds ("are", "zones")."""
    entries: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Shown:
    """An example that was played."""

    before: tuple[Side, ...]
    after: tuple[Side, ...]
    steps: tuple[Told, ...]
    log: Log
    """Puts the entries of the steps into words."""
    turn_player: str
    phase: str
    winner: str
    """A seat, or "" while nobody has won."""


def duel_at(example: Example, ruleset: str | Mapping[str, Any], cards: Cards) -> Duel:
    """Return the duel an example begins with, under one of its rulesets; raises ``BadScenario`` where there is none."""
    return Builder(ruleset_of(ruleset), cards).build(example.given)


def show(example: Example, ruleset: str | Mapping[str, Any], cards: Cards) -> Shown:
    """Play an example under one of its rulesets. Raises ``Failed`` or ``BadScenario`` where it does not hold any more."""
    scenario = {"given": example.given, "steps": example.steps, "expect": example.expect}
    marks: list[tuple[Mapping[str, Any], int]] = []

    def watch(step: Mapping[str, Any] | None) -> None:
        assert run.duel.log is not None
        marks.append((step or {}, len(run.duel.log.entries)))

    run = Run(scenario, ruleset_of(ruleset), cards, watch)
    s = run.duel.state
    before, turn_player, phase = sides(s), _seat(s.turn_player), s.phase.value
    run.play()
    log = run.duel.log
    assert log is not None
    steps = tuple(_told(step, log.entries[start:end]) for (step, start), (_, end) in pairwise(marks))
    winner = "" if s.winner is None else _seat(s.winner)
    return Shown(before, sides(s), steps, log, turn_player, phase, winner)


def acts(example: Example) -> tuple[Told, ...]:
    """Return the steps of an example without playing it: nothing is told of what they lead to."""
    return tuple(_told(step, ()) for step in example.steps)


def sides(s: State) -> tuple[Side, ...]:
    """Return what each seat has, in the order of the seats."""
    return tuple(_side(s, seat, player) for seat, player in SEATS.items() if player < len(s.players))


def _side(s: State, seat: str, player: int) -> Side:
    held = s.players[player]
    row = [uid for uid in (*held.monsters, *held.spells, held.field) if uid >= 0]

    def names(uids: Sequence[int]) -> tuple[str, ...]:
        return tuple(s.cards[uid].printed.name for uid in uids)

    return Side(
        seat,
        int(value_of(s, f"{seat}.lp", 0)),
        names(held.hand),
        tuple(_placed(s, s.cards[uid]) for uid in row),
        names(held.gy),
        names(held.banished),
        names(held.extra),
        names(held.deck[::-1]),
    )


def _placed(s: State, card: CardState) -> Placed:
    monster = card.zone is Zone.MONSTER
    if not card.face_up:
        state = "set"
    elif monster:
        state = "attack" if card.attack else "defense"
    else:
        state = "open"
    zone = zone_word(card.index) if monster else "field" if card.zone is Zone.FIELD else f"S{card.index + 1}"
    under = tuple(s.cards[uid].printed.name for uid in card.on_field.under)
    return Placed(card.printed.name, zone, state, card.printed.frame.value, dict(card.on_field.counters), under)


def _seat(player: int) -> str:
    return next(name for name, number in SEATS.items() if number == player)


def _told(step: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> Told:
    seat = next((name for name in SEATS if name in step), "")
    verb = str(step.get(seat, ""))
    facts = {key: _words(step[key]) for key in (*_CARDS, "position", "zone", "option", "are", "zones") if key in step}
    if verb.removeprefix("cannot ") == "phase":
        facts["phase"] = _words(step.get("name") or step.get("phase") or "")
    declared = step.get("name", "") if verb.removeprefix("cannot ") == "declare" else ""
    return Told(
        seat,
        verb.removeprefix("cannot "),
        verb.startswith("cannot "),
        str(step.get("because", "")),
        str(step.get("card", declared)),
        facts,
        entries,
    )


def _words(value: Any) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)
