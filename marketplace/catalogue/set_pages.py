"""What the list of sets and the page of one set show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Select, String, and_, cast, func, or_, select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes, lookup
from marketplace.catalogue.custom import PRODUCT_SLUG
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import current
from marketplace.catalogue.languages import LANGUAGES
from marketplace.catalogue.models import Card, Printing, Product
from marketplace.catalogue.rarities import rank
from marketplace.catalogue.regions import region_words, run_of
from marketplace.errors import NotFound

SORTS = ("name", "newest", "size", "prefix")
_ORDER = {code: place for place, code in enumerate(LANGUAGES)}


@dataclass(frozen=True, slots=True)
class SetRow:
    """One product of the list."""

    product: Product
    languages: Sequence[str]
    cards: int
    """Different cards in the language that has most of them: regional prints leave some out."""
    group: str
    """Heading it stands under: a letter, a year, or empty."""


@dataclass(frozen=True, slots=True)
class SetList:
    """One page of products."""

    rows: Sequence[SetRow]
    total: int


@dataclass(frozen=True, slots=True)
class Copy:
    """One printing of a set line."""

    printing_id: int
    rarity: str
    artwork: str


@dataclass(slots=True)
class SetLine:
    """One number of a set: a card and the rarities it has there."""

    code: str
    card: Card
    name: str
    copies: list[Copy] = field(default_factory=list)


@dataclass(slots=True)
class Run:
    """Lines numbered together: one prefix and region ("LOB-E..."), in number order."""

    prefix: str
    region: str
    words: str
    lines: list[SetLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SetView:
    """The page of one set in one language."""

    product: Product
    language: str
    languages: Sequence[tuple[str, int]]
    """Languages of the set and how many numbers each has."""
    runs: Sequence[Run]
    rarities: Sequence[tuple[str, int]]
    """Rarities in this language and how many printings have them."""
    rarity: str
    """The rarity the lines are narrowed to; empty for all."""
    numbers: int

    @property
    def printing_ids(self) -> list[int]:
        return [one.printing_id for run in self.runs for line in run.lines for one in line.copies]


def list_sets(
    session: Session, typed: str, *, sort: str = "name", language: str = "", page: int = 1, per_page: int = 60
) -> SetList:
    """One page of the products whose name or prefix has all typed words, in the order asked for."""
    chosen = select(Product).where(Product.slug != PRODUCT_SLUG, Product.printing_count > 0)
    words = fold(typed).split()
    if words:
        prefix = codes.folded(typed)
        by_name = and_(*(Product.folded.contains(word, autoescape=True) for word in words))
        by_prefix = Product.prefixes.contains(f" {prefix}", autoescape=True)
        chosen = chosen.where(or_(by_name, by_prefix) if prefix and " " not in typed.strip() else by_name)
    if language:
        printed = select(Printing.product_id).where(Printing.language == language, current(None))
        chosen = chosen.where(Product.id.in_(printed))
    total = session.scalar(select(func.count()).select_from(chosen.subquery())) or 0
    products = session.scalars(_ordered(chosen, sort).offset(max(page - 1, 0) * per_page).limit(per_page)).all()
    ids = [product.id for product in products]
    cards: dict[int, dict[str, int]] = {}
    if ids:
        counted = select(Printing.product_id, Printing.language, func.count(Printing.card_id.distinct())).where(
            Printing.product_id.in_(ids), current(None)
        )
        for product_id, code, count in session.execute(counted.group_by(Printing.product_id, Printing.language)):
            cards.setdefault(product_id, {})[code] = count
    return SetList(
        [
            SetRow(
                product,
                sorted(cards.get(product.id, ()), key=lambda code: _ORDER.get(code, 99)),
                max(cards.get(product.id, {"": 0}).values()),
                _group(product, sort),
            )
            for product in products
        ],
        total,
    )


def _ordered(chosen: Select[Product], sort: str) -> Select[Product]:
    if sort == "newest":
        return chosen.order_by(Product.released_on.desc().nulls_last(), Product.folded, Product.id)
    if sort == "size":
        return chosen.order_by(Product.printing_count.desc(), Product.folded, Product.id)
    if sort == "prefix":
        return chosen.order_by(func.nullif(Product.prefixes, "").nulls_last(), Product.folded, Product.id)
    return chosen.order_by(Product.folded, Product.id)


def _group(product: Product, sort: str) -> str:
    if sort == "newest":
        return str(product.released_on.year) if product.released_on else ""
    if sort == "name":
        first = product.folded[:1].upper()
        return "0–9" if first.isdigit() else first
    return ""


def set_view(
    session: Session, slug: str, *, locale: str, viewer_id: int | None, language: str = "", rarity: str = ""
) -> SetView:
    """The page of a set. Raises NotFound for an unknown slug, and for the collectors' own printings, which are no set.

    Without ``language`` (or with one the set does not have) it is the reader's, else English, else the first there is.
    """
    product = session.scalar(select(Product).where(Product.slug == slug, Product.slug != PRODUCT_SLUG))
    if product is None:
        raise NotFound()
    here = (Printing.product_id == product.id, current(viewer_id))
    counted = session.execute(
        select(Printing.language, func.count((Printing.code + "|" + cast(Printing.card_id, String)).distinct()))
        .where(*here)
        .group_by(Printing.language)
    ).all()
    languages = sorted(((row[0], row[1]) for row in counted), key=lambda pair: _ORDER.get(pair[0], 99))
    chosen = _language(language, [code for code, _count in languages], locale)
    rows = session.execute(
        select(Printing, Card)
        .join(Card, Card.id == Printing.card_id)
        .where(*here, Printing.language == chosen)
        .order_by(Printing.sort_key, Printing.code, Printing.card_id)
    ).all()
    rarities: dict[str, int] = {}
    for printing, _card in rows:
        rarities[printing.rarity] = rarities.get(printing.rarity, 0) + 1
    narrowed = rarity if rarity in rarities else ""
    shown = [(row[0], row[1]) for row in rows if not narrowed or row[0].rarity == narrowed]
    names = lookup.names(session, {card.id for _printing, card in shown}, _names_language(chosen, locale))
    runs = _runs(shown, names, chosen)
    return SetView(
        product=product,
        language=chosen,
        languages=languages,
        runs=runs,
        rarities=sorted(rarities.items(), key=lambda pair: rank(pair[0])),
        rarity=narrowed,
        numbers=sum(len(run.lines) for run in runs),
    )


def _language(wanted: str, printed: list[str], locale: str) -> str:
    return next((code for code in (wanted, locale, "en", *printed) if code in printed), "")


def _names_language(chosen: str, locale: str) -> str:
    """A set is read in the language on its cards where that is written with our letters, else in the reader's."""
    return chosen if chosen in ("en", "fr", "de", "it", "es", "pt") else locale


def _runs(rows: list[tuple[Printing, Card]], names: dict[int, str], language: str) -> list[Run]:
    runs: dict[tuple[str, str], Run] = {}
    lines: dict[tuple[str, int], SetLine] = {}
    for printing, card in rows:
        prefix, region = run_of(printing.code)
        run = runs.setdefault((prefix, region), Run(prefix, region, region_words(printing.code, language)))
        key = (printing.code, card.id)
        if key not in lines:
            lines[key] = SetLine(printing.code, card, names[card.id])
            run.lines.append(lines[key])
        lines[key].copies.append(Copy(printing.id, printing.rarity, printing.artwork))
    for line in lines.values():
        line.copies.sort(key=lambda one: (rank(one.rarity), one.artwork, one.printing_id))
    # The longest run first: it is the one most readers look for; unnumbered cards come last.
    return sorted(runs.values(), key=lambda run: (not run.prefix, -len(run.lines), run.prefix, run.region))
