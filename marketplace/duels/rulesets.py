"""The ruleset a form names: one of the site's, or house rules of the person's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from sqlalchemy.orm import Session

from engine import HouseRules, Ruleset, house_rules, read_ruleset
from marketplace.duels import setup
from marketplace.errors import NotFound, Refused
from marketplace.rules import house
from marketplace.rules.words import RULESET_NAMES


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """What a duel or match is begun under."""

    value: str
    """As the form sends it: a name, or ``house:`` and an id."""
    base: str
    definition: HouseRules
    name: str = ""
    """Of the house rules; empty for a ruleset of the site."""

    @property
    def rules(self) -> Ruleset:
        """The record of switches."""
        return read_ruleset(self.definition)

    @property
    def kept(self) -> dict[str, Any] | None:
        """What is stored with the duel, so that a later edit does not reach it."""
        if not self.name:
            return None
        return {"name": self.name, "key": self.definition.key, **self.definition.to_json()}


def chosen_rules(session: Session, user_id: int, value: str) -> ChosenRules:
    """The ruleset a form names. Refused in words; NotFound for house rules of somebody else."""
    if value.startswith(house.PREFIX):
        row = house.named(session, user_id, value)
        if row is None:
            raise NotFound(_("Those house rules are not yours, or they were deleted."))
        return ChosenRules(value, row.base, house.definition(row), row.name)
    if value not in setup.RULESETS:
        raise Refused(_("Choose one of the rulesets."), rule="duels.ruleset", field="ruleset")
    return ChosenRules(value, value, HouseRules(value, ()))


def offered_rules(session: Session, user_id: int, value: str) -> ChosenRules | None:
    """The same for an address: None for what cannot be chosen."""
    try:
        return chosen_rules(session, user_id, value)
    except (Refused, NotFound):
        return None


def own_choices(session: Session, user_id: int) -> list[tuple[str, str, str]]:
    """Values, names and bases of the person's house rules that can be played."""
    return [(f"{house.PREFIX}{row.id}", row.name, row.base) for row in house.of_user(session, user_id) if house.is_sound(row)]


def kept_rules(ruleset: str, kept: Mapping[str, Any] | None) -> Ruleset:
    """The record of switches a stored duel or match was begun under."""
    return read_ruleset(ruleset) if kept is None else read_ruleset(house_rules(kept["base"], kept["changes"]))


def rules_words(ruleset: str, kept: Mapping[str, Any] | None) -> str:
    """How a list calls the rules of a stored duel."""
    name = str(RULESET_NAMES.get(ruleset, ruleset))
    return name if kept is None else _("%(house)s (%(base)s)", house=kept["name"], base=name)
