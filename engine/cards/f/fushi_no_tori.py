"""Fushi No Tori."""

from engine.cards.prelude import OPPONENT, THIS, Event, EventAmount, GainLP, Happening, must, spirit

CARD = spirit("Fushi No Tori", must(Event(Happening.BATTLE_DAMAGE, subject=THIS, player=OPPONENT), GainLP(EventAmount())))
