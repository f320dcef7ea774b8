"""Black Luster Ritual."""

from engine.cards.prelude import (
    Card,
    Filter,
    RitualSummon,
    activation,
)

CARD = Card("Black Luster Ritual", (activation(RitualSummon(Filter(names=("Black Luster Soldier",)))),))
