"""Positions with a move the computer player must make, or must not make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.action import Action, Verb
from engine.ai.agent import make_agent
from engine.ai.measure import Measure
from engine.duel import Duel
from engine.notation.position import Builder
from engine.rulesets import read_ruleset
from engine.vocab import Zone
from tests.engine.duels import starter


def position(you: dict[str, Any], opp: dict[str, Any], phase: str = "main1", player: str = "you", number: int = 5) -> Duel:
    given = {"turn": {"player": player, "number": number, "phase": phase}, "you": you, "opp": opp}
    return Builder(read_ruleset("advanced"), starter().get).build(given)


def name(duel: Duel, token: int | None) -> str:
    return "" if token is None else duel.state.cards[duel.state.by_token[token]].printed.name


def played(duel: Duel, most: int = 60) -> Iterator[tuple[Verb, str, str]]:
    """Let the computer player go on alone, and yield what it does until the other player has to choose something."""
    agent = make_agent("script", 1)
    for _ in range(most):
        decision = duel.decision
        if decision is None:
            return
        actions = list(duel.options(decision.player))
        if decision.player == 1:
            if decision.kind != "respond":
                return
            duel.apply(1, Action(Verb.PASS))
            continue
        chosen = actions[0] if len(actions) == 1 else agent.choose(duel, 0, actions)
        yield chosen.verb, name(duel, chosen.card), name(duel, chosen.target) or (chosen.value or "")
        duel.apply(0, chosen)


def test_it_wins_when_it_can() -> None:
    duel = position(
        {"monsters": ["Gemini Elf", "Luster Dragon"], "hand": ["Fissure"]},
        {"lp": 3700, "monsters": [{"card": "Mystical Elf", "position": "defense"}], "hand": ["Gemini Elf"]},
    )
    list(played(duel))
    assert duel.winner == 0


def test_it_burns_for_the_last_life_points_and_not_before() -> None:
    for lp, expected in ((1000, True), (8000, False)):
        duel = position(
            {"hand": ["Tremendous Fire"], "lp": 1500, "monsters": [{"card": "Mystical Elf", "position": "defense"}]},
            {"lp": lp, "monsters": ["Gemini Elf"]},
        )
        list(played(duel))
        assert (duel.winner == 0) is expected


def test_it_does_not_attack_what_is_stronger() -> None:
    duel = position(
        {"monsters": ["Gemini Elf"]}, {"monsters": ["Frostosaurus", {"card": "Mystical Elf", "position": "defense"}]}
    )
    assert Verb.ATTACK not in [verb for verb, *_ in played(duel)]


def test_it_turns_a_threatened_monster_to_defense() -> None:
    duel = position({"monsters": ["Mystical Elf"]}, {"monsters": ["Frostosaurus"], "hand": ["Gemini Elf"]})
    assert (Verb.CHANGE_POSITION, "Mystical Elf", "") in list(played(duel))


def test_each_attacker_takes_what_it_can() -> None:
    duel = position(
        {"monsters": ["Frostosaurus", "Gemini Elf"]},
        {"monsters": ["Alexandrite Dragon", "7 Colored Fish"]},
    )
    attacks = {card: target for verb, card, target in played(duel) if verb is Verb.ATTACK}
    assert attacks == {"Frostosaurus": "Alexandrite Dragon", "Gemini Elf": "7 Colored Fish"}


def test_it_equips_its_own_monster_and_only_when_that_helps() -> None:
    duel = position(
        {"monsters": ["Gemini Elf"], "hand": ["Axe of Despair"]}, {"monsters": ["Frostosaurus"], "hand": ["Gemini Elf"]}
    )
    moves = list(played(duel))
    assert (Verb.ACTIVATE, "Axe of Despair", "") in moves
    assert (Verb.ATTACK, "Gemini Elf", "Frostosaurus") in moves
    alone = position({"monsters": ["Gemini Elf"], "hand": ["Axe of Despair"]}, {}, number=1)
    assert Verb.ACTIVATE not in [verb for verb, *_ in played(alone)]


def test_it_does_not_clear_the_field_when_only_its_own_monsters_are_there() -> None:
    duel = position({"monsters": ["Gemini Elf"], "hand": ["Dark Hole"]}, {"hand": ["Gemini Elf"]})
    assert (Verb.ACTIVATE, "Dark Hole", "") not in list(played(duel))


def test_it_pays_a_tribute_for_what_beats_the_other_side_and_not_for_less() -> None:
    good = position({"monsters": ["Mystical Elf"], "hand": ["Frostosaurus"]}, {"monsters": ["Alexandrite Dragon"]})
    assert (Verb.TRIBUTE_SUMMON, "Frostosaurus", "") in list(played(good))
    bad = position({"monsters": ["Frostosaurus"], "hand": ["Frostosaurus"]}, {"monsters": ["Gemini Elf"]})
    assert Verb.TRIBUTE_SUMMON not in [verb for verb, *_ in played(bad)]


def test_it_keeps_its_trap_for_an_attack_that_hurts() -> None:
    duel = position(
        {"spells": ["Mirror Force"], "monsters": [{"card": "Mystical Elf", "position": "defense"}]},
        {"monsters": ["Frostosaurus", "Gemini Elf"]},
        phase="battle",
        player="opp",
        number=6,
    )
    while duel.decision is not None and duel.decision.kind == "respond":
        duel.apply(duel.decision.player, Action(Verb.PASS))
    field = {card.printed.name: card.token for card in duel.state.cards if card.zone is Zone.MONSTER}
    duel.apply(1, Action(Verb.ATTACK, field["Frostosaurus"], target=field["Mystical Elf"]))
    list(played(duel))
    assert all(card.zone is Zone.GY for card in duel.state.cards if card.printed.name == "Frostosaurus")


def test_it_does_not_draw_from_a_deck_that_runs_out() -> None:
    thin = position({"hand": ["Pot of Greed"], "deck": ["Gemini Elf"] * 2}, {"monsters": [{"card": "Mystical Elf"}]})
    assert (Verb.ACTIVATE, "Pot of Greed", "") not in list(played(thin))
    full = position({"hand": ["Pot of Greed"], "deck": ["Gemini Elf"] * 20}, {"monsters": [{"card": "Mystical Elf"}]})
    assert next(played(full)) == (Verb.ACTIVATE, "Pot of Greed", "")


def test_it_activates_what_works_again_and_again_before_it_summons() -> None:
    duel = position(
        {"hand": ["Blackwing - Bora the Spear", "Black Whirlwind"], "deck": ["Blackwing - Gale the Whirlwind"] * 8}, {}
    )
    verbs = [(verb, card) for verb, card, _ in played(duel)]
    assert verbs[0] == (Verb.ACTIVATE, "Black Whirlwind")
    assert (Verb.NORMAL_SUMMON, "Blackwing - Bora the Spear") in verbs


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_position_gives_the_same_choice(seed: int) -> None:
    choices = set()
    for _ in range(3):
        duel = position({"monsters": ["Gemini Elf"], "hand": ["Luster Dragon", "Fissure"]}, {"monsters": ["Frostosaurus"]})
        choices.add(make_agent("script", seed).choose(duel, 0, list(duel.options(0))))
    assert len(choices) == 1


def test_the_first_monster_of_a_hand_is_worth_more_than_one_more_trap() -> None:
    hand = ["Mirror Force", "Trap Hole", "Dimensional Prison", "Gemini Elf"]
    duel = position({"hand": hand}, {})
    cards = [duel.state.cards[uid] for uid in duel.state.players[0].hand]
    measure = Measure(duel.state, 0)
    assert measure.hand([*cards[:2], cards[3]]) > measure.hand(cards[:3])
