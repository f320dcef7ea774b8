"""The builder's pages: steps with and without script, two windows, teams, numbers of statements."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from engine import Pile
from marketplace.catalogue.models import Card
from marketplace.decks import decks
from tests.factories import accounts, catalogue, collection
from tests.marketplace.decks.conftest import DARK_MAGICIAN, GEMINI_ELF, POT_OF_GREED, card_id, copies

HTMX = {"HX-Request": "true"}


@pytest.fixture
def step(visit):
    def step(deck, act, *, part=True, **values):
        data = {"act": act, "version": deck.version, **values}
        return visit.post(f"/decks/{deck.id}/change", data=data, headers=HTMX if part else {})

    return step


def main_of(deck):
    return copies(deck, Pile.MAIN)


def entry(deck, passcode):
    return next(one.id for one in deck.cards if one.passcode == passcode)


def test_adding_answers_the_changed_part(step, store, make_deck, stored):
    magician = card_id(store, "Dark Magician")
    deck = make_deck([POT_OF_GREED])
    answer = step(deck, "add", card=magician)
    assert answer.status_code == 200
    assert 'id="deck-live"' in answer.text
    assert "<html" not in answer.text
    assert f'data-copies="1" data-of-card="{magician}"' in answer.text
    assert 'data-version="2"' in answer.text
    assert main_of(stored(deck.id)) == {f"#{POT_OF_GREED}": 1, f"#{DARK_MAGICIAN}": 1}


def test_a_plain_form_comes_back_to_its_search(visit, store, make_deck, stored):
    deck = make_deck([POT_OF_GREED])
    page = visit.get(f"/decks/{deck.id}?q=dark+magician&pane=search").text
    form = re.search(r'<form class="deck-hit__acts".*?</form>', page, re.DOTALL)[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    fields["next"] = fields["next"].replace("&amp;", "&")
    answer = visit.post(f"/decks/{deck.id}/change", data=fields | {"act": "add:main"})
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/decks/{deck.id}?q=dark+magician&pane=search"
    assert main_of(stored(deck.id))[f"#{DARK_MAGICIAN}"] == 1
    # The same form once more: the double click of a browser without script.
    assert visit.post(f"/decks/{deck.id}/change", data=fields | {"act": "add:main"}).status_code == 303
    assert main_of(stored(deck.id))[f"#{DARK_MAGICIAN}"] == 1


def test_the_older_of_two_windows_gets_the_present_state_and_loses_nothing(step, make_deck, stored):
    deck = make_deck([POT_OF_GREED, DARK_MAGICIAN])
    magician = entry(deck, DARK_MAGICIAN)
    assert step(deck, "plus", entry=magician, form_key="first").status_code == 200
    for part in (True, False):
        answer = step(deck, "plus", part=part, entry=magician, form_key="second")
        assert answer.status_code == 409
        assert "changed in another window" in answer.text
        assert "Take that step now" in answer.text
        assert 'data-version="2"' in answer.text
    assert main_of(stored(deck.id))[f"#{DARK_MAGICIAN}"] == 2
    again = re.search(r"<form[^>]*data-deck-step>(?:(?!</form>).)*deck-again.*?</form>", answer.text, re.DOTALL)[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', again))
    assert (fields["act"], fields["entry"], fields["version"]) == ("plus", str(magician), "2")
    assert step(stored(deck.id), "plus", entry=magician, form_key=fields["form_key"]).status_code == 200
    assert main_of(stored(deck.id))[f"#{DARK_MAGICIAN}"] == 3


def test_a_number_of_copies_and_a_move_of_some(step, make_deck, stored):
    deck = make_deck([DARK_MAGICIAN] * 231)
    magician = entry(deck, DARK_MAGICIAN)
    assert step(deck, "minus", entry=magician).status_code == 200
    assert step(stored(deck.id), "set:3", entry=magician).status_code == 200
    assert step(stored(deck.id), "move:side", entry=magician, copies="1").status_code == 200
    assert main_of(stored(deck.id)) == {f"#{DARK_MAGICIAN}": 2}
    assert step(stored(deck.id), "set:0", entry=magician).status_code == 200
    assert main_of(stored(deck.id)) == {}


@pytest.mark.parametrize(
    ("act", "values"),
    [
        ("", {}), ("fly", {}), ("add", {}), ("add", {"card": "x"}), ("add:grave", {"card": 1}), ("plus", {"entry": 999_999}),
        ("set:many", {"entry": 1}), ("set:100", {"entry": 1}), ("move:nowhere", {"entry": 1}),
        ("plus", {"entry": "9" * 30}),
    ],
)  # fmt: skip
def test_steps_that_are_none_change_nothing(step, make_deck, stored, act, values):
    deck = make_deck([POT_OF_GREED])
    answer = step(deck, act, **values)
    assert answer.status_code == 422
    assert "notice--warning" in answer.text
    assert stored(deck.id).version == 1


def test_pages_of_others_do_not_exist(visit, store, make_deck):
    kaiba = accounts.user(store, "Kaiba")
    store.commit()
    deck = make_deck([POT_OF_GREED], user=kaiba, name="Secret dragons")
    for page in ("", "/hands", "/missing", "/export", "/file.ydk"):
        assert visit.get(f"/decks/{deck.id}{page}").status_code == 404, page
    for verb in ("change", "rules", "rename", "state", "copy", "delete", "restore"):
        data = {"act": "plus", "name": "x", "state": "built", "ruleset": "advanced"}
        assert visit.post(f"/decks/{deck.id}/{verb}", data=data).status_code == 404, verb
    assert "Secret dragons" not in visit.get("/decks").text


def test_a_visitor_is_asked_to_sign_in(starter_app, make_deck):
    deck = make_deck([POT_OF_GREED])
    for page in ("/decks", f"/decks/{deck.id}", "/decks/import", "/decks/lists"):
        assert starter_app.test_client().get(page).status_code in (302, 401), page


def test_the_verdict_names_rule_card_and_remedy_in_the_readers_language(visit, make_deck):
    deck = make_deck([POT_OF_GREED] + [DARK_MAGICIAN] * 4)
    with visit.session_transaction() as cookie:
        cookie["locale"] = "fr"
    page = visit.get(f"/decks/{deck.id}").text
    assert "«\xa0Pot de Cupidité\xa0» est Interdite" in page
    assert "deck.list.forbidden_zero_copies" in page
    assert "/rules/deck.list.forbidden_zero_copies" in page
    assert "«\xa0Magicien Sombre\xa0» peut figurer trois fois" in page


def test_a_deck_just_begun_is_told_what_it_still_takes(visit, make_deck):
    empty, begun = make_deck([]), make_deck([DARK_MAGICIAN] * 3)
    faulty = make_deck([POT_OF_GREED])
    for deck, words in ((empty, "40 cards to go"), (begun, "37 cards to go"), (faulty, "Not legal: 2 problems")):
        page = visit.get(f"/decks/{deck.id}").text
        assert page.count(words) == 3 if deck is not faulty else words in page, words
        assert ("deck-verdict--begun" in page) == (deck is not faulty)
        assert ("Not legal" in page) == (deck is faulty)
    assert "40 cards to go" in visit.get("/decks").text


def test_a_rule_that_says_the_same_is_named_once(visit, make_deck):
    page = visit.get(f"/decks/{make_deck([]).id}").text
    assert "deck.main_forty_to_sixty" in page
    assert "deck.main.size.min40_max60" not in page
    assert page.count('class="deck-rule"') == 1


def test_many_unknown_cards_are_one_problem_with_their_names_folded(visit, make_deck):
    page = visit.get(f"/decks/{make_deck([DARK_MAGICIAN, *range(90_000_001, 90_000_500, 20)]).id}").text
    assert "25 cards are unknown here." in page
    assert "Not legal: 2 problems" in page
    assert page.count("deck.card.unknown") == 2, "one link: its address and its id"
    assert "90000001" in page.split("Which ones")[1].split("</details>")[0]
    one = visit.get(f"/decks/{make_deck([DARK_MAGICIAN, 90_000_001]).id}").text
    assert "Unknown card" in one


def test_ruleset_and_list_are_chosen_in_the_deck(visit, make_deck, stored):
    deck = make_deck([POT_OF_GREED])
    data = {"ruleset": "goat-2005", "list": "shipped:2026.05 TCG", "only_owned": "1", "version": "1"}
    answer = visit.post(f"/decks/{deck.id}/rules", data=data, headers=HTMX)
    assert answer.status_code == 200
    now = stored(deck.id)
    assert (now.ruleset, now.list_kind, now.list_name, now.only_owned) == ("goat-2005", "shipped", "2026.05 TCG", True)
    assert visit.post(f"/decks/{deck.id}/rules", data=data | {"ruleset": "chess", "version": "2"}).status_code == 422
    assert visit.post(f"/decks/{deck.id}/rules", data=data, headers=HTMX).status_code == 409


def test_a_team_is_checked_together(visit, make_deck):
    mine = make_deck([POT_OF_GREED] * 1, name="Mine", ruleset="tag-2017")
    partner = make_deck([83764719], name="Partner")  # Monster Reborn: Limited.
    twin = make_deck([83764719], name="Twin", ruleset="tag-2017", partner_id=partner.id)
    assert "tag.deck.own_deck_each" in visit.get(f"/decks/{mine.id}").text
    page = visit.get(f"/decks/{twin.id}").text
    assert "tag.deck.limited_counts_per_team" in page
    assert "tag.deck.own_deck_each" not in page
    answer = visit.post(
        f"/decks/{mine.id}/rules", data={"ruleset": "tag-2017", "list": "default", "partner": twin.id, "version": "1"}
    )
    assert answer.status_code == 303
    assert "tag.deck.own_deck_each" not in visit.get(f"/decks/{mine.id}").text
    visit.post(f"/decks/{twin.id}/delete")
    assert "tag.deck.own_deck_each" in visit.get(f"/decks/{mine.id}").text


def test_a_partner_deck_of_somebody_else(visit, store, make_deck):
    kaiba = accounts.user(store, "Kaiba")
    store.commit()
    his = make_deck([POT_OF_GREED], user=kaiba)
    mine = make_deck([POT_OF_GREED])
    data = {"ruleset": "tag-2017", "list": "default", "partner": his.id, "version": "1"}
    assert visit.post(f"/decks/{mine.id}/rules", data=data).status_code == 404


def test_search_finds_names_of_any_language_and_says_where_cards_go(visit, make_deck):
    deck = make_deck([])
    page = visit.get(f"/decks/{deck.id}?q=magicien+sombre", headers=HTMX | {"HX-Target": "deck-results"}).text
    assert "<html" not in page
    assert "Dark Magician" in page
    assert 'value="add:main"' in page
    assert 'value="add:extra"' in visit.get(f"/decks/{deck.id}?q=stardust+dragon").text
    assert "Forbidden" in visit.get(f"/decks/{deck.id}?q=pot+of+greed").text
    assert "No cards found" in visit.get(f"/decks/{deck.id}?q=zzzzzqqqq").text
    assert visit.get(f"/decks/{deck.id}?kind=spell&stars_min=x&page=99&attribute=nothing").status_code == 200


def test_the_search_can_be_narrowed_to_owned_and_to_playable_cards(visit, store, player, make_deck):
    deck = make_deck([])
    stuck = catalogue.card(store, "Magician Nobody Plays", abilities=" effect ", passcode=99_000_001)
    printing = catalogue.printing(store, of=stuck)
    collection.stack(store, player, printing)
    store.commit()

    def found(**asked):
        page = visit.get(f"/decks/{deck.id}", query_string=asked, headers=HTMX | {"HX-Target": "deck-results"}).text
        return re.findall(r'<a class="deck-row__name"[^>]*>([^<]+)</a>', page)

    assert "Magician Nobody Plays" in found(q="magician")
    assert "Dark Magician" in found(q="magician")
    assert found(q="magician", own="1") == found(own="1") == ["Magician Nobody Plays"]
    assert found(own="1", duels="1") == []
    playable = found(q="magician", duels="1")
    assert "Dark Magician" in playable
    assert "Magician Nobody Plays" not in playable
    assert all("not in duels yet" not in visit.get(f"/decks/{deck.id}?duels=1&page={page}").text for page in (1, 2, 3))
    # The ticks stay through pages of results and steps without script.
    page = visit.get(f"/decks/{deck.id}?duels=1").text
    assert "duels=1&amp;page=2" in page or "page=2&amp;duels=1" in page
    assert re.search(r'name="duels" value="1" checked', page)


def test_a_duel_copy_offers_cards_that_can_be_played(visit, store, make_deck, stored):
    stuck = catalogue.card(store, "Card Nobody Plays", abilities=" effect ", passcode=99_000_001)
    deck = make_deck([DARK_MAGICIAN] * 3 + [stuck.passcode] * 2)
    page = visit.get(f"/decks/{deck.id}").text
    assert "be played in duels yet" in page
    assert "Make a duel copy" in page
    answer = visit.post(f"/decks/{deck.id}/copy", data={"for_duels": "1", "form_key": "a"})
    copy = stored(int(answer.headers["Location"].rsplit("/", 1)[1]))
    assert (copy.is_duel_copy, copy.copy_for_duels_of_id, copy.name) == (True, deck.id, "Testers (duel copy)")
    page = visit.get(f"/decks/{copy.id}").text
    assert "This is a duel copy" in page
    swap = re.search(r'name="entry" value="(\d+)"><input type="hidden" name="card" value="(\d+)"', page)
    assert swap, "no suggestion"
    visit.post(f"/decks/{copy.id}/change", data={"act": "swap", "entry": swap[1], "card": swap[2], "version": copy.version})
    assert (int(swap[2]), 2) in {(one.card_id, one.copies) for one in stored(copy.id).cards}
    assert "Card Nobody Plays" not in visit.get(f"/decks/{copy.id}").text


def test_the_list_shows_counts_verdict_and_state(visit, make_deck):
    make_deck([DARK_MAGICIAN] * 3, side=[GEMINI_ELF], name="Half a deck", state="built")
    page = visit.get("/decks").text
    for words in ("Half a deck", "Advanced", "2026.05 TCG", "37 cards to go", "Built"):
        assert words in page, words


def test_rename_state_copy_delete_and_back(visit, make_deck, stored):
    deck = make_deck([DARK_MAGICIAN])
    visit.post(f"/decks/{deck.id}/rename", data={"name": "  New   name "})
    visit.post(f"/decks/{deck.id}/state", data={"state": "built"})
    assert (stored(deck.id).name, stored(deck.id).state) == ("New name", "built")
    visit.post(f"/decks/{deck.id}/rename", data={"name": ""})
    visit.post(f"/decks/{deck.id}/state", data={"state": "burnt"})
    assert (stored(deck.id).name, stored(deck.id).state) == ("New name", "built")
    assert visit.post(f"/decks/{deck.id}/copy", data={}).status_code == 303
    assert "New name (copy)" in visit.get("/decks").text
    answer = visit.post(f"/decks/{deck.id}/delete")
    assert answer.status_code == 303
    page = visit.get("/decks").text
    assert f"/decks/{deck.id}/restore" in page
    assert visit.get(f"/decks/{deck.id}").status_code == 404
    assert visit.post(f"/decks/{deck.id}/restore").status_code == 303
    assert visit.get(f"/decks/{deck.id}").status_code == 200


@pytest.mark.parametrize("name", ["", " ", "x" * 101])
def test_a_deck_needs_a_name(visit, name):
    answer = visit.post("/decks", data={"name": name, "ruleset": "advanced"})
    assert answer.status_code == 422


def test_a_new_deck_once(visit):
    first = visit.post("/decks", data={"name": "Once", "ruleset": "br", "form_key": "k"})
    second = visit.post("/decks", data={"name": "Once", "ruleset": "br", "form_key": "k"})
    assert first.headers["Location"] == second.headers["Location"]


def test_statements_do_not_grow_with_the_deck(visit, starter_database, store, make_deck, count_queries):
    numbers = [number for (number,) in store.execute(select(Card.passcode).where(Card.passcode.is_not(None)).limit(80))]
    store.rollback()
    small, large = make_deck(numbers[:3]), make_deck(numbers, name="Large")
    spent = []
    for deck in (small, large):
        with count_queries(starter_database) as queries:
            assert visit.get(f"/decks/{deck.id}").status_code == 200
        spent.append(queries.count)
    assert spent[1] <= spent[0] + 2, spent
    assert spent[1] <= 22, queries.statements


def test_statements_do_not_grow_with_the_list(visit, starter_app, starter_database, player, make_deck, count_queries):
    make_deck([DARK_MAGICIAN] * 3, name="First")
    with count_queries(starter_database) as queries:
        visit.get("/decks")
    few = queries.count
    for number in range(12):
        make_deck([DARK_MAGICIAN, GEMINI_ELF, POT_OF_GREED], name=f"Deck {number}")
    with count_queries(starter_database) as queries:
        page = visit.get("/decks").text
    assert "Deck 11" in page
    assert queries.count <= few + 1, (few, queries.count)
    with starter_app.test_request_context(), starter_database.read() as session:
        assert decks.page_of_decks(session, player.id).total == 13


def test_hands_and_odds(visit, make_deck):
    deck = make_deck([DARK_MAGICIAN] * 3 + [POT_OF_GREED] * 37)
    first = visit.get(f"/decks/{deck.id}/hands?size=5&seed=7").text
    assert first.count("deck-hand") == 1
    drawn = re.findall(r'<li><a href="/cards/\d+" aria-label="([^"]+)"', first)
    assert len(drawn) == 5
    again = visit.get(f"/decks/{deck.id}/hands?size=6&seed=7").text
    assert re.findall(r'<li><a href="/cards/\d+" aria-label="([^"]+)"', again)[:5] == drawn
    magician = entry(deck, DARK_MAGICIAN)
    page = visit.get(f"/decks/{deck.id}/hands?a={magician}&na=1").text
    assert "33.76%" in page  # 1 - C(37,5)/C(40,5)
    assert "39.43%" in page
    both = visit.get(f"/decks/{deck.id}/hands?a={magician}&b={entry(deck, POT_OF_GREED)}&na=2").text
    assert "No group" not in both
    for odd in ("size=x&seed=-1&a=zz&na=99", "a=999999", "size=7", "seed=99999999999999"):
        assert visit.get(f"/decks/{deck.id}/hands?{odd}").status_code == 200, odd


def test_a_hand_of_a_deck_smaller_than_a_hand(visit, make_deck):
    deck = make_deck([DARK_MAGICIAN] * 2)
    page = visit.get(f"/decks/{deck.id}/hands?a={deck.cards[0].id}")
    assert page.status_code == 200
    assert "fewer cards than a hand" in page.text
    assert "The Main Deck is empty" in visit.get(f"/decks/{make_deck([]).id}/hands").text
