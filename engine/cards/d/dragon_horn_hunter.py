"""Dragon Horn Hunter."""

from engine.cards.prelude import AS_PENDULUM_CARD, MONSTER, YOU, Card, Filter, Frame, Property, Static, Zone

SCALE = (Zone.SPELL_TRAP,)

CARD = Card(
    "Dragon Horn Hunter",
    (AS_PENDULUM_CARD,),
    (
        Static(Property.ATK, Filter(zones=MONSTER, frames=(Frame.NORMAL,)), value=200, zones=SCALE),
        Static(Property.NO_BATTLE_DAMAGE, Filter(zones=MONSTER, who=YOU, frames=(Frame.NORMAL,)), zones=SCALE),
    ),
)
