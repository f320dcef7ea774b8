"""Manga Ryu-Ran."""

from dataclasses import replace

from engine.cards.prelude import NO_TOON_WITHOUT_TOON_WORLD, toon

CARD = toon("Manga Ryu-Ran", 2)

EDITIONS = {"version_2005": toon("Manga Ryu-Ran", 2, replace(NO_TOON_WITHOUT_TOON_WORLD, own_way_first=True))}
