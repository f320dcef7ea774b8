"""Double Summon."""

from engine.cards.prelude import YOU, Apply, Card, Property, Static, activation

CARD = Card("Double Summon", (activation(Apply(Static(Property.EXTRA_NORMAL, player=YOU))),))
