"""Malevolent Nuzzler."""

from engine.cards.prelude import (
    EQUIPPED,
    MONSTER,
    SPELL_TRAP_ZONES,
    TARGET,
    THIS,
    Card,
    Equip,
    Event,
    Filter,
    Happening,
    PayLP,
    Property,
    Select,
    Static,
    ToDeck,
    activation,
    when,
)

CARD = Card(
    "Malevolent Nuzzler",
    (
        activation(Equip(TARGET), targets=(Select(Filter(zones=MONSTER, face_up=True)),)),
        when(Event(Happening.SENT, subject=THIS, origin=SPELL_TRAP_ZONES), ToDeck(THIS, top=True), cost=(PayLP(500),)),
    ),
    (Static(Property.ATK, EQUIPPED, value=700),),
    equips_to=Filter(),
)
