"""Black Illusion Ritual."""

from engine.cards.prelude import (
    Card,
    Filter,
    RitualSummon,
    activation,
)

CARD = Card("Black Illusion Ritual", (activation(RitualSummon(Filter(names=("Relinquished",)))),))
