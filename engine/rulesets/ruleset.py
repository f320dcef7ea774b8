"""The record of switches and the reader of ``switches.json``; house rules change single switches."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("switches.json")


class UnknownRuleset(ValueError):
    """No ruleset has that name; ``str()`` names those there are."""


class UnknownSwitch(ValueError):
    """No switch has that name, or the switch does not know that value."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One value per switch: the group ``hand.limit`` of the rulebook is the field ``hand_limit``.

    None stands where a ruleset lacks the thing the switch is about. Rules code reads these fields and never the name.
    """

    name: str
    deck_main_size: str
    deck_copies_max_three: str
    deck_extra_size: str
    deck_extra_contents: str
    deck_side_size: str
    match_length: str
    match_side_swap_scope: str | None
    setup_shuffle_opponent: str
    setup_first_player: str
    setup_life_points: str
    win_life_points: str
    win_no_card_to_draw: str
    zone_full: str
    zone_misplaced_card: str
    zone_monster_max: str
    monster_effect_categories: str
    summon_tribute_high_level_count: str
    summon_special_arrival_response: str
    position_turn_played: str
    position_after_attack: str
    fusion_materials_location: str
    fusion_spell_which: str
    fusion_used_cards: str
    ritual_spell_location: str
    ritual_tributes_destroyed: str
    synchro_materials_location: str | None
    token_leaves: str
    spell_normal_after_use: str
    spell_field_count: str
    chain_link_one_speed: str
    chain_what_can_be_answered: str
    chain_response_order: str
    speed_flip_and_trigger: str
    tribute_destroyed: str
    turn_order: str
    turn_first_draw: str
    turn_first_battle: str
    hand_limit: str
    hand_limit_excess: str
    battle_attack_vs_defense_lower: str
    battle_two_zero_attack: str
    battle_replay: str
    battle_replay_attacker: str | None
    battle_damage_step_fast_effects: str
    trigger_order: str
    trigger_order_own: str
    extra_deck_placement: str
    zone_emz_second: str | None
    zone_emz_number: str | None
    link_extra_link_meaning: str | None
    link_extra_link_lock: str | None
    stat_question_mark: str
    summon_kinds: str
    card_attribute: str
    toon_rules_from: str
    union_rules_from: str
    card_text_version: str
    phase_mandatory_trigger: str
    phase_end_discard_response: str
    timing_ignition_priority: str
    trap_continuous_with_effect: str
    trigger_order_hidden: str
    trigger_location: str
    trigger_leaves_field_to_deck: str
    summon_oath_counting: str
    summon_once_per_turn_counting: str
    trap_monster_zones: str
    spell_field_replacement: str
    battle_damage_step_parts: str
    battle_damage_step_chains: str
    flip_by_battle_left_field: str
    loop_no_progress: str
    verify_failed_effect: str
    control_equip_face_down: str

    def house_rules(self, switches: Mapping[str, str]) -> "Ruleset":
        """Return this ruleset with some switches (``{"hand.limit": "seven"}``) set otherwise.

        Raises ``UnknownSwitch`` with a sentence that names the values there are.
        """
        table = _table()["switches"]
        for group, value in switches.items():
            if group not in table:
                raise UnknownSwitch(f"There is no switch {group!r}.")
            if value not in table[group]["values"]:
                known = ", ".join(table[group]["values"])
                raise UnknownSwitch(f"The switch {group!r} has no value {value!r}; it has {known}.")
        changes: dict[str, Any] = {group.replace(".", "_"): value for group, value in switches.items()}
        return replace(self, **changes)

    def switches(self) -> dict[str, str | None]:
        """Return the switches by their rulebook names, in the order of the table."""
        return {group: getattr(self, group.replace(".", "_")) for group in _table()["switches"]}


@cache
def _table() -> Any:
    return json.loads(_FILE.read_text(encoding="utf-8"))


def switch_values(group: str) -> tuple[str, ...]:
    """Return the values of a switch."""
    return tuple(_table()["switches"][group]["values"])


def switch_members(group: str, value: str) -> tuple[str, ...]:
    """Return the ids of the rules that the value of a switch brings into force."""
    return tuple(_table()["switches"][group]["values"][value])


@cache
def read_base(name: str) -> Ruleset:
    """Return the ruleset of that name; raises ``UnknownRuleset``."""
    table = _table()
    if name not in table["rulesets"]:
        raise UnknownRuleset(f"There is no ruleset {name!r}; there are {', '.join(table['rulesets'])}.")
    values = {group.replace(".", "_"): entry["in"].get(name) for group, entry in table["switches"].items()}
    return Ruleset(name=name, **values)


NAMES: tuple[str, ...] = tuple(_table()["rulesets"])
"""The rulesets, from the oldest rules to the present ones."""

assert {field.name for field in fields(Ruleset)} == {"name", *(group.replace(".", "_") for group in _table()["switches"])}
