"""The drawn face: well-formed, escaped, without inline styles, one for every kind of card."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from flask import Flask

from engine.vocab import Attribute, Frame, MonsterType, SpellTrapIcon
from marketplace.catalogue import emblems, faces, terms
from marketplace.catalogue.models import Card

SVG = "{http://www.w3.org/2000/svg}"


def monster(**values: object) -> Card:
    facts: dict[str, object] = {
        "id": 1,
        "passcode": 46986414,
        "page_id": 1,
        "name": "Test",
        "kind": "monster",
        "frame": "effect",
        "attribute": "dark",
        "type": "fiend",
        "abilities": " effect ",
        "level": 4,
        "atk": 1500,
        "defense": 1200,
        "arrows": "",
        "pendulum": False,
    }
    return Card(**(facts | values))


def drawn(app: Flask, card: Card, name: str = "Test", locale: str = "en", **options: object) -> ElementTree.Element:
    with app.test_request_context("/"):
        markup = str(faces.draw(card, name, locale, **options))  # type: ignore[arg-type]
    assert "style=" not in markup
    return ElementTree.fromstring(markup)


def words(face: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in face.iter() if element.tag.endswith("text")]


@pytest.mark.parametrize("frame", [frame for frame in Frame if frame not in (Frame.SPELL, Frame.TRAP)])
@pytest.mark.parametrize("pendulum", [False, True])
def test_every_frame_is_drawn(app: Flask, frame: Frame, pendulum: bool) -> None:
    face = drawn(app, monster(frame=str(frame), pendulum=pendulum, scale=4 if pendulum else None))
    assert face.attrib["class"] == f"face face--{frame}"
    assert words(face).count("4") == (2 if pendulum else 0)


@pytest.mark.parametrize("kind", ["spell", "trap"])
@pytest.mark.parametrize("icon", [*SpellTrapIcon, None])
def test_every_spell_and_trap_is_drawn(app: Flask, kind: str, icon: str | None) -> None:
    card = Card(id=2, kind=kind, frame=kind, icon=icon, name="Test", abilities="", arrows="", pendulum=False)
    assert terms.KINDS[kind].english in words(drawn(app, card))


def test_every_type_attribute_and_icon_has_an_emblem_and_words() -> None:
    assert set(emblems.TYPES) == set(MonsterType) == set(terms.TYPES)
    assert set(Attribute) <= set(emblems.ATTRIBUTES)
    assert set(Attribute) == set(terms.ATTRIBUTES)
    assert set(SpellTrapIcon) == set(terms.ICONS)
    assert {emblems.emblem("spell", None, icon) for icon in SpellTrapIcon} >= {
        emblems.ICONS["field"],
        emblems.ICONS["normal_spell"],
    }
    assert emblems.emblem("trap", None, "normal") == emblems.ICONS["normal_trap"]


def test_names_are_escaped(app: Flask) -> None:
    face = drawn(app, monster(), '<script>"&', label=True)
    assert '<script>"&' in words(face)
    assert face.attrib["role"] == "img"
    assert '<script>"&' in face.attrib["aria-label"]


def test_long_names_are_squeezed_or_put_on_two_lines(app: Flask) -> None:
    short = drawn(app, monster(), "Kuriboh")
    long = drawn(app, monster(), "Elemental HERO Necroid Shaman")
    longest = drawn(app, monster(), "Ghost Meets Girl - A Masterful Mayakashi Shiranui Saga")
    assert not [one for one in short.iter() if "textLength" in one.attrib]
    assert [one.text for one in long.iter() if "textLength" in one.attrib] == ["Elemental HERO Necroid Shaman"]
    assert "Ghost Meets Girl - A Masterful" in words(longest)
    assert "Mayakashi Shiranui Saga" in words(longest)
    assert drawn(app, monster(), "超" * 60) is not None


@pytest.mark.parametrize(
    ("level", "rank", "stars"), [(8, None, 8), (None, 4, 4), (12, None, 12), (0, None, 0), (None, None, 0)]
)
def test_stars_are_counted(app: Flask, level: int | None, rank: int | None, stars: int) -> None:
    face = drawn(app, monster(level=level, rank=rank))
    runs = [one.attrib["d"] for one in face.iter() if one.attrib.get("fill") in ("#ffd65a", "#e8c766")]
    assert sum(run.count("M") for run in runs) == stars


def test_link_arrows_are_lit(app: Flask) -> None:
    face = drawn(app, monster(frame="link", level=None, link=2, defense=None, arrows=" left bottom "))
    assert len([one for one in face.iter() if one.attrib.get("fill") == "#e0301e"]) == 2
    assert any("LINK-2" in text for text in words(face))
    assert not any("DEF" in text for text in words(face))


def test_a_question_mark_and_a_missing_passcode(app: Flask) -> None:
    face = drawn(app, monster(atk=-1, defense=-1, passcode=None))
    assert "ATK/?  DEF/?" in words(face)
    assert not [text for text in words(face) if text.isdigit()]


def test_a_card_always_looks_the_same_and_two_cards_do_not(app: Flask) -> None:
    with app.test_request_context("/"):
        once, again, other = (faces.draw(monster(passcode=code), "Test", "en") for code in (1, 1, 2))
    assert once == again != other


def test_the_text_alternative_says_what_is_drawn(app: Flask) -> None:
    with app.test_request_context("/"):
        said = faces.describe(monster(level=7, type="spellcaster", frame="normal", abilities=""), "Magicien Sombre", "fr")
    for word in ("Magicien Sombre", "Magicien / Normal", "TÉNÈBRES", "7", "ATK 1500", "DEF 1200"):
        assert word in said
