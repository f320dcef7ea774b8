"""Names: what they may hold, and which are the same to the eye."""

from __future__ import annotations

import pytest

from marketplace.accounts import names
from marketplace.errors import Refused


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Yugi", "YUGI"),
        ("Éloïse", "eloise"),
        ("Yugi Muto", "yugi-muto"),
        ("Yugi", "Yugі"),  # The last letter is Cyrillic.
        ("Kaiba", "Ｋａｉｂａ"),  # Full width.
        ("Groß", "GROSS"),
        ("Ana  Luísa", "ana luisa"),
        ("Atem", "Αtem"),  # The first letter is a Greek alpha.
    ],
)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert names.folded(one) == names.folded(other)


@pytest.mark.parametrize(("one", "other"), [("Yugi", "Yuki"), ("Yugi1", "Yugi2"), ("海馬", "海"), ("Yugi", "遊戯")])
def test_different_names_stay_different(one: str, other: str) -> None:
    assert names.folded(one) != names.folded(other)


@pytest.mark.parametrize("name", ["Yu\u200bgi", "Yugi\u202e", "Yu\u0000gi", "\ufeffYugi", "Yu\u00adgi", "Yugi\ue000"])
def test_characters_nobody_sees_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        names.cleaned(name)
    assert refusal.value.rule == "accounts.name.unseen_character"
    assert refusal.value.field == "name"


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("Y", "accounts.name.length"),
        ("y" * 41, "accounts.name.length"),
        ("--", "accounts.name.empty"),
        ("ﷺ" * 10, "accounts.name.length"),
    ],
)
def test_names_without_substance_or_end_are_refused(name: str, rule: str) -> None:
    with pytest.raises(Refused) as refusal:
        names.cleaned(name)
    assert refusal.value.rule == rule


def test_spaces_are_tidied_and_scripts_kept() -> None:
    assert names.cleaned("  José \n da  Silva ") == "José da Silva"
    assert names.cleaned("城之内克也") == "城之内克也"


def test_a_folded_name_fits_its_column() -> None:
    assert len(names.folded(names.cleaned("ß" * 20))) <= 40
