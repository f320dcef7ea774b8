"""What the page of one card shows: its names, its text, and its printings by set, language and rarity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from marketplace.catalogue import codes
from marketplace.catalogue.explained import Explanation, explanation_of
from marketplace.catalogue.found import current
from marketplace.catalogue.languages import LANGUAGES
from marketplace.catalogue.models import Card, CardAlias, CardName, CardText, Printing, Product
from marketplace.catalogue.name_search import seen_by
from marketplace.catalogue.rarities import rank
from marketplace.catalogue.regions import region_words, run_of
from marketplace.errors import NotFound

_ORDER = {code: place for place, code in enumerate(LANGUAGES)}


@dataclass(frozen=True, slots=True)
class RarityOf:
    """One printing of a line: its rarity and, if the catalogue tells them apart, its artwork."""

    printing_id: int
    rarity: str
    artwork: str
    custom: bool


@dataclass(slots=True)
class Line:
    """One set number in one language with all its rarities."""

    code: str
    language: str
    region: str
    rarities: list[RarityOf] = field(default_factory=list)


@dataclass(slots=True)
class InSet:
    """A product and the lines of the card in it."""

    product: Product
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CardView:
    """Everything about one card, for one reader."""

    card: Card
    name: str
    names: Sequence[CardName]
    text: CardText | None
    text_is_fallback: bool
    """True when the text is English because the reader's language has none."""
    aliases: Sequence[int]
    sets: Sequence[InSet]
    languages: Sequence[tuple[str, int]]
    """Languages of print and how many printings each has; of all printings, not of the chosen language only."""
    language: str
    """The language the printings are narrowed to; empty for all."""
    explanation: Explanation | None = None
    """What it does in duels; None for a card that is no card of the game's catalogue."""

    @property
    def printing_ids(self) -> list[int]:
        return [one.printing_id for group in self.sets for line in group.lines for one in line.rarities]


def card_view(session: Session, card_id: int, *, locale: str, viewer_id: int | None, language: str | None = None) -> CardView:
    """The page of a card. Raises NotFound for an unknown id and for another collector's own card.

    ``language`` narrows the printings: a code, "all", or None for the reader's language where the card is printed in it.
    """
    card = session.scalar(select(Card).where(Card.id == card_id, seen_by(viewer_id)))
    if card is None:
        raise NotFound()
    names = sorted(
        session.scalars(select(CardName).where(CardName.card_id == card_id)), key=lambda one: _ORDER.get(one.language, 99)
    )
    texts = {
        one.language: one
        for one in session.scalars(select(CardText).where(CardText.card_id == card_id, CardText.language.in_({locale, "en"})))
    }
    text = texts.get(locale) or texts.get("en")
    rows = session.execute(
        select(Printing, Product)
        .join(Product, Product.id == Printing.product_id)
        .where(Printing.card_id == card_id, current(viewer_id))
    ).all()
    printings = [(row[0], row[1]) for row in rows]
    counted = Counter(printing.language for printing, _product in printings)
    chosen = _chosen(language, counted, locale)
    local = {one.language: one.name for one in names}
    return CardView(
        card=card,
        name=local.get(locale) or card.name,
        names=names,
        text=text,
        text_is_fallback=text is not None and text.language != locale,
        aliases=session.scalars(
            select(CardAlias.passcode).where(CardAlias.card_id == card_id).order_by(CardAlias.passcode)
        ).all(),
        sets=_by_set([pair for pair in printings if not chosen or pair[0].language == chosen]),
        languages=sorted(counted.items(), key=lambda pair: _ORDER.get(pair[0], 99)),
        language=chosen,
        explanation=explanation_of(card, local, texts["en"].text if "en" in texts else "", locale),
    )


def _chosen(wanted: str | None, printed: Counter[str], locale: str) -> str:
    if wanted is None:
        wanted = locale
    return wanted if wanted in printed else ""


def _region(printing: Printing) -> str:
    """The region in words where the language alone does not say it: the old numbers with one letter or none."""
    return region_words(printing.code, printing.language) if len(run_of(printing.code)[1]) < 2 else ""


def _by_set(printings: list[tuple[Printing, Product]]) -> list[InSet]:
    """Printings by product, newest first where dates are known, else by name; lines in number order."""
    groups: dict[int, InSet] = {}
    lines: dict[tuple[int, str, str], Line] = {}

    def order(pair: tuple[Printing, Product]) -> tuple[object, ...]:
        printing, product = pair
        dated = product.released_on
        return (
            dated is None, -dated.toordinal() if dated else 0, product.folded, product.id, _ORDER.get(printing.language, 99),
            codes.sort_key(printing.code), rank(printing.rarity), printing.artwork, printing.id,
        )  # fmt: skip

    for printing, product in sorted(printings, key=order):
        group = groups.setdefault(product.id, InSet(product))
        key = (product.id, printing.code, printing.language)
        if key not in lines:
            lines[key] = Line(printing.code, printing.language, _region(printing))
            group.lines.append(lines[key])
        lines[key].rarities.append(RarityOf(printing.id, printing.rarity, printing.artwork, printing.added_by_id is not None))
    return list(groups.values())
