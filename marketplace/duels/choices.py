"""Actions in words, as buttons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine import Action, Verb
from marketplace.duels.scene import Scene, SeenCard

WITH_A_CARD = {
    Verb.NORMAL_SUMMON: _l("Normal Summon %(card)s"),
    Verb.TRIBUTE_SUMMON: _l("Tribute Summon %(card)s"),
    Verb.SET: _l("Set %(card)s"),
    Verb.TRIBUTE_SET: _l("Set %(card)s with Tributes"),
    Verb.FLIP_SUMMON: _l("Flip Summon %(card)s"),
    Verb.SPECIAL_SUMMON: _l("Special Summon %(card)s"),
    Verb.PENDULUM_SUMMON: _l("Pendulum Summon"),
    Verb.MISPLACE: _l("Put %(card)s into the wrong row"),
}
_PHASES = {"battle": _l("Go to the Battle Phase"), "main2": _l("Go to Main Phase 2"), "end": _l("End the turn")}
_WORDS = {
    "yes": _l("Yes"),
    "no": _l("No"),
    "attack": _l("Attack Position"),
    "defense": _l("Defense Position"),
    "first": _l("I go first"),
    "second": _l("I go second"),
    "left": _l("To the left"),
    "right": _l("To the right"),
    "heads": _l("Heads"),
    "tails": _l("Tails"),
    "ending": _l("First what ends now"),
    "effects": _l("First the effects"),
}
_TEAM_WORDS = {"first": _l("My team begins: I go first"), "second": _l("The other team begins")}
KEYS = 9
"""How many options of a question have a number key at a time."""
_ORDER = (
    (Verb.NORMAL_SUMMON, Verb.TRIBUTE_SUMMON, Verb.FLIP_SUMMON, Verb.SPECIAL_SUMMON, Verb.PENDULUM_SUMMON),
    (Verb.ACTIVATE,),
    (Verb.ATTACK,),
    (Verb.CHANGE_POSITION,),
    (Verb.SET, Verb.TRIBUTE_SET),
    (Verb.MISPLACE,),
    (Verb.PHASE,),
)
"""What is asked for most comes first where everything possible is listed."""
_RANK = {verb: place for place, verbs in enumerate(_ORDER) for verb in verbs}


@dataclass(frozen=True, slots=True)
class ZoneChoice:
    """A zone an action can put its card in."""

    value: str
    """The action with that zone, as ``Choice.value``."""
    label: str
    cell: str
    """The id of the zone's cell on the board."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One button: what it sends and says."""

    value: str
    """The action as canonical JSON, the field ``choice`` of the answer."""
    label: str
    kind: str
    """"act" for something done with a card, "card" for picking one, "word", "phase" or "pass"."""
    number: int = 0
    """The key that presses it, 0 for none."""
    card: SeenCard | None = None
    detail: str = ""
    """ATK and DEF, or what else tells the card apart."""
    zones: tuple[ZoneChoice, ...] = ()
    """The zones it can be done to, where there are several."""


def canonical(action: Action) -> str:
    """An action as the answer form sends it: JSON with sorted keys and no spaces."""
    return json.dumps(action.to_json(), sort_keys=True, separators=(",", ":"))


def in_order(actions: Iterable[Action]) -> list[Action]:
    """Actions of an open state: Summons, activations, attacks, positions, Sets, phases; else as they were."""
    return sorted(actions, key=lambda action: _RANK.get(action.verb, len(_ORDER)))


def without_copies(scene: Scene, actions: Iterable[Action]) -> list[Action]:
    """Cards of a Deck last and by name, of equal ones only the first: their order in the Deck must not show."""
    found: list[Action] = []
    searched: dict[tuple[str, str], Action] = {}
    for action in actions:
        card = scene.cards.get(action.card) if action.card is not None else None
        if card is not None and card.zone == "deck" and action.verb is Verb.CHOOSE:
            searched.setdefault((card.name, card.side), action)
        else:
            found.append(action)
    return found + [searched[key] for key in sorted(searched)]


def numbered(choices: Sequence[Choice]) -> list[Choice]:
    """The same choices, the first nine with their keys."""
    return [
        Choice(one.value, one.label, one.kind, place if place <= KEYS else 0, one.card, one.detail)
        for place, one in enumerate(choices, 1)
    ]


def choice(scene: Scene, action: Action) -> Choice:
    """The button of an action."""
    card = scene.cards.get(action.card) if action.card is not None else None
    kind = {Verb.PHASE: "phase", Verb.PASS: "pass", Verb.DONE: "pass"}.get(action.verb, "act")
    if action.verb is Verb.CHOOSE:
        kind = "card" if card else "word"
    return Choice(canonical(action), label(scene, action), kind, 0, card, stats(card) if card and kind == "card" else "")


def stats(card: SeenCard) -> str:
    """The values of a monster in short."""
    if card.atk is None or not card.known:
        return ""
    if card.link is not None:
        return _("Link-%(number)d, ATK %(atk)d", number=card.link, atk=card.atk)
    if card.rank is not None:
        return _("Rank %(number)d, ATK %(atk)d, DEF %(defense)d", number=card.rank, atk=card.atk, defense=card.defense or 0)
    return _("ATK %(atk)d, DEF %(defense)d", atk=card.atk, defense=card.defense or 0)


def label(scene: Scene, action: Action) -> str:
    """What an action does, in words."""
    card = scene.mention(action.card) if action.card is not None else ""
    verb = action.verb
    if verb is Verb.PHASE:
        return phase_label(action.value or "")
    if verb is Verb.PASS:
        return _pass_label(scene)
    if verb is Verb.DONE:
        return _("Done")
    if verb is Verb.SURRENDER:
        return _("Surrender")
    if verb is Verb.CHOOSE:
        if scene.tag and action.value in _TEAM_WORDS:
            return str(_TEAM_WORDS[action.value])
        return card or word_label(action.value or "")
    if verb is Verb.ACTIVATE:
        return _activation(scene, action, card)
    if verb is Verb.ATTACK:
        if action.target is None:
            return _("Attack directly with %(card)s", card=card)
        return _("Attack %(target)s with %(card)s", target=scene.mention(action.target), card=card)
    if verb is Verb.CHANGE_POSITION:
        known = scene.cards.get(action.card or 0)
        if known is not None and known.position == "attack":
            return _("Change %(card)s to Defense Position", card=card)
        return _("Change %(card)s to Attack Position", card=card)
    if verb is Verb.SPECIAL_SUMMON and action.effect is None:
        known = scene.cards.get(action.card or 0)
        return material_summon(card, known.link if known else None, known.rank if known else None)
    return str(WITH_A_CARD[verb]) % {"card": card}


def material_summon(card: str, link: int | None, rank: int | None) -> str:
    """The Summon of a monster of the Extra Deck by what it is: one with a Link Rating, with a Rank, or with neither."""
    if link is not None:
        return _("Link Summon %(card)s", card=card)
    if rank is not None:
        return _("Xyz Summon %(card)s", card=card)
    return _("Synchro Summon %(card)s", card=card)


def _activation(scene: Scene, action: Action, card: str) -> str:
    known = scene.cards.get(action.card or 0)
    if (action.card, action.effect) in scene.pendulum_activations:
        return _("Activate %(card)s in a Pendulum Zone", card=card)
    others = {one.effect for one in scene.uses.get(action.card or 0, ()) if one.verb is Verb.ACTIVATE}
    others -= {effect for token, effect in scene.pendulum_activations if token == action.card}
    monster = known is not None and known.atk is not None
    if len(others) > 1:
        return _("Use effect %(number)d of %(card)s", number=(action.effect or 0) + 1, card=card)
    if monster or (known is not None and known.face_up and known.zone in ("spell_trap", "field", "gy", "banished")):
        return _("Use the effect of %(card)s", card=card)
    return _("Activate %(card)s", card=card)


def phase_label(phase: str) -> str:
    """The way to a phase."""
    return str(_PHASES.get(phase, phase))


def word_label(word: str) -> str:
    """An answer that is a word."""
    return str(_WORDS.get(word, word))


def _pass_label(scene: Scene) -> str:
    kind = scene.view.get("prompt", {}).get("kind", "")
    if kind == "replay":
        return _("Do not attack")
    if kind == "trigger":
        return _("Use none of them")
    return _("No response")
