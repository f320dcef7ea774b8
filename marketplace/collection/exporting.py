"""A collection as a file: which stacks, in which format, and what the format cannot hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marketplace.catalogue.found import visible
from marketplace.catalogue.models import Card, CardName, Printing, Product
from marketplace.collection.formats import files
from marketplace.collection.formats.owned import Loss, Owned
from marketplace.collection.models import Place, Stack
from marketplace.collection.stock_act import chunks
from marketplace.errors import NotFound, Refused

SCOPES = ("all", "trade")
"""What to export: everything owned, or only the copies for trade."""


def export(
    session: Session,
    user_id: int,
    name: str,
    *,
    scope: str = "all",
    place_id: int | None = None,
    stack_ids: Sequence[int] | None = None,
    locale: str = "en",
    list_language: str = "",
    delimiter: str = ",",
) -> Iterator[bytes]:
    """The file of format ``name`` (own, dragonshield, text) in pieces of UTF-8: header only for an empty collection."""
    if name not in files.EXPORTS:
        raise Refused(_("Choose one of the formats of the list."), rule="export.format", field="format")
    if delimiter not in (",", ";"):
        raise Refused(_("Choose comma or semicolon."), rule="export.delimiter", field="delimiter")
    as_text = name == "text"
    stacks = owned(
        session, user_id, scope=scope, place_id=place_id, stack_ids=stack_ids, shared_numbers=as_text, local_names=as_text
    )
    return files.write(name, stacks, locale=locale, list_language=list_language, delimiter=delimiter)


@dataclass(frozen=True, slots=True)
class Contents:
    """What an export would hold: stacks, copies, and per format what it cannot hold."""

    stacks: int
    copies: int
    losses: dict[str, list[Loss]]


def contents(
    session: Session,
    user_id: int,
    *,
    scope: str = "all",
    place_id: int | None = None,
    stack_ids: Sequence[int] | None = None,
) -> Contents:
    """What is said before the file is made."""
    stacks = owned(session, user_id, scope=scope, place_id=place_id, stack_ids=stack_ids)
    dropped = {name: files.losses(name, stacks) for name in files.EXPORTS}
    return Contents(len(stacks), sum(stack.quantity for stack in stacks), dropped)


def owned(
    session: Session,
    user_id: int,
    *,
    scope: str = "all",
    place_id: int | None = None,
    stack_ids: Sequence[int] | None = None,
    shared_numbers: bool = False,
    local_names: bool = False,
) -> list[Owned]:
    """The collector's stacks with copies in them, in number order; of ``stack_ids`` only, when given.

    Raises NotFound for a place that is not theirs; ids of others' stacks are passed over.
    """
    if scope not in SCOPES:
        raise Refused(_("Choose one of the offered values."), rule="export.scope", field="scope")
    query = _query(user_id, scope)
    if place_id is not None:
        place = session.get(Place, place_id)
        if place is None or place.user_id != user_id:
            raise NotFound(_("That place is not one of yours."))
        query = query.where(Stack.place_id == place_id)
    if stack_ids is None:
        found = session.execute(query).all()
    else:
        found = [row for part in chunks(sorted(set(stack_ids))) for row in session.execute(query.where(Stack.id.in_(part)))]
        found.sort(key=lambda row: (row[1].sort_key, row[1].language, row[1].rarity, row[0].id))
    names = _local_names(session, found) if local_names else {}
    shared = _shared(session, user_id, found) if shared_numbers else set()
    return [_owned(row, scope, names, shared) for row in found]


def _query(user_id: int, scope: str) -> Any:
    query = (
        select(Stack, Printing, Card.name, Card.passcode, Card.page_id, Product.name, Place.name, Place.kind)
        .join(Printing, Printing.id == Stack.printing_id)
        .join(Card, Card.id == Printing.card_id)
        .join(Product, Product.id == Printing.product_id)
        .outerjoin(Place, Place.id == Stack.place_id)
        .where(Stack.user_id == user_id, Stack.quantity > 0)
        .order_by(Printing.sort_key, Printing.language, Printing.rarity, Stack.id)
    )
    return query.where(Stack.for_trade > 0) if scope == "trade" else query


def _owned(row: Any, scope: str, names: dict[tuple[int, str], str], shared: set[int]) -> Owned:
    stack, printing, name, passcode, page_id, product, place, place_kind = row
    return Owned(
        name=name,
        code=printing.code,
        product=product,
        rarity=printing.rarity,
        quantity=stack.for_trade if scope == "trade" else stack.quantity,
        language=stack.language,
        print_language=printing.language,
        local_name=names.get((printing.card_id, stack.language), ""),
        card_page=page_id,
        passcode=passcode,
        print_artwork=printing.artwork,
        shared_number=printing.id in shared,
        custom=printing.added_by_id is not None,
        for_trade=stack.for_trade,
        lent=0 if scope == "trade" else stack.lent,
        promised=0 if scope == "trade" else stack.promised,
        edition=stack.edition,
        condition=stack.condition,
        condition_words=stack.condition_words,
        artwork=stack.artwork,
        signed=stack.signed,
        altered=stack.altered,
        proxy=stack.proxy,
        misprint=stack.misprint,
        grading=stack.grading,
        storage=stack.storage,
        note=stack.note,
        price=stack.price_paid,
        bought_on=stack.acquired_on,
        place=place or "",
        place_kind=place_kind or "",
        page=stack.page,
        slot=stack.slot,
    )


def _local_names(session: Session, found: Sequence[Any]) -> dict[tuple[int, str], str]:
    """Names of the cards in the languages of their copies."""
    wanted: dict[str, set[int]] = {}
    for row in found:
        if row[0].language != "en":
            wanted.setdefault(row[0].language, set()).add(row[1].card_id)
    names: dict[tuple[int, str], str] = {}
    for language, cards in wanted.items():
        for part in chunks(sorted(cards)):
            query = select(CardName.card_id, CardName.name).where(CardName.language == language, CardName.card_id.in_(part))
            names |= {(card_id, language): name for card_id, name in session.execute(query)}
    return names


def _shared(session: Session, user_id: int, found: Iterable[Any]) -> set[int]:
    """Printings whose number another product has too: a list without products names it there."""
    printings = {row[1].id: row[1] for row in found if row[1].code_folded}
    several: set[str] = set()
    for part in chunks(sorted({printing.code_folded for printing in printings.values()})):
        query = select(Printing.code_folded).where(
            Printing.code_folded.in_(part), Printing.retired.is_(False), visible(user_id)
        )
        query = query.group_by(Printing.code_folded).having(func.count(Printing.product_id.distinct()) > 1)
        several.update(session.scalars(query))
    return {printing.id for printing in printings.values() if printing.code_folded in several}
