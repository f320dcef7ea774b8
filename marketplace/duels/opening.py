"""What is told before the person's first answer: who won the coin toss, and what has happened until then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from engine import Log
from marketplace.duels.log_lines import TurnLog
from marketplace.duels.scene import Scene
from marketplace.duels.sides import is_with

_MOST = 8
"""Lines of the opponent's first turn that are told; the log has the rest."""
_SELF_EVIDENT = ("draw", "shuffle", "shuffled_by", "phase")


@dataclass(frozen=True, slots=True)
class Opening:
    """The notice at the top of the first page."""

    title: str
    lines: tuple[str, ...]
    """What the opponent did in its first turn."""


def opening(scene: Scene, log: Log, turns: Sequence[TurnLog], rematch: bool) -> Opening | None:
    """The notice for a duel in which the opponent decided who goes first; None before the first turn has begun."""
    first = next((entry["player"] for entry in log.entries if entry["what"] == "turn"), None)
    if first is None:
        return None
    if first == scene.seat and not scene.tag:
        if rematch:
            return Opening(_("Your opponent lets you go first."), ())
        return Opening(_("Your opponent won the coin toss and lets you go first."), ())
    if scene.tag:
        return _of_teams(scene, log, turns, first)
    title = _("Your opponent goes first.") if rematch else _("Your opponent won the coin toss and goes first.")
    return Opening(title, _told(log, turns, 1))


def _of_teams(scene: Scene, log: Log, turns: Sequence[TurnLog], first: int) -> Opening:
    """The other team won the toss: which team begins, and what was done before the person's first turn."""
    if is_with(first, scene.seat):
        return Opening(_("The other team won the coin toss and lets your team begin."), ())
    name = scene.called(scene.side(first))
    title = _("The other team won the coin toss and begins: %(name)s goes first.", name=name)
    return Opening(title, _told(log, turns, 1))


def _told(log: Log, turns: Sequence[TurnLog], number: int) -> tuple[str, ...]:
    kept = {place for place, entry in enumerate(log.entries) if entry["what"] not in _SELF_EVIDENT}
    blocks = (block for turn in turns if turn.number == number for stage in turn.stages for block in stage.blocks)
    lines = [line.words for block in blocks for line in block.lines if line.number in kept]
    return tuple(lines[:_MOST])
