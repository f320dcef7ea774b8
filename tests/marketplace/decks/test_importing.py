"""Decks from files, links and lists in words: shown first, made on request, never half, never an error page."""

from __future__ import annotations

import io
import re

import pytest
from markupsafe import escape
from sqlalchemy import select

from engine import DeckFormat, Pile, deck_of, write_deck
from marketplace.catalogue.models import Card
from marketplace.decks import exporting, importing
from marketplace.site.busy import is_writing
from tests.marketplace.decks.conftest import DARK_MAGICIAN, GEMINI_ELF, POT_OF_GREED, copies

YDKE = write_deck(deck_of([DARK_MAGICIAN] * 3, [44508094], [POT_OF_GREED]), DeckFormat.YDKE, None).text


@pytest.fixture
def send(visit):
    def send(text="", act="read", file=None, name="", file_name="deck.ydk", **more):
        data = {"text": text, "act": act, "name": name, "ruleset": "advanced", **more}
        if file is not None:
            data["file"] = (io.BytesIO(file), file_name)
        return visit.post("/decks/import", data=data, content_type="multipart/form-data")

    return send


def made(answer, stored):
    assert answer.status_code == 303, answer.status_code
    return stored(int(answer.headers["Location"].rsplit("/", 1)[1]))


def test_reading_makes_nothing(send, visit):
    answer = send(f"#main\n{DARK_MAGICIAN}\n")
    assert answer.status_code == 200
    assert "Dark Magician" in answer.text
    assert "No decks yet" in visit.get("/decks").text


def test_reading_keeps_nobody_from_writing(send, starter_database, monkeypatch):
    writing = []
    real = importing.preview

    def preview(*arguments):
        writing.append(is_writing(starter_database))
        return real(*arguments)

    monkeypatch.setattr(importing, "preview", preview)
    assert send(f"#main\n{DARK_MAGICIAN}\n").status_code == 200
    assert writing == [False]


def test_a_ydk_with_everything_odd(send, stored):
    content = (
        "\ufeff#created by Ye Olde\r\n#main\r\n" + "0046986414\r\n" * 3 + "55144525\r\n0\r\n160204045\r\n5318639x\r\n"
        "4.6986414E7\r\n4.7E+07\r\n#extra\r\n44508094\r\n!side\r\n\r\n10000000"
    )
    shown = send(file=content.encode(), file_name="Ye Olde.YDK")
    assert shown.status_code == 200
    for words in (
        "another artwork",
        "Unknown card",
        "160204045",
        "Line 6: The number 55144525",
        "Line 8: Unknown card",
        "Line 9",
        "Line 11",
        "Obelisk the Tormentor",
        "simulators use",
    ):
        assert words in shown.text, words
    assert 'value="Ye Olde"' in shown.text
    deck = made(send(content, act="make", name="Ye Olde"), stored)
    assert copies(deck, Pile.MAIN) == {"#46986414": 4, "#55144525": 1, "#0": 1, "#160204045": 1}
    assert copies(deck, Pile.SIDE) == {"#10000000": 1}
    assert (deck.author, deck.name) == ("Ye Olde", "Ye Olde")
    assert {line["line"] for line in deck.unread} >= {9, 10, 11}


def test_a_deck_the_catalogue_does_not_know_is_put_down_to_the_catalogue(send):
    many, few = [f"{97268402 + 20 * n}\n" for n in range(8)], f"{DARK_MAGICIAN}\n10000000\n"
    words = "Most of these cards are unknown to the catalogue"
    shown = send("#main\n" + "".join(many)).text
    assert words in shown
    assert 'href="/owner/catalogue"' not in shown, "no link for those who may not follow it"
    assert words not in send("#main\n" + few).text


def test_what_could_not_be_read_is_shown_until_it_is_put_away(send, stored, visit):
    deck = made(send("#main\n46986414\n4.7E+07\n", act="make", name="X"), stored)
    page = visit.get(f"/decks/{deck.id}").text
    assert "4.7E+07" in page
    assert "could not be read" in page
    visit.post(f"/decks/{deck.id}/change", data={"act": "forget-unread", "version": deck.version})
    assert stored(deck.id).unread == []


def test_231_cards(send, stored, visit):
    text = "#main\n" + f"{DARK_MAGICIAN}\n" * 231
    deck = made(send(text, act="make", name="Many"), stored)
    assert copies(deck, Pile.MAIN) == {f"#{DARK_MAGICIAN}": 231}
    page = visit.get(f"/decks/{deck.id}")
    assert page.status_code == 200
    assert "231" in page.text


def test_a_link_in_a_message_and_a_damaged_one(send, stored):
    deck = made(send(f"look: {YDKE} nice?", act="make", name="Link"), stored)
    assert copies(deck, Pile.EXTRA) == {"#44508094": 1}
    main, extra, side, _rest = YDKE.removeprefix("ydke://").split("!")
    damaged = f"ydke://{main[:-3]}!{extra}!{side}"
    shown = send(damaged)
    assert "is damaged and was left out" in shown.text
    assert "Not everything could be read" in shown.text
    deck = made(send(damaged, act="make", name="Half"), stored)
    assert (copies(deck, Pile.MAIN), copies(deck, Pile.SIDE)) == ({}, {f"#{POT_OF_GREED}": 1})
    assert deck.unread


@pytest.mark.parametrize(
    "text",
    [
        "Monster:\n3x Dark Magician\n2x Gemini Elf\nSpell:\n1x Pot of Greed\n",
        "3 Dark Magician\n2 Gemini Elf\n1 Pot of Greed",
        "Dark Magician\nDark Magician\nDark Magician\nGemini Elf\nGemini Elf\nPot of Greed",
        "3 Dark Magician [SDY] 006\n2 Gemini Elf [LON] 000\n1 Pot of Greed [LOB] 119",
        "3x Dark Magician (Starter Deck: Yugi)\n2x Gemini Elf (Labyrinth of Nightmare)\n1x Pot of Greed (LOB)",
        "Dark Magician x3\nGemini Elf x2\nPot of Greed",
        "Main (6)\n3 Magicien Sombre\n2 Gemini Elf\n1 Pot de Cupidité",
        "Monstres\n3 magicien sombre\n2 Gemini Elf\nMagies\n1 Pot of Greed",
    ],
)
def test_lists_in_words(send, stored, text):
    deck = made(send(text, act="make", name="Words"), stored)
    wanted = {f"#{DARK_MAGICIAN}": 3, f"#{GEMINI_ELF}": 2, f"#{POT_OF_GREED}": 1}
    assert copies(deck, Pile.MAIN) == wanted


def test_a_name_no_card_has_is_kept_and_can_be_put_right(send, stored):
    text = "3 Dark Magican\n1 Zzyzx Blorp"
    shown = send(text + "\n1 Pot of Greed")
    assert "Line 1: “Dark Magican”" in shown.text
    assert "Zzyzx Blorp" in shown.text
    fixed = send(
        text + "\n1 Pot of Greed", **{"was-1": "Dark Magican", "fix-1": "Dark Magician", "was-2": "Zzyzx Blorp", "fix-2": ""}
    )
    assert "3 Dark Magician" in fixed.text
    deck = made(
        send(text + "\n1 Pot of Greed", act="make", name="Fixed", **{"was-1": "Dark Magican", "fix-1": "Dark Magician"}), stored
    )
    assert copies(deck, Pile.MAIN) == {f"#{DARK_MAGICIAN}": 3, "=Zzyzx Blorp": 1, f"#{POT_OF_GREED}": 1}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Paste a deck, or choose its file."),
        ("   \n\n ", "Paste a deck, or choose its file."),
        ("<!doctype html><p>46986414", "a web page or data of a program"),
        ('{"main": [1]}', "a web page or data of a program"),
        ("Nothing here\nNor here", "No line of this list names a card"),
        ("1 Dark Magician\n" * 40_000, "too large for a Deck"),
        (f"#main\n{DARK_MAGICIAN}\n" + "1\n" * 6_000, "more than 5000 cards"),
        (f"#main\n{DARK_MAGICIAN}\n" + "1\n" * 1_000, "This list has 1001 cards"),
        ("?e=abc https://ygoprodeck.com/?e=abc", "old kind of Deck link"),
    ],
)
def test_texts_that_are_no_deck_are_refused_in_words(send, visit, text, words):
    for act in ("read", "make"):
        answer = send(text, act=act, name="Kept name")
        assert answer.status_code == 422
        assert words in answer.text
        assert 'value="Kept name"' in answer.text
        assert str(escape(text.strip()[:20])) in answer.text
    assert "No decks yet" in visit.get("/decks").text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "not a text file"),
        (b"#main\n46986414\x00\n", "not a text file"),
        (b"46986414\n" * 580_000, "too large for a Deck"),
        (b"", "Paste a deck, or choose its file."),
    ],
)
def test_files_that_are_no_deck_are_refused_in_words(send, visit, content, words):
    answer = send(file=content, name="Kept name")
    assert answer.status_code == 422
    assert words in answer.text
    assert 'value="Kept name"' in answer.text
    assert "No decks yet" in visit.get("/decks").text


def test_nul_characters_in_a_pasted_list_do_not_count(send, stored):
    deck = made(send(f"#main\n{DARK_MAGICIAN}\x00\n", act="make", name="Nul"), stored)
    assert copies(deck, Pile.MAIN) == {f"#{DARK_MAGICIAN}": 1}


def test_the_same_form_twice_makes_one_deck(send, stored):
    first = send(f"#main\n{DARK_MAGICIAN}\n", act="make", name="Once", form_key="abc")
    second = send(f"#main\n{DARK_MAGICIAN}\n", act="make", name="Once", form_key="abc")
    assert first.headers["Location"] == second.headers["Location"]
    assert copies(stored(int(first.headers["Location"].rsplit("/", 1)[1])), Pile.MAIN) == {f"#{DARK_MAGICIAN}": 1}


def test_a_long_list_in_words_takes_few_statements(starter_app, starter_database, count_queries):
    names = "\n".join(f"{number % 3 + 1} Card {number}" for number in range(300)) + "\n3 Dark Magician\n"
    with starter_app.test_request_context(), starter_database.read() as session, count_queries(starter_database) as queries:
        file, _source = importing.read(session, names)
    assert len(file.deck) > 300
    assert queries.count <= 20, queries.count


def test_writing_a_deck_in_words_takes_few_statements(visit, store, starter_database, make_deck, count_queries):
    numbers = [number for (number,) in store.execute(select(Card.passcode).where(Card.passcode.is_not(None)).limit(80))]
    store.rollback()
    deck = make_deck(numbers)
    with count_queries(starter_database) as queries:
        text = visit.get(f"/decks/{deck.id}/file.txt").text
    assert text.count("\n") > 79
    assert queries.count <= 20, queries.count


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Blue-Eyes", "Blue-Eyes.ydk"),
        ("a/b\\c:d*?", "a b c d.ydk"),
        ("Éléments ☆", "Éléments ☆.ydk"),
        ("..", "deck.ydk"),
        ("con", "deck con.ydk"),
        ("x" * 100, "x" * 80 + ".ydk"),
        ("two\r\nlines", "two lines.ydk"),
    ],
)
def test_file_names(name, wanted):
    assert exporting.file_name(name, "ydk") == wanted


def test_what_goes_out_comes_back(visit, make_deck, send, stored):
    deck = make_deck([DARK_MAGICIAN + 1] * 2 + [160204045, 0], [44508094], [POT_OF_GREED], name="Round / trip é")
    answer = visit.get(f"/decks/{deck.id}/file.ydk")
    assert answer.text == "#created by ...\n#main\n46986415\n46986415\n160204045\n0\n#extra\n44508094\n!side\n55144522\n"
    assert "filename*=UTF-8''Round%20trip%20%C3%A9.ydk" in answer.headers["Content-Disposition"]
    again = made(send(answer.text, act="make", name="Again"), stored)
    for pile in Pile:
        assert copies(again, pile) == copies(deck, pile)
    page = visit.get(f"/decks/{deck.id}/export").text
    link = re.search(r'value="(ydke://[^"]+)"', page)[1]
    assert copies(made(send(link, act="make", name="Link"), stored), Pile.MAIN) == copies(deck, Pile.MAIN)
    assert "2 Dark Magician" in visit.get(f"/decks/{deck.id}/file.txt").text
    assert visit.get(f"/decks/{deck.id}/file.exe").status_code == 404
