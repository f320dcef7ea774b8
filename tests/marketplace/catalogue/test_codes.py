"""Set numbers as printed and as typed."""

from __future__ import annotations

import pytest

from marketplace.catalogue.codes import Variant, folded, looks_like_code, normalise, parse, sort_key, variants


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("LOD-091", "LOD-091"),
        ("lod 091", "LOD-091"),
        ("LOD091", "LOD-091"),
        (" lod–091 ", "LOD-091"),
        ("LOD - 091", "LOD-091"),
        ("(LOD-091", "LOD-091"),
        ("CP06-EN001 ", "CP06-EN001"),
        ("macren036", "MACR-EN036"),
        ("LDDF003", "LDD-F003"),
        ("DUADEN059", "DUAD-EN059"),
        ("ra02en001", "RA02-EN001"),
        ("ldk2‑enk01", "LDK2-ENK01"),
        ("2021-EN001", "2021-EN001"),
        ("ＬＯＢ－００１", "LOB-001"),
    ],
)
def test_a_number_is_read_however_it_is_typed(typed: str, code: str) -> None:
    assert normalise(typed) == code
    assert folded(typed) == folded(code)


@pytest.mark.parametrize(
    ("code", "parts", "language"),
    [
        ("MACR-EN036", ("MACR", "EN", "", "036", ""), "en"),
        ("LOB-001", ("LOB", "", "", "001", ""), None),
        ("LDD-F003", ("LDD", "F", "", "003", ""), "fr"),
        ("LDD-C001", ("LDD", "C", "", "001", ""), "fr"),
        ("LDK2-ENK01", ("LDK2", "EN", "K", "01", ""), "en"),
        ("DUEA-ENDE1", ("DUEA", "EN", "DE", "1", ""), "en"),
        ("SD1-DEDE1", ("SD1", "DE", "DE", "1", ""), "de"),
        ("DPK-FRSE3", ("DPK", "FR", "SE", "3", ""), "fr"),
        ("CT05-FRS03", ("CT05", "FR", "S", "03", ""), "fr"),
        ("MVP1-ENGV3", ("MVP1", "EN", "GV", "3", ""), "en"),
        ("IOC-SE1", ("IOC", "", "SE", "1", ""), None),
        ("MACR-ES036", ("MACR", "SP", "", "036", ""), "es"),
        ("BLAR-EN10K", ("BLAR", "EN", "", "10", "K"), "en"),
        ("MAMO-EN???", ("MAMO", "EN", "", "???", ""), "en"),
        ("2019-JPP01", ("2019", "JP", "P", "01", ""), "ja"),
    ],
)
def test_the_parts_of_a_number(code: str, parts: tuple[str, ...], language: str | None) -> None:
    found = parse(code)
    assert found is not None
    assert tuple(found) == parts
    assert found.language == language


@pytest.mark.parametrize("text", ["Jinzo", "7 Colored Fish", "46986414", "2024-12-20", "", "-", "Number 39: Utopia"])
def test_other_text_has_no_parts(text: str) -> None:
    assert parse(text) is None


def test_numbers_sort_as_a_binder_does() -> None:
    order = [
        "EEN-FR001",
        "EEN-FR009",
        "EEN-FR010",
        "EEN-FR100",
        "EEN-FRSE1",
        "EEN-FRSE2",
        "LDK2-ENJ02",
        "LDK2-ENK01",
        "LDK2-ENK10",
    ]
    assert sorted(set(order), key=sort_key) == order
    two_sets = ["DP1-FR013", "DP10-FR001", "DP2-FR012"]
    assert sorted(set(two_sets), key=sort_key) == two_sets
    assert sort_key("") > sort_key("ZZZZ-EN999")
    assert sorted(["BLAR-EN10K", "BLAR-EN101", "BLAR-EN???", "BLAR-EN001"], key=sort_key)[:2] == ["BLAR-EN001", "BLAR-EN101"]


@pytest.mark.parametrize(
    ("typed", "variant"),
    [
        ("RA02-EN001alt", Variant("RA02-EN001", "alt", "suffix")),
        ("LDK2-ENK01b", Variant("LDK2-ENK01", "b", "suffix")),
        ("BLC1-EN011S", Variant("BLC1-EN011", "S", "suffix")),
        ("RA03-EN051Hero", Variant("RA03-EN051", "Hero", "suffix")),
        ("MACR-ES036", Variant("MACR-SP036", "", "region")),
        ("EEN-FR36", Variant("EEN-FR036", "", "zeros")),
        ("LOD-O91", Variant("LOD-091", "", "swap")),
        ("LDD-FOO3", Variant("LDD-F003", "", "swap")),
        ("L0D-091", Variant("LOD-091", "", "swap")),
        ("RP0l-FR016".upper().replace("L", "I"), Variant("RP01-FR016", "", "swap")),
    ],
)
def test_other_spellings_are_proposed(typed: str, variant: Variant) -> None:
    assert variant in variants(typed)


def test_the_suffix_comes_before_guesses_and_no_variant_repeats_the_number() -> None:
    found = variants("RA02-EN001alt")
    assert found[0].reason == "suffix"
    assert all(other.code != "RA02-EN001ALT" for other in found)
    assert len({other.code for other in found}) == len(found)


@pytest.mark.parametrize(
    "text",
    [
        "LDD-F003",
        "LOD-091",
        "lod 091",
        "LOD091",
        "EEN-FR036",
        "LDK2-ENK01b",
        "RA02-EN001alt",
        "301-001",
        "MAMO-EN???",
        "IOC-SE1",
        "LB-13",
        "2019-JPP01",
        "MACREN036",
    ],
)
def test_a_search_box_knows_a_number(text: str) -> None:
    assert looks_like_code(text)


@pytest.mark.parametrize(
    "text", ["Jinzo", "7 Colored Fish", "46986414", "2024-12-20", "Tricky Spell 4", "Gate 10", "XX-Saber Gardestrike", "", "7"]
)
def test_a_search_box_does_not_take_names_for_numbers(text: str) -> None:
    assert not looks_like_code(text)
