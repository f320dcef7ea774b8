"""House rules: a ruleset made of another one and some switches set otherwise, with everything that speaks against it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.rulesets.ruleset import NAMES, Ruleset, read_base, switch_members, switch_values

_FILE = Path(__file__).with_name("house.json")
_TEAM = "tag."


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A base ruleset and the switches that are set otherwise, in the order of their names. Make it with ``house_rules``."""

    base: str
    changes: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """Twelve hex digits that are the same for the same base and changes, whatever they are called."""
        text = json.dumps([self.base, self.changes], separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()

    def ruleset(self) -> Ruleset:
        """Return the record of switches; its name is that of the base."""
        return read_base(self.base).house_rules(dict(self.changes))

    def to_json(self) -> dict[str, Any]:
        """Return the definition as JSON values."""
        return {"base": self.base, "changes": dict(self.changes)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> HouseRules:
        """Return what ``to_json`` described; raises what ``house_rules`` raises."""
        return house_rules(data["base"], data["changes"])


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a change cannot be made."""

    reason: str
    """A key of ``words`` in ``house.json``."""
    switch: str = ""
    value: str = ""
    needs: str = ""
    """The switch this change depends on."""
    base: str = ""

    def sentence(self, language: str = "en") -> str:
        """Return the reason as one sentence in "en", "fr" or "pt"."""
        words: str = _table()["words"][self.reason][language]
        return words.format(switch=self.switch, value=self.value, needs=self.needs, base=self.base)


class BrokenHouseRules(ValueError):
    """The changes cannot be made; ``obstacles`` says why, one entry each."""

    def __init__(self, obstacles: Iterable[Obstacle]) -> None:
        self.obstacles = tuple(obstacles)
        super().__init__(" ".join(f"{one.switch} {one.value}: {one.sentence()}" for one in self.obstacles))


@dataclass(frozen=True, slots=True)
class SwitchChange:
    """What one switch does when it is set otherwise: ids of rules."""

    switch: str
    before: str
    after: str
    goes_out: tuple[str, ...]
    comes_in: tuple[str, ...]


def house_rules(base: str, changes: Mapping[str, str]) -> HouseRules:
    """Return a definition; switches set to what the base has anyway are left out. Raises ``BrokenHouseRules``."""
    found = obstacles(base, changes.items())
    if found:
        raise BrokenHouseRules(found)
    usual = read_base(base).switches()
    return HouseRules(base, tuple(sorted((switch, value) for switch, value in changes.items() if usual[switch] != value)))


def house_rules_of(ruleset: Ruleset) -> HouseRules:
    """Return the definition of a record, such as that of a saved duel; raises ``UnknownRuleset`` for an unknown base."""
    usual = read_base(ruleset.name).switches()
    changed = {switch: value for switch, value in ruleset.switches().items() if value is not None and usual[switch] != value}
    return HouseRules(ruleset.name, tuple(sorted(changed.items())))


def obstacles(base: str, changes: Iterable[tuple[str, str]]) -> list[Obstacle]:
    """Return everything that speaks against changes, given as pairs of switch and value; nothing for sound ones."""
    if base not in NAMES:
        return [Obstacle("base", base=base)]
    usual = read_base(base).switches()
    found: list[Obstacle] = []
    wanted: dict[str, str] = {}
    for switch, value in changes:
        if switch in wanted:
            found.append(Obstacle("twice", switch, value))
        wanted[switch] = value
    for switch, value in wanted.items():
        if usual.get(switch) != value and (against := _against(base, switch, value)) is not None:
            found.append(against)
    if not found:
        found += _broken_ties({**usual, **wanted}, wanted)
    return found


def _against(base: str, switch: str, value: str) -> Obstacle | None:
    """What speaks against one value whatever the other switches say."""
    usual = read_base(base).switches()
    if switch not in usual:
        return Obstacle("switch", switch, value)
    if value not in switch_values(switch):
        return Obstacle("value", switch, value)
    before = usual[switch]
    if before is None:
        return Obstacle("absent", switch, value)
    if all(rule.startswith(_TEAM) for rule in switch_members(switch, before)):
        return Obstacle("team", switch, value)
    if not any(_may_come(rule, base) for rule in switch_members(switch, value)):
        return Obstacle("wording", switch, value)
    bases = _table()["bases"].get(switch, {}).get(value)
    return None if bases is None or base in bases else Obstacle("kinds", switch, value)


def _broken_ties(values: Mapping[str, str | None], changed: Mapping[str, str]) -> Iterator[Obstacle]:
    told: set[frozenset[str]] = set()
    for switch, by_value in _table()["needs"].items():
        value = values[switch]
        for needed, allowed in by_value.get(value, {}).items():
            pair = frozenset((switch, needed))
            if values[needed] in allowed or not pair & changed.keys() or pair in told:
                continue
            told.add(pair)
            assert value is not None
            # Both sides may need each other: told once, from the side that was changed.
            yield (
                Obstacle("needs", switch, value, needed)
                if switch in changed
                else Obstacle("needs", needed, changed[needed], switch)
            )


def choices(base: str, switch: str) -> dict[str, Obstacle | None]:
    """Return every value of a switch with what speaks against it under a base, other switches left as they are."""
    usual = read_base(base).switches()[switch]
    return {value: None if value == usual else _against(base, switch, value) for value in switch_values(switch)}


def is_acted_on(switch: str) -> bool:
    """Whether duels, Deck checks or matches of this program go by the switch."""
    return switch not in _table()["not_acted_on"]


def switch_note(switch: str, language: str = "en") -> str:
    """Return what has to be said of a switch whose values hardly differ in duels of this program; "" for all others."""
    words: dict[str, str] = _table()["notes"].get(switch, {})
    return words.get(language, "")


def in_force(ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of the rules in force under a ruleset, house rules included."""
    return _in_force(house_rules_of(ruleset))


@cache
def _of_base(base: str) -> frozenset[str]:
    from engine.rulebook import rules  # Rulesets are read without the rulebook unless somebody asks what is in force.

    return frozenset(rule.id for rule in rules().values() if base in rule.rulesets)


@cache
def _in_force(definition: HouseRules) -> frozenset[str]:
    found = set(_of_base(definition.base))
    for change in what_changes(definition):
        found.difference_update(change.goes_out)
        found.update(change.comes_in)
    return frozenset(found)


def what_changes(definition: HouseRules) -> list[SwitchChange]:
    """Return what each change takes out and brings in, in the order of the switches."""
    usual = read_base(definition.base).switches()
    wanted = dict(definition.changes)
    return [_change(definition.base, switch, before, wanted[switch]) for switch, before in usual.items() if switch in wanted]


def _change(base: str, switch: str, before: str | None, after: str) -> SwitchChange:
    out = () if before is None else switch_members(switch, before)
    new = tuple(rule for rule in switch_members(switch, after) if _may_come(rule, base))
    gone = tuple(rule for rule in out if rule in _of_base(base) and rule not in new)
    return SwitchChange(switch, before or "", after, gone, tuple(rule for rule in new if rule not in _of_base(base)))


def _may_come(rule: str, base: str) -> bool:
    """Whether a value may bring in a rule: it holds in the base, or is not the own wording of other rulesets."""
    return rule in _of_base(base) or not (rule.startswith(_TEAM) or rule in _table()["own_wording"])


@cache
def _table() -> Any:
    return json.loads(_FILE.read_text(encoding="utf-8"))
