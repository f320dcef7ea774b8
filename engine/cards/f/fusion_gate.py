"""Fusion Gate."""

from engine.cards.prelude import EITHER, Card, Effect, EffectKind, FusionSummon, Zone, activation, steps

CARD = Card(
    "Fusion Gate",
    (
        activation(),
        Effect(EffectKind.IGNITION, steps(FusionSummon(banished=True)), (Zone.FIELD,), users=EITHER),
    ),
)
