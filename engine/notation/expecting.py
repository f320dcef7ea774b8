"""What a scenario expects of the position at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.duel import Duel
from engine.effects import arrows, continuous
from engine.notation.looking import NOTHING, categories_of, kinds_of, log_difference, seen_value
from engine.notation.position import SEATS, BadScenario
from engine.procedures.board import extra_link_holder
from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.state.seats import around, team_state
from engine.vocab import Frame, Zone

_BOARD = {"points_to", "linked_to", "co_linked", "column"}
"""What is asked of a monster as it stands on the board; a list has to be written in the order of the alphabet."""

Description = Callable[[State, CardState, Mapping[str, Any] | None], dict[str, Any]]


def first_difference(duel: Duel, expect: Mapping[str, Any]) -> str:
    """Return what is otherwise than expected, in words; "" if nothing is. ``logged`` are English lines of the log."""
    for key, wanted in expect.items():
        if key in ("logged", "logged_in_order", "not_logged"):
            if told := log_difference(duel, key, wanted):
                return told
            continue
        found = seen_value(duel, key, wanted)
        if found is NOTHING:
            found = value_of(duel.state, key, wanted)
        if found != wanted:
            return f"expected {key}: {wanted!r}, found {found!r}"
    return ""


def value_of(s: State, key: str, wanted: Any) -> Any:
    """Return what an expectation is about; a list in the order it was written if it holds the same."""
    if key == "winner":
        return None if s.winner is None else next(name for name, player in SEATS.items() if player == s.winner)
    if key in ("ended", "turn"):
        return getattr(s, key)
    if key == "reason":
        return s.reason
    if key == "phase":
        return s.phase.value
    if key == "extra_linked":
        names = sorted(card.printed.name for card in arrows.extra_linked(s))
        return wanted if names == sorted(wanted) else names
    if key == "extra_link":
        holder = extra_link_holder(s)
        return None if holder is None else next(name for name, player in SEATS.items() if player == holder)
    if key == "asked":
        return None if s.prompt is None else s.prompt.kind
    if key.count(".") != 1 or key.split(".")[0] not in SEATS:
        raise BadScenario(f"expect: {key!r} is not known.")
    seat, what = key.split(".")
    side = s.players[SEATS[seat]]
    if what == "lp":
        return team_state(s, SEATS[seat]).lp
    if what in ("hand", "gy", "banished", "deck", "extra"):
        uids = list(getattr(side, what))
        if isinstance(wanted, int):
            return len(uids)
        names = [s.cards[uid].printed.name for uid in uids]
        return sorted(names) if sorted(names) != sorted(wanted) else wanted
    if what == "extra_face_up":
        names = sorted(s.cards[uid].printed.name for uid in side.extra if s.cards[uid].face_up)
        return wanted if names == sorted(wanted) else names
    if what == "monsters":
        return _row(s, side.monsters, wanted, _monster)
    if what == "spells":
        return _row(s, [*side.spells, side.field], wanted, _spell)
    raise BadScenario(f"expect: {key!r} is not known.")


def _row(s: State, uids: list[int], wanted: Any, describe: Description) -> Any:
    cards = [s.cards[uid] for uid in uids if uid >= 0]
    if isinstance(wanted, int):
        return len(cards)
    left = list(cards)
    for entry in wanted:
        asked = {"card": entry} if isinstance(entry, str) else entry
        match = next((card for card in left if describe(s, card, asked) == asked), None)
        if match is None:
            return [describe(s, card, None) for card in cards]
        left.remove(match)
    return wanted if not left else [describe(s, card, None) for card in cards]


def _monster(s: State, card: CardState, asked: Mapping[str, Any] | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "card": card.printed.name,
        "position": ("attack" if card.attack else "defense") if card.face_up else "set",
        "zone": zone_word(card.index),
        "under": sorted(s.cards[uid].printed.name for uid in card.on_field.under),
        "atk": continuous.atk(s, card),
        "def": None if card.printed.frame is Frame.LINK else continuous.defense(s, card),
        "counters": dict(card.on_field.counters),
        "negated": continuous.negated(s, card),
        "original_atk": continuous.original(s, card, "atk"),
        "rank": continuous.rank_of(s, card),
        "original_def": continuous.original(s, card, "def"),
    }
    if asked is not None and ("kinds" in asked or "effects" in asked):
        found |= {"kinds": kinds_of(card), "effects": categories_of(s, card)}
    if asked is not None and not _BOARD.isdisjoint(asked):
        found |= _board(s, card)
    return found if asked is None else {key: found.get(key) for key in asked}


def _pointed_at(s: State, card: CardState) -> list[str]:
    """Return the Monster Zones a Link Monster points to, as its controller names them: "M1", "EL", "opp M4".

    In a Tag Duel those of others are named by their seats, whoever controls it.
    """
    if card.printed.frame is not Frame.LINK or not card.face_up:
        return []
    own = arrows.places_pointed_at(s, card, card.controller)
    found = [zone_word(index) for index in own]
    for player in around(s, card.controller)[1:]:
        word = "opp" if len(s.players) == 2 else next(seat for seat, number in SEATS.items() if number == player)
        found += [f"{word} {zone_word(index)}" for index in arrows.places_pointed_at(s, card, player) if index < ROW]
    return found


def zone_word(index: int) -> str:
    """Return how a Monster Zone is written."""
    return f"M{index + 1}" if index < ROW else ("EL", "ER")[index - ROW]


def _board(s: State, card: CardState) -> dict[str, Any]:
    others = list(arrows.link_monsters(s))
    return {
        "points_to": sorted(_pointed_at(s, card)),
        "linked_to": sorted(other.printed.name for other in others if other is not card and arrows.points_to(s, other, card)),
        "co_linked": sorted(other.printed.name for other in others if arrows.co_linked(s, other, card)),
        "column": _column(s, card),
    }


def _column(s: State, card: CardState) -> int | None:
    """Return the column of a card, 1 to 5 from the left of "you", in a Tag Duel 1 to 10 of the team; None for a Field Zone."""
    found = arrows.column(s, card.controller, card.zone, card.index)
    return None if found is None else found + 1


def _spell(s: State, card: CardState, asked: Mapping[str, Any] | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "card": card.printed.name,
        "face_up": card.face_up,
        "icon": None if card.printed.icon is None else card.printed.icon.value,
        "counters": dict(card.on_field.counters),
        "zone": "field" if card.zone is Zone.FIELD else f"S{card.index + 1}",
        "column": _column(s, card),
    }
    return found if asked is None else {key: found.get(key) for key in asked}
