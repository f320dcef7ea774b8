"""Which rule is in force where: one frozen record of switches per ruleset."""

from engine.rulesets.house import (
    BrokenHouseRules,
    HouseRules,
    Obstacle,
    SwitchChange,
    choices,
    house_rules,
    house_rules_of,
    in_force,
    is_acted_on,
    obstacles,
    switch_note,
    what_changes,
)
from engine.rulesets.ruleset import NAMES, Ruleset, UnknownRuleset, UnknownSwitch, read_base, switch_members, switch_values


def read_ruleset(name: str | HouseRules) -> Ruleset:
    """Return the ruleset of that name, or that of house rules; raises ``UnknownRuleset``."""
    return read_base(name) if isinstance(name, str) else name.ruleset()


__all__ = [
    "NAMES",
    "BrokenHouseRules",
    "HouseRules",
    "Obstacle",
    "Ruleset",
    "SwitchChange",
    "UnknownRuleset",
    "UnknownSwitch",
    "choices",
    "house_rules",
    "house_rules_of",
    "in_force",
    "is_acted_on",
    "obstacles",
    "read_ruleset",
    "switch_members",
    "switch_note",
    "switch_values",
    "what_changes",
]
