"""Searching the catalogue: what was typed is read as a set number, passcode, name, set, or search language.

``search`` answers one page of cards together with how it read the question, so that the page can say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session, aliased

from marketplace.catalogue import codes, lookup
from marketplace.catalogue import filters as filtering
from marketplace.catalogue.custom import PRODUCT_SLUG
from marketplace.catalogue.filters import CardFilters
from marketplace.catalogue.folding import fold
from marketplace.catalogue.found import Found, current
from marketplace.catalogue.models import Card, CardAlias, CardName, Printing, Product
from marketplace.catalogue.name_search import Kind, NameHit, find_names, seen_by
from marketplace.catalogue.queries import Query, is_passcode, is_prefix, parse

__all__ = ["Kind", "NameHit", "Reading", "Result", "Results", "SetHit", "find_names", "find_sets", "search"]

SORTS = ("relevance", "name", "atk", "def", "level", "newest")
_MOST_SETS = 4
_SHORT_LIST = 400


@dataclass(frozen=True, slots=True)
class SetHit:
    """A product the typed words may mean."""

    product_id: int
    name: str
    slug: str
    prefixes: str
    printings: int


@dataclass(slots=True)
class Reading:
    """How a search was read."""

    kind: str = "all"
    """all, names, closest, code, near_code, passcode, prefix, set, conditions, nothing."""
    typed: str = ""
    parts: list[str] = field(default_factory=list)
    """Conditions of the search language, in words."""
    problems: list[str] = field(default_factory=list)
    printings: list[Found] = field(default_factory=list)
    """Printings under the typed number; for near_code those it may mean, each with its reason."""
    sets: list[SetHit] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Result:
    """One card of a list, named for the reader."""

    card: Card
    name: str
    matched: str = ""
    """The name that was found, when the reader sees another."""
    matched_language: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """One page of cards."""

    cards: Sequence[Result]
    total: int
    reading: Reading


def search(
    session: Session,
    text: str,
    filters: CardFilters | None = None,
    *,
    locale: str = "en",
    page: int = 1,
    per_page: int = 60,
    sort: str = "",
    viewer_id: int | None = None,
    also: Sequence[ColumnElement[bool]] = (),
) -> Results:
    """One page of the cards that match ``text``, ``filters`` and ``also``, as ``viewer_id`` may see them.

    ``text`` may be empty. ``sort`` is one of ``SORTS``; empty means relevance where words were typed, else newest.
    A page beyond the end is empty.
    """
    filters = filters or CardFilters()
    query = parse(text, viewer_id)
    reading = Reading(kind="conditions" if query.narrowed or query.without else "all", typed=text.strip())
    reading.parts, reading.problems = query.parts, query.problems
    wanted = [*filtering.conditions(filters, viewer_id), *query.conditions, *_exclusions(query), *also]
    if query.printing:
        wanted.append(filtering.printed(viewer_id, *query.printing))
    offset = max(page - 1, 0) * per_page
    if query.words:
        ranked, hits = _ranked(session, query, reading, locale, viewer_id)
        if wanted:
            ranked = _meeting(session, ranked, wanted, viewer_id)
        total = len(ranked)
        if sort in SORTS and sort != "relevance":
            ranked = _in_order(session, ranked, sort, locale)
        ids = ranked[offset : offset + per_page]
    else:
        hits = {}
        total = session.scalar(select(func.count()).select_from(Card).where(seen_by(viewer_id), *wanted)) or 0
        chosen = _sorted(select(Card.id).where(seen_by(viewer_id), *wanted), sort, locale)
        ids = list(session.scalars(chosen.offset(offset).limit(per_page)))
    return Results(_named(session, ids, hits, locale), total, reading)


def _ranked(
    session: Session, query: Query, reading: Reading, locale: str, viewer_id: int | None
) -> tuple[list[int], dict[int, NameHit]]:
    """The ids of matching cards, best first, and for those found by name the name; fills in ``reading``."""
    words = query.words
    if query.plain:
        if codes.looks_like_code(words):
            reading.printings = lookup.by_code(session, words, viewer_id)
            reading.kind = "code"
            if not reading.printings:
                reading.printings = lookup.near_codes(session, words, viewer_id)
                reading.kind = "near_code"
            if reading.printings:
                return list(dict.fromkeys(found.card_id for found in reading.printings)), {}
        if is_passcode(words):
            ids = _by_passcode(session, int(words))
            if ids:
                reading.kind = "passcode"
                return ids, {}
    hits = find_names(session, words, None, locale=locale, viewer_id=viewer_id)
    for phrase in query.phrases:
        hits = [hit for hit in hits if f" {phrase} " in f" {hit.name} "]
    if query.plain:
        reading.sets = find_sets(session, words, _MOST_SETS)
        meant = _meant_sets(words, reading.sets, hits)
        if meant:
            reading.kind = "prefix" if is_prefix(words) else "set"
            ids = _cards_of_sets(session, meant, viewer_id)
            known = set(ids)
            return [*ids, *(hit.card_id for hit in hits if hit.kind < Kind.PARTS and hit.card_id not in known)], {}
    reading.kind = "nothing" if not hits else "closest" if hits[0].kind is Kind.TYPO else "names"
    return [hit.card_id for hit in hits], {hit.card_id: hit for hit in hits}


def _meant_sets(words: str, sets: list[SetHit], hits: list[NameHit]) -> list[int]:
    """The products meant rather than cards: by prefix or whole name, or because no card is near."""
    best = hits[0].kind if hits else Kind.TYPO
    if not sets or best <= Kind.EXACT:
        return []
    prefix = f" {codes.folded(words)} "
    if is_prefix(words) and best > Kind.PHRASE:
        named = [hit.product_id for hit in sets if prefix in hit.prefixes]
        if named:
            return named
    folded = fold(words)
    whole = [hit.product_id for hit in sets if fold(hit.name) == folded]
    return whole or ([sets[0].product_id] if best is Kind.TYPO else [])


def _by_passcode(session: Session, passcode: int) -> list[int]:
    alias = select(CardAlias.card_id).where(CardAlias.passcode == passcode)
    return list(session.scalars(select(Card.id).where(or_(Card.passcode == passcode, Card.id.in_(alias))).order_by(Card.id)))


def find_sets(session: Session, typed: str, limit: int) -> list[SetHit]:
    """The products with this set-number prefix, then those whose name holds all words; largest first."""
    words = fold(typed).split()
    prefix = codes.folded(typed) if is_prefix(typed.strip()) else ""
    if not words or (len(words) == 1 and len(words[0]) < 3 and not prefix):
        return []
    by_prefix = Product.prefixes.contains(f" {prefix} ", autoescape=True) if prefix else None
    by_name = and_(*(Product.folded.contains(word, autoescape=True) for word in words))
    condition = by_name if by_prefix is None else or_(by_prefix, by_name)
    rows = session.execute(
        select(Product.id, Product.name, Product.slug, Product.prefixes, Product.printing_count, Product.folded).where(
            condition, Product.slug != PRODUCT_SLUG, Product.printing_count > 0
        )
    ).all()
    query = " ".join(words)

    def order(row: Sequence[object]) -> tuple[object, ...]:
        folded = str(row[5])
        return (
            not (prefix and str(row[3]).startswith(f" {prefix} ")), not (prefix and f" {prefix} " in str(row[3])),
            folded != query, not folded.startswith(query), -int(str(row[4])), folded,
        )  # fmt: skip

    return [SetHit(*row[:5]) for row in sorted(rows, key=order)[:limit]]


def _cards_of_sets(session: Session, product_ids: Iterable[int], viewer_id: int | None) -> list[int]:
    """Cards of the products in number order."""
    first = func.min(Printing.sort_key)
    chosen = select(Printing.card_id).where(Printing.product_id.in_(list(product_ids)), current(viewer_id))
    return list(session.scalars(chosen.group_by(Printing.card_id).order_by(first, Printing.card_id)))


def _exclusions(query: Query) -> list[ColumnElement[bool]]:
    return [
        Card.id.not_in(select(CardName.card_id).where(CardName.folded.contains(word, autoescape=True)))
        for word in query.without
    ]


def _meeting(session: Session, ids: list[int], wanted: list[ColumnElement[bool]], viewer_id: int | None) -> list[int]:
    """Those of ``ids`` that meet the conditions, in their order."""
    chosen = select(Card.id).where(seen_by(viewer_id), *wanted)
    if len(ids) <= _SHORT_LIST:
        chosen = chosen.where(Card.id.in_(ids))
    good = set(session.scalars(chosen))
    return [card_id for card_id in ids if card_id in good]


def _in_order(session: Session, ids: list[int], sort: str, locale: str) -> list[int]:
    """The ids in another order than relevance."""
    if len(ids) <= _SHORT_LIST:
        return list(session.scalars(_sorted(select(Card.id).where(Card.id.in_(ids)), sort, locale)))
    kept = set(ids)
    return [card_id for card_id in session.scalars(_sorted(select(Card.id), sort, locale)) if card_id in kept]


def _sorted(chosen: Select[int], sort: str, locale: str) -> Select[int]:
    """The select in the order asked for; the name decides between equals."""
    if sort in ("newest", "", "relevance"):
        return chosen.order_by(Card.page_id.desc().nulls_last(), Card.id.desc())
    columns = {"atk": Card.atk, "def": Card.defense, "level": filtering.STARS}
    if sort in columns:
        return chosen.order_by(columns[sort].desc().nulls_last(), Card.name, Card.id)
    local = aliased(CardName)
    chosen = chosen.outerjoin(local, and_(local.card_id == Card.id, local.language == locale))
    return chosen.order_by(func.coalesce(local.folded, func.lower(Card.name)), Card.id)


def _named(session: Session, ids: list[int], hits: dict[int, NameHit], locale: str) -> list[Result]:
    """The cards of one page in order, with the reader's names."""
    if not ids:
        return []
    cards = {card.id: card for card in session.scalars(select(Card).where(Card.id.in_(ids)))}
    names = lookup.names(session, ids, locale)
    results = []
    for card_id in ids:
        hit = hits.get(card_id)
        shown = names[card_id]
        if hit is None or hit.name in (fold(shown), fold(cards[card_id].name)):
            results.append(Result(cards[card_id], shown))
        else:
            results.append(Result(cards[card_id], shown, hit.name, hit.language))
    found = [result for result in results if result.matched]
    return _with_spelling(session, results, found) if found else results


def _with_spelling(session: Session, results: list[Result], found: list[Result]) -> list[Result]:
    """Matched names as printed instead of folded."""
    wanted = {(result.card.id, result.matched_language) for result in found}
    rows = session.execute(
        select(CardName.card_id, CardName.language, CardName.name).where(
            CardName.card_id.in_({card_id for card_id, _ in wanted})
        )
    )
    printed = {(row[0], row[1]): row[2] for row in rows}
    return [
        Result(result.card, result.name, printed.get((result.card.id, result.matched_language), ""), result.matched_language)
        if result.matched
        else result
        for result in results
    ]
