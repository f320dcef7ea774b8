"""The log as the page shows it: by turn, phase and block, every line with the rules it follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _

from engine import Duel
from marketplace.duels.names import CardNames

RECENT = 60
"""Lines shown unless the whole log is asked for."""
_STARTERS = {"normal_summon", "set_monster", "set_spell", "flip_summon", "attack", "end", "draw", "shuffle"}
_LIFE = {"damage", "pay", "gain", "end"}


@dataclass(frozen=True, slots=True)
class Line:
    """One event in words."""

    words: str
    rules: tuple[str, ...]
    life: bool
    """Life Points change."""
    mine: bool
    """It concerns a card or player of this seat."""


@dataclass(slots=True)
class Block:
    """What belongs together: a Chain from its first activation to its end, an attack, a Summon."""

    chain: bool = False
    resolving: bool = False
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


def card_names_in(entries: Sequence[Mapping[str, Any]], seat: int) -> set[str]:
    """The English names the log tells this seat."""
    found = set()
    for entry in entries:
        for key in ("card", "host", "target"):
            name = entry.get(key)
            if isinstance(name, str) and entry[f"{key}_seen_by"] >> seat & 1:
                found.add(name)
    return found


def log_view(duel: Duel, seat: int, names: CardNames, whole: bool) -> LogView:
    """Group the log of a duel."""
    log = duel.log
    assert log is not None
    start = 0 if whole else max(0, len(log.entries) - RECENT)
    turns: list[TurnLog] = []
    for entry in log.entries[start:]:
        words = log.sentence(entry, seat, names.language, names)
        what = entry["what"]
        if what == "turn" or not turns or turns[-1].number != entry["turn"]:
            turns.append(_turn(entry, words))
        stages = turns[-1].stages
        if what == "turn":
            continue
        if what == "phase":
            stages.append(Stage(words.rstrip(".")))
            continue
        if not stages:
            stages.append(Stage(""))
        _add(stages[-1].blocks, entry, _line(entry, words, seat))
    return LogView(turns[::-1], _say(turns), start)


def _turn(entry: Mapping[str, Any], words: str) -> TurnLog:
    number = int(entry["turn"])
    if entry["what"] == "turn":
        return TurnLog(number, words.rstrip("."))
    return TurnLog(number, _("Turn %(number)d", number=number) if number else _("Before the first turn"))


def _add(blocks: list[Block], entry: Mapping[str, Any], line: Line) -> None:
    what = entry["what"]
    last = blocks[-1] if blocks else None
    new = last is None or what in _STARTERS
    if what == "activate":
        new = last is None or not last.chain or last.resolving
    if new:
        blocks.append(Block(chain=what == "activate"))
    block = blocks[-1]
    block.resolving = block.resolving or what == "resolve"
    block.lines.append(line)


def _line(entry: Mapping[str, Any], words: str, seat: int) -> Line:
    mine = seat in (entry.get("player"), entry.get("card_player"), entry.get("target_player"), entry.get("winner"))
    return Line(words, tuple(entry.get("rules", ())), entry["what"] in _LIFE, mine)


def _say(turns: Sequence[TurnLog]) -> str:
    """The newest block, or the phase that has just begun."""
    if not turns or not turns[-1].stages:
        return turns[-1].title if turns else ""
    stage = turns[-1].stages[-1]
    if not stage.blocks:
        return stage.title
    return " ".join(line.words for line in stage.blocks[-1].lines)
