"""The starter catalogue holds every card that our documents and decks speak of, and facts only."""

import csv
import dataclasses
import json
import time
from collections import Counter
from pathlib import Path

import pytest

from engine import read_starter
from engine.facts.starter import STARTER_FILE
from tests.engine.conftest import shared_file

LANGUAGES = ("en", "fr", "pt", "de", "it", "es")


def sources():
    with (Path(__file__).parent / "starter_sources.tsv").open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE))


SOURCES = sources()


@pytest.fixture(scope="module")
def starter():
    return read_starter()


@pytest.fixture(scope="module")
def by_page(starter):
    return {card.page_id: card for card in starter.cards}


def test_it_is_read_without_problems_and_in_no_time():
    started = time.process_time()
    file = read_starter()
    seconds = time.process_time() - started
    assert not file.problems
    assert len(file.cards) >= 300
    assert sum(len(card.printings) for card in file.cards) > 17_000
    # Seconds of work, whatever else the machine is busy with; measuring coverage slows it down.
    assert seconds < 3


def test_it_is_small_enough_to_be_kept_with_the_code():
    assert STARTER_FILE.stat().st_size < 900 * 1024


@pytest.mark.parametrize("source", sorted({row["source"] for row in SOURCES}))
def test_every_card_a_source_names_is_there(by_page, source):
    rows = [row for row in SOURCES if row["source"] == source]
    assert rows
    for row in rows:
        assert by_page[int(row["page_id"])].name == row["card"], row


def test_it_holds_nothing_else(by_page):
    assert by_page.keys() == {int(row["page_id"]) for row in SOURCES}


@pytest.mark.parametrize(
    ("source", "cards"),
    [
        ("rulebook-2009-fr", 4),
        ("glossary-fr", 23),
        ("trade-posts-fr", 39),
        ("rules-early-fr", 10),
        ("tag-duel-fr", 24),
        ("rules-pt", 38),
        ("trade-cases", 50),
        ("deck:bench_vanilla_a", 20),
        ("deck:bench_vanilla_b", 20),
        ("deck:AI_OldSchool", 16),
        ("deck:AI_MokeyMokey", 16),
        ("deck:AI_Frog", 18),
        ("deck:AI_Horus", 20),
        ("deck:AI_Blackwing", 19),
        ("deck:AI_Burn", 16),
    ],
)
def test_no_source_has_lost_cards(source, cards):
    assert sum(row["source"] == source for row in SOURCES) >= cards


@pytest.mark.parametrize(
    ("source", "written", "card"),
    [
        ("glossary-fr", "Livre de la Lune", "Book of Moon"),
        ("glossary-fr", "Tengu Réincarné", "Reborn Tengu"),
        ("trade-posts-fr", "Caius", "Caius the Shadow Monarch"),
        ("trade-posts-fr", "Gardien Goyo", "Goyo Guardian"),
        ("trade-posts-fr", "Dieux Egypt. PGLD", "Slifer the Sky Dragon"),
        ("tag-duel-fr", "Rainette", "Treeborn Frog"),
        ("tag-duel-fr", "Espace de Négation", "Vanity's Emptiness"),
        ("rules-early-fr", "Ouija Board", "Destiny Board"),
        ("rules-pt", "Magnetic Ring", "Ring of Magnetism"),
    ],
)
def test_names_no_catalogue_knows_were_read_by_a_person(source, written, card):
    assert any((row["source"], row["as_written"], row["card"]) == (source, written, card) for row in SOURCES)


@pytest.mark.parametrize(
    ("number", "card", "language", "rarities"),
    [
        ("SDJ-022", "Penguin Soldier", "en", {"Super Rare"}),
        ("CT05-FR001", "Stardust Dragon", "fr", {"Secret Rare"}),
        ("TLM-FR038", "Brain Control", "fr", {"Super Rare", "Ultimate Rare"}),
        ("LOD-091", "Royal Oppression", "en", {"Rare"}),
        ("DPK-FRSE3", "Hero Spirit", "fr", {"Secret Rare"}),
        ("PGLD-FR030", "Obelisk the Tormentor", "fr", {"Gold Secret Rare"}),
        ("LDD-F003", "Dark Magician", "fr", {"Ultra Rare"}),
        ("LDB-P119", "Pot of Greed", "pt", {"Rare"}),
        ("BP01-EN032", "Raigeki", "en", {"Rare", "Starfoil Rare"}),
        ("SDP-F001", "Steel Ogre Grotto #2", "fr", {"Common"}),
        ("MACR-SP036", "Ash Blossom & Joyous Spring", "es", {"Secret Rare"}),
    ],
)
def test_printings_the_documents_name(starter, number, card, language, rarities):
    found = [(entry.name, printing) for entry in starter.cards for printing in entry.printings if printing.number == number]
    assert {name for name, _ in found} == {card}
    assert {printing.language for _, printing in found} == {language}
    assert {printing.rarity for _, printing in found} == rarities


def test_every_number_of_the_trade_posts_is_there(starter):
    numbers = """
        CT04-FR003 CT05-FR001 CT05-FR002 DB2-FR084 DB2-FR190 DP1-FR010 DP1-FR012 DP1-FR013 DP2-FR012 DP2-FR013 DPK-FRSE3
        EEN-FR033 EEN-FR034 EEN-FR035 EEN-FR036 GLD1-FR014 GLD1-FR022 GLD1-FR032 LOD-091 MRD-142 MRL-048 PTDN-FR087
        RP01-FR016 SDDE-FR001 SDJ-022 SDJ-041 SOD-FR015 TLM-FR035 TLM-FR038
    """
    assert set(numbers.split()) <= {printing.number for card in starter.cards for printing in card.printings}


def test_numbers_that_were_never_printed_are_not(starter):
    printed = {printing.number for card in starter.cards for printing in card.printings}
    assert not {"LOB-F001", "LOB-I001", "LOB-P001", "LOB-S001", "MACR-ES036", "MACR-EP036"} & printed


def test_every_card_is_named_in_three_languages_at_least(starter):
    short = {card.name: sorted(card.names) for card in starter.cards if not {"en", "fr", "pt"} <= card.names.keys()}
    # These two were printed in Asia only.
    assert set(short) == {"Anotherverse Dragon", "Anotherverse Gluttonia"}


def test_other_artworks_are_known(starter):
    aliases = {card.name: card.alias_passcodes for card in starter.cards if card.alias_passcodes}
    assert aliases["Blue-Eyes White Dragon"] == tuple(range(89631140, 89631147))
    assert aliases["Number 41: Bagooska the Terribly Tired Tapir"] == (90590304,)
    assert aliases["Apollousa, Bow of the Goddess"] == (4280259,)


def test_it_holds_no_texts(starter):
    for card in starter.cards:
        assert not any([card.texts, card.pendulum_texts, card.materials, card.romanised]), card.name
    allowed = {
        *("page_id", "passcode", "konami_id", "names", "kind", "frame", "pendulum", "attribute", "type"),
        *("abilities", "icon", "level", "rank", "link", "scale", "arrows", "atk", "defense"),
        *("unofficial_names", "alias_passcodes", "placeholder_passcode", "archetypes", "printings"),
    }
    document = json.loads(STARTER_FILE.read_text(encoding="utf-8"))
    assert document.keys() == {"format", "version", "languages", "rarities", "cards"}
    for entry in document["cards"]:
        assert entry.keys() <= allowed
        longest = max(
            len(name) for name in (*entry["names"].values(), *entry.get("archetypes", ()), *entry.get("printings", ()))
        )
        assert longest < 120, entry["names"]["en"]


def test_numbers_are_unique(starter):
    for field in ("page_id", "passcode"):
        counted = Counter(getattr(card, field) for card in starter.cards)
        assert all(count == 1 for value, count in counted.items() if value is not None)
    passcodes = {card.passcode for card in starter.cards}
    assert not passcodes.intersection(alias for card in starter.cards for alias in card.alias_passcodes)


@pytest.mark.shared_data
def test_it_agrees_with_the_full_catalogue(starter, catalogue):
    """A difference means that the starter should be renewed: see docs/starter-catalogue.md."""
    full = {card.page_id: card for card in catalogue.cards}
    for card in starter.cards:
        original = full[card.page_id]
        expected = dataclasses.replace(
            original,
            names={language: original.names[language] for language in LANGUAGES if language in original.names},
            unofficial_names=original.unofficial_names.intersection(LANGUAGES),
            alias_passcodes=card.alias_passcodes,
            texts={},
            pendulum_texts={},
            romanised={},
            materials="",
        )
        assert card.fingerprint() == expected.fingerprint(), card.name
        assert set(card.printings) == {printing for printing in original.printings if printing.language in LANGUAGES}


@pytest.mark.shared_data
@pytest.mark.parametrize("deck", sorted({row["source"] for row in SOURCES if row["source"].startswith("deck:")}))
def test_the_sources_list_every_card_of_a_deck(deck):
    text = shared_file(f"decks/{deck.removeprefix('deck:')}.ydk").read_text(encoding="utf-8")
    passcodes = {line.strip() for line in text.splitlines() if line.strip().isdecimal()}
    assert passcodes == {row["as_written"] for row in SOURCES if row["source"] == deck}
