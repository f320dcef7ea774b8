"""What a scenario expects of the position at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.duel import Duel
from engine.effects import continuous
from engine.notation.position import SEATS, BadScenario
from engine.state.card import CardState
from engine.state.duel_state import ROW, State
from engine.vocab import Zone

Description = Callable[[State, CardState, Mapping[str, Any] | None], dict[str, Any]]


def first_difference(duel: Duel, expect: Mapping[str, Any]) -> str:
    """Return what is otherwise than expected, in words; "" if nothing is. ``logged`` are English lines of the log."""
    for key, wanted in expect.items():
        if key == "logged":
            lines = duel.log.lines(None) if duel.log is not None else []
            missing = [line for line in wanted if line not in lines]
            if missing:
                return f"the log does not say {missing[0]!r}; it ends with {lines[-6:]}"
            continue
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
    if key == "asked":
        return None if s.prompt is None else s.prompt.kind
    if key.count(".") != 1 or key.split(".")[0] not in SEATS:
        raise BadScenario(f"expect: {key!r} is not known.")
    seat, what = key.split(".")
    side = s.players[SEATS[seat]]
    if what == "lp":
        return side.lp
    if what in ("hand", "gy", "banished", "deck", "extra"):
        uids = list(getattr(side, what))
        if isinstance(wanted, int):
            return len(uids)
        names = [s.cards[uid].printed.name for uid in uids]
        return sorted(names) if sorted(names) != sorted(wanted) else wanted
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
        "zone": f"M{card.index + 1}" if card.index < ROW else ("EL", "ER")[card.index - ROW],
        "under": sorted(s.cards[uid].printed.name for uid in card.on_field.under),
        "atk": continuous.atk(s, card),
        "def": continuous.defense(s, card),
        "counters": dict(card.on_field.counters),
        "negated": continuous.negated(s, card),
    }
    return found if asked is None else {key: found.get(key) for key in asked}


def _spell(s: State, card: CardState, asked: Mapping[str, Any] | None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "card": card.printed.name,
        "face_up": card.face_up,
        "zone": "field" if card.zone is Zone.FIELD else f"S{card.index + 1}",
    }
    return found if asked is None else {key: found.get(key) for key in asked}
