"""Rarity names: one English name for each, whatever a file calls it."""

import pytest

from engine.facts.rarities import RARITIES, rarity_name


@pytest.mark.parametrize(("code", "name"), RARITIES.items())
def test_names_and_short_forms_are_their_own(code, name):
    assert rarity_name(name) == rarity_name(code) == rarity_name(f"({code})") == name


def test_no_two_short_forms_differ_in_case_only():
    assert len({code.lower() for code in RARITIES}) == len(RARITIES) == len(set(RARITIES.values()))


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("C|print=Reprint", "Common"),
        ("Common|qty=1|print=Speed Duel debut", "Common"),
        ("Secret Rare; Reprint", "Secret Rare"),
        ("C; 2", "Common"),
        ("  ultra   RARE ", "Ultra Rare"),
        ("Collector\u2019s Rare", "Collector's Rare"),
        ("Ultra Pharaoh\u2019s Rare", "Ultra Rare (Pharaoh's Rare)"),
        ("(PIR)", "Platinum Rare"),
        ("Starfoil", "Starfoil Rare"),
        ("Alternate Rare", "Starlight Rare"),
        ("Overframe  Rare", "Overframe Rare"),
        ("2", None),
        ("3", None),
        ("New", None),
        ("Reprint", None),
        ("", None),
        ("()", None),
        ("|print=New", None),
    ],
)
def test_what_files_really_hold(written, name):
    assert rarity_name(written) == name
