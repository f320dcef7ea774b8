"""What the catalogue holds before an import, read in few queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, func, select

from marketplace.catalogue.models import Card, CardAlias, CardName, CardSource, CardText, CatalogueImport, Printing, Product

Item = TypeVar("Item")

CHUNK = 400
"""Parameters of one statement."""
MANY = 20_000
"""Numbers from which reading all printings is cheaper than asking for each."""

FACT_COLUMNS = (
    "page_id", "passcode", "konami_id", "placeholder_passcode", "name", "kind", "frame", "pendulum", "attribute", "type",
    "abilities", "icon", "level", "rank", "link", "scale", "arrows", "atk", "defense",
)  # fmt: skip


def chunks(items: Sequence[Item], size: int = CHUNK) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


@dataclass(slots=True)
class KnownCard:
    """A card of the catalogue."""

    id: int
    source: str
    values: dict[str, Any]
    """By column: ``FACT_COLUMNS``."""

    @property
    def page_id(self) -> int | None:
        return self.values["page_id"]

    @property
    def passcode(self) -> int | None:
        return self.values["passcode"]

    @property
    def name(self) -> str:
        return self.values["name"]


@dataclass(slots=True)
class KnownPrinting:
    """A printing of the catalogue."""

    id: int
    card_id: int
    product_id: int
    code: str
    language: str
    rarity: str
    artwork: str
    sources: int
    retired: bool


@dataclass(slots=True)
class KnownProduct:
    id: int
    name: str
    folded: str


@dataclass(slots=True)
class Known:
    """The catalogue as far as every import needs it. Collectors' own cards and printings are no part of it."""

    last_import: int
    """Id of the last import that was written; another one there means this picture is old."""
    cards: dict[int, KnownCard] = field(default_factory=dict)
    aliases: dict[int, int] = field(default_factory=dict)
    """Other passcode -> card."""
    products: dict[int, KnownProduct] = field(default_factory=dict)
    slugs: set[str] = field(default_factory=set)
    said: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Card -> hashes of what this source last said about it: facts, printings."""
    shared: set[int] = field(default_factory=set)
    """Cards another source has spoken about, too."""


def last_import(connection: Connection) -> int:
    return connection.scalar(select(func.max(CatalogueImport.id)).where(CatalogueImport.state == "done")) or 0


def load_known(connection: Connection, source: str) -> Known:
    """Read what every import is compared with, from the view of ``source`` (a format)."""
    known = Known(last_import(connection))
    columns = [getattr(Card, name) for name in FACT_COLUMNS]
    for card_id, card_source, *values in connection.execute(
        select(Card.id, Card.source, *columns).where(Card.added_by_id.is_(None)).order_by(Card.id)
    ):
        known.cards[card_id] = KnownCard(card_id, card_source, dict(zip(FACT_COLUMNS, values, strict=True)))
    known.aliases = dict(connection.execute(select(CardAlias.passcode, CardAlias.card_id)).all())
    for product in connection.execute(select(Product.id, Product.name, Product.folded, Product.slug).order_by(Product.id)):
        known.products[product.id] = KnownProduct(product.id, product.name, product.folded)
        known.slugs.add(product.slug)
    for card_id, named, facts, printings in connection.execute(
        select(CardSource.card_id, CardSource.source, CardSource.facts, CardSource.printings)
    ):
        if named == source:
            known.said[card_id] = (facts, printings)
        else:
            known.shared.add(card_id)
    return known


def names_of(connection: Connection, card_ids: Sequence[int]) -> dict[int, dict[str, tuple[str, bool]]]:
    """Names of cards: card -> language -> (name, official)."""
    names: dict[int, dict[str, tuple[str, bool]]] = {}
    for some in chunks(card_ids):
        query = select(CardName.card_id, CardName.language, CardName.name, CardName.official).where(CardName.card_id.in_(some))
        for card_id, language, name, official in connection.execute(query):
            names.setdefault(card_id, {})[language] = (name, official)
    return names


def texts_of(connection: Connection, card_ids: Sequence[int]) -> dict[int, dict[str, tuple[str, str]]]:
    """Texts of cards: card -> language -> (text, Pendulum text)."""
    texts: dict[int, dict[str, tuple[str, str]]] = {}
    for some in chunks(card_ids):
        query = select(CardText.card_id, CardText.language, CardText.text, CardText.pendulum_text).where(
            CardText.card_id.in_(some)
        )
        for card_id, language, text, pendulum_text in connection.execute(query):
            texts.setdefault(card_id, {})[language] = (text, pendulum_text)
    return texts


_PRINTING = (
    Printing.id, Printing.card_id, Printing.product_id, Printing.code, Printing.language, Printing.rarity, Printing.artwork,
    Printing.sources, Printing.retired,
)  # fmt: skip


def printings_of(connection: Connection, card_ids: Sequence[int]) -> dict[int, list[KnownPrinting]]:
    """The catalogue's printings of cards, retired ones included."""
    printings: dict[int, list[KnownPrinting]] = {}
    for some in chunks(card_ids):
        query = select(*_PRINTING).where(Printing.card_id.in_(some), Printing.added_by_id.is_(None)).order_by(Printing.id)
        for row in connection.execute(query):
            printings.setdefault(row.card_id, []).append(KnownPrinting(*row))
    return printings


def cards_of_numbers(connection: Connection, codes: Iterable[str]) -> dict[str, dict[int, int]]:
    """Which cards the catalogue's current printings give each set number: number -> card -> source bits."""
    wanted = set(codes)
    found: dict[str, dict[int, int]] = {}
    query = select(Printing.code, Printing.card_id, Printing.sources).where(
        Printing.added_by_id.is_(None), Printing.retired.is_(False)
    )
    runs = [None] if len(wanted) > MANY else list(chunks(sorted(wanted)))
    for some in runs:
        rows = connection.execute(query if some is None else query.where(Printing.code.in_(some)))
        for code, card_id, sources in rows:
            if code in wanted:
                cards = found.setdefault(code, {})
                cards[card_id] = cards.get(card_id, 0) | sources
    return found
