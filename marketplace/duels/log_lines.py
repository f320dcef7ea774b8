"""The log as the page shows it: by turn, phase and block, every line with the rules it follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _

from engine import Duel, Log
from marketplace.duels.explaining import rule_title
from marketplace.duels.phasing import phase_name
from marketplace.duels.scene import Scene, pile_name
from marketplace.duels.sides import role

RECENT = 60
"""Lines shown unless the whole log is asked for."""
_STARTERS = {"normal_summon", "set_monster", "set_spell", "flip_summon", "attack", "end", "draw", "shuffle"}
_PILES = ("gy", "banished", "hand", "deck", "extra")
_LIFE = {"damage", "pay", "gain", "end"}


@dataclass(frozen=True, slots=True)
class Line:
    """One event in words."""

    number: int
    """Number of the entry, from 0."""
    words: str
    rules: tuple[tuple[str, str], ...]
    """Rule id and title."""
    life: bool
    """Life Points change."""
    mine: bool
    """It concerns a card or player of this seat."""


@dataclass(slots=True)
class Block:
    """What belongs together: a Chain from its first activation to its end, an attack, a Summon."""

    chain: bool = False
    resolving: bool = False
    moved: list[Mapping[str, Any]] = field(default_factory=list)
    """The moves the last line tells."""
    theirs: bool = False
    """Somebody else's doing, or in somebody else's turn."""
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Stage:
    """One phase, or the time before the first turn."""

    title: str
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class TurnLog:
    """One turn."""

    number: int
    title: str
    stages: list[Stage] = field(default_factory=list)


@dataclass(slots=True)
class LogView:
    """Newest turn first; ``say`` is what has happened last, for the live region."""

    turns: list[TurnLog]
    say: str
    hidden: int
    """How many older lines are not shown."""
    entries: int
    """How many there are."""


def card_names_in(entries: Sequence[Mapping[str, Any]], seat: int) -> set[str]:
    """The English names the log tells this seat."""
    found = set()
    for entry in entries:
        if entry["what"] == "declared":
            found.add(entry["name"])
        for key in Log.CARDS:
            name = entry.get(key)
            if isinstance(name, str) and entry[f"{key}_seen_by"] >> seat & 1:
                found.add(name)
    return found


def log_view(duel: Duel, scene: Scene, whole: bool) -> LogView:
    """Group the log of a duel as the seat may know it."""
    log = duel.log
    assert log is not None
    start = 0 if whole else max(0, len(log.entries) - RECENT)
    players = {entry["turn"]: entry["player"] for entry in log.entries if entry["what"] == "turn"}
    maker = _Maker(scene, log, players)
    for number, entry in enumerate(log.entries[start:], start):
        maker.add(number, entry, log.sentence(entry, scene.seat, scene.names.language, scene.names))
    return LogView(maker.turns[::-1], maker.say(), start, len(log.entries))


def _together(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two moves can be told in one sentence."""
    alike = ("zone", "origin", "cause", "card_player", "why", "source")
    return all(one.get(key) == other.get(key) for key in alike) and other["zone"] in _PILES


class _Maker:
    def __init__(self, scene: Scene, log: Log, players: Mapping[int, int]) -> None:
        self.scene = scene
        self.log = log
        self.players = players
        self.turns: list[TurnLog] = []

    def add(self, number: int, entry: Mapping[str, Any], words: str) -> None:
        what, turn = entry["what"], entry["turn"]
        if what == "turn" or not self.turns or self.turns[-1].number != turn:
            self.turns.append(TurnLog(turn, self._turn_title(turn)))
        stages = self.turns[-1].stages
        if what == "turn":
            return
        if what == "phase":
            stages.append(Stage(phase_name(entry["phase"])))
            return
        if not stages:
            stages.append(Stage(""))
        self._line(stages[-1].blocks, number, entry, words)

    def _turn_title(self, turn: int) -> str:
        if turn not in self.players:
            return _("Before the first turn") if not turn else _("Turn %(number)d", number=turn)
        if self.players[turn] == self.scene.seat:
            return _("Turn %(number)d: yours", number=turn)
        if self.scene.tag:
            side = self.scene.side(self.players[turn])
            return _("Turn %(number)d: %(name)s (%(role)s)", number=turn, name=self.scene.called(side), role=role(side))
        return _("Turn %(number)d: your opponent's", number=turn)

    def _line(self, blocks: list[Block], number: int, entry: Mapping[str, Any], words: str) -> None:
        what, seat = entry["what"], self.scene.seat
        last = blocks[-1] if blocks else None
        new = last is None or what in _STARTERS
        if what == "activate":
            new = last is None or not last.chain or last.resolving
        if new:
            blocks.append(Block(chain=what == "activate"))
        block = blocks[-1]
        if what == "move" and not new and block.moved and _together(block.moved[-1], entry):
            self._join(block, entry)
            return
        block.moved = [entry] if what == "move" else []
        block.resolving = block.resolving or what == "resolve"
        turn_player = self.players.get(entry["turn"], seat)
        block.theirs = block.theirs or turn_player != seat or entry.get("player", seat) != seat
        mine = seat in (entry.get("player"), entry.get("card_player"), entry.get("target_player"), entry.get("winner"))
        rules = tuple((rule_id, rule_title(rule_id, self.scene.names.language)) for rule_id in self.log.rules(entry))
        block.lines.append(Line(number, words, rules, what in _LIFE, mine))

    def _join(self, block: Block, entry: Mapping[str, Any]) -> None:
        """Tell several cards that go the same way in one sentence."""
        block.moved.append(entry)
        scene = self.scene
        cards = ", ".join(
            scene.names(one["card"]) if one["card_seen_by"] >> scene.seat & 1 else _("face-down card") for one in block.moved
        )
        place = pile_name(entry["zone"])
        if why := self.log.why(entry, scene.seat, scene.names.language, scene.names):
            place = f"{place} ({why})"
        words = _("%(count)d cards → %(place)s: %(cards)s.", count=len(block.moved), place=place, cards=cards)
        last = block.lines[-1]
        mine = last.mine or entry.get("card_player") == scene.seat
        block.lines[-1] = Line(last.number, words, last.rules, last.life, mine)

    def say(self) -> str:
        """The newest block, or the phase that has just begun."""
        if not self.turns or not self.turns[-1].stages:
            return self.turns[-1].title if self.turns else ""
        stage = self.turns[-1].stages[-1]
        if not stage.blocks:
            return stage.title
        return " ".join(line.words for line in stage.blocks[-1].lines)
