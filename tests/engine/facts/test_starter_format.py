"""The file format of the starter catalogue, read and written."""

import dataclasses
import json

import pytest

from engine import QUESTION_MARK, PrintingFacts, UnreadableFacts, read_facts
from engine.facts.starter import starter_text

from .invented import read_json, starter, starter_card, yugi_monster, yugi_spell


def only(entry):
    file = read_json(starter(entry))
    assert not file.problems
    (card,) = file.cards
    return card


def test_a_card():
    card = only(starter_card())
    assert (card.page_id, card.passcode, card.konami_id, card.level) == (700001, 11112222, None, 4)
    assert (card.atk, card.defense, card.pendulum, card.texts) == (1500, QUESTION_MARK, False, {})
    assert card.printings == (
        PrintingFacts("Harbour of Legends", "HRBR-EN001", "en", "Ultra Rare"),
        PrintingFacts("Harbour of Legends", "HRBR-EN001", "en", "Ghost Rare"),
        PrintingFacts("Harbour of Legends", "HRBR-EN100", "en", "Common"),
        PrintingFacts("Harbour of Legends", "HRBR-FR001", "fr", None),
    )


def test_a_product_without_numbers():
    card = only(starter_card(printings={"Magazine": {"en": "- C, -"}}))
    assert card.printings == (
        PrintingFacts("Magazine", "", "en", "Common"),
        PrintingFacts("Magazine", "", "en", None),
    )


def test_what_is_written_is_read_back():
    sets = {
        "en": [
            {"set_number": "HRBR-EN???", "set_name": "Harbour, of/Legends", "rarities": ["Ultra Rare", "Ghost Rare"]},
            {"set_number": "", "set_name": "Magazine", "rarities": []},
        ],
        "fr": [{"set_number": "HRBR-FR001", "set_name": "Harbour, of/Legends", "rarities": ["Common"]}],
        "ja": [{"set_number": "HRBR-JP001", "set_name": "Harbour, of/Legends", "rarities": ["Millennium Rare"]}],
    }
    link = yugi_monster(
        yugipedia_page_id=3,
        monster_type_line="Cyberse / Link / Effect",
        link_arrows=["⬇", "↖"],
        level=None,
        atk="?",
        sets=sets,
        is_translation_unofficial={"name": {"fr": True, "ja": True}},
        fake_password=101301001,
        **{"def": None},
    )
    pendulum = yugi_monster(
        yugipedia_page_id=4,
        monster_type_line="Dragon / Xyz / Pendulum / Tuner / Effect",
        level=None,
        rank=0,
        pendulum_scale=0,
        atk=0,
    )
    originals = read_json([link, pendulum, yugi_spell()]).cards
    read_back = read_facts(starter_text(originals, ["en", "fr"]).encode())
    assert not read_back.problems
    for original, again in zip(originals, read_back.cards, strict=True):
        kept = dataclasses.replace(
            original,
            names={language: name for language, name in original.names.items() if language in ("en", "fr")},
            unofficial_names=original.unofficial_names & {"fr"},
            texts={},
            romanised={},
        )
        assert again.fingerprint() == kept.fingerprint()
        assert set(again.printings) == {printing for printing in original.printings if printing.language != "ja"}


def test_one_card_is_one_line_and_the_table_holds_what_is_used():
    text = starter_text(read_json([yugi_monster(), yugi_spell()]).cards, ["fr"])
    assert [line for line in text.splitlines() if line.startswith('{"page_id"')] == text.splitlines()[6:8]
    assert json.loads(text)["rarities"] == {"UR": "Ultra Rare"}


@pytest.mark.parametrize(
    "printing",
    [
        PrintingFacts("Harbour", "HRBR-EN001", "en", "Overframe Rare"),
        PrintingFacts("Harbour", "HRBR-EN001", "en", "Common", artwork="second"),
        PrintingFacts("Harbour", "HRBR EN001", "en", "Common"),
    ],
)
def test_what_the_format_cannot_say_is_not_written(printing):
    (card,) = read_json([yugi_spell()]).cards
    with pytest.raises(ValueError, match="Low Tide"):
        starter_text([dataclasses.replace(card, printings=(printing,))], ["en"])


@pytest.mark.parametrize("change", [{"version": 2}, {"version": "1"}, {"rarities": [1]}, {"rarities": {"C": 5}}])
def test_another_version_or_a_broken_table_is_refused(change):
    with pytest.raises(UnreadableFacts, match=r"version|rarities"):
        read_json(starter(starter_card(), **change))


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"names": {}}, "names", "none at all"),
        ({"names": {"en": ""}}, "names", "empty name"),
        ({"names": {"xx": "Drake"}}, "names.xx", "'xx' is not a known language"),
        ({"kind": "beast"}, "kind", "'beast' is not a known card kind"),
        ({"frame": None}, "frame", "found nothing"),
        ({"type": "elf"}, "type", "'elf' is not a known monster type"),
        ({"abilities": ["effect", "fly"]}, "abilities[2]", "'fly' is not a known ability"),
        ({"arrows": ["up"]}, "arrows[1]", "'up' is not a known link arrow"),
        ({"page_id": "x"}, "page_id", "found 'x'"),
        ({"atk": 10**9}, "atk", "out of range"),
        ({"alias_passcodes": [0]}, "alias_passcodes[1]", "out of range"),
        ({"unofficial_names": ["xx"]}, "unofficial_names[1]", "not a known language"),
        ({"printings": ["Harbour"]}, "printings", "Expected an object"),
        ({"printings": {"Harbour": "HRBR-EN001"}}, "printings.Harbour", "Expected an object"),
        ({"printings": {"Harbour": {"xx": "HRBR-EN001"}}}, "printings.Harbour.xx", "not a known language"),
        ({"printings": {"Harbour": {"en": ""}}}, "printings.Harbour.en", "'' is not a set number"),
        ({"printings": {"Harbour": {"en": "HRBR-EN001 UR,"}}}, "printings.Harbour.en", "'' is not a set number"),
        ({"printings": {"Harbour": {"en": "HRBR-EN001 XR"}}}, "printings.Harbour.en", "'XR' is not in the table"),
    ],
    ids=str,
)
def test_a_bad_card_is_left_out_and_named(change, field, words):
    file = read_json(starter(starter_card(), starter_card(**change)))
    assert len(file.cards) == 1
    (found,) = file.problems
    assert (found.row, found.field) == (2, field)
    assert words in found.message
