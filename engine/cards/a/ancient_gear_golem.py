"""Ancient Gear Golem."""

from engine.cards.prelude import OPPONENT, SPELL_OR_TRAP, THIS, Battling, Card, Filter, Property, Static, SummonRules

CARD = Card(
    "Ancient Gear Golem",
    statics=(
        Static(
            Property.CANNOT_ACTIVATE,
            player=OPPONENT,
            by=Filter(kinds=SPELL_OR_TRAP),
            condition=Battling(THIS, "attacker"),
            word="cards",
        ),
        Static(Property.PIERCING, THIS),
    ),
    summon=SummonRules(special=False),
)
