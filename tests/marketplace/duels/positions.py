"""Tables in positions of which the cards are named, each at a kind of question that is rare in a duel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import Action, Duel, Verb, read_ruleset
from engine.notation.position import Builder
from marketplace.duels.table import Table
from tests.marketplace.duels.tables import card


def duel_at(given: Mapping[str, Any], ruleset: str = "goat-2005") -> Duel:
    """A duel in the position a scenario file would describe so."""
    return Builder(read_ruleset(ruleset), card).build(given)


def seated(duel: Duel) -> Table:
    return Table(duel, "script", 7)


def act(duel: Duel, player: int, verb: Verb, name: str = "", target: str = "") -> None:
    """Do with the card of that name what the verb says; everybody passes until that is possible."""
    for _ in range(12):
        decision = duel.decision
        assert decision is not None
        for one in duel.options(decision.player) if decision.player == player else ():
            if one.verb is verb and _named(duel, one.card) == name and (not target or _named(duel, one.target) == target):
                duel.apply_legal(player, one)
                return
        duel.apply_legal(decision.player, Action(Verb.PASS))
    raise AssertionError(f"{verb} {name} is not possible")


def _named(duel: Duel, token: int | None) -> str:
    return "" if token is None else duel.state.cards[duel.state.by_token[token]].printed.name


def until(duel: Duel, kind: str, reason: str = "") -> Table:
    """Take the first answer there is, but respond to nothing, until the person gets a question of that kind."""
    for _ in range(12):
        decision = duel.decision
        assert decision is not None
        if decision.player == 0 and decision.kind == kind and reason in ("", decision.reason):
            return seated(duel)
        options = list(duel.options(decision.player))
        duel.apply_legal(decision.player, Action(Verb.PASS) if decision.kind == "respond" else options[0])
    raise AssertionError(f"{kind} {reason} is not asked")


def fusion_materials() -> Table:
    duel = duel_at(
        {
            "you": {
                "hand": ["Polymerization", "Gemini Elf", "Blue-Eyes White Dragon", "Blue-Eyes White Dragon"],
                "monsters": ["Blue-Eyes White Dragon", "Blue-Eyes White Dragon"],
                "extra": ["Blue-Eyes Ultimate Dragon"],
            }
        }
    )
    act(duel, 0, Verb.ACTIVATE, "Polymerization")
    return until(duel, "cards", "material")


def ritual_tributes() -> Table:
    hand = ["Black Luster Ritual", "Black Luster Soldier", "Summoned Skull", "Gemini Elf", "Kozaky"]
    duel = duel_at({"you": {"hand": hand, "monsters": ["Summoned Skull"]}})
    act(duel, 0, Verb.ACTIVATE, "Black Luster Ritual")
    return until(duel, "cards", "tribute")


def yes_or_no() -> Table:
    spells = [{"card": "Dust Tornado"}]
    duel = duel_at({"you": {"hand": ["Mirror Force", "Gemini Elf"], "spells": spells}, "opp": {"spells": ["Solemn Judgment"]}})
    act(duel, 0, Verb.ACTIVATE, "Dust Tornado")
    return until(duel, "yes_no")


def replay() -> Table:
    duel = duel_at(
        {
            "turn": {"phase": "battle"},
            "you": {"monsters": ["Luster Dragon"], "hand": ["Gemini Elf"]},
            "opp": {"monsters": ["Frostosaurus"], "spells": ["Scapegoat"]},
        }
    )
    act(duel, 0, Verb.ATTACK, "Luster Dragon", "Frostosaurus")
    act(duel, 1, Verb.ACTIVATE, "Scapegoat")
    return until(duel, "replay")


def full_zones() -> Table:
    """All Monster Zones and Spell & Trap Zones are taken, with more in the hand."""
    return seated(
        duel_at(
            {
                "you": {
                    "hand": [
                        "Gemini Elf",
                        "Summoned Skull",
                        "Mystical Space Typhoon",
                        "Mirror Force",
                        "Monster Reborn",
                        "Polymerization",
                    ],
                    "monsters": [
                        "Kozaky",
                        "Luster Dragon",
                        {"card": "Mystical Elf", "position": "defense"},
                        {"card": "Gemini Elf", "position": "set"},
                        "Frostosaurus",
                    ],
                    "spells": ["Mirror Force", "Scapegoat", "Dust Tornado", "Solemn Judgment", "Trap Hole"],
                    "gy": ["Blue-Eyes White Dragon"],
                },
                "opp": {
                    "monsters": ["Summoned Skull", {"card": "Mystical Elf", "position": "set"}],
                    "spells": ["Mirror Force"],
                },
            }
        )
    )


def back_to_the_hand() -> Table:
    """Flip Flop Frog, with two Frogs, returns up to two of the opponent's monsters."""
    duel = duel_at(
        {
            "you": {"monsters": [{"card": "Flip Flop Frog", "position": "set"}, "Unifrog"], "hand": ["Gemini Elf"]},
            "opp": {"monsters": ["Summoned Skull", "Gemini Elf", {"card": "Mystical Elf", "position": "set"}]},
        },
        "rulebook-2009",
    )
    act(duel, 0, Verb.FLIP_SUMMON, "Flip Flop Frog")
    return until(duel, "cards", "tohand")


def deck_search() -> Table:
    """Reinforcement of the Army looks for one of several equal Warriors in the Deck."""
    warriors = [
        "Marauding Captain",
        "D.D. Warrior Lady",
        "Marauding Captain",
        "Gemini Elf",
        "D.D. Warrior Lady",
        "Marauding Captain",
    ]
    duel = duel_at({"you": {"hand": ["Reinforcement of the Army", "Gemini Elf"], "deck": warriors}})
    act(duel, 0, Verb.ACTIVATE, "Reinforcement of the Army")
    return until(duel, "cards", "tohand")


POSITIONS: dict[str, Callable[[], Table]] = {
    made.__name__: made
    for made in (fusion_materials, ritual_tributes, yes_or_no, replay, full_zones, back_to_the_hand, deck_search)
}
