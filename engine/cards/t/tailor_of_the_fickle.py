"""Tailor of the Fickle."""

from engine.cards.prelude import Card, Filter, MoveEquip, Select, SpellTrapIcon, Zone, activation

EQUIPPED_CARDS = Filter(zones=(Zone.SPELL_TRAP,), face_up=True, icons=(SpellTrapIcon.EQUIP,))

CARD = Card("Tailor of the Fickle", (activation(MoveEquip(Select(EQUIPPED_CARDS))),))
