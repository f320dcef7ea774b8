"""Which rule is in force where: one frozen record of switches per ruleset."""

from engine.rulesets.ruleset import NAMES, Ruleset, UnknownRuleset, UnknownSwitch, read_ruleset, switch_members

__all__ = ["NAMES", "Ruleset", "UnknownRuleset", "UnknownSwitch", "read_ruleset", "switch_members"]
