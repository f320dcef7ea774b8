"""Where the card of an action can be put, and which activations go to a Pendulum Zone."""

from __future__ import annotations

from dataclasses import replace

from flask_babel import gettext as _

from engine import Action, CardKind, Duel, Verb
from marketplace.duels.choices import ZoneChoice, canonical
from marketplace.duels.scene import ROW, Scene, zone_code
from marketplace.duels.sides import YOU

_SUMMONS = (Verb.NORMAL_SUMMON, Verb.TRIBUTE_SUMMON, Verb.SPECIAL_SUMMON, Verb.TRIBUTE_SET)


def pendulum_activations(duel: Duel, scene: Scene) -> frozenset[tuple[int, int]]:
    """The cards of the own hand with the number of the effect that puts them into a Pendulum Zone."""
    found = set()
    for card in scene.pile(YOU, "hand"):
        if card.scale is not None:
            state = duel.state.cards[duel.state.by_token[card.token]]
            effects = enumerate(state.printed.definition.effects)
            found |= {(card.token, number) for number, effect in effects if effect.pendulum}
    return frozenset(found)


def zone_choices(duel: Duel, scene: Scene, action: Action) -> tuple[ZoneChoice, ...]:
    """The zones an action can put its card in, from the left; empty where there is nothing to choose."""
    if action.verb not in (*_SUMMONS, Verb.SET, Verb.ACTIVATE):
        return ()
    places = duel.places(scene.seat, action)
    if len(places) < 2:
        return ()
    zone = "monster" if action.verb in _SUMMONS else "spell_trap"
    if action.verb is Verb.SET:
        card = duel.state.cards[duel.state.by_token[action.card or 0]]
        zone = "monster" if card.printed.kind is CardKind.MONSTER else "spell_trap"
    row = scene.you["monsters" if zone == "monster" else "spells"]
    found = []
    for place in places:
        words = zone_label(scene, zone, place)
        if place < len(row) and row[place] is not None:
            there = scene.cards[row[place]["token"]].name or _("face-down card")
            words = _("%(zone)s, in place of %(card)s", zone=words, card=there)
        found.append(ZoneChoice(canonical(replace(action, zone=place)), words, cell_id(zone, place)))
    return tuple(found)


def zone_label(scene: Scene, zone: str, place: int) -> str:
    """One of the own zones in a list of zones: what it is called, and what is special about it."""
    code = zone_code(zone, place)
    if zone == "spell_trap":
        outer = place in (0, ROW - 1) and scene.pendulum_zones
        return _("%(place)s (Pendulum Zone)", place=code) if outer else code
    words = _("%(place)s (Extra Monster Zone)", place=code) if place >= ROW else code
    by = scene.linked_by(YOU, place)
    return _("%(zone)s, linked by %(cards)s", zone=words, cards=", ".join(map(scene.mention_card, by))) if by else words


def cell_id(zone: str, place: int) -> str:
    """The id of the cell of one of the own zones."""
    if zone == "monster":
        return f"my-m{place + 1}" if place < ROW else f"ex-{place - ROW + 1}"
    return f"my-s{place + 1}"
