"""Axe of Despair."""

from engine.cards.prelude import (
    EQUIPPED,
    MONSTER,
    SPELL_TRAP_ZONES,
    TARGET,
    THIS,
    YOUR_MONSTERS,
    Card,
    Equip,
    Event,
    Filter,
    Happening,
    PayCards,
    Property,
    Select,
    Static,
    ToDeck,
    activation,
    when,
)

CARD = Card(
    "Axe of Despair",
    (
        activation(Equip(TARGET), targets=(Select(Filter(zones=MONSTER, face_up=True)),)),
        when(
            Event(Happening.SENT, subject=THIS, origin=SPELL_TRAP_ZONES),
            ToDeck(THIS, top=True),
            cost=(PayCards("tribute", Select(YOUR_MONSTERS)),),
        ),
    ),
    (Static(Property.ATK, EQUIPPED, value=1000),),
)
