"""Products of a file: the rows they are, and the rows they become."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from marketplace.catalogue.folding import fold
from marketplace.catalogue.importing.known import Known, KnownProduct
from marketplace.catalogue.importing.sources import Source

LONGEST_NAME = 200
NAMES_PRODUCTS = 3
"""Strength from which a source's spelling of a product's name replaces ours."""


@dataclass(slots=True)
class Products:
    """Finds the product a file names, by its name and then by its folded name, and collects those that are new."""

    known: Known
    source: Source
    names: set[str]
    """All product names of the file."""
    new: list[tuple[str, str, str]] = field(default_factory=list)
    """Name, slug and folded name; product -1 is the first."""
    renamed: dict[int, str] = field(default_factory=dict)
    _claimed: dict[int, str] = field(default_factory=dict)
    _ids: dict[str, int] = field(default_factory=dict)
    _folded: dict[str, KnownProduct] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ids = {product.name: product.id for product in self.known.products.values()}
        for product in self.known.products.values():
            self._folded.setdefault(product.folded, product)

    def id_of(self, name: str) -> int:
        """The product's id; negative when it is new."""
        found = self._ids.get(name)
        if found is None:
            found = self._ids[name] = self._spelt_otherwise(name) or self._add(name)
        return found

    def _spelt_otherwise(self, name: str) -> int | None:
        """The product of the same folded name, unless this file tells the two apart."""
        product = self._folded.get(fold(name))
        if product is None or product.name in self.names or product.id in self._claimed:
            return None
        self._claimed[product.id] = name
        if self.source.strength >= NAMES_PRODUCTS:
            self.renamed[product.id] = name
        return product.id

    def _add(self, name: str) -> int:
        folded = fold(name)
        self.new.append((name, self._slug(folded), folded[:LONGEST_NAME]))
        return -len(self.new)

    def _slug(self, folded: str) -> str:
        base = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")[:180] or "product"
        slug, count = base, 1
        while slug in self.known.slugs:
            count += 1
            slug = f"{base}-{count}"
        self.known.slugs.add(slug)
        return slug
