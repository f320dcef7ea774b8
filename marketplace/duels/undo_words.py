"""What would be taken back, in words: the person's own action, with the card it was done with as they saw it then.

The card has often moved since and is known to the table by another number; what the action said is kept with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

from engine import Action, Verb
from marketplace.duels.choices import WITH_A_CARD, material_summon, phase_label, word_label
from marketplace.duels.names import CardNames
from marketplace.duels.titles import FIELD


def names_of(before: Mapping[str, Any]) -> set[str]:
    """The English names the words need."""
    found = {before[key]["name"] for key in ("card", "target") if "name" in before.get(key, {})}
    source = before.get("prompt", {}).get("source")
    return found | ({source} if source else set())


def undo_words(action: Action, before: Mapping[str, Any], names: CardNames) -> str:
    """The action as something done: "Activate Mystical Space Typhoon", "Discard Unifrog"."""
    card, target = _name(before.get("card"), names), _name(before.get("target"), names)
    verb = action.verb
    prompt = before.get("prompt", {})
    source = names(prompt["source"]) if prompt.get("source") else ""
    if verb is Verb.PHASE:
        return phase_label(action.value or "")
    if verb is Verb.PASS:
        return _("Do not attack") if prompt.get("kind") == "replay" else _("No response")
    if verb is Verb.DONE:
        return _("the choice for %(card)s", card=source) if source else _("Done")
    if verb is Verb.CHOOSE:
        return _chosen(action, card, source, str(prompt.get("reason") or ""), names)
    if verb is Verb.ATTACK:
        if action.target is None:
            return _("Attack directly with %(card)s", card=card)
        return _("Attack %(target)s with %(card)s", target=target, card=card)
    if verb is Verb.ACTIVATE:
        return _activated(before.get("card", {}), card)
    if verb is Verb.CHANGE_POSITION:
        if before.get("card", {}).get("position") == "attack":
            return _("Change %(card)s to Defense Position", card=card)
        return _("Change %(card)s to Attack Position", card=card)
    if verb is Verb.SPECIAL_SUMMON and action.effect is None:
        one = before.get("card", {})
        return material_summon(card, one.get("link"), one.get("rank"))
    return str(WITH_A_CARD[verb]) % {"card": card}


def _name(one: Mapping[str, Any] | None, names: CardNames) -> str:
    if one is None:
        return _("a card")
    return names(one["name"]) if "name" in one else _("face-down card")


def _activated(one: Mapping[str, Any], card: str) -> str:
    on_the_table = one.get("face_up") and one.get("zone") in (FIELD | {"gy", "banished"})
    if one.get("atk") is not None or on_the_table:
        return _("Activate the effect of %(card)s", card=card)
    return _("Activate %(card)s", card=card)


def _chosen(action: Action, card: str, source: str, reason: str, names: CardNames) -> str:
    if action.card is None:
        word = names(action.value or "") if reason == "declare" else word_label(action.value or "")
        return _("%(answer)s (%(card)s)", answer=word, card=source) if source else word
    if reason == "hand_limit":
        return _("Discard %(card)s", card=card)
    words = {
        "tribute": _("Tribute %(card)s for %(source)s", card=card, source=source),
        "discard": _("Discard %(card)s for %(source)s", card=card, source=source),
        "target": _("Target %(card)s with %(source)s", card=card, source=source),
        "material": _("Use %(card)s for %(source)s", card=card, source=source),
    }
    if reason in words:
        return words[reason]
    return _("Choose %(card)s for %(source)s", card=card, source=source) if source else _("Choose %(card)s", card=card)
