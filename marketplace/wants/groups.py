"""Groups of cards collectors call by one name, and sets as people write them."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l
from rapidfuzz import fuzz, process
from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue.custom import PRODUCT_SLUG
from marketplace.catalogue.folding import fold
from marketplace.catalogue.models import Product

_LIKENESS = 84.0
_SHORTEST = 6


@dataclass(frozen=True, slots=True)
class CardGroup:
    """A name for several cards; ``names`` are folded ways to write it."""

    label: LazyString
    names: tuple[str, ...]
    cards: tuple[str, ...]
    """English names."""


GROUPS: tuple[CardGroup, ...] = (
    CardGroup(
        _l("Egyptian Gods"),
        ("egyptian gods", "egyptian god cards", "god cards", "dieux egyptiens", "dieux egypt", "deuses egipcios"),
        ("Obelisk the Tormentor", "Slifer the Sky Dragon", "The Winged Dragon of Ra"),
    ),
    CardGroup(
        _l("Sacred Beasts"),
        ("sacred beasts", "phantom demons", "betes sacrees", "bestas sagradas"),
        ("Uria, Lord of Searing Flames", "Hamon, Lord of Striking Thunder", "Raviel, Lord of Phantasms"),
    ),
    CardGroup(
        _l("The five parts of Exodia"),
        ("exodia", "exodia set", "exodia complet", "exodia completo", "parts of exodia", "pieces exodia", "partes de exodia"),
        (
            "Exodia the Forbidden One", "Left Arm of the Forbidden One", "Left Leg of the Forbidden One",
            "Right Arm of the Forbidden One", "Right Leg of the Forbidden One",
        ),
    ),
    CardGroup(
        _l("Wicked Gods"),
        ("wicked gods", "the wicked", "dieux maudits", "dieux malefiques", "deuses malignos"),
        ("The Wicked Avatar", "The Wicked Dreadroot", "The Wicked Eraser"),
    ),
    CardGroup(
        _l("Nordic Gods"),
        ("nordic gods", "aesir", "dieux nordiques", "deuses nordicos"),
        ("Thor, Lord of the Aesir", "Loki, Lord of the Aesir", "Odin, Father of the Aesir"),
    ),
    CardGroup(
        _l("Monarchs"),
        ("monarchs", "monarques", "monarcas"),
        (
            "Mobius the Frost Monarch", "Zaborg the Thunder Monarch", "Granmarg the Rock Monarch",
            "Thestalos the Firestorm Monarch", "Raiza the Storm Monarch", "Caius the Shadow Monarch", "Kuraz the Light Monarch",
        ),
    ),
    CardGroup(
        _l("Charmers"),
        ("charmers", "charmeuses", "encantadoras"),
        (
            "Aussa the Earth Charmer", "Eria the Water Charmer", "Hiita the Fire Charmer", "Wynn the Wind Charmer",
            "Lyna the Light Charmer", "Dharc the Dark Charmer",
        ),
    ),
    CardGroup(
        _l("Signer Dragons"),
        ("signer dragons", "dragons des signataires", "dragons pactisants", "dragoes assinaladores"),
        (
            "Stardust Dragon", "Red Dragon Archfiend", "Black Rose Dragon", "Ancient Fairy Dragon", "Black-Winged Dragon",
            "Power Tool Dragon",
        ),
    ),
)  # fmt: skip
"""Facts only: names of groups and the English names of their cards."""


def group_named(text: str) -> tuple[CardGroup, str] | None:
    """The group a line names, and the words after its name (such as a set: "Egyptian Gods PGLD")."""
    folded = fold(text)
    best: tuple[CardGroup, str] | None = None
    longest = 0
    for group in GROUPS:
        for name in (*group.names, fold(str(group.label))):
            if len(name) > longest and (folded == name or folded.startswith(name + " ")):
                best, longest = (group, folded[len(name) :].strip()), len(name)
    return best


def set_named(session: Session, text: str) -> list[Product]:
    """The sets a line may mean, likeliest first: by name, prefix, misspelt name, or a prefix its capitals spell.

    "PRImal Origins" is the set whose prefix begins with PRI. More than one answer is a question to ask.
    """
    folded = fold(text)
    bare = text.strip().strip("!.:").upper()
    if not folded:
        return []
    products = list(session.scalars(select(Product).where(Product.slug != PRODUCT_SLUG, Product.printing_count > 0)))
    exact = [one for one in products if one.folded == folded]
    if exact:
        return exact
    by_prefix = [one for one in products if f" {bare} " in one.prefixes]
    if by_prefix:
        # The set whose first prefix it is; others carry a few cards numbered so.
        own = [one for one in by_prefix if one.prefixes.startswith(f" {bare} ")]
        return sorted(own or by_prefix, key=lambda one: -one.printing_count)[:5]
    if len(folded) < _SHORTEST:
        return []
    alike = process.extract(
        folded, {one.id: one.folded for one in products}, scorer=fuzz.ratio, score_cutoff=_LIKENESS, limit=5
    )
    by_id = {one.id: one for one in products}
    found = [by_id[product_id] for _name, _score, product_id in alike]
    holding = [one for one in products if f" {folded} " in f" {one.folded} "]
    found += [one for one in sorted(holding, key=lambda one: -one.printing_count) if one not in found][:5]
    capitals = "".join(char for char in text.split()[0] if char.isupper())
    if len(capitals) >= 3:
        hinted = [one for one in found if one.prefixes.split() and one.prefixes.split()[0].startswith(capitals)]
        found = hinted or found
    return found[:5]
