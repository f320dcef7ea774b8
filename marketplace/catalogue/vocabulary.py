"""The catalogue's vocabulary in one place: languages, rarities, and how to read either as people write them."""

from __future__ import annotations

from marketplace.catalogue.languages import (
    CARDMARKET_DOUBTFUL,
    LANGUAGE_WORDS,
    LANGUAGES,
    OLD_REGIONS,
    REGIONS,
    Language,
    language_from,
    language_from_cardmarket,
    language_label,
    language_of_region,
)
from marketplace.catalogue.rarities import RARITIES, Rarity, canonical, rank, rarity_label, rarity_named, short_form
from marketplace.catalogue.rarity_reading import (
    RARITY_WORDS,
    RarityChoice,
    Settled,
    choose_rarity,
    foil_colour,
    matching_name,
    rarity_candidates,
    same_rarity,
)

__all__ = [
    "CARDMARKET_DOUBTFUL",
    "LANGUAGES",
    "LANGUAGE_WORDS",
    "OLD_REGIONS",
    "RARITIES",
    "RARITY_WORDS",
    "REGIONS",
    "Language",
    "Rarity",
    "RarityChoice",
    "Settled",
    "canonical",
    "choose_rarity",
    "foil_colour",
    "language_from",
    "language_from_cardmarket",
    "language_label",
    "language_of_region",
    "matching_name",
    "rank",
    "rarity_candidates",
    "rarity_label",
    "rarity_named",
    "same_rarity",
    "short_form",
]
