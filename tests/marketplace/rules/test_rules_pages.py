"""The rulebook's pages: contents, search, one rule, an unknown rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import RULESETS, chapters, rule, rules
from marketplace.db import Database
from marketplace.rules.queries import contents, find_rules, near_ids
from marketplace.rules.reading import rule_view
from marketplace.rules.stated import stated
from marketplace.rules.words import DOCUMENTS, RULESET_NAMES, RULESET_SHORT, SEEN_TO_BY
from tests.conftest import QueryCounter


def get(client: FlaskClient, address: str, language: str = "en") -> str:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def ids(typed: str, locale: str = "en", ruleset: str = "", chapter: str = "") -> list[str]:
    found = find_rules(typed, locale=locale, ruleset=ruleset, chapter=chapter, page=1, per_page=1000)
    assert found.total == len(found.rules)
    return [view.rule.id for view in found.rules]


def test_every_ruleset_document_and_keeper_has_a_name():
    assert set(RULESET_NAMES) == set(RULESET_SHORT) == set(RULESETS)
    assert {source.document for one in rules().values() for source in one.sources} <= set(DOCUMENTS)
    assert {one.enforced_by for one in rules().values()} <= set(SEEN_TO_BY)


def test_the_contents_list_every_chapter_and_count_what_is_in_force(client: FlaskClient):
    page = get(client, "/rules/")
    for chapter in chapters().values():
        assert chapter.title["en"] in page
    assert sum(one.count for one in contents("en", "")) == len(rules())
    in_goat = sum("goat-2005" in one.rulesets for one in rules().values())
    assert sum(one.count for one in contents("en", "goat-2005")) == in_goat < len(rules())
    assert "tag" not in {one.chapter.id for one in contents("en", "classic")}


def test_a_chapter_lists_its_rules_and_the_ruleset_narrows_them(client: FlaskClient):
    page = get(client, "/rules/?chapter=battle")
    assert 'href="/rules/battle.declare.attacker_and_target"' in page
    assert "52 rules" in page
    assert ids("", chapter="battle", ruleset="classic") == [
        one.id for one in rules().values() if one.chapter == "battle" and "classic" in one.rulesets
    ]


def test_words_are_found_without_accents_in_the_readers_language_and_in_english():
    wanted = "deck.main.size.min40_unbounded"
    assert wanted in ids("MAIN deck 40 more")
    assert wanted in ids("40 cartes ou plus", "fr")
    assert wanted in ids("40 cards or more", "fr")
    assert "phase.main.actions" in ids("acoes da fase principal", "pt")
    assert "phase.main.actions" not in ids("acoes da fase principal", "fr")
    assert ids("tribute xylophone") == []
    assert ids("battle.declare.attacker_and_target") == ["battle.declare.attacker_and_target"]


def test_hits_in_titles_come_first():
    found = ids("hand limit")
    titles = ["hand" in rule(one).title["en"].lower() and "limit" in rule(one).title["en"].lower() for one in found]
    assert titles[0]
    assert titles == sorted(titles, reverse=True)


def test_a_rule_shows_text_refusal_rulesets_source_and_relatives(client: FlaskClient):
    one = rule("hand.limit.six")
    page = get(client, f"/rules/{one.id}")
    assert one.text["en"] in page.replace("&#39;", "'").replace("&#34;", '"')
    assert page.count('class="badge badge--success"') == len(one.rulesets)
    assert page.count("not in force</span>") == len(RULESETS) - len(one.rulesets)
    for other in one.related:
        assert f'href="/rules/{other}"' in page
    assert one.sources[0].place.split(",")[0] in page
    refused = get(client, "/rules/deck.main.size.min40_max60", "fr")
    assert "Cartes dans le Main Deck" in refused
    assert "{count}" not in refused


def test_a_rule_is_told_in_the_readers_language(client: FlaskClient):
    assert '<p class="rule-text" lang="pt">' in get(client, "/rules/battle.declare.attacker_and_target", "pt")
    page = get(client, "/rules/phase.main.actions", "fr")
    assert '<p class="rule-text" lang="fr">' in page
    assert page.count('<blockquote class="rule-refusal">Cela n’est possible que') == 1


def test_each_document_is_named_once_and_its_lines_in_words(client: FlaskClient):
    page = get(client, "/rules/battle.attacker.face_up_attack_position")
    assert page.count("Brazilian fan rules") == 1
    assert "Battle Step, line 499" in page
    assert "Fase de batalha, line 128" in page
    assert not re.search(r"\bl\.\d|\(00\d\)", page)
    french = get(client, "/rules/phase.main.actions", "fr")
    assert "lignes 459–475" in french
    assert "linhas 459–475" in get(client, "/rules/phase.main.actions", "pt")


@pytest.mark.parametrize("locale", ["en", "fr", "pt"])
def test_no_place_is_left_in_short(app: Flask, locale: str):
    with app.test_request_context(headers={"Accept-Language": locale}):
        for one in rules().values():
            for source in stated(one):
                assert source.name
                for place in source.places:
                    assert not re.search(r"\bl\.\d", place), one.id
                    assert locale == "en" or not re.search(r"\blines? \d", place), (one.id, place)


def test_a_document_is_numbered_where_a_text_calls_it_by_its_number(app: Flask):
    with app.test_request_context():
        numbered = [one.id for one in rules().values() if any(source.number for source in stated(one))]
    assert 0 < len(numbered) < 20


def test_rules_that_refuse_nothing_quote_no_refusal(client: FlaskClient):
    words = "What is said when it refuses something"
    assert words not in get(client, "/rules/win.exodia_five_pieces")
    assert words in get(client, "/rules/phase.main.actions")


@pytest.mark.parametrize(
    ("place", "back", "words"),
    [
        ("/duels/7", "/duels/7", "Back to the duel"),
        ("/duels/7/answer", "/duels/7", "Back to the duel"),
        ("/decks/3?q=a&pane=search", "/decks/3?q=a&amp;pane=search", "Back to the deck"),
    ],
)
def test_a_rule_leads_back_to_the_duel_or_deck_it_was_opened_from(client: FlaskClient, place: str, back: str, words: str):
    opened = client.get("/rules/hand.limit.six", headers={"Referer": f"http://localhost{place}"}).text
    named = client.get("/rules/hand.limit.six", query_string={"from": place}).text
    for page in (opened, named):
        assert f'href="{back}"' in page
        assert words in page
    assert "?from=" in opened.split('class="rule-list"')[1], "relatives keep the way back"


@pytest.mark.parametrize(
    "place", ["//evil.example/duels/7", "https://evil.example/duels/7", "/duels/7x", "/owner", "/duels/7\\x"]
)
def test_a_rule_leads_nowhere_else(client: FlaskClient, place: str):
    page = client.get("/rules/hand.limit.six", query_string={"from": place}).text
    assert "Back to the" not in page
    assert "Back to the" not in client.get("/rules/hand.limit.six", headers={"Referer": "http://evil.example/duels/7"}).text


def test_what_is_not_translated_is_given_in_english_and_marked():
    rule = replace(rules()["phase.main.actions"], title={"en": "Title"}, text={"en": "Text."})
    view = rule_view(rule, "pt")
    assert [(words.text, words.language) for words in (view.title, view.text)] == [("Title", "en"), ("Text.", "en")]


def test_a_text_that_only_repeats_the_refusal_is_no_translation():
    rule = replace(rules()["phase.main.actions"], text={"en": "Long.", "fr": "Non."}, refusal={"en": "No.", "fr": "Non."})
    view = rule_view(rule, "fr")
    assert (view.text.text, view.text.language, view.refusal) == ("Long.", "en", "Non.")


def test_an_unknown_rule_answers_404_with_a_search_and_what_is_near(client: FlaskClient):
    answer = client.get("/rules/hand.limit.sixx")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 404
    assert 'action="/rules/"' in page
    assert 'href="/rules/hand.limit.six"' in page
    assert near_ids("§§§§", "en") == []
    assert client.get("/rules/%3Cscript%3E").status_code == 404
    assert "<script>" not in re.sub(r"<script [^>]*>", "", client.get("/rules/%3Cscript%3E").get_data(as_text=True))


@pytest.mark.parametrize("address", ["?page=0", "?page=x", "?ruleset=nope", "?chapter=nope", "?q=%00"])
def test_forged_addresses_are_answered_with_a_page(client: FlaskClient, address: str):
    assert client.get(f"/rules/{address}").status_code in (200, 400)


def test_pages_of_a_long_list(client: FlaskClient):
    first = get(client, "/rules/?chapter=zones")
    second = get(client, "/rules/?chapter=zones&page=2")
    assert first.count('class="rule-item"') == 60
    assert second.count('class="rule-item"') == sum(one.chapter == "zones" for one in rules().values()) - 60
    assert get(client, "/rules/?chapter=zones&page=99").count('class="rule-item"') == second.count('class="rule-item"')


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_every_rule_has_a_page_in_every_language(app: Flask, language: str):
    client = app.test_client()
    for rule_id in list(rules())[::9]:
        get(client, f"/rules/{rule_id}", language)


def test_searching_asks_the_database_nothing(
    app: Flask, client: FlaskClient, count_queries: Callable[[Database], QueryCounter]
):
    get(client, "/rules/")
    with count_queries(app.extensions["duelfolio_db"]) as queries:
        get(client, "/rules/?q=tribute")
    assert queries.count <= 1


def test_a_page_number_of_thousands_of_digits_is_none(client: FlaskClient) -> None:
    assert "There is no page" in get(client, "/rules/?page=00001" + "0" * 5000)
