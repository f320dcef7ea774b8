"""What a ruleset means for Deck lists: which rules are in force, which list and which kinds of cards go with it."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.banlists import Banlist, find_list
from engine.rulesets import Ruleset, read_ruleset, switch_members
from engine.vocab import Frame

_FILE = Path(__file__).with_name("formats.json")
_GROUPS = (
    "deck.main.size",
    "deck.copies.max_three",
    "deck.extra.size",
    "deck.extra.contents",
    "deck.side.size",
)
"""The switches that are about Deck lists, in the order in which ``deck_rules`` reads them."""
_WORDING_OF_ITS_RULESETS = frozenset({"deck.main_forty_to_sixty", "deck.side_zero_to_fifteen"})
"""Rules that word a switch value for the rulesets that have it; another ruleset that borrows the value lacks them."""
_ALWAYS = (
    "deck.card.unknown",
    "deck.card.rush_duel",
    "deck.card.skill",
    "deck.card.kind_not_in_pool",
    "deck.pool.not_listed",
    "deck.list.points_cap",
)
"""Rules of the check itself, under every ruleset."""


@dataclass(frozen=True, slots=True)
class DeckRules:
    """The record of a ruleset, house rules included, that Deck checks read."""

    in_force: frozenset[str]
    """Ids of the Deck rules that hold."""
    main_rules: tuple[str, ...]
    """Rules about the size of the Main Deck, the most special wording first; likewise below."""
    copies_rules: tuple[str, ...]
    extra_rules: tuple[str, ...]
    contents_rules: tuple[str, ...]
    side_rules: tuple[str, ...]
    absent_frames: frozenset[Frame]
    """Frames that don't exist under these rules."""
    has_pendulum: bool
    default_list: str | None
    """Name of the list that is used when none is chosen."""
    pool_list: str | None
    """Name of the list that names all cards of the time, whatever other list is chosen."""

    def holds(self, rule: str) -> bool:
        """Tell whether a rule is in force."""
        return rule in self.in_force

    @property
    def is_for_teams(self) -> bool:
        """Whether a team brings two Decks."""
        return self.holds("tag.deck.own_deck_each")


def deck_rules(ruleset: Ruleset) -> DeckRules:
    """Return what a ruleset, with its house rules, means for Deck lists."""
    values = (
        ruleset.deck_main_size,
        ruleset.deck_copies_max_three,
        ruleset.deck_extra_size,
        ruleset.deck_extra_contents,
        ruleset.deck_side_size,
    )
    return _deck_rules(ruleset.name, values)


def default_list(ruleset: Ruleset) -> Banlist | None:
    """Return the list that goes with a ruleset when nothing else is chosen."""
    name = deck_rules(ruleset).default_list
    return None if name is None else find_list(name)


@cache
def _table() -> Any:
    return json.loads(_FILE.read_text(encoding="utf-8"))


@cache
def _deck_rules(name: str, values: tuple[str, ...]) -> DeckRules:
    table = _table()
    base = read_ruleset(name).switches()
    in_force = {rule for rule, where in table["rules"].items() if where == "all" or name in where}
    by_group: dict[str, tuple[str, ...]] = {}
    for group, value in zip(_GROUPS, values, strict=True):
        if value != base[group]:
            in_force.difference_update(_members(group, base[group]))
            in_force.update(rule for rule in _members(group, value) if rule not in _WORDING_OF_ITS_RULESETS)
        by_group[group] = tuple(rule for rule in reversed(_members(group, value)) if rule in in_force)
    record = table["formats"][name]
    return DeckRules(
        in_force=frozenset(in_force).union(_ALWAYS),
        main_rules=by_group["deck.main.size"],
        copies_rules=by_group["deck.copies.max_three"],
        extra_rules=by_group["deck.extra.size"],
        contents_rules=by_group["deck.extra.contents"],
        side_rules=by_group["deck.side.size"],
        absent_frames=frozenset(map(Frame, record["absent_frames"])),
        has_pendulum=record["has_pendulum"],
        default_list=record["default_list"],
        pool_list=record["pool_list"],
    )


def _members(group: str, value: str | None) -> tuple[str, ...]:
    """Return the Deck rules of a switch value; those about the duel are not kept here."""
    return () if value is None else tuple(rule for rule in switch_members(group, value) if rule in _table()["rules"])
