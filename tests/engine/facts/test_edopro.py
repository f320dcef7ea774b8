"""EDOPro card databases: what is packed into the bits of the table datas."""

import sqlite3

import pytest

from engine import (
    QUESTION_MARK,
    Ability,
    Attribute,
    CardKind,
    Frame,
    LinkArrow,
    MonsterType,
    SpellTrapIcon,
    UnreadableFacts,
    read_facts,
)

from .invented import cdb, cdb_row


def only(row, **options):
    file = read_facts(cdb([row]), **options)
    assert not file.problems
    (card,) = file.cards
    return card


def test_a_monster():
    card = only(cdb_row())
    assert (card.page_id, card.passcode, card.name) == (None, 11112222, "Harbour Drake")
    assert (card.kind, card.frame, card.attribute, card.type) == (
        CardKind.MONSTER,
        Frame.EFFECT,
        Attribute.WATER,
        MonsterType.SEA_SERPENT,
    )
    assert (card.abilities, card.level, card.atk, card.defense) == ((Ability.EFFECT,), 4, 1500, 1200)
    assert (dict(card.texts), card.printings) == ({"en": "An invented text."}, ())


@pytest.mark.parametrize(
    ("bits", "frame", "abilities"),
    [
        (0x11, Frame.NORMAL, []),
        (0x1011, Frame.NORMAL, [Ability.TUNER]),
        (0x200021, Frame.EFFECT, [Ability.FLIP, Ability.EFFECT]),
        (0x400021, Frame.EFFECT, [Ability.TOON, Ability.EFFECT]),
        (0x2000221, Frame.EFFECT, [Ability.SPIRIT, Ability.EFFECT]),
        (0x421, Frame.EFFECT, [Ability.UNION, Ability.EFFECT]),
        (0x821, Frame.EFFECT, [Ability.GEMINI, Ability.EFFECT]),
        (0x81, Frame.RITUAL, []),
        (0x41, Frame.FUSION, []),
        (0x61, Frame.FUSION, [Ability.EFFECT]),
        (0x3021, Frame.SYNCHRO, [Ability.TUNER, Ability.EFFECT]),
    ],
)
def test_kinds_of_monsters(bits, frame, abilities):
    card = only(cdb_row(type=bits))
    assert (card.frame, list(card.abilities)) == (frame, abilities)


@pytest.mark.parametrize(
    ("bits", "kind", "icon"),
    [
        (0x2, CardKind.SPELL, SpellTrapIcon.NORMAL),
        (0x10002, CardKind.SPELL, SpellTrapIcon.QUICK_PLAY),
        (0x20002, CardKind.SPELL, SpellTrapIcon.CONTINUOUS),
        (0x40002, CardKind.SPELL, SpellTrapIcon.EQUIP),
        (0x80002, CardKind.SPELL, SpellTrapIcon.FIELD),
        (0x82, CardKind.SPELL, SpellTrapIcon.RITUAL),
        (0x4, CardKind.TRAP, SpellTrapIcon.NORMAL),
        (0x20104, CardKind.TRAP, SpellTrapIcon.CONTINUOUS),
        (0x100004, CardKind.TRAP, SpellTrapIcon.COUNTER),
    ],
)
def test_spells_and_traps_have_no_stats(bits, kind, icon):
    card = only(cdb_row(type=bits))
    assert (card.kind, card.frame.value, card.icon) == (kind, kind.value, icon)
    assert (card.attribute, card.type, card.level, card.atk, card.defense, card.abilities) == (*(None,) * 5, ())


def test_a_link_monster_keeps_its_arrows_in_the_place_of_the_def():
    card = only(cdb_row(type=0x4000021, level=3, **{"def": 0x40 | 0x20 | 0x2}))
    assert card.arrows == (LinkArrow.TOP_LEFT, LinkArrow.RIGHT, LinkArrow.BOTTOM)
    assert (card.link, card.level, card.defense) == (3, None, None)


def test_all_eight_arrows():
    assert list(only(cdb_row(type=0x4000021, level=8, **{"def": 0x1EF})).arrows) == list(LinkArrow)


def test_a_pendulum_xyz_monster_packs_scales_and_rank():
    card = only(
        cdb_row(type=0x1800021, level=0x0D0D0007, desc="[ Pendulum Effect ]\r\nOnce.\r\n---\r\n[ Monster Effect ]\r\nTwo.")
    )
    assert (card.frame, card.pendulum, card.rank, card.level, card.scale) == (Frame.XYZ, True, 7, None, 13)
    assert (dict(card.pendulum_texts), dict(card.texts)) == ({"en": "Once."}, {"en": "Two."})


def test_minus_two_is_a_printed_question_mark():
    card = only(cdb_row(atk=-2, **{"def": -2}))
    assert (card.atk, card.defense) == (QUESTION_MARK, QUESTION_MARK)


def test_tokens_may_have_neither_type_nor_attribute():
    card = only(cdb_row(type=0x4011, race=0, attribute=0, level=1, atk=0))
    assert (card.kind, card.frame, card.type, card.attribute, card.atk) == (CardKind.TOKEN, Frame.TOKEN, None, None, 0)


def test_skills():
    card = only(cdb_row(type=0x8000002, race=0, attribute=0))
    assert (card.kind, card.frame, card.icon) == (CardKind.SKILL, Frame.SKILL, None)


def test_materials_are_the_first_line_of_an_english_text():
    row = cdb_row(type=0x61, desc="1 Drake + 1 Tide\r\nOnce.")
    assert only(row).materials == "1 Drake + 1 Tide"
    assert only(row).texts == {"en": "1 Drake + 1 Tide\nOnce."}
    french = only(row, language="fr")
    assert (french.materials, dict(french.names)) == ("", {"fr": "Harbour Drake"})


def test_another_artwork_is_a_number_of_the_same_card():
    file = read_facts(
        cdb([cdb_row(), cdb_row(id=11112224, alias=11112222), cdb_row(id=11112221, alias=11112222, name="Harbor Drake")])
    )
    assert [(card.passcode, card.alias_passcodes) for card in file.cards] == [(11112222, (11112221, 11112224))]


def test_a_far_number_with_the_same_name_and_values_is_the_same_card():
    file = read_facts(cdb([cdb_row(), cdb_row(id=99990000, alias=11112222)]))
    assert [(card.passcode, card.alias_passcodes) for card in file.cards] == [(11112222, (99990000,))]


@pytest.mark.parametrize(
    "other",
    [
        cdb_row(id=99990000, alias=11112222, name="Harbour Drake 1"),
        cdb_row(id=11112223, alias=11112222, type=0x11),
        cdb_row(id=11112223, alias=33334444),
    ],
    ids=["treated-as", "other-values", "alias-not-here"],
)
def test_other_aliases_leave_a_card_of_its_own(other):
    file = read_facts(cdb([cdb_row(), other]))
    assert [(card.passcode, card.alias_passcodes) for card in file.cards] == [(11112222, ()), (other["id"], ())]


def test_aliases_of_aliases_end_at_one_card():
    chain = [cdb_row(id=100, alias=101), cdb_row(id=101, alias=102), cdb_row(id=102)]
    assert [(card.passcode, card.alias_passcodes) for card in read_facts(cdb(chain)).cards] == [(102, (100, 101))]
    circle = [cdb_row(id=100, alias=101), cdb_row(id=101, alias=102), cdb_row(id=102, alias=101)]
    assert [(card.passcode, card.alias_passcodes) for card in read_facts(cdb(circle)).cards] == [(101, (100, 102))]


def test_nine_digits_are_no_passcode():
    card = only(cdb_row(id=101301001))
    assert (card.passcode, card.placeholder_passcode) == (None, 101301001)


@pytest.mark.parametrize("scope", [0x4, 0x10, 0x20, 0x203])
def test_what_was_never_printed_is_left_out_and_told_once(scope):
    file = read_facts(cdb([cdb_row(id=1, ot=scope), cdb_row(id=2, ot=scope), cdb_row(id=3)]))
    assert [card.passcode for card in file.cards] == [3]
    assert [(found.row, found.field) for found in file.problems] == [(1, "ot")]


@pytest.mark.parametrize(
    ("row", "field", "words"),
    [
        (cdb_row(id=0), "id", "out of range"),
        (cdb_row(id="abc"), "id", "found 'abc'"),
        (cdb_row(name=None), "name", "Expected text, found nothing"),
        (cdb_row(name=""), "name", "no name"),
        (cdb_row(type=None), "type", "found None"),
        (cdb_row(type=0x10), "type", "0x10 is neither a monster"),
        (cdb_row(type=2**70 // 2**8), "type", None),
        (cdb_row(race=0x3), "race", "0x3 is not a known race"),
        (cdb_row(race=0), "race", "0x0 is not a known race"),
        (cdb_row(attribute=-1), "attribute", "not negative"),
        (cdb_row(level=200), "level", "200 is out of range"),
        (cdb_row(atk="many"), "atk", "found 'many'"),
        (cdb_row(atk=10**15), "atk", "out of range"),
        (cdb_row(desc=b"\xff"), "desc", "Expected text"),
        (cdb_row(ot=None), "ot", "found None"),
    ],
    ids=lambda value: None if isinstance(value, dict) else str(value)[:40],
)
def test_a_bad_row_is_left_out_and_named(row, field, words):
    file = read_facts(cdb([cdb_row(id=5), row]))
    assert [card.passcode for card in file.cards] == [5]
    (found,) = file.problems
    assert found.field == field
    assert found.row == (row["id"] if isinstance(row["id"], int) else 0)
    assert words is None or words in found.message


def test_a_truncated_database_is_refused():
    content = cdb(cdb_row(id=number) for number in range(1, 400))
    for end in range(16, len(content), 1000):
        with pytest.raises(UnreadableFacts, match=r"cut off|damaged"):
            read_facts(content[:end])


def test_another_database_is_refused():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE songs (id)")
    connection.execute("CREATE TABLE texts (id)")
    with pytest.raises(UnreadableFacts, match="it has songs, texts, but not the tables datas and texts"):
        read_facts(connection.serialize())
    empty = sqlite3.connect(":memory:")
    empty.execute("VACUUM")
    with pytest.raises(UnreadableFacts, match="no tables"):
        read_facts(empty.serialize())
    columns = sqlite3.connect(":memory:")
    columns.executescript("CREATE TABLE datas (id); CREATE TABLE texts (id)")
    with pytest.raises(UnreadableFacts, match="no such column"):
        read_facts(columns.serialize())


def test_a_database_left_in_write_ahead_mode_can_be_read():
    content = cdb([cdb_row()])
    assert content[18:20] == b"\x01\x01"
    assert len(read_facts(content[:18] + b"\x02\x02" + content[20:]).cards) == 1
