"""Examples of the rulebook in the reader's words: who does what, with which cards, and where everything lies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from flask_babel import LazyString
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.notation.showing import Told

SEATS: dict[str, LazyString] = {
    "you": _l("You"),
    "opp": _l("Opponent"),
    "partner": _l("Partner"),
    "opp_partner": _l("Opponent’s partner"),
}
PHASES: dict[str, LazyString] = {
    "draw": _l("Draw Phase"),
    "standby": _l("Standby Phase"),
    "main1": _l("Main Phase 1"),
    "battle": _l("Battle Phase"),
    "main2": _l("Main Phase 2"),
    "end": _l("End Phase"),
}
STATES: dict[str, LazyString] = {
    "attack": _l("Attack Position"),
    "defense": _l("Defense Position"),
    "set": _l("face-down"),
    "open": _l("face-up"),
}
_ACTS: dict[str, LazyString] = {
    "activate": _l("activate %(card)s"),
    "chain": _l("respond with %(card)s"),
    "normal summon": _l("Normal Summon %(card)s"),
    "tribute summon": _l("Tribute Summon %(card)s"),
    "flip summon": _l("Flip Summon %(card)s"),
    "special summon": _l("Special Summon %(card)s"),
    "pendulum summon": _l("Pendulum Summon by way of %(card)s"),
    "set": _l("Set %(card)s"),
    "tribute set": _l("Set %(card)s with Tributes"),
    "misplace": _l("put %(card)s in a place that is not allowed"),
    "change position": _l("change the position of %(card)s"),
    "declare": _l("declare the name “%(card)s”"),
    "end turn": _l("end the turn"),
    "pass": _l("pass"),
    "pass all": _l("both players pass"),
    "surrender": _l("give up"),
    "choose": _l("choose"),
    "ways": _l("what can be done with %(card)s now"),
    "places": _l("the zones %(card)s could come to"),
    "offered": _l("the answers there are"),
}
_WORDS: dict[str, LazyString] = {
    **STATES,
    "yes": _l("yes"),
    "no": _l("no"),
    "heads": _l("heads"),
    "tails": _l("tails"),
    "first": _l("go first"),
    "second": _l("go second"),
    "left": _l("left"),
    "right": _l("right"),
    "normal summon": _l("Normal Summon"),
    "tribute summon": _l("Tribute Summon"),
    "flip summon": _l("Flip Summon"),
    "special summon": _l("Special Summon"),
    "pendulum summon": _l("Pendulum Summon"),
    "change position": _l("change of position"),
    "tribute set": _l("Set with Tributes"),
    "activate": _l("activation"),
}
"""Answers and uses that are no cards."""
_WITH: dict[str, LazyString] = {
    "targets": _l("targets: %(what)s"),
    "cost": _l("cost: %(what)s"),
    "tributes": _l("Tributes: %(what)s"),
    "materials": _l("materials: %(what)s"),
    "choose": _l("chosen: %(what)s"),
    "cards": _l("chosen: %(what)s"),
    "position": "%(what)s",
    "zone": _l("in zone %(what)s"),
    "option": "%(what)s",
    "are": "%(what)s",
    "zones": "%(what)s",
}
_ZONE = re.compile(r"(?:(you|opp|partner|opp_partner) )?([MS][1-5]|E[LR])")


def zone_words(zone: str) -> str:
    """A zone as the table calls it: "M3", "EX1"."""
    return {"EL": "EX1", "ER": "EX2", "field": str(_("Field"))}.get(zone, zone)


def thing(word: str, named: Callable[[str], str]) -> str:
    """A card, zone or answer of a step in the reader's words."""
    place = _ZONE.fullmatch(word)
    if place is not None:
        zone = zone_words(place[2])
        return zone if place[1] in (None, "you") else f"{SEATS[place[1]]} {zone}"
    return str(_WORDS[word]) if word in _WORDS else named(word)


def act_words(step: Told, named: Callable[[str], str]) -> str:
    """What a step does, without who does it."""
    card = thing(step.card, named) if step.card else ""
    if step.verb == "attack":
        words = _attack(step.facts, card, named)
    elif step.verb == "phase":
        phase = step.facts.get("phase", ("",))[0]
        words = _("go to the %(phase)s", phase=PHASES.get(phase, phase))
    elif step.verb == "choose" and step.card:
        words = _("choose %(card)s", card=card)
    else:
        # A verb without words of its own is shown as it is written.
        words = str(_ACTS.get(step.verb, f"{step.verb} %(card)s")) % {"card": card}
    said = [words.strip()]
    for key, pattern in _WITH.items():
        if key in step.facts and not (key == "choose" and step.verb == "attack"):
            what = ", ".join(thing(one, named) for one in step.facts[key]) or _("nothing")
            said.append(str(pattern) % {"what": what})
    if "target" in step.facts and step.verb != "attack":
        said.append(str(_WITH["targets"]) % {"what": ", ".join(thing(one, named) for one in step.facts["target"])})
    return said[0] if len(said) == 1 else f"{said[0]} ({'; '.join(said[1:])})"


def _attack(facts: Mapping[str, tuple[str, ...]], card: str, named: Callable[[str], str]) -> str:
    target = facts.get("target", ("direct",))[0]
    if target == "direct":
        return _("attack directly with %(card)s", card=card)
    return _("attack %(target)s with %(card)s", target=thing(target, named), card=card)
