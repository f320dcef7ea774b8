"""How a duel ended, told to the person at the table."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import format_decimal
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from marketplace.duels.explaining import rule_title
from marketplace.duels.scene import Scene
from marketplace.duels.sides import is_with
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
_LOST_BY_TEAM = {
    "tag.lp.zero_loses": _l("Your team's LP reached 0."),
    "win.opponent_lp_zero": _l("Your team's LP reached 0."),
    "tag.lose.one_duelist_cannot_draw": _l("One of your team had to draw and had no card left."),
    "win.surrender": _l("You surrendered for your team."),
}
_WON_BY_TEAM = {
    "tag.lp.zero_loses": _l("The other team's LP reached 0."),
    "win.opponent_lp_zero": _l("The other team's LP reached 0."),
    "tag.lose.one_duelist_cannot_draw": _l("One of the other team had to draw and had no card left."),
    "win.surrender": _l("The other team surrendered."),
}


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
    won, lost = (_WON_BY_TEAM, _LOST_BY_TEAM) if scene.tag else (_WON, _LOST)
    if is_with(winner, scene.seat):
        return Result(
            "won", _("Your team wins the duel") if scene.tag else _("You win the duel"), rule, str(won.get(rule, title))
        )
    return Result(
        "lost", _("Your team loses the duel") if scene.tag else _("You lose the duel"), rule, str(lost.get(rule, title))
    )
