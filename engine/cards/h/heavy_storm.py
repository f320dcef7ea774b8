"""Heavy Storm."""

from engine.cards.prelude import SPELL_TRAP_ZONES, THIS, Card, Destroy, Filter, activation, every

CARD = Card("Heavy Storm", (activation(Destroy(every(Filter(zones=SPELL_TRAP_ZONES, but=(THIS,))))),))
