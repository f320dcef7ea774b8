"""Blackwing Armed Wing."""

from engine.cards.prelude import NON_TUNER, THIS, Ability, Battling, Both, Card, DamageStep, Filter, Materials, Property, Static

CARD = Card(
    "Blackwing Armed Wing",
    statics=(
        Static(
            Property.ATK,
            THIS,
            value=500,
            condition=Both((DamageStep(), Battling(THIS, "attacker", against=Filter(attack_position=False)))),
        ),
        Static(Property.PIERCING, THIS),
    ),
    materials=Materials((Filter(series="Blackwing", abilities=(Ability.TUNER,)),), NON_TUNER, 1),
)
