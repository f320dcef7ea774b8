"""Conditions and editions as every tool writes them."""

from __future__ import annotations

import pytest

from marketplace.collection.vocabulary import (
    CONDITIONS,
    condition_for,
    condition_from,
    condition_rank,
    edition_from,
    is_misprint,
)


@pytest.mark.parametrize(
    ("text", "tool", "grade"),
    [
        ("NearMint", "dragonshield", "NM"),
        ("LightPlayed", "dragonshield", "LP"),
        ("Played", "dragonshield", "PL"),
        ("Near Mint", "tcgplayer", "NM"),
        ("Lightly Played", "tcgplayer", "EX"),
        ("LP", "tcgplayer", "EX"),
        ("Moderately Played", "tcgplayer", "GD"),
        ("Heavily Played", "tcgplayer", "PL"),
        ("Damaged", "tcgplayer", "PO"),
        ("LP", "cardmarket", "LP"),
        ("3", "cardmarket", "EX"),
        ("PL", "cardmarket", "PL"),
        ("PL", "scanflip", "LP"),
        ("DM", "scanflip", "PO"),
        ("M", "scanflip", "MT"),
        ("M", "ygoprodeck", None),
        ("Good (Lightly Played)", "deckbox", "EX"),
        ("Played", "deckbox", "LP"),
        ("light_played", "manabox", "LP"),
        ("GD", "own", "GD"),
        ("", "dragonshield", None),
        ("near mint", None, "NM"),
        ("presque neuf", None, "NM"),
        ("très bon état", None, "EX"),
        ("abîmé", None, "PO"),
        ("Abîmée", None, "PO"),
        ("bon état", None, "GD"),
        ("quase nova", None, "NM"),
        ("danificada", None, "PO"),
        ("leicht gespielt", None, "LP"),
        ("EX+", None, "EX"),
        ("NM/M", None, "NM"),
        ("near_mint", None, "NM"),
    ],
)
def test_a_condition_is_read_as_its_tool_means_it(text: str, tool: str | None, grade: str | None) -> None:
    reading = condition_from(text, tool)
    assert reading.grade == grade
    assert reading.sure


@pytest.mark.parametrize(
    ("text", "grade"), [("LP", "LP"), ("PL", "PL"), ("joué", "PL"), ("Played", "PL"), ("M", "MT"), ("un petit peu abîmé", "PL")]
)
def test_a_false_friend_without_a_known_tool_is_asked_about(text: str, grade: str) -> None:
    reading = condition_from(text)
    assert reading.grade == grade
    assert not reading.sure
    assert str(reading.note)


def test_an_unknown_condition_is_not_guessed() -> None:
    reading = condition_from("sparkling")
    assert reading.grade is None
    assert not reading.sure


def test_grades_rank_and_a_blank_condition_satisfies_no_minimum() -> None:
    assert [condition_rank(code) for code in CONDITIONS] == [1, 2, 3, 4, 5, 6, 7]
    assert condition_rank("") is None


def test_exact_scales_lose_nothing_and_coarse_ones_say_so() -> None:
    for code in CONDITIONS:
        for tool in ("dragonshield", "cardmarket", "manabox", "own"):
            text, loss = condition_for(code, tool)
            assert not loss
            assert condition_from(text, tool).grade == code
    assert {code: condition_for(code, "tcgplayer") for code in CONDITIONS} == {
        "MT": ("Near Mint", True),
        "NM": ("Near Mint", False),
        "EX": ("Lightly Played", False),
        "GD": ("Moderately Played", False),
        "LP": ("Heavily Played", True),
        "PL": ("Heavily Played", False),
        "PO": ("Damaged", False),
    }
    assert condition_for("GD", "deckbox") == ("Played", True)


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        ("1st Edition", "1st"),
        ("1E", "1st"),
        ("1ère", "1st"),
        ("1ère édition", "1st"),
        ("première édition", "1st"),
        ("1. Auflage", "1st"),
        ("1ª edição", "1st"),
        ("ED1", "1st"),
        ("Unlimited", "unlimited"),
        ("Unlimited Edition", "unlimited"),
        ("UE", "unlimited"),
        ("illimitée", "unlimited"),
        ("Limited", "limited"),
        ("édition limitée", "limited"),
        ("LIM", "limited"),
        ("", ""),
        ("-", ""),
        ("Metal Raiders", None),
        ("Foil", None),
    ],
)
def test_an_edition_is_read_in_any_wording(text: str, edition: str | None) -> None:
    assert edition_from(text) == edition


def test_a_misprint_is_no_damage() -> None:
    assert is_misprint("erreur d'impression - petite tache bleue")
    assert not is_misprint("abîmé")
