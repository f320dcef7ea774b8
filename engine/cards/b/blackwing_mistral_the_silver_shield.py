"""Blackwing - Mistral the Silver Shield."""

from engine.cards.prelude import IN_GY, MONSTER, THIS, YOU, Apply, Card, Event, Happening, Property, Static, must

CARD = Card(
    "Blackwing - Mistral the Silver Shield",
    (
        must(
            Event(Happening.DESTROYED, subject=THIS, origin=MONSTER),
            Apply(Static(Property.DAMAGE_SHIELD, player=YOU)),
            condition=IN_GY,
        ),
    ),
)
