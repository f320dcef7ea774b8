"""Which copies for trade are what somebody looks for: haves and wants, both ways.

Two statements read both sides: the wants, and the copies for trade of cards, printings and sets they can mean. They
are paired here by name, printing and set, because a planner that pairs them goes through one list for each entry of
the other. Every function takes the reader's id and leaves out what that reader may not see. None asks the database
once per want, copy or person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session, aliased

from marketplace.catalogue.found import chunks
from marketplace.catalogue.models import Card, Printing
from marketplace.collection.models import Stack
from marketplace.wants.models import Want
from marketplace.wants.satisfying import Asked, StackFacts, asked_from, fits, satisfies
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
    theirs = (Stack.user_id == owner_id, Stack.user_id.in_(members_for(viewer_id)))
    return _found(session, (Want.user_id == viewer_id,), theirs)


def haves_for_all(session: Session, viewer_id: int) -> list[Match]:
    """What anybody has for trade that the viewer looks for; most urgent wants first."""
    anybodys = (Stack.user_id.in_(members_for(viewer_id)), _wanted_printings(viewer_id))
    return _found(session, (Want.user_id == viewer_id,), anybodys)


def wanted_of_all(session: Session, viewer_id: int) -> list[Match]:
    """Which of the viewer's copies for trade anybody looks for."""
    anybodys = (Want.user_id != viewer_id, wants_seen_by(viewer_id, holders=True), _wanting_copies_of(viewer_id))
    return _found(session, anybodys, (Stack.user_id == viewer_id,))


def both_ways(session: Session, me: int, other: int) -> tuple[list[Match], list[Match]]:
    """What ``other`` has that ``me`` looks for, and what ``me`` has that ``other`` looks for, as ``me`` may see it."""
    theirs = (Want.user_id == other, wants_seen_by(me, holders=True))
    return haves_for(session, me, other), _found(session, theirs, (Stack.user_id == me,))


def offers_of_card(session: Session, viewer_id: int, card_id: int) -> list[CardOffer]:
    """Other people's copies for trade of a card, in any printing of its name; those the reader looks for first."""
    named = _entries_of(card_id)
    others = (Stack.user_id.in_(members_for(viewer_id)),)
    query = (
        select(Stack.id, Stack.user_id, Stack.for_trade)
        .join(Printing, Printing.id == Stack.printing_id)
        .where(Printing.card_id.in_(named), *_FOR_TRADE, *others)
        .order_by(Stack.user_id, Printing.sort_key, Stack.id)
    )
    offers = session.execute(query).all()
    wanted: dict[int, list[int]] = defaultdict(list)
    if offers:
        for match in _found(session, (Want.user_id == viewer_id,), others, named):
            wanted[match.stack_id].append(match.want_id)
    found = [CardOffer(stack_id, owner, number, tuple(wanted[stack_id])) for stack_id, owner, number in offers]
    return sorted(found, key=lambda offer: not offer.want_ids)


def wanted_of_card(session: Session, viewer_id: int, card_id: int) -> list[CardWanted]:
    """Other people's wants that a card can serve, sets that contain it included; those the reader has copies for first.

    A want shown only to who has a matching copy for trade is left out for everybody else.
    """
    named = _entries_of(card_id)
    anybodys = (Want.user_id != viewer_id, wants_seen_by(viewer_id, holders=True))
    mine: dict[int, list[int]] = defaultdict(list)
    for match in _found(session, anybodys, (Stack.user_id == viewer_id,), named):
        mine[match.want_id].append(match.stack_id)
    open_to_all = or_(wants_seen_by(viewer_id, holders=False), Want.id.in_(sorted(mine)))
    wants = _wants(session, (Want.user_id != viewer_id, open_to_all), named)
    owned = _owned_of_sets(session, {want.id: want.asked for want in wants if want.asked.kind == "set"}, named)
    numbers: dict[int, int] = defaultdict(int)
    for (want_id, _name), number in owned.items():
        numbers[want_id] += number
    found = [
        CardWanted(want.id, want.user_id, want.quantity - numbers[want.id], tuple(mine[want.id]))
        for want in sorted(wants, key=lambda want: (-want.urgency, want.id))
        if want.quantity > numbers[want.id]
    ]
    return sorted(found, key=lambda wanted: not wanted.stack_ids)


_FOR_TRADE = (Stack.for_trade > 0, Stack.proxy.is_(False))

_FACTS = (
    Card.name, Printing.id, Printing.product_id, Stack.language, Stack.edition, Stack.condition, Printing.rarity,
    Printing.artwork, Stack.artwork.label("other_artwork"), Stack.proxy,
)  # fmt: skip


def _entries_of(card_id: int) -> Select[int]:
    """Ids of the catalogue's entries that share the card's English name."""
    return select(Card.id).where(Card.name == select(Card.name).where(Card.id == card_id).scalar_subquery())


def _found(
    session: Session,
    want: Sequence[ColumnElement[bool]],
    stack: Sequence[ColumnElement[bool]],
    cards: Select[int] | None = None,
) -> list[Match]:
    """Pair wants with stacks. The conditions of a side that is not one person's must name what the other side has."""
    wants = _wants(session, want, cards)
    if not wants:
        return []
    by_card: dict[str, list[_Wanted]] = defaultdict(list)
    by_printing: dict[int, list[_Wanted]] = defaultdict(list)
    by_product: dict[int, list[_Wanted]] = defaultdict(list)
    for one in wants:
        if one.asked.kind == "card":
            by_card[one.asked.card_name].append(one)
        elif one.asked.kind == "printing" and one.asked.printing_id:
            by_printing[one.asked.printing_id].append(one)
        elif one.asked.product_id:
            by_product[one.asked.product_id].append(one)
    query = (
        select(Stack.id, Stack.user_id, Stack.for_trade, *_FACTS)
        .join(Printing, Printing.id == Stack.printing_id)
        .join(Card, Card.id == Printing.card_id)
        .where(*_FOR_TRADE, *stack)
    )
    if cards is not None:
        query = query.where(Printing.card_id.in_(cards))
    fitting: list[tuple[_Wanted, Any, str]] = []
    rows: Iterable[Any] = session.execute(query)
    for row in rows:
        facts = StackFacts(*row[3:])
        for side in (by_card.get(facts[0]), by_printing.get(facts[1]), by_product.get(facts[2])):
            for one in side or ():
                if one.user_id != row[1] and satisfies(one.asked, facts):
                    fitting.append((one, row, facts[0]))
    owned = _owned_of_sets(session, {one.id: one.asked for one, _row, _name in fitting if one.asked.kind == "set"})
    fitting.sort(key=lambda pair: (-pair[0].urgency, pair[0].id, pair[1][0]))
    matches = []
    for one, (stack_id, owner_id, for_trade, *_facts), name in fitting:
        needed = one.quantity - owned.get((one.id, name), 0)
        if needed > 0:
            matches.append(Match(one.id, stack_id, owner_id, one.user_id, min(needed, for_trade)))
    return matches


class _Wanted(NamedTuple):
    id: int
    user_id: int
    quantity: int
    urgency: int
    asked: Asked


def _wants(session: Session, conditions: Sequence[ColumnElement[bool]], cards: Select[int] | None = None) -> list[_Wanted]:
    query = (
        select(
            Want.id, Want.user_id, Want.quantity, Want.urgency,
            Want.kind, Card.name, Want.printing_id, Want.product_id, Want.languages, Want.editions, Want.condition,
            Want.rarities, Want.not_rarities, Want.artwork,
        )
        .outerjoin(Card, Card.id == Want.card_id)
        .where(Want.kind != "item", *conditions)
    )  # fmt: skip
    if cards is not None:
        query = query.where(_serves(cards))
    rows: Iterable[Any] = session.execute(query)
    return [_Wanted(row[0], row[1], row[2], row[3], asked_from(*row[4:])) for row in rows]


def _serves(cards: Select[int]) -> ColumnElement[bool]:
    """Wants one of these cards can serve: of the card itself, and of a set that contains it."""
    of_card = Want.kind.in_(("card", "printing")) & Want.card_id.in_(cards)
    of_set = (Want.kind == "set") & Want.product_id.in_(select(Printing.product_id).where(Printing.card_id.in_(cards)))
    return or_(of_card, of_set)


def _wanted_printings(viewer_id: int) -> ColumnElement[bool]:
    """Stacks of printings the viewer's wants can mean."""
    asked, named = aliased(Card), aliased(Card)
    of_cards = (
        select(Printing.id)
        .join(named, named.id == Printing.card_id)
        .where(named.name.in_(select(asked.name).join(Want, Want.card_id == asked.id).where(Want.user_id == viewer_id)))
    )
    of_sets = select(Want.product_id).where(Want.user_id == viewer_id, Want.kind == "set")
    in_sets = select(Printing.id).where(Printing.product_id.in_(of_sets))
    return Stack.printing_id.in_(of_cards.union_all(in_sets))


def _wanting_copies_of(user_id: int) -> ColumnElement[bool]:
    """Wants the copies one person has for trade can serve."""
    has, entry, named = aliased(Stack), aliased(Card), aliased(Card)
    traded = (has.user_id == user_id, has.for_trade > 0)
    names = (
        select(entry.name).join(Printing, Printing.card_id == entry.id).join(has, has.printing_id == Printing.id).where(*traded)
    )
    of_card = Want.card_id.in_(select(named.id).where(named.name.in_(names)))
    products = select(Printing.product_id).join(has, has.printing_id == Printing.id).where(*traded)
    return or_(of_card, (Want.kind == "set") & Want.product_id.in_(products))


def _owned_of_sets(
    session: Session, wants: Mapping[int, Asked], cards: Select[int] | None = None
) -> dict[tuple[int, str], int]:
    """Copies the wanters of sets have of each card in the set's own printings, by want and name.

    A copy counts whatever its condition, if its language, edition and rarity are among those asked for. An edition that
    is not stated counts too: who does not note editions has the card all the same.
    """
    owned: dict[tuple[int, str], int] = defaultdict(int)
    for part in chunks(sorted(wants), _AT_A_TIME):
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
            asked, stack = wants[want_id], StackFacts(*facts)
            if not stack.edition and asked.editions:
                stack = stack._replace(edition=asked.editions[0])
            if fits(asked, stack):
                owned[want_id, stack.card_name] += quantity
    return owned
