"""Blue-Eyes Ultimate Dragon."""

from engine.cards.prelude import (
    Card,
    fusion_of,
)

CARD = Card("Blue-Eyes Ultimate Dragon", materials=fusion_of(*("Blue-Eyes White Dragon",) * 3))
