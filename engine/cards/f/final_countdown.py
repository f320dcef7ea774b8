"""Final Countdown."""

from engine.cards.prelude import YOU, Apply, Card, PayLP, Property, Static, Until, activation

CARD = Card(
    "Final Countdown",
    (activation(Apply(Static(Property.COUNTDOWN, player=YOU, value=20), until=Until.REST_OF_DUEL), cost=(PayLP(2000),)),),
)
