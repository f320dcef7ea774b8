"""What the rulebook says of the looks of cards, on the drawn faces: colours, symbols, stars."""

from __future__ import annotations

import colorsys
from xml.etree.ElementTree import Element

import pytest
from flask import Flask

from marketplace.catalogue import emblems
from marketplace.catalogue.models import Card
from tests.marketplace.catalogue.test_faces import drawn, monster


def magic(kind: str, icon: str | None = None) -> Card:
    return Card(id=2, kind=kind, frame=kind, icon=icon, name="Test", abilities="", arrows="", pendulum=False)


def look(colour: str) -> str:
    """A colour in a word."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, light, full = colorsys.rgb_to_hls(red, green, blue)
    degrees = hue * 360
    if full < 0.2:
        return "white" if light > 0.7 else "black" if light < 0.3 else "grey"
    if degrees < 35:
        return "orange"
    if degrees < 70:
        return "yellow"
    if degrees < 190:
        return "green"
    if degrees < 250:
        return "light blue" if light > 0.55 else "dark blue"
    return "violet" if degrees < 290 else "mauve"


def ground(face: Element) -> str:
    """The colour of the card below everything else that is drawn."""
    return look(face.findall("rect")[1].attrib["fill"])


def frame(app: Flask, name: str) -> str:
    return ground(drawn(app, magic(name) if name in ("spell", "trap") else monster(frame=name)))


@pytest.mark.rule("card.frame.effect")
def test_effect_monsters_are_orange(app: Flask) -> None:
    assert frame(app, "effect") == "orange"


@pytest.mark.rule("card.frame.normal")
def test_normal_monsters_are_yellow(app: Flask) -> None:
    assert frame(app, "normal") == "yellow"


@pytest.mark.rule("card.frame.ritual")
def test_ritual_monsters_are_light_blue(app: Flask) -> None:
    assert frame(app, "ritual") == "light blue"


@pytest.mark.rule("card.frame.fusion")
def test_fusion_monsters_are_violet(app: Flask) -> None:
    assert frame(app, "fusion") == "violet"


@pytest.mark.rule("card.frame.synchro")
def test_synchro_monsters_are_white(app: Flask) -> None:
    assert frame(app, "synchro") == "white"


@pytest.mark.rule("card.frame.xyz")
def test_xyz_monsters_are_black(app: Flask) -> None:
    assert frame(app, "xyz") == "black"


@pytest.mark.rule("card.frame.link")
def test_link_monsters_are_dark_blue(app: Flask) -> None:
    assert frame(app, "link") == "dark blue"


@pytest.mark.rule("card.frame.spell")
def test_spells_are_green(app: Flask) -> None:
    assert frame(app, "spell") == "green"


@pytest.mark.rule("card.frame.trap")
def test_traps_are_mauve(app: Flask) -> None:
    assert frame(app, "trap") == "mauve"


@pytest.mark.rule("card.frame.pendulum")
def test_pendulum_monsters_are_orange_above_and_green_below(app: Flask) -> None:
    face = drawn(app, monster(pendulum=True, scale=4))
    assert ground(face) == "orange"
    below = next(path for path in face.findall("path") if path.attrib["d"].startswith("M8 186H228V330"))
    assert look(below.attrib["fill"]) == "green"
    plain = drawn(app, monster())
    assert not [path for path in plain.findall("path") if path.attrib["d"].startswith("M8 186H228V330")]


@pytest.mark.rule("card.frame.colour_by_kind")
def test_the_colours_of_monsters_tell_their_kinds_apart(app: Flask) -> None:
    """Light yellow and darker yellow of the old words are yellow and orange here."""
    kinds = ("normal", "effect", "ritual", "fusion", "synchro", "xyz")
    assert [frame(app, kind) for kind in kinds] == ["yellow", "orange", "light blue", "violet", "white", "black"]


@pytest.mark.rule("card.spell_trap.kind_symbol")
def test_a_spell_or_trap_shows_its_symbol_where_a_monster_shows_its_attribute(app: Flask) -> None:
    def corner(card: Card) -> tuple[str, str]:
        """The place and the emblem of the sign beside the name."""
        face = drawn(app, card)
        sign = next(path for path in face.findall("path") if path.attrib.get("transform", "").startswith("translate(199.5"))
        return sign.attrib["transform"], sign.attrib["d"]

    place, dark = corner(monster(attribute="dark"))
    assert dark == emblems.ATTRIBUTES["dark"]
    for kind in ("spell", "trap"):
        assert corner(magic(kind)) == (place, emblems.ATTRIBUTES[kind])
    assert len({dark, emblems.ATTRIBUTES["spell"], emblems.ATTRIBUTES["trap"]}) == 3


@pytest.mark.rule("xyz.rank_stars_on_the_left")
def test_ranks_are_stars_from_the_left_in_another_colour(app: Flask) -> None:
    def stars(card: Card) -> tuple[float, str]:
        """Where the row of stars begins, and the colour of its discs."""
        row = next(path for path in drawn(app, card).findall("path") if path.attrib.get("stroke-width") == "12.4")
        return float(row.attrib["d"].split()[0][1:]), row.attrib["stroke"]

    ranked, levelled = stars(monster(frame="xyz", level=None, rank=4)), stars(monster(level=4))
    assert ranked[0] < 118 < levelled[0], "the card is 236 wide"
    assert ranked[1] != levelled[1]
    assert stars(monster(frame="xyz", level=None, rank=8))[0] == ranked[0], "more stars go on to the right"
