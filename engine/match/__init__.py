"""Matches: duels counted, Decks sided in between, who begins, teams and dates."""

from engine.match.cite import MatchRefused
from engine.match.dates import NoRulesetThen, not_yet_legal, ruleset_on
from engine.match.match import Beginning, Match, Played, Stage, UnreadableMatch
from engine.match.teams import FACING, ROUND_MINUTES, check_next_round, seats_of, turns_after_time

__all__ = [
    "FACING",
    "ROUND_MINUTES",
    "Beginning",
    "Match",
    "MatchRefused",
    "NoRulesetThen",
    "Played",
    "Stage",
    "UnreadableMatch",
    "check_next_round",
    "not_yet_legal",
    "ruleset_on",
    "seats_of",
    "turns_after_time",
]
