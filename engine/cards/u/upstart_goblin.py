"""Upstart Goblin."""

from engine.cards.prelude import OPPONENT, Card, Draw, GainLP, activation, then

CARD = Card("Upstart Goblin", (activation(Draw(1), then(GainLP(1000, OPPONENT))),))
