"""The line of phases with its stops, the response switch, and the words of undo and speed."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine import Action, Duel, Verb
from marketplace.duels.choices import canonical, phase_label
from marketplace.duels.explaining import Reason, reason
from marketplace.duels.scene import Scene
from marketplace.duels.sides import role, turn_order
from marketplace.duels.windows import PHASES, ResponseMode

_NAMES = {
    "draw": _l("Draw Phase"),
    "standby": _l("Standby Phase"),
    "main1": _l("Main Phase 1"),
    "battle": _l("Battle Phase"),
    "main2": _l("Main Phase 2"),
    "end": _l("End Phase"),
}
_SHORT = {
    "draw": _l("Draw"),
    "standby": _l("Standby"),
    "main1": _l("Main 1"),
    "battle": _l("Battle"),
    "main2": _l("Main 2"),
    "end": _l("End"),
}
_GO_TO = ("battle", "main2", "end")


@dataclass(frozen=True, slots=True)
class PhaseButton:
    """One phase: where the turn is, whether one can go there, and why not."""

    id: str
    name: str
    short: str
    current: bool
    value: str
    """What the answer form sends to go there; refused with its reasons when that is not possible now."""
    open: bool
    """Whether it is possible now."""
    label: str
    reasons: tuple[Reason, ...]
    note: str
    """Why it cannot be entered, where no rule has to be named."""
    my_stop: bool
    their_stop: bool
    mate_stop: bool
    """In the partner's turn."""


@dataclass(frozen=True, slots=True)
class Mode:
    """One position of the response switch."""

    id: str
    name: str
    words: str
    on: bool


def phase_name(phase: str) -> str:
    """The game's name of a phase."""
    return str(_NAMES.get(phase, ""))


def _short(phase: str) -> str:
    return str(_SHORT[phase])


def status(scene: Scene) -> str:
    """Whose phase it is."""
    name = phase_name(scene.view["phase"])
    if scene.my_turn:
        return _("Your %(phase)s", phase=name)
    if scene.tag:
        side = scene.side(scene.view["turn_player"])
        return _("%(name)s (%(role)s): %(phase)s", name=scene.called(side), role=role(side), phase=name)
    return _("Opponent's %(phase)s", phase=name)


def decides(scene: Scene) -> str:
    """Who is to decide, where that is not the person."""
    seat = scene.view["waiting_for"]
    if not scene.tag or seat is None:
        return _("Opponent's decision")
    return _("%(name)s decides", name=scene.called(scene.side(seat)))


@dataclass(frozen=True, slots=True)
class Turn:
    """One player in the order of turns."""

    name: str
    role: str
    current: bool


def turns(scene: Scene, first: int | None) -> list[Turn]:
    """Who plays after whom in a Tag Duel; empty before the first turn, and for two players."""
    if not scene.tag or first is None:
        return []
    now = scene.view["turn_player"]
    sides = [(seat, scene.side(seat)) for seat in turn_order(first, len(scene.sides))]
    return [Turn(scene.called(side), role(side), seat == now) for seat, side in sides]


def phases(scene: Scene, duel: Duel, stops: frozenset[str]) -> list[PhaseButton]:
    """The six phases; those that can be entered now send their action."""
    now = scene.view["phase"]
    offered = {action.value: action for action in scene.options if action.verb is Verb.PHASE}
    found = []
    for phase in PHASES:
        action = offered.get(phase)
        reasons: tuple[Reason, ...] = ()
        note = ""
        if action is None and phase != now:
            if phase in _GO_TO and not scene.view["ended"]:
                refusals = duel.reasons(scene.seat, Action(Verb.PHASE, value=phase))
                reasons = tuple(reason(one, "", scene.names) for one in refusals)
            else:
                note = _("The turn comes to this phase by itself.")
        current = phase == now and not scene.view["ended"]
        if current and action is None:
            note = _("It is this phase now.")
        found.append(
            PhaseButton(
                phase,
                phase_name(phase),
                _short(phase),
                current,
                canonical(action or Action(Verb.PHASE, value=phase)),
                action is not None,
                phase_label(phase) if phase in _GO_TO else phase_name(phase),
                reasons,
                note,
                f"my_{phase}" in stops,
                f"their_{phase}" in stops,
                f"mate_{phase}" in stops,
            )
        )
    return found


def modes(now: ResponseMode) -> list[Mode]:
    """The response switch."""
    words = {
        ResponseMode.AUTO: (_("Auto"), _("Asks when one of your cards can respond to something that matters.")),
        ResponseMode.EVERY: (_("Every"), _("Asks at every window, also when you can only pass.")),
        ResponseMode.OFF: (_("Off"), _("Does not ask until your turn; compulsory choices remain.")),
    }
    return [Mode(mode.value, name, about, mode == now) for mode, (name, about) in words.items()]


def speeds() -> list[tuple[str, str]]:
    """How fast the opponent's steps are shown."""
    return [
        ("instant", _("At once")),
        ("normal", _("One after the other, briskly")),
        ("slow", _("One after the other, slowly")),
        ("step", _("One by one, by key")),
    ]


def no_undo(refusal: str, tag: bool = False) -> str:
    """Why nothing can be taken back."""
    if tag and refusal == "opponent":
        return _("It cannot be taken back: another player has acted since.")
    return {
        "nothing": _("There is nothing to take back yet."),
        "seen": _("It cannot be taken back: a card became known since."),
        "chance": _("It cannot be taken back: chance was used since."),
        "opponent": _("It cannot be taken back: your opponent has acted since."),
        "over": _("The duel is over: nothing can be taken back."),
    }.get(refusal, "")
