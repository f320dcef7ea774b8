"""Secret Barrel."""

from engine.cards.prelude import OPPONENT, SPELL_TRAP_ZONES, Card, Count, Damage, Filter, Zone, activation

CARD = Card(
    "Secret Barrel", (activation(Damage(Count(Filter(zones=(Zone.HAND, Zone.MONSTER, *SPELL_TRAP_ZONES), who=OPPONENT), 200))),)
)
