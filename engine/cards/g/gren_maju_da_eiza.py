"""Gren Maju Da Eiza."""

from engine.cards.prelude import THIS, YOU, Card, Count, Filter, Property, Static, Zone

BANISHED = Count(Filter(zones=(Zone.BANISHED,), who=YOU), times=400)

CARD = Card(
    "Gren Maju Da Eiza",
    statics=(Static(Property.SET_ATK, THIS, value=BANISHED), Static(Property.SET_DEF, THIS, value=BANISHED)),
)
