"""Which card instances have effects that wait for an event or touch a property: made once, shared by all copies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.effects.tree import EffectKind, Happening, Property
from engine.state.card import CardState
from engine.vocab import Frame

_WAITING = (EffectKind.TRIGGER, EffectKind.FLIP, EffectKind.REACTION)


class Index(NamedTuple):
    """Triggers by event, continuous effects by property, and cards with effects for response windows."""

    triggers: dict[Happening, tuple[tuple[int, int], ...]]
    statics: dict[Property, tuple[tuple[int, int], ...]]
    quick: tuple[int, ...]
    winners: tuple[int, ...] = ()
    """Cards that win the duel in the hand or on the field together with others."""
    usable: tuple[int, ...] = ()
    """Cards with effects a player may activate by choice."""
    awaited: frozenset[Happening] = frozenset()
    """What any effect waits for, be it a trigger or an answer."""
    links: tuple[int, ...] = ()
    """The Link Monsters."""


def make_index(cards: Iterable[CardState]) -> Index:
    """Return the index of these cards, in the order of their uids."""
    triggers: dict[Happening, list[tuple[int, int]]] = {}
    statics: dict[Property, list[tuple[int, int]]] = {}
    quick: list[int] = []
    winners: list[int] = []
    usable: list[int] = []
    awaited: set[Happening] = set()
    links: list[int] = []
    for card in cards:
        definition = card.printed.definition
        for number, effect in enumerate(definition.effects):
            if effect.event is not None:
                awaited.add(effect.event.what)
            if effect.kind in _WAITING:
                what = Happening.FLIPPED if effect.kind is EffectKind.FLIP else effect.event.what if effect.event else None
                whats = [what] if what is not None else []
                if effect.or_event is not None and effect.or_event.what is not what:
                    whats.append(effect.or_event.what)
                for one in whats:
                    awaited.add(one)
                    triggers.setdefault(one, []).append((card.uid, number))
        for number, static in enumerate(definition.statics):
            statics.setdefault(static.property, []).append((card.uid, number))
        if card.printed.usable:
            usable.append(card.uid)
        if card.printed.quick:
            quick.append(card.uid)
        if card.printed.frame is Frame.LINK:
            links.append(card.uid)
        if definition.wins_in_hand_with or definition.wins_on_field_with:
            winners.append(card.uid)
    return Index(
        {what: tuple(found) for what, found in triggers.items()},
        {name: tuple(found) for name, found in statics.items()},
        tuple(quick),
        tuple(winners),
        tuple(usable),
        frozenset(awaited),
        tuple(links),
    )
