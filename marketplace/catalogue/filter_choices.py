"""What a form of filters offers: values and labels of every filter, in the order they are shown."""

from __future__ import annotations

from marketplace.catalogue import terms
from marketplace.catalogue.rarities import RARITIES, rarity_label
from marketplace.catalogue.vocabulary import LANGUAGES


def card_choices(locale: str) -> dict[str, list[tuple[str, str]]]:
    """The filters that concern the card itself: kind, frame, Attribute, Type, ability, icon."""
    groups = {
        "kind": {key: terms.KINDS[key] for key in ("monster", "spell", "trap")},
        "frame": terms.FRAMES,
        "attribute": terms.ATTRIBUTES,
        "type": terms.TYPES,
        "ability": terms.ABILITIES,
        "icon": terms.ICONS,
    }
    found = {field: [(key, term.label(locale)) for key, term in group.items()] for field, group in groups.items()}
    found["type"].sort(key=lambda pair: pair[1])
    return found


def filter_choices(locale: str) -> dict[str, list[tuple[str, str]]]:
    """Those of the card and of its printings: rarity and language."""
    return {
        **card_choices(locale),
        "rarity": [(name, rarity_label(name, locale)) for name in RARITIES],
        "language": [(code, str(language.label)) for code, language in LANGUAGES.items() if code != "en-asia"],
    }
