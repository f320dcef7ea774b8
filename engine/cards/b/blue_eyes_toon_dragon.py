"""Blue-Eyes Toon Dragon."""

from engine.cards.prelude import NO_TOON_WITHOUT_TOON_WORLD, toon

CARD = toon("Blue-Eyes Toon Dragon", 2)

EDITIONS = {"version_2005": toon("Blue-Eyes Toon Dragon", 2, NO_TOON_WITHOUT_TOON_WORLD)}
