"""Toon Summoned Skull."""

from dataclasses import replace

from engine.cards.prelude import NO_TOON_WITHOUT_TOON_WORLD, toon

CARD = toon("Toon Summoned Skull", 1)

EDITIONS = {"version_2005": toon("Toon Summoned Skull", 1, replace(NO_TOON_WITHOUT_TOON_WORLD, own_way_first=True))}
