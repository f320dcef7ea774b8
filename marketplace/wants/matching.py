"""Which copies for trade are what somebody looks for: haves and wants, both ways.

The database pairs wants with copies by card, printing or set in one statement; what a want asks besides (language,
edition, condition, rarity, artwork) is compared here, because a list of values is no index. Every function takes the
reader's id and leaves out what that reader may not see. None asks the database once per want, copy or person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, or_, select, union_all
from sqlalchemy.orm import Session, aliased

from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Card, Printing
from marketplace.collection.models import Stack
from marketplace.wants.models import Want
from marketplace.wants.satisfying import Asked, StackFacts, asked_by, fits, satisfies
from marketplace.wants.visibility import members_for, wants_seen_by

__all__ = [
    "CardOffer", "CardWanted", "Match", "StackFacts", "both_ways", "haves_for", "haves_for_all", "offers_of_card",
    "satisfies", "wanted_of_all", "wanted_of_card",
]  # fmt: skip

_AT_A_TIME = 500


@dataclass(frozen=True, slots=True)
class Match:
    """Copies for trade that are what somebody looks for."""

    want_id: int
    stack_id: int
    owner_id: int
    """Whose copies they are."""
    wanter_id: int
    quantity: int
    """Copies of this stack that would serve: what is for trade, at most what is still wanted (of a set: of this card)."""


@dataclass(frozen=True, slots=True)
class CardOffer:
    """A stack of a card somebody has for trade; ``want_ids``: the reader's wants it satisfies."""

    stack_id: int
    owner_id: int
    quantity: int
    want_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardWanted:
    """Somebody's want that a card can serve; ``stack_ids``: the reader's copies for trade that satisfy it."""

    want_id: int
    wanter_id: int
    quantity: int
    stack_ids: tuple[int, ...]


def haves_for(session: Session, viewer_id: int, owner_id: int) -> list[Match]:
    """What ``owner_id`` has for trade that the viewer looks for; most urgent wants first."""
    return _found(session, Want.user_id == viewer_id, Stack.user_id == owner_id, Stack.user_id.in_(members_for(viewer_id)))


def haves_for_all(session: Session, viewer_id: int) -> list[Match]:
    """What anybody has for trade that the viewer looks for."""
    return _found(session, Want.user_id == viewer_id, Stack.user_id.in_(members_for(viewer_id)))


def wanted_of_all(session: Session, viewer_id: int) -> list[Match]:
    """Which of the viewer's copies for trade anybody looks for."""
    return _found(session, Stack.user_id == viewer_id, wants_seen_by(viewer_id, holders=True))


def both_ways(session: Session, me: int, other: int) -> tuple[list[Match], list[Match]]:
    """What ``other`` has that ``me`` looks for, and what ``me`` has that ``other`` looks for, as ``me`` may see it."""
    theirs = haves_for(session, me, other)
    mine = _found(session, Want.user_id == other, Stack.user_id == me, wants_seen_by(me, holders=True))
    return theirs, mine


def offers_of_card(session: Session, viewer_id: int, card_id: int) -> list[CardOffer]:
    """Other people's copies for trade of a card, in any printing of its name; those the reader looks for first."""
    named = _entries_of(card_id)
    query = (
        select(Stack.id, Stack.user_id, Stack.for_trade)
        .join(Printing, Printing.id == Stack.printing_id)
        .where(Printing.card_id.in_(named), *_FOR_TRADE, Stack.user_id.in_(members_for(viewer_id)))
        .order_by(Stack.user_id, Printing.sort_key, Stack.id)
    )
    offers = session.execute(query).all()
    wanted: dict[int, list[int]] = defaultdict(list)
    if offers:
        mine = (Want.user_id == viewer_id, Stack.user_id.in_(members_for(viewer_id)), Printing.card_id.in_(named))
        for match in _found(session, *mine):
            wanted[match.stack_id].append(match.want_id)
    found = [CardOffer(stack_id, owner, number, tuple(wanted[stack_id])) for stack_id, owner, number in offers]
    return sorted(found, key=lambda offer: not offer.want_ids)


def wanted_of_card(session: Session, viewer_id: int, card_id: int) -> list[CardWanted]:
    """Other people's wants that a card can serve, sets that contain it included; those the reader has copies for first.

    A want shown only to who has a matching copy for trade is left out for everybody else.
    """
    named = _entries_of(card_id)
    mine: dict[int, list[int]] = defaultdict(list)
    numbers: dict[int, int] = {}
    for match in _found(
        session, Stack.user_id == viewer_id, wants_seen_by(viewer_id, holders=True), Printing.card_id.in_(named)
    ):
        mine[match.want_id].append(match.stack_id)
        numbers[match.want_id] = max(match.quantity, numbers.get(match.want_id, 0))
    of_card = Want.kind.in_(("card", "printing")) & Want.card_id.in_(named)
    of_set = (Want.kind == "set") & Want.product_id.in_(select(Printing.product_id).where(Printing.card_id.in_(named)))
    query = (
        select(Want)
        .where(
            Want.user_id != viewer_id,
            or_(of_card, of_set),
            or_(wants_seen_by(viewer_id, holders=False), Want.id.in_(mine)),
        )
        .order_by(Want.urgency.desc(), Want.id)
    )
    wants = list(session.scalars(query))
    complete = _complete_sets(session, [want for want in wants if want.kind == "set"], named)
    found = [
        CardWanted(want.id, want.user_id, want.quantity, tuple(mine[want.id])) for want in wants if want.id not in complete
    ]
    return sorted(found, key=lambda wanted: not wanted.stack_ids)


_FOR_TRADE = (Stack.for_trade > 0, Stack.proxy.is_(False))

_FACTS = (
    Card.name, Printing.id, Printing.product_id, Stack.language, Stack.edition, Stack.condition, Printing.rarity,
    Printing.artwork, Stack.artwork.label("other_artwork"), Stack.proxy,
)  # fmt: skip


def _entries_of(card_id: int) -> Select[tuple[int]]:
    """Ids of the catalogue's entries that share the card's English name."""
    return select(Card.id).where(Card.name == select(Card.name).where(Card.id == card_id).scalar_subquery())


def _pairs(conditions: Sequence[ColumnElement[bool]]) -> Any:
    """Every want with every stack of the card, printing or set it asks for."""
    columns = (Want.id.label("want_id"), Stack.id.label("stack_id"), Stack.user_id.label("owner_id"), Stack.for_trade)
    asked_card = aliased(Card)
    shared = (*_FOR_TRADE, Stack.user_id != Want.user_id, *conditions)
    cards = (
        select(*columns, *_FACTS)
        .select_from(Want)
        .join(asked_card, asked_card.id == Want.card_id)
        .join(Card, Card.name == asked_card.name)
        .join(Printing, Printing.card_id == Card.id)
        .join(Stack, Stack.printing_id == Printing.id)
        .where(Want.kind == "card", or_(Want.product_id.is_(None), Want.product_id == Printing.product_id), *shared)
    )
    printings = (
        select(*columns, *_FACTS)
        .select_from(Want)
        .join(Printing, Printing.id == Want.printing_id)
        .join(Card, Card.id == Printing.card_id)
        .join(Stack, Stack.printing_id == Printing.id)
        .where(Want.kind == "printing", *shared)
    )
    sets = (
        select(*columns, *_FACTS)
        .select_from(Want)
        .join(Printing, Printing.product_id == Want.product_id)
        .join(Card, Card.id == Printing.card_id)
        .join(Stack, Stack.printing_id == Printing.id)
        .where(Want.kind == "set", *shared)
    )
    return union_all(cards, printings, sets)


def _found(session: Session, *conditions: ColumnElement[bool]) -> list[Match]:
    rows = session.execute(_pairs(conditions)).all()
    wants = _wants(session, {row.want_id for row in rows})
    fitting: list[tuple[Want, Row[Any], StackFacts]] = []
    for row in rows:
        want, asked = wants[row.want_id]
        facts = StackFacts(*row[4:])
        if satisfies(asked, facts):
            fitting.append((want, row, facts))
    owned = _owned_of_sets(session, [want for want, _row, _facts in fitting if want.kind == "set"])
    matches = []
    for want, row, facts in fitting:
        needed = want.quantity - owned.get((want.id, facts.card_name), 0)
        if needed > 0:
            matches.append((want, Match(want.id, row.stack_id, row.owner_id, want.user_id, min(needed, row.for_trade))))
    matches.sort(key=lambda one: (-one[0].urgency, one[0].id, one[1].stack_id))
    return [match for _want, match in matches]


def _wants(session: Session, ids: Iterable[int]) -> dict[int, tuple[Want, Asked]]:
    found = {}
    for part in chunks(sorted(ids), _AT_A_TIME):
        query = select(Want, Card.name).outerjoin(Card, Card.id == Want.card_id).where(Want.id.in_(part))
        for want, name in session.execute(query):
            found[want.id] = (want, asked_by(want, name or ""))
    return found


def _owned_of_sets(
    session: Session, wants: Sequence[Want], cards: Select[tuple[int]] | None = None
) -> dict[tuple[int, str], int]:
    """Copies the wanters of sets have of each card in the set's own printings, by want and name: one statement.

    A copy counts whatever its condition, if its language, edition and rarity are among those asked for. An edition that
    is not stated counts too: who does not note editions has the card all the same.
    """
    asked = {want.id: asked_by(want, "") for want in wants}
    owned: dict[tuple[int, str], int] = defaultdict(int)
    for part in chunks(sorted(asked), _AT_A_TIME):
        query = (
            select(Want.id, Stack.quantity, *_FACTS)
            .select_from(Want)
            .join(Printing, Printing.product_id == Want.product_id)
            .join(Card, Card.id == Printing.card_id)
            .join(Stack, (Stack.printing_id == Printing.id) & (Stack.user_id == Want.user_id))
            .where(Want.id.in_(part), Stack.quantity > 0, Stack.proxy.is_(False))
        )
        if cards is not None:
            query = query.where(Printing.card_id.in_(cards))
        for want_id, quantity, *facts in session.execute(query):
            stack = StackFacts(*facts)
            if not stack.edition and asked[want_id].editions:
                stack = stack._replace(edition=asked[want_id].editions[0])
            if fits(asked[want_id], stack):
                owned[want_id, stack.card_name] += quantity
    return owned


def _complete_sets(session: Session, wants: Sequence[Want], cards: Select[tuple[int]]) -> set[int]:
    """Wants of sets whose wanter has enough of the card already."""
    needed = {want.id: want.quantity for want in wants}
    if not needed:
        return set()
    return {want_id for (want_id, _name), number in _owned_of_sets(session, wants, cards).items() if number >= needed[want_id]}
