"""Lists beyond the reference cases, read with the full catalogue: other languages, odd spellings, long lists."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text as sql

from marketplace.collection.paste import DatabaseCatalogue, ListReading, read_list, to_json
from marketplace.db import Database

Read = Callable[..., ListReading]


def one(read: Read, text: str, **options: Any) -> dict[str, Any]:
    """The last line of ``text`` as JSON."""
    return to_json(read(text, **options).lines)[-1]


def some(found: dict[str, Any], *names: str) -> tuple[Any, ...]:
    return tuple(found[name] for name in names)


@pytest.mark.parametrize(
    ("line", "code", "card", "quantity", "edition", "condition"),
    [
        ("2x Dark Magician LOB-005 1st NM", "LOB-005", "Dark Magician", 2, "1st", "NM"),
        ("3 Raigeki (LOB-053) Super unlimited LP", "LOB-053", "Raigeki", 3, "unlimited", "LP"),
        ("Raigeki LOB053 near mint", "LOB-053", "Raigeki", 1, None, "NM"),
        ("lod 091", "LOD-091", "Royal Oppression", 1, None, None),
        ("1. Dark Magician (LOB-005) 1ª edição danificada", "LOB-005", "Dark Magician", 1, "1st", "damaged"),
        (
            "Blue-Eyes White Dragon\tLOB-001\tUltra Rare\t1st Edition\tNM\t2",
            "LOB-001",
            "Blue-Eyes White Dragon",
            2,
            "1st",
            "NM",
        ),
        ("Blue-Eyes White Dragon, LOB-001, 1st Edition, Near Mint, 2", "LOB-001", "Blue-Eyes White Dragon", 2, "1st", "NM"),
        ("LOB-001 - Blue-Eyes White Dragon - Ultra", "LOB-001", "Blue-Eyes White Dragon", 1, None, None),
        ("LOB-001 Blue-Eyes", "LOB-001", "Blue-Eyes White Dragon", 1, None, None),
        ("BEWD LOB-001", "LOB-001", "Blue-Eyes White Dragon", 1, None, None),
        ("“Dark Magician” (LOB‑005)", "LOB-005", "Dark Magician", 1, None, None),
        ("Dark Magician -1st- NM -LOB-005-", "LOB-005", "Dark Magician", 1, "1st", "NM"),
    ],
)
def test_lines_with_a_number(
    line: str, code: str, card: str, quantity: int, edition: str | None, condition: str | None, read: Read
) -> None:
    found = one(read, line)
    assert some(found, "set_code", "card", "quantity", "edition", "condition") == (code, card, quantity, edition, condition)


@pytest.mark.parametrize(
    ("line", "card", "quantity"),
    [
        ("7 Colored Fish", "7 Colored Fish", 1),
        ("7 Colored Fsh", "7 Colored Fish", 1),
        ("2 7 Colored Fish", "7 Colored Fish", 2),
        ("4-Starred Ladybug of Doom x2", "4-Starred Ladybug of Doom", 2),
        ("1st Movement Solo", "1st Movement Solo", 1),
        ("Deskbot 001 x3", "Deskbot 001", 3),
        ("TG-SX1", "TG-SX1", 1),
        ("TG-SX1 x2", "TG-SX1", 2),
        ("Rare Metalmorph x2 NM", "Rare Metalmorph", 2),
        ("Voici la Carte (Menu du Jour)", "Voici la Carte (Today's Menu)", 1),
        ("10 Mystical Space Typhoon", "Mystical Space Typhoon", 10),
        ("MST", "Mystical Space Typhoon", 1),
        ("Dark Magicain", "Dark Magician", 1),
        ("Magicienne des Tenebre", "Dark Magician Girl", 1),
        ("mago negro x2", "Dark Magician", 2),
        ("(2) Sangan [proxy]", "Sangan", 2),
        ("Pot of Greed x 3", "Pot of Greed", 3),
    ],
)
def test_lines_without_a_number(line: str, card: str, quantity: int, read: Read) -> None:
    assert some(one(read, line), "card", "quantity", "kind") == (card, quantity, "card")


def test_a_price_is_a_note_and_no_count(read: Read) -> None:
    found = one(read, "Mago Negro, ultra, 1ª edição, inglês - 2,50 €")
    assert some(found, "card", "language", "edition", "rarity", "quantity") == ("Dark Magician", "en", "1st", "Ultra Rare", 1)
    assert found["marks"]["price"] == "2,50 €"
    assert found["note"] == "price: 2,50 €"


def test_a_number_and_a_name_that_disagree_are_both_shown(read: Read) -> None:
    found = one(read, "Dark Magician (LOB-001)")
    assert found["card"] is None
    assert found["set_code"] is None
    assert found["card_candidates"][:2] == ["Blue-Eyes White Dragon", "Dark Magician"]
    assert {"LOB-001", "LOB-005"} <= set(found["candidates"])
    assert "one of the two is a typing error" in found["note"]


def test_a_number_is_never_built_by_swapping_letters(read: Read) -> None:
    found = one(read, "Blue-Eyes (LOB-F001)")
    assert some(found, "set_code", "card", "language") == (None, "Blue-Eyes White Dragon", "fr")
    assert set(found["candidates"]) == {"LDD-F001", "LOB-FR001", "LDD-C001"}


def test_the_language_on_the_line_counts_and_the_number_stays(read: Read) -> None:
    found = one(read, "LOB-001 - Blue-Eyes White Dragon - Ultra - FR")
    assert some(found, "set_code", "language") == ("LOB-001", "fr")
    assert found["how"]["language"] == "written"
    assert "the number is English" in found["note"]


def test_one_number_of_two_cards_is_settled_by_the_name_or_the_language(read: Read) -> None:
    assert one(read, "Penguin Knight (DL1-001)")["card"] == "Penguin Knight"
    assert one(read, "DL1-001 en japonais")["card"] == "Penguin Knight"


def test_further_numbers_on_a_line_are_copies_of_their_own(read: Read) -> None:
    found = one(read, "Dark Magician LOB-005 x2 / SDY-006 x1 / YAP1-EN001")
    assert some(found, "set_code", "quantity") == ("LOB-005", 2)
    assert [(also["set_code"], also["quantity"]) for also in found["alternates"]] == [("SDY-006", 1), ("YAP1-EN001", None)]


def test_several_cards_on_one_line(read: Read) -> None:
    found = one(read, "2 Dark Hole + 1 Raigeki")
    assert some(found, "card", "quantity") == ("Dark Hole", 2)
    assert [(also["card"], also["quantity"]) for also in found["alternates"]] == [("Raigeki", 1)]


def test_a_comma_inside_a_name_is_no_separator(read: Read) -> None:
    found = one(read, "Tempête, Héros Elémentaire")
    assert some(found, "card", "alternates") == ("Elemental HERO Tempest", [])


def test_sp_means_what_the_printing_allows(read: Read) -> None:
    assert one(read, "Heavy Storm (MRD-142) SP")["condition"] == "EX"
    assert one(read, "Heavy Storm (MRD-SP142) SP")["language"] == "es"
    assert one(read, "LOB-092 SP")["rarity"] == "Short Print"


def test_what_lp_means_is_asked_and_can_be_said(read: Read) -> None:
    line = "Raigeki (LOB-053) LP"
    assert (one(read, line)["grade"], one(read, line)["how"]["grade"]) == ("LP", "assumed")
    assert one(read, line, scale="american")["grade"] == "EX"
    assert (one(read, line, scale="european")["grade"], one(read, line, scale="european")["how"]["grade"]) == ("LP", "written")


def test_the_list_language_is_used_where_a_line_states_none_and_is_marked_assumed(read: Read) -> None:
    found = one(read, "Cyber Dragon", language="fr")
    assert (found["language"], found["how"]["language"]) == ("fr", "assumed")
    assert any("-FR" in code for code in found["candidates"])
    assert any("-EN" in code for code in found["candidates"])
    assert one(read, "Cyber Dragon")["language"] is None


def test_a_list_of_numbers_tells_its_language(read: Read) -> None:
    reading = read("GLD1-FR014\nGLD1-FR022\nTLM-FR038\nCyber Dragon")
    assert reading.language == "fr"
    assert not reading.language_given


def test_a_list_ranks_the_printing_first_that_it_names_elsewhere(read: Read) -> None:
    found = to_json(read("Tranchant Sauvage, Héros Elémentaire\n\nDP03-FR010").lines)[0]
    assert found["set_code"] is None
    assert found["candidates"][0] == "DP03-FR010"


def test_a_heading_of_a_set_narrows_the_lines_below(read: Read) -> None:
    found = one(read, "PTDN:\nThe Dark Creator (en français)")
    assert some(found, "set_code", "language") == ("PTDN-FR017", "fr")


def test_a_wanted_set_is_no_card(read: Read) -> None:
    found = one(read, "[R] PRImal Origins")
    assert some(found, "card", "list", "kind") == (None, "want", "card")
    assert all(code.startswith("PRIO-") for code in found["candidates"])


def test_a_group_lists_its_cards(read: Read) -> None:
    found = one(read, "les 3 dieux PGLD")
    assert len(found["card_candidates"]) == 3
    assert {"PGLD-EN030", "PGLD-EN031", "PGLD-EN032"} <= set(found["candidates"])


def test_a_rarity_the_number_does_not_have_is_told(read: Read) -> None:
    found = one(read, "Raigeki (LOB-053) Ultra")
    assert found["rarity"] == "Super Rare"
    assert "Ultra is written, but this number exists as Super Rare only" in found["note"]


def test_repaired_letters_are_told(read: Read) -> None:
    found = one(read, "Dragon PoussiÃ¨re d'Etoile (CT05-FR001)")
    assert found["card"] == "Stardust Dragon"
    assert "garbled" in found["note"]


def test_unknown_words_are_no_card_and_lose_nothing(read: Read) -> None:
    found = one(read, "Zxyqqw Vvrrm")
    assert some(found, "kind", "card", "candidates", "input") == ("card", None, [], "Zxyqqw Vvrrm")


@pytest.mark.parametrize("text", ["", "\n\n", "   \t\n\u00a0"])
def test_nothing_gives_nothing(text: str, read: Read) -> None:
    assert read(text).lines == []


@pytest.mark.parametrize(
    "line",
    ["((((", "))))", "[", "]]][[[", "(" * 300, "x" * 5000, "- - - -", "\u202e\u200b", "0x", "x0", "-", ":", "€",
     "1", "1.", "[E]", "toi", "(1st",
     "&amp;&lt;&#0;", "🂡🂱 Dark Magician 🎴", "Dark\u0000Magician", "DM" * 200, "LOB-005 " * 60, "a, b, c, d, e, f, g, h"],
)  # fmt: skip
def test_no_line_breaks_the_reader(line: str, read: Read) -> None:
    for found in to_json(read(line).lines):
        assert found["kind"] in ("card", "heading", "remark", "sentence")


def _printings(database: Database, number: int) -> list[tuple[str, str]]:
    query = sql(
        "SELECT p.code, n.name FROM printing p JOIN card_name n ON n.card_id = p.card_id AND n.language = p.language"
        " WHERE p.language IN ('fr', 'en') AND p.code != '' ORDER BY p.id"
    )
    with database.read() as session:
        rows = [(code, name) for code, name in session.execute(query)]
    return random.Random(7).sample(rows, number)


def _long_list(database: Database, number: int) -> str:
    """Mostly lines with numbers, one in ten with a name alone, one in fifty misspelt."""
    lines = []
    for place, (code, name) in enumerate(_printings(database, number)):
        if place % 50 == 7:
            lines.append(name[:-3] + name[-2:])
        elif place % 10 == 3:
            lines.append(f"{name} x2")
        else:
            lines.append(f"{name} (1ère, {code}) [abîmé]")
    return "\n".join(lines)


def _timed(app: Flask, database: Database, text: str) -> tuple[ListReading, float]:
    with app.app_context(), database.read() as session:
        # The processor's time, so that whatever else the machine does is left out.
        started = time.process_time()
        reading = read_list(text, DatabaseCatalogue(session, None))
        return reading, time.process_time() - started


def test_a_thousand_lines_take_less_than_three_seconds(app: Flask, full_catalogue: Database) -> None:
    text = _long_list(full_catalogue, 1000)
    _timed(app, full_catalogue, "Caius")  # The names are read into memory once.
    reading, seconds = _timed(app, full_catalogue, text)
    assert seconds < 3
    assert len(reading.lines) == 1000
    # Names that sound like talk apart, every line is a card that was found.
    assert sum(line.card is not None for line in reading.lines) > 980


def test_queries_do_not_grow_with_the_lines(app: Flask, full_catalogue: Database, count_queries: Any) -> None:
    text = "\n".join(f"{name} ({code})" for code, name in _printings(full_catalogue, 800))
    with app.app_context(), full_catalogue.read() as session:
        catalogue = DatabaseCatalogue(session, None)
        read_list("Caius", catalogue)
        with count_queries(full_catalogue) as few:
            read_list("\n".join(text.splitlines()[:400]), catalogue)
        with count_queries(full_catalogue) as many:
            read_list(text, catalogue)
    # One statement for 400 numbers, one for 400 cards' names; disagreements of number and name are looked up singly.
    assert few.count <= 8
    assert many.count <= 14


def test_a_title_names_what_is_offered_and_what_is_wanted(read: Read) -> None:
    found = one(read, "[E] les 3 dieux PGLD, Playmat! [R] PRImal Origins")
    assert some(found, "list", "card") == ("offer", None)
    assert len(found["card_candidates"]) == 3
    (wanted,) = found["alternates"]
    assert wanted["list"] == "want"
    assert all(code.startswith("PRIO-") for code in wanted["candidates"])
