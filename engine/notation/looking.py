"""What a scenario expects beyond the table: who decides, steps of the Battle Phase, orders, what a seat can see, kinds of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.duel import Duel
from engine.effects.categories import categories
from engine.notation.position import SEATS
from engine.procedures.attempt import attempted
from engine.procedures.battle import step_of_battle_phase
from engine.procedures.options import CARD_VERBS, card_candidates
from engine.state.card import CardState
from engine.state.duel_state import State
from engine.state.seats import are_mates, facing

UNKNOWN = "?"
"""How a card is written that a seat cannot read."""

NOTHING = object()
"""Stands for a key that is none of this module's."""


def seen_value(duel: Duel, key: str, wanted: Any) -> Any:
    """Return what an expectation of this module is about, or ``NOTHING`` if the key is none of them."""
    s = duel.state
    if key in _SIMPLE:
        return _SIMPLE[key](s)
    parts = key.split(".")
    if parts[0] in SEATS and len(parts) == 2 and parts[1] in _ORDERS:
        pile = getattr(s.players[SEATS[parts[0]]], parts[1].removesuffix("_order"))
        names = [s.cards[uid].printed.name for uid in pile]
        if parts[1] == "deck_order":
            names.reverse()
        return names[: len(wanted)] if parts[1] == "deck_order" and isinstance(wanted, list) else names
    if len(parts) == 4 and parts[1] == "sees" and parts[0] in SEATS and parts[2] in SEATS:
        return _sees(duel, SEATS[parts[0]], SEATS[parts[2]], parts[3])
    return NOTHING


def log_difference(duel: Duel, key: str, wanted: Any) -> str:
    """Return what the log lacks ("logged", "logged_in_order") or says although it should not ("not_logged")."""
    lines = duel.log.lines(None) if duel.log is not None else []
    if key == "not_logged":
        told = [line for line in wanted if line in lines]
        return f"the log says {told[0]!r}" if told else ""
    at = 0
    for line in wanted:
        if key == "logged":
            at = 0
        if line not in lines[at:]:
            return f"the log does not say {line!r}{' then' if at else ''}; it ends with {lines[-6:]}"
        at = lines.index(line, at) + 1
    return ""


def kinds_of(card: CardState) -> list[str]:
    """Return what the type line says: the frame and the abilities, "effect" only where it is printed."""
    words = [card.printed.frame.value] if card.printed.monster else [card.printed.kind.value]
    return sorted({*words, *(ability.value for ability in card.printed.abilities)})


def categories_of(s: State, card: CardState) -> list[str]:
    """Return the categories of a monster's effects as the ruleset names them, in the order of the text."""
    return categories(s.rules, card.printed.definition)


def ways_of(duel: Duel, player: int, cards: list[CardState]) -> list[str]:
    """Return the verbs with which the player could use any of these cards now."""
    found = []
    for verb in CARD_VERBS:
        for card in cards:
            if any(duel.legal(player, action) for action in card_candidates(duel.state, player, card, verb)):
                found.append(verb.value.replace("_", " "))
                break
    return found


def offered(duel: Duel) -> list[str]:
    """Return what the present question can be answered with: names of cards, or words."""
    s = duel.state
    prompt = s.prompt
    if prompt is None:
        return []
    if prompt.kind == "cards":
        return sorted(s.cards[uid].printed.name for uid in prompt.cards)
    if prompt.kind == "trigger":
        return sorted(s.cards[uid].printed.name for uid, _ in prompt.extra)
    return list(prompt.words)


def _sees(duel: Duel, viewer: int, player: int, what: str) -> Any:
    s = duel.state
    role = "you" if viewer == player else "partner" if are_mates(viewer, player) else "opponent"
    if role == "opponent" and player != facing(s, viewer):
        role = "opponent_partner"
    side: Mapping[str, Any] = duel.view(viewer)[role]
    value = side.get(what)
    if not isinstance(value, list):
        return value.get("name", UNKNOWN) if isinstance(value, dict) else value
    return [card.get("name", UNKNOWN) for card in value if card is not None]


def _decides(s: State) -> str | None:
    return None if s.prompt is None else _seat(s.prompt.player)


def _seat(player: int) -> str:
    return next(name for name, number in SEATS.items() if number == player)


def _summoning(s: State) -> str | None:
    found = attempted(s)
    return None if found is None else s.cards[found.uid].printed.name


_SIMPLE: dict[str, Callable[[State], Any]] = {
    "decides": _decides,
    "window": lambda s: s.prompt.reason if s.prompt is not None and s.prompt.kind == "respond" else None,
    "turn_player": lambda s: _seat(s.turn_player),
    "chain": lambda s: [s.cards[link.uid].printed.name for link in s.chain],
    "step": step_of_battle_phase,
    "part": lambda s: None if s.battle is None or not s.battle.step else s.battle.step,
    "attacker": lambda s: None if s.battle is None else s.cards[s.battle.attacker[0]].printed.name,
    "summoning": _summoning,
    "least": lambda s: None if s.prompt is None or s.prompt.kind != "cards" else s.prompt.least,
    "most": lambda s: None if s.prompt is None or s.prompt.kind != "cards" else s.prompt.most,
}
_ORDERS = ("deck_order", "gy_order", "hand_order", "banished_order")
