"""Giant Trunade."""

from engine.cards.prelude import SPELL_TRAP_ZONES, THIS, Card, Filter, ToHand, activation, every

CARD = Card("Giant Trunade", (activation(ToHand(every(Filter(zones=SPELL_TRAP_ZONES, but=(THIS,))))),))
