""" "Why not?" for every card, zone and button of positions from random duels: always an answer, in words, from what is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.action import Action, Verb
from engine.ai.checks import unseen
from engine.decks import CardIndex
from engine.duel import Duel
from engine.facts import read_starter
from engine.practice.practice_deck import practice_decks
from engine.procedures.options import PHASES, visible
from engine.refusal import Refusal
from engine.state.rng import Rng
from tests.engine.duels import choose, playable

LANGUAGES = ("en", "fr", "pt")
DECKS_OF = {
    "classic": "goat-2005",
    "rulebook-2009": "rulebook-2009",
    "br": "rulebook-2009",
    "goat-2005": "goat-2005",
    "master-rule-4": "advanced",
    "advanced": "advanced",
}
"""Each two-player ruleset, and the one whose practice Decks are played under it."""
ORDER = (
    ("duel.", "priority.opponent_waits"),
    (
        "phase.", "timing.open_state", "turn.", "spell.own_main_phase", "monster.ignition", "monster.trigger", "chain.",
        "summon.negation.window", "battle.damage_step",
    ),
    (
        "control.", "card.effect.only_in_its_places", "spell.quick_play", "spell.activation", "spell.may_be_set", "trap.must",
        "trap.not_on_set_turn", "monster.face_down", "gemini.", "position.change", "summon.flip.to", "battle.attacker.face_up",
        "summon.normal.face_up", "summon.set.face_down", "zone.misplaced_card", "link.no_defense",
    ),
    (
        "summon.normal.which", "summon.special.own", "summon.tribute.needs", "summon.tribute.required", "summon.flip.not_on",
        "pendulum.", "zone.pendulum.cards_there", "position.turn_played",
    ),
    ("limit.", "summon.normal.once", "position.once", "position.after_attack", "battle.attacker.once", "battle.replay"),
    (
        "precedence.", "trap.waits", "timing.response", "card.text", "summon.special.immune", "loop.",
    ),
    ("zone.", "spell_trap.set", "extra_deck.placement", "mr4."),
    ("cost.", "summon.tribute.level", "synchro.", "xyz.", "link.summon"),
    ("term.target", "battle.direct", "battle.declare", "fusion.", "ritual.", "union.", "card.activation"),
)  # fmt: skip
"""The stages in which reasons are told, by how their ids begin: whose decision, phase, place and face, how it is Summoned, limits,
conditions, zones, costs, targets and what there is to do."""
POSITIONS = 50
"""Of each ruleset: 300 together."""
ZONED = (Verb.NORMAL_SUMMON, Verb.TRIBUTE_SUMMON, Verb.SET, Verb.TRIBUTE_SET, Verb.SPECIAL_SUMMON, Verb.ACTIVATE)


def positions(ruleset: str, count: int) -> Iterator[Duel]:
    """Yield positions of random duels between the practice Decks, every seventh decision of them."""
    source = CardIndex(read_starter().cards)
    decks = [deck.duel_deck(source) for deck in practice_decks() if deck.ruleset == DECKS_OF[ruleset]]
    seed = found = 0
    while True:
        seed += 1
        duel = Duel.start(ruleset, decks if seed % 2 else decks[::-1], seed)
        rng = Rng(seed)
        for number in range(400):
            decision = duel.decision
            if decision is None:
                break
            if number % 7 == seed % 7:
                yield duel
                found += 1
                if found == count:
                    return
            duel.apply_legal(decision.player, choose(rng, list(duel.options(decision.player))))


def tried(duel: Duel, player: int) -> dict[Action, list[Refusal]]:
    """Return what is said of every verb with every card in sight, every zone it could be meant for, and every button."""
    asked = set(duel.candidates(player))
    asked |= {Action(Verb.PHASE, value=phase) for phase in PHASES}
    asked |= {replace(action, zone=zone) for action in asked if action.verb in ZONED for zone in (None, 2, 5)}
    found = {action: duel.reasons(player, action) for action in asked}
    for card in visible(duel.state, player):
        found |= duel.why_not(player, card.token)
    return found


def stage(rule: str) -> int:
    """Return when a reason is told; the longest beginning of its id decides."""
    found = [(len(start), number) for number, starts in enumerate(ORDER) for start in starts if rule.startswith(start)]
    assert found, f"{rule} has no place in the order of reasons"
    return max(found)[1]


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", DECKS_OF)
def test_every_verb_with_every_card_is_possible_or_refused_in_words(ruleset: str) -> None:
    rules: set[str] = set()
    said = 0
    for duel in positions(ruleset, POSITIONS):
        for player in (0, 1):
            offered = set(duel.options(player))
            for action, refusals in tried(duel, player).items():
                assert (not refusals) == duel.legal(player, action), (action, refusals)
                if action.zone is None:
                    assert (not refusals) == (action in offered), (action, refusals)
                assert len(set(map(str, refusals))) == len(refusals), f"told twice: {refusals}"
                stages = [stage(refusal.rule) for refusal in refusals]
                assert stages == sorted(stages), [refusal.rule for refusal in refusals]
                rules |= {refusal.rule for refusal in refusals}
                for refusal in refusals:
                    for language in LANGUAGES:
                        words = refusal.sentence(language)
                        assert words.endswith((".", "!", "?")), (refusal, language, words)
                        assert not any(odd in words for odd in ("{", "  ", "None")), (refusal, language, words)
                        said += 1
    assert len(rules) > 25, sorted(rules)
    assert said > 10_000


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", DECKS_OF)
def test_answers_to_why_not_are_the_same_whatever_is_hidden(ruleset: str) -> None:
    pool = playable()
    for number, duel in enumerate(positions(ruleset, POSITIONS)):
        for player in (0, 1):
            unseen(duel, player, number, pool)
