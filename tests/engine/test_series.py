"""Which cards count as members of a series."""

from __future__ import annotations

import pytest

from engine.cards import definition
from engine.effects.matching import has_series_in_piles
from engine.state.card import CardState
from engine.state.printed import from_facts
from engine.vocab import Zone
from tests.engine.duels import starter


def card(name: str) -> CardState:
    facts = starter()[name]
    made = definition(facts)
    assert made is not None
    return CardState(0, from_facts(facts, made), 0, Zone.DECK)


@pytest.mark.parametrize(
    ("name", "series", "member"),
    [
        ("Cyber Dragon", "Cyber", True),
        ("Cyber-Tech Alligator", "Cyber", False),
        ("Mysterious Puppeteer", "Puppet", False),
        ("Violet Crystal", "Crystal", False),
        ("Axe of Despair", "Archfiend", True),
        ("Unifrog", "Frog", True),
        ("Ronintoadin", "Frog", False),
        ("Elemental HERO Avian", "HERO", True),
    ],
)
def test_a_card_belongs_by_name_or_list_unless_its_text_says_no(name: str, series: str, member: bool) -> None:
    assert has_series_in_piles(card(name), series) is member
