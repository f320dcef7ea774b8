"""Mystical Space Typhoon."""

from engine.cards.prelude import ANY_SPELL_TRAP, TARGET, Card, Destroy, Select, activation

CARD = Card("Mystical Space Typhoon", (activation(Destroy(TARGET), targets=(Select(ANY_SPELL_TRAP),)),))
