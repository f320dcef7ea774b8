"""The card list of the yaml-yugi project, with the oddities found in it."""

import pytest

from engine import (
    QUESTION_MARK,
    Ability,
    Attribute,
    CardKind,
    Frame,
    LinkArrow,
    MonsterType,
    PrintingFacts,
    SpellTrapIcon,
)

from .invented import read_json, yugi_monster, yugi_spell


def only(entry):
    file = read_json([entry])
    assert not file.problems
    (card,) = file.cards
    return card


def problem(entry):
    file = read_json([yugi_spell(), entry])
    assert [card.name for card in file.cards] == ["Low Tide"], "the other card is kept, this one is left out"
    (found,) = file.problems
    assert found.row == 2
    return found.field, found.message


def test_a_monster():
    card = only(yugi_monster())
    assert (card.page_id, card.passcode, card.konami_id) == (700001, 11112222, 90001)
    assert dict(card.names) == {"en": "Harbour Drake", "fr": "Drake du Port", "ja": "港の竜"}
    assert dict(card.romanised) == {"ja": "Minato no Ryū"}
    assert dict(card.texts) == {"en": "An invented text.", "fr": "Un texte inventé."}
    assert (card.kind, card.frame, card.attribute, card.type) == (
        CardKind.MONSTER,
        Frame.EFFECT,
        Attribute.WATER,
        MonsterType.SEA_SERPENT,
    )
    assert (card.level, card.atk, card.defense, card.icon) == (4, 1500, 1200, None)
    assert card.archetypes == ("Drake",)
    assert card.printings == (
        PrintingFacts("Harbour of Legends", "HRBR-EN001", "en", "Ultra Rare"),
        PrintingFacts("Harbour of Legends", "HRBR-EN001", "en", "Ghost Rare"),
        PrintingFacts("Harbour of Legends", "HRBR-FR001", "fr", "Ultra Rare"),
    )


@pytest.mark.parametrize(
    ("kind", "written", "icon"),
    [
        ("Spell", "Normal", SpellTrapIcon.NORMAL),
        ("Spell", "Quick-Play", SpellTrapIcon.QUICK_PLAY),
        ("Spell", "Ritual", SpellTrapIcon.RITUAL),
        ("Trap", "Counter", SpellTrapIcon.COUNTER),
        ("Trap", "Continuous", SpellTrapIcon.CONTINUOUS),
    ],
)
def test_spells_and_traps_have_an_icon_and_no_stats(kind, written, icon):
    card = only(yugi_spell(card_type=kind, property=written))
    assert (card.kind.value, card.frame.value, card.icon) == (kind.lower(), kind.lower(), icon)
    assert (card.attribute, card.type, card.level, card.atk, card.defense) == (None,) * 5


@pytest.mark.parametrize(
    ("line", "frame", "pendulum", "abilities"),
    [
        ("Fairy  /  Effect", Frame.EFFECT, False, [Ability.EFFECT]),
        (" Dragon / Normal", Frame.NORMAL, False, []),
        ("Dragon", Frame.NORMAL, False, []),
        ("Dragon / Pendulum", Frame.NORMAL, True, []),
        ("Machine / Tuner / Normal", Frame.NORMAL, False, [Ability.TUNER]),
        ("Beast / Tuner", Frame.EFFECT, False, [Ability.TUNER, Ability.EFFECT]),
        ("Fairy / Spirit", Frame.EFFECT, False, [Ability.SPIRIT, Ability.EFFECT]),
        ("Beast-Warrior / Flip / Effect", Frame.EFFECT, False, [Ability.FLIP, Ability.EFFECT]),
        ("Divine-Beast / Effect", Frame.EFFECT, False, [Ability.EFFECT]),
        ("Creator God / Effect", Frame.EFFECT, False, [Ability.EFFECT]),
        ("Warrior / Ritual", Frame.RITUAL, False, []),
        ("Dragon / Fusion", Frame.FUSION, False, []),
        ("Winged Beast / Synchro / Tuner / Effect", Frame.SYNCHRO, False, [Ability.TUNER, Ability.EFFECT]),
        ("Dragon / Synchro / Pendulum / Effect", Frame.SYNCHRO, True, [Ability.EFFECT]),
    ],
)
def test_type_lines(line, frame, pendulum, abilities):
    card = only(yugi_monster(monster_type_line=line))
    assert (card.frame, card.pendulum, list(card.abilities)) == (frame, pendulum, abilities)


@pytest.mark.parametrize("text", ["FLIP: Draw.", "(This card is always a Jar.)\nFLIP: Draw."])
def test_flip_monsters_of_the_first_years_are_known_by_their_text(text):
    assert only(yugi_monster(text={"en": text})).abilities == (Ability.FLIP, Ability.EFFECT)
    assert only(yugi_monster(text={"en": "Needs a FLIP: effect."})).abilities == (Ability.EFFECT,)


def test_an_xyz_monster_has_a_rank_and_no_level():
    entry = yugi_monster(monster_type_line="Fiend / Xyz / Effect", rank=0, materials="2 Level 1 monsters")
    del entry["level"]
    card = only(entry)
    assert (card.level, card.rank, card.frame, card.materials) == (None, 0, Frame.XYZ, "2 Level 1 monsters")


def test_a_link_monster_has_arrows_and_no_def():
    entry = yugi_monster(monster_type_line="Cyberse / Link / Effect", link_arrows=["⬇", "↖", "➡", "⬇️"])
    del entry["level"], entry["def"]
    card = only(entry)
    assert card.arrows == (LinkArrow.TOP_LEFT, LinkArrow.RIGHT, LinkArrow.BOTTOM)
    assert (card.link, card.level, card.defense) == (3, None, None)


def test_a_pendulum_monster_has_a_scale_and_two_texts():
    card = only(
        yugi_monster(
            monster_type_line="Dragon / Pendulum / Effect",
            pendulum_scale=0,
            pendulum_effect={"en": "Once.", "fr": None, "ja": "<ruby>一<rt>いち</rt></ruby>"},
        )
    )
    assert (card.pendulum, card.scale, dict(card.pendulum_texts)) == (True, 0, {"en": "Once.", "ja": "一"})


def test_a_printed_question_mark_is_not_zero_and_not_missing():
    card = only(yugi_monster(atk="?", **{"def": 0}))
    assert (card.atk, card.defense) == (QUESTION_MARK, 0)


def test_ruby_and_no_break_spaces_are_taken_out_of_names():
    card = only(
        yugi_monster(
            name={
                "en": "Harbour <C> Drake",
                "ja": "<ruby>死<rt>し</rt></ruby>の<ruby>港<rt>みなと</rt></ruby>",
                "ko": "<<ruby>P<rt>피</rt></ruby>>",
                "zh-CN": "港\u00a0竜",
            }
        )
    )
    assert dict(card.names) == {"en": "Harbour <C> Drake", "ja": "死の港", "ko": "<P>", "zh-CN": "港 竜"}


def test_names_made_up_by_fans_are_marked():
    card = only(yugi_monster(is_translation_unofficial={"name": {"en": True, "fr": False}, "text": {"ja": True}}))
    assert card.unofficial_names == {"en"}


def test_a_card_without_a_passcode():
    card = only(yugi_monster(password=None, fake_password=10000000, konami_id=None))
    assert (card.passcode, card.placeholder_passcode, card.konami_id) == (None, 10000000, None)


def test_numbers_are_kept_as_they_are_printed_and_doubled_lines_count_once():
    lines = [
        {"set_number": "HRBR-EN???", "set_name": "Harbour of Legends", "rarities": ["Common"]},
        {"set_number": "HRBR-EN???", "set_name": "Harbour of Legends", "rarities": ["Common", "Common"]},
        {"set_number": "", "set_name": "Magazine", "rarities": []},
        {"set_number": "HRBR-EN105", "set_name": "Harbour of Legends", "rarities": ["UR", "StR", "Ultra Rare"]},
    ]
    assert only(yugi_monster(sets={"en": lines, "pt": None})).printings == (
        PrintingFacts("Harbour of Legends", "HRBR-EN???", "en", "Common"),
        PrintingFacts("Magazine", "", "en", None),
        PrintingFacts("Harbour of Legends", "HRBR-EN105", "en", "Ultra Rare"),
        PrintingFacts("Harbour of Legends", "HRBR-EN105", "en", "Starlight Rare"),
    )


@pytest.mark.parametrize(
    ("entry", "field", "words"),
    [
        ("Harbour Drake", "", "Expected an object"),
        (yugi_monster(yugipedia_page_id=None), "yugipedia_page_id", "found nothing"),
        (yugi_monster(yugipedia_page_id=10**30), "yugipedia_page_id", "a number of more than 20 digits is out of range"),
        (yugi_monster(yugipedia_page_id=700002), "yugipedia_page_id", "700002 stands in row 1 already"),
        (yugi_monster(name=["Harbour Drake"]), "name", "Expected an object, found a list"),
        (yugi_monster(name={}), "name", "no name"),
        (yugi_monster(name={"en": " ", "ja": None}), "name", "no name"),
        (yugi_monster(name={"en": 7}), "name.en", "Expected text, found 7"),
        (yugi_monster(name={"en": "Drake\x00"}), "name.en", "no database can store"),
        (yugi_monster(name={"en": "\ud800"}), "name.en", "no database can store"),
        (yugi_monster(password=1.5), "password", "Expected a whole number, found 1.5"),
        (yugi_monster(password=True), "password", "found true"),
        (yugi_monster(password="1111222x"), "password", "found '1111222x'"),
        (yugi_monster(password=123456789), "password", "out of range: expected 1 to 99999999"),
        (yugi_monster(card_type="Sorcery"), "card_type", "'Sorcery' is not a known card kind"),
        (yugi_monster(card_type=None), "card_type", "Expected text, found nothing"),
        (yugi_monster(card_type="Token"), "card_type", "not expected"),
        (yugi_monster(monster_type_line="Elf / Effect"), "monster_type_line", "'Elf' is not a known monster type"),
        (yugi_monster(monster_type_line="Dragon / Mighty"), "monster_type_line", "'Mighty' is not a word of a type line"),
        (yugi_monster(monster_type_line=" / Effect"), "monster_type_line", "empty"),
        (yugi_monster(attribute="VOID"), "attribute", "'VOID' is not a known attribute"),
        (yugi_monster(level=99), "level", "99 is out of range"),
        (yugi_monster(atk="X000"), "atk", "Expected a whole number, found 'X000'"),
        (yugi_monster(atk=-1), "atk", "-1 is out of range"),
        (yugi_monster(link_arrows=["⬇", "x"]), "link_arrows[2]", "'x' is not a Link Arrow"),
        (yugi_monster(series="Drake"), "series", "Expected a list, found 'Drake'"),
        (yugi_monster(sets=[]), "sets", "Expected an object, found a list"),
        (yugi_monster(sets={"en": "HRBR-EN001"}), "sets.en", "Expected a list"),
        (yugi_monster(text={"en": "x" * 20_001}), "text.en", "20001 characters"),
        (yugi_spell(yugipedia_page_id=700003, property="Instant"), "property", "'Instant' is not a known spell trap icon"),
    ],
    ids=lambda value: None if isinstance(value, dict) else str(value)[:40],
)
def test_a_bad_card_is_left_out_and_named(entry, field, words):
    found_field, message = problem(entry)
    assert found_field == field
    assert words in message


@pytest.mark.parametrize(
    ("line", "field", "words"),
    [
        ("HRBR-EN001", "sets.en[2]", "Expected an object, found 'HRBR-EN001'. This printing was left out."),
        ({"set_number": "HRBR-EN001", "rarities": []}, "sets.en[2].set_name", "left out"),
        ({"set_number": "HRBR-EN001", "set_name": "", "rarities": []}, "sets.en[2].set_name", "no name"),
        ({"set_number": 5, "set_name": "Harbour", "rarities": []}, "sets.en[2].set_number", "Expected text, found 5"),
        ({"set_number": "", "set_name": "Harbour", "rarities": "Common"}, "sets.en[2].rarities", "Expected a list"),
    ],
    ids=lambda value: None if isinstance(value, dict) else str(value)[:30],
)
def test_a_bad_printing_is_left_out_and_the_card_kept(line, field, words):
    good = {"set_number": "HRBR-EN002", "set_name": "Harbour of Legends", "rarities": ["Rare"]}
    file = read_json([yugi_monster(sets={"en": [good, line, good]})])
    assert [printing.number for printing in file.cards[0].printings] == ["HRBR-EN002"]
    (found,) = file.problems
    assert (found.row, found.field) == (1, field)
    assert words in found.message


def test_a_rarity_that_is_none_is_named_and_the_printing_kept():
    line = {"set_number": "HRBR-EN002", "set_name": "Harbour of Legends", "rarities": ["3"]}
    file = read_json([yugi_monster(sets={"en": [line]})])
    assert file.cards[0].printings == (PrintingFacts("Harbour of Legends", "HRBR-EN002", "en", None),)
    (found,) = file.problems
    assert found.field == "sets.en[1].rarities"
    assert "'3' is not a rarity. The printing was kept without one." in found.message


def test_a_language_that_is_not_known_is_told_once():
    def entry(page):
        return yugi_monster(yugipedia_page_id=page, name={"en": "Harbour Drake", "eo": "Drako"})

    file = read_json([entry(1), entry(2)])
    assert len(file.cards) == 2
    assert [(found.row, found.field) for found in file.problems] == [(1, "eo")]
