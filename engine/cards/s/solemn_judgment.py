"""Solemn Judgment."""

from engine.cards.prelude import (
    SPELL_OR_TRAP,
    Card,
    Event,
    Filter,
    Half,
    Happening,
    Life,
    NegateActivation,
    NegateSummon,
    PayLP,
    activation,
)

CARD = Card(
    "Solemn Judgment",
    (
        activation(NegateSummon(), event=Event(Happening.WOULD_SUMMON), cost=(PayLP(Half(Life())),)),
        activation(
            NegateActivation("destroy"),
            event=Event(Happening.ACTIVATED, subject=Filter(kinds=SPELL_OR_TRAP), direct=True),
            cost=(PayLP(Half(Life())),),
        ),
    ),
)
