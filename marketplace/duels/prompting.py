"""The one question the page asks, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import pgettext

from engine import Log, Verb
from marketplace.duels.choices import KEYS, Choice, choice, in_order, numbered, without_copies
from marketplace.duels.explaining import Reason
from marketplace.duels.phasing import phase_name
from marketplace.duels.scene import Scene, SeenCard, zone_code
from marketplace.duels.sides import PARTNER, TEAM, YOU, role
from marketplace.duels.titles import cards_title
from marketplace.duels.windows import SkippedWindow

_WINDOWS = {
    "phase": _l("A phase has begun."),
    "summon": _l("A monster was Summoned."),
    "would_summon": _l("A monster would be Summoned."),
    "set": _l("A card was Set."),
    "position": _l("A monster has changed its position."),
    "trigger": _l("One of your effects has triggered."),
    "attack": _l("An attack was declared."),
    "moving_on": _l("The phase is about to end."),
    "chain": _l("A Chain has resolved."),
    "damage_start": _l("Damage Step: its start."),
    "damage_turned_up": _l("Damage Step: the attacked monster is turned up."),
    "damage_before": _l("Damage Step: before the damage is calculated."),
    "damage_calculation": _l("Damage Step: the damage is being calculated."),
    "damage_after": _l("Damage Step: after the calculation."),
    "damage_effects": _l("Damage Step: what the battle has set off."),
    "damage_end": _l("Damage Step: its end."),
}
"""What a response window follows."""
LEND = "lend"
"""The partner's question whether they may use the person's monsters (tag.material.partner_may_lend_monsters)."""
EVENTS = ("summon", "set", "position", "attack", "would_summon", "chain")
"""Windows that follow something the log has just told."""


@dataclass(frozen=True, slots=True)
class LinkView:
    """One Chain Link in words."""

    number: int
    words: str
    mine: bool
    """The person's, or their partner's."""
    negated: bool
    whose: str


@dataclass(frozen=True, slots=True)
class SkippedView:
    """A window that was passed for the person."""

    when: str
    cards: str
    stop: str
    """The phase stop that would ask next time; empty if none would."""
    stop_label: str


@dataclass(slots=True)
class Question:
    """What is asked: a title, one sentence, the options, and the way out (pass, done) last."""

    kind: str
    title: str
    text: str = ""
    choices: list[Choice] = field(default_factory=list)
    last: Choice | None = None
    picked: list[SeenCard] = field(default_factory=list)
    event: str = ""
    """What a response would answer, in the words of the log."""
    need: str = ""
    """How many cards are picked and needed."""
    about: list[str] = field(default_factory=list)
    """What the asking card does, where the question is about a part of it."""

    names: Sequence[str] = ()
    """The card names that can be declared, in the reader's language."""

    reasons: Sequence[Reason] = ()
    """Why what is usually done here is not possible."""

    @property
    def more(self) -> bool:
        """Whether there are more options than number keys."""
        return len(self.choices) > KEYS


def question(scene: Scene, waiting: str) -> Question:
    """The question for the person; a statement while there is nothing to answer."""
    if waiting == "over" or scene.view["ended"]:
        return Question("over", _("The duel is over"))
    if waiting != "you" or not scene.options:
        return Question("wait", _thinking(scene))
    prompt = scene.view["prompt"]
    kind = prompt["kind"]
    asked = Question(kind, _title(scene, prompt), _text(scene, prompt))
    rest = []
    for action in scene.options:
        if action.verb in (Verb.PASS, Verb.DONE):
            asked.last = choice(scene, action)
        else:
            rest.append(action)
    if kind in ("open", "battle"):
        rest = in_order(rest)
    if kind == "name":
        asked.names = sorted({scene.names(name) for name in prompt["names"]}, key=str.casefold)
        return asked
    asked.choices = numbered([choice(scene, action) for action in without_copies(scene, rest)])
    if kind == "respond" and not rest:
        asked.text += " " + _("None of your cards can respond: open one to see why not.")
    if kind == "cards":
        asked.picked = [scene.cards[token] for token in prompt["picked"] if token in scene.cards]
        asked.need = _need(prompt)
    return asked


def _thinking(scene: Scene) -> str:
    seat = scene.view["waiting_for"]
    if not scene.tag or seat is None:
        return _("Your opponent is thinking…")
    side = scene.side(seat)
    return _("%(name)s (%(role)s) is thinking…", name=scene.called(side), role=role(side))


def broken(can_go_back: bool) -> Question:
    """What is said while the opponent's part cannot be carried out."""
    text = _("Carrying out the opponent's moves failed, and it was put down for whoever runs the site. Your answers are kept.")
    ways = _("Go back one step, try again, or surrender.") if can_go_back else _("Try again, or surrender.")
    return Question("broken", _("Something went wrong in this duel"), f"{text} {ways}")


def without_attacks(asked: Question, why: Sequence[Reason], monsters: bool) -> None:
    """Turn the question of the Battle Phase into one about what is left, with what stands against attacking."""
    asked.title = _("Your Battle Phase: no attack is possible. Where to?")
    asked.reasons = why
    if not monsters:
        asked.text = _("You control no monster.")


def chain(scene: Scene) -> list[LinkView]:
    """The Chain, newest link first: the source with its zone, and what it targets."""
    found = []
    for number, link in enumerate(scene.view["chain"], 1):
        side = scene.side(link["player"])
        code = zone_code(link["zone"], link["place"]) if link["place"] >= 0 else zone_code(link["zone"], 0)
        place = scene.place_in(side, code)
        source = _("%(card)s (%(place)s)", card=scene.names(link["card"]), place=place) if code else scene.names(link["card"])
        targets = ", ".join(scene.mention(target["token"]) for target in link["targets"])
        words = f"{source} → {targets}" if targets else source
        found.append(LinkView(number, words, side in TEAM, bool(link["negated"]), _whose(scene, side)))
    return found[::-1]


def _whose(scene: Scene, side: str) -> str:
    if side == YOU:
        return pgettext("card", "yours")
    return f"{scene.called(side)} ({role(side)})" if scene.tag else _("opponent's")


def skipped(scene: Scene, windows: Sequence[SkippedWindow], log: Log) -> list[SkippedView]:
    """The windows since the last answer in which something could have been used, each with what it followed."""
    found = []
    for window in windows:
        when = _("Turn %(turn)d, %(phase)s", turn=window.turn, phase=phase_name(window.phase))
        what = response_text(window.reason)
        if window.reason in EVENTS and 0 < window.log <= len(log.entries):
            what = log.sentence(log.entries[window.log - 1], scene.seat, scene.names.language, scene.names)
        what = what.rstrip(".")
        cards = ", ".join(scene.names(name) for name in window.cards)
        side, _dash, phase = window.stop.partition("_")
        stop = ""
        if phase:
            name = phase_name(phase)
            stop = {
                "my": _("Stop in my %(phase)s", phase=name),
                "mate": _("Stop in my partner's %(phase)s", phase=name),
            }.get(
                side,
                _("Stop in the opponents' %(phase)s", phase=name)
                if scene.tag
                else _("Stop in the opponent's %(phase)s", phase=name),
            )
        found.append(SkippedView(f"{when}: {what}" if what else when, cards, window.stop, stop))
    return found


def _need(prompt: Mapping[str, Any]) -> str:
    picked, least, most = len(prompt["picked"]), int(prompt["least"]), int(prompt["most"])
    if least == most:
        return _("%(picked)d of %(needed)d picked", picked=picked, needed=least)
    if prompt["reason"] in ("material", "tribute"):
        # How many it takes depends on which they are: on their names, kinds or Levels.
        if prompt["complete"]:
            return _("%(picked)d picked: that is enough", picked=picked)
        return _("%(picked)d picked: not enough yet", picked=picked)
    return _("%(picked)d picked; from %(least)d to %(most)d are needed", picked=picked, least=least, most=most)


def _title(scene: Scene, prompt: Mapping[str, Any]) -> str:
    kind, reason = str(prompt["kind"]), str(prompt["reason"])
    if kind == "open":
        return _("Your Main Phase: what will you do?")
    if kind == "battle":
        return _("Your Battle Phase: attack with what?")
    if kind == "respond":
        return _("Will you respond?")
    if kind == "trigger":
        return _("Which effect goes on the Chain first?") if reason == "compulsory" else _("Use an effect that has triggered?")
    if kind == "replay":
        return _("Replay: attack again?")
    if kind == "first":
        return (
            _("Your team won the coin toss. Which team begins?") if scene.tag else _("You won the coin toss. Who goes first?")
        )
    source = str(prompt["source"] or "")
    name = scene.names(source) if source else ""
    if kind == "name":
        return _("%(card)s: declare the name of a card", card=name)
    if kind == "position":
        return _("In which position does %(card)s come?", card=name)
    if reason == "upkeep":
        return _("Pay to keep %(card)s? If not, it is destroyed.", card=name)
    if reason == "end_phase":
        return _("The End Phase: what comes first?")
    if reason == "coin":
        return _("%(card)s: call the coin", card=name)
    if reason == "trigger_order":
        return _("Do your effects go on the Chain before those of %(name)s?", name=scene.called(PARTNER))
    if reason == LEND:
        wanted = ", ".join(scene.mention(one["token"]) for one in prompt["cards"])
        return _("%(name)s asks: may %(cards)s be used for %(card)s?", name=scene.called(PARTNER), cards=wanted, card=name)
    if kind == "yes_no":
        return _("Apply the next part of %(card)s?", card=name)
    if kind == "option":
        return _("%(card)s: choose", card=name)
    return cards_title(prompt, name)


def _text(scene: Scene, prompt: Mapping[str, Any]) -> str:
    if prompt["kind"] == "respond":
        if prompt["reason"] == "would_summon" and prompt["source"]:
            return _("%(card)s would be Summoned.", card=scene.names(str(prompt["source"])))
        if prompt["reason"] == "chain" and scene.view["chain"]:
            link = scene.view["chain"][-1]
            name = scene.names(link["card"])
            if link["player"] == scene.seat:
                return _("You activated %(card)s.", card=name)
            if scene.tag:
                return _("%(name)s activated %(card)s.", name=scene.called(scene.side(link["player"])), card=name)
            return _("Your opponent activated %(card)s.", card=name)
        return response_text(str(prompt["reason"]))
    if prompt["reason"] == LEND:
        return _(
            "If you say no, nothing is spent, and %(name)s does not ask for it again this turn.", name=scene.called(PARTNER)
        )
    if prompt["kind"] == "trigger":
        return _("Effects that trigger together are placed on the Chain one by one.")
    return ""


def response_text(reason: str) -> str:
    """What a response window follows, in words."""
    return str(_WINDOWS.get(reason, ""))
