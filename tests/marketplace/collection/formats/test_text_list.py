"""Lists as collectors post them, read and written."""

from __future__ import annotations

import pytest

from marketplace.collection.formats.owned import Owned
from marketplace.collection.formats.rows import Row
from marketplace.collection.formats.text_list import read, with_count
from marketplace.collection.formats.text_writing import write


def one(line: str) -> Row:
    (row,) = read(line)
    return row


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Penguin Soldier (SDJ-022) -- Anglais", {"name": "Penguin Soldier", "code": "SDJ-022", "language": "en"}),
        ("Caius (1ère, SDDE-FR001)", {"name": "Caius", "code": "SDDE-FR001", "edition": "1st"}),
        ("Monster Reborn (en français, RP01-FR016)", {"name": "Monster Reborn", "code": "RP01-FR016", "language": "fr"}),
        ("Royal Oppression (1st, LOD-091", {"name": "Royal Oppression", "code": "LOD-091", "edition": "1st"}),
        ("Royal Oppression (1st, lod 091)", {"name": "Royal Oppression", "code": "lod 091", "edition": "1st"}),
        (
            "Tempête, Héros Elémentaire (1ère, EEN-FR034)",
            {"name": "Tempête, Héros Elémentaire", "code": "EEN-FR034", "edition": "1st"},
        ),
        ("Esprit du Héros (DPK-FRSE3)", {"name": "Esprit du Héros", "code": "DPK-FRSE3"}),
        ("Tranchant Sauvage (EEN-FR035) [abîmé]", {"code": "EEN-FR035", "condition": "PO", "condition_words": "abîmé"}),
        (
            "Dragon (CT05-FR002) [erreur d'impression - tache]",
            {"code": "CT05-FR002", "misprint": "erreur d'impression - tache"},
        ),
        ("¤ Chasseur mécanique *3 (en commune)", {"name": "Chasseur mécanique", "quantity": 3, "rarity_text": "en commune"}),
        ("¤ Ville des engrenages *2", {"name": "Ville des engrenages", "quantity": 2}),
        ("3x Ash Blossom & Joyous Spring", {"name": "Ash Blossom & Joyous Spring", "quantity": 3}),
        ("Ash Blossom & Joyous Spring x3", {"name": "Ash Blossom & Joyous Spring", "quantity": 3}),
        ("- Sangan (2)", {"name": "Sangan", "quantity": 2}),
        ("1 Ash Blossom [MACR] MACR-EN036", {"code": "MACR-EN036"}),
        ("1 Ash Blossom [MACR] EN036", {"code": "MACR-EN036"}),
        ("DUPO-EN101", {"code": "DUPO-EN101", "name": "", "quantity": 1}),
        ("2 LOB-001", {"code": "LOB-001", "name": "", "quantity": 2}),
        ("7 *8 (Unlimited, AST-091)", {"code": "AST-091", "name": "7", "quantity": 8}),
        ("7 (AST-091)", {"code": "AST-091", "name": "7", "quantity": 1}),
        (
            "Heavy Storm (MRD-EN142) [set: Metal Raiders (25th Anniversary Edition)]",
            {"product": "Metal Raiders (25th Anniversary Edition)"},
        ),
        ("TOCH-EN001 x3", {"code": "TOCH-EN001", "name": "", "quantity": 3}),
        ("Recette de Viande (Meat Recipe)", {"name": "Recette de Viande (Meat Recipe)", "code": ""}),
        ("TG1-EM1 (STOR-EN023)", {"name": "TG1-EM1", "code": "STOR-EN023"}),
        (
            '"A" Cell Breeding Device *2 (1st, FOTB-EN043) [LP]',
            {"name": '"A" Cell Breeding Device', "quantity": 2, "condition": "LP"},
        ),
        (
            "Number 41: Bagooska the Terribly Tired Tapir",
            {"name": "Number 41: Bagooska the Terribly Tired Tapir", "quantity": 1},
        ),
        ("Evil★Twin Ki-sikil (GEIM-EN022) [NM, très propre]", {"condition": "NM", "condition_words": "très propre"}),
    ],
)
def test_a_line(line: str, expected: dict[str, object]) -> None:
    row = one(line)
    assert {name: getattr(row, name) for name in expected} == expected
    assert not row.problems


def test_headings_hold_until_the_next_one_or_an_empty_line() -> None:
    text = (
        "Cyber Dragon (GLD1-FR022)\n\n---------------Gold:\nFracas (GLD1-FR014)\n\n---------------Super Rare:\n"
        "Violent Orage (DB2-FR084)\nSillva (en Commune, GLD1-FR023)\n\nCaius (SDDE-FR001)\n"
    )
    assert [row.rarity_text for row in read(text)] == ["", "Gold", "Super Rare", "en Commune", ""]


def test_an_also_remark_is_another_copy() -> None:
    first, other = read("Dragon Armé LV7 (1ère, SOD-FR015) [aussi 2 en Super, 1ère édition, DP2-FR012]")
    assert (first.code, first.part, first.quantity) == ("SOD-FR015", 0, 1)
    assert (other.code, other.part, other.quantity, other.edition, other.name) == ("DP2-FR012", 1, 2, "1st", "Dragon Armé LV7")
    assert other.number == first.number
    _, uncounted = read("Dragon Armé LV7 (SOD-FR015) [aussi en Super, DP2-FR012]")
    assert uncounted.quantity == 1
    assert uncounted.notes


def test_a_leading_number_may_belong_to_the_name() -> None:
    row = one("7 Colored Fish")
    assert (row.name, row.quantity, row.leading_count) == ("7 Colored Fish", 1, 7)
    counted = with_count(row)
    assert (counted.name, counted.quantity, counted.leading_count) == ("Colored Fish", 7, None)
    assert with_count(one("3x Sangan")).quantity == 3


@pytest.mark.parametrize("line", ["Cyber Dragon *12000 (GLD1-FR022)", "()", "?!"])
def test_what_cannot_be_counted_or_names_nothing_is_refused(line: str) -> None:
    assert one(line).problems


def owned(name: str, code: str, **values: object) -> Owned:
    defaults: dict[str, object] = {
        "product": "X",
        "rarity": "Super Rare",
        "quantity": 1,
        "language": "fr",
        "print_language": "fr",
    }
    return Owned(name=name, code=code, **(defaults | values))  # type: ignore[arg-type]


STACKS = [
    owned("Breaker the Magical Warrior", "GLD1-FR014", local_name="Fracas, le Guerrier Magique", rarity="Gold Rare"),
    owned("Giant Trunade", "MRL-048", language="en", print_language="en", edition="1st", quantity=3),
    owned(
        "Caius the Shadow Monarch",
        "SDDE-FR001",
        rarity="Ultra Rare",
        edition="1st",
        condition="PO",
        condition_words="un peu, abîmé",
    ),
    owned("Red Dragon Archfiend", "CT05-FR002", rarity="Secret Rare", misprint="petite tache bleue", condition_words="bizarre"),
    owned("Sangan", "MRD-F069", rarity="", language="de"),
]


def test_the_list_a_french_collector_posts() -> None:
    assert "".join(write(STACKS, "fr")) == (
        "Sangan (MRD-F069) -- Allemand\n"
        "\n---------------Secrète Rare:\n"
        "Red Dragon Archfiend (CT05-FR002) [?, bizarre] [misprint: petite tache bleue]\n"
        "\n---------------Gold Rare:\n"
        "Fracas, le Guerrier Magique (GLD1-FR014)\n"
        "\n---------------Ultra Rare:\n"
        "Caius the Shadow Monarch (1ère, SDDE-FR001) [PO, un peu, abîmé]\n"
        "\n---------------Super Rare:\n"
        "Giant Trunade *3 (1st, MRL-048) -- Anglais\n"
    )


@pytest.mark.parametrize("locale", ["en", "fr", "pt"])
def test_a_written_list_reads_back_in_every_language(locale: str) -> None:
    from marketplace.catalogue.vocabulary import rarity_candidates

    rows = {row.code: row for row in read("".join(write(STACKS, locale)))}
    assert len(rows) == len(STACKS)
    for stack in STACKS:
        row = rows[stack.code]
        assert not row.problems
        assert (row.quantity, row.edition, row.condition, row.condition_words, row.misprint) == (
            stack.quantity, stack.edition, stack.condition, stack.condition_words, stack.misprint,
        )  # fmt: skip
        assert row.language in (("", stack.language) if stack.language == locale else (stack.language,))
        assert stack.rarity in (rarity_candidates(row.rarity_text) or ("",))


def test_equal_lines_are_added_up_and_empty_stacks_left_out() -> None:
    stacks = [
        owned("Sangan", "MRD-F069", quantity=2, note="a"),
        owned("Sangan", "MRD-F069", place="Box"),
        owned("Jinzo", "PSV-F000", quantity=0),
    ]
    assert "".join(write(stacks, "fr")) == "---------------Super Rare:\nSangan *3 (MRD-F069)\n"
