"""Mysterious Puppeteer."""

from engine.cards.prelude import BY_NORMAL_SUMMON, THIS, Card, Event, Filter, GainLP, Happening, SummonKind, must

CARD = Card(
    "Mysterious Puppeteer",
    (must(Event(Happening.SUMMONED, subject=Filter(but=(THIS,)), summoned=(*BY_NORMAL_SUMMON, SummonKind.FLIP)), GainLP(500)),),
)
