"""Scapegoat."""

from engine.cards.prelude import THIS, YOU, Attribute, Card, MakeTokens, MonsterType, Property, Static, Token, activation

SHEEP = Token("Sheep Token", MonsterType.BEAST, Attribute.EARTH, 1, 0, 0, statics=(Static(Property.NOT_TRIBUTABLE, THIS),))

CARD = Card(
    "Scapegoat", (activation(MakeTokens(SHEEP, 4, position="defense"), oaths=(Static(Property.CANNOT_SUMMON, player=YOU),)),)
)
