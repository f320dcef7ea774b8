"""The grammar reads a sentence in every way it can be read, and nothing else."""

from __future__ import annotations

import pytest

from engine.text.grammar import Grammar, Reading
from engine.text.tokens import OWN_NAME, clean, sentences, tokenize


@pytest.fixture
def g() -> Grammar:
    made = Grammar()

    @made.terminal("number")
    def number(token):  # type: ignore[no-untyped-def]
        return int(token.word) if token.word.isdigit() else None

    @made.rule("thing", "<number> (coin|coins) [of gold]")
    def coins(number):  # type: ignore[no-untyped-def]
        return ("coins", number) if number < 10 else None

    @made.rule("pair", "<thing:a> and <thing:b>")
    def pair(a, b):  # type: ignore[no-untyped-def]
        return a, b

    @made.rule("either", "<thing>")
    def one(thing):  # type: ignore[no-untyped-def]
        return thing

    @made.rule("either", "<number> coins")
    def other(number):  # type: ignore[no-untyped-def]
        return ("other", number)

    return made


def read(g: Grammar, phrase: str, text: str) -> list[object]:
    return Reading(g, tokenize(text)).whole(phrase)


def test_parts_may_be_missing_or_chosen(g: Grammar) -> None:
    assert read(g, "thing", "3 coins") == [("coins", 3)]
    assert read(g, "thing", "1 coin of gold") == [("coins", 1)]
    assert read(g, "pair", "1 coin and 2 coins of gold") == [(("coins", 1), ("coins", 2))]


def test_a_reading_covers_the_whole_sentence(g: Grammar) -> None:
    assert read(g, "thing", "3 coins of silver") == []
    assert read(g, "thing", "") == []


def test_a_rule_may_say_that_the_words_do_not_go_together(g: Grammar) -> None:
    assert read(g, "thing", "12 coins") == []


def test_every_reading_is_kept(g: Grammar) -> None:
    assert read(g, "either", "3 coins") == [("coins", 3), ("other", 3)]


def test_it_tells_how_far_it_got(g: Grammar) -> None:
    reading = Reading(g, tokenize("1 coin and 2 hats"))
    assert reading.whole("pair") == []
    assert [token.text for token in reading.tokens[: reading.furthest]] == ["1", "coin", "and", "2"]


def test_an_unbalanced_pattern_is_refused() -> None:
    with pytest.raises(ValueError, match="unbalanced"):
        Grammar().rule("x", "a [b")(lambda: 1)


def test_texts_of_all_years_are_cleaned_alike() -> None:
    assert (
        clean('Add 1 "Own Card" from your Graveyard to your hand.', "Own Card")
        == f"Add 1 {OWN_NAME} from your GY to your hand."
    )
    assert clean("1 \u201cHERO\u201d monster\u2019s", "x") == '1 "HERO" monster\'s'


def test_sentences_end_at_stops_lines_and_points_of_a_list() -> None:
    assert sentences("Draw. Then (it stays). Go!\n\u25cf One.\n\u25cf Two.") == [
        "Draw.",
        "Then (it stays).",
        "Go!",
        "\u25cf One.",
        "\u25cf Two.",
    ]
