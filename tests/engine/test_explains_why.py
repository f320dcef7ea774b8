"""Why something is not possible, in one sentence with its rule: 40 samples, and questions real users asked (docs/reported-faults.md)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine import explain
from engine.action import Verb
from engine.rulebook import rule
from engine.vocab import Phase
from tests.engine.duels import starter
from tests.engine.test_refusals import played, told, why_not

LANGUAGES = ("en", "fr", "pt")
SKULL = {"you": {"hand": ["Summoned Skull"]}}
LUSTER = {"you": {"monsters": ["Luster Dragon"]}}
TO_BATTLE = {"you": "phase", "name": "battle"}
FULL = ["Kozaky"] * 5
S, T, A, P, N = Verb.SPECIAL_SUMMON, Verb.TRIBUTE_SUMMON, Verb.ACTIVATE, Verb.CHANGE_POSITION, Verb.NORMAL_SUMMON
BOMBER = {"card": "Link Spider", "zone": "EL"}

SAMPLES: list[tuple[dict[str, Any], list[dict[str, Any]], str, Verb, str, str]] = [
    (SKULL, [], "Summoned Skull", N, "summon.tribute.required_from_level_five", "is Level 5 or higher and needs a Tribute"),
    (SKULL, [], "Summoned Skull", T, "summon.tribute.level_five_six_one", "needs 1 Tribute"),
    ({"you": {"hand": ["Blue-Eyes White Dragon"]}}, [], "Blue-Eyes White Dragon", T, "summon.tribute.level_seven_plus_two", "2 Tributes"),
    ({"you": {"hand": ["Gemini Elf"], "monsters": ["Kozaky"]}}, [], "Gemini Elf", T, "summon.tribute.needs_a_reason", "no Tribute"),
    ({"you": {"hand": ["Gemini Elf", "Kozaky"]}}, [{"you": "normal summon", "card": "Kozaky"}], "Gemini Elf", N, "summon.normal.once_per_turn", "of this turn is used"),
    ({"you": {"hand": ["Black Luster Soldier"]}}, [], "Black Luster Soldier", N, "summon.normal.which_monsters", "cannot be Normal Summoned"),
    ({"you": {"hand": ["Gemini Elf"], "monsters": FULL}}, [], "Gemini Elf", N, "zone.full.cannot_play", "needs a free zone"),
    ({"you": {"hand": ["Mirror Force"]}}, [], "Mirror Force", A, "trap.must_be_set_first", "must be Set before"),
    ({"you": {"spells": ["Mirror Force"]}}, [], "Mirror Force", A, "trap.waits_for_its_condition", "has not just happened"),
    ({"you": {"spells": [{"card": "Jar of Greed", "this_turn": True}]}}, [], "Jar of Greed", A, "trap.not_on_set_turn", "was Set this turn"),
    ({"you": {"monsters": [{"card": "Cannon Soldier", "position": "set"}]}}, [], "Cannon Soldier", A, "monster.face_down.no_effect", "is face-down"),
    ({"you": {"hand": ["Dark Hole"]}, "turn": {"player": "opp"}}, [], "Dark Hole", A, "spell.own_main_phase", "your own Main Phase"),
    ({"you": {"spells": [{"card": "Mystical Space Typhoon", "this_turn": True}]}}, [], "Mystical Space Typhoon", A, "spell.quick_play.not_on_set_turn", "was Set this turn"),
    ({"you": {"hand": ["Mystical Space Typhoon"]}, "turn": {"player": "opp"}}, [], "Mystical Space Typhoon", A, "spell.quick_play.opponents_turn_if_set", "only if it was Set"),
    ({"you": {"spells": [{"card": "Gravity Bind", "face_up": True}]}}, [], "Gravity Bind", A, "spell.activation.announced_face_up", "already face-up"),
    ({"you": {"hand": ["Monster Reborn"]}}, [], "Monster Reborn", A, "term.target.chosen_on_activation", "no legal target"),
    ({"you": {"lp": 500, "hand": ["Brain Control"]}, "opp": {"monsters": ["Kozaky"]}}, [], "Brain Control", A, "cost.must_be_payable", "cannot pay the cost"),
    (LUSTER, [], "Luster Dragon", Verb.ATTACK, "phase.battle.four_steps", "your Battle Step"),
    (LUSTER | {"turn": {"player": "you", "number": 1}}, [], "Luster Dragon", Verb.ATTACK, "turn.first.no_battle_phase", "first turn"),
    ({"you": {"monsters": [{"card": "Luster Dragon", "position": "defense"}]}}, [TO_BATTLE], "Luster Dragon", Verb.ATTACK, "battle.attacker.face_up_attack_position", "face-up Attack Position"),
    (LUSTER | {"opp": {"monsters": ["Kozaky"]}}, [TO_BATTLE], "Luster Dragon", Verb.ATTACK, "battle.direct.not_past_monsters", "cannot attack directly"),
    (LUSTER, [{"you": "attack", "card": "Luster Dragon", "target": "direct"}, {"you": "pass all"}], "Luster Dragon", Verb.ATTACK, "battle.attacker.once_per_turn", "already attacked"),
    (LUSTER | {"opp": {"spells": [{"card": "Gravity Bind", "face_up": True}]}}, [TO_BATTLE], "Luster Dragon", Verb.ATTACK, "precedence.card_text_over_rules", "Gravity Bind forbids"),
    ({"you": {"hand": ["Gemini Elf"]}}, [{"you": "normal summon", "card": "Gemini Elf"}, {"you": "pass all"}], "Gemini Elf", P, "position.turn_played.cannot_change", "came to the field this turn"),
    (LUSTER, [{"you": "change position", "card": "Luster Dragon"}], "Luster Dragon", P, "position.once_per_turn", "already changed this turn"),
    ({"you": {"hand": ["Gemini Elf"]}}, [{"you": "set", "card": "Gemini Elf"}], "Gemini Elf", Verb.FLIP_SUMMON, "summon.flip.not_on_the_turn_it_was_set", "was Set this turn"),
    (LUSTER, [], "Luster Dragon", Verb.FLIP_SUMMON, "summon.flip.to_face_up_attack", "face-down monster"),
    ({"you": {"extra": ["Stardust Dragon"], "monsters": ["Kozaky"]}}, [], "Stardust Dragon", S, "synchro.materials.tuner_plus_others", "no Tuner"),
    ({"you": {"extra": ["Stardust Dragon"], "monsters": ["Junk Synchron", "Kozaky"]}}, [], "Stardust Dragon", S, "synchro.levels_must_match_exactly", "do not add up to the Level"),
    ({"you": {"extra": ["Number 39: Utopia"], "monsters": ["Gemini Elf", "Kozaky"]}}, [], "Number 39: Utopia", S, "xyz.materials.same_level_as_rank", "of a Level equal to its Rank"),
    ({"you": {"extra": ["Decode Talker"], "monsters": ["Gemini Elf", "Kozaky"]}}, [], "Decode Talker", S, "link.summon.materials_equal_rating", "add up to its Link Rating"),
    ({"you": {"hand": ["Polymerization"]}}, [], "Polymerization", A, "fusion.needs_spell_and_listed_materials", "whose materials you have"),
    ({"you": {"hand": ["Black Luster Ritual"]}}, [], "Black Luster Ritual", A, "ritual.needs_spell_monster_and_tributes", "Ritual Monster in your hand"),
    ({"you": {"spells": [{"card": "Mandragon", "zone": "S1", "face_up": True}], "hand": ["Kozaky"]}}, [], "Mandragon", Verb.PENDULUM_SUMMON, "zone.pendulum.cards_there_are_spells", "in each of your two Pendulum Zones"),
    ({"you": {"hand": ["Flash Knight"], "spells": [{"card": "Dark Hole", "zone": "S1"}, {"card": "Dark Hole", "zone": "S5"}]}}, [], "Flash Knight", A, "zone.pendulum.outermost_spell_trap_zones", "are occupied"),
    ({"you": {"hand": ["Dark Hole"], "spells": ["Mirror Force"] * 5}}, [], "Dark Hole", Verb.SET, "spell_trap.set.needs_a_free_place", "Zones are full"),
    ({"you": {"hand": ["Kozaky"]}, "turn": {"player": "opp"}}, [], "Kozaky", N, "priority.opponent_waits", "not your decision"),
    ({"you": {"hand": ["Kozaky"]}, "turn": {"player": "opp"}}, [], "Kozaky", N, "phase.main.actions", "your own Main Phase"),
    ({"you": {"hand": ["Chaos Sorcerer"]}}, [], "Chaos Sorcerer", A, "card.effect.only_in_its_places", "only while the card is face-up on the field"),
    ({"you": {"monsters": ["Sangan"]}}, [], "Sangan", A, "monster.trigger.at_its_moment", "at its own moment"),
    ({"you": {"monsters": ["Performapal Whip Snake"]}}, [{"you": "activate", "card": "Performapal Whip Snake"}, {"you": "pass all"}], "Performapal Whip Snake", A, "limit.soft.per_card_while_there", "already used the effect"),
    ({"you": {"hand": ["Pot of Duality", "Cyber Dragon"], "deck": ["Kozaky"] * 4}, "opp": {"monsters": ["Kozaky"]}}, [{"you": "special summon", "card": "Cyber Dragon"}, {"you": "choose", "position": "attack"}, {"you": "pass all"}], "Pot of Duality", A, "limit.oath.looks_both_ways", "what you have already done this turn"),
    ({"you": {"monsters": [BOMBER]}}, [], "Link Spider", P, "link.no_defense_position", "never in Defense Position"),
    ({"you": {"hand": ["Hand Destruction", "Kozaky"]}}, [], "Hand Destruction", A, "card.text.follow_instructions", "only if there are at least 2 cards in your hand"),
]  # fmt: skip


@pytest.mark.parametrize("sample", SAMPLES, ids=[f"{one[4]}-{number}" for number, one in enumerate(SAMPLES)])
def test_a_refusal_names_its_rule_and_what_that_says(sample: tuple[Any, ...]) -> None:
    given, steps, name, verb, wanted, words = sample
    duel = played(given, *steps, ruleset="advanced")
    refusals = [refusal for refusal in why_not(duel, 0, name, verb) if refusal.rule == wanted]
    assert len(refusals) == 1
    assert words in refusals[0].sentence("en")
    clause = rule(wanted)
    for language in LANGUAGES:
        sentence = refusals[0].sentence(language)
        assert re.fullmatch(r"[^.{}]+\.", sentence), "one sentence, nothing left open"
        assert clause.title.get(language), f"{wanted} has no title in {language}"
        assert clause.text.get(language), f"{wanted} is not told in {language}"
    assert len({refusals[0].sentence(language) for language in LANGUAGES}) == 3


def test_there_are_forty_samples_of_different_rules() -> None:
    assert len(SAMPLES) >= 40
    assert len({one[4] for one in SAMPLES}) >= 40


# ----- questions asked in public of programs that were right -----------------------------------------------------

SILLVA = "Sillva, Warlord of Dark World"
FILLED = {"deck": ["Kuriboh"] * 4}


def test_why_a_dark_world_monster_stays_in_the_graveyard() -> None:
    """ygopro#235: the hand limit is no effect, and Hand Destruction sends and does not discard."""
    limit = played({"you": {"hand": [SILLVA, *["Kozaky"] * 6]}}, {"you": "end turn"}, {"you": "choose", "card": SILLVA}, ruleset="advanced")  # fmt: skip
    assert limit.log is not None
    assert f"{SILLVA}: hand → Graveyard (hand limit)." in limit.log.lines(0, "en")
    sent = played(
        {"you": {"hand": ["Hand Destruction", SILLVA, "Kozaky"], **FILLED}, "opp": {"hand": ["Kozaky"] * 2, **FILLED}},
        {"you": "activate", "card": "Hand Destruction"},
        {"you": "pass all"},
        ruleset="advanced",
    )
    assert sent.log is not None
    assert f"{SILLVA}: hand → Graveyard (effect of Hand Destruction)." in sent.log.lines(0, "en")
    plays = {language: explain(starter()[SILLVA], language) or [] for language in LANGUAGES}
    assert "is discarded to the Graveyard (by an effect)" in plays["en"][0]
    assert all(len(paragraphs) == 2 for paragraphs in plays.values())
    assert all("discard" not in paragraph for paragraph in explain(starter()["Hand Destruction"], "en") or [""])


def test_why_nothing_can_be_summoned_after_scapegoat() -> None:
    """Auz/Bug#54: whoever activated Scapegoat may not Summon other monsters this turn."""
    duel = played(
        {"you": {"hand": ["Gemini Elf", "Scapegoat"]}},
        {"you": "activate", "card": "Scapegoat"},
        {"you": "pass all"},
        ruleset="advanced",
    )
    refusals = why_not(duel, 0, "Gemini Elf", Verb.NORMAL_SUMMON)
    assert [told(refusals, language) for language in LANGUAGES] == [
        ["The effect of Scapegoat forbids this."],
        ["L’effet de la carte «\u00a0Scapegoat\u00a0» l’interdit."],
        ["O efeito de Scapegoat proíbe isso."],
    ]


@pytest.mark.parametrize(
    ("extra", "monsters", "wanted"),
    [
        ("Decode Talker", ["Gemini Elf", "Kozaky"], "link.summon.materials_equal_rating"),
        ("Number 39: Utopia", ["Gemini Elf", {"card": "Celtic Guardian", "position": "set"}], "xyz.materials.same_level_as_rank"),
        ("Number 39: Utopia", ["Gemini Elf", "Kozaky"], "xyz.materials.same_level_as_rank"),
        ("Number 39: Utopia", ["Gemini Elf"], "xyz.materials.same_level_as_rank"),
    ],
)  # fmt: skip
def test_why_materials_do_not_do(extra: str, monsters: list[Any], wanted: str) -> None:
    """edopro#260 and ygopro#321: a Link Monster's rating, an Xyz Monster's Rank, number and face-up monsters."""
    duel = played({"you": {"extra": [extra], "monsters": monsters}}, ruleset="advanced")
    refusals = why_not(duel, 0, extra, Verb.SPECIAL_SUMMON)
    assert [refusal.rule for refusal in refusals] == [wanted]
    assert all("face-up monsters" in sentence for sentence in told(refusals))


@pytest.mark.parametrize(("card", "deck", "least"), [("Pot of Duality", 2, 3), ("Pot of Greed", 1, 2)])
def test_why_a_card_needs_a_larger_deck(card: str, deck: int, least: int) -> None:
    """ygopro#1802: so many cards have to be in the Deck."""
    duel = played({"you": {"hand": [card], "deck": ["Kozaky"] * deck}}, ruleset="advanced")
    refusals = why_not(duel, 0, card, Verb.ACTIVATE)
    assert [refusal.rule for refusal in refusals] == ["card.activation.would_do_nothing"]
    assert told(refusals) == [f"{card} needs at least {least} cards in your Deck."]
    assert told(refusals, "fr") == [f"{card} demande au moins {least} cartes dans votre Deck."]
    assert told(refusals, "pt") == [f"{card} precisa de pelo menos {least} cartas no seu Deck."]


def test_why_a_card_needs_others_in_the_hand() -> None:
    """ygopro#377: the part of the condition that is not met is told, not only that one is not."""
    duel = played({"you": {"hand": ["Hand Destruction", "Kozaky"]}, "opp": {"hand": ["Kozaky"] * 2}}, ruleset="advanced")
    refusals = why_not(duel, 0, "Hand Destruction", Verb.ACTIVATE)
    assert told(refusals) == [
        "Hand Destruction can be used only if there are at least 2 cards in your hand other than this card."
    ]
    assert "votre main" in told(refusals, "fr")[0]
    assert "sua mão" in told(refusals, "pt")[0]


def test_a_condition_that_hangs_on_the_phase_is_told_as_one() -> None:
    duel = played({"you": {"monsters": ["Gear Golem the Moving Fortress"]}}, TO_BATTLE, {"you": "phase", "name": "main2"}, ruleset="advanced")  # fmt: skip
    assert duel.state.phase is Phase.MAIN2
    refusals = why_not(duel, 0, "Gear Golem the Moving Fortress", Verb.ACTIVATE)
    assert any("only if" in sentence and "Main Phase 1" in sentence for sentence in told(refusals))


def test_whose_monster_inflicts_shared_damage_is_seen_in_the_log() -> None:
    """ygopro#1871: a doubling is for what the monster inflicts itself, and both players take what is shared."""
    duel = played(
        {"you": {"hand": ["Double-Edged Sword"], "monsters": ["Luster Dragon"]}, "opp": {"monsters": ["Blue-Eyes Ultimate Dragon"]}},
        {"you": "activate", "card": "Double-Edged Sword", "targets": ["Luster Dragon"]},
        {"you": "attack", "card": "Luster Dragon", "target": "Blue-Eyes Ultimate Dragon"},
        {"you": "pass all"},
        ruleset="advanced",
    )  # fmt: skip
    assert duel.log is not None
    lines = [line for line in duel.log.lines(0, "en") if "600" in line]
    assert len(lines) == 2
