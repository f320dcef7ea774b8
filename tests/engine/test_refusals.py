"""What "why not?" names: the places an effect works in, the card that forbids, and the first turn without a Battle Phase."""

from __future__ import annotations

from typing import Any

import pytest

from engine.action import Action, Verb
from engine.duel import Duel
from engine.effects.tree import Property, Static, Until, Who
from engine.notation.command import card_finder
from engine.notation.scenario import Run
from engine.procedures.moving import to_pile
from engine.refusal import Refusal
from engine.rulesets import in_force, read_ruleset
from engine.state.records import Lingering
from engine.vocab import Zone
from tests.engine.duels import random_duel

FORBIDS = "precedence.card_text_over_rules"
PLACES = "card.effect.only_in_its_places"


def played(given: dict[str, Any], *steps: dict[str, Any], ruleset: str = "goat-2005") -> Duel:
    run = Run({"given": given, "steps": list(steps)}, read_ruleset(ruleset), card_finder().get)
    run.play()
    return run.duel


def why_not(duel: Duel, player: int, name: str, verb: Verb, effect: int | None = None) -> list[Refusal]:
    """Return the reasons against the first way of doing that with the first card of that name."""
    card = next(card for card in duel.state.cards if card.printed.name == name)
    for action, refusals in duel.why_not(player, card.token).items():
        if action.verb is verb and effect in (None, action.effect):
            return refusals
    raise AssertionError(f"{name} is not asked for {verb}")


def told(refusals: list[Refusal], language: str = "en") -> list[str]:
    return [refusal.sentence(language) for refusal in refusals]


@pytest.mark.parametrize(("name", "ruleset"), [("Chaos Sorcerer", "goat-2005"), ("Dark Armed Dragon", "rulebook-2009")])
def test_an_effect_in_the_wrong_place_says_where_it_works(name: str, ruleset: str) -> None:
    duel = played({"you": {"hand": [name]}}, ruleset=ruleset)
    refusals = why_not(duel, 0, name, Verb.ACTIVATE, 1)
    assert [refusal.rule for refusal in refusals] == [PLACES]
    assert told(refusals) == [f"This effect of {name} works only while the card is face-up on the field."]
    assert told(refusals, "fr") == [f"Cet effet de {name} ne fonctionne que tant que la carte est face recto sur le Terrain."]
    assert told(refusals, "pt") == [f"Este efeito de {name} só funciona enquanto o card está com a face para cima no campo."]


def test_an_effect_of_the_graveyard_and_used_spells_and_traps_say_their_places() -> None:
    duel = played({"you": {"monsters": ["Treeborn Frog"], "gy": ["Pot of Greed", "Mirror Force"], "hand": ["Sangan"]}})
    assert told(why_not(duel, 0, "Pot of Greed", Verb.ACTIVATE))[-1] == (
        "This effect of Pot of Greed works only while the card is in the hand or Set on the field."
    )
    assert told(why_not(duel, 0, "Mirror Force", Verb.ACTIVATE))[-1] == (
        "This effect of Mirror Force works only while the card is Set on the field."
    )
    assert PLACES not in [refusal.rule for refusal in why_not(duel, 0, "Sangan", Verb.ACTIVATE)]


def test_places_join_in_every_language() -> None:
    both = Refusal(PLACES, {"card": "Sangan", "place": "hand/gy"})
    assert told([both]) == ["This effect of Sangan works only while the card is in the hand or in the Graveyard."]
    assert told([both], "pt")[0].endswith("na mão ou no Cemitério.")
    assert "{" not in Refusal(PLACES, {"card": "Sangan"}).sentence("fr")


@pytest.mark.parametrize(
    ("given", "steps", "asked", "by"),
    [
        (
            {"you": {"spells": ["Mirror Force"]}, "opp": {"monsters": ["Jinzo"]}},
            (),
            ("Mirror Force", Verb.ACTIVATE),
            "Jinzo",
        ),
        (
            {
                "you": {"hand": ["Chaos Sorcerer"], "gy": ["Mystical Elf", "Kozaky"]},
                "opp": {"monsters": ["Kycoo the Ghost Destroyer"]},
            },
            (),
            ("Chaos Sorcerer", Verb.SPECIAL_SUMMON),
            "Kycoo the Ghost Destroyer",
        ),
        (
            {"you": {"monsters": ["Luster Dragon"]}, "opp": {"spells": [{"card": "Gravity Bind", "face_up": True}]}},
            ({"you": "phase", "name": "battle"},),
            ("Luster Dragon", Verb.ATTACK),
            "Gravity Bind",
        ),
        (
            {"you": {"monsters": ["Luster Dragon"]}, "opp": {"monsters": ["Marauding Captain", "Gemini Elf"]}},
            ({"you": "phase", "name": "battle"},),
            ("Luster Dragon", Verb.ATTACK),
            "",
        ),
    ],
)
def test_the_card_that_forbids_is_named(
    given: dict[str, Any], steps: tuple[Any, ...], asked: tuple[str, Verb], by: str
) -> None:
    duel = played(given, *steps)
    refusals = [refusal for refusal in why_not(duel, 0, *asked) if refusal.rule == FORBIDS]
    if not by:
        assert refusals == []  # The first way is a direct attack, which nothing but the monsters there keeps away.
        return
    assert told(refusals) == [f"The effect of {by} forbids this."]
    assert told(refusals, "fr") == [f"L’effet de la carte «\u00a0{by}\u00a0» l’interdit."]
    assert told(refusals, "pt") == [f"O efeito de {by} proíbe isso."]


def test_every_card_that_forbids_is_named_once() -> None:
    spells = [{"card": "Gravity Bind", "face_up": True}, {"card": "Swords of Revealing Light", "face_up": True}]
    duel = played({"you": {"monsters": ["Luster Dragon"]}, "opp": {"spells": spells}}, {"you": "phase", "name": "battle"})
    names = [one.facts["by"] for one in why_not(duel, 0, "Luster Dragon", Verb.ATTACK) if one.rule == FORBIDS]
    assert sorted(map(str, names)) == ["Gravity Bind", "Swords of Revealing Light"]


def test_what_forbids_is_not_named_once_it_is_out_of_sight() -> None:
    """As if the effect had been applied by a card that has gone back to the Deck."""
    duel = played({"you": {"hand": ["Luster Dragon"]}, "opp": {"spells": [{"card": "Scapegoat", "face_up": True}]}})
    goats, dragon = (next(c for c in duel.state.cards if c.printed.name == name) for name in ("Scapegoat", "Luster Dragon"))
    static = Static(Property.CANNOT_SUMMON, player=Who.EITHER)
    duel.state.lingering.append(Lingering(static, 0, goats.uid, None, 0, Until.END_OF_TURN, duel.state.turn, 1))
    summon = Action(Verb.NORMAL_SUMMON, dragon.token)
    assert told(duel.reasons(0, summon)) == ["The effect of Scapegoat forbids this."]
    to_pile(duel.state, goats, Zone.DECK)
    assert told(duel.reasons(0, summon)) == ["A card effect forbids this."]


def test_the_first_turn_has_no_battle_phase_to_attack_in() -> None:
    given = {"turn": {"player": "you", "number": 1}, "you": {"monsters": ["Luster Dragon"]}}
    first = why_not(played(given, ruleset="advanced"), 0, "Luster Dragon", Verb.ATTACK)
    assert first[0].rule == "turn.first.no_battle_phase"
    later = why_not(
        played(given | {"turn": {"player": "you", "number": 3}}, ruleset="advanced"), 0, "Luster Dragon", Verb.ATTACK
    )
    assert later[0].rule == "phase.battle.four_steps"
    free = why_not(played(given, ruleset="classic"), 0, "Luster Dragon", Verb.ATTACK)
    assert free[0].rule == "phase.battle.four_steps"


def test_no_refusal_of_whole_duels_names_a_card_the_player_does_not_know() -> None:
    named: set[str] = set()
    looks = 0

    def look(duel: Duel) -> None:
        nonlocal looks
        looks += 1
        if looks % 4:
            return
        decision = duel.decision
        assert decision is not None
        public = {
            card.printed.name
            for card in duel.state.cards
            if card.seen >> decision.player & 1 or (card.face_up and card.zone not in ("deck", "hand", "extra"))
        }
        for action in duel.candidates(decision.player):
            for refusal in duel.reasons(decision.player, action):
                assert "{" not in refusal.sentence("fr")
                if "by" in refusal.facts:
                    named.add(str(refusal.facts["by"]))
                    assert refusal.facts["by"] in public

    for seed in range(6, 30):
        random_duel("goat-2005", seed, look=look, most=400)
        if seed > 8 and len(named) > 2:
            break
    assert len(named) > 2


@pytest.mark.parametrize("ruleset", ["rulebook-2009", "goat-2005", "advanced"])
def test_a_refusal_names_a_rule_that_is_in_force(ruleset: str) -> None:
    held = in_force(read_ruleset(ruleset))
    told: set[str] = set()

    def look(duel: Duel) -> None:
        decision = duel.decision
        if decision is not None and decision.kind in ("open", "battle", "respond") and len(told) < 40:
            for action in duel.candidates(decision.player):
                told.update(refusal.rule for refusal in duel.reasons(decision.player, action))

    random_duel(ruleset, 5, look=look, most=70)
    assert len(told) > 15
    # The Decks hold all kinds of cards, those too that a ruleset does not know: their own rules go with them.
    kinds = ("synchro.", "xyz.", "link.", "pendulum.")
    assert [rule_id for rule_id in sorted(told - held) if not rule_id.startswith(kinds)] == []


@pytest.mark.rule("timing.open_state.actions_that_need_it", refused=True)
def test_what_needs_an_open_state_waits_while_something_can_be_answered() -> None:
    duel = played({"you": {"hand": ["Gemini Elf", "Luster Dragon", "Dark Hole"], "monsters": ["Kozaky"]}}, ruleset="goat-2005")
    tokens = {card.printed.name: card.token for card in duel.state.cards if card.token}
    duel.apply(0, Action(Verb.NORMAL_SUMMON, tokens["Gemini Elf"]))
    assert duel.decision is not None
    assert (duel.decision.player, duel.decision.kind) == (0, "respond")
    for verb, name in ((Verb.NORMAL_SUMMON, "Luster Dragon"), (Verb.SET, "Dark Hole"), (Verb.CHANGE_POSITION, "Kozaky")):
        refusal = duel.check(0, Action(verb, tokens[name]))
        assert refusal is not None
        assert refusal.rule == "timing.open_state.actions_that_need_it"


@pytest.mark.rule("battle.declare.attacker_and_target", refused=True)
def test_an_own_monster_is_no_target_of_an_attack() -> None:
    duel = played(
        {"you": {"monsters": ["Luster Dragon", "Gemini Elf"]}, "opp": {"monsters": ["Kozaky"]}},
        {"you": "phase", "name": "battle"},
    )
    tokens = {card.printed.name: card.token for card in duel.state.cards if card.token}
    refusal = duel.check(0, Action(Verb.ATTACK, tokens["Luster Dragon"], target=tokens["Gemini Elf"]))
    assert refusal is not None
    assert refusal.rule == "battle.declare.attacker_and_target"
    assert duel.legal(0, Action(Verb.ATTACK, tokens["Luster Dragon"], target=tokens["Kozaky"]))


@pytest.mark.rule("duel.unknown_card", refused=True)
def test_only_cards_in_sight_can_be_pointed_at() -> None:
    duel = played({"you": {"hand": ["Gemini Elf"]}, "opp": {"hand": ["Sangan"], "monsters": ["Kozaky"]}})
    hidden = next(card for card in duel.state.cards if card.printed.name == "Sangan")
    for token in (hidden.token, 99_999):
        refusal = duel.check(0, Action(Verb.NORMAL_SUMMON, token))
        assert refusal is not None
        assert refusal.rule == "duel.unknown_card"
        assert "Sangan" not in refusal.sentence("en")


@pytest.mark.rule("duel.not_an_answer", refused=True)
def test_a_question_takes_only_what_it_offers() -> None:
    duel = played({"you": {"hand": ["Cyber Dragon", "Gemini Elf"]}, "opp": {"monsters": ["Kozaky"]}})
    tokens = {card.printed.name: card.token for card in duel.state.cards if card.token}
    duel.apply(0, Action(Verb.SPECIAL_SUMMON, tokens["Cyber Dragon"], 0))
    assert duel.decision is not None
    assert duel.decision.kind == "position"
    for action in (Action(Verb.CHOOSE, value="sideways"), Action(Verb.NORMAL_SUMMON, tokens["Gemini Elf"]), Action(Verb.PASS)):
        refusal = duel.check(0, action)
        assert refusal is not None
        assert refusal.rule == "duel.not_an_answer"
    assert duel.legal(0, Action(Verb.CHOOSE, value="attack"))
