"""House rules as a reader sees them: what comes in, what goes out, and what can be changed, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import HouseRules, chapters, is_switch_acted_on, read_ruleset, rule, switch_choices, switch_note, what_changes
from engine.rulesets import switch_members
from marketplace.rules.reading import RuleView, rule_view


@dataclass(frozen=True, slots=True)
class Difference:
    """What one switch changes."""

    switch: str
    goes_out: Sequence[RuleView]
    comes_in: Sequence[RuleView]
    acted_on: bool
    """Whether duels, Deck checks and matches go by it already."""
    note: str = ""
    """What has to be said of it: of one whose values hardly differ in duels here."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value a switch can be given."""

    value: str
    words: str
    why_not: str = ""
    """Why it cannot be chosen here; empty for one that can."""


@dataclass(frozen=True, slots=True)
class SwitchField:
    """One switch in the form."""

    switch: str
    now: RuleView
    """The rule of the base that goes out with the change."""
    values: Sequence[Value]
    acted_on: bool
    chosen: str
    """Empty while it is as the base says."""
    note: str = ""

    @property
    def name(self) -> str:
        """Of the form's field."""
        return f"s:{self.switch}"


@dataclass(frozen=True, slots=True)
class SwitchGroup:
    """The switches whose rules stand in one chapter."""

    id: str
    title: str
    fields: Sequence[SwitchField]

    @property
    def changed(self) -> int:
        """How many of them are set otherwise."""
        return sum(bool(field.chosen) for field in self.fields)


def differences(definition: HouseRules, locale: str) -> list[Difference]:
    """What differs from the base, switch by switch."""
    return [
        Difference(
            change.switch,
            _views(change.goes_out, locale),
            _views(change.comes_in, locale),
            is_switch_acted_on(change.switch),
            switch_note(change.switch, locale),
        )
        for change in what_changes(definition)
    ]


def _views(ids: Sequence[str], locale: str) -> list[RuleView]:
    return [rule_view(rule(one), locale) for one in ids]


def groups(base: str, chosen: Mapping[str, str], locale: str) -> list[SwitchGroup]:
    """Everything that can be changed under a base, by chapter. Switches without another value are left out."""
    by_chapter: dict[str, list[SwitchField]] = {}
    for switch, usual in read_ruleset(base).switches().items():
        if usual is None:
            continue
        found = switch_choices(base, switch)
        values = [
            Value(value, _words(switch, value, locale), "" if against is None else against.sentence(locale))
            for value, against in found.items()
            if value != usual
        ]
        if not any(not one.why_not for one in values):
            continue
        now = rule_view(rule(_main_rule(base, switch, usual)), locale)
        picked = chosen.get(switch, "")
        kept = picked if picked != usual else ""
        field = SwitchField(switch, now, values, is_switch_acted_on(switch), kept, switch_note(switch, locale))
        by_chapter.setdefault(now.rule.chapter, []).append(field)
    return [
        SwitchGroup(one.id, one.title.get(locale, one.title["en"]), by_chapter[one.id])
        for one in chapters().values()
        if one.id in by_chapter
    ]


def _main_rule(base: str, switch: str, value: str) -> str:
    members = switch_members(switch, value)
    return next((one for one in members if base in rule(one).rulesets), members[0])


def _words(switch: str, value: str, locale: str) -> str:
    """The titles of the rules a value brings in; long groups are cut short."""
    titles = [rule_view(rule(one), locale).title.text for one in switch_members(switch, value) if not one.startswith("tag.")]
    titles = titles or [rule_view(rule(one), locale).title.text for one in switch_members(switch, value)]
    return "; ".join(titles[:2]) + (" …" if len(titles) > 2 else "")
