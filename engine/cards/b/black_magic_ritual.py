"""Black Magic Ritual."""

from engine.cards.prelude import (
    Card,
    Filter,
    RitualSummon,
    activation,
)

CARD = Card("Black Magic Ritual", (activation(RitualSummon(Filter(names=("Magician of Black Chaos",)))),))
