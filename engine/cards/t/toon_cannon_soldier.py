"""Toon Cannon Soldier."""

from dataclasses import replace

from engine.cards.prelude import (
    THEIR_TOONS,
    THIS,
    TOON_WORLD,
    YOU,
    YOUR_MONSTERS,
    Both,
    Card,
    Damage,
    Destroy,
    Did,
    Event,
    Happening,
    Have,
    Not,
    PayCards,
    Property,
    Select,
    Static,
    each_time,
    ignition,
)

CARD = Card(
    "Toon Cannon Soldier",
    (
        each_time(Event(Happening.DESTROYED, subject=TOON_WORLD), Destroy(THIS)),
        ignition(Damage(500), cost=(PayCards("tribute", Select(YOUR_MONSTERS, may_be_this=True)),)),
    ),
    (
        Static(Property.CANNOT_ATTACK, THIS, condition=Did(THIS, "arrived")),
        Static(Property.DIRECT_ATTACK, THIS, condition=Both((Have(replace(TOON_WORLD, who=YOU)), Not(Have(THEIR_TOONS))))),
    ),
)
