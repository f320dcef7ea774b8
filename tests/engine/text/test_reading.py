"""Sentences in the wording of cards, and what they mean as nodes; made-up cards, no printed texts."""

from __future__ import annotations

import pytest

from engine.cards.prelude import (
    BY_NORMAL_SUMMON,
    DECK,
    GY,
    HAND,
    IT,
    MONSTER,
    OPPONENT,
    TARGET,
    THIS,
    YOU,
    Apply,
    Banish,
    Card,
    Count,
    Damage,
    Destroy,
    Draw,
    Effect,
    EffectKind,
    Event,
    Filter,
    Happening,
    Joint,
    Limit,
    PayCards,
    PayLP,
    Property,
    Scope,
    Select,
    SpecialSummon,
    Stat,
    Static,
    Step,
    Timing,
    ToHand,
    Until,
    Zone,
)
from engine.facts import CardFacts
from engine.text import compile_card
from engine.vocab import Ability, CardKind, Frame, MonsterType, SpellTrapIcon


def monster(text: str, *abilities: Ability) -> CardFacts:
    return CardFacts(
        1,
        1,
        None,
        {"en": "Made Up"},
        CardKind.MONSTER,
        Frame.EFFECT,
        abilities=(Ability.EFFECT, *abilities),
        texts={"en": text},
    )


def spell(text: str, icon: SpellTrapIcon = SpellTrapIcon.NORMAL) -> CardFacts:
    return CardFacts(1, 1, None, {"en": "Made Up"}, CardKind.SPELL, Frame.SPELL, icon=icon, texts={"en": text})


def trap(text: str, icon: SpellTrapIcon = SpellTrapIcon.NORMAL) -> CardFacts:
    return CardFacts(1, 1, None, {"en": "Made Up"}, CardKind.TRAP, Frame.TRAP, icon=icon, texts={"en": text})


def compiled(facts: CardFacts) -> Card:
    result = compile_card(facts)
    assert result.card is not None, result.unread
    return result.card


def only(facts: CardFacts) -> Effect:
    (effect,) = compiled(facts).effects
    return effect


def test_a_spell_with_a_cost_and_a_step_that_hangs_on_the_first() -> None:
    effect = only(spell("Pay 700 LP; destroy all monsters your opponent controls, and if you do, draw 1 card."))
    assert effect.kind is EffectKind.ACTIVATION
    assert effect.cost == (PayLP(700),)
    everyone = Select(Filter(zones=MONSTER, who=OPPONENT), every=True)
    assert effect.body == (Step(Destroy(everyone)), Step(Draw(1), Joint.IF_YOU_DO))


def test_when_can_miss_its_timing_and_if_cannot() -> None:
    text = "{} this card is Normal Summoned: You can add 1 Level 3 or lower Fish monster from your Deck to your hand."
    effect = only(monster(text.format("When")))
    assert (effect.kind, effect.optional, effect.timing) == (EffectKind.TRIGGER, True, Timing.WHEN)
    assert effect.event == Event(Happening.SUMMONED, subject=THIS, summoned=BY_NORMAL_SUMMON)
    wanted = Filter(zones=DECK, who=YOU, kinds=(CardKind.MONSTER,), types=(MonsterType.FISH,), level_max=3)
    assert effect.body == (Step(ToHand(Select(wanted))),)
    assert only(monster(text.format("If"))).timing is Timing.IF


def test_without_you_can_a_trigger_is_compulsory() -> None:
    assert not only(monster("If this card is sent to the GY: Draw 2 cards.")).optional


def test_it_is_the_target_or_what_was_worked_on() -> None:
    effect = only(spell("Target 1 Spell/Trap your opponent controls; banish it."))
    assert effect.body == (Step(Banish(TARGET)),)
    assert compile_card(spell("Destroy it.")).card is None


def test_its_own_name_is_the_cards() -> None:
    effect = only(
        spell('Add 1 Zombie monster from your Deck to your hand, except "Made Up". You can only activate 1 "Made Up" per turn.')
    )
    (step,) = effect.body
    assert isinstance(step.do, ToHand)
    assert isinstance(step.do.what, Select)
    assert step.do.what.filter.none_of == (Filter(names=("Made Up",)),)
    assert effect.limit == Limit(Scope.ACTIVATE)


def test_a_cost_paid_with_the_card_says_where_it_is() -> None:
    effect = only(monster("You can discard this card; draw 1 card."))
    assert (effect.zones, effect.cost) == (HAND, (PayCards("discard", THIS),))
    effect = only(monster("(Quick Effect): You can banish this card from your GY; draw 1 card."))
    assert (effect.kind, effect.zones) == (EffectKind.QUICK, GY)


def test_each_effect_has_a_limit_of_its_own_and_one_effect_shares() -> None:
    text = "You can Tribute this card; draw 1 card. If this card is banished: Draw 1 card."
    assert compile_card(monster(text)).card is None, "being banished is no event yet"
    text = "You can pay 100 LP; draw 1 card. If this card is sent to the GY: You can draw 1 card. {}"
    each = compiled(monster(text.format('You can only use each effect of "Made Up" once per turn.')))
    assert [effect.limit for effect in each.effects] == [Limit(Scope.USE)] * 2
    shared = compiled(monster(text.format('You can only use 1 "Made Up" effect per turn, and only once that turn.')))
    assert [effect.limit for effect in shared.effects] == [Limit(Scope.USE, word="any")] * 2


def test_what_arrives_negated_is_so_from_its_arrival() -> None:
    effect = only(monster("You can target 1 monster in your GY; Special Summon it, but its effects are negated."))
    (step,) = effect.body
    assert isinstance(step.do, SpecialSummon)
    assert [static.property for static in step.do.applied] == [Property.NEGATED]


def test_continuous_words_of_monsters_and_of_spells_that_stay() -> None:
    made = compiled(monster("All Dragon monsters you control gain 400 ATK."))
    assert made.effects == ()
    assert made.statics == (
        Static(Property.ATK, Filter(zones=MONSTER, who=YOU, face_up=True, types=(MonsterType.DRAGON,)), value=400),
    )
    once = only(spell("All Dragon monsters you control gain 400 ATK."))
    (step,) = once.body
    assert isinstance(step.do, Apply)
    assert step.do.until is Until.ON_FIELD


def test_a_trap_in_the_graveyard_is_as_quick_as_a_trap() -> None:
    text = "When an opponent's monster declares an attack: Draw 1 card. You can banish this card from your GY; draw 1 card."
    assert [effect.kind for effect in compiled(trap(text)).effects] == [EffectKind.ACTIVATION, EffectKind.QUICK]
    assert [
        effect.kind for effect in compiled(spell("Draw 1 card. You can banish this card from your GY; draw 1 card.")).effects
    ] == [
        EffectKind.ACTIVATION,
        EffectKind.IGNITION,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Draw 1 card monster.",
        "Destroy 1 monster.",
        "Add 1 Fish monster to your hand.",
        "Special Summon 1 monster you control.",
        "Return 1 card from your hand to the hand.",
        "Target 1 monster on the field; draw 1 card.",
        "Pay 500 LP, draw 1 card.",
        "Draw 1 card. Gibberish follows here.",
        "",
    ],
)
def test_what_makes_no_sense_is_refused(text: str) -> None:
    assert compile_card(spell(text)).card is None


def test_a_refusal_shows_how_far_it_read() -> None:
    (unread,) = compile_card(spell("Draw 1 card, then jump twice.")).unread
    assert (unread.reason, unread.read) == ("unread", "Draw 1 card , then")


def test_points_of_a_list_are_effects_only_after_the_line_that_says_so() -> None:
    text = "{}\n\u25cf You can pay 100 LP; draw 1 card.\n\u25cf If this card is sent to the GY: You can draw 1 card."
    made = compiled(monster(text.format('You can only use each of the following effects of "Made Up" once per turn.')))
    assert [effect.limit for effect in made.effects] == [Limit(Scope.USE)] * 2
    assert compile_card(monster(text.format("Activate 1 of these effects."))).card is None


@pytest.mark.parametrize("ability", [Ability.UNION, Ability.GEMINI, Ability.SPIRIT, Ability.TOON])
def test_kinds_with_rules_of_their_own_are_not_guessed(ability: Ability) -> None:
    assert compile_card(monster("You can pay 100 LP; draw 1 card.", ability)).card is None


def test_an_answer_of_a_monster_is_quick() -> None:
    effect = only(
        monster(
            "When your opponent activates a monster effect (Quick Effect): You can discard this card; negate the activation."
        )
    )
    assert (effect.kind, effect.zones) == (EffectKind.QUICK, HAND)
    assert effect.event == Event(Happening.ACTIVATED, subject=Filter(kinds=(CardKind.MONSTER,)), player=OPPONENT)


def test_what_a_spell_that_stays_offers_when_it_is_activated_is_decided_at_resolution() -> None:
    text = "When this card is activated: You can add 1 Plant monster from your Deck to your hand."
    (effect,) = compiled(spell(text, SpellTrapIcon.CONTINUOUS)).effects
    assert effect.kind is EffectKind.ACTIVATION
    assert [step.optional for step in effect.body] == [True]
    assert compile_card(spell(text)).card is None, "a Normal Spell does not speak like that"


def test_a_lock_leaves_out_what_it_excepts() -> None:
    text = "Draw 1 card, also you cannot Special Summon from the Extra Deck for the rest of this turn, except Fish monsters."
    effect = only(spell(text))
    lock = effect.body[1].do
    assert isinstance(lock, Apply)
    assert lock.static.property is Property.CANNOT_SPECIAL
    assert lock.static.by is not None
    assert lock.static.by.zones == (Zone.EXTRA,)
    assert [found.types for found in lock.static.by.none_of] == [(MonsterType.FISH,)]


def test_values_are_read_of_the_card_that_was_worked_on() -> None:
    effect = only(
        spell("Destroy 1 face-up monster on the field, and if you do, inflict damage to your opponent equal to its ATK.")
    )
    assert effect.body[1].do == Damage(Stat(IT))
    effect = only(spell("Target 1 face-up monster on the field; its ATK becomes 0 until the end of this turn."))
    assert effect.body == (Step(Apply(Static(Property.SET_ATK, value=0), TARGET)),)


def test_options_of_a_spell_are_activations_that_share_the_limit_of_the_card() -> None:
    text = 'Activate 1 of these effects;\n\u25cf Draw 1 card.\n\u25cf Target 1 monster on the field; destroy it.\nYou can only activate 1 "Made Up" per turn.'
    made = compiled(spell(text))
    assert [effect.kind for effect in made.effects] == [EffectKind.ACTIVATION] * 2
    assert [effect.limit for effect in made.effects] == [Limit(Scope.ACTIVATE, word="card")] * 2
    assert compile_card(monster(text)).card is None
    one = "Activate 1 of these effects;\n\u25cf Draw 1 card."
    assert compile_card(spell(one)).card is None, "nothing to choose from"


def test_a_card_in_the_hand_that_is_sent_to_pay_works_from_the_hand() -> None:
    assert only(monster("You can send this card from your hand to the GY; draw 1 card.")).zones == HAND


def test_an_effect_in_the_graveyard_may_turn_on_its_own_card() -> None:
    effect = only(monster("If this card is sent to the GY: You can target 1 monster in your GY; banish it."))
    assert effect.targets[0].may_be_this
    paid = only(monster("You can banish this card from your GY, then target 1 monster in your GY; banish it."))
    assert not paid.targets[0].may_be_this


def test_what_is_counted_on_the_field_is_face_up() -> None:
    made = compiled(monster("This card gains 100 ATK for each Fish monster on the field."))
    (static,) = made.statics
    assert static.value == Count(Filter(zones=MONSTER, face_up=True, kinds=(), types=(MonsterType.FISH,)), 100)


def test_old_texts_that_do_not_tell_their_targets_are_not_guessed() -> None:
    assert compile_card(spell("Destroy 1 face-up monster on the field.")).card is None
    assert compile_card(spell("Destroy all face-up monsters on the field.")).card is not None


def test_a_summon_to_ones_own_field_is_no_summon_to_the_others() -> None:
    effect = only(monster("If a Fish monster is Special Summoned to your field: Draw 1 card."))
    assert effect.event is not None
    assert effect.event.subject == Filter(who=YOU, types=(MonsterType.FISH,))
