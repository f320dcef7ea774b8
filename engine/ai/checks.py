"""What holds in every position of every duel; each check raises ``AssertionError`` where it does not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.action import Action
from engine.ai.agent import make_agent
from engine.duel import Duel
from engine.facts import CardFacts
from engine.procedures.options import may_know, visible
from engine.state.saving import state_to_json
from engine.vocab import Zone


def conserved(duel: Duel) -> None:
    """Every card is in one place, every token names one card, and players know their own hands."""
    s = duel.state
    places = sum(
        len(side.deck)
        + len(side.hand)
        + len(side.extra)
        + len(side.gy)
        + len(side.banished)
        + sum(uid >= 0 for uid in (*side.monsters, *side.spells, side.field))
        for side in s.players
    )
    lost = sum(card.zone is Zone.NOWHERE for card in s.cards)
    below = [uid for side in s.players for host in side.monsters if host >= 0 for uid in s.cards[host].on_field.under]
    places += len(set(below)) + sum(card.zone is Zone.MATERIAL and card.uid not in below for card in s.cards)
    assert len(set(below)) == len(below), "a material lies under two monsters"
    assert all(s.cards[uid].zone is Zone.MATERIAL for uid in below), "a material is somewhere else"
    assert places + lost == len(s.cards), "a card is in two places or in none"
    assert all(s.by_token[card.token] == card.uid for card in s.cards if card.token), "a token names another card"
    assert len({card.token for card in s.cards if card.token}) == len(s.by_token), "a token is left over"
    own = [card for card in s.cards if card.zone in (Zone.HAND, Zone.EXTRA)]
    assert all(may_know(card.owner, card) for card in own), "a player does not know a card of the own hand"


def complete(duel: Duel) -> None:
    """The options are exactly the candidates that are legal, each once."""
    for player in range(len(duel.state.players)):
        legal = {action for action in duel.candidates(player) if duel.check(player, action) is None}
        found = list(duel.options(player))
        assert len(set(found)) == len(found), "an option is there twice"
        assert set(found) == legal, f"options differ from the legal candidates: {set(found) ^ legal}"


def saved(duel: Duel) -> None:
    """A duel that was saved and read is the same."""
    text = duel.to_json()
    assert Duel.from_json(text).to_json() == text, "a saved duel reads otherwise"


def copied(duel: Duel, player: int, action: Action) -> None:
    """A copy is the same, and what happens to it leaves the first one alone."""
    before = json.dumps(state_to_json(duel.state))
    twin = duel.copy()
    assert json.dumps(state_to_json(twin.state)) == before, "a copy differs"
    twin.apply_legal(player, action)
    assert json.dumps(state_to_json(duel.state)) == before, "playing on a copy changes the duel"


def unseen(duel: Duel, viewer: int, seed: int, pool: Sequence[CardFacts], agents: Sequence[str] = ()) -> None:
    """What a player sees, may do, is refused and would choose is the same whatever the hidden cards are.

    The worlds compared hold the real hidden cards in other places, cards of ``pool`` instead, and plain ones.
    """
    worlds = [
        duel,
        duel.determinize(viewer, seed, knows_list=True),
        duel.determinize(viewer, seed, pool=pool),
        duel.determinize(viewer, seed),
    ]
    told = [_told(world, viewer) for world in worlds]
    for number, other in enumerate(told[1:], 1):
        for key, value in told[0].items():
            assert other[key] == value, f"world {number} shows player {viewer} another {key}: {_difference(value, other[key])}"
    actions = list(duel.options(viewer))
    if len(actions) < 2:
        return
    for name in agents:
        chosen = []
        for world in worlds:
            world.transcript = duel.transcript
            chosen.append(make_agent(name, seed).choose(world, viewer, actions))
        assert all(action == chosen[0] for action in chosen), f"{name} knows hidden cards: {chosen}"


def _told(duel: Duel, viewer: int) -> dict[str, Any]:
    """Return everything a player can learn by looking and asking."""
    tokens = [card.token for card in visible(duel.state, viewer)]
    return {
        "view": duel.view(viewer),
        "options": list(duel.options(viewer)),
        "refusal": {action: duel.reasons(viewer, action) for action in duel.candidates(viewer)},
        "why not": {token: duel.why_not(viewer, token) for token in tokens},
        "decision": duel.decision,
    }


def _difference(one: Any, other: Any) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
        return ", ".join(f"{key}: {_difference(one.get(key), other.get(key))}" for key in keys[:3])
    return f"{one} and {other}"
