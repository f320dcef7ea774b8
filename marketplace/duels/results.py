"""How a duel ended, in words."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import LazyString, lazy_pgettext
from flask_babel import lazy_gettext as _l

RESULTS: Mapping[str, LazyString] = {"won": _l("Won"), "lost": lazy_pgettext("duel", "Lost"), "tie": _l("Tie")}

REASONS: Mapping[str, LazyString] = {
    "win.opponent_lp_zero": _l("Life Points at 0"),
    "win.tie_both_lp_zero": _l("both at 0 Life Points"),
    "win.opponent_cannot_draw": _l("no card left to draw"),
    "win.surrender": _l("surrender"),
    "tag.lp.zero_loses": _l("Life Points at 0"),
    "tag.win.both_teams_at_zero": _l("both at 0 Life Points"),
    "tag.lose.one_duelist_cannot_draw": _l("no card left to draw"),
    "tag.win.special_condition_counts_for_the_team": _l("by a card's effect"),
    "win.by_card_effect": _l("by a card's effect"),
    "win.exodia_five_pieces": _l("all five pieces of Exodia in hand"),
    "": _l("too long to go on"),
}
"""Rule id to a few words; a duel that was closed without a rule has none."""


def reason_words(rule: str) -> str:
    """Why a duel ended, short enough for a list; empty for a rule this list does not know."""
    return str(REASONS.get(rule, ""))
