"""How a duel ended, told to the person at the table."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import format_decimal
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from marketplace.duels.explaining import rule_title
from marketplace.duels.scene import Scene
from marketplace.duels.table import MOST_ANSWERS

_LOST = {
    "win.opponent_lp_zero": _l("Your LP reached 0."),
    "win.opponent_cannot_draw": _l("You had to draw and had no card left."),
    "win.surrender": _l("You surrendered."),
}
_WON = {
    "win.opponent_lp_zero": _l("Your opponent's LP reached 0."),
    "win.opponent_cannot_draw": _l("Your opponent had to draw and had no card left."),
    "win.surrender": _l("Your opponent surrendered."),
}
"""What brought the end about, by the rule; the title of a rule speaks of the winner only."""


@dataclass(frozen=True, slots=True)
class Result:
    """How the duel ended."""

    outcome: str
    """"won", "lost" or "tied"."""
    title: str
    rule: str
    """Empty for a duel that was closed without one."""
    words: str


def result_of(scene: Scene, waiting: str) -> Result | None:
    """The result for the person; None while the duel goes on."""
    view = scene.view
    if not view["ended"]:
        if waiting != "over":
            return None
        words = _(
            "It took %(most)s answers without a winner; practice duels are not played on beyond that.",
            most=format_decimal(MOST_ANSWERS),
        )
        return Result("tied", _("The duel is closed as a tie"), "", words)
    winner, rule = view["winner"], str(view["reason"] or "")
    title = rule_title(rule, scene.names.language) if rule else ""
    if winner is None:
        return Result("tied", _("The duel is a tie"), rule, title)
    if winner == scene.seat:
        return Result("won", _("You win the duel"), rule, str(_WON.get(rule, title)))
    return Result("lost", _("You lose the duel"), rule, str(_LOST.get(rule, title)))
