"""What a question and the undo button say, and in which order they offer things."""

from __future__ import annotations

import json
import math
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import Action, Verb
from marketplace.accounts.models import User
from marketplace.db import Database
from marketplace.duels import choices
from marketplace.duels.table import Table
from marketplace.duels.titles import cards_title
from marketplace.duels.undo import Step
from tests.marketplace.duels import positions
from tests.marketplace.duels.boards import html_of, mixed_table, page_of, reading
from tests.marketplace.duels.conftest import put
from tests.marketplace.duels.positions import deck_search, duel_at, full_zones, seated
from tests.marketplace.duels.tables import do

TITLES = {
    "fusion_materials": "Which materials for Blue-Eyes Ultimate Dragon?",
    "ritual_tributes": "Tribute what for Black Luster Soldier?",
    "yes_or_no": "Apply the next part of Dust Tornado?",
    "replay": "Replay: attack again?",
    "full_zones": "Your Main Phase: what will you do?",
    "back_to_the_hand": "Flip Flop Frog: return which cards to their owners' hands?",
    "deck_search": "Reinforcement of the Army: add which card from the Deck to the hand?",
}


@pytest.mark.parametrize("name", list(positions.POSITIONS))
@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_rare_questions_are_asked_in_words(starter_app: Flask, name: str, language: str) -> None:
    table = positions.POSITIONS[name]()
    asked = page_of(starter_app, table, language).question
    if language == "en":
        assert asked.title == TITLES[name]
    buttons = [*asked.choices, *([asked.last] if asked.last else [])]
    assert buttons
    assert len({one.label for one in buttons}) == len(buttons)
    assert all(one.label and "%(" not in one.label for one in buttons)
    assert asked.title in page_of(starter_app, table, language).question.title
    html_of(starter_app, table, language)


@pytest.mark.parametrize(
    ("reason", "zones", "most", "words"),
    [
        ("tohand", ("monster",), 1, "X: return which card to its owner's hand?"),
        ("tohand", ("monster", "gy"), 2, "X: return which cards to their owners' hands?"),
        ("tohand", ("gy",), 1, "X: add which card to the hand?"),
        ("tohand", ("deck",), 2, "X: add which cards from the Deck to the hand?"),
        ("add", ("deck",), 1, "X: add which card from the Deck to the hand?"),
        ("todeck", ("gy",), 1, "X: return what to the Deck?"),
        ("todeck", ("deck",), 1, "X: put what on top of the Deck?"),
        ("send", ("banished",), 1, "X: return what to the Graveyard?"),
        ("send", ("monster",), 1, "X: send what to the Graveyard?"),
    ],
)
def test_the_words_of_a_question_follow_from_where_its_cards_lie(
    starter_app: Flask, reason: str, zones: tuple[str, ...], most: int, words: str
) -> None:
    with reading(starter_app):
        prompt = {"reason": reason, "least": 1, "most": most, "cards": [{"zone": zone} for zone in zones]}
        assert cards_title(prompt, "X") == words


def test_no_verb_of_an_effect_is_without_words(starter_app: Flask) -> None:
    """Every step that picks cards asks with its own question."""
    from engine.effects import verbs
    from engine.effects.tree import Action as Step_

    def below(kind: type) -> list[type]:
        kinds: list[type] = list(kind.__subclasses__())
        for one in list(kinds):
            kinds += below(one)
        return kinds

    assert verbs
    picking = {one.__name__.lower() for one in below(Step_) if "selection" in vars(one)}
    assert {"tohand", "destroy", "banish"} <= picking
    with reading(starter_app):
        other = cards_title({"reason": "?", "least": 1, "most": 1, "cards": []}, "X")
        for reason in picking:
            assert cards_title({"reason": reason, "least": 1, "most": 1, "cards": [{"zone": "gy"}]}, "X") != other, reason


def test_equal_cards_of_the_deck_are_one_choice_without_a_place(starter_app: Flask) -> None:
    table = deck_search()
    asked = page_of(starter_app, table).question
    assert [one.label for one in asked.choices] == ["D.D. Warrior Lady (Deck)", "Marauding Captain (Deck)"]
    assert len(table.options()) == 5
    sent = {one.value for one in asked.choices}
    assert sent <= {choices.canonical(action) for action in table.options()}
    shown = html_of(starter_app, table)
    assert not re.search(r"Deck, no\.", shown)


def test_what_matters_most_is_offered_first(starter_app: Flask) -> None:
    table = seated(
        duel_at(
            {
                "you": {
                    "hand": ["Mystical Space Typhoon", "Gemini Elf", "Mirror Force", "Kozaky"],
                    "monsters": ["Luster Dragon"],
                },
                "opp": {"spells": ["Mirror Force"]},
            }
        )
    )
    verbs = [json.loads(one.value)["verb"] for one in page_of(starter_app, table).question.choices]
    order = ["normal_summon", "activate", "change_position", "set", "phase"]
    assert sorted(set(verbs), key=verbs.index) == order
    assert verbs == sorted(verbs, key=order.index)
    assert sum(verb == "set" for verb in verbs) == 4


def test_more_than_nine_options_tell_the_key_that_leads_on(starter_app: Flask) -> None:
    table = full_zones()
    asked = page_of(starter_app, table).question
    assert asked.more == (len(asked.choices) > 9)
    assert asked.more
    assert "the number keys for the next options" in html_of(starter_app, table)
    assert "the number keys for the next options</p>" not in html_of(starter_app, deck_search())


def test_what_materials_still_lack_is_not_told_as_a_number(starter_app: Flask) -> None:
    table = positions.fusion_materials()
    told = [page_of(starter_app, table).question.need]
    for _pick in range(3):
        table.answer(next(action for action in table.options() if action.verb is Verb.CHOOSE))
        if table.duel.view(0).get("prompt", {}).get("reason") != "material":
            break
        told.append(page_of(starter_app, table).question.need)
    assert told[:3] == ["0 picked: not enough yet", "1 picked: not enough yet", "2 picked: not enough yet"]


def test_a_yes_or_no_comes_with_what_the_card_does(starter_app: Flask) -> None:
    asked = page_of(starter_app, positions.yes_or_no()).question
    assert any("Set 1 Spell/Trap" in line for line in asked.about)
    assert page_of(starter_app, deck_search()).question.about == []


def undo_button(app: Flask, table: Table) -> str:
    found = re.search(r"Undo: ([^<]+)<", html_of(app, table))
    assert found, table.undo_refusal
    return found[1]


def test_undo_names_what_was_done_with_which_card(starter_app: Flask) -> None:
    duel = duel_at(
        {
            "you": {"hand": ["Book of Moon", "Mirror Force", "Gemini Elf"], "monsters": ["Luster Dragon"]},
            "opp": {"monsters": [{"card": "Kozaky"}]},
        }
    )
    table = seated(duel)
    mirror = next(one for one in table.options() if one.verb is Verb.SET and positions._named(duel, one.card) == "Mirror Force")
    do(table, mirror)
    assert undo_button(starter_app, table) == "Set Mirror Force"
    book = next(one for one in table.options() if one.verb is Verb.ACTIVATE)
    table.answer(book)
    assert undo_button(starter_app, table) == "Activate Book of Moon"
    do(table, next(one for one in table.options() if positions._named(duel, one.card) == "Kozaky"))


def test_undo_of_a_picked_card_says_what_it_was_picked_for(starter_app: Flask) -> None:
    table = positions.back_to_the_hand()
    hidden = next(
        one
        for one in table.options()
        if one.verb is Verb.CHOOSE and not page_of(starter_app, table).scene.cards[one.card or 0].known
    )
    table.answer(hidden)
    assert undo_button(starter_app, table) == "Choose face-down card for Flip Flop Frog"
    tributes = positions.ritual_tributes()
    named = page_of(starter_app, tributes).scene.cards
    skull = next(one for one in tributes.options() if named[one.card or 0].english == "Gemini Elf")
    tributes.answer(skull)
    assert undo_button(starter_app, tributes) == "Tribute Gemini Elf for Black Luster Soldier"


def test_a_step_that_was_saved_without_its_cards_still_can_be_read(starter_app: Flask) -> None:
    old = [3, {"verb": "pass"}, None, [], ""]
    assert Step.from_json(old) == Step(3, Action(Verb.PASS), None, (), "")
    table = mixed_table(1)
    do(table, table.options()[0])
    assert Table.from_json(table.to_json()).undo_seen == table.undo_seen


def test_the_log_runs_in_one_direction(starter_app: Flask) -> None:
    table = positions.replay()
    numbers = [int(one) for one in re.findall(r'data-entry="(\d+)"', html_of(starter_app, table))]
    assert len(numbers) > 3
    assert numbers == sorted(numbers, reverse=True)
    said = page_of(starter_app, table).log.say
    block = page_of(starter_app, table).log.turns[0].stages[-1].blocks[-1].lines
    assert said == " ".join(line.words for line in block)
    assert [line.number for line in block] == sorted(line.number for line in block)


def test_a_rematch_sent_twice_is_one_duel(web: FlaskClient, database: Database, player: User) -> None:
    table = mixed_table(2)
    table.surrender()
    table.run(math.inf)
    duel_id = put(database, table, player.id)
    page = web.get(f"/duels/{duel_id}").get_data(as_text=True)
    form = re.search(r'<form[^>]*/rematch".*?</form>', page, re.S)
    assert form
    key = re.search(r'name="form_key" value="([^"]+)"', form[0])
    assert key
    places = {web.post(f"/duels/{duel_id}/rematch", data={"form_key": key[1]}).headers["Location"] for _ in range(2)}
    assert len(places) == 1
    assert web.post(f"/duels/{duel_id}/rematch", data={"form_key": "another-one"}).headers["Location"] not in places
