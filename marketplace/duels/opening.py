"""What is told before the person's first answer: who won the coin toss, and what has happened until then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from engine import Log
from marketplace.duels.log_lines import TurnLog
from marketplace.duels.scene import Scene

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
    if first == scene.seat:
        if rematch:
            return Opening(_("Your opponent lets you go first."), ())
        return Opening(_("Your opponent won the coin toss and lets you go first."), ())
    title = _("Your opponent goes first.") if rematch else _("Your opponent won the coin toss and goes first.")
    kept = {number for number, entry in enumerate(log.entries) if entry["what"] not in _SELF_EVIDENT}
    blocks = (block for turn in turns if turn.number == 1 for stage in turn.stages for block in stage.blocks)
    lines = [line.words for block in blocks for line in block.lines if line.number in kept]
    return Opening(title, tuple(lines[:_MOST]))
