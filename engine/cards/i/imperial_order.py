"""Imperial Order."""

from engine.cards.prelude import SPELL_TRAP_ZONES, THIS, Card, CardKind, Filter, Property, Static, activation

SPELLS = Filter(zones=SPELL_TRAP_ZONES, face_up=True, kinds=(CardKind.SPELL,))

CARD = Card(
    "Imperial Order",
    (activation(),),
    (Static(Property.NEGATED, SPELLS), Static(Property.UPKEEP, THIS, value=700, word="each")),
)
