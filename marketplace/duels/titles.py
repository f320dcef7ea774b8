"""Titles of the questions that ask for cards: what is to be done with them, by where they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

FIELD = frozenset({"monster", "spell_trap", "field"})
_TITLES = {
    "discard": _l("%(card)s: discard what?"),
    "send": _l("%(card)s: send what to the Graveyard?"),
    "banish": _l("%(card)s: banish what?"),
    "return": _l("%(card)s: return what to the hand?"),
    "cost": _l("%(card)s: pay the cost with what?"),
    "destroy": _l("%(card)s: destroy what?"),
    "specialsummon": _l("%(card)s: Special Summon what?"),
    "equip": _l("%(card)s: equip which monster?"),
    "moveequip": _l("%(card)s: equip which monster?"),
    "joinunion": _l("%(card)s: equip which monster?"),
    "equiptothis": _l("%(card)s: be equipped with what?"),
    "turn": _l("%(card)s: change the position of what?"),
    "flip": _l("%(card)s: flip what?"),
    "apply": _l("%(card)s: apply its effect to what?"),
    "hold": _l("%(card)s: keep what?"),
    "placecounter": _l("%(card)s: place counters on what?"),
    "takecontrol": _l("%(card)s: take control of what?"),
    "swapcontrol": _l("%(card)s: swap control of what?"),
    "setcard": _l("%(card)s: Set what?"),
    "shift": _l("%(card)s: move what to another zone?"),
    "place": _l("%(card)s: place what on the field?"),
    "removecounters": _l("%(card)s: remove counters from what?"),
    "banishforawhile": _l("%(card)s: banish what for a while?"),
    "lookat": _l("%(card)s: look at what?"),
    "verify": _l("%(card)s: look at what?"),
    "detach": _l("%(card)s: detach which materials?"),
    "top": _l("%(card)s: put what on top of the Deck?"),
    "turnattackto": _l("%(card)s: turn the attack to what?"),
}
"""By the prompt's reason: how a cost is paid, or the effect's verb."""
_OTHER_TITLE = _l("%(card)s: choose")


def cards_title(prompt: Mapping[str, Any], name: str) -> str:
    """The title of a question for cards; ``name`` is the card that asks, in the reader's language."""
    reason, least, most = str(prompt["reason"]), int(prompt["least"]), int(prompt["most"])
    if reason == "hand_limit":
        return ngettext("Hand limit: discard %(num)d card", "Hand limit: discard %(num)d cards", least)
    if reason == "tribute":
        return _("Tribute what for %(card)s?", card=name)
    if reason == "material":
        return _("Which materials for %(card)s?", card=name)
    if reason == "target":
        return _("Choose a target for %(card)s", card=name) if most == 1 else _("Choose targets for %(card)s", card=name)
    if reason == "summon":
        return _("Pendulum Summon: which monsters?")
    if reason in ("fusion", "ritual", "link"):
        return _("%(card)s: Summon which monster?", card=name)
    if reason in ("tohand", "add", "todeck", "send"):
        return _moving_title(reason, _zones(prompt["cards"]), name, most)
    return str(_TITLES.get(reason, _OTHER_TITLE)) % {"card": name}


def _zones(cards: Sequence[Mapping[str, Any]]) -> set[str]:
    return {str(one["zone"]) for one in cards}


def _moving_title(reason: str, zones: set[str], name: str, most: int) -> str:
    """Cards return to the hand from the field, and are added to it from anywhere else; they return from the banished
    cards to the Graveyard, and go from a Deck to its own top."""
    one = most == 1
    if reason in ("tohand", "add"):
        if zones & FIELD:
            if one:
                return _("%(card)s: return which card to its owner's hand?", card=name)
            return _("%(card)s: return which cards to their owners' hands?", card=name)
        if zones == {"deck"}:
            if one:
                return _("%(card)s: add which card from the Deck to the hand?", card=name)
            return _("%(card)s: add which cards from the Deck to the hand?", card=name)
        if one:
            return _("%(card)s: add which card to the hand?", card=name)
        return _("%(card)s: add which cards to the hand?", card=name)
    if reason == "todeck":
        if zones == {"deck"}:
            return _("%(card)s: put what on top of the Deck?", card=name)
        return _("%(card)s: return what to the Deck?", card=name)
    if zones == {"banished"}:
        return _("%(card)s: return what to the Graveyard?", card=name)
    return _("%(card)s: send what to the Graveyard?", card=name)
