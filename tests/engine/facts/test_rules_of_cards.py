"""What the rulebook says of every card, over the starter catalogue and over the full one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine import Attribute, CardFacts, FactsFile, Frame, LinkArrow, deck_name, odds_of_count, read_starter
from engine.vocab import CardKind, SpellTrapIcon


def monsters(cards: Iterable[CardFacts]) -> list[CardFacts]:
    return [card for card in cards if card.kind is CardKind.MONSTER]


def misfits(cards: Iterable[CardFacts]) -> list[str]:
    """Monsters that have too many or too few of the values their kind has."""
    found = []
    for card in monsters(cards):
        size = {Frame.XYZ: card.rank, Frame.LINK: card.link}.get(card.frame, card.level)
        sizes = [value for value in (card.level, card.rank, card.link) if value is not None]
        whole = (
            sizes == [size]
            and card.attribute is not None
            and card.type is not None
            and card.atk is not None
            and (card.defense is None) == (card.frame is Frame.LINK)
            and (card.scale is not None) == card.pendulum
            and card.icon is None
        )
        if not whole:
            found.append(card.name)
    return found


def without_icon(cards: Iterable[CardFacts]) -> list[str]:
    allowed = {
        CardKind.SPELL: set(SpellTrapIcon) - {SpellTrapIcon.COUNTER},
        CardKind.TRAP: {SpellTrapIcon.NORMAL, SpellTrapIcon.CONTINUOUS, SpellTrapIcon.COUNTER},
    }
    return [card.name for card in cards if card.kind in allowed and card.icon not in allowed[card.kind]]


def with_wrong_arrows(cards: Iterable[CardFacts]) -> list[str]:
    return [card.name for card in cards if len(set(card.arrows)) != (card.link or 0) or len(card.arrows) != (card.link or 0)]


@pytest.mark.rule("card.monster.characteristics")
def test_a_monster_has_the_values_of_its_kind() -> None:
    assert misfits(read_starter().cards) == []


@pytest.mark.rule("card.spell_trap.icon")
def test_spells_and_traps_have_an_icon_of_theirs() -> None:
    assert without_icon(read_starter().cards) == []


@pytest.mark.rule("link.arrows.count_equals_rating")
def test_a_link_monster_has_as_many_arrows_as_its_rating() -> None:
    assert with_wrong_arrows(read_starter().cards) == []


@pytest.mark.rule("card.attribute.seven_with_divine")
def test_few_monsters_are_divine() -> None:
    assert len(Attribute) == 7
    divine = [card.name for card in read_starter().cards if card.attribute is Attribute.DIVINE]
    assert sorted(divine) == ["Obelisk the Tormentor", "Slifer the Sky Dragon", "The Winged Dragon of Ra"]


@pytest.mark.rule("link.arrows.eight_possible_directions")
def test_there_are_eight_arrows_all_around() -> None:
    rows = [(side, end) for side in ("top", "", "bottom") for end in ("left", "", "right") if side or end]
    assert {arrow.value for arrow in LinkArrow} == {"_".join(word for word in row if word) for row in rows}
    used = {arrow for card in read_starter().cards for arrow in card.arrows}
    assert used <= set(LinkArrow)
    assert len(used) >= 6


@pytest.mark.rule("card.name.every_card_has_one")
def test_every_card_has_a_name_of_its_own() -> None:
    names = [card.name for card in read_starter().cards]
    assert all(name.strip() for name in names)
    assert len(names) == len(set(names)), "effects and limits know a card by its name"
    assert all(deck_name(card) for card in read_starter().cards)


@pytest.mark.shared_data
@pytest.mark.rule("card.text_box.effect_or_flavour")
def test_every_card_has_a_text(catalogue: FactsFile) -> None:
    assert [card.name for card in catalogue.cards if not card.texts.get("en", "").strip()] == []


@pytest.mark.shared_data
@pytest.mark.rule("card.text_box.pendulum_has_two")
def test_pendulum_monsters_alone_have_a_second_text_box(catalogue: FactsFile) -> None:
    """A few of them have nothing written in the box of the Pendulum Effect; every one has the Scale beside it."""
    pendulum = [card for card in catalogue.cards if card.pendulum]
    empty = [card.name for card in pendulum if not card.pendulum_texts.get("en")]
    assert len(pendulum) > 300
    assert len(empty) < 20
    assert all(card.scale is not None and card.texts["en"] for card in pendulum)
    assert [card.name for card in catalogue.cards if card.pendulum_texts and not card.pendulum] == []


@pytest.mark.shared_data
def test_the_same_holds_for_every_card_there_is(catalogue: FactsFile) -> None:
    assert misfits(catalogue.cards) == []
    assert without_icon(catalogue.cards) == []
    assert with_wrong_arrows(catalogue.cards) == []
    assert {arrow for card in catalogue.cards for arrow in card.arrows} == set(LinkArrow)
    assert 0 < sum(card.attribute is Attribute.DIVINE for card in catalogue.cards) < 20


@pytest.mark.rule("deck.main.advice.near_minimum")
def test_the_odds_shown_of_a_deck_fall_with_every_further_card() -> None:
    drawn = [1 - float(odds_of_count(size, 3, 5)[0]) for size in range(40, 61)]
    assert drawn == sorted(drawn, reverse=True)
    assert len(set(drawn)) == len(drawn)
