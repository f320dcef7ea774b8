"""Languages and rarities as files and people write them."""

from __future__ import annotations

import pytest

from marketplace.catalogue.vocabulary import (
    LANGUAGES,
    RARITIES,
    Settled,
    choose_rarity,
    foil_colour,
    language_from,
    language_from_cardmarket,
    language_of_region,
    rank,
    rarity_candidates,
    rarity_label,
    same_rarity,
    short_form,
)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("English", "en"),
        ("Anglais", "en"),
        ("Anglaise", "en"),
        ("-- Anglais", "en"),
        ("Anglais (US)", "en"),
        ("FR", "fr"),
        ("fr", "fr"),
        ("Français (France)", "fr"),
        ("Français (Canada)", "fr"),
        ("en français", "fr"),
        ("Française", "fr"),
        ("Französisch", "fr"),
        ("Allemand", "de"),
        ("alemã", "de"),
        ("Spanish", "es"),
        ("SP", "es"),
        ("es", "es"),
        ("castellano", "es"),
        ("Italienne", "it"),
        ("Portugais", "pt"),
        ("português", "pt"),
        ("JP", "ja"),
        ("Japanese", "ja"),
        ("日本語", "ja"),
        ("KR", "ko"),
        ("Coréenne", "ko"),
        ("zh_CN", "zh-CN"),
        ("zh-TW", "zh-TW"),
        ("Chinese (Simplified)", "zh-CN"),
        ("Traditional Chinese", "zh-TW"),
        ("Chinois-T", "zh-TW"),
        ("AE", "en-asia"),
        ("English (Asian English)", "en-asia"),
        ("Anglais (Asie)", "en-asia"),
        ("Klingon", None),
        ("", None),
        ("Chinese", None),
    ],
)
def test_a_language_is_read_in_any_wording(text: str, code: str | None) -> None:
    assert language_from(text) == code


def test_every_language_reads_back_from_what_each_tool_writes() -> None:
    for code, language in LANGUAGES.items():
        for written in (code, language.english, language.manabox, language.letters):
            if written:
                assert language_from(written) == code


def test_the_letters_of_set_numbers_tell_the_language() -> None:
    letters = {
        "EN": "en",
        "E": "en",
        "A": "en",
        "F": "fr",
        "C": "fr",
        "G": "de",
        "SP": "es",
        "ES": "es",
        "K": "ko",
        "AE": "en-asia",
    }
    assert {region: language_of_region(region) for region in letters} == letters
    assert language_of_region("DE") == "de"
    assert language_of_region("TF") is None
    assert language_of_region("") is None


def test_disputed_cardmarket_numbers_are_not_trusted() -> None:
    assert [language_from_cardmarket(number) for number in (1, 2, 6, 8)] == ["en", "fr", "zh-CN", "pt"]
    assert [language_from_cardmarket(number) for number in (9, 10, 11, 17)] == [None] * 4


@pytest.mark.parametrize(
    ("text", "tool", "names"),
    [
        ("C", None, ("Common",)),
        ("commune", None, ("Common",)),
        ("Comum", None, ("Common",)),
        ("secrète rare", None, ("Secret Rare",)),
        ("en secrète rare", None, ("Secret Rare",)),
        ("Rara Secreta", None, ("Secret Rare",)),
        ("ScR", None, ("Secret Rare",)),
        ("fantôme", None, ("Ghost Rare",)),
        ("Rara fantasma", None, ("Ghost Rare",)),
        ("GR", None, ("Ghost Rare", "Gold Rare")),
        ("GR", "dragonshield", ("Ghost Rare",)),
        ("GG", "scanflip", ("Ghost/Gold Rare",)),
        ("SR", None, ("Super Rare", "Secret Rare")),
        ("SR", "dragonshield", ("Super Rare",)),
        ("(StR)", None, ("Starlight Rare",)),
        ("(PIR)", None, ("Platinum Rare",)),
        ("Alternate Rare", None, ("Starlight Rare",)),
        ("U", "scanflip", ("Ultra Rare",)),
        ("G", "scanflip", ("Ghost Rare",)),
        ("RBL", "scanflip", ("Rare",)),
        ("Ultra Pharaoh’s Rare", "tcgplayer", ("Ultra Rare (Pharaoh's Rare)",)),
        ("UPR", None, ("Ultra Parallel Rare", "Ultra Rare (Pharaoh's Rare)")),
        ("Duel Terminal Technology Common", "tcgplayer", ("Duel Terminal Normal Parallel Rare",)),
        ("Duel Terminal Technology Ultra Rare", "tcgplayer", ("Duel Terminal Ultra Parallel Rare",)),
        ("Parallel Rare", "tcgplayer", ("Normal Parallel Rare",)),
        ("Ghost/Gold", None, ("Ghost/Gold Rare",)),
        ("UR (Blue)", None, ("Ultra Rare",)),
        ("Secrète Rare Quart de Siècle", None, ("Quarter Century Secret Rare",)),
        ("Promo", None, ()),
        ("2", None, ()),
        ("New", None, ()),
        ("C|print=Reprint", None, ()),
        ("", None, ()),
        ("purple", None, ()),
    ],
)
def test_a_rarity_text_gives_what_it_may_mean(text: str, tool: str | None, names: tuple[str, ...]) -> None:
    assert rarity_candidates(text, tool) == names


def test_a_parallel_without_detail_may_be_any_parallel() -> None:
    names = rarity_candidates("parallèle")
    assert names[0] == "Normal Parallel Rare"
    assert set(names) == {name for name in RARITIES if "Parallel" in name}


def test_every_rarity_reads_back_from_every_name_we_write() -> None:
    for name in RARITIES:
        assert rarity_candidates(name) == (name,)
        for locale in ("en", "fr", "pt"):
            assert name in rarity_candidates(rarity_label(name, locale)), (name, locale)
        for tool in ("own", "dragonshield", "cardmarket", "scanflip"):
            assert name in rarity_candidates(short_form(name, tool), tool), (name, tool)
        assert rarity_candidates(short_form(name, "own"), "own") == (name,)


def test_the_display_order() -> None:
    order = [
        "Common",
        "Short Print",
        "Normal Parallel Rare",
        "Rare",
        "Super Rare",
        "Ultra Rare",
        "Starfoil Rare",
        "Gold Rare",
        "Secret Rare",
        "Ultimate Rare",
        "Platinum Secret Rare",
        "Prismatic Secret Rare",
        "Collector's Rare",
        "Quarter Century Secret Rare",
        "Ghost Rare",
        "Starlight Rare",
        "Grand Master Rare",
        "10000 Secret Rare",
    ]
    assert sorted(order, key=rank) == order


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("Common", "Short Print", True),
        ("Super Short Print", "Common", True),
        ("Parallel Rare", "Normal Parallel Rare", True),
        ("Ghost/Gold Rare", "Ghost Gold", True),
        ("Collector’s Rare", "Collector's Rare", True),
        ("UR", "Ultra Rare", True),
        ("Duel Terminal Technology Common", "Duel Terminal Normal Parallel Rare", True),
        ("Starfoil", "Starfoil Rare", True),
        ("Common", "Rare", False),
        ("Secret Rare", "Super Rare", False),
        ("Ghost Rare", "Gold Rare", False),
        ("GR", "Ghost Rare", False),
    ],
)
def test_equivalences_are_no_difference(a: str, b: str, same: bool) -> None:
    assert same_rarity(a, b) is same
    assert same_rarity(b, a) is same


SEVEN = [
    "Super Rare",
    "Ultra Rare",
    "Secret Rare",
    "Collector's Rare",
    "Platinum Secret Rare",
    "Quarter Century Secret Rare",
    "Ultimate Rare",
]


@pytest.mark.parametrize(
    ("text", "available", "tool", "settled", "rarity"),
    [
        ("Super Rare", ["Super Rare", "Ultimate Rare"], None, Settled.EXACT, "Super Rare"),
        ("", ["Super Rare", "Ultimate Rare"], None, Settled.SEVERAL, None),
        ("", ["Rare"], None, Settled.DERIVED, "Rare"),
        ("Promo", ["Secret Rare"], "tcgplayer", Settled.DERIVED, "Secret Rare"),
        ("SR", ["Secret Rare"], None, Settled.EXACT, "Secret Rare"),
        ("SR", ["Secret Rare", "Super Rare"], None, Settled.EXACT, "Super Rare"),
        ("PSR", SEVEN, None, Settled.EXACT, "Platinum Secret Rare"),
        ("GR", ["Gold Rare", "Common"], None, Settled.EXACT, "Gold Rare"),
        ("GR", ["Gold Rare", "Ghost Rare"], None, Settled.SEVERAL, None),
        ("Common", ["Short Print"], None, Settled.DERIVED, "Short Print"),
        ("Common", ["Super Short Print", "Ultra Rare"], None, Settled.DERIVED, "Super Short Print"),
        ("UR", ["UR", "Secret Rare"], None, Settled.EXACT, "UR"),
        ("Ultra Rare", ["Secret Rare", "Super Rare"], None, Settled.NONE, None),
        ("Ultra Rare", [], None, Settled.NONE, None),
        ("Secret Pharaoh’s Rare", ["Ultra Rare (Pharaoh's Rare)"], "tcgplayer", Settled.DERIVED, "Ultra Rare (Pharaoh's Rare)"),
    ],
)
def test_the_number_narrows_and_the_text_picks(
    text: str, available: list[str], tool: str | None, settled: Settled, rarity: str | None
) -> None:
    choice = choose_rarity(text, available, tool)
    assert (choice.settled, choice.rarity) == (settled, rarity)


def test_a_difference_is_noted_and_candidates_are_kept() -> None:
    assert choose_rarity("Ultra Rare", ["Rare"]).differs
    assert not choose_rarity("Common", ["Short Print"]).differs
    assert choose_rarity("Gold", ["Super Rare", "Ultimate Rare"]).candidates == ("Super Rare", "Ultimate Rare")
    assert choose_rarity("", SEVEN).candidates[0] == "Super Rare"


def test_a_foil_colour_is_a_variant_not_a_rarity() -> None:
    assert foil_colour("UR (Purple)") == "Purple"
    assert foil_colour("RBL", "scanflip") == "Blue"
    assert foil_colour("Ultra Rare") == ""
