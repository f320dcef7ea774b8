"""The cards in what a seat sees of a duel (``Duel.view``), as the view tells them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine import Action
from marketplace.duels.sides import sides_in

_KEPT = ("name", "zone", "face_up", "position", "atk", "rank", "link", "scale")


def side_views(side: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every card of one side's view, zones first; what lies under an Xyz Monster follows it."""
    for zone in ("monsters", "spells"):
        for one in side[zone]:
            if one is not None:
                yield one
                yield from one.get("materials", ())
    if side["field"] is not None:
        yield side["field"]
    for zone in ("hand", "gy", "banished"):
        yield from side[zone]
    yield from side["extra"] if isinstance(side["extra"], list) else side.get("extra_open", ())


def seen_before(view: Mapping[str, Any], action: Action) -> dict[str, Any]:
    """What a view tells of the cards of an action and of the question it answers, as JSON values; English names."""
    cards = {one["token"]: one for side in sides_in(view) for one in side_views(view[side])}
    prompt = view.get("prompt", {})
    cards |= {one["token"]: one for one in prompt.get("cards", ())}
    found: dict[str, Any] = {"prompt": {key: prompt.get(key) for key in ("kind", "reason", "source")}}
    for key, token in (("card", action.card), ("target", action.target)):
        if token in cards:
            found[key] = {name: cards[token][name] for name in _KEPT if cards[token].get(name) is not None}
    return found
