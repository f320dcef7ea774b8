"""Solemn Warning."""

from engine.cards.prelude import Card, Event, Happening, NegateActivation, NegateSummon, PayLP, WouldSpecialSummon, activation

CARD = Card(
    "Solemn Warning",
    (
        activation(NegateSummon(), event=Event(Happening.WOULD_SUMMON), cost=(PayLP(2000),)),
        activation(
            NegateActivation("destroy"),
            event=Event(Happening.ACTIVATED),
            condition=WouldSpecialSummon(),
            cost=(PayLP(2000),),
        ),
    ),
)
