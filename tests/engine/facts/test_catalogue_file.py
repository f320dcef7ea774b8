"""The full catalogue file of the yaml-yugi project, counted, and checked against a card database."""

import lzma
from collections import Counter

import pytest

from engine import LANGUAGES, Ability, CardKind, FactsFormat, Frame, read_facts
from tests.engine.conftest import shared_file

pytestmark = pytest.mark.shared_data


def test_every_entry_is_read(catalogue):
    assert catalogue.format is FactsFormat.YAML_YUGI
    assert not catalogue.problems
    assert len(catalogue.cards) == 14_276
    assert len({card.page_id for card in catalogue.cards}) == 14_276
    assert len({card.fingerprint() for card in catalogue.cards}) == 14_276


def test_printings(catalogue):
    printings = [(card.page_id, printing) for card in catalogue.cards for printing in card.printings]
    assert len(printings) == len(set(printings)) == 325_729
    assert len({printing.product for _, printing in printings}) == 2_601
    lines = Counter((page, printing.product, printing.number, printing.language) for page, printing in printings)
    with lzma.open(shared_file("cards.json.xz")) as file:
        assert file.read().count(b'"set_number"') == 268_020
    # 46 lines of the file say again what another one says, most of them with another rarity.
    assert len(lines) == 267_974
    assert sum(printing.rarity is None for _, printing in printings) == 121
    assert {printing.language for _, printing in printings} == set(LANGUAGES)
    assert not {"UR", "StR"} & {printing.rarity for _, printing in printings}


def test_names(catalogue):
    named = Counter(language for card in catalogue.cards for language in card.names)
    assert set(named) == set(LANGUAGES)
    assert named["en"] == 14_276
    assert min(named.values()) > 13_800
    assert not [name for card in catalogue.cards for name in card.names.values() if "<r" in name or "\u00a0" in name]
    twice = {name: count for name, count in Counter(card.name for card in catalogue.cards).items() if count > 1}
    assert len(twice) == 4


def test_passcodes(catalogue):
    assert sum(card.passcode is None for card in catalogue.cards) == 66
    assert sum(card.placeholder_passcode is not None for card in catalogue.cards) == 9
    printed = [card.passcode for card in catalogue.cards if card.passcode is not None]
    assert len(printed) == len(set(printed))


def test_frames_and_values_fit(catalogue):
    frames = Counter(card.frame for card in catalogue.cards)
    assert (frames[Frame.SPELL], frames[Frame.TRAP]) == (2_872, 2_078)
    assert (frames[Frame.XYZ], frames[Frame.LINK]) == (601, 469)
    assert sum(card.pendulum for card in catalogue.cards) == 390
    for card in catalogue.cards:
        monster = card.kind is CardKind.MONSTER
        link = card.frame is Frame.LINK
        assert (card.icon is None) == monster == (card.attribute is not None) == (card.type is not None)
        assert (card.atk is not None) == monster
        assert (card.defense is not None) == (monster and not link)
        assert (card.rank is not None) == (card.frame is Frame.XYZ)
        assert (card.link == len(card.arrows) > 0) if link else (card.link is None and not card.arrows)
        assert (card.level is not None) == (monster and not link and card.frame is not Frame.XYZ)
        assert (card.scale is not None) == card.pendulum
        if card.frame is Frame.EFFECT:
            assert Ability.EFFECT in card.abilities
        if card.frame is Frame.NORMAL:
            assert set(card.abilities) <= {Ability.TUNER}


def test_two_sources_agree_on_the_values_of_the_older_cards(catalogue):
    database = read_facts(shared_file("goat-en.cdb"))
    assert database.format is FactsFormat.EDOPRO
    assert not database.problems
    by_passcode = {card.passcode: card for card in catalogue.cards}
    compared = 0
    for card in database.cards:
        other = by_passcode.get(card.passcode)
        if other is None:
            assert card.kind is CardKind.TOKEN, card.name
            continue
        compared += 1
        for field in ("kind", "frame", "attribute", "type", "icon", "level", "atk", "defense", "pendulum"):
            assert getattr(card, field) == getattr(other, field), (card.name, field)
        assert set(card.abilities) == set(other.abilities), card.name
    assert compared == 1_675
