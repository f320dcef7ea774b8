"""Answers of the YGOPRODeck API, with the faults its users have reported."""

import pytest

from engine import (
    QUESTION_MARK,
    Ability,
    CardKind,
    Frame,
    LinkArrow,
    MonsterType,
    PrintingFacts,
    SpellTrapIcon,
)

from .invented import deck_monster, deck_set, deck_spell, read_json


def only(entry, **options):
    file = read_json({"data": [entry]}, **options)
    assert not file.problems
    (card,) = file.cards
    return card


def printings(*lines):
    return only(deck_monster(card_sets=list(lines))).printings


def test_a_monster():
    card = only(deck_monster())
    assert (card.page_id, card.passcode, card.konami_id) == (None, 11112222, 90001)
    assert (card.name, dict(card.texts)) == ("Harbour Drake", {"en": "An invented text."})
    assert (card.kind, card.frame, card.type) == (CardKind.MONSTER, Frame.EFFECT, MonsterType.SEA_SERPENT)
    assert (card.level, card.rank, card.atk, card.defense) == (4, None, 1500, 1200)
    assert (card.archetypes, card.alias_passcodes) == (("Drake",), ())
    assert card.printings == (PrintingFacts("Harbour of Legends", "HRBR-EN001", "en", "Ultra Rare"),)


def test_a_spell_has_no_stats_even_when_the_file_gives_some():
    card = only(deck_spell(type="Trap Card", race="Continuous", attribute="DARK", atk=1500, level=4, **{"def": None}))
    assert (card.kind, card.icon) == (CardKind.TRAP, SpellTrapIcon.CONTINUOUS)
    assert (card.attribute, card.level, card.atk, card.defense) == (None,) * 4


@pytest.mark.parametrize(
    ("written", "frame", "pendulum", "abilities"),
    [
        ("Normal Monster", Frame.NORMAL, False, []),
        ("Normal Tuner Monster", Frame.NORMAL, False, [Ability.TUNER]),
        ("Tuner Monster", Frame.EFFECT, False, [Ability.TUNER, Ability.EFFECT]),
        ("Flip Effect Monster", Frame.EFFECT, False, [Ability.FLIP, Ability.EFFECT]),
        ("Gemini Monster", Frame.EFFECT, False, [Ability.GEMINI, Ability.EFFECT]),
        ("Pendulum Normal Monster", Frame.NORMAL, True, []),
        ("Pendulum Effect Ritual Monster", Frame.RITUAL, True, [Ability.EFFECT]),
        ("Ritual Monster", Frame.RITUAL, False, []),
        ("Synchro Pendulum Effect Monster", Frame.SYNCHRO, True, [Ability.EFFECT]),
        ("XYZ Monster", Frame.XYZ, False, []),
    ],
)
def test_older_answers_have_no_type_line(written, frame, pendulum, abilities):
    entry = deck_monster(type=written, scale=3, misc_info=None)
    del entry["typeline"]
    card = only(entry)
    assert (card.type, card.frame, card.pendulum, list(card.abilities)) == (
        MonsterType.SEA_SERPENT,
        frame,
        pendulum,
        abilities,
    )
    assert card.scale == (3 if pendulum else None)


@pytest.mark.parametrize(
    ("desc", "misc", "abilities"),
    [
        ("2 Level 4 monsters\r\nOnce.", None, (Ability.EFFECT,)),
        ("2 Level 4 monsters", None, ()),
        ("2 Level 4 monsters", [{"has_effect": 1}], (Ability.EFFECT,)),
        ("2 Level 4 monsters\n(An old name.)", [{"has_effect": 0}], ()),
    ],
)
def test_whether_an_extra_deck_monster_has_an_effect(desc, misc, abilities):
    card = only(deck_monster(type="XYZ Monster", typeline=[], desc=desc, misc_info=misc))
    assert card.abilities == abilities
    assert (card.rank, card.level, card.materials) == (4, None, "2 Level 4 monsters")


def test_a_link_monster():
    card = only(
        deck_monster(
            type="Link Monster",
            typeline=["Cyberse", "Link", "Effect"],
            linkval=2,
            linkmarkers=["Bottom-Right", "Top"],
            **{"def": None, "level": None},
        )
    )
    assert (card.link, card.arrows) == (2, (LinkArrow.TOP, LinkArrow.BOTTOM_RIGHT))
    assert (card.level, card.defense) == (None, None)


def test_tokens_and_skills_are_no_monsters():
    token = only(deck_monster(type="Token", typeline=None, atk=0, race="Beast", level=1))
    assert (token.kind, token.frame, token.type, token.level, token.atk) == (
        CardKind.TOKEN,
        Frame.TOKEN,
        MonsterType.BEAST,
        1,
        0,
    )
    skill = only(deck_monster(type="Skill Card", typeline=None, race="A Duelist", attribute=None, level=None))
    assert (skill.kind, skill.frame, skill.type, skill.atk) == (CardKind.SKILL, Frame.SKILL, None, None)


@pytest.mark.parametrize(
    ("atk", "misc", "expected"),
    [
        (0, [{"question_atk": 1}], QUESTION_MARK),
        (0, [{"question_atk": 0}], 0),
        (0, None, 0),
        (None, None, QUESTION_MARK),
        (-1, None, QUESTION_MARK),
        ("1500", None, 1500),
    ],
)
def test_a_printed_question_mark_comes_in_three_ways(atk, misc, expected):
    assert only(deck_monster(atk=atk, misc_info=misc)).atk == expected


PENDULUM = ["Sea Serpent", "Pendulum", "Effect"]


@pytest.mark.parametrize(
    "entry",
    [
        {"desc": "[ Pendulum Effect ] \nOnce.\n\n[ Monster Effect ] \nTwice."},
        {"desc": "[ Pendulum Effect ]\r\nOnce.\r\n----------------------------------------\r\n[ Monster Effect ]\r\nTwice."},
        {"desc": "Pendulum Scale = 3\n[ Pendulum Effect ]\nOnce.\n---\n[ Flavor Text ]\nTwice."},
        {"desc": "Once. Twice.", "pend_desc": "Once.", "monster_desc": "Twice."},
    ],
)
def test_a_pendulum_text_is_split(entry):
    card = only(deck_monster(typeline=PENDULUM, scale=3, **entry))
    assert (dict(card.pendulum_texts), dict(card.texts)) == ({"en": "Once."}, {"en": "Twice."})


def test_a_pendulum_text_without_headings_is_kept_whole():
    card = only(deck_monster(typeline=PENDULUM, scale=3, desc="Only a flavour text."))
    assert (dict(card.pendulum_texts), dict(card.texts)) == ({}, {"en": "Only a flavour text."})


def test_one_code_with_several_rarities_is_several_printings():
    found = printings(deck_set(), deck_set(set_rarity="Ghost Rare", set_rarity_code="(GR)"))
    assert [printing.rarity for printing in found] == ["Ultra Rare", "Ghost Rare"]


@pytest.mark.parametrize(
    "doubled",
    [
        deck_set(set_edition="Unlimited"),
        deck_set(set_rarity="UR"),
        deck_set(set_rarity="UR|print=Reprint", set_rarity_code=""),
        deck_set(set_rarity="Ultra Rare; Reprint", set_rarity_code=""),
        deck_set(set_rarity="2", set_rarity_code=""),
        deck_set(set_rarity="New", set_rarity_code=""),
        deck_set(set_rarity=None, set_rarity_code=None),
    ],
)
def test_a_doubled_line_counts_once(doubled):
    once = (PrintingFacts("Harbour of Legends", "HRBR-EN001", "en", "Ultra Rare"),)
    assert printings(deck_set(), doubled) == once
    assert printings(doubled, deck_set()) == once


def test_a_broken_rarity_name_is_mended_by_its_code():
    assert printings(deck_set(set_rarity="3", set_rarity_code="(StR)"))[0].rarity == "Starlight Rare"


@pytest.mark.parametrize("written", ["2", "New", 3, ""])
def test_a_line_with_no_rarity_at_all_is_kept_and_named(written):
    file = read_json({"data": [deck_monster(card_sets=[deck_set(set_rarity=written, set_rarity_code="")])]})
    assert file.cards[0].printings == (PrintingFacts("Harbour of Legends", "HRBR-EN001", "en", None),)
    (found,) = file.problems
    assert (found.row, found.field) == (1, "card_sets[1].set_rarity")
    assert "is not a rarity. The printing was kept without one." in found.message


@pytest.mark.parametrize("line", ["HRBR-EN001", deck_set(set_name=None), deck_set(set_name=""), deck_set(set_code=5)])
def test_a_bad_line_is_left_out_and_the_card_kept(line):
    file = read_json({"data": [deck_monster(card_sets=[deck_set(), line])]})
    assert len(file.cards[0].printings) == 1
    (found,) = file.problems
    assert found.field.startswith("card_sets[2]")
    assert "This printing was left out." in found.message


def test_pictures_of_other_artworks_give_other_passcodes():
    card = only(deck_monster(card_images=[{"id": 11112224}, {"id": 11112222}, {"id": 11112223}, {}]))
    assert (card.passcode, card.alias_passcodes) == (11112222, (11112223, 11112224))


@pytest.mark.parametrize("turned", [False, True])
def test_an_artwork_with_an_entry_of_its_own_is_folded_into_the_card(turned):
    main = deck_monster(card_images=[{"id": 11112222}, {"id": 11112223}])
    other = deck_monster(id=11112223, card_images=[{"id": 11112223}])
    namesake = deck_monster(id=55556666, card_images=[{"id": 55556666}])
    entries = [other, main, namesake] if turned else [main, other, namesake]
    assert [card.passcode for card in read_json({"data": entries}).cards] == [11112222, 55556666]


def test_artworks_that_each_list_all_pictures_are_one_card():
    pictures = [{"id": 11112222}, {"id": 11112223}]
    file = read_json({"data": [deck_monster(card_images=pictures), deck_monster(id=11112223, card_images=pictures)]})
    assert [(card.passcode, card.alias_passcodes) for card in file.cards] == [(11112222, (11112223,))]


def test_cards_not_printed_yet_have_no_passcode():
    card = only(deck_monster(id=101301001, card_images=[]))
    assert (card.passcode, card.placeholder_passcode) == (None, 101301001)
    assert only(deck_monster(misc_info=[{"beta_id": 101301001}])).placeholder_passcode == 101301001


def test_an_answer_in_another_language():
    french = deck_monster(name="Drake du Port", name_en="Harbour Drake", desc="Un texte inventé.")
    card = only(french, language="fr")
    assert (dict(card.names), dict(card.texts)) == (
        {"fr": "Drake du Port", "en": "Harbour Drake"},
        {"fr": "Un texte inventé."},
    )
    assert card.materials == ""


def test_an_answer_in_a_language_nobody_named_keeps_the_english_names():
    french = deck_monster(name="Drake du Port", name_en="Harbour Drake", desc="Un texte inventé.")
    file = read_json({"data": [french, french | {"id": 11113333, "card_images": []}]})
    assert [dict(card.names) for card in file.cards] == [{"en": "Harbour Drake"}] * 2
    assert [dict(card.texts) for card in file.cards] == [{}, {}]
    (found,) = file.problems
    assert "another language than English" in found.message


@pytest.mark.parametrize(
    ("entry", "field", "words"),
    [
        (deck_monster(id=None), "id", "found nothing"),
        (deck_monster(id=10**12), "id", "out of range"),
        (deck_monster(name=""), "name", "no name"),
        (deck_monster(name=[]), "name", "Expected text, found a list"),
        (deck_monster(type="Legend Monster"), "typeline", None),
        (deck_monster(type="Legend Card", typeline=None), "type", "'Legend Card' is not a known kind of card"),
        (deck_monster(type="Legend Monster", typeline=None), "type", "'Legend' is not a word of a type line"),
        (deck_monster(type="", typeline=None), "type", "not a known kind"),
        (deck_monster(typeline="Dragon"), "typeline", "Expected a list"),
        (deck_monster(typeline=["Elf"]), "typeline", "'Elf' is not a known monster type"),
        (deck_monster(attribute=None), "attribute", "found nothing"),
        (deck_monster(level=None), "level", "found nothing"),
        (deck_monster(level="four"), "level", "found 'four'"),
        (deck_monster(atk=10**9), "atk", "out of range"),
        (deck_monster(typeline=PENDULUM), "scale", "found nothing"),
        (deck_monster(typeline=["Cyberse", "Link"], linkmarkers=[]), "linkmarkers", "at least one"),
        (deck_monster(typeline=["Cyberse", "Link"], linkmarkers=["Up"]), "linkmarkers[1]", "'Up' is not a known link arrow"),
        (deck_monster(card_images=[{"id": "x"}]), "card_images[1].id", "found 'x'"),
        (deck_monster(card_images="x"), "card_images", "Expected a list"),
        (deck_monster(misc_info=[7]), "misc_info[1]", "Expected an object, found 7"),
        (deck_spell(race="Slow"), "race", "'Slow' is not a known spell trap icon"),
        ([], "", "Expected an object"),
    ],
    ids=lambda value: None if isinstance(value, dict) else str(value)[:40],
)
def test_a_bad_card_is_left_out_and_named(entry, field, words):
    file = read_json({"data": [deck_spell(), entry]})
    if words is None:
        assert len(file.cards) == 2, "the type line wins over the type"
        return
    assert [card.name for card in file.cards] == ["Low Tide"]
    (found,) = file.problems
    assert (found.row, found.field) == (2, field)
    assert words in found.message
